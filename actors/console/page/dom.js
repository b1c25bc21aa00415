/** Small helpers that build the page. */

/**
 * Make an element. Attributes that begin with "on" are listeners; "text" is its text, "class" its
 * classes. Children are elements or texts.
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "text") made.textContent = value;
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== undefined && value !== null) {
      made.setAttribute(name, value);
    }
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

/** Make a button that shows `busy` while its action runs, so that it is not pressed twice. */
export function button(text, action, attributes = {}) {
  const made = element("button", { type: "button", ...attributes, text });
  made.addEventListener("click", async () => {
    if (made.getAttribute("aria-busy") === "true") return;
    made.setAttribute("aria-busy", "true");
    try {
      await action();
    } finally {
      made.removeAttribute("aria-busy");
    }
  });
  return made;
}

/** Make a select box with its label. choices are texts, or pairs of value and text. */
export function choice(label, id, choices, chosen, onchange) {
  const select = element(
    "select",
    { id },
    choices.map((each) => {
      const [value, text] = Array.isArray(each) ? each : [each, each];
      return element("option", { value, text, selected: value === chosen });
    }),
  );
  if (onchange) select.addEventListener("change", () => onchange(select.value));
  const labelled = element("label", { for: id, text: label });
  return { select, root: element("div", { class: "choice" }, labelled, select) };
}

/** Make a section with a heading. */
export function section(title, ...children) {
  return element("section", { class: "panel" }, element("h2", { text: title }), ...children);
}

/** Make a row of buttons and the like. */
export function row(...children) {
  return element("div", { class: "row" }, ...children);
}

/** Write a text into an element only if it is another one, which spares the browser work. */
export function write(target, text) {
  if (target.textContent !== text) target.textContent = text;
}
