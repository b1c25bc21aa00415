/** The panel of goals, trials, drawings and obstacles. */

import { button, element, readNumbers, section } from "./dom.js";
import { short } from "./scale.js";

export class MotionPanel {
  constructor(store, settings, commands, pointer, say) {
    Object.assign(this, { store, settings, commands, pointer, say });
    this.root = element("div", {}, this._mode(), this._goals(), this._drawing(), this._obstacles());
    store.watch(["feedback", "result", "trial", "motion", "obstacles"], () => this.show());
  }

  _mode() {
    const choose = (mode, text) => {
      const input = element("input", { type: "radio", name: "mode", value: mode, checked: mode === "goal" });
      input.addEventListener("change", () => (this.pointer.mode = mode));
      return element("label", { class: "choice" }, input, text);
    };
    return section(
      "Mouse on the arm",
      element("div", { role: "radiogroup" }, choose("goal", "click sends a goal; drag gives its heading (three links)"), choose("draw", "the pen draws my stroke")),
    );
  }

  _input(label, value, id) {
    const input = element("input", { id, type: "text", value, inputmode: "decimal", autocomplete: "off" });
    input.addEventListener("keydown", (event) => event.stopPropagation());
    return [input, element("div", { class: "field" }, element("label", { for: id, text: label }), input)];
  }

  _goals() {
    const [goal, goalRow] = this._input("goal x, y, or x, y, phi (m, rad)", "1.2, 0.8", "goal");
    const [duration, durationRow] = this._input("trial duration (s)", "30", "trial");
    this.goalState = element("p", { role: "status", class: "state" });
    this.trialState = element("p", { role: "status", class: "state" });
    return section(
      "Goals and trials",
      goalRow,
      element("div", { class: "row" },
        button("go", () => this.commands.goal(...(readNumbers(goal.value) ?? []))),
        button("cancel", () => this.commands.cancelGoal())),
      this.goalState,
      durationRow,
      element("div", { class: "row" },
        button("start trial", () => this.commands.startTrial(readNumbers(duration.value)?.[0])),
        button("skip", () => this.commands.skipTarget()),
        button("stop", () => this.commands.stopTrial())),
      this.trialState,
    );
  }

  _drawing() {
    const [center, centerRow] = this._input("centre x, y (m)", "1.2, 0.4", "center");
    const [size, sizeRow] = this._input("side or radius (m)", "0.3", "size");
    const [speed, speedRow] = this._input("speed (m/s)", "0.3", "speed");
    const [points, pointsRow] = this._input("line through x, y; x, y ... (m)", "1.4, 0; 1.4, 0.6", "points");
    const feedforward = element("select", { id: "feedforward" },
      ["dynamics", "velocity", "off"].map((name) => element("option", { value: name, text: name })));
    const kind = element("select", { id: "shape" },
      ["circle", "square", "line"].map((name) => element("option", { value: name, text: name })));
    const request = () => {
      const at = readNumbers(center.value) ?? [];
      const shapes = {
        circle: { circle: { center: at, radius: Number(size.value) } },
        square: { square: { center: at, side: Number(size.value) } },
        line: { points: points.value.split(";").map((pair) => readNumbers(pair) ?? []) },
      };
      const forward = feedforward.value === "off" ? false : feedforward.value;
      this.commands.options = { speed: Number(speed.value), feedforward: forward };
      return { ...shapes[kind.value], ...this.commands.options };
    };
    this.motionState = element("p", { role: "status", class: "state" });
    return section(
      "Drawing",
      element("div", { class: "field" }, element("label", { for: "shape", text: "shape" }), kind),
      centerRow, sizeRow, pointsRow, speedRow,
      element("div", { class: "field" }, element("label", { for: "feedforward", text: "feed-forward" }), feedforward),
      element("div", { class: "row" },
        button("rehearse", async () => this._figures("rehearsed", (await this.commands.rehearse(request())).figures)),
        button("draw", () => this.commands.draw(request())),
        button("stop", () => this.commands.stopMotion())),
      this.motionState,
      (this.figures = element("p", { role: "status" })),
    );
  }

  _figures(what, figures) {
    if (!figures) return;
    const mm = (value) => (value === null ? "–" : `${short(value * 1000, 3)} mm`);
    this.figures.textContent = `${what}: pen off by ${mm(figures.mean)} on average, rms ${mm(figures.rms)}, at most ${mm(figures.max)}`;
  }

  _obstacles() {
    const [circle, row] = this._input("x, y, radius (m)", "1, 1, 0.2", "obstacle");
    this.obstacleList = element("ul", { class: "plain" });
    const all = () => this.store.get("obstacles") ?? [];
    this._remove = (k) => this.say(this.settings.set("obstacles", { obstacles: all().filter((_, i) => i !== k) }));
    return section(
      "Obstacles", row,
      element("div", { class: "row" },
        button("add", () => {
          const [x, y, radius] = readNumbers(circle.value) ?? [];
          return this.say(this.settings.set("obstacles", { obstacles: [...all(), { x, y, radius }] }));
        }),
        button("remove all", () => this.say(this.settings.set("obstacles", { obstacles: [] })))),
      this.obstacleList,
    );
  }

  show() {
    const { store } = this;
    const feedback = store.get("feedback");
    const result = store.get("result");
    const ended = result?.kind === "goal" && result.goal_id === feedback?.goal_id;
    this.goalState.textContent = !feedback ? "no goal yet" : ended
      ? `${result.goal_id}: ${result.outcome}, ${short(result.final_distance, 3)} m away`
      : `${feedback.goal_id}: ${short(feedback.distance_remaining, 3)} m left, ${short(feedback.elapsed, 3)} s`;
    const trial = store.get("trial");
    this.trialState.textContent = trial ? `${trial.running ? "running" : "over"}: ${trial.targets_reached} targets in ${short(trial.elapsed, 3)} s` : "no trial yet";
    const motion = store.get("motion");
    this.motionState.textContent = motion ? [motion.state, motion.motion_id, motion.reason].filter(Boolean).join(": ") : "";
    if (result?.kind === "motion") this._figures(`${result.motion_id} ${result.outcome}${result.reason ? ` (${result.reason})` : ""}`, result.figures);
    const obstacles = store.get("obstacles") ?? [];
    this.obstacleList.replaceChildren(...obstacles.map(({ x, y, radius }, k) =>
      element("li", {}, `(${short(x)}, ${short(y)}) radius ${short(radius)} `, button("remove", () => this._remove(k)))));
  }
}
