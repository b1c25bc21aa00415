/** A field of a setting: shows the values in force, sends a new one, and shows what was said. */

import { newest } from "../link/newest.js";
import { box, boxRow } from "./boxes.js";
import { element } from "./dom.js";
import { replaced } from "./numbers.js";

/**
 * Make a field for the numbers of a setting: one box for each number.
 *
 * label     says what it is, with the unit
 * inForce   returns the value in force: a number, a list, or undefined while it is not known
 * send      sends the new value, of the same form; resolves to a status or rejects with the reason
 * step      of the boxes
 * slider    (index) => a scale { min, max, step, from, to }, or undefined for no sliders
 * names     the labels of the boxes; without, they are counted
 */
export class SettingField {
  constructor({ label, inForce, send, step, slider, names }) {
    Object.assign(this, { label, inForce, step, slider, names });
    this.send = newest(send);
    this.said = element("output", { class: "said", role: "status" });
    this.root = element("div");
    this.boxes = [];
    this.sliders = [];
  }

  /** Show the values in force, but never over what is being entered. */
  show(force = false) {
    const value = this.inForce();
    if (value === undefined) return;
    const list = Array.isArray(value) ? value : [value];
    if (list.length !== this.boxes.length) this._build(list.length);
    list.forEach((number, i) => {
      this.boxes[i].show(number, force);
      const { range, scale } = this.sliders[i] ?? {};
      if (range && (force || document.activeElement !== range)) range.value = scale.to(number);
    });
  }

  _build(count) {
    const labels = this.names ?? Array.from({ length: count }, (_, i) => (count > 1 ? i + 1 : ""));
    this.boxes = labels.map((label, i) => this._box(label, i));
    this.sliders = this.slider ? this.boxes.map((_, i) => this._slider(i)) : [];
    this.sliders.forEach(({ range }, i) => this.boxes[i].root.append(range));
    const field = boxRow(this.label, this.boxes, this.said);
    field.classList.toggle("sliding", Boolean(this.slider));
    this.root.replaceChildren(field);
  }

  _box(label, i) {
    const made = box(String(label), {
      step: this.step,
      spoken: `${this.label} ${label}`.trim(),
    });
    made.input.addEventListener("change", () => this._submit(i, made.number));
    made.input.addEventListener("keydown", (event) => event.key === "Escape" && this._giveUp());
    return made;
  }

  _slider(i) {
    const scale = { from: Number, to: (number) => number, ...this.slider(i) };
    const range = element("input", {
      type: "range",
      min: scale.min,
      max: scale.max,
      step: scale.step,
      "aria-label": `${this.boxes[i].input.ariaLabel}, slider`,
    });
    range.addEventListener("input", () => {
      const number = scale.from(Number(range.value));
      this.boxes[i].show(number, true);
      this._submit(i, number);
    });
    return { range, scale };
  }

  async _submit(i, number) {
    if (number === undefined || Number.isNaN(number)) {
      return this._tell(`${this.label} must be a number`, i);
    }
    const value = this.inForce();
    try {
      const done = await this.send(Array.isArray(value) ? replaced(value, i, number) : number);
      if (done.newest) this._tell(done.answer);
    } catch (refused) {
      this._tell(refused.message, i);
    }
  }

  _giveUp() {
    this._tell("");
    this.show(true);
    document.activeElement.blur();
  }

  /** Show what was said about the setting; bad is the index of the box that was refused. */
  _tell(text, bad) {
    this.said.textContent = text ?? "";
    this.said.classList.toggle("bad", bad !== undefined);
    this.boxes.forEach(({ input }, i) => input.setAttribute("aria-invalid", i === bad));
    if (bad === undefined) this.show();
  }
}

/** A scale for sliders over powers of ten, from low to high. */
export function logarithmic(low, high) {
  return {
    min: Math.log10(low),
    max: Math.log10(high),
    step: 0.01,
    from: (power) => Number((10 ** power).toPrecision(2)),
    to: (number) => Math.log10(number),
  };
}
