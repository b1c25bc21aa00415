/** The integration bench: the four methods on one function, their errors, and their orders. */

import { button, element, readNumbers, section } from "./dom.js";
import { Plot } from "./plot.js";
import { Series } from "./series.js";
import { short } from "./scale.js";

const METHODS = ["euler", "midpoint", "verlet", "rk4"];
const COLOURS = ["series-1", "series-2", "series-3", "series-4"];
const FINE = 16; // steps of the reference for each step of the others

export class BenchPanel {
  constructor(wire) {
    this.wire = wire;
    this.canvas = element("canvas", { class: "plot tall", role: "img", "aria-label": "position over time for each method" });
    this.table = element("table");
    this.said = element("p", { role: "status", class: "said" });
    this.root = section("Integration bench", this._form(), this.said, this.canvas, this.table);
  }

  _form() {
    this.inputs = {};
    const field = (name, label, value) => {
      const input = element("input", { id: `bench-${name}`, value, autocomplete: "off" });
      input.addEventListener("keydown", (event) => event.stopPropagation());
      this.inputs[name] = input;
      return element("div", { class: "field" }, element("label", { for: `bench-${name}`, text: label }), input);
    };
    return element("div", {},
      field("function", "acceleration, of t", "cos(3*t)"), field("x0", "x0", "0"), field("xdot0", "xdot0", "1"),
      field("dt", "dt (s)", "0.2"), field("steps", "steps", "25"),
      element("div", { class: "row" }, button("integrate", () => this.integrate())));
  }

  _request(integrator, divide) {
    const read = (name) => readNumbers(this.inputs[name].value)?.[0] ?? this.inputs[name].value;
    const [dt, steps] = [read("dt"), read("steps")];
    return {
      function: this.inputs.function.value, x0: read("x0"), xdot0: read("xdot0"),
      dt: dt / divide, steps: steps * divide, integrator,
    };
  }

  _run(integrator, divide) {
    return this.wire.call("/arm_sim/integration_step", this._request(integrator, divide)).then(({ values }) => values);
  }

  async integrate() {
    try {
      const fine = await this._run("rk4", FINE);
      const rows = [];
      for (const method of METHODS) {
        const [once, twice] = await Promise.all([this._run(method, 1), this._run(method, 2)]);
        rows.push({ method, once, ...errors(once, twice, fine) });
      }
      this.said.textContent = "";
      this._show(rows, fine);
    } catch (refused) {
      this.said.textContent = refused.message;
    }
  }

  _show(rows, fine) {
    const line = (name, { times, positions }, colour, dash) => {
      const series = new Series();
      times.forEach((time, k) => series.add(time, positions[k]));
      return { name, series, colour, dash };
    };
    const plot = new Plot(this.canvas, [line("reference", fine, "muted", [4, 3]), ...rows.map(({ method, once }, i) => line(method, once, COLOURS[i]))]);
    plot.window = fine.times.at(-1) || 1;
    plot.end = plot.window;
    plot.draw();
    const head = ["method", "error at the end", "with half the step", "order"];
    this.table.replaceChildren(
      element("thead", {}, element("tr", {}, head.map((text) => element("th", { text })))),
      element("tbody", {}, rows.map(({ method, error, halved, order }, i) =>
        element("tr", {}, element("th", { style: `color: var(--${COLOURS[i]})`, text: method }),
          [error, halved, order].map((value) => element("td", { text: short(value, 3) }))))));
  }
}

/** Return the error at the end, that with half the step, and the order read off both. */
export function errors(once, twice, fine) {
  const exact = fine.positions.at(-1);
  const error = Math.abs(once.positions.at(-1) - exact);
  const halved = Math.abs(twice.positions.at(-1) - exact);
  const readable = halved > 1e-13 * Math.max(1, Math.abs(exact));
  return { error, halved, order: readable ? Math.log2(error / halved) : null };
}
