/** Boxes for numbers, which both the keyboard and the mouse can change. */

import { element } from "./dom.js";
import { short } from "./numbers.js";

let made = 0;

/**
 * Make a box for one number with its label.
 *
 * label    what it is, with the unit
 * value    what is in it at first; "" for nothing
 * step     by how much the arrow keys and the small arrows change it
 * hint     is shown while the box is empty
 * spoken   the label that a screen reader says, where the visible one is too short
 */
export function box(label, { value = "", step = "any", hint, spoken, min } = {}) {
  const id = `box-${++made}`;
  const input = element("input", {
    id,
    type: "number",
    step,
    min,
    value,
    placeholder: hint,
    autocomplete: "off",
    "aria-label": spoken,
  });
  const root = element("span", { class: "box" }, element("label", { for: id, text: label }), input);
  return {
    root,
    input,
    /** The number in the box, or undefined if it is empty. */
    get number() {
      return input.value === "" ? undefined : input.valueAsNumber;
    },
    /** Show a number, unless somebody is writing into the box. */
    show(number, force = false) {
      if (!force && document.activeElement === input) return;
      const text = number === null || number === undefined ? "" : short(number, 6);
      if (input.value !== text) input.value = text;
    },
  };
}

/** Lay boxes out side by side, under a label of all of them. */
export function boxRow(label, boxes, ...more) {
  const group = boxes.length > 1 ? { role: "group", "aria-label": label } : {};
  return element(
    "div",
    { class: "field", ...group },
    element("span", { class: "name", text: label }),
    element(
      "div",
      { class: "boxes" },
      boxes.map(({ root }) => root),
    ),
    ...more,
  );
}

/** Return the numbers of named boxes; those that are empty are left out. */
export function filled(boxes) {
  const pairs = Object.entries(boxes).map(([name, { number }]) => [name, number]);
  return Object.fromEntries(pairs.filter(([, number]) => number !== undefined));
}
