/** The integration bench: the four methods on one function, their errors, and their orders. */

import { box, boxRow } from "../page/boxes.js";
import { button, choice, element, row, section, write } from "../page/dom.js";
import { short } from "../page/numbers.js";
import { COLOURS } from "../plots/plot_lists.js";
import { Series } from "../plots/series.js";
import { TimePlots } from "../plots/time_plots.js";
import { compare, FINE, METHODS } from "./bench.js";
import { CASES } from "./bench_cases.js";

const HEADS = ["method", "error at the end (m)", "with half the step", "order"];
const ABOUT = "The same acceleration, integrated by each method. Half the step shows the order.";
const EXACT = "Errors against the exact answer.";
const NOT_EXACT =
  "The exact answer is not known here: errors against rk4 with a step " + `${FINE} times smaller.`;

export class BenchPanel {
  constructor(wire) {
    this.wire = wire;
    this.plots = element("div", { class: "plots" });
    this.table = element("table", { "aria-label": "errors and orders" });
    this.said = element("p", { role: "status", class: "said" });
    this.function = element("input", { id: "function", value: CASES[0].name, autocomplete: "off" });
    this.function.addEventListener("change", () => this.integrate());
    this.boxes = {
      x0: box("x at 0 (m)", { value: 0, step: 0.5 }),
      xdot0: box("ẋ at 0 (m/s)", { value: 1, step: 0.5 }),
      dt: box("step (s)", { value: 0.2, step: 0.05, min: 0 }),
      steps: box("steps", { value: 25, step: 5, min: 1 }),
    };
    this.root = section(
      "Integration bench",
      element("p", { text: ABOUT }),
      this._form(),
      this.said,
      this.table,
      this.plots,
    );
  }

  _form() {
    const names = CASES.map(({ name }) => name);
    const examples = choice("example", "examples", names, names[0], (name) => {
      this.function.value = name;
      this.integrate();
    });
    const label = element("label", { for: "function", text: "acceleration (m/s²) of t" });
    return element(
      "div",
      {},
      element("div", { class: "field" }, label, this.function),
      examples.root,
      boxRow("from", Object.values(this.boxes)),
      row(button("integrate", () => this.integrate())),
    );
  }

  /** Called when the panel is shown: there is something to see at once. */
  shown(visible) {
    if (visible && !this.table.childElementCount) this.integrate();
  }

  _request() {
    const numbers = Object.entries(this.boxes).map(([name, { number }]) => [name, number ?? 0]);
    return { function: this.function.value, ...Object.fromEntries(numbers) };
  }

  async integrate() {
    write(this.said, "");
    const run = async (request) =>
      (await this.wire.call("/arm_sim/integration_step", request)).values;
    try {
      const bench = await compare(run, this._request());
      write(this.said, bench.exact ? EXACT : NOT_EXACT);
      this._show(bench);
    } catch (refused) {
      write(this.said, refused.message);
      this.plots.replaceChildren();
      this.table.replaceChildren();
    }
  }

  _show({ times, reference, exact, positions, rows }) {
    const methods = METHODS.map((name, i) => ({ name, colour: COLOURS[i] }));
    const dashed = { name: exact ? "exact" : "fine rk4", colour: "muted", dash: [4, 3] };
    const off = positions.map((values) => values.map((x, k) => difference(x, reference[k])));
    this._draw(times, [
      { title: "position (m)", lines: [dashed, ...methods], columns: [reference, ...positions] },
      { title: "error (m)", lines: methods, columns: off },
    ]);
    const cells = ({ error, halved, order }) =>
      [error, halved, order].map((value) => element("td", { text: short(value, 3) }));
    const heads = HEADS.map((text) => element("th", { text, scope: "col" }));
    this.table.replaceChildren(
      element("thead", {}, element("tr", {}, heads)),
      element(
        "tbody",
        {},
        rows.map((each, i) =>
          element("tr", {}, element("th", { scope: "row", text: METHODS[i] }), cells(each)),
        ),
      ),
    );
  }

  /** Draw charts, each with the looks of its lines and a column of values for each line. */
  _draw(times, charts) {
    const made = new Map();
    const keyed = charts.map(({ title, lines, columns }) => ({
      title,
      lines: lines.map((line, i) => {
        const key = `${title} ${line.name}`;
        made.set(key, filled(times, columns[i]));
        return { ...line, key };
      }),
    }));
    const plots = new TimePlots({ of: (key) => made.get(key) }, this.plots);
    plots.build(keyed);
    plots.view.window = times.at(-1) || 1;
    plots.view.end = plots.view.window;
    plots.draw();
  }
}

function filled(times, values) {
  const series = new Series(times.length + 1);
  times.forEach((time, k) => series.add(time, values[k]));
  return series;
}

function difference(a, b) {
  return a === null || b === null ? null : a - b;
}
