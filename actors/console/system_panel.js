/** The panel of supervision: how each actor is, how to harm it, and the log. */

import { button, element, section } from "./dom.js";
import { short } from "./scale.js";

const LEVELS = { 20: "info", 30: "warning", 40: "error" };

export class SystemPanel {
  constructor(wire, store, topics, say) {
    Object.assign(this, { wire, store, topics, say });
    this.canHarm = false;
    this.cards = element("div", { class: "actors" });
    this.lines = element("ol", { class: "log", tabindex: 0, "aria-label": "log" });
    this.level = element("select", { id: "level" }, Object.entries(LEVELS).map(([value, text]) => element("option", { value, text })));
    this.level.addEventListener("change", () => this._showLog());
    this.root = element("div", {},
      section("Actors", this.cards),
      section("Log", element("div", { class: "row" }, element("label", { for: "level", text: "at least" }), this.level), this.lines));
    store.watch(["actors"], () => this._showActors());
    store.watch(["log"], () => this._showLog());
  }

  _showActors() {
    this.cards.replaceChildren(...(this.store.get("actors") ?? []).map((status) => this._card(status)));
  }

  _card({ name, level, message, values }) {
    const figure = Object.fromEntries(values.map(({ key, value }) => [key, value]));
    const harm = (signal) => this.say(this.wire.call("/supervisor/signal", { actor: name, signal }).then(({ status }) => status));
    return element("article", { class: `actor level-${level}` },
      element("h3", { text: name }),
      element("p", { class: "small", text: message }),
      element("dl", { class: "small" },
        ...[["pid", figure.pid], ["up", `${short(Number(figure.uptime), 3)} s`], ["restarts", figure.restarts], ["mailbox", `${figure.mailbox_bytes} B`], ["last", figure.last_cause || "–"]]
          .flatMap(([term, text]) => [element("dt", { text: term }), element("dd", { text })])),
      this.store.get("can harm") ? element("div", { class: "row" }, button("kill", () => harm("kill")), button("stall", () => harm("stall"))) : null);
  }

  _showLog() {
    const least = Number(this.level.value);
    const shown = (this.store.get("log") ?? []).filter(({ level }) => level >= least).slice(-100).reverse();
    this.lines.replaceChildren(...shown.map(({ level, name, text, time }) =>
      element("li", { class: LEVELS[level] ?? "info" }, `${new Date(time * 1000).toLocaleTimeString()} ${name}: ${text}`)));
  }
}
