/** The frame of a plot: where values are in pixels, and the axes with their numbers. */

import { short } from "../page/numbers.js";
import { colour } from "../page/theme.js";
import { ticks } from "./scale.js";

const LEFT = 54; // pixels for the numbers of the vertical axis
const BOTTOM = 20;
const TOP = 8;
const RIGHT = 10;

export class Frame {
  /**
   * @param {number[]} across [low, high] of the horizontal axis
   * @param {number[]} up [low, high] of the vertical axis
   */
  constructor(width, height, across, up) {
    Object.assign(this, { width, height, across, up });
    this.inner = [Math.max(1, width - LEFT - RIGHT), Math.max(1, height - TOP - BOTTOM)];
  }

  /** The width of the inside divided by its height, of a plot with this size. */
  static aspect(width, height) {
    return Math.max(1, width - LEFT - RIGHT) / Math.max(1, height - TOP - BOTTOM);
  }

  x(value) {
    return LEFT + ((value - this.across[0]) / (this.across[1] - this.across[0])) * this.inner[0];
  }

  y(value) {
    return TOP + ((this.up[1] - value) / (this.up[1] - this.up[0])) * this.inner[1];
  }

  /** Return the value of the horizontal axis at a position in pixels. */
  acrossAt(x) {
    return this.across[0] + ((x - LEFT) / this.inner[0]) * (this.across[1] - this.across[0]);
  }

  /** Return the value of the vertical axis at a position in pixels. */
  upAt(y) {
    return this.up[1] - ((y - TOP) / this.inner[1]) * (this.up[1] - this.up[0]);
  }

  /** Draw lines at round numbers; names are those of rows, which take the place of numbers. */
  axes(context, names) {
    context.strokeStyle = colour("faint");
    context.fillStyle = colour("muted");
    context.lineWidth = 1;
    context.beginPath();
    context.textAlign = "right";
    const marks =
      names?.map((name, k) => [k + 0.5, name]) ??
      ticks(...this.up, Math.max(2, this.inner[1] / 35)).map((value) => [value, short(value)]);
    for (const [value, text] of marks) {
      const y = Math.round(this.y(value)) + 0.5;
      if (!names) this._line(context, [LEFT, y], [this.width - RIGHT, y]);
      context.fillText(text, LEFT - 6, y + 4);
    }
    context.textAlign = "center";
    for (const value of ticks(...this.across, Math.max(2, this.inner[0] / 85))) {
      const x = Math.round(this.x(value)) + 0.5;
      this._line(context, [x, TOP], [x, this.height - BOTTOM]);
      context.fillText(short(value), x, this.height - 6);
    }
    context.stroke();
  }

  _line(context, from, to) {
    context.moveTo(...from);
    context.lineTo(...to);
  }

  /** Let what is drawn next end at the frame, until context.restore(). */
  clip(context) {
    context.save();
    context.beginPath();
    context.rect(LEFT, TOP, ...this.inner);
    context.clip();
  }

  /** Draw a vertical line, for example at the cursor. */
  mark(context, value) {
    context.strokeStyle = colour("muted");
    context.beginPath();
    this._line(context, [this.x(value), TOP], [this.x(value), this.height - BOTTOM]);
    context.stroke();
  }
}
