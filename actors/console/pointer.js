/**
 * The mouse, or a finger, on the picture of the arm.
 *
 * In the mode "goal" a click sends a goal; dragging from it gives the heading of the last of three
 * links. In the mode "draw" the pen follows the stroke that is drawn.
 */

const DRAG = 8; // pixels; a shorter movement is a click
const SPACING = 4; // pixels between two points of a stroke
const KEY_STEP = 20; // pixels that an arrow key moves the cross; a tenth of that with shift
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
    canvas.addEventListener("keydown", (event) => this._key(event));
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

  /** The arrow keys move a cross over the plane; Enter sends a goal there. */
  _key(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    const [x, y] = this.store.get("cursor") ?? [1, 0];
    if (step) {
      const size = (event.shiftKey ? KEY_STEP / 10 : KEY_STEP) / this.view.camera.scale;
      this.store.set("cursor", [x + size * step[0], y + size * step[1]]);
    } else if (event.key === "Enter") {
      this.commands.goal(Number(x.toFixed(5)), Number(y.toFixed(5)));
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  _end() {
    this.begin = null;
    this.store.set("stroke", undefined);
  }
}
