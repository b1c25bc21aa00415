/**
 * The mouse, a finger or the keyboard on the picture of the arm.
 *
 * What they do depends on the mode: "goal" sends a goal, where dragging gives the heading of the
 * last of three links; "draw" lets the pen follow a stroke; "shape" and "obstacle" take a centre
 * and, by dragging from it, a radius. The arrow keys move a cross, and Enter is the button.
 */

const DRAG = 8; // pixels; a shorter movement is a click
const SPACING = 4; // pixels between two points of a stroke
const KEY_STEP = 20; // pixels that an arrow key moves the cross; a tenth of that with shift
const MOST = 1500; // points of a stroke
const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export class Pointer {
  /**
   * @param {ArmView} view
   * @param {object} modes by name: function({ begin, end, points, dragged }) in m
   * @param {function([number, number])} place is told where it happens, in pixels of the window
   */
  constructor(view, store, modes, place) {
    Object.assign(this, { view, store, modes, place });
    this.mode = "goal";
    const { canvas } = view;
    canvas.addEventListener("pointerdown", (event) => this._down(event));
    canvas.addEventListener("pointermove", (event) => this._move(this._at(event)));
    canvas.addEventListener("pointerup", (event) => this._up(event));
    canvas.addEventListener("pointercancel", () => this._end());
    canvas.addEventListener("pointerleave", () => store.set("pointer", undefined));
    canvas.addEventListener("keydown", (event) => this._key(event));
    canvas.addEventListener("blur", () => this._end());
    canvas.addEventListener("focus", () => view.draw());
  }

  _at(event) {
    const box = this.view.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  _plane(pixels) {
    return this.view.camera.toPlane(pixels).map((value) => Number(value.toFixed(5)));
  }

  _down(event) {
    if (event.button) return;
    this.view.canvas.setPointerCapture(event.pointerId);
    this._begin(this._at(event));
  }

  _begin(at) {
    this.stroke = [at];
  }

  _move(at) {
    this.store.set("pointer", this._plane(at));
    if (!this.stroke) return;
    const [x, y] = this.stroke.at(-1);
    const far = Math.hypot(at[0] - x, at[1] - y) >= SPACING;
    if (far && this.stroke.length < MOST) this.stroke.push(at);
    this.store.set("sketch", sketched(this.mode, this._gesture(at)));
  }

  _gesture(at) {
    const [begin, end] = [this.stroke[0], at];
    return {
      begin: this._plane(begin),
      end: this._plane(end),
      points: this.stroke.map((p) => this._plane(p)),
      dragged: Math.hypot(end[0] - begin[0], end[1] - begin[1]) > DRAG,
    };
  }

  _up(event) {
    if (this.stroke) this._finish(this._at(event), [event.clientX, event.clientY]);
  }

  _finish(at, place) {
    const gesture = this._gesture(at);
    this._end();
    this.place(place);
    this.modes[this.mode](gesture);
  }

  _key(event) {
    const { key, shiftKey } = event;
    const { camera, canvas } = this.view;
    const cursor = this.store.get("cursor") ?? [1, 0];
    const at = camera.toPixels(cursor);
    if (ARROWS[key]) {
      const step = shiftKey ? KEY_STEP / 10 : KEY_STEP;
      const moved = [at[0] + step * ARROWS[key][0], at[1] - step * ARROWS[key][1]];
      this.store.set("cursor", camera.toPlane(moved));
      if (this.stroke) this._move(moved);
    } else if (key === "Enter") {
      const box = canvas.getBoundingClientRect();
      if (!this.stroke) this._begin(at);
      if (this.mode === "goal" || this.stroke.length > 1) {
        this._finish(at, [box.left + at[0], box.top + at[1]]);
      }
    } else if (key === "Escape" && this.stroke) {
      this._end();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  _end() {
    this.stroke = null;
    this.store.set("sketch", undefined);
  }
}

/** Return what shows a gesture while it is made. */
function sketched(mode, { begin, end, points, dragged }) {
  if (mode === "draw") return { points };
  if (mode === "goal") return dragged ? { points: [begin, end] } : undefined;
  return { circle: { center: begin, radius: Math.hypot(end[0] - begin[0], end[1] - begin[1]) } };
}
