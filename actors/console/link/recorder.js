/** Keeps samples of what the runtime publishes, for plots: bounded series, by name. */

import { distance, pen } from "../arm/kinematics.js";
import { areNumbers } from "../page/numbers.js";
import { Series } from "../plots/series.js";
import { States } from "../plots/states.js";

const ENERGIES = ["kinetic", "potential", "total", "drift"];

export class Recorder {
  /** @param {function(): number} clock returns the time of the page in ms */
  constructor(store, clock = () => performance.now()) {
    this.store = store;
    this.clock = clock;
    this.series = new Map(); // from name to Series
    this.states = new Map(); // from name to States
  }

  /** Return the series of a name, which is made when it is first asked for. */
  of(name) {
    if (!this.series.has(name)) this.series.set(name, new Series());
    return this.series.get(name);
  }

  /** Return the states of a name, which are made when they are first asked for. */
  statesOf(name) {
    if (!this.states.has(name)) this.states.set(name, new States());
    return this.states.get(name);
  }

  /** Forget all samples. */
  clear() {
    for (const each of [...this.series.values(), ...this.states.values()]) each.clear();
  }

  /** Forget a series that nobody shows any more. */
  forget(name) {
    this.series.delete(name);
  }

  /** Begin a new run of all series: the arm has been reset. */
  restart() {
    for (const series of this.series.values()) series.restart();
    for (const states of this.states.values()) states.clear();
  }

  add(name, time, value) {
    this.of(name).add(time, value, this.clock() / 1000);
  }

  addState(name, label) {
    const time = this.store.get("joints")?.time;
    if (time !== undefined) this.statesOf(name).add(time, label, this.clock() / 1000);
  }

  _each(name, time, values) {
    values.forEach((value, i) => this.add(`${name} ${i + 1}`, time, value));
  }

  joints({ time, position, velocity, effort }) {
    this._each("position", time, position);
    this._each("velocity", time, velocity);
    this._each("effort", time, effort);
    this._point("pen", time, position);
    this.addState("PID", this.store.get("enabled") ? "on" : "off");
    this.addState("arm", this.store.get("diverged") ? "diverged" : this._pace());
  }

  _pace() {
    return this.store.get("paused") ? "paused" : "running";
  }

  _point(name, time, angles) {
    const lengths = this.store.get("params")?.lengths;
    if (lengths?.length !== angles.length) return null;
    const point = areNumbers(angles) ? pen(lengths, angles) : null;
    this.add(`${name} x`, time, point?.[0]);
    this.add(`${name} y`, time, point?.[1]);
    return point;
  }

  /** Record the controller; while it is off its setpoint and its error are gaps. */
  controller({ time, enabled, setpoint, error }) {
    const nothing = setpoint.map(() => null);
    this._each("setpoint", time, enabled ? setpoint : nothing);
    this._each("error", time, enabled ? error : nothing);
    if (!enabled) return;
    const meant = this._point("pen setpoint", time, setpoint);
    const { position } = this.store.get("joints") ?? {};
    if (!meant || !areNumbers(position) || position.length !== setpoint.length) return;
    this.add("pen error", time, distance(pen(this.store.get("params").lengths, position), meant));
  }

  energy(time, message) {
    for (const name of ENERGIES) this.add(name, time, message[name]);
  }

  /** Record the distance to a goal, and its epsilon where it is known. */
  goal(away, epsilon) {
    const time = this.store.get("joints")?.time;
    if (time === undefined) return;
    this.add("distance", time, away);
    this.add("epsilon", time, epsilon);
  }
}
