/** A plot with its title, its legend with values, its limits, and its files. */

import { button, element, write } from "../page/dom.js";
import { readNumbers, short } from "../page/numbers.js";
import { fileName, save, savePicture } from "../page/save.js";
import { Bands } from "./bands.js";
import { Plot } from "./plot.js";

const EVERY = 100; // ms between two updates of the values, so that they can be read

export class PlotCard {
  constructor({ title, lines, rows, tools = [] }, recorder, view) {
    this.view = view;
    this.ondraw = () => {};
    this.canvas = element("canvas", {
      class: "plot",
      tabindex: 0,
      role: "img",
      "aria-label": title,
    });
    this.plot = rows
      ? new Bands(
          this.canvas,
          rows.map((name) => ({ name, states: recorder.statesOf(name) })),
          view,
        )
      : new Plot(
          this.canvas,
          lines.map((line) => ({ ...line, series: recorder.of(line.key ?? line.name) })),
          view,
        );
    this.entries = this.plot.lines.map((line) => this._entry(line));
    this.legend = element(
      "div",
      { class: "legend" },
      this.entries.map(({ root }) => root),
    );
    this.time = element("span", { class: "muted" });
    this.legend.append(this.time);
    this.root = element(
      "figure",
      { class: "card" },
      element(
        "figcaption",
        {},
        title,
        element("span", { class: "spring" }),
        tools,
        rows ? null : this._limits(),
        rows
          ? null
          : button("csv", () => save(fileName(title, "csv"), this.plot.csv()), {
              class: "small",
            }),
        button("png", () => savePicture(fileName(title, "png"), this.canvas), {
          class: "small",
        }),
      ),
      this.canvas,
      this.legend,
    );
  }

  /** A line of the legend, which hides its curve and shows it again. */
  _entry(line) {
    const value = element("span", { class: "mono" });
    const swatch = element("span", { class: "swatch" });
    swatch.style.borderTop = `2px ${line.dash ? "dashed" : "solid"} var(--${line.colour})`;
    const root = element(
      "button",
      { type: "button", class: "entry", "aria-pressed": "true" },
      swatch,
      `${line.name} `,
      value,
    );
    root.addEventListener("click", () => {
      line.hidden = !line.hidden;
      root.setAttribute("aria-pressed", !line.hidden);
      this.ondraw();
    });
    return { line, value, root };
  }

  /** A small box for the limits of the vertical axis; empty fits them to the curves. */
  _limits() {
    const input = element("input", {
      class: "limits",
      type: "text",
      placeholder: "fit",
      autocomplete: "off",
      "aria-label": "limits of the vertical axis: low, high; empty to fit",
      title: "limits of the vertical axis: low, high; empty to fit",
    });
    input.addEventListener("change", () => {
      const limits = readNumbers(input.value);
      const good = limits?.length === 2 && limits[0] < limits[1];
      input.setAttribute("aria-invalid", input.value.trim() !== "" && !good);
      this.plot.vertical = good ? limits : null;
      this.ondraw();
    });
    return input;
  }

  draw(across) {
    this.plot.draw(across);
    const now = performance.now();
    const { cursor, axis } = this.view;
    if (cursor === null && now - (this._written ?? 0) < EVERY) return;
    this._written = now;
    const reads = cursor !== null && axis === "times";
    write(this.time, reads ? `at ${short(cursor)} s` : "");
    for (const { line, value } of this.entries) {
      write(value, short(reads ? line.series.at(cursor) : line.series.last, 3));
    }
  }
}
