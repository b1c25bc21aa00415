/** The panel of supervision: how each actor is, how to harm it, and the log. */

import { button, element, row, section, write } from "../page/dom.js";
import { short } from "../page/numbers.js";
import { ActorMap, figures } from "./actor_map.js";
import { LogSection } from "./log_section.js";

const OF_ALL = ["pid", "uptime", "restarts", "last_cause", "mailbox_bytes", "drops"];
const NO_HARM = "Start the runtime with FAULT_INJECTION=1 to kill and stall actors from here.";

export class SystemPanel {
  constructor(wire, store, commands) {
    Object.assign(this, { wire, store, commands });
    this.chosen = "arm_sim";
    this.map = new ActorMap((name) => this._choose(name));
    this.name = element("h3");
    this.message = element("p", { class: "state" });
    this.list = element("dl", { class: "terms" });
    this.harm = element("div");
    this.root = element(
      "div",
      { class: "columns" },
      section("Actors", this.map.root, this.name, this.message, this.harm, this.list),
      new LogSection(store).root,
    );
    store.watch(["actors"], () => this._show());
    store.watch(["can harm"], () => this._showHarm());
    wire.addEventListener("open", () => this._learnWhetherItCanHarm());
  }

  /** The service exists only with FAULT_INJECTION=1; then an empty call lacks its fields. */
  async _learnWhetherItCanHarm() {
    const refused = await this.wire.call("/supervisor/signal", {}).catch((reason) => reason);
    this.store.set("can harm", /actor is missing/.test(refused.message));
    const { values } = await this.wire.call("/supervisor/actors").catch(() => ({}));
    if (values?.status) this.store.set("actors", values.status); // the topic comes once a second
  }

  _choose(name) {
    this.chosen = name;
    this._show();
    this._showHarm();
  }

  _show() {
    const statuses = this.store.get("actors") ?? [];
    this.map.show(statuses, this.chosen);
    const chosen = statuses.find(({ name }) => name === this.chosen);
    if (!chosen) return;
    write(this.name, chosen.name);
    write(this.message, chosen.message);
    const facts = factsOf(figures(chosen));
    this.list.replaceChildren(
      ...facts.flatMap(([term, text]) => [element("dt", { text: term }), element("dd", { text })]),
    );
  }

  _showHarm() {
    const name = this.chosen;
    if (!this.store.get("can harm")) {
      return this.harm.replaceChildren(element("p", { class: "muted small", text: NO_HARM }));
    }
    const send = (signal) =>
      this.commands.say(
        this.wire
          .call("/supervisor/signal", { actor: name, signal })
          .then(({ values }) => `${signal}: ${values.actor}, pid ${values.pid}`),
      );
    return this.harm.replaceChildren(
      row(
        button(`kill ${name}`, () => send("kill")),
        button(`stall ${name}`, () => send("stall")),
      ),
    );
  }
}

/** Return pairs of term and text: what all actors have, then what this one reports of itself. */
export function factsOf(figure) {
  const own = Object.entries(figure).filter(([key]) => !OF_ALL.includes(key));
  return [
    ["pid", figure.pid ?? "–"],
    ["running for", `${short(Number(figure.uptime), 3)} s`],
    ["restarts", figure.restarts ?? "–"],
    ["last cause", figure.last_cause || "–"],
    ["mailbox", `${figure.mailbox_bytes ?? "–"} bytes`],
    ["dropped letters", figure.drops ?? "–"],
    ...own.map(([key, value]) => [key.replaceAll("_", " "), value || "–"]),
  ];
}
