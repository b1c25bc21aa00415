/** Functions for the integration bench whose exact answers are known. */

/** name: what is integrated; x(t, x0, v0): the exact position */
export const CASES = [
  { name: "cos(3*t)", x: (t, x0, v0) => x0 + v0 * t + (1 - Math.cos(3 * t)) / 9 },
  { name: "t", x: (t, x0, v0) => x0 + v0 * t + t ** 3 / 6 },
  { name: "-9.81", x: (t, x0, v0) => x0 + v0 * t - (9.81 * t ** 2) / 2 },
  { name: "exp(-t)", x: (t, x0, v0) => x0 + v0 * t + Math.exp(-t) - 1 + t },
  { name: "sin(t)", x: (t, x0, v0) => x0 + v0 * t + t - Math.sin(t) },
  { name: "t^4", x: (t, x0, v0) => x0 + v0 * t + t ** 6 / 30 },
];

/** Return the exact position as a function of t, or null if it is not known. */
export function exactFor(text, x0, v0) {
  const known = CASES.find(({ name }) => name === text.replaceAll(" ", ""));
  return known ? (t) => known.x(t, x0, v0) : null;
}
