/** The colours of the style sheet, for what is drawn on a canvas. */

const known = new Map(); // from name to colour

/** Return a colour of the style sheet by its name without the dashes. */
export function colour(name) {
  if (!known.has(name)) {
    const style = getComputedStyle(document.documentElement);
    known.set(name, style.getPropertyValue(`--${name}`).trim());
  }
  return known.get(name);
}

/** Call changed() when the reader switches between light and dark. */
export function watchTheme(changed) {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    known.clear();
    changed();
  });
}
