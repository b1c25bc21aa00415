/**
 * The mouse, or a finger, on the picture of the arm.
 *
 * In the mode "goal" a click sends a goal; dragging from it gives the heading of the last of three
 * links. In the mode "draw" the pen follows the stroke that is drawn.
 */

const DRAG = 8; // pixels; a shorter movement is a click
const SPACING = 4; // pixels between two points of a stroke
const MOST = 1500; // points of a stroke

export class Pointer {
  constructor(view, store, commands) {
    this.view = view;
    this.store = store;
    this.commands = commands;
    this.mode = "goal";
    const { canvas } = view;
    canvas.addEventListener("pointerdown", (event) => this._down(event));
    canvas.addEventListener("pointermove", (event) => this._move(event));
    canvas.addEventListener("pointerup", (event) => this._up(event));
    canvas.addEventListener("pointercancel", () => this._end());
  }

  _at(event) {
    const box = this.view.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  _down(event) {
    if (event.button) return;
    this.view.canvas.setPointerCapture(event.pointerId);
    this.begin = this._at(event);
    this.stroke = [this.begin];
    this.commands.place = [event.clientX, event.clientY]; // where refusals are shown
  }

  _move(event) {
    const at = this._at(event);
    this.store.set("pointer", this.view.camera.toPlane(at));
    if (!this.begin) return;
    const [x, y] = this.stroke.at(-1);
    if (Math.hypot(at[0] - x, at[1] - y) >= SPACING && this.stroke.length < MOST) this.stroke.push(at);
    const points = this.mode === "draw" ? this.stroke : [this.begin, at];
    this.store.set("stroke", points.map((point) => this.view.camera.toPlane(point)));
  }

  _up(event) {
    if (!this.begin) return;
    const at = this._at(event);
    const plane = (point) => this.view.camera.toPlane(point).map((value) => Number(value.toFixed(5)));
    if (this.mode === "draw") {
      if (this.stroke.length > 2) this.commands.draw({ points: this.stroke.map(plane), ...this.commands.options });
    } else {
      const [x, y] = plane(this.begin);
      const dragged = Math.hypot(at[0] - this.begin[0], at[1] - this.begin[1]) > DRAG;
      const heading = Math.atan2(this.begin[1] - at[1], at[0] - this.begin[0]);
      const three = this.store.get("params")?.lengths.length === 3;
      this.commands.goal(x, y, dragged && three ? heading : undefined);
    }
    this._end();
  }

  _end() {
    this.begin = null;
    this.store.set("stroke", undefined);
  }
}
