/** Trials: one random goal after the other. */

import { box, boxRow, filled } from "../page/boxes.js";
import { button, element, row, section, write } from "../page/dom.js";
import { short } from "../page/numbers.js";

export class TrialSection {
  constructor(store, commands) {
    this.boxes = {
      duration: box("duration (s)", { value: 30, step: 5, min: 0 }),
      epsilon: box("epsilon (m)", { step: 0.01, min: 0, hint: 0.05 }),
      success_hold: box("hold (s)", { step: 0.1, min: 0, hint: 0.5 }),
    };
    this.state = element("p", { class: "state", id: "trial-state" });
    this.root = section(
      "Trial",
      boxRow("for", Object.values(this.boxes)),
      row(
        button("start trial", () => commands.call("/ik_trial/start", filled(this.boxes))),
        button("skip target", () => commands.call("/ik_trial/skip")),
        button("stop trial", () => commands.call("/ik_trial/stop")),
      ),
      this.state,
    );
    store.watch(["trial"], () => write(this.state, told(store.get("trial"))));
    write(this.state, told(undefined));
  }
}

/** Say in words how a trial is. */
export function told(trial) {
  if (!trial) return "no trial";
  const {
    running,
    elapsed,
    duration,
    targets_reached: reached,
    error,
    action_status: status,
  } = trial;
  const targets = `${reached} ${reached === 1 ? "target" : "targets"}`;
  const far = running && Number.isFinite(error) ? `, ${short(error, 3)} m away` : "";
  const time = `${short(elapsed, 3)} of ${short(duration, 3)} s`;
  return running
    ? `running: ${targets} in ${time}, ${status}${far}`
    : `over: ${targets} in ${time}`;
}
