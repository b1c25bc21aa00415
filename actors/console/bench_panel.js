/** The integration bench: the four methods on one function, their errors, and their orders. */

import { CASES, exactFor } from "./bench_cases.js";
import { button, element, readNumbers, section } from "./dom.js";
import { Plot } from "./plot.js";
import { short } from "./scale.js";
import { Series } from "./series.js";

const METHODS = ["euler", "midpoint", "verlet", "rk4"];
const COLOURS = ["series-1", "series-2", "series-3", "series-4"];
const FINE = 16; // steps of the reference for each step of the others

export class BenchPanel {
  constructor(wire) {
    this.wire = wire;
    const chart = (label) => element("canvas", { class: "plot tall", role: "img", "aria-label": label });
    this.positions = chart("position over time for each method");
    this.errors = chart("error over time for each method");
    this.table = element("table", { "aria-label": "errors and orders" });
    this.said = element("p", { role: "status", class: "said" });
    this.root = section("Integration bench",
      element("p", { text: "The same acceleration, integrated by each method. Halving the step shows the order." }),
      this._form(), this.said,
      element("figure", { class: "card" }, element("figcaption", { text: "position (m)" }), this.positions),
      element("figure", { class: "card" }, element("figcaption", { text: "error (m)" }), this.errors),
      this.table);
  }

  _form() {
    this.inputs = {};
    const field = (name, label, value, list) => {
      const input = element("input", { id: `bench-${name}`, value, list, autocomplete: "off", spellcheck: "false" });
      input.addEventListener("keydown", (event) => {
        event.stopPropagation();
        if (event.key === "Enter") this.integrate();
      });
      this.inputs[name] = input;
      return element("div", { class: "field" }, element("label", { for: input.id, text: label }), input);
    };
    return element("div", {},
      field("function", "acceleration, of t", CASES[0].name, "bench-cases"),
      element("datalist", { id: "bench-cases" }, CASES.map(({ name }) => element("option", { value: name }))),
      field("x0", "position at 0 (m)", "0"), field("xdot0", "velocity at 0 (m/s)", "1"),
      field("dt", "step (s)", "0.2"), field("steps", "steps", "25"),
      element("div", { class: "row" }, button("integrate", () => this.integrate())));
  }

  /** Return the request of a method, with each step divided into some smaller ones. */
  _request(integrator, divide) {
    const read = (name) => readNumbers(this.inputs[name].value)?.[0] ?? this.inputs[name].value;
    const dt = read("dt");
    const steps = read("steps");
    return {
      function: this.inputs.function.value, x0: read("x0"), xdot0: read("xdot0"), integrator,
      dt: divide > 1 ? dt / divide : dt, steps: divide > 1 ? steps * divide : steps,
    };
  }

  async _run(integrator, divide) {
    const answer = await this.wire.call("/arm_sim/integration_step", this._request(integrator, divide));
    return answer.values;
  }

  async integrate() {
    try {
      const runs = await Promise.all(METHODS.map((method) => Promise.all([this._run(method, 1), this._run(method, 2)])));
      const { x0, xdot0 } = this._request("rk4", 1);
      const exact = exactFor(this.inputs.function.value, x0, xdot0);
      const times = runs[0][0].times;
      const reference = exact ? times.map(exact) : everyNth((await this._run("rk4", FINE)).positions, FINE);
      this.said.textContent = exact ? "Errors against the exact answer." : `Errors against rk4 with a step ${FINE} times smaller.`;
      this._show(runs, times, reference);
    } catch (refused) {
      this.said.textContent = refused.message;
    }
  }

  _show(runs, times, reference) {
    const line = (name, values, colour, dash) => {
      const series = new Series(times.length + 1);
      times.forEach((time, k) => series.add(time, values[k]));
      return { name, series, colour, dash };
    };
    const curves = runs.map(([once], i) => line(METHODS[i], once.positions, COLOURS[i]));
    const offs = runs.map(([once], i) => line(METHODS[i], once.positions.map((x, k) => x - reference[k]), COLOURS[i]));
    this._draw(this.positions, [line("reference", reference, "muted", [4, 3]), ...curves], times);
    this._draw(this.errors, offs, times);
    const rows = runs.map(([once, twice]) => errors(once.positions.at(-1), twice.positions.at(-1), reference.at(-1)));
    const head = ["method", "error at the end (m)", "with half the step", "order"];
    this.table.replaceChildren(
      element("thead", {}, element("tr", {}, head.map((text) => element("th", { text, scope: "col" })))),
      element("tbody", {}, rows.map(({ error, halved, order }, i) => element("tr", {},
        element("th", { scope: "row", style: `color: var(--${COLOURS[i]})`, text: METHODS[i] }),
        [error, halved, order].map((value) => element("td", { text: short(value, 3) }))))));
  }

  _draw(canvas, lines, times) {
    const plot = new Plot(canvas, lines);
    plot.window = times.at(-1) || 1;
    plot.end = plot.window;
    plot.draw();
  }
}

function everyNth(values, n) {
  return values.filter((_, k) => k % n === 0);
}

/** Return the error at the end, that with half the step, and the order that both show. */
export function errors(once, twice, exact) {
  const error = Math.abs(once - exact);
  const halved = Math.abs(twice - exact);
  const readable = halved > 1e-13 * Math.max(1, Math.abs(exact));
  return { error, halved, order: readable ? Math.log2(error / halved) : null };
}
