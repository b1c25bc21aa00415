/** What buttons, keys and the mouse can do. Each command reports what the runtime has said. */

import { newest } from "./newest.js";
import { noteEpsilon } from "./goals.js";
import { defaultsFor } from "./presets.js";

export const EPSILON = 0.05; // m, the default of a goal
const BETWEEN = 30; // ms between two setpoints of a slider

export class Commands {
  /** @param {function(Promise): Promise<boolean>} say shows a status, or a refusal */
  constructor(wire, store, settings, say) {
    Object.assign(this, { wire, store, settings, say });
    this._sendSetpoint = newest((positions) => this._publish(positions));
  }

  /** Call a service, and show what it says. Resolves to its values, or null if it was refused. */
  async call(service, args = {}) {
    const answer = this.wire.call(service, args);
    const accepted = await this.say(answer.then(({ status }) => status));
    return accepted ? (await answer).values : null;
  }

  /** Call a service that may have nothing to do. */
  _quietly(service) {
    return this.wire.call(service).catch(() => {});
  }

  enable(data = !this.store.get("enabled")) {
    return this.say(this.settings.set("enabled", { data }));
  }

  pause(data = !this.store.get("paused")) {
    return this.say(this.settings.set("paused", { data }));
  }

  reset() {
    return this.call("/arm_sim/reset");
  }

  /** Bring everything back to how a fresh runtime is, for the present number of links. */
  async defaults() {
    const links = this.store.get("params")?.lengths.length;
    if (!links) return this.say(Promise.reject(new Error("not connected")));
    await this._quietly("/ik_trial/stop");
    await this._quietly("/motion/stop");
    this.store.set("forecast", undefined);
    if (await this.say(this.settings.setAll(defaultsFor(links)))) await this.reset();
  }

  /** Send a goal: { x, y } with phi, epsilon, success_hold and timeout as the reader likes. */
  async goal(request) {
    const values = await this.call("/ik_action/send_goal", request);
    if (values) noteEpsilon(this.store, values.goal_id, request.epsilon ?? EPSILON);
  }

  cancelGoal() {
    const { id } = this.store.get("goal") ?? {};
    return this.call("/ik_action/cancel_goal", id === undefined ? {} : { goal_id: id });
  }

  /** Draw a shape: a request of /motion/draw. */
  draw(request) {
    return this.call("/motion/draw", request);
  }

  /** Rehearse a drawing, and show the forecast over the arm. Returns its values, or null. */
  async rehearse(request) {
    this.store.set("forecast", undefined);
    const values = await this.call("/motion/rehearse", { motion: "draw", ...request });
    this.store.set("forecast", values?.figures?.drawn);
    return values;
  }

  stopMotion() {
    this.store.set("forecast", undefined);
    return this.call("/motion/stop");
  }

  /** Set the joint angles (rad) that the arm holds. */
  setpoint(positions) {
    this.store.set("setpoint", positions);
    return this._sendSetpoint(positions);
  }

  /** Publish a setpoint, and wait a moment, so that a slider does not send a flood of them. */
  async _publish(positions) {
    await this.wire.publish("/joint_trajectory", { points: [{ positions }] });
    await new Promise((resolve) => setTimeout(resolve, BETWEEN));
  }

  /** Move the setpoint of one joint by an angle (rad). */
  nudge(joint, angle) {
    const before = this.store.get("setpoint");
    if (!before || joint >= before.length) return;
    this.say(
      this.setpoint(before.map((each, i) => (i === joint ? each + angle : each))).then(() => {
        return this.store.get("enabled") ? "" : "PID is off, so the arm does not follow";
      }),
    );
  }
}
