/** The panel that sets the arm, its integrator and its controller. */

import { button, element, section } from "./dom.js";
import { numberField } from "./field.js";

const METHODS = ["euler", "midpoint", "verlet", "rk4"];
const SLIDERS = { gravity: [0, 25, 0.01] };

export class Controls {
  constructor(store, settings, say) {
    this.store = store;
    this.settings = settings;
    this.say = say;
    this.fields = [];
    this.root = element("div", {}, this._integrator(), this._controller(), this._arm(), this._limits());
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
    return section(
      "PID controller",
      this._field("gains", "kp", "kp (N m/rad)"),
      this._field("gains", "ki", "ki (N m/(rad s))"),
      this._field("gains", "kd", "kd (N m s/rad)"),
      this._setpoint(),
    );
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
    const joints = () => this.store.get("params")?.lengths.length ?? 0;
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
    const none = { position: null, operating: null, velocity: null, effort: null };
    return section(
      "Limits",
      ...fields.map(({ row }) => row),
      button("no limits", () => this.say(this.settings.set("limits", none))),
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
