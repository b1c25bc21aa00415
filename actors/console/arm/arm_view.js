/** Draws the arm and everything that lies in its plane, to scale. */

import { prepare } from "../page/canvas.js";
import { areNumbers } from "../page/numbers.js";
import { Brush } from "./brush.js";
import { Camera } from "./camera.js";
import { pen, reach } from "./kinematics.js";
import * as limbs from "./limbs.js";
import * as scenery from "./scenery.js";

const TRAIL = 900; // points of the trail of the pen
const SHOWN = [
  "joints",
  "params",
  "setpoint",
  "enabled",
  "goal",
  "obstacles",
  "limits",
  "plan",
  "forecast",
  "sketch",
  "cursor",
];

export class ArmView {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Store} store
   */
  constructor(canvas, store) {
    this.canvas = canvas;
    this.store = store;
    this.camera = new Camera();
    this.trail = [];
    store.watch(["joints"], () => this._remember());
    store.watch(["runs"], () => this.clearTrail());
    store.watch(["params"], () => this._changed());
    store.watch(SHOWN, () => this.draw());
    new ResizeObserver(() => this.draw()).observe(canvas);
  }

  get lengths() {
    return this.store.get("params")?.lengths ?? [];
  }

  clearTrail() {
    this.trail = [];
    this.draw();
  }

  /** Other links would not have drawn this trail. */
  _changed() {
    const lengths = String(this.lengths);
    if (lengths !== this._lengths) this.clearTrail();
    this._lengths = lengths;
  }

  _remember() {
    const { position } = this.store.get("joints");
    if (!this._known(position)) return;
    const [x, y] = pen(this.lengths, position);
    const last = this.trail.at(-1);
    const least = 0.5 / this.camera.scale; // m: what cannot be seen is not kept
    if (last && Math.hypot(x - last[0], y - last[1]) < least) return;
    this.trail.push([x, y]);
    if (this.trail.length > TRAIL) this.trail.splice(0, TRAIL / 10);
  }

  /** Return whether angles are those of this arm, all of them finite. */
  _known(angles) {
    return this.lengths.length > 0 && areNumbers(angles) && angles.length === this.lengths.length;
  }

  draw() {
    const { lengths, store } = this;
    const sheet = lengths.length && prepare(this.canvas);
    if (!sheet) return;
    const { context, width, height } = sheet;
    const range = reach(lengths);
    this.camera.fit(width, height, range[1]);
    const brush = new Brush(context, this.camera);
    scenery.grid(brush, width, height);
    scenery.workspace(brush, range);
    scenery.gravity(brush, store.get("params").gravity);
    scenery.obstacles(brush, store.get("obstacles"));
    this._paths(brush);
    scenery.goal(brush, store.get("goal"));
    this._arm(brush);
    const cursor = store.get("cursor");
    if (cursor && document.activeElement === this.canvas) scenery.cross(brush, cursor);
    scenery.sketch(brush, store.get("sketch"));
  }

  _paths(brush) {
    const { plan, forecast } = {
      plan: this.store.get("plan"),
      forecast: this.store.get("forecast"),
    };
    if (plan?.length) brush.line(plan).stroke("plan", 1.5);
    if (forecast?.length) brush.line(forecast).stroke("forecast", 2, [2, 4]);
    if (this.trail.length) brush.line(this.trail).stroke("trail", 2);
  }

  _arm(brush) {
    const { store, lengths } = this;
    const setpoint = store.get("setpoint");
    if (store.get("enabled") && this._known(setpoint)) limbs.ghost(brush, lengths, setpoint);
    const position = store.get("joints")?.position;
    if (!this._known(position)) return;
    limbs.ranges(brush, lengths, position, store.get("limits"));
    limbs.arm(brush, lengths, position);
  }
}
