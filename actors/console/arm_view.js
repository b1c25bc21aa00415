/** Draws the arm and everything that lies in its plane, to scale. */

import { Camera } from "./camera.js";
import { jointPoints, pen, reach } from "./kinematics.js";

const LINK_WIDTH = 0.055; // of the reach
const TRAIL = 600; // points of the trail of the pen

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
    this.stroke = null; // what the mouse draws at present, in m
    store.watch(["joints"], () => this._remember());
    const shown = ["joints", "params", "setpoint", "goal", "obstacles", "limits", "plan", "forecast", "stroke", "cursor", "theme"];
    store.watch(shown, () => this.draw());
    new ResizeObserver(() => this.draw()).observe(canvas);
  }

  get lengths() {
    return this.store.get("params")?.lengths ?? [];
  }

  clearTrail() {
    this.trail.length = 0;
    this.draw();
  }

  _remember() {
    const joints = this.store.get("joints");
    if (!this._known(joints?.position)) return;
    if (joints.time < this._time) this.trail.length = 0;
    this._time = joints.time;
    this.trail.push(pen(this.lengths, joints.position));
    if (this.trail.length > TRAIL) this.trail.splice(0, TRAIL / 10);
  }

  /** Return whether angles are those of this arm, all of them finite. */
  _known(angles) {
    return angles?.length === this.lengths.length && angles.length > 0 && angles.every(Number.isFinite);
  }

  draw() {
    const { canvas, lengths } = this;
    const ratio = devicePixelRatio || 1;
    const width = canvas.clientWidth;
    const height = canvas.clientHeight;
    if (!width || !lengths.length) return;
    if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
    if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
    const pens = getComputedStyle(canvas);
    this.colour = (name) => pens.getPropertyValue(`--${name}`);
    this.context = canvas.getContext("2d");
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.context.clearRect(0, 0, width, height);
    const [inner, outer] = reach(lengths);
    this.camera.fit(width, height, outer);
    this._ring(outer, "faint");
    if (inner) this._ring(inner, "faint");
    this._gravity();
    this._obstacles();
    this._path(this.store.get("plan"), "plan", 1.5);
    this._path(this.store.get("forecast"), "forecast", 1.5);
    this._path(this.trail, "trail", 2);
    this._path(this.store.get("stroke"), "goal", 2);
    this._goal();
    this._cursor();
    const ghost = this.store.get("setpoint");
    if (this.store.get("commanded") && this._known(ghost)) this._arm(ghost, "ghost", true);
    const joints = this.store.get("joints");
    if (this._known(joints?.position)) this._arm(joints.position, "link", false);
  }

  _ring(radius, colour) {
    this._circle([0, 0], radius);
    this._line(colour, 1);
  }

  _circle(center, radius) {
    const [x, y] = this.camera.toPixels(center);
    this.context.beginPath();
    this.context.arc(x, y, Math.max(radius * this.camera.scale, 0.5), 0, 2 * Math.PI);
  }

  _line(colour, width, dash = []) {
    this.context.strokeStyle = this.colour(colour);
    this.context.lineWidth = width;
    this.context.setLineDash(dash);
    this.context.stroke();
    this.context.setLineDash([]);
  }

  _path(points, colour, width) {
    if (!points?.length) return;
    this.context.beginPath();
    points.forEach((point, i) => {
      const [x, y] = this.camera.toPixels(point);
      if (i) this.context.lineTo(x, y);
      else this.context.moveTo(x, y);
    });
    this._line(colour, width);
  }

  /** An arrow in a corner shows the direction of gravity, unless there is none. */
  _gravity() {
    const gravity = this.store.get("params")?.gravity;
    if (!gravity) return;
    const sign = Math.sign(gravity);
    const x = 24;
    const y = 40;
    const tip = y + 16 * sign;
    this.context.beginPath();
    this.context.moveTo(x, y - 16 * sign);
    this.context.lineTo(x, tip);
    this.context.moveTo(x - 5, tip - 7 * sign);
    this.context.lineTo(x, tip);
    this.context.lineTo(x + 5, tip - 7 * sign);
    this._line("muted", 1.5);
    this.context.fillStyle = this.colour("muted");
    this.context.fillText(`g ${gravity}`, x + 10, y + 4);
  }

  _obstacles() {
    for (const { x, y, radius } of this.store.get("obstacles") ?? []) {
      this._circle([x, y], radius);
      this.context.fillStyle = this.colour("obstacle");
      this.context.fill();
    }
  }

  _goal() {
    const goal = this.store.get("goal");
    if (!goal) return;
    this._circle([goal.x, goal.y], goal.epsilon ?? 0.05);
    this._line("goal", 1.5, [4, 3]);
    this._circle([goal.x, goal.y], 3 / this.camera.scale);
    this.context.fillStyle = this.colour("goal");
    this.context.fill();
  }

  /** The cross that the arrow keys move. */
  _cursor() {
    const cursor = this.store.get("cursor");
    if (!cursor || document.activeElement !== this.canvas) return;
    const [x, y] = this.camera.toPixels(cursor);
    this.context.beginPath();
    this.context.moveTo(x - 9, y);
    this.context.lineTo(x + 9, y);
    this.context.moveTo(x, y - 9);
    this.context.lineTo(x, y + 9);
    this._line("text", 1.5);
  }

  /** The ranges of the joints, as arcs around them. */
  _ranges(angles, points) {
    const limits = this.store.get("limits")?.operating ?? this.store.get("limits")?.position;
    if (!limits) return;
    let heading = 0;
    limits.forEach(([low, high], i) => {
      if (high - low < 2 * Math.PI) {
        this.context.beginPath();
        this.context.arc(...points[i], 18, -(heading + high), -(heading + low));
        this._line("limit", 3);
      }
      heading += angles[i];
    });
  }

  _arm(angles, colour, ghost) {
    const { context, camera, lengths } = this;
    const points = jointPoints(lengths, angles).map((point) => camera.toPixels(point));
    const width = Math.max(3, LINK_WIDTH * reach(lengths)[1] * camera.scale * 0.5);
    context.lineCap = "round";
    context.lineJoin = "round";
    context.beginPath();
    points.forEach(([x, y], i) => (i ? context.lineTo(x, y) : context.moveTo(x, y)));
    this._line(colour, ghost ? Math.max(1.5, width / 4) : width, ghost ? [6, 5] : []);
    if (ghost) return;
    this._ranges(angles, points);
    points.forEach(([x, y], i) => {
      context.beginPath();
      context.arc(x, y, i === points.length - 1 ? width * 0.32 : width * 0.42, 0, 2 * Math.PI);
      context.fillStyle = this.colour(i === points.length - 1 ? "pen" : "joint");
      context.fill();
    });
    context.lineCap = "butt";
  }
}
