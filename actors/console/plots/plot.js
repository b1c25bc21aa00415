/** One plot of several series over time, on a canvas. */

import { prepare } from "../page/canvas.js";
import { colour } from "../page/theme.js";
import { Frame } from "./frame.js";
import { chosen, range } from "./scale.js";
import { firstFrom } from "./series.js";

export class Plot {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Array<{name: string, series: Series, colour: string, dash: number[]}>} lines
   * @param {object} view what all plots show: { window, end, axis, cursor }
   */
  constructor(canvas, lines, view) {
    Object.assign(this, { canvas, lines, view });
    this.vertical = null; // [low, high]; null fits what is shown
    this.box = null; // the corners of the zoom that is being drawn, in pixels
  }

  /** The newest place on the axis, in s. */
  get newest() {
    const ends = this.lines.map(({ series }) => series.run[this.view.axis].at(-1) ?? 0);
    return Math.max(0, ...ends);
  }

  /** Return the lines that the reader has not hidden. */
  get visible() {
    return this.lines.filter(({ hidden }) => !hidden);
  }

  draw(across) {
    const sheet = prepare(this.canvas);
    if (!sheet) return;
    const { context, width, height } = sheet;
    const curves = this.visible.flatMap((line) => this._curves(line, across));
    const up = this.vertical ?? range(shownValues(curves));
    this.frame = new Frame(width, height, across, up);
    this.frame.axes(context);
    this.frame.clip(context);
    for (const curve of curves) this._curve(context, curve, width);
    if (this.view.cursor !== null) this.frame.mark(context, this.view.cursor);
    context.restore();
    if (this.box) this._zoomBox(context);
  }

  /** Return what is drawn of a line: the present run, and faintly the one before a reset. */
  _curves({ series, colour: name, dash }, [begin, end]) {
    const { axis } = this.view;
    const runs = series.earlier ? [series.earlier, series.run] : [series.run];
    return runs.map((run) => ({
      run,
      name,
      dash,
      places: run[axis],
      faint: run === series.earlier && axis === "times",
      first: Math.max(0, firstFrom(run[axis], begin) - 1),
      last: Math.min(run.length, firstFrom(run[axis], end) + 1),
    }));
  }

  /** Draw a line, which breaks at gaps. */
  _curve(context, { run, places, first, last, name, dash, faint }, pixels) {
    context.strokeStyle = colour(name);
    context.globalAlpha = faint ? 0.3 : 1;
    context.lineWidth = 1.6;
    context.setLineDash(dash ?? []);
    context.beginPath();
    let broken = true;
    for (const k of chosen(run.values, first, last, pixels)) {
      const value = run.values[k];
      if (value !== null) {
        const at = [this.frame.x(places[k]), this.frame.y(value)];
        if (broken) context.moveTo(...at);
        else context.lineTo(...at);
      }
      broken = value === null;
    }
    context.stroke();
    context.globalAlpha = 1;
    context.setLineDash([]);
  }

  _zoomBox(context) {
    const [a, b] = this.box;
    context.fillStyle = colour("selected");
    context.fillRect(a.x, a.y, b.x - a.x, b.y - a.y);
  }

  /** Return the samples of the present run as text: a row for each time, a column for each line. */
  csv() {
    const all = this.lines.flatMap(({ series }) => series.times);
    const times = [...new Set(all)].sort((a, b) => a - b);
    const head = ["time", ...this.lines.map(({ name }) => name)].join(",");
    const rows = times.map((time) => {
      return [time, ...this.lines.map(({ series }) => series.at(time) ?? "")].join(",");
    });
    return [head, ...rows].join("\n") + "\n";
  }
}

function* shownValues(curves) {
  for (const { run, first, last } of curves) {
    for (let k = first; k < last; k++) yield run.values[k];
  }
}
