/** Discrete states over time as coloured bands: PID, pause, goal, trial, motion. */

import { prepare } from "../page/canvas.js";
import { colour } from "../page/theme.js";
import { Frame } from "./frame.js";

const COLOURS = {
  on: "series-1",
  running: "series-3",
  active: "series-1",
  executing: "series-1",
  moving: "series-1",
  stopping: "series-2",
  reached: "series-3",
  succeeded: "series-3",
  diverged: "bad",
  faulted: "bad",
  preempted: "series-2",
  paused: "series-2",
};

export class Bands {
  /**
   * @param {Array<{name: string, states: States}>} rows from the top
   * @param {object} view what all plots show: { window, end, axis, cursor }
   */
  constructor(canvas, rows, view) {
    Object.assign(this, { canvas, rows, view, lines: [], newest: 0 });
  }

  draw(across) {
    const sheet = prepare(this.canvas);
    if (!sheet) return;
    const { context, width, height } = sheet;
    this.frame = new Frame(width, height, across, [this.rows.length, 0]);
    this.frame.axes(
      context,
      this.rows.map(({ name }) => name),
    );
    this.frame.clip(context);
    this.rows.forEach(({ states }, k) => this._row(context, states, k, across));
    if (this.view.cursor !== null) this.frame.mark(context, this.view.cursor);
    context.restore();
  }

  _row(context, states, k, [from, until]) {
    const axis = this.view.axis === "times" ? "time" : "wall";
    const top = this.frame.y(k + 0.12);
    const tall = this.frame.y(k + 0.88) - top;
    for (const { begin, end, label } of states.bands(axis, from, Math.min(until, this.now()))) {
      const x = this.frame.x(begin);
      const wide = this.frame.x(end) - x;
      context.fillStyle = colour(COLOURS[label] ?? "faint");
      context.globalAlpha = COLOURS[label] ? 0.35 : 0.8;
      context.fillRect(x, top, wide, tall);
      context.globalAlpha = 1;
      context.fillStyle = colour("text");
      context.textAlign = "left";
      if (wide > 30) context.fillText(label, x + 4, top + tall / 2 + 4, wide - 6);
    }
  }

  /** Return the present place on the axis, where the last band ends. Set by TimePlots. */
  now() {
    return Infinity;
  }
}
