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
    else if (value !== false && value !== undefined && value !== null) made.setAttribute(name, value);
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

/** Make a section with a heading. */
export function section(title, ...children) {
  return element("section", { class: "panel" }, element("h2", { text: title }), ...children);
}

/** Read numbers from a text: separated by blanks or commas. Returns null if one is not a number. */
export function readNumbers(text) {
  const words = text.trim().split(/[\s,;]+/).filter(Boolean);
  const numbers = words.map(Number);
  return numbers.length && numbers.every(Number.isFinite) ? numbers : null;
}

/** Offer a text or a picture to be saved as a file. */
export function save(name, content, type = "text/csv") {
  const url = content instanceof Blob ? URL.createObjectURL(content) : URL.createObjectURL(new Blob([content], { type }));
  const link = element("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
