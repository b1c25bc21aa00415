/** What is said about motions, and their recordings as text. */

import { short } from "../page/numbers.js";

/** Say in words how motions are. */
export function told(motion) {
  if (!motion) return "no motion";
  const { state, motion_id: id, motion: kind, elapsed, duration, reason } = motion;
  const time = id ? `${id}, ${kind}, ${short(elapsed, 3)} of ${short(duration, 3)} s` : "";
  return [state, time, reason].filter(Boolean).join(": ");
}

/** Say in words by how much the pen was off. */
export function report(what, reason, { mean, rms, max }) {
  const mm = (value) => (value === null ? "–" : `${short(value * 1000, 3)} mm`);
  const why = reason ? ` (${reason})` : "";
  const off = `${mm(mean)} on average, rms ${mm(rms)}, at most ${mm(max)}`;
  return `${what}${why}; the pen was off by ${off}`;
}

/** Write a recording as text: a row for each sample, and a column for each number. */
export function recordingCsv(recording) {
  const columns = Object.entries(recording).flatMap(([name, samples]) => {
    if (!Array.isArray(samples[0])) return [[name, samples]];
    return samples[0].map((_, i) => [`${name} ${i + 1}`, samples.map((sample) => sample[i])]);
  });
  const rows = (recording.time ?? []).map((_, k) =>
    columns.map(([, values]) => values[k]).join(","),
  );
  return [columns.map(([name]) => name).join(","), ...rows].join("\n") + "\n";
}
