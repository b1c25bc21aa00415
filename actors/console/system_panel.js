/** The panel of supervision: how each actor is, how to harm it, and the log. */

import { ActorMap } from "./actor_map.js";
import { button, element, section } from "./dom.js";
import { short } from "./scale.js";

const LEVELS = { 20: "info", 30: "warning", 40: "error" };
const SHOWN = 150; // lines of the log

export class SystemPanel {
  constructor(wire, store, topics, say) {
    Object.assign(this, { wire, store, topics, say });
    this.chosen = "arm_sim";
    this.map = new ActorMap((name) => {
      this.chosen = name;
      this._showActors();
    });
    this.details = element("div", { class: "details", "aria-live": "polite" });
    this.lines = element("ol", { class: "log", tabindex: 0, "aria-label": "log" });
    this.level = element("select", { id: "level" },
      Object.entries(LEVELS).map(([value, text]) => element("option", { value, text })));
    this.level.addEventListener("change", () => this._showLog());
    this.root = element("div", {},
      section("Actors", this.map.root, this.details),
      section("Log",
        element("div", { class: "row" }, element("label", { for: "level", text: "at least" }), this.level),
        this.lines));
    store.watch(["actors", "can harm"], () => this._showActors());
    store.watch(["log"], () => this._showLog());
    wire.addEventListener("open", () => this._learnWhetherItCanHarm());
  }

  /** The service exists only with FAULT_INJECTION=1; then an empty call is refused for its fields. */
  async _learnWhetherItCanHarm() {
    const refused = await this.wire.call("/supervisor/signal", {}).catch((reason) => reason);
    this.store.set("can harm", /actor is missing/.test(refused.message));
  }

  _showActors() {
    const statuses = this.store.get("actors") ?? [];
    this.map.show(statuses);
    const chosen = statuses.find(({ name }) => name === this.chosen);
    if (chosen) this._detail(chosen);
  }

  _detail({ name, message, values }) {
    const figure = Object.fromEntries(values.map(({ key, value }) => [key, value]));
    const facts = [
      ["pid", figure.pid], ["running for", `${short(Number(figure.uptime), 3)} s`],
      ["restarts", figure.restarts], ["last cause", figure.last_cause || "–"],
      ["mailbox", `${figure.mailbox_bytes} bytes`], ["dropped letters", figure.drops],
    ];
    const list = element("dl", {}, facts.flatMap(([term, text]) => [element("dt", { text: term }), element("dd", { text })]));
    if (this._detailOf !== name || this._canHarm !== this.store.get("can harm")) {
      this._detailOf = name;
      this._canHarm = this.store.get("can harm");
      this.details.replaceChildren(element("h3", { text: name }), element("p"), list, this._buttons(name));
    }
    this.details.children[1].textContent = message;
    this.details.children[2].replaceWith(list);
  }

  _buttons(name) {
    if (!this._canHarm) {
      return element("p", { class: "muted small", text: "Start the runtime with FAULT_INJECTION=1 to kill and stall actors from here." });
    }
    const harm = (signal) => this.say(this.wire.call("/supervisor/signal", { actor: name, signal })
      .then(({ values }) => `${signal}: ${values.actor} (pid ${values.pid})`));
    return element("div", { class: "row" }, button(`kill ${name}`, () => harm("kill")), button(`stall ${name}`, () => harm("stall")));
  }

  _showLog() {
    const least = Number(this.level.value);
    const log = this.store.get("log") ?? [];
    const shown = log.filter(({ level }) => level >= least).slice(-SHOWN).reverse();
    this.lines.replaceChildren(...shown.map(({ level, name, text, time }) =>
      element("li", { class: LEVELS[level] ?? "info" }, `${new Date(time * 1000).toLocaleTimeString()} ${name}: ${text}`)));
  }
}
