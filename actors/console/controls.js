/** The panel that sets the arm, its integrator and its controller. */

import { button, element, section } from "./dom.js";
import { numberField } from "./field.js";
import { DEFAULT_GAINS, NO_LIMITS, presets } from "./presets.js";

const METHODS = ["euler", "midpoint", "verlet", "rk4"];
const GAINS = { kp: "N m/rad", ki: "N m/(rad s)", kd: "N m s/rad" };
const SLIDERS = { gravity: [0, 25, 0.01] };

export class Controls {
  constructor(store, settings, say) {
    this.store = store;
    this.settings = settings;
    this.say = say;
    this.fields = [];
    this.root = element("div", {}, this._presets(), this._integrator(), this._controller(), this._arm(), this._limits());
    store.watch(["params", "integrator", "gains", "links", "limits", "enabled", "paused"], () => this.show());
  }

  show() {
    for (const { show } of this.fields) show();
    const integrator = this.store.get("integrator");
    if (integrator && document.activeElement !== this.method) this.method.value = integrator.method;
  }

  /** Make a field of one entry of a setting. */
  _field(key, name, label, slider) {
    const field = numberField({
      label,
      inForce: () => this.store.get(key)?.[name],
      send: (value) => this.settings.set(key, { [name]: value }),
      slider,
    });
    this.fields.push(field);
    return field.row;
  }

  _presets() {
    const row = element("div", { class: "row" });
    this.store.watch(["params"], () => {
      if (row.childElementCount) return;
      row.append(...presets(this._joints()).map(({ name, settings }) => button(name, () => this.say(this._apply(settings)))));
    });
    return section("Presets", row);
  }

  async _apply(settings) {
    const said = [];
    for (const [key, args] of settings) said.push(await this.settings.set(key, args));
    return said.filter(Boolean).join("; ");
  }

  _integrator() {
    const options = METHODS.map((name) => element("option", { value: name, text: name }));
    this.method = element("select", { id: "method" }, options);
    this.method.addEventListener("change", () => {
      this.say(this.settings.set("integrator", { method: this.method.value }));
    });
    return section(
      "Integrator",
      element("div", { class: "field" }, element("label", { for: "method", text: "method" }), this.method),
      this._field("integrator", "timestep", "timestep (s)"),
    );
  }

  _controller() {
    this.gains = element("div");
    this.store.watch(["gains"], () => this._buildGains());
    return section(
      "PID controller",
      this.gains,
      this._setpoint(),
      button("default gains", () => this.say(this.settings.set("gains", DEFAULT_GAINS[this._joints()]))),
    );
  }

  _joints() {
    return this.store.get("params")?.lengths.length ?? 0;
  }

  /** One field with a slider for each gain of each joint, once the number of joints is known. */
  _buildGains() {
    const gains = this.store.get("gains");
    if (this._gainsOf === gains.kp.length) return;
    this._gainsOf = gains.kp.length;
    const rows = Object.entries(GAINS).flatMap(([name, unit]) => gains[name].map((_, i) => {
      const most = 3 * DEFAULT_GAINS[gains.kp.length][name][i];
      const field = numberField({
        label: `${name} ${i + 1} (${unit})`,
        inForce: () => this.store.get("gains")[name][i],
        send: (value) => this.settings.set("gains", { [name]: this.store.get("gains")[name].map((each, k) => (k === i ? value : each)) }),
        slider: [0, most, most / 300],
      });
      this.fields.push(field);
      return field.row;
    }));
    this.gains.replaceChildren(...rows);
    this.show();
  }

  _setpoint() {
    const field = numberField({
      label: "setpoint (rad)",
      inForce: () => this.store.get("setpoint") ?? this.store.get("joints")?.position,
      send: async (positions) => this.settings.wire.publish("/joint_trajectory", { points: [{ positions }] }),
    });
    this.fields.push(field);
    this.store.watch(["setpoint"], () => field.show());
    return field.row;
  }

  _arm() {
    return section(
      "Arm",
      this._field("params", "gravity", "gravity (m/s²)", SLIDERS.gravity),
      this._field("params", "masses", "masses (kg)"),
      this._field("params", "lengths", "lengths (m)"),
      this._field("links", "centers_of_mass", "centres of mass (m)"),
      this._field("links", "inertias", "inertias (kg m²)"),
      this._field("links", "damping", "damping (N m s/rad)"),
      button("uniform rods", () => this.say(this.settings.set("links", { rods: true }))),
    );
  }

  _limits() {
    const joints = () => this._joints();
    const each = (value) => Array.from({ length: joints() }, () => value);
    const pairs = (name) => ({
      inForce: () => this.store.get("limits")?.[name]?.flat() ?? null,
      send: (value) => this.settings.set("limits", { [name]: paired(value, joints()) }),
    });
    const singles = (name) => ({
      inForce: () => this.store.get("limits")?.[name] ?? null,
      send: (value) => this.settings.set("limits", { [name]: Array.isArray(value) ? value : each(value) }),
    });
    const fields = [
      numberField({ label: "hard stops (rad)", ...pairs("position") }),
      numberField({ label: "operating (rad)", ...pairs("operating") }),
      numberField({ label: "velocity (rad/s)", ...singles("velocity") }),
      numberField({ label: "effort (N m)", ...singles("effort") }),
    ];
    this.fields.push(...fields);
    return section(
      "Limits",
      ...fields.map(({ row }) => row),
      button("no limits", () => this.say(this.settings.set("limits", NO_LIMITS))),
    );
  }
}

/** Make pairs of a list of numbers; a single number a means from -a to a, for every joint. */
export function paired(value, joints) {
  const list = Array.isArray(value) ? value : [-Math.abs(value), Math.abs(value)];
  const both = list.length === 1 ? [-Math.abs(list[0]), Math.abs(list[0])] : list;
  const all = both.length === 2 ? Array.from({ length: joints }, () => both).flat() : both;
  return Array.from({ length: all.length / 2 }, (_, i) => [all[2 * i], all[2 * i + 1]]);
}
