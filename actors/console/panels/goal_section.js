/** Goals: where the pen shall be, and what has become of it. */

import { box, boxRow, filled } from "../page/boxes.js";
import { button, element, row, section, write } from "../page/dom.js";
import { short } from "../page/numbers.js";
import { EPSILON } from "../link/commands.js";

export class GoalSection {
  constructor(store, commands) {
    Object.assign(this, { store, commands });
    this.boxes = {
      x: box("x (m)", { value: 1.2, step: 0.05 }),
      y: box("y (m)", { value: 0.8, step: 0.05 }),
      phi: box("phi (rad)", { step: 0.1, hint: "any" }),
      epsilon: box("epsilon (m)", { step: 0.01, min: 0, hint: EPSILON }),
      success_hold: box("hold (s)", { step: 0.1, min: 0, hint: 0.5 }),
      timeout: box("timeout (s)", { step: 1, min: 0, hint: "none" }),
    };
    this.state = element("p", { class: "state" });
    this.root = section(
      "Goal",
      boxRow("where", Object.values(this.boxes)),
      row(
        button("go", () => commands.goal(filled(this.boxes))),
        button("cancel goal", () => commands.cancelGoal()),
      ),
      this.state,
    );
    store.watch(["params"], () => this._showHeading());
    store.watch(["goal"], () => write(this.state, told(store.get("goal"))));
    write(this.state, told(undefined));
  }

  /** Two links have no choice of the heading. */
  _showHeading() {
    this.boxes.phi.root.hidden = this.store.get("params").lengths.length < 3;
  }

  /** A click in the plane: the boxes take its place, and it is sent with their options. */
  click({ begin: [x, y], end, dragged }) {
    const three = this.store.get("params")?.lengths.length === 3;
    const heading = dragged && three ? Math.atan2(end[1] - y, end[0] - x) : undefined;
    this.boxes.x.show(x, true);
    this.boxes.y.show(y, true);
    this.boxes.phi.show(heading, true);
    const { epsilon, success_hold, timeout } = this.boxes;
    const options = filled({ epsilon, success_hold, timeout });
    return this.commands.goal({
      x,
      y,
      ...options,
      ...(heading === undefined ? {} : { phi: heading }),
    });
  }
}

/** Say in words how a goal is. */
export function told(goal) {
  if (!goal) return "no goal";
  const { id, x, y, phi, away, elapsed, outcome } = goal;
  const heading = Number.isFinite(phi) ? `, ${short(phi, 3)} rad` : "";
  const where = `${id} (${short(x, 3)}, ${short(y, 3)}${heading})`;
  const time = elapsed === undefined ? "" : `, ${short(elapsed, 3)} s`;
  return `${where}: ${outcome || "under way"}, ${short(away, 3)} m away${time}`;
}
