/** Obstacles: circles that motions planned from now on must not touch. */

import { box, boxRow, filled } from "../page/boxes.js";
import { button, element, row, section } from "../page/dom.js";
import { short } from "../page/numbers.js";

const SIZE = 0.15; // m, the radius of an obstacle that is put by a click

export class ObstacleSection {
  constructor(store, settings, commands) {
    Object.assign(this, { store, settings, commands });
    this.boxes = {
      x: box("x (m)", { value: 1, step: 0.05 }),
      y: box("y (m)", { value: 1, step: 0.05 }),
      radius: box("radius (m)", { value: 0.2, step: 0.05, min: 0 }),
    };
    this.list = element("ul", { class: "plain" });
    this.root = section(
      "Obstacles",
      boxRow("circle", Object.values(this.boxes)),
      row(
        button("add obstacle", () => this._add(filled(this.boxes))),
        button("remove all", () => this._set([])),
      ),
      this.list,
    );
    store.watch(["obstacles"], () => this._show());
  }

  /** A centre and a radius of the mouse. */
  place({ begin: [x, y], end, dragged }) {
    const radius = dragged ? Number(Math.hypot(end[0] - x, end[1] - y).toFixed(4)) : SIZE;
    return this._add({ x, y, radius });
  }

  get _all() {
    return this.store.get("obstacles") ?? [];
  }

  _add(circle) {
    return this._set([...this._all, circle]);
  }

  _set(obstacles) {
    return this.commands.say(this.settings.set("obstacles", { obstacles }));
  }

  _show() {
    this.list.replaceChildren(
      ...this._all.map(({ x, y, radius }, k) =>
        element(
          "li",
          { class: "row" },
          `(${short(x, 3)}, ${short(y, 3)}), radius ${short(radius, 3)} m`,
          button("remove", () => this._set(this._all.filter((_, i) => i !== k)), {
            class: "small",
          }),
        ),
      ),
    );
  }
}
