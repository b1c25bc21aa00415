/** Brings the topics of the runtime into the store. What a message lacks is left as it was. */

import { areNumbers } from "../page/numbers.js";
import { Goals } from "./goals.js";

const FRAME = 16; // ms, the shortest time between two messages of a fast topic
const LOG_LINES = 500;
export const STALE = 700; // ms without a state of the arm, after which the page says so

/** Return the time of a header in s. */
export function seconds({ sec, nanosec }) {
  return sec + nanosec * 1e-9;
}

/** Return the time of a message in s, or undefined if it has none. */
export function stampOf(msg) {
  const stamp = msg?.header?.stamp ?? msg?.clock;
  const time = stamp ? seconds(stamp) : NaN;
  return Number.isFinite(time) ? time : undefined;
}

export class Topics {
  constructor(wire, store, recorder, clock = () => performance.now()) {
    Object.assign(this, { wire, store, recorder, clock });
    this.goals = new Goals(store, recorder);
    this.log = [];
  }

  /** Subscribe to all that the page always shows. */
  start() {
    const { wire, store, recorder, goals } = this;
    wire.subscribe("/joint_states", (msg) => this._joints(msg), FRAME);
    wire.subscribe("/pid_controller/state", (msg) => this._controller(msg), FRAME);
    wire.subscribe("/ik_action/feedback", (msg) => goals.feedback(msg), 50);
    wire.subscribe("/ik_action/result", (msg) => goals.result(msg));
    wire.subscribe(
      "/ik_trial/status",
      (msg) => {
        store.set("trial", msg);
        recorder.addState("trial", msg?.running ? (msg.action_status ?? "running") : "none");
      },
      100,
    );
    wire.subscribe("/motion/state", (msg) => this._motion(msg), 100);
    wire.subscribe("/motion/result", (msg) => store.set("motion result", msg));
    wire.subscribe("/diagnostics", (msg) => store.set("actors", msg?.status ?? []));
    wire.subscribe("/rosout", (msg) => this._log(msg));
    wire.addEventListener("close", () => this.goals.forget());
  }

  /** Subscribe to the energies while somebody looks at them. Returns a function that ends this. */
  watchEnergy() {
    return this.wire.subscribe(
      "/arm_sim/energy",
      (msg) => {
        const time = stampOf(msg);
        if (time === undefined) return;
        this.recorder.energy(time, msg);
        this.store.set("energy", { ...msg, time });
      },
      FRAME,
    );
  }

  /** Return whether states should come but do not. The arm publishes them also while it pauses. */
  get stale() {
    return this.clock() - (this._seen ?? -Infinity) > STALE;
  }

  _joints(msg) {
    const time = stampOf(msg);
    const { position, velocity, effort } = msg ?? {};
    if (time === undefined || ![position, velocity, effort].every(Array.isArray)) return;
    this._seen = this.clock();
    const before = this.store.get("joints");
    if (before && time < before.time) this._restarted();
    const joints = { time, position, velocity, effort };
    this.store.set("joints", joints);
    this.recorder.joints(joints);
  }

  /** Time went back: the arm was reset, by whomever, or the runtime was started again. */
  _restarted() {
    this.recorder.restart();
    this.goals.forget();
    this.store.set("plan", undefined);
    this.store.set("runs", (this.store.get("runs") ?? 0) + 1);
  }

  _controller(msg) {
    const time = stampOf(msg);
    const { enabled, setpoint, error } = msg ?? {};
    if (time === undefined || !areNumbers(setpoint) || !Array.isArray(error)) return;
    this.store.set("setpoint", setpoint);
    // Only a change counts: the answer to a click may come before a state that is older than it.
    if (enabled !== this._enabled) this.store.set("enabled", Boolean(enabled));
    this._enabled = enabled;
    this.recorder.controller({ time, enabled, setpoint, error });
  }

  _motion(msg) {
    const known = this.store.get("motion");
    this.store.set("motion", msg);
    this.recorder.addState("motion", msg?.state ?? "unknown");
    if (msg?.motion_id && msg.motion_id !== known?.motion_id) this._fetchPlan(msg.motion_id);
  }

  /** Ask for the planned path of a motion, also of one that another client has begun. */
  async _fetchPlan(id) {
    const { values } = await this.wire.call("/motion/path").catch(() => ({ values: {} }));
    if (values?.motion_id === id) this.store.set("plan", values.points);
  }

  _log(msg) {
    if (!msg?.stamp) return;
    this.log.push({
      level: msg.level,
      name: msg.name,
      text: msg.msg,
      time: seconds(msg.stamp),
    });
    if (this.log.length > LOG_LINES) this.log.splice(0, LOG_LINES / 10);
    this.store.set("log", this.log);
  }
}
