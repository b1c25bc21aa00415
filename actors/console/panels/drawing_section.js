/** Drawings: a shape or a stroke, rehearsed on a copy of the arm or drawn by the arm itself. */

import { box, boxRow, filled } from "../page/boxes.js";
import { button, choice, element, row, section, write } from "../page/dom.js";
import { readNumbers } from "../page/numbers.js";
import { save } from "../page/save.js";
import { outline, shape } from "../link/shapes.js";
import { recordingCsv, report, told } from "./drawing_words.js";

const FEEDFORWARD = ["dynamics", "velocity", "nothing"];
const ELBOWS = [["", "as it is"], "positive", "negative"];

export class DrawingSection {
  constructor(store, commands) {
    Object.assign(this, { store, commands });
    this.kind = choice("shape", "shape", ["circle", "square", "line", "stroke"], "circle", () =>
      this._showKind(),
    );
    this.x = box("centre x (m)", { value: 1.2, step: 0.05 });
    this.y = box("y (m)", { value: 0.4, step: 0.05 });
    this.size = box("radius or side (m)", { value: 0.3, step: 0.05, min: 0 });
    this.points = element("input", {
      id: "points",
      value: "1.4, 0; 1.4, 0.6",
      autocomplete: "off",
    });
    this.speed = box("speed (m/s)", { value: 0.3, step: 0.05, min: 0 });
    this.lookahead = box("lookahead (s)", { step: 0.01, min: 0, hint: 0 });
    this.feedforward = choice("feed-forward", "feedforward", FEEDFORWARD, "dynamics");
    this.elbow = choice("elbow", "elbow", ELBOWS, "");
    this.state = element("p", { class: "state" });
    this.figures = element("p", { role: "status", class: "state", id: "figures" });
    this.root = this._root();
    this._showKind();
    store.watch(["motion"], () => write(this.state, told(store.get("motion"))));
    store.watch(["motion result"], () => this._result());
  }

  _root() {
    this.place_ = boxRow("where", [this.x, this.y, this.size]);
    this.line = element(
      "div",
      { class: "field" },
      element("label", { for: "points", text: "through x, y; x, y; …" }),
      this.points,
    );
    this.drawn = element("p", {
      class: "muted small",
      text: "Draw on the arm with the mouse.",
    });
    return section(
      "Drawing",
      this.kind.root,
      this.place_,
      this.line,
      this.drawn,
      boxRow("how", [this.speed, this.lookahead]),
      row(this.feedforward.root, this.elbow.root),
      row(
        button("rehearse", () => this.rehearse()),
        button("draw", () => this.draw()),
        button("stop", () => this.commands.stopMotion()),
        button("recording csv", () => this._recording()),
      ),
      this.state,
      this.figures,
    );
  }

  _showKind() {
    const kind = this.kind.select.value;
    this.place_.hidden = !["circle", "square"].includes(kind);
    this.line.hidden = kind !== "line";
    this.drawn.hidden = kind !== "stroke";
  }

  /** Return the options of the request that do not depend on the shape. */
  _options() {
    const elbow = this.elbow.select.value;
    const lookahead = this.lookahead.number;
    return {
      ...filled({ speed: this.speed }),
      feedforward: this.feedforward.select.value,
      ...(lookahead ? { lookahead } : {}),
      ...(elbow ? { elbow } : {}),
    };
  }

  _request() {
    const kind = this.kind.select.value;
    const line = () => ({
      points: this.points.value.split(";").map((pair) => readNumbers(pair) ?? []),
    });
    const shapes = { line, stroke: () => ({ points: this.strokePoints ?? [] }) };
    const place = () =>
      shape(kind, [this.x.number ?? null, this.y.number ?? null], this.size.number);
    return { ...(shapes[kind] ?? place)(), ...this._options() };
  }

  draw() {
    return this.commands.draw(this._request());
  }

  async rehearse() {
    write(this.figures, "rehearsing …");
    const values = await this.commands.rehearse(this._request());
    write(
      this.figures,
      values ? report(`rehearsed: ${values.outcome}`, values.reason, values.figures) : "",
    );
  }

  /** A stroke of the mouse. */
  stroke({ points }) {
    if (points.length < 3) return undefined;
    this.strokePoints = points;
    this._choose("stroke");
    return this.draw();
  }

  /** A centre and a size of the mouse. */
  place({ begin, end, dragged }) {
    if (this.place_.hidden) this._choose("circle");
    this.x.show(begin[0], true);
    this.y.show(begin[1], true);
    const radius = Math.hypot(end[0] - begin[0], end[1] - begin[1]);
    const square = this.kind.select.value === "square";
    if (dragged) this.size.show(Number((square ? 2 * radius : radius).toFixed(4)), true);
    this.store.set("plan", outline(this._request()));
  }

  _choose(kind) {
    this.kind.select.value = kind;
    this._showKind();
  }

  _result() {
    const result = this.store.get("motion result");
    if (!result?.figures) return;
    write(
      this.figures,
      report(`${result.motion_id}: ${result.outcome}`, result.reason, result.figures),
    );
  }

  async _recording() {
    const values = await this.commands.call("/motion/recording");
    if (values) save("recording.csv", recordingCsv(values));
  }
}
