/** Sliders for the setpoint of each joint. */

import { button, element, row, section } from "../page/dom.js";
import { SettingField } from "../page/setting_field.js";

const ANGLE = { min: -Math.PI, max: Math.PI, step: 0.01 };

export class SetpointSection {
  constructor(store, commands) {
    Object.assign(this, { store, commands });
    this.field = new SettingField({
      label: "angles (rad)",
      inForce: () => store.get("setpoint"),
      send: async (positions) => {
        await commands.setpoint(positions);
        return store.get("enabled") ? "" : "PID is off, so the arm does not follow.";
      },
      step: 0.05,
      slider: () => ANGLE,
    });
    this.root = section(
      "Setpoint",
      this.field.root,
      row(
        button("all 0", () => this._set(() => 0)),
        button("where it is", () => this._here()),
        element("span", { class: "muted small", text: "by key: q a, w s, e f" }),
      ),
    );
    store.watch(["setpoint"], () => this.field.show());
  }

  _set(angle) {
    const before = this.store.get("setpoint");
    return before && this.commands.setpoint(before.map(angle));
  }

  _here() {
    const { position } = this.store.get("joints") ?? {};
    return position && this.commands.setpoint(position);
  }
}
