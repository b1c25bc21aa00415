/** What lies in the plane of the arm besides the arm itself. */

import { short } from "../page/numbers.js";
import { ticks } from "../plots/scale.js";

const HEADING = 26; // pixels, the length of the arrow of a heading

/** Lines at round numbers of m, so that the picture has a scale. */
export function grid(brush, width, height) {
  const { camera } = brush;
  const [left, top] = camera.toPlane([0, 0]);
  const [right, bottom] = camera.toPlane([width, height]);
  const count = Math.max(4, Math.round(Math.min(width, height) / 55));
  const step = ticks(0, Math.min(right - left, top - bottom), count)[1];
  for (let k = Math.ceil(left / step); k * step <= right; k++) {
    brush
      .line([
        [k * step, top],
        [k * step, bottom],
      ])
      .stroke("grid");
    brush.text(short(k * step), [k * step, bottom], "muted", [3, -4]);
  }
  for (let k = Math.ceil(bottom / step); k * step <= top; k++) {
    brush
      .line([
        [left, k * step],
        [right, k * step],
      ])
      .stroke("grid");
    brush.text(short(k * step), [left, k * step], "muted", [3, -3]);
  }
}

/** The circles between which the pen can be, and the base of the arm. */
export function workspace(brush, [inner, outer]) {
  brush.circle([0, 0], outer).stroke("edge", 1.5);
  if (inner) brush.circle([0, 0], inner).stroke("edge", 1.5);
  const { context, camera } = brush;
  const [x, y] = camera.toPixels([0, 0]);
  context.beginPath();
  context.moveTo(x - 16, y + 18);
  context.lineTo(x + 16, y + 18);
  context.lineTo(x + 7, y);
  context.lineTo(x - 7, y);
  context.closePath();
  brush.fill("base");
}

/** An arrow in a corner shows the direction of gravity; without gravity, a text says so. */
export function gravity(brush, value) {
  const { context, camera } = brush;
  const at = camera.toPlane([30, 42]);
  if (!value) return brush.text("no gravity", at, "muted", [-14, 4]);
  const sign = Math.sign(value);
  context.beginPath();
  for (const [from, to] of [
    [
      [30, 42 - 16 * sign],
      [30, 42 + 16 * sign],
    ],
    [
      [25, 42 + 9 * sign],
      [30, 42 + 16 * sign],
    ],
    [
      [35, 42 + 9 * sign],
      [30, 42 + 16 * sign],
    ],
  ]) {
    context.moveTo(...from);
    context.lineTo(...to);
  }
  brush.stroke("muted", 2);
  brush.text(`g ${short(value)} m/s²`, at, "muted", [10, 4]);
}

export function obstacles(brush, circles) {
  for (const { x, y, radius } of circles ?? []) {
    brush.circle([x, y], radius).fill("obstacle");
    brush.stroke("muted", 1.5, [2, 3]);
  }
}

/** The goal: its epsilon where it is known, and its heading if it has one. */
export function goal(brush, target) {
  if (!target) return;
  const { x, y, phi, epsilon, outcome } = target;
  const name = outcome && outcome !== "reached" ? "muted" : "goal";
  if (epsilon) brush.circle([x, y], epsilon).stroke(name, 1.5, [4, 3]);
  brush.dot([x, y], 4).fill(name);
  brush.dot([x, y], 9).stroke(name, 1.5);
  if (Number.isFinite(phi)) {
    const r = HEADING / brush.camera.scale;
    brush
      .line([
        [x, y],
        [x + r * Math.cos(phi), y + r * Math.sin(phi)],
      ])
      .stroke(name, 2.5);
  }
}

/** The cross that the arrow keys move. */
export function cross(brush, [x, y]) {
  const r = 10 / brush.camera.scale;
  brush
    .line([
      [x - r, y],
      [x + r, y],
    ])
    .stroke("text", 1.5);
  brush
    .line([
      [x, y - r],
      [x, y + r],
    ])
    .stroke("text", 1.5);
}

/** What is drawn with the mouse at present: a stroke, a heading, or a circle. */
export function sketch(brush, drawn) {
  if (!drawn) return;
  if (drawn.circle)
    brush.circle(drawn.circle.center, drawn.circle.radius).stroke("goal", 2, [4, 3]);
  else if (drawn.points?.length > 1) brush.line(drawn.points).stroke("goal", 2);
}
