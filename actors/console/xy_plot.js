/** A plot of one series over another, for example the phase plane of a joint. */

import { range, short, ticks } from "./scale.js";

const EDGE = 40; // pixels for the numbers of the axes
const AGE = 1200; // samples that are shown

export class XyPlot {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Array<{x: Series, y: Series, colour: string}>} curves
   * @param {boolean} equal whether both axes have the same scale
   */
  constructor(canvas, curves, equal) {
    Object.assign(this, { canvas, curves, equal });
  }

  draw() {
    const { canvas } = this;
    const ratio = devicePixelRatio || 1;
    const width = canvas.clientWidth;
    const height = canvas.clientHeight;
    if (!width) return;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const style = getComputedStyle(canvas);
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.font = "11px system-ui, sans-serif";
    const recent = (series) => series.values.slice(-AGE);
    const xs = range(this.curves.flatMap(({ x }) => recent(x)));
    const ys = range(this.curves.flatMap(({ y }) => recent(y)));
    const [across, up] = this.equal ? equalised(xs, ys, (width - EDGE) / (height - EDGE / 2)) : [xs, ys];
    const px = (value) => EDGE + ((value - across[0]) / (across[1] - across[0])) * (width - EDGE);
    const py = (value) => (height - EDGE / 2) * (1 - (value - up[0]) / (up[1] - up[0]));
    grid(context, style, { across, up, px, py, width, height });
    for (const { x, y, colour } of this.curves) {
      context.strokeStyle = style.getPropertyValue(`--${colour}`);
      context.lineWidth = 1.5;
      context.beginPath();
      let broken = true;
      const values = recent(y);
      recent(x).forEach((value, k) => {
        if (value === null || values[k] === null) broken = true;
        else {
          if (broken) context.moveTo(px(value), py(values[k]));
          else context.lineTo(px(value), py(values[k]));
          broken = false;
        }
      });
      context.stroke();
    }
  }
}

/** Widen one of two ranges so that a unit has the same length on both axes. */
export function equalised([left, right], [low, high], aspect) {
  const unit = Math.max((right - left) / aspect, high - low);
  const x = (left + right) / 2;
  const y = (low + high) / 2;
  return [[x - (unit * aspect) / 2, x + (unit * aspect) / 2], [y - unit / 2, y + unit / 2]];
}

function grid(context, style, { across, up, px, py, width, height }) {
  context.strokeStyle = style.getPropertyValue("--faint");
  context.fillStyle = style.getPropertyValue("--muted");
  context.beginPath();
  context.textAlign = "center";
  for (const value of ticks(...across, 4)) {
    context.moveTo(px(value), 0);
    context.lineTo(px(value), height - EDGE / 2);
    context.fillText(short(value, 3), px(value), height - 6);
  }
  context.textAlign = "right";
  for (const value of ticks(...up, 4)) {
    context.moveTo(EDGE, py(value));
    context.lineTo(width, py(value));
    context.fillText(short(value, 3), EDGE - 5, py(value) + 4);
  }
  context.stroke();
}
