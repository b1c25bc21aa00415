/** The numbers of the arm as text: time, settings, and a table of the joints. */

import { pen } from "./kinematics.js";
import { element, write } from "../page/dom.js";
import { areNumbers, short } from "../page/numbers.js";

const EVERY = 100; // ms between two updates, so that the numbers can be read
const COLUMNS = [
  ["position", "rad"],
  ["velocity", "rad/s"],
  ["effort", "N m"],
  ["setpoint", "rad"],
];

export class Readout {
  constructor(store, clock = () => performance.now()) {
    Object.assign(this, { store, clock });
    this.facts = element("p", { class: "facts" });
    this.gains = element("p", { class: "facts" });
    this.body = element("tbody");
    this.cells = [];
    const heads = COLUMNS.map(([name, unit]) =>
      element("th", { scope: "col" }, `${name} `, element("span", { class: "muted", text: unit })),
    );
    this.root = element(
      "div",
      { class: "readout", "aria-label": "numbers of the arm" },
      this.facts,
      this.gains,
      element(
        "table",
        {},
        element(
          "thead",
          {},
          element("tr", {}, element("th", { scope: "col", text: "joint" }), heads),
        ),
        this.body,
      ),
    );
    store.watch(["joints", "setpoint", "params", "integrator", "enabled", "pointer"], () =>
      this.show(),
    );
  }

  show() {
    if (this.clock() - (this._shown ?? -Infinity) < EVERY) return;
    this._shown = this.clock();
    write(this.facts, this._facts().filter(Boolean).join("   "));
    write(this.gains, gainsOf(this.store.get("gains")));
    const joints = this.store.get("joints");
    if (!joints) return;
    if (this.cells.length !== joints.position.length) this._build(joints.position.length);
    const columns = [joints.position, joints.velocity, joints.effort, this._setpoint()];
    this.cells.forEach((row, i) => row.forEach((cell, k) => write(cell, fixed(columns[k]?.[i]))));
  }

  _setpoint() {
    return this.store.get("enabled") ? this.store.get("setpoint") : undefined;
  }

  _facts() {
    const { store } = this;
    const [joints, params, integrator] = ["joints", "params", "integrator"].map((k) =>
      store.get(k),
    );
    const at = store.get("pointer");
    const known = areNumbers(joints?.position) && params?.lengths.length === joints.position.length;
    return [
      integrator && `${integrator.method}, dt ${short(integrator.timestep)} s`,
      params && `m ${params.masses.map((each) => short(each)).join(", ")} kg`,
      params && `l ${params.lengths.map((each) => short(each)).join(", ")} m`,
      known && `pen ${point(pen(params.lengths, joints.position))}`,
      at && `mouse ${point(at)}`,
    ];
  }

  _build(joints) {
    this.cells = Array.from({ length: joints }, () => COLUMNS.map(() => element("td")));
    this.body.replaceChildren(
      ...this.cells.map((cells, i) =>
        element("tr", {}, element("th", { scope: "row", text: i + 1 }), cells),
      ),
    );
  }
}

function gainsOf(gains) {
  const pairs = Object.entries(gains ?? {});
  return pairs
    .map(([name, values]) => `${name} ${values.map((each) => short(each)).join(", ")}`)
    .join("   ");
}

function point([x, y]) {
  return `(${thousandths(x)}, ${thousandths(y)}) m`;
}

/** Write a number with a width that hardly changes, so that the table stands still. */
function fixed(number) {
  if (!Number.isFinite(number)) return "–";
  if (Math.abs(number) >= 1e5) return number.toExponential(2);
  return Math.abs(number) < 0.00005 ? "0.0000" : number.toFixed(4);
}

/** Write a number with three digits after the point, without a sign before 0. */
function thousandths(number) {
  return (Math.round(number * 1000) / 1000 + 0).toFixed(3);
}
