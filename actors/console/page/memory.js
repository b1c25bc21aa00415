/** Remembers how a reader has arranged the page, where the browser allows it. */

const PREFIX = "pendularm ";

/** Return what was remembered under a name, or the default. */
export function recall(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Remember a value under a name; null forgets it. */
export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // The browser allows no memory: the page works all the same.
  }
}
