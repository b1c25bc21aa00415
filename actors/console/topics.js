/** Brings the topics of the runtime into the store. */

import { distance, pen } from "./kinematics.js";
import { Series } from "./series.js";

const FRAME = 16; // ms, the shortest time between two messages of a fast topic
const LOG_LINES = 500;
export const STALE = 700; // ms without a state of a running arm, after which the page says so

/** Return the time of a header in s. */
export function seconds({ sec, nanosec }) {
  return sec + nanosec * 1e-9;
}

export class Topics {
  constructor(wire, store, clock = () => performance.now()) {
    this.wire = wire;
    this.store = store;
    this.clock = clock;
    this.series = new Map(); // from name to Series, for plots
    this.log = [];
    this.results = [];
  }

  /** Subscribe to all that the page always shows. */
  start() {
    const { wire } = this;
    wire.subscribe("/joint_states", (msg) => this._joints(msg), FRAME);
    wire.subscribe("/pid_controller/state", (msg) => this._controller(msg), FRAME);
    wire.subscribe("/ik_action/feedback", (msg) => this._feedback(msg), 50);
    wire.subscribe("/ik_action/result", (msg) => this._result("goal", msg));
    wire.subscribe("/ik_trial/status", (msg) => this.store.set("trial", msg), 100);
    wire.subscribe("/motion/state", (msg) => this.store.set("motion", msg), 100);
    wire.subscribe("/motion/result", (msg) => this._result("motion", msg));
    wire.subscribe("/diagnostics", (msg) => this.store.set("actors", msg.status));
    wire.subscribe("/rosout", (msg) => this._log(msg));
  }

  /** Subscribe to the energies while somebody looks at them. Returns a function that ends this. */
  watchEnergy() {
    const end = this.wire.subscribe("/arm_sim/energy", (msg) => this._energy(msg), FRAME);
    return end;
  }

  /** Return the series of a name, which is made when it is first asked for. */
  of(name) {
    if (!this.series.has(name)) this.series.set(name, new Series());
    return this.series.get(name);
  }

  clearSeries() {
    for (const series of this.series.values()) series.clear();
  }

  /** Return whether states should come but do not. */
  get stale() {
    return !this.store.get("paused") && this.clock() - (this._seen ?? -Infinity) > STALE;
  }

  _joints(msg) {
    const time = seconds(msg.header.stamp);
    const before = this.store.get("joints");
    if (before && time < before.time) this.clearSeries();
    this._seen = this.clock();
    const { position, velocity, effort } = msg;
    this.store.set("joints", { time, position, velocity, effort });
    this._each("position", time, position);
    this._each("velocity", time, velocity);
    this._each("effort", time, effort);
    const lengths = this.store.get("params")?.lengths;
    if (lengths?.length !== position.length) return;
    const [x, y] = pen(lengths, position);
    this.of("pen x").add(time, x);
    this.of("pen y").add(time, y);
  }

  _each(name, time, values) {
    values.forEach((value, i) => this.of(`${name} ${i + 1}`).add(time, value));
  }

  _controller({ header, enabled, setpoint, error }) {
    const time = seconds(header.stamp);
    this.store.set("setpoint", setpoint);
    this.store.set("commanded", enabled);
    this._each("setpoint", time, enabled ? setpoint : setpoint.map(() => null));
    this._each("error", time, enabled ? error : error.map(() => null));
    const lengths = this.store.get("params")?.lengths;
    const { position } = this.store.get("joints") ?? {};
    if (!enabled || lengths?.length !== setpoint.length || !position) return;
    this.of("pen error").add(time, distance(pen(lengths, position), pen(lengths, setpoint)));
  }

  _energy(msg) {
    const time = seconds(msg.header.stamp);
    for (const name of ["kinetic", "potential", "total", "drift"]) this.of(name).add(time, msg[name]);
    this.store.set("energy", msg);
  }

  _feedback(msg) {
    this.store.set("feedback", msg);
    const time = this.store.get("joints")?.time;
    if (time !== undefined) this.of("distance").add(time, msg.distance_remaining);
  }

  _result(kind, msg) {
    this.results.push({ kind, ...msg });
    if (this.results.length > LOG_LINES) this.results.shift();
    this.store.set("result", { kind, ...msg });
  }

  _log(msg) {
    this.log.push({ level: msg.level, name: msg.name, text: msg.msg, time: seconds(msg.stamp) });
    if (this.log.length > LOG_LINES) this.log.splice(0, LOG_LINES / 10);
    this.store.set("log", this.log);
  }
}
