// What panels say and compute: run by tests/console/test_modules.py under node.

import assert from "node:assert/strict";
import { test } from "node:test";

import { readNumbers, replaced, short } from "../../actors/console/page/numbers.js";
import { logarithmic } from "../../actors/console/page/setting_field.js";
import { compare, errors } from "../../actors/console/panels/bench.js";
import { CASES, exactFor } from "../../actors/console/panels/bench_cases.js";
import { described } from "../../actors/console/panels/call_section.js";
import { recordingCsv, report, told } from "../../actors/console/panels/drawing_words.js";
import { written } from "../../actors/console/panels/dynamics_section.js";
import { told as goalTold } from "../../actors/console/panels/goal_section.js";
import { withOne, withPair } from "../../actors/console/panels/limits_section.js";
import { filtered } from "../../actors/console/panels/log_section.js";
import { factsOf } from "../../actors/console/panels/system_panel.js";
import { pretty } from "../../actors/console/panels/topic_card.js";
import { told as trialTold } from "../../actors/console/panels/trial_section.js";

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
  test(`the text "${text}" has the numbers ${JSON.stringify(numbers)}`, () => {
    assert.deepEqual(readNumbers(text), numbers);
  });
}

test("one entry of a list is replaced", () =>
  assert.deepEqual(replaced([1, 2, 3], 1, 9), [1, 9, 3]));

test("a logarithmic slider shows where a value is, and gives round values", () => {
  const scale = logarithmic(1e-5, 0.1);
  assert.equal(scale.from(scale.to(0.0005)), 0.0005);
  assert.equal(scale.from(-2.5), 0.0032);
});

test("the first limit holds for all joints, later ones for theirs; an empty box for none", () => {
  assert.deepEqual(withOne(null, 2, 1, 5), [5, 5]);
  assert.deepEqual(withOne([5, 5], 2, 1, 3), [5, 3]);
  assert.equal(withOne([5, 5], 2, 1, undefined), null);
  assert.deepEqual(withPair(null, 2, 0, -2), [
    [-2, 2],
    [-2, 2],
  ]);
  assert.deepEqual(
    withPair(
      [
        [-2, 2],
        [-2, 2],
      ],
      2,
      3,
      1,
    ),
    [
      [-2, 2],
      [-2, 1],
    ],
  );
  assert.equal(withPair([[-2, 2]], 1, 0, undefined), null);
});

test("the order of a method is read off two errors", () => {
  assert.ok(Math.abs(errors(1.04, 1.01, 1).order - 2) < 1e-9);
  assert.equal(errors(1, 1, 1).order, null);
  assert.equal(errors(null, 1, 1).error, null);
});

test("the exact answers of the bench satisfy their equations", () => {
  const h = 1e-3;
  const accelerations = {
    "cos(3*t)": (t) => Math.cos(3 * t),
    t: (t) => t,
    "-9.81": () => -9.81,
    "exp(-t)": (t) => Math.exp(-t),
    "sin(t)": Math.sin,
    "t^4": (t) => t ** 4,
  };
  for (const { name } of CASES) {
    const x = exactFor(name, 0.7, -0.3);
    const second = (x(1 + h) - 2 * x(1) + x(1 - h)) / h ** 2;
    assert.ok(Math.abs(second - accelerations[name](1)) < 1e-4, name);
    assert.ok(Math.abs(x(0) - 0.7) < 1e-12, name);
    assert.ok(Math.abs((x(h) - x(-h)) / (2 * h) + 0.3) < 1e-4, name);
  }
  assert.equal(exactFor("tan(t)", 0, 0), null);
});

/** Integrate x'' = f(t) as the runtime would with Euler, whatever the method. */
function euler(f) {
  return async ({ x0, xdot0, dt, steps }) => {
    let [x, v] = [x0, xdot0];
    const [times, positions] = [[0], [x]];
    for (let k = 0; k < steps; k++) {
      [x, v] = [x + dt * v, v + dt * f(k * dt)];
      times.push((k + 1) * dt);
      positions.push(x);
    }
    return { times, positions };
  };
}

test("the bench compares all methods against the exact answer, or a fine rk4", async () => {
  const request = { function: "t", x0: 0, xdot0: 0, dt: 0.1, steps: 10 };
  const bench = await compare(
    euler((t) => t),
    request,
  );
  assert.ok(bench.exact);
  assert.equal(bench.rows.length, 4);
  assert.ok(Math.abs(bench.rows[0].order - 1) < 0.1);
  const other = await compare(euler(Math.tan), { ...request, function: "tan(t)" });
  assert.ok(!other.exact);
  assert.equal(other.reference.length, bench.times.length);
});

test("the state of goals, trials and motions is said in words", () => {
  assert.equal(goalTold(undefined), "no goal");
  const goal = { id: "g", x: 1, y: 2, phi: 0.5, away: 0.25, elapsed: 3, outcome: "" };
  assert.equal(goalTold(goal), "g (1, 2, 0.5 rad): under way, 0.25 m away, 3 s");
  const trial = { running: false, elapsed: 5, duration: 5, targets_reached: 1 };
  assert.equal(trialTold(trial), "over: 1 target in 5 of 5 s");
  assert.equal(
    told({ state: "faulted", motion_id: null, reason: "PID is off" }),
    "faulted: PID is off",
  );
  const figures = { mean: 0.001, rms: null, max: 0.0025 };
  const words = "done (why); the pen was off by 1 mm on average, rms –, at most 2.5 mm";
  assert.equal(report("done", "why", figures), words);
});

test("a recording is text with a column for each number", () => {
  const csv = recordingCsv({
    time: [0, 1],
    position: [
      [1, 2],
      [3, 4],
    ],
  });
  assert.equal(csv, "time,position 1,position 2\n0,1,2\n1,3,4\n");
  assert.equal(recordingCsv({ time: [], position: [] }), "time,position\n");
});

test("matrices have a line for each row", () =>
  assert.equal(
    written([
      [1, 2],
      [3, 4],
    ]),
    "1   2\n3   4",
  ));

test("the log is filtered by level and text, the newest first", () => {
  const line = (level, text) => ({ level, name: "a", text, time: 0 });
  const log = [line(20, "one"), line(30, "two"), line(40, "Three")];
  assert.deepEqual(
    filtered(log, 30, "").map(({ text }) => text),
    ["Three", "two"],
  );
  assert.deepEqual(
    filtered(log, 20, "THREE").map(({ text }) => text),
    ["Three"],
  );
  assert.ok(filtered(Array(1000).fill(log[0]), 20, "").length <= 150);
});

test("an actor of which nothing is known yet is shown all the same", () => {
  assert.deepEqual(factsOf({})[0], ["pid", "–"]);
  assert.deepEqual(factsOf({ pid: "5", real_time_factor: "1" }).at(-1), ["real time factor", "1"]);
});

test("messages are written with short lists on a line, and long ones cut off", () => {
  assert.equal(pretty({ a: [1, null], b: {} }), "{\n  a: [1, null]\n  b: {}\n}");
  assert.ok(pretty(Array(50).fill(1)).includes("… 38 more"));
  assert.equal(pretty(undefined), "nothing");
});

test("the fields of a service are listed with their types", () => {
  const typedef = {
    fieldnames: ["x", "kp"],
    fieldtypes: ["float64", "float64"],
    fieldarraylen: [-1, 0],
  };
  assert.equal(described(typedef), "x: float64, kp: float64[]");
  assert.equal(described(undefined), "no arguments");
});
