/** The panel of goals, trials, motions and obstacles. */

import { element, section } from "../page/dom.js";
import { DrawingSection } from "./drawing_section.js";
import { GoalSection } from "./goal_section.js";
import { movesSection } from "./moves_section.js";
import { ObstacleSection } from "./obstacle_section.js";
import { TrialSection } from "./trial_section.js";

const MODES = [
  ["goal", "sends a goal where I click; with three links, dragging gives its heading"],
  ["draw", "lets the pen draw my stroke"],
  ["shape", "takes the centre and size of a circle or square, by dragging"],
  ["obstacle", "puts an obstacle, by dragging from its centre"],
];

export class MotionPanel {
  constructor(store, settings, commands) {
    this.onmode = () => {}; // called with the mode of the mouse that is chosen
    this.drawing = new DrawingSection(store, commands);
    this.goals = new GoalSection(store, commands);
    this.obstacles = new ObstacleSection(store, settings, commands);
    this.root = element(
      "div",
      { class: "columns" },
      this._modes(),
      this.goals.root,
      this.drawing.root,
      new TrialSection(store, commands).root,
      movesSection(store, commands),
      this.obstacles.root,
    );
  }

  /** What the mouse does in each mode, by name. */
  get modes() {
    return {
      goal: (gesture) => this.goals.click(gesture),
      draw: (gesture) => this.drawing.stroke(gesture),
      shape: (gesture) => this.drawing.place(gesture),
      obstacle: (gesture) => this.obstacles.place(gesture),
    };
  }

  _modes() {
    const radio = ([mode, text]) => {
      const input = element("input", {
        type: "radio",
        name: "mode",
        value: mode,
        checked: mode === "goal",
      });
      input.addEventListener("change", () => this.onmode(mode));
      return element("label", { class: "radio" }, input, element("span", { text }));
    };
    return section(
      "The mouse on the arm",
      element(
        "div",
        { role: "radiogroup", "aria-label": "the mouse on the arm" },
        MODES.map(radio),
      ),
      element("p", {
        class: "muted small",
        text: "By keyboard: Tab to the arm, arrows move a cross, Enter presses and releases.",
      }),
    );
  }
}
