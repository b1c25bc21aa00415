/** Axes of plots: ranges of values, and ticks at round numbers. */

const MOST = 1e6; // a larger value is left out of a range, so that a divergence does not spoil it

/** Return [low, high] that contains all finite values with some margin. */
export function range(values, margin = 0.08) {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value === null || !(Math.abs(value) <= MOST)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) return [-1, 1];
  const width = high - low;
  const least = 1e-9 * Math.max(Math.abs(low), Math.abs(high), 1e-6);
  const pad = width > least ? width * margin : Math.abs(low) * 0.1 || 1;
  return [low - pad, high + pad];
}

/** Return about count round numbers from low to high: 1, 2 or 5 times a power of 10 apart. */
export function ticks(low, high, count = 5) {
  const rough = (high - low) / count;
  if (!(rough > 0) || !Number.isFinite(rough)) return [];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough);
  const found = [];
  for (let k = Math.ceil(low / step); k * step <= high; k++) found.push(k * step);
  return found;
}

/** Widen one of two ranges so that a unit has the same length on both axes. */
export function equalised([left, right], [low, high], aspect) {
  const unit = Math.max((right - left) / aspect, high - low);
  const x = (left + right) / 2;
  const y = (low + high) / 2;
  const half = unit / 2;
  return [
    [x - half * aspect, x + half * aspect],
    [y - half, y + half],
  ];
}

/**
 * Yield the indices of the samples to draw: all, or the smallest and largest of each group if there
 * are more than pixels, so that no peak is lost.
 */
export function* chosen(values, first, last, pixels) {
  const size = Math.ceil((last - first) / pixels);
  if (size <= 2) {
    for (let k = first; k < last; k++) yield k;
    return;
  }
  for (let begin = first; begin < last; begin += size) {
    yield* extremes(values, begin, Math.min(begin + size, last));
  }
}

/** Return the indices of the smallest and the largest value of a group, and of its last gap. */
function extremes(values, begin, end) {
  let low = begin;
  let high = begin;
  let gap = -1;
  for (let k = begin; k < end; k++) {
    if (values[k] === null) gap = k;
    else if (values[low] === null || values[k] < values[low]) low = k;
    if (values[k] !== null && (values[high] === null || values[k] > values[high])) high = k;
  }
  return [...new Set(gap < 0 ? [low, high] : [low, gap, high])].sort((a, b) => a - b);
}
