/** The arm itself: its links, its joints, their limits, and the ghost of its setpoint. */

import { jointPoints, reach } from "./kinematics.js";

const THICKNESS = 0.04; // of the reach
const ARC = 20; // pixels, the radius of the arcs that show operating limits

/** Draw the arm with the joint angles (n,) in rad. */
export function arm(brush, lengths, angles) {
  const points = jointPoints(lengths, angles);
  const width = Math.max(4, THICKNESS * reach(lengths)[1] * brush.camera.scale);
  brush.context.lineCap = "round";
  brush.context.lineJoin = "round";
  brush.line(points).stroke("joint", width + 2);
  brush.line(points).stroke("link", width);
  brush.context.lineCap = "butt";
  points.slice(0, -1).forEach((point) => brush.dot(point, width * 0.42).fill("joint"));
  points.slice(0, -1).forEach((point) => brush.dot(point, width * 0.18).fill("back"));
  brush.dot(points.at(-1), width * 0.5).fill("pen");
  brush.stroke("back", 1.5);
}

/** Draw where the setpoint would have the arm. */
export function ghost(brush, lengths, angles) {
  const points = jointPoints(lengths, angles);
  brush.line(points).stroke("ghost", 2, [6, 5]);
  points.forEach((point) => brush.dot(point, 3.5).stroke("ghost", 1.5));
}

/** Draw the ranges of the joints as arcs: hard stops outside, operating limits inside. */
export function ranges(brush, lengths, angles, limits) {
  const points = jointPoints(lengths, angles);
  arcs(brush, points, angles, limits?.position, ARC + 6, 4);
  arcs(brush, points, angles, limits?.operating, ARC, 2);
}

function arcs(brush, points, angles, pairs, radius, width) {
  if (pairs?.length !== angles.length) return;
  let heading = 0; // of the link before, in rad
  pairs.forEach(([low, high], i) => {
    if (high - low < 2 * Math.PI) {
      brush.context.beginPath();
      const center = brush.camera.toPixels(points[i]);
      brush.context.arc(...center, radius, -(heading + high), -(heading + low));
      brush.stroke("limit", width);
    }
    heading += angles[i];
  });
}
