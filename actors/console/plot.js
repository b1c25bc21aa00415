/** One plot of several series over time, on a canvas. */

import { range, short, ticks } from "./scale.js";

const LEFT = 52; // pixels for the numbers of the vertical axis
const BOTTOM = 20;
const TOP = 8;
const RIGHT = 8;

export class Plot {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Array<{name: string, series: Series, colour: string, dash: number[]}>} lines
   */
  constructor(canvas, lines) {
    this.canvas = canvas;
    this.lines = lines;
    this.window = 10; // s
    this.end = null; // s, the right end; null follows the newest sample
    this.vertical = null; // [low, high], null fits what is shown
    this.cursor = null; // s
  }

  /** Return the range of time that is shown. */
  get span() {
    const newest = Math.max(0, ...this.lines.map(({ series }) => series.times.at(-1) ?? 0));
    const end = this.end ?? Math.max(newest, this.window);
    return [end - this.window, end];
  }

  draw() {
    const { canvas } = this;
    const ratio = devicePixelRatio || 1;
    this.width = canvas.clientWidth;
    this.height = canvas.clientHeight;
    if (!this.width) return;
    canvas.width = Math.round(this.width * ratio);
    canvas.height = Math.round(this.height * ratio);
    const style = getComputedStyle(canvas);
    this.colour = (name) => style.getPropertyValue(`--${name}`);
    const context = (this.context = canvas.getContext("2d"));
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.font = "11px system-ui, sans-serif";
    this.shown = this.lines.map(({ series }) => [
      Math.max(0, series.from(this.span[0]) - 1),
      Math.min(series.times.length, series.from(this.span[1]) + 1),
    ]);
    this.bounds = this.vertical ?? range(this._visible());
    this._axes();
    context.save();
    context.beginPath();
    context.rect(LEFT, TOP, this.width - LEFT - RIGHT, this.height - TOP - BOTTOM);
    context.clip();
    this.lines.forEach((line, i) => this._curve(line, ...this.shown[i]));
    this._cursor();
    context.restore();
  }

  *_visible() {
    for (const [i, { series }] of this.lines.entries()) {
      for (let k = this.shown[i][0]; k < this.shown[i][1]; k++) yield series.values[k];
    }
  }

  x(time) {
    const [begin, end] = this.span;
    return LEFT + ((time - begin) / (end - begin)) * (this.width - LEFT - RIGHT);
  }

  y(value) {
    const [low, high] = this.bounds;
    return TOP + ((high - value) / (high - low)) * (this.height - TOP - BOTTOM);
  }

  /** Return the time (s) at a horizontal position in pixels. */
  time(x) {
    const [begin, end] = this.span;
    return begin + ((x - LEFT) / (this.width - LEFT - RIGHT)) * (end - begin);
  }

  /** Return the value at a vertical position in pixels. */
  value(y) {
    const [low, high] = this.bounds;
    return high - ((y - TOP) / (this.height - TOP - BOTTOM)) * (high - low);
  }

  _axes() {
    const { context } = this;
    context.strokeStyle = this.colour("faint");
    context.fillStyle = this.colour("muted");
    context.lineWidth = 1;
    context.beginPath();
    context.textAlign = "right";
    for (const value of ticks(...this.bounds, 4)) {
      const y = Math.round(this.y(value)) + 0.5;
      context.moveTo(LEFT, y);
      context.lineTo(this.width - RIGHT, y);
      context.fillText(short(value), LEFT - 6, y + 4);
    }
    context.textAlign = "center";
    for (const time of ticks(...this.span, Math.max(2, Math.floor(this.width / 90)))) {
      const x = Math.round(this.x(time)) + 0.5;
      context.moveTo(x, TOP);
      context.lineTo(x, this.height - BOTTOM);
      context.fillText(short(time), x, this.height - 6);
    }
    context.stroke();
  }

  /** Draw a line, which breaks at gaps. */
  _curve({ series, colour, dash }, first, last) {
    const { context } = this;
    context.strokeStyle = this.colour(colour);
    context.lineWidth = 1.5;
    context.setLineDash(dash ?? []);
    context.beginPath();
    let broken = true;
    for (const k of chosen(series.values, first, last, this.width)) {
      const value = series.values[k];
      if (value !== null) {
        if (broken) context.moveTo(this.x(series.times[k]), this.y(value));
        else context.lineTo(this.x(series.times[k]), this.y(value));
      }
      broken = value === null;
    }
    context.stroke();
    context.setLineDash([]);
  }

  _cursor() {
    if (this.cursor === null) return;
    const x = this.x(this.cursor);
    this.context.strokeStyle = this.colour("muted");
    this.context.beginPath();
    this.context.moveTo(x, TOP);
    this.context.lineTo(x, this.height - BOTTOM);
    this.context.stroke();
  }

  /** Return the samples that are shown as text: one row for each time, one column for each line. */
  csv() {
    const times = [...new Set(this.lines.flatMap(({ series }) => series.times))].sort((a, b) => a - b);
    const head = ["time", ...this.lines.map(({ name }) => name)].join(",");
    const rows = times.map((time) => [time, ...this.lines.map(({ series }) => series.at(time) ?? "")].join(","));
    return [head, ...rows].join("\n") + "\n";
  }
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
    const end = Math.min(begin + size, last);
    let low = begin;
    let high = begin;
    let gap = -1;
    for (let k = begin; k < end; k++) {
      if (values[k] === null) gap = k;
      else if (values[low] === null || values[k] < values[low]) low = k;
      if (values[k] !== null && (values[high] === null || values[k] > values[high])) high = k;
    }
    yield* [...new Set(gap < 0 ? [low, high] : [low, gap, high])].sort((a, b) => a - b);
  }
}
