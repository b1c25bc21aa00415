/** Tells a screen reader what has happened, once: what it says is not seen. */

import { element, write } from "./dom.js";

export class Announcer {
  constructor(store, wire) {
    this.store = store;
    this.root = element("div", { class: "unseen", role: "status" });
    store.watch(["goal"], () => this._goal());
    store.watch(["motion result"], () => this._motion());
    store.watch(["diverged"], () => store.get("diverged") && this.say("the arm has diverged"));
    wire.addEventListener("open", () => this.say("connected"));
    wire.addEventListener("close", () => this.say("not connected"));
  }

  say(text) {
    write(this.root, text);
  }

  _goal() {
    const { id, outcome } = this.store.get("goal") ?? {};
    if (outcome) this.say(`${id} ${outcome}`);
  }

  _motion() {
    const { motion_id: id, outcome, reason } = this.store.get("motion result") ?? {};
    if (outcome) this.say([`${id} ${outcome}`, reason].filter(Boolean).join(": "));
  }
}
