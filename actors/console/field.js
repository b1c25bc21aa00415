/** A field of a setting: shows the value in force, sends what is entered, and shows what was said. */

import { element, readNumbers } from "./dom.js";
import { short } from "./scale.js";

let made = 0;

/**
 * Make a field for numbers.
 *
 * label      says what it is, with the unit
 * count      how many numbers: 1, or that of the joints
 * inForce    returns the value in force: a number, a list, or null
 * send       sends the new value, and resolves to a status or rejects with the reason
 */
export function numberField({ label, inForce, send, slider }) {
  const id = `field-${++made}`;
  const input = element("input", { id, type: "text", inputmode: "decimal", autocomplete: "off", spellcheck: "false" });
  const said = element("output", { class: "said", for: id, role: "status" });
  const range = slider && element("input", { type: "range", min: slider[0], max: slider[1], step: slider[2], "aria-label": `${label}, slider` });

  async function submit(text) {
    const numbers = readNumbers(text);
    const value = inForce();
    if (!numbers) return tell(`${label} must be numbers, got ${text || "nothing"}`, true);
    const list = Array.isArray(value);
    try {
      tell(await send(list ? (numbers.length === 1 ? value.map(() => numbers[0]) : numbers) : numbers[0]), false);
      show(true);
    } catch (refused) {
      tell(refused.message, true);
    }
  }

  function tell(text, bad) {
    said.textContent = text ?? "";
    said.classList.toggle("bad", Boolean(bad));
    input.setAttribute("aria-invalid", bad ? "true" : "false");
  }

  /** Show the value in force, but never over what is being entered. */
  function show(force = false) {
    const value = inForce();
    if (value === undefined) return;
    if (force || document.activeElement !== input) {
      input.value = Array.isArray(value) ? value.map((each) => short(each, 6)).join(", ") : short(value, 6);
    }
    if (range && document.activeElement !== range) range.value = Array.isArray(value) ? value[0] : value;
  }

  input.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter") submit(input.value);
    if (event.key === "Escape") {
      tell("", false);
      show(true);
      input.blur();
    }
  });
  input.addEventListener("change", () => submit(input.value));
  range?.addEventListener("input", () => submit(range.value));
  const row = element("div", { class: "field" }, element("label", { for: id, text: label }), input, range, said);
  return { row, show };
}
