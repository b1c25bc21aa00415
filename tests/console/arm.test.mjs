// What is computed about the arm: run by tests/console/test_modules.py under node.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Camera } from "../../actors/console/arm/camera.js";
import { distance, jointPoints, pen, reach } from "../../actors/console/arm/kinematics.js";
import { outline, shape } from "../../actors/console/link/shapes.js";

const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-12, `${a} is not ${b}`);

test("each angle is measured from the link before", () => {
  const points = jointPoints([1, 2], [Math.PI / 2, -Math.PI / 2]);
  assert.deepEqual(points[0], [0, 0]);
  near(points[1][1], 1);
  near(points[2][0], 2);
  near(distance(pen([1, 2], [0, 0]), [0, 0]), 3);
});

for (const [lengths, expected] of [
  [
    [1, 1],
    [0, 2],
  ],
  [
    [2, 1],
    [1, 3],
  ],
  [
    [1, 1, 1],
    [0, 3],
  ],
  [
    [5, 1, 1],
    [3, 7],
  ],
]) {
  test(`an arm of ${lengths} reaches from ${expected[0]} to ${expected[1]}`, () => {
    assert.deepEqual(reach(lengths), expected);
  });
}

test("a point that is drawn and read again is the same", () => {
  const camera = new Camera();
  camera.fit(800, 600, 2);
  const [x, y] = camera.toPlane(camera.toPixels([0.3, -1.2]));
  near(x, 0.3);
  near(y, -1.2);
  assert.ok(camera.toPixels([0, 1])[1] < camera.toPixels([0, 0])[1], "up is up");
});

for (const kind of ["square", "circle"]) {
  test(`the outline of a ${kind} is closed and lies around its centre`, () => {
    const points = outline(shape(kind, [1, 0.5], 2));
    near(distance(points[0], points.at(-1)), 0);
    const [x, y] = [0, 1].map((i) => points.slice(1).reduce((sum, point) => sum + point[i], 0));
    near(x / (points.length - 1), 1);
    near(y / (points.length - 1), 0.5);
  });
}
