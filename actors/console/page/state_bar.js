/** The bar at the top: the connection, the state of the arm, and what is always at hand. */

import { figures } from "../panels/actor_map.js";
import { button, element, write } from "./dom.js";
import { short } from "./numbers.js";

const CHECK = 200; // ms between two looks whether data still comes
const SLOW = 0.9; // of real time; below this the bar says so

export class StateBar {
  constructor(store, topics, wire, commands, help) {
    Object.assign(this, { store, topics, wire });
    this.connection = element("span", { id: "connection", class: "badge", role: "status" });
    this.trouble = element("span", {
      id: "trouble",
      class: "badge bad",
      role: "status",
      hidden: true,
    });
    this.time = element("span", { id: "time", class: "mono" });
    this.pid = button("PID is off", () => commands.enable(), {
      id: "pid",
      "aria-pressed": "false",
    });
    this.pause = button("pause", () => commands.pause(), {
      id: "pause",
      "aria-pressed": "false",
    });
    this.root = element(
      "div",
      { class: "bar" },
      element("div", { class: "badges" }, this.connection, this.time, this.trouble),
      element("span", { class: "spring" }),
      element(
        "div",
        { class: "badges" },
        this.pid,
        this.pause,
        button("reset", () => commands.reset(), { id: "reset" }),
        button("defaults + reset", () => commands.defaults(), { id: "defaults" }),
        button("?", help, { "aria-label": "keys", id: "help" }),
      ),
    );
    store.watch(["enabled", "paused", "joints"], () => this.show());
    store.watch(["actors"], () => this._diagnosed());
    for (const event of ["open", "close"]) wire.addEventListener(event, () => this.show());
    setInterval(() => this.show(), CHECK);
    this.show();
  }

  show() {
    const { store, wire, topics } = this;
    const stale = wire.connected && topics.stale;
    const good = wire.connected && !stale;
    write(this.connection, good ? "live" : stale ? "no data" : "not connected, trying again");
    this.connection.className = `badge ${good ? "good" : "bad"}`;
    document.body.classList.toggle("stale", !good);
    const [enabled, paused] = [store.get("enabled"), store.get("paused")].map(Boolean);
    this.pid.setAttribute("aria-pressed", enabled);
    write(this.pid, enabled ? "PID is on" : "PID is off");
    this.pause.setAttribute("aria-pressed", paused);
    write(this.pause, paused ? "go on" : "pause");
    const joints = store.get("joints");
    write(this.time, joints ? `t ${joints.time.toFixed(1)} s${paused ? ", paused" : ""}` : "");
  }

  /** A second of diagnostics has come. Only a row of two slow ones counts: a reset looks slow. */
  _diagnosed() {
    const arm = (this.store.get("actors") ?? []).find(({ name }) => name === "arm_sim");
    const figure = arm ? figures(arm) : {};
    const diverged = figure.diverged === "true";
    if (Boolean(this.store.get("diverged")) !== diverged) this.store.set("diverged", diverged);
    const factor = Number(figure.real_time_factor);
    const slow = factor > 0 && factor < SLOW && !this.store.get("paused") && !diverged;
    this.trouble.hidden = !(slow && this._slow);
    write(this.trouble, `real time × ${short(factor, 2)}`);
    this._slow = slow;
  }
}
