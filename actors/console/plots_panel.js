/** The panel of plots: over simulation time, the path of the pen, and the phase plane. */

import { button, element, save } from "./dom.js";
import { plotList, xyList } from "./plot_lists.js";
import { TimePlots } from "./time_plots.js";
import { XyPlot } from "./xy_plot.js";

const WINDOWS = [2, 5, 10, 30, 120]; // s

export class PlotsPanel {
  constructor(store, topics) {
    Object.assign(this, { store, topics });
    this.time = new TimePlots(topics);
    this.pictures = element("div", { class: "pair" });
    this.xy = [];
    this.root = element("div", {}, this._bar(), this.time.root, this.pictures);
    store.watch(["params"], () => this._build());
    store.watch(["joints", "energy", "theme"], () => this.draw());
  }

  _bar() {
    const options = WINDOWS.map((s) => element("option", { value: s, text: `${s} s`, selected: s === 10 }));
    const window = element("select", { id: "window" }, options);
    window.addEventListener("change", () => this.time.setWindow(Number(window.value)));
    const hold = button("hold", () => show(this.time.hold(!this.time.held)), { "aria-pressed": "false", id: "hold" });
    const show = (held) => hold.setAttribute("aria-pressed", held);
    this.time.onhold = show;
    return element("div", { class: "row" },
      element("label", { for: "window", text: "window" }), window, hold,
      button("clear", () => {
        this.topics.clearSeries();
        this.draw();
      }),
      button("reset view", () => this.time.resetView()),
      element("span", { class: "muted small", text: "drag: move, shift and drag: zoom, wheel: window" }));
  }

  _build() {
    const links = this.store.get("params").lengths.length;
    if (links === this._links) return;
    this._links = links;
    this.time.build(plotList(links));
    this.xy = xyList(links).map(({ title, curves, equal }) => {
      const canvas = element("canvas", { class: "plot tall", role: "img", "aria-label": title });
      const lines = curves.map(({ x, y, colour }) => ({ x: this.topics.of(x), y: this.topics.of(y), colour }));
      const png = button("png", () => canvas.toBlob((blob) => save(`${title.replaceAll(" ", "-")}.png`, blob)), { class: "small" });
      return { plot: new XyPlot(canvas, lines, equal), card: element("figure", { class: "card" }, element("figcaption", {}, title, " ", png), canvas) };
    });
    this.pictures.replaceChildren(...this.xy.map(({ card }) => card));
  }

  /** Called when the panel is shown or hidden: the energies come only while it is shown. */
  shown(visible) {
    if (visible && !this._stopEnergy) this._stopEnergy = this.topics.watchEnergy();
    if (!visible) this._stopEnergy = this._stopEnergy?.();
    this.draw();
  }

  draw() {
    if (!this.root.isConnected || this.root.closest("[hidden]")) return;
    this.time.draw();
    for (const { plot } of this.xy) plot.draw();
  }
}

