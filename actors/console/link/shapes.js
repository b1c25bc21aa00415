/** Shapes that the pen can draw, as lists of points [x, y] in m. */

const ROUND = 72; // parts of a circle

/** Return the points of a request of /motion/draw: { points }, { square } or { circle }. */
export function outline({ points, square, circle }) {
  if (points) return points;
  if (square) {
    const [x, y] = square.center;
    const h = square.side / 2;
    return [
      [x - h, y - h],
      [x + h, y - h],
      [x + h, y + h],
      [x - h, y + h],
      [x - h, y - h],
    ];
  }
  const {
    center: [x, y],
    radius,
  } = circle;
  return Array.from({ length: ROUND + 1 }, (_, k) => {
    const angle = (k / ROUND) * 2 * Math.PI;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

/** Return a request for a shape by its kind, centre and size. */
export function shape(kind, [x, y], size) {
  const center = [x, y];
  return kind === "square"
    ? { square: { center, side: size } }
    : { circle: { center, radius: size } };
}
