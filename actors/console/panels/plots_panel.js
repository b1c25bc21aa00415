/** The panel of plots: over simulation time, the path of the pen, and the phase plane. */

import { button, choice, element, row } from "../page/dom.js";
import { recall, remember } from "../page/memory.js";
import { fileName, savePicture } from "../page/save.js";
import { OwnPlots } from "../plots/own_plot.js";
import { plotList, xyList } from "../plots/plot_lists.js";
import { TimePlots } from "../plots/time_plots.js";
import { XyPlot } from "../plots/xy_plot.js";

const WINDOWS = [2, 5, 10, 30, 120]; // s
const AXES = [
  ["times", "simulation time"],
  ["walls", "wall time"],
];
const HELP = "drag: move · wheel after a click: window · + − ← → Home: the same by key";

export class PlotsPanel {
  constructor(wire, store, topics) {
    Object.assign(this, { store, topics });
    this.time = new TimePlots(topics.recorder, element("div", { class: "plots" }));
    this.own = new OwnPlots(wire, store, topics.recorder, this.time);
    this.pictures = element("div", { class: "plots" });
    this.xy = [];
    this.root = element("div", {}, this._bar(), this.own.root, this.time.root, this.pictures);
    store.watch(["params"], () => this._build());
    store.watch(["joints", "energy"], () => this.draw());
  }

  _bar() {
    const seconds = WINDOWS.map((s) => [s, `${s} s`]);
    const window = choice("window", "window", seconds, recall("window", 10), (s) =>
      this._window(s),
    );
    const axis = choice("over", "axis", AXES, "times", (name) => {
      this.time.view.axis = name;
      this.time.resetView();
    });
    const hold = this._toggle("hold", (on) => this.time.hold(on));
    this.time.onhold = (held) => hold.setAttribute("aria-pressed", held);
    const zoom = this._toggle("zoom box", (on) => (this.time.view.zooming = on));
    return element(
      "div",
      {},
      row(window.root, axis.root),
      row(
        hold,
        zoom,
        button("clear", () => {
          this.topics.recorder.clear();
          this.draw();
        }),
        button("reset view", () => this.time.resetView()),
      ),
      element("p", { class: "muted small", text: HELP }),
    );
  }

  _window(seconds) {
    this.time.view.window = Number(seconds);
    remember("window", Number(seconds));
    this.time.draw();
  }

  _toggle(text, change) {
    const made = button(
      text,
      () => {
        const on = made.getAttribute("aria-pressed") !== "true";
        made.setAttribute("aria-pressed", on);
        change(on);
      },
      { "aria-pressed": "false", id: text.replace(" ", "-") },
    );
    return made;
  }

  _build() {
    const links = this.store.get("params").lengths.length;
    if (links === this._links) return;
    this._links = links;
    this.time.view.window = recall("window", 10);
    this.time.build(plotList(links));
    this.own.restore();
    this.xy = xyList(links).map((description) => this._xy(description));
    this.pictures.replaceChildren(...this.xy.map(({ card }) => card));
  }

  _xy({ title, curves }) {
    const canvas = element("canvas", { class: "plot tall", role: "img", "aria-label": title });
    const { recorder } = this.topics;
    const lines = curves.map(({ x, y, ...look }) => {
      return { x: recorder.of(x), y: recorder.of(y), ...look };
    });
    const png = button("png", () => savePicture(fileName(title, "png"), canvas), {
      class: "small",
    });
    const caption = element("figcaption", {}, title, element("span", { class: "spring" }), png);
    const card = element("figure", { class: "card" }, caption, canvas);
    return { plot: new XyPlot(canvas, lines), card };
  }

  /** Called when the panel is shown or hidden: the energies come only while it is shown. */
  shown(visible) {
    if (visible && !this._stopEnergy) this._stopEnergy = this.topics.watchEnergy();
    if (!visible) this._stopEnergy = this._stopEnergy?.();
    if (visible) this.draw();
  }

  draw() {
    if (this.root.closest("[hidden]")) return;
    this.time.draw();
    for (const { plot } of this.xy) plot.draw();
  }
}
