/** The panel of plots over simulation time. */

import { button, element, save } from "./dom.js";
import { Plot } from "./plot.js";
import { short } from "./scale.js";

const JOINT_COLOURS = ["series-1", "series-2", "series-3"];
const HEIGHT = 150; // pixels

/** Return the plots for an arm with some number of links. */
export function plotList(links) {
  const joints = Array.from({ length: links }, (_, i) => i);
  const each = (name) => joints.map((i) => ({ name: `${name} ${i + 1}`, colour: JOINT_COLOURS[i] }));
  return [
    { title: "position (rad), setpoint dashed", lines: [...each("position"), ...each("setpoint").map((line) => ({ ...line, dash: [5, 4] }))] },
    { title: "velocity (rad/s)", lines: each("velocity") },
    { title: "effort (N m)", lines: each("effort") },
    { title: "energy (J)", energy: true, lines: ["kinetic", "potential", "total"].map((name, i) => ({ name, colour: JOINT_COLOURS[i] })) },
    { title: "drift of the energy (J)", energy: true, lines: [{ name: "drift", colour: "series-1" }] },
    { title: "distance to the goal (m)", lines: [{ name: "distance", colour: "series-2" }] },
  ];
}

export class PlotsPanel {
  constructor(store, topics) {
    Object.assign(this, { store, topics });
    this.plots = [];
    this.paused = false;
    this.grid = element("div", { class: "plots" });
    this.root = element("div", {}, this._bar(), this.grid);
    store.watch(["params"], () => this._build());
    store.watch(["joints", "energy", "theme"], () => this.draw());
  }

  _bar() {
    const window = element("select", { id: "window" }, [2, 5, 10, 30, 120].map((s) => element("option", { value: s, text: `${s} s`, selected: s === 10 })));
    window.addEventListener("change", () => this._each((plot) => (plot.window = Number(window.value))));
    const hold = button("hold", () => {
      this.paused = !this.paused;
      hold.setAttribute("aria-pressed", this.paused);
      this._each((plot) => (plot.end = this.paused ? plot.span[1] : null));
    }, { "aria-pressed": "false" });
    return element("div", { class: "row" },
      element("label", { for: "window", text: "window" }), window, hold,
      button("clear", () => { this.topics.clearSeries(); this.draw(); }),
      button("reset view", () => this._each((plot) => { plot.vertical = null; plot.end = null; this.paused = false; hold.setAttribute("aria-pressed", "false"); })));
  }

  _each(change) {
    for (const { plot } of this.plots) change(plot);
    this.draw();
  }

  _build() {
    const links = this.store.get("params").lengths.length;
    if (links === this._links) return;
    this._links = links;
    this._stopEnergy?.();
    this._stopEnergy = this.topics.watchEnergy();
    this.plots = plotList(links).map((description) => this._plot(description));
    this.grid.replaceChildren(...this.plots.map(({ card }) => card));
  }

  _plot({ title, lines }) {
    const canvas = element("canvas", { class: "plot", height: HEIGHT, tabindex: 0, role: "img", "aria-label": title });
    const plot = new Plot(canvas, lines.map((line) => ({ ...line, series: this.topics.of(line.name) })));
    const values = element("output", { class: "values" });
    const entry = { plot, values };
    this._interact(canvas, plot);
    const name = title.split(" (")[0].replaceAll(" ", "-");
    entry.card = element("figure", { class: "card" },
      element("figcaption", {}, title, " ",
        button("csv", () => save(`${name}.csv`, plot.csv()), { class: "small" }),
        button("png", () => canvas.toBlob((blob) => save(`${name}.png`, blob)), { class: "small" })),
      canvas, values);
    return entry;
  }

  /** Dragging moves through time, the wheel changes the window, hovering shows the values. */
  _interact(canvas, plot) {
    let last = null;
    canvas.addEventListener("pointermove", (event) => {
      const x = event.offsetX;
      if (last !== null) {
        const moved = plot.time(last) - plot.time(x);
        const end = plot.span[1] + moved;
        this._each((each) => (each.end = end));
        last = x;
      }
      this._each((each) => (each.cursor = plot.time(x)));
    });
    canvas.addEventListener("pointerdown", (event) => { last = event.offsetX; canvas.setPointerCapture(event.pointerId); });
    canvas.addEventListener("pointerup", () => (last = null));
    canvas.addEventListener("pointerleave", () => this._each((each) => (each.cursor = null)));
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      const factor = event.deltaY > 0 ? 1.25 : 0.8;
      this._each((each) => (each.window = Math.min(600, Math.max(0.05, each.window * factor))));
    }, { passive: false });
  }

  draw() {
    if (!this.root.isConnected || this.root.closest("[hidden]")) return;
    for (const { plot, values } of this.plots) {
      plot.draw();
      const at = plot.cursor;
      values.textContent = plot.lines.map(({ name, series }) => `${name} ${short(at === null ? series.values.at(-1) : series.at(at))}`).join("   ");
    }
  }
}
