/** A field for a name, with the known ones as suggestions; and an editor for JSON. */

import { element, write } from "../page/dom.js";

/** Make a field for a name. offer(names) sets the suggestions. */
export function nameField(label, id, value = "") {
  const list = element("datalist", { id: `${id}-list` });
  const input = element("input", {
    id,
    list: list.id,
    value,
    autocomplete: "off",
    spellcheck: "false",
  });
  const labelled = element("label", { for: id, text: label });
  return {
    input,
    root: element("div", { class: "field grow" }, labelled, input, list),
    offer: (names) =>
      list.replaceChildren(...names.map((each) => element("option", { value: each }))),
  };
}

/** Make an editor for JSON. read() returns what is in it, or undefined and says what is wrong. */
export function jsonEditor(label, text) {
  const area = element("textarea", {
    rows: 3,
    spellcheck: "false",
    "aria-label": `${label}, JSON`,
  });
  area.value = text;
  const said = element("output", { class: "said bad", role: "status" });
  const read = () => {
    try {
      write(said, "");
      return JSON.parse(area.value.trim() || "{}");
    } catch (problem) {
      write(said, `${label} must be JSON: ${problem.message}`);
      return undefined;
    }
  };
  return { area, read, root: element("div", {}, area, said) };
}
