/** Where the joints and the pen of a planar arm are. Angles in rad, lengths in m. */

/**
 * Return the points [x, y] of the base, of each joint after it, and of the pen.
 *
 * The first angle is measured from +x, each other one from the link before; all anticlockwise.
 */
export function jointPoints(lengths, angles) {
  const points = [[0, 0]];
  let heading = 0;
  lengths.forEach((length, i) => {
    heading += angles[i];
    const [x, y] = points[i];
    points.push([x + length * Math.cos(heading), y + length * Math.sin(heading)]);
  });
  return points;
}

/** Return the point [x, y] of the pen. */
export function pen(lengths, angles) {
  return jointPoints(lengths, angles).at(-1);
}

/** Return the smallest and the largest distance of the pen from the base. */
export function reach(lengths) {
  const most = lengths.reduce((sum, length) => sum + length, 0);
  const longest = Math.max(...lengths);
  return [Math.max(0, 2 * longest - most), most];
}

/** Return the distance between two points. */
export function distance([ax, ay], [bx, by]) {
  return Math.hypot(bx - ax, by - ay);
}
