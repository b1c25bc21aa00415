/**
 * Short notes on the page: what the runtime has said, and why it has refused something.
 *
 * A note appears beside what was clicked, where it lets clicks through, or else in a corner.
 * Escape removes all of them, and a click one in the corner.
 */

import { element } from "./dom.js";

const LEAST = 4000; // ms that a note is shown
const BY_LETTER = 60; // ms more for each of its letters
const MOST = 4; // notes at a time
const WIDTH = 280; // pixels

export class Notes {
  constructor() {
    this.root = element("div", { class: "notes", role: "log", "aria-live": "polite" });
    this.place = undefined; // of what has been clicked just now, in pixels of the window
    document.addEventListener("click", (event) => this._clicked(event), { capture: true });
    document.addEventListener("keydown", ({ key }) => key === "Escape" && this.clear());
  }

  clear() {
    this.root.replaceChildren();
  }

  _clicked({ target }) {
    const box = target.closest?.("button, select")?.getBoundingClientRect();
    this.at(box && [box.left, box.bottom]);
  }

  /** Show what is said next beside a place [x, y], until the present event is over. */
  at(place) {
    this.place = place;
    setTimeout(() => this.place === place && (this.place = undefined));
  }

  /**
   * Show what a promise of a status resolves to, or why it was refused.
   *
   * Never rejects; resolves to whether it was not refused.
   */
  async say(promise) {
    const { place } = this;
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
    note.addEventListener("click", () => note.remove());
    if (place) {
      note.classList.add("placed");
      note.style.left = `${Math.max(4, Math.min(place[0], innerWidth - WIDTH))}px`;
      note.style.top = `${Math.max(4, Math.min(place[1] + 8, innerHeight - 90))}px`;
    }
    this.root.append(note);
    while (this.root.children.length > MOST) this.root.firstChild.remove();
    setTimeout(() => note.remove(), LEAST + BY_LETTER * text.length);
  }
}
