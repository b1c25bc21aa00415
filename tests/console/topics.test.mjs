// What messages become in the store and in the plots: run by test_modules.py under node.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Recorder } from "../../actors/console/link/recorder.js";
import { Store } from "../../actors/console/link/store.js";
import { noteEpsilon } from "../../actors/console/link/goals.js";
import { stampOf, Topics } from "../../actors/console/link/topics.js";

class FakeWire extends EventTarget {
  listeners = new Map();
  subscribe(topic, listener) {
    this.listeners.set(topic, listener);
    return () => this.listeners.delete(topic);
  }
  call() {
    return Promise.resolve({ values: { motion_id: "m1", points: [[1, 2]] } });
  }
}

function started() {
  const wire = new FakeWire();
  const store = new Store(() => {});
  store.set("params", { lengths: [1, 1], masses: [1, 1], gravity: 9.81 });
  const topics = new Topics(wire, store, new Recorder(store, () => 0), () => 0);
  topics.start();
  const say = (topic, msg) => wire.listeners.get(topic)(msg);
  return { wire, store, topics, say };
}

const header = (sec) => ({ stamp: { sec, nanosec: 5e8 } });
const state = (sec, q) => ({
  header: header(sec),
  position: [q, 0],
  velocity: [0, 0],
  effort: [0, 0],
});

test("the time of a message is that of its header or of a clock", () => {
  assert.equal(stampOf({ header: header(2) }), 2.5);
  assert.equal(stampOf({ clock: { sec: 1, nanosec: 0 } }), 1);
  for (const msg of [null, {}, { header: {} }, { header: { stamp: {} } }, 5]) {
    assert.equal(stampOf(msg), undefined);
  }
});

test("states are recorded, with the place of the pen", () => {
  const { store, topics, say } = started();
  say("/joint_states", state(1, 0.5));
  assert.equal(store.get("joints").time, 1.5);
  assert.deepEqual(topics.recorder.of("position 1").values, [0.5]);
  assert.ok(Math.abs(topics.recorder.of("pen x").last - 2 * Math.cos(0.5)) < 1e-12);
});

test("when time goes back, all that belonged to the run before is dropped", () => {
  const { store, topics, say } = started();
  say("/joint_states", state(5, 0.5));
  store.set("plan", [[1, 1]]);
  say("/joint_states", state(0, 0.1));
  assert.deepEqual(topics.recorder.of("position 1").values, [0.1]);
  assert.equal(store.get("plan"), undefined);
  assert.equal(store.get("runs"), 1);
});

test("a diverged arm, whose numbers are null, leaves gaps", () => {
  const { topics, say } = started();
  say("/joint_states", { ...state(1, null), position: [null, null] });
  assert.equal(topics.recorder.of("position 1").last, null);
  assert.equal(topics.recorder.of("pen x").last, null);
});

test("messages that lack fields, or are something else, disturb nothing", () => {
  const { wire, store, say } = started();
  const strange = [
    null,
    5,
    "text",
    [],
    {},
    { header: header(1) },
    { header: header(1), position: [1] },
    { header: header(1), position: null, velocity: 3, effort: "x" },
    { header: header(1), setpoint: [null], error: [] },
    { target: null },
    { status: null },
    { stamp: null, msg: 1 },
    { goal_id: "g" },
    { figures: null },
    { state: null },
  ];
  for (const topic of wire.listeners.keys()) for (const msg of strange) say(topic, msg);
  say("/joint_states", state(9, 0.25));
  assert.equal(store.get("joints").position[0], 0.25);
});

test("while the controller is off its setpoint is a gap", () => {
  const { topics, say } = started();
  const message = { header: header(1), setpoint: [1, 1], error: [0, 0] };
  say("/pid_controller/state", { ...message, enabled: false });
  assert.equal(topics.recorder.of("setpoint 1").last, null);
  say("/pid_controller/state", { ...message, header: header(2), enabled: true });
  assert.equal(topics.recorder.of("setpoint 1").last, 1);
});

test("a state that is older than the answer to a click does not undo it", () => {
  const { store, say } = started();
  const message = { header: header(1), setpoint: [1, 1], error: [0, 0], enabled: false };
  say("/pid_controller/state", message);
  store.set("enabled", true); // the answer
  say("/pid_controller/state", message); // was sent before it
  assert.equal(store.get("enabled"), true);
});

test("a goal is followed to its end, and nothing late brings it back", () => {
  const { store, say } = started();
  noteEpsilon(store, "g1", 0.02);
  const feedback = { goal_id: "g1", target: { x: 1, y: 2 }, distance_remaining: 0.5, elapsed: 1 };
  say("/ik_action/feedback", feedback);
  assert.deepEqual([store.get("goal").epsilon, store.get("goal").outcome], [0.02, ""]);
  const result = { goal_id: "g1", target: { x: 1, y: 2 }, outcome: "reached", final_distance: 0 };
  say("/ik_action/result", result);
  say("/ik_action/feedback", feedback);
  assert.equal(store.get("goal").outcome, "reached");
  say("/ik_action/feedback", { ...feedback, goal_id: "g2" });
  say("/ik_action/result", { ...result, outcome: "preempted" });
  assert.equal(store.get("goal").id, "g2", "the result of an older goal does not hide a newer one");
});

test("epsilons of old goals are forgotten", () => {
  const { store } = started();
  for (let k = 0; k < 500; k++) noteEpsilon(store, `g${k}`, 0.1);
  assert.ok(store.get("epsilons").size <= 50);
  assert.ok(store.get("epsilons").has("g499"));
});

test("the path of a motion is asked for when one begins, by whomever", async () => {
  const { store, say } = started();
  say("/motion/state", { state: "moving", motion_id: "m1" });
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(store.get("plan"), [[1, 2]]);
});

test("the log has a bounded length", () => {
  const { store, say } = started();
  const line = { stamp: { sec: 1, nanosec: 0 }, level: 20, name: "a", msg: "b" };
  for (let k = 0; k < 2000; k++) say("/rosout", line);
  assert.ok(store.get("log").length <= 500);
});

test("states that stop coming are stale", () => {
  let now = 0;
  const store = new Store(() => {});
  const wire = new FakeWire();
  const topics = new Topics(wire, store, new Recorder(store), () => now);
  topics.start();
  assert.ok(topics.stale);
  wire.listeners.get("/joint_states")(state(1, 0));
  assert.ok(!topics.stale);
  now = 1000;
  assert.ok(topics.stale);
});
