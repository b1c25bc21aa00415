/** Axes of plots: ranges of values, and ticks at round numbers. */

/** Return [low, high] that contains all finite values with some margin. */
export function range(values, margin = 0.08) {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value === null || !Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) return [-1, 1];
  const width = high - low;
  const pad = width > 1e-9 * Math.max(Math.abs(low), Math.abs(high), 1e-6) ? width * margin : Math.abs(low) * 0.1 || 1;
  return [low - pad, high + pad];
}

/** Return about count round numbers from low to high: multiples of 1, 2 or 5 times a power of 10. */
export function ticks(low, high, count = 5) {
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough);
  const found = [];
  for (let k = Math.ceil(low / step); k * step <= high; k++) found.push(k * step);
  return found;
}

/** Write a number with the given count of significant digits, without needless zeros. */
export function short(number, digits = 4) {
  if (number === null || number === undefined) return "–";
  if (!Number.isFinite(number)) return String(number);
  return String(Number(number.toPrecision(digits)));
}
