/** Several plots over time that are moved, zoomed and read together. */

import { button, element, save } from "./dom.js";
import { Plot } from "./plot.js";
import { short } from "./scale.js";

const LONGEST = 600; // s that a window may show
const SHORTEST = 0.02; // s

export class TimePlots {
  constructor(topics) {
    this.topics = topics;
    this.entries = [];
    this.held = false;
    this.onhold = () => {}; // called when the plots begin to hold, or to follow
    this.root = element("div", { class: "plots" });
  }

  /** Make the plots of a list of { title, lines }. */
  build(list) {
    this.entries = list.map((description) => this._entry(description));
    this.root.replaceChildren(...this.entries.map(({ card }) => card));
  }

  _entry({ title, lines }) {
    const canvas = element("canvas", { class: "plot", tabindex: 0, role: "img", "aria-label": title });
    const plot = new Plot(canvas, lines.map((line) => ({ ...line, series: this.topics.of(line.name) })));
    const values = element("output", { class: "values" });
    const name = title.split(" (")[0].replaceAll(" ", "-");
    const card = element("figure", { class: "card" },
      element("figcaption", {}, title, " ",
        button("csv", () => save(`${name}.csv`, plot.csv()), { class: "small" }),
        button("png", () => canvas.toBlob((blob) => save(`${name}.png`, blob)), { class: "small" })),
      canvas, values);
    this._interact(canvas, plot);
    return { plot, values, card };
  }

  _interact(canvas, plot) {
    let begin = null; // where the button was pressed, and what was shown then
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      begin = { x: event.offsetX, y: event.offsetY, end: plot.span[1], zoom: event.shiftKey };
    });
    canvas.addEventListener("pointermove", (event) => {
      if (begin && !begin.zoom) this._moveTo(begin.end + plot.time(begin.x) - plot.time(event.offsetX));
      this._each((each) => (each.cursor = plot.time(event.offsetX)));
    });
    canvas.addEventListener("pointerup", (event) => {
      if (begin?.zoom) this._zoom(plot, begin, { x: event.offsetX, y: event.offsetY });
      begin = null;
    });
    canvas.addEventListener("pointerleave", () => this._each((each) => (each.cursor = null)));
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this._each((each) => (each.window = clamp(each.window * (event.deltaY > 0 ? 1.25 : 0.8))));
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => this._key(event, plot));
  }

  /** The keyboard moves and zooms too: arrows, plus and minus. */
  _key(event, plot) {
    const step = { ArrowLeft: -0.2, ArrowRight: 0.2 }[event.key];
    const factor = { "+": 0.8, "-": 1.25 }[event.key];
    if (step) this._moveTo(plot.span[1] + step * plot.window);
    else if (factor) this._each((each) => (each.window = clamp(each.window * factor)));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  _moveTo(end) {
    this.hold(true);
    this._each((each) => (each.end = end));
  }

  /** Show the box between two places: its times in all plots, its values in this one. */
  _zoom(plot, a, b) {
    const times = [plot.time(a.x), plot.time(b.x)].sort((x, y) => x - y);
    const values = [plot.value(a.y), plot.value(b.y)].sort((x, y) => x - y);
    if (times[1] - times[0] < SHORTEST || values[0] === values[1]) return;
    plot.vertical = values;
    this.hold(true);
    this._each((each) => {
      each.window = times[1] - times[0];
      each.end = times[1];
    });
  }

  setWindow(seconds) {
    this._each((each) => (each.window = seconds));
  }

  /** Hold what is shown while data flows on, or follow the newest data. Returns whether it holds. */
  hold(held) {
    if (held !== this.held) {
      this.held = held;
      this._each((each) => (each.end = held ? each.span[1] : null));
      this.onhold(held);
    }
    return held;
  }

  resetView() {
    this.hold(false);
    this._each((each) => {
      each.vertical = null;
      each.window = 10;
    });
  }

  _each(change) {
    for (const { plot } of this.entries) change(plot);
    this.draw();
  }

  draw() {
    for (const { plot, values } of this.entries) {
      plot.draw();
      const at = plot.cursor;
      const value = ({ series }) => short(at === null ? series.values.at(-1) : series.at(at));
      const time = at === null ? "" : `t ${short(at)}   `;
      values.textContent = time + plot.lines.map((line) => `${line.name} ${value(line)}`).join("   ");
    }
  }
}

function clamp(seconds) {
  return Math.min(LONGEST, Math.max(SHORTEST, seconds));
}
