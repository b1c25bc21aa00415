// Series, scales, paths and files of plots: run by tests/console/test_modules.py under node.

import assert from "node:assert/strict";
import { test } from "node:test";

import { parsePath, pathsIn, valueAt } from "../../actors/console/plots/paths.js";
import { Plot } from "../../actors/console/plots/plot.js";
import { Frame } from "../../actors/console/plots/frame.js";
import { chosen, equalised, range, ticks } from "../../actors/console/plots/scale.js";
import { firstFrom, Series } from "../../actors/console/plots/series.js";
import { States } from "../../actors/console/plots/states.js";
import { View } from "../../actors/console/plots/view.js";

const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`);

function filled(pairs, room) {
  const series = new Series(room);
  for (const [time, value, wall] of pairs) series.add(time, value, wall);
  return series;
}

test("a series has a bounded length and gaps", () => {
  const samples = Array.from({ length: 1000 }, (_, k) => [k, k % 7 ? k : null]);
  const series = filled(samples, 100);
  assert.ok(series.times.length <= 100);
  assert.equal(series.times.at(-1), 999);
  assert.equal(series.values[series.times.indexOf(994)], null);
  assert.equal(series.at(998.5), 998);
  assert.equal(series.at(-1), null);
  assert.equal(filled([[0, NaN]]).last, null);
});

test("when time goes back a new run begins, and the one before is kept", () => {
  const series = filled([
    [0, 1],
    [2, 2],
    [0.5, 3],
  ]);
  assert.deepEqual([series.times, series.values], [[0.5], [3]]);
  assert.deepEqual(series.earlier.values, [1, 2]);
  series.restart();
  assert.deepEqual(series.earlier.values, [1, 2], "a run of a moment does not take its place");
  series.clear();
  assert.equal(series.earlier, null);
});

test("a paused arm, whose time stands still, adds nothing", () => {
  assert.deepEqual(
    filled([
      [1, 1],
      [1, 2],
      [1, 3],
    ]).values,
    [3],
  );
});

test("the first of a sorted list from a limit is found", () => {
  assert.deepEqual(
    [0, 1, 1.5, 3, 9].map((limit) => firstFrom([1, 2, 3], limit)),
    [0, 0, 1, 2, 3],
  );
});

for (const [values, contains] of [
  [
    [1, 2],
    [1, 2],
  ],
  [
    [5, 5],
    [5, 5],
  ],
  [
    [null, 0],
    [0, 0],
  ],
  [[], [0, 0]],
  [
    [1e-9, -1e-9],
    [0, 0],
  ],
]) {
  test(`the range of ${JSON.stringify(values)} has a width`, () => {
    const [low, high] = range(values);
    assert.ok(low < high && low <= contains[0] && high >= contains[1]);
  });
}

test("a divergence does not spoil the range", () => {
  assert.ok(range([0, 1, 1e300, Infinity, -1e9])[1] < 2);
});

test("ticks are round numbers within the range, and none for an impossible one", () => {
  assert.deepEqual(ticks(0, 10, 5), [0, 2, 4, 6, 8, 10]);
  assert.ok(ticks(-0.013, 0.017, 4).every((each) => each >= -0.013 && each <= 0.017));
  assert.deepEqual([ticks(1, 1), ticks(0, NaN), ticks(0, Infinity)], [[], [], []]);
});

test("equal axes give a unit the same length on both", () => {
  const [[left, right], [low, high]] = equalised([0, 1], [0, 4], 2);
  near((right - left) / 2, high - low);
  near(left + right, 1);
});

test("of many samples the highest and lowest are drawn, and gaps", () => {
  const values = Array.from({ length: 1000 }, (_, k) => (k === 500 ? 99 : k === 700 ? null : 0));
  const drawn = [...chosen(values, 0, 1000, 50)];
  assert.ok(drawn.includes(500) && drawn.includes(700) && drawn.length < 200);
  assert.deepEqual([...chosen(values, 3, 6, 50)], [3, 4, 5]);
});

test("a place in a frame is read where it is drawn", () => {
  const frame = new Frame(500, 200, [2, 12], [-1, 1]);
  near(frame.acrossAt(frame.x(7)), 7);
  near(frame.upAt(frame.y(0.3)), 0.3);
  assert.ok(frame.y(1) < frame.y(-1));
});

test("the text of a plot has a row for each time and a column for each line", () => {
  const lines = [
    {
      name: "a",
      series: filled([
        [0, 1],
        [1, null],
        [2, 3],
      ]),
    },
    { name: "b", series: filled([[1, 5]]) },
  ];
  const text = new Plot(null, lines, new View()).csv();
  assert.equal(text, "time,a,b\n0,1,\n1,,5\n2,3,5\n");
});

test("a view follows the newest sample until it is held", () => {
  const view = new View();
  assert.deepEqual(view.span(3), [0, 10]);
  assert.deepEqual(view.span(30), [20, 30]);
  assert.ok(view.zoomTo(4, 6));
  assert.ok(view.held);
  assert.deepEqual(view.span(30), [4, 6]);
  assert.ok(!view.zoomTo(5, 5));
});

test("states are kept where they change, and are bands", () => {
  const states = new States();
  for (const [time, label] of [
    [0, "off"],
    [1, "off"],
    [2, "on"],
    [5, "off"],
  ]) {
    states.add(time, label, time + 100);
  }
  assert.equal(states.changes.length, 3);
  assert.deepEqual(states.bands("time", 1, 4), [
    { label: "off", begin: 1, end: 2 },
    { label: "on", begin: 2, end: 4 },
  ]);
  assert.equal(states.bands("wall", 100, 110).length, 3);
  states.add(0, "on");
  assert.deepEqual(
    states.changes.map(({ label }) => label),
    ["on"],
  );
});

for (const [text, parsed] of [
  ["/joint_states.position[0]", { topic: "/joint_states", steps: ["position", 0] }],
  ["/a/b.c.d", { topic: "/a/b", steps: ["c", "d"] }],
  ["/a[3][1]", { topic: "/a", steps: [3, 1] }],
  ["/joint_states", null],
  ["position[0]", null],
  ["/a.b[x]", null],
  ["/a.b]", null],
]) {
  test(`the path ${text} is ${JSON.stringify(parsed)}`, () =>
    assert.deepEqual(parsePath(text), parsed));
}

test("what a path leads to is a number, or nothing", () => {
  const message = { a: [1, { b: true }], c: "text" };
  assert.equal(valueAt(message, ["a", 0]), 1);
  assert.equal(valueAt(message, ["a", 1, "b"]), 1);
  assert.equal(valueAt(message, ["c"]), null);
  assert.equal(valueAt(message, ["x", "y", 2]), null);
  assert.equal(valueAt(null, ["x"]), null);
});

test("the paths to all numbers in a message are found", () => {
  assert.deepEqual(pathsIn({ a: [1, 2], b: { c: 3 }, d: "x", e: null }, "/t"), [
    "/t.a[0]",
    "/t.a[1]",
    "/t.b.c",
  ]);
  assert.ok(pathsIn({ a: Array(1000).fill(1) }, "/t").length <= 60);
});
