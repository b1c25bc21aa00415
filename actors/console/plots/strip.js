/** One plot under the arm, which stays in sight while settings are changed. */

import { choice, element } from "../page/dom.js";
import { recall, remember } from "../page/memory.js";
import { plotList } from "./plot_lists.js";
import { TimePlots } from "./time_plots.js";

const OF_ENERGY = /energy/;

export class Strip {
  constructor(store, topics) {
    Object.assign(this, { store, topics });
    this.root = element("div", { class: "strip" });
    this.plots = new TimePlots(topics.recorder, element("div"));
    store.watch(["params"], () => this._build());
    store.watch(["joints", "energy"], () => this.draw());
  }

  _build() {
    const links = this.store.get("params").lengths.length;
    if (links === this._links) return;
    this._links = links;
    const list = plotList(links);
    const titles = list.map(({ title }) => title);
    const chosen = recall("strip", titles[0]);
    const select = choice("plot", "strip", [...titles, "none"], chosen, (title) =>
      this._show(title),
    );
    this.list = list;
    this.root.replaceChildren(select.root, this.plots.root);
    this._show(chosen);
  }

  _show(title) {
    remember("strip", title);
    this._stopEnergy = this._stopEnergy?.();
    if (OF_ENERGY.test(title)) this._stopEnergy = this.topics.watchEnergy();
    this.plots.build(this.list.filter((each) => each.title === title));
    this.draw();
  }

  draw() {
    if (this.plots.root.offsetParent) this.plots.draw();
  }
}
