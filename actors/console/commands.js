/** What buttons, keys and the mouse can do. Each command reports what the runtime has said. */

import { DEFAULT_GAINS, DEFAULT_INTEGRATOR, NO_LIMITS } from "./presets.js";

export class Commands {
  /** @param {function(Promise|string)} say shows a status, or the reason of a refusal */
  constructor(wire, store, settings, say) {
    this.wire = wire;
    this.store = store;
    this.settings = settings;
    this.say = say;
  }

  _call(service, args) {
    return this.say(this.wire.call(service, args).then(({ status }) => status));
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
    this.store.set("setpoint", undefined);
    return this._call("/arm_sim/reset", {});
  }

  /** Bring everything back to how a fresh runtime is, for the present number of links. */
  async defaults() {
    const links = this.store.get("params").lengths.length;
    const ones = Array(links).fill(1);
    await this._quietly("/motion/stop");
    await this._quietly("/ik_trial/stop");
    await this.settings.set("integrator", DEFAULT_INTEGRATOR);
    await this.settings.set("limits", NO_LIMITS);
    await this.settings.set("params", { gravity: 9.81, masses: ones, lengths: ones });
    await this.settings.set("links", { rods: true, damping: Array(links).fill(0) });
    await this.settings.set("gains", DEFAULT_GAINS[links]);
    await this.settings.set("obstacles", { obstacles: [] });
    await this.settings.set("paused", { data: false });
    await this.settings.set("enabled", { data: false });
    return this.reset();
  }

  goal(x, y, phi, epsilon = 0.05) {
    this.store.set("goal", { x, y, epsilon });
    const heading = phi === undefined ? {} : { phi };
    return this._call("/ik_action/send_goal", { x, y, epsilon, ...heading });
  }

  cancelGoal() {
    this.store.set("goal", undefined);
    return this._call("/ik_action/cancel_goal", { goal_id: this.store.get("feedback")?.goal_id });
  }

  startTrial(duration) {
    return this._call("/ik_trial/start", { duration });
  }

  skipTarget() {
    return this._call("/ik_trial/skip", {});
  }

  stopTrial() {
    return this._call("/ik_trial/stop", {});
  }

  /** Draw a shape: { points } or { square } or { circle }, with the options of /motion/draw. */
  draw(request) {
    this.store.set("plan", outline(request));
    return this._call("/motion/draw", request);
  }

  /** Rehearse a drawing, and show the forecast over the arm. */
  async rehearse(request) {
    const answer = this.wire.call("/motion/rehearse", { motion: "draw", ...request });
    this.say(answer.then(({ values, status }) => status || `rehearsed: ${values.outcome} ${values.reason}`));
    const { values } = await answer;
    this.store.set("plan", outline(request));
    this.store.set("forecast", values.figures?.drawn);
    return values;
  }

  stopMotion() {
    this.store.set("forecast", undefined);
    return this._call("/motion/stop", {});
  }
}

/** Return the points of a shape, to be shown. */
export function outline({ points, square, circle }) {
  if (points) return points;
  if (square) {
    const [x, y] = square.center;
    const h = square.side / 2;
    return [[x - h, y - h], [x + h, y - h], [x + h, y + h], [x - h, y + h], [x - h, y - h]];
  }
  return Array.from({ length: 73 }, (_, k) => {
    const angle = (k / 72) * 2 * Math.PI;
    return [circle.center[0] + circle.radius * Math.cos(angle), circle.center[1] + circle.radius * Math.sin(angle)];
  });
}
