/** Paths into messages, by which readers choose what a plot shows: /joint_states.position[0] */

const STEP = /\.([A-Za-z_]\w*)|\[(\d+)\]/y;

/** Split a path into its topic and the steps into the message; null if it is none. */
export function parsePath(text) {
  const found = /^(\/[\w/]+)(.*)$/.exec(text.trim());
  if (!found) return null;
  const [, topic, rest] = found;
  const steps = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < rest.length) {
    const step = STEP.exec(rest);
    if (!step) return null;
    steps.push(step[1] ?? Number(step[2]));
  }
  return steps.length ? { topic, steps } : null;
}

/** Return the number at a path in a message, or null. Truth counts as 1 and 0. */
export function valueAt(message, steps) {
  let value = message;
  for (const step of steps) value = value?.[step];
  if (typeof value === "boolean") return Number(value);
  return typeof value === "number" ? value : null;
}

/** Return the paths to all numbers in a message, at most so many. */
export function pathsIn(message, prefix, most = 60) {
  if (typeof message === "number" || typeof message === "boolean") return [prefix];
  if (!message || typeof message !== "object") return [];
  const found = [];
  for (const [key, value] of Object.entries(message)) {
    if (found.length >= most) break;
    found.push(...pathsIn(value, prefix + (Array.isArray(message) ? `[${key}]` : `.${key}`), most));
  }
  return found.slice(0, most);
}
