/** Draws lines, circles and texts of the plane of the arm on a canvas. Lengths are in m. */

import { colour } from "../page/theme.js";

export class Brush {
  constructor(context, camera) {
    this.context = context;
    this.camera = camera;
  }

  /** Draw what the context has as its path. The width is in pixels. */
  stroke(name, width = 1, dash = []) {
    const { context } = this;
    context.strokeStyle = colour(name);
    context.lineWidth = width;
    context.setLineDash(dash);
    context.stroke();
    context.setLineDash([]);
  }

  fill(name) {
    this.context.fillStyle = colour(name);
    this.context.fill();
  }

  /** Make a circle the path of the context. */
  circle(center, radius) {
    const [x, y] = this.camera.toPixels(center);
    this.context.beginPath();
    this.context.arc(x, y, Math.max(radius * this.camera.scale, 0.5), 0, 2 * Math.PI);
    return this;
  }

  /** Make a circle with a radius in pixels the path of the context. */
  dot(center, pixels) {
    return this.circle(center, pixels / this.camera.scale);
  }

  /** Make a line through points the path of the context. */
  line(points) {
    this.context.beginPath();
    points.forEach((point, i) => {
      const [x, y] = this.camera.toPixels(point);
      if (i) this.context.lineTo(x, y);
      else this.context.moveTo(x, y);
    });
    return this;
  }

  /** Write a text beside a point, moved by some pixels. */
  text(words, point, name, [dx, dy] = [0, 0], align = "left") {
    const [x, y] = this.camera.toPixels(point);
    this.context.textAlign = align;
    this.context.fillStyle = colour(name);
    this.context.fillText(words, x + dx, y + dy);
  }
}
