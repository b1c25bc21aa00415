/** The panel that sets the arm, its integrator and its controller. */

import { button, choice, element, row, section, write } from "../page/dom.js";
import { short } from "../page/numbers.js";
import { logarithmic, SettingField } from "../page/setting_field.js";
import { DEFAULT_GAINS, DEFAULT_INTEGRATOR, presets } from "../link/presets.js";
import { dynamicsSection } from "./dynamics_section.js";
import { limitsSection } from "./limits_section.js";
import { SetpointSection } from "./setpoint_section.js";

const METHODS = ["euler", "midpoint", "verlet", "rk4"];
const GAINS = { kp: "N m/rad", ki: "N m/(rad s)", kd: "N m s/rad" };
const GRAVITY = { min: 0, max: 25, step: 0.01 };
const TIMESTEP = logarithmic(0.00002, 0.1);

export class Controls {
  constructor(wire, store, settings, commands) {
    Object.assign(this, { store, settings, commands });
    this.fields = [];
    this.setpoint = new SetpointSection(store, commands);
    this.root = element(
      "div",
      { class: "columns" },
      this._presets(),
      this._integrator(),
      this._controller(),
      this.setpoint.root,
      this._arm(),
      limitsSection(store, settings, commands),
      dynamicsSection(wire, commands),
    );
    store.watch(["params", "integrator", "gains", "links"], () => this.show());
    store.watch(["actors"], () => this._showLimit());
  }

  show() {
    for (const field of this.fields) field.show();
    const integrator = this.store.get("integrator");
    if (integrator && document.activeElement !== this.method) this.method.value = integrator.method;
  }

  /** Make a field of one entry of a setting. */
  _field(key, name, label, more = {}) {
    const field = new SettingField({
      label,
      inForce: () => this.store.get(key)?.[name],
      send: (value) => this.settings.set(key, { [name]: value }),
      ...more,
    });
    this.fields.push(field);
    return field.root;
  }

  _button(text, key, args) {
    return button(text, () => this.commands.say(this.settings.set(key, args())));
  }

  _links() {
    return this.store.get("params").lengths.length;
  }

  _presets() {
    const buttons = row();
    this.store.watch(["params"], () => {
      if (buttons.childElementCount) return;
      buttons.append(
        ...presets(this._links()).map(({ name, settings }) =>
          button(name, () => this.commands.say(this.settings.setAll(settings))),
        ),
      );
    });
    return section("Presets", buttons);
  }

  _integrator() {
    const method = choice("method", "method", METHODS, "rk4", (name) => {
      this.commands.say(this.settings.set("integrator", { method: name }));
    });
    this.method = method.select;
    this.limit = element("p", { class: "muted small" });
    return section(
      "Integrator",
      method.root,
      this._field("integrator", "timestep", "timestep (s)", {
        step: 0.0005,
        slider: () => TIMESTEP,
      }),
      this.limit,
      this._button("default integrator", "integrator", () => DEFAULT_INTEGRATOR),
    );
  }

  /** Say from which timestep on the arm rings with the present gains. */
  _showLimit() {
    const arm = (this.store.get("actors") ?? []).find(({ name }) => name === "arm_sim");
    const limit = arm?.values?.find(({ key }) => key === "timestep_limit")?.value;
    write(
      this.limit,
      limit ? `With these gains the arm rings above ${short(Number(limit), 2)} s.` : "",
    );
  }

  _controller() {
    const gains = Object.entries(GAINS).map(([name, unit]) =>
      this._field("gains", name, `${name} (${unit})`, {
        step: 1,
        slider: (i) => {
          const most = 3 * DEFAULT_GAINS[this._links()][name][i];
          return { min: 0, max: most, step: most / 300 };
        },
      }),
    );
    return section(
      "PID controller",
      gains,
      this._button("default gains", "gains", () => DEFAULT_GAINS[this._links()]),
    );
  }

  _arm() {
    const rods = "one third of m l² about the joint: a uniform rod";
    return section(
      "Arm",
      this._field("params", "gravity", "gravity (m/s²)", {
        step: 0.1,
        slider: () => GRAVITY,
      }),
      this._field("params", "masses", "masses (kg)", { step: 0.1 }),
      this._field("params", "lengths", "lengths (m)", { step: 0.1 }),
      this._field("links", "centers_of_mass", "centres of mass (m)", { step: 0.05 }),
      this._field("links", "inertias", "inertias (kg m²)", { step: 0.01 }),
      this._field("links", "damping", "damping (N m s/rad)", { step: 0.1 }),
      row(
        this._button("uniform rods", "links", () => ({ rods: true })),
        element("span", { class: "muted small", text: rods }),
      ),
    );
  }
}
