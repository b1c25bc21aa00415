/** Reads and writes numbers. */

/** Write a number with the given count of significant digits, without needless zeros. */
export function short(number, digits = 4) {
  if (number === null || number === undefined) return "–";
  if (!Number.isFinite(number)) return String(number);
  return String(Number(number.toPrecision(digits)));
}

/** Read numbers from a text: separated by blanks or commas. Returns null if one is not a number. */
export function readNumbers(text) {
  const words = text
    .trim()
    .split(/[\s,;]+/)
    .filter(Boolean);
  const numbers = words.map(Number);
  return numbers.length && numbers.every(Number.isFinite) ? numbers : null;
}

/** Return a list with one entry replaced. */
export function replaced(list, index, value) {
  return list.map((each, k) => (k === index ? value : each));
}

/** Return whether something is a list of finite numbers. */
export function areNumbers(list) {
  return Array.isArray(list) && list.every(Number.isFinite);
}
