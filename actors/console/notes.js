/** Short notes on the page: what the runtime has said, and why it has refused something. */

import { element } from "./dom.js";

const SHOWN = 6000; // ms

export class Notes {
  constructor() {
    this.root = element("div", { class: "notes", role: "log", "aria-live": "polite" });
  }

  /**
   * Show what a promise of a status resolves to, or why it was refused.
   *
   * place   [x, y] in pixels of the page, where the note is shown; or undefined
   * Never rejects; resolves to whether it was not refused.
   */
  async say(promise, place) {
    try {
      const status = await promise;
      if (status) this.show(status, false, place);
      return true;
    } catch (refused) {
      this.show(refused.message, true, place);
      return false;
    }
  }

  show(text, bad, place) {
    const note = element("p", { class: bad ? "note bad" : "note", text });
    if (place) {
      note.classList.add("placed");
      note.style.left = `${Math.min(place[0], innerWidth - 260)}px`;
      note.style.top = `${Math.min(place[1] + 12, innerHeight - 80)}px`;
    }
    this.root.append(note);
    while (this.root.children.length > 4) this.root.firstChild.remove();
    setTimeout(() => note.remove(), SHOWN);
  }
}
