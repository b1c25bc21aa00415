/** Maps the plane of the arm (m, y upwards) to a canvas (pixels, y downwards), and back. */

export class Camera {
  constructor() {
    this.fit(1, 1, 2);
  }

  /** Show a circle of the given radius (m) around the base in a canvas of this size (pixels). */
  fit(width, height, radius, margin = 1.12) {
    this.scale = Math.min(width, height) / (2 * radius * margin); // pixels for one m
    this.center = [width / 2, height / 2]; // pixels, where the base is
  }

  toPixels([x, y]) {
    return [this.center[0] + x * this.scale, this.center[1] - y * this.scale];
  }

  toPlane([x, y]) {
    return [(x - this.center[0]) / this.scale, (this.center[1] - y) / this.scale];
  }
}
