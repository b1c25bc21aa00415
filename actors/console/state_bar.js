/** The bar at the top: the connection, the state of the arm, and the buttons that are always there. */

import { button, element } from "./dom.js";
import { short } from "./scale.js";

const CHECK = 250; // ms between two looks whether data still comes

export class StateBar {
  constructor(store, topics, wire, commands, help) {
    Object.assign(this, { store, topics, wire });
    this.connection = element("span", { id: "connection", class: "badge", role: "status" });
    this.trouble = element("span", { id: "trouble", class: "badge bad", role: "alert", hidden: true });
    this.time = element("span", { id: "time", class: "mono" });
    this.pid = button("PID", () => commands.enable(), { id: "pid", "aria-pressed": "false" });
    this.pause = button("pause", () => commands.pause(), { id: "pause", "aria-pressed": "false" });
    this.root = element("div", { class: "bar" }, this.connection, this.time, this.trouble, element("span", { class: "spring" }),
      this.pid, this.pause,
      button("reset", () => commands.reset(), { id: "reset" }),
      button("defaults + reset", () => commands.defaults(), { id: "defaults" }),
      button("?", help, { "aria-label": "keys", id: "help" }));
    store.watch(["enabled", "paused", "joints", "actors", "connected"], () => this.show());
    for (const event of ["open", "close"]) wire.addEventListener(event, () => this.show());
    setInterval(() => this.show(), CHECK);
    this.show();
  }

  show() {
    const { store, wire, topics } = this;
    const stale = wire.connected && topics.stale;
    this.connection.textContent = !wire.connected ? "not connected, trying again" : stale ? "no data" : "live";
    this.connection.className = `badge ${wire.connected && !stale ? "good" : "bad"}`;
    document.body.classList.toggle("stale", !wire.connected || stale);
    this.pid.setAttribute("aria-pressed", Boolean(store.get("enabled")));
    this.pid.textContent = store.get("enabled") ? "PID is on" : "PID is off";
    this.pause.setAttribute("aria-pressed", Boolean(store.get("paused")));
    this.pause.textContent = store.get("paused") ? "paused" : "running";
    const joints = store.get("joints");
    this.time.textContent = joints ? `t ${joints.time.toFixed(1)} s` : "";
    this._troubles();
  }

  _troubles() {
    const arm = (this.store.get("actors") ?? []).find(({ name }) => name === "arm_sim");
    const value = (key) => arm?.values.find((each) => each.key === key)?.value;
    const diverged = value("diverged") === "true";
    const factor = Number(value("real_time_factor"));
    this.store.get("diverged") !== diverged && this.store.set("diverged", diverged);
    const slow = factor < 0.9 && !this.store.get("paused") && !diverged;
    const text = diverged ? "diverged: reset brings it back" : slow ? `real time × ${short(factor, 2)}` : "";
    this.trouble.hidden = !text;
    this.trouble.textContent = text;
  }
}
