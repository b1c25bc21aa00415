/** A plot of one series over another, for example the phase plane of a joint. */

import { prepare } from "../page/canvas.js";
import { colour } from "../page/theme.js";
import { Frame } from "./frame.js";
import { equalised, range } from "./scale.js";

const AGE = 1200; // samples that are shown

export class XyPlot {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Array<{x: Series, y: Series, colour: string}>} curves
   */
  constructor(canvas, curves) {
    Object.assign(this, { canvas, curves });
  }

  /** Draw it; a unit has the same length on both axes. */
  draw() {
    const sheet = prepare(this.canvas);
    if (!sheet) return;
    const { context, width, height } = sheet;
    const paths = this.curves.map(({ x, y, ...look }) => ({ points: pairs(x, y), ...look }));
    const points = paths.flatMap((path) => path.points);
    const xs = range(points.map(([x]) => x));
    const ys = range(points.map(([, y]) => y));
    const frame = new Frame(width, height, ...equalised(xs, ys, Frame.aspect(width, height)));
    frame.axes(context);
    frame.clip(context);
    for (const path of paths) curve(context, frame, path);
    context.restore();
  }
}

/** Return the newest pairs of values of two series. Both get their samples at the same times. */
function pairs(x, y) {
  const count = Math.min(AGE, x.values.length, y.values.length);
  const [xs, ys] = [x.values.slice(-count), y.values.slice(-count)];
  return count ? xs.map((value, k) => [value, ys[k]]) : [];
}

function curve(context, frame, { points, colour: name, dash }) {
  context.strokeStyle = colour(name);
  context.lineWidth = 1.5;
  context.setLineDash(dash ?? []);
  context.beginPath();
  let broken = true;
  for (const [x, y] of points) {
    const gap = x === null || y === null;
    if (!gap && broken) context.moveTo(frame.x(x), frame.y(y));
    else if (!gap) context.lineTo(frame.x(x), frame.y(y));
    broken = gap;
  }
  context.stroke();
  context.setLineDash([]);
}
