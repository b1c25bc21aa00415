// The modules of the console that need no page: run by tests/console/test_modules.py under node.

import assert from "node:assert/strict";
import { test } from "node:test";

import { errors } from "../../actors/console/bench_panel.js";
import { Camera } from "../../actors/console/camera.js";
import { outline } from "../../actors/console/commands.js";
import { paired } from "../../actors/console/controls.js";
import { readNumbers } from "../../actors/console/dom.js";
import { distance, jointPoints, pen, reach } from "../../actors/console/kinematics.js";
import { range, short, ticks } from "../../actors/console/scale.js";
import { Series } from "../../actors/console/series.js";
import { argumentsFor } from "../../actors/console/settings.js";
import { Store } from "../../actors/console/store.js";
import { Refused, Wire } from "../../actors/console/wire.js";

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
  test(`an arm of ${lengths} reaches from ${expected[0]} to ${expected[1]}`, () =>
    assert.deepEqual(reach(lengths), expected));
}

test("a point that is drawn and read again is the same", () => {
  const camera = new Camera();
  camera.fit(800, 600, 2);
  const [x, y] = camera.toPlane(camera.toPixels([0.3, -1.2]));
  near(x, 0.3);
  near(y, -1.2);
  assert.ok(camera.toPixels([0, 1])[1] < camera.toPixels([0, 0])[1], "up is up");
});

test("a series has a bounded length, gaps, and begins anew when time goes back", () => {
  const series = new Series(100);
  for (let k = 0; k < 1000; k++) series.add(k, k % 7 ? k : null);
  assert.ok(series.times.length <= 100);
  assert.equal(series.times.at(-1), 999);
  assert.equal(series.values[series.times.indexOf(994)], null);
  assert.equal(series.at(998.5), 998);
  series.add(0.5, NaN);
  assert.deepEqual([series.times, series.values], [[0.5], [null]]);
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

test("ticks are round numbers within the range", () => {
  assert.deepEqual(ticks(0, 10, 5), [0, 2, 4, 6, 8, 10]);
  assert.ok(ticks(-0.013, 0.017, 4).every((each) => each >= -0.013 && each <= 0.017));
});

for (const [number, text] of [
  [null, "–"],
  [undefined, "–"],
  [0.1 + 0.2, "0.3"],
  [12345.6, "12350"],
  [1e-9, "1e-9"],
]) {
  test(`${number} is written as ${text}`, () => assert.equal(short(number), text));
}

for (const [text, numbers] of [
  ["1, 2", [1, 2]],
  ["1 2;3", [1, 2, 3]],
  ["-0.5e1", [-5]],
  ["", null],
  ["1, x", null],
  ["NaN", null],
  ["Infinity", null],
]) {
  test(`the text "${text}" has the numbers ${JSON.stringify(numbers)}`, () =>
    assert.deepEqual(readNumbers(text), numbers));
}

for (const [value, joints, pairs] of [
  [
    2,
    2,
    [
      [-2, 2],
      [-2, 2],
    ],
  ],
  [
    [-1, 2],
    2,
    [
      [-1, 2],
      [-1, 2],
    ],
  ],
  [
    [-1, 1, -2, 2],
    2,
    [
      [-1, 1],
      [-2, 2],
    ],
  ],
]) {
  test(`${value} means the ranges ${JSON.stringify(pairs)}`, () =>
    assert.deepEqual(paired(value, joints), pairs));
}

test("the outline of a shape is closed", () => {
  for (const shape of [
    { square: { center: [1, 0], side: 2 } },
    { circle: { center: [1, 0], radius: 2 } },
  ]) {
    const points = outline(shape);
    near(distance(points[0], points.at(-1)), 0);
  }
});

test("the order of a method is read off two errors", () => {
  const run = (end) => end;
  near(errors(run(1.04), run(1.01), run(1)).order, 2);
  assert.equal(errors(run(1), run(1), run(1)).order, null);
});

test("watchers are called once for all changes of a frame", () => {
  const frames = [];
  const store = new Store((draw) => frames.push(draw));
  let calls = 0;
  const end = store.watch(["a", "b"], () => calls++);
  store.set("a", 1);
  store.set("a", 2);
  store.set("b", 3);
  frames.splice(0).forEach((draw) => draw());
  assert.equal(calls, 1);
  end();
  store.set("a", 4);
  frames.splice(0).forEach((draw) => draw());
  assert.equal(calls, 1);
  assert.equal(store.get("a"), 4);
});

test("a setting in force can be set again", () => {
  assert.deepEqual(argumentsFor("enabled", true), { data: true });
  assert.deepEqual(argumentsFor("obstacles", []), { obstacles: [] });
  assert.deepEqual(argumentsFor("gains", { kp: [1] }), { kp: [1] });
});

class FakeSocket {
  static made = [];
  constructor() {
    FakeSocket.made.push(this);
    this.sent = [];
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  receive(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

function connected() {
  FakeSocket.made.length = 0;
  const later = [];
  const wire = new Wire(
    "ws://arm/",
    () => new FakeSocket(),
    (action, ms) => later.push([action, ms]),
  );
  wire.connect();
  FakeSocket.made[0].onopen();
  return { wire, later, socket: FakeSocket.made[0] };
}

test("a call is answered by the response with its id", async () => {
  const { wire, socket } = connected();
  const first = wire.call("/a");
  const second = wire.call("/b");
  const [a, b] = socket.sent;
  socket.receive({
    op: "service_response",
    id: b.id,
    result: false,
    status: "no",
    values: { x: 1 },
  });
  socket.receive({
    op: "service_response",
    id: a.id,
    result: true,
    status: "",
    values: { y: 2 },
  });
  assert.deepEqual((await first).values, { y: 2 });
  await assert.rejects(
    second,
    (refused) => refused instanceof Refused && refused.message === "no" && refused.values.x === 1,
  );
});

test("a lost connection rejects the calls, and comes back with the subscriptions", async () => {
  const { wire, socket, later } = connected();
  const seen = [];
  wire.subscribe("/t", (msg) => seen.push(msg), 16);
  const lost = wire.call("/a");
  socket.onclose();
  await assert.rejects(lost, /lost/);
  await assert.rejects(wire.call("/a"), /not connected/);
  later.shift()[0]();
  const again = FakeSocket.made[1];
  again.onopen();
  assert.deepEqual(again.sent, [{ op: "subscribe", topic: "/t", throttle_rate: 16 }]);
  again.receive({ op: "publish", topic: "/t", msg: 5 });
  assert.deepEqual(seen, [5]);
});

test("attempts to connect again come ever later, up to two seconds", () => {
  const { later } = connected();
  const waits = [];
  for (let k = 0; k < 7; k++) {
    FakeSocket.made.at(-1).onclose();
    const [connect, ms] = later.shift();
    waits.push(ms);
    connect();
  }
  assert.deepEqual(waits, [200, 400, 800, 1600, 2000, 2000, 2000]);
});

test("the gateway is told once of a topic that several listen to", () => {
  const { wire, socket } = connected();
  const ends = [wire.subscribe("/t", () => {}), wire.subscribe("/t", () => {})];
  ends.forEach((end) => end());
  assert.deepEqual(
    socket.sent.map(({ op }) => op),
    ["subscribe", "unsubscribe"],
  );
});
