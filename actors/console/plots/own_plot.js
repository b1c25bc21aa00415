/** Plots of the reader's own choice: any numbers in any messages, by their paths. */

import { stampOf } from "../link/topics.js";
import { button, element } from "../page/dom.js";
import { recall, remember } from "../page/memory.js";
import { parsePath, pathsIn, valueAt } from "./paths.js";
import { COLOURS } from "./plot_lists.js";

const FRAME = 16; // ms between two messages
const TRIED = 1500; // ms for which a topic is listened to, to suggest the paths in its messages
const MOST = 4; // curves in a plot

export class OwnPlots {
  /** @param {TimePlots} plots get the plots that are made here */
  constructor(wire, store, recorder, plots) {
    Object.assign(this, { wire, store, recorder, plots });
    this.made = []; // the paths of each plot
    this.suggestions = element("datalist", { id: "paths" });
    this.input = element("input", {
      type: "text",
      list: "paths",
      id: "path",
      placeholder: "/joint_states.position[0]",
      autocomplete: "off",
      spellcheck: "false",
      size: 30,
    });
    this.said = element("output", { class: "said bad", role: "status" });
    this.input.addEventListener("change", () => this.add());
    this.input.addEventListener("focus", () => this._suggest());
    this.root = element(
      "div",
      { class: "row" },
      element("label", { for: "path", text: "plot of your own" }),
      this.input,
      button("add", () => this.add()),
      this.suggestions,
      this.said,
    );
  }

  /** Show the plots again that were there when the page was left. */
  restore() {
    for (const paths of recall("own plots", [])) this._show(paths);
  }

  /** Add a plot of the paths in the field, which blanks or commas separate. */
  add() {
    const paths = this.input.value
      .split(/[\s,]+/)
      .filter(Boolean)
      .slice(0, MOST);
    if (!paths.length) return;
    const bad = paths.find((path) => !parsePath(path));
    this.said.textContent = bad
      ? `${bad} is no path: it must be a topic and a field, such as ${this.input.placeholder}`
      : "";
    if (bad) return;
    this.input.value = "";
    this._show(paths);
    remember("own plots", this.made);
  }

  _show(paths) {
    const ends = paths.map((path) => this._record(path));
    const remove = button(
      "remove",
      () => {
        ends.forEach((end) => end());
        this.plots.remove(card);
        this.made = this.made.filter((each) => each !== paths);
        remember("own plots", this.made);
      },
      { class: "small" },
    );
    const lines = paths.map((name, i) => ({ name, colour: COLOURS[i] }));
    const card = this.plots.add({ title: paths.join(", "), lines, tools: [remove] });
    this.made.push(paths);
  }

  /** Record the numbers at a path. Messages without a time get that of the arm. */
  _record(path) {
    const { topic, steps } = parsePath(path);
    return this.wire.subscribe(
      topic,
      (msg) => {
        const time = stampOf(msg) ?? this.store.get("joints")?.time;
        if (time !== undefined) this.recorder.add(path, time, valueAt(msg, steps));
      },
      FRAME,
    );
  }

  /** Listen to all topics for a moment, and suggest the paths to the numbers in their messages. */
  async _suggest() {
    if (this.suggestions.childElementCount) return;
    const { values } = await this.wire.call("/rosapi/topics").catch(() => ({ values: {} }));
    for (const topic of values.topics ?? []) {
      const end = this.wire.subscribe(
        topic,
        (msg) => {
          end();
          const found = pathsIn(msg, topic).filter((path) => !path.includes("stamp"));
          this.suggestions.append(...found.map((value) => element("option", { value })));
        },
        FRAME,
      );
      setTimeout(end, TRIED);
    }
  }
}
