// How the page speaks with the runtime: run by tests/console/test_modules.py under node.

import assert from "node:assert/strict";
import { test } from "node:test";

import { newest } from "../../actors/console/link/newest.js";
import { defaultsFor, presets } from "../../actors/console/link/presets.js";
import { argumentsFor, changes, SETTINGS } from "../../actors/console/link/settings.js";
import { Store } from "../../actors/console/link/store.js";
import { Refused, Wire } from "../../actors/console/link/wire.js";

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
  const open = () => new FakeSocket();
  const wire = new Wire("ws://arm/", open, (action, ms) => later.push([action, ms]));
  wire.connect();
  FakeSocket.made[0].onopen();
  return { wire, later, socket: FakeSocket.made[0] };
}

test("a call is answered by the response with its id", async () => {
  const { wire, socket } = connected();
  const first = wire.call("/a");
  const second = wire.call("/b");
  const [a, b] = socket.sent.map(({ id }) => ({ op: "service_response", id }));
  socket.receive({ ...b, result: false, status: "no", values: { x: 1 } });
  socket.receive({ ...a, result: true, status: "", values: { y: 2 } });
  assert.deepEqual((await first).values, { y: 2 });
  await assert.rejects(second, (refused) => {
    return refused instanceof Refused && refused.message === "no" && refused.values.x === 1;
  });
});

test("a lost connection rejects the calls, and comes back with the subscriptions", async () => {
  const { wire, socket, later } = connected();
  const seen = [];
  wire.subscribe("/t", (msg) => seen.push(msg), 16);
  const lost = wire.call("/a");
  socket.onclose();
  await assert.rejects(lost, /lost/);
  await assert.rejects(wire.call("/a"), /not connected/);
  await assert.rejects(wire.publish("/t", 1), /not connected/);
  later.shift()[0]();
  const again = FakeSocket.made[1];
  again.onopen();
  assert.deepEqual(again.sent, [{ op: "subscribe", topic: "/t", throttle_rate: 16 }]);
  again.receive({ op: "publish", topic: "/t", msg: 5 });
  assert.deepEqual(seen, [5]);
});

test("attempts to connect again come ever later, up to a second", () => {
  const { later } = connected();
  const waits = [];
  for (let k = 0; k < 6; k++) {
    FakeSocket.made.at(-1).onclose();
    const [connect, ms] = later.shift();
    waits.push(ms);
    connect();
  }
  assert.deepEqual(waits, [200, 400, 800, 1000, 1000, 1000]);
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

test("the fastest of several listeners sets the rate", () => {
  const { wire, socket } = connected();
  wire.subscribe("/t", () => {}, 100);
  wire.subscribe("/t", () => {}, 16);
  wire.subscribe("/t", () => {}, 50);
  assert.deepEqual(
    socket.sent.map((each) => each.throttle_rate),
    [100, 16],
  );
});

test("of values that come while one is sent only the newest is sent", async () => {
  const sent = [];
  const answers = [];
  const send = newest((value) => {
    sent.push(value);
    return new Promise((resolve) => answers.push(() => resolve(value)));
  });
  const said = [1, 2, 3].map((value) => send(value));
  answers.shift()();
  assert.deepEqual(await said[0], { newest: true, answer: 1 });
  assert.deepEqual(await said[1], { newest: false });
  answers.shift()();
  assert.deepEqual(await said[2], { newest: true, answer: 3 });
  assert.deepEqual(sent, [1, 3]);
});

test("a refusal does not hold up what comes after it", async () => {
  const send = newest(async (value) => {
    if (value === 1) throw new Error("no");
    return value;
  });
  await assert.rejects(send(1), /no/);
  assert.deepEqual(await send(2), { newest: true, answer: 2 });
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

test("a bug in one watcher is told, and the others are called all the same", () => {
  const [frames, bugs] = [[], []];
  const store = new Store(
    (draw) => frames.push(draw),
    (bug) => bugs.push(bug.message),
  );
  let calls = 0;
  store.watch(["a"], () => {
    throw new Error("bug");
  });
  store.watch(["a"], () => calls++);
  store.set("a", 1);
  frames[0]();
  assert.deepEqual([calls, bugs], [1, ["bug"]]);
});

test("a setting in force can be set again", () => {
  assert.deepEqual(argumentsFor("enabled", true), { data: true });
  assert.deepEqual(argumentsFor("obstacles", []), { obstacles: [] });
  assert.deepEqual(argumentsFor("gains", { kp: [1] }), { kp: [1] });
});

test("only what differs is put back, and the links after the masses", () => {
  const present = { params: { gravity: 1 }, links: { damping: [1] }, gains: { kp: [1] } };
  assert.deepEqual(changes(present, present), []);
  const wanted = { ...present, gains: { kp: [2] } };
  assert.deepEqual(changes(wanted, present), [["gains", { kp: [2] }]]);
  const keys = changes({ ...present, params: { gravity: 2 } }, present).map(([key]) => key);
  assert.deepEqual(keys, ["params", "links"], "new masses make uniform rods");
});

for (const links of [2, 3]) {
  test(`defaults and presets of ${links} links have a value for each joint`, () => {
    const known = SETTINGS.map(({ key }) => key);
    const all = [...defaultsFor(links), ...presets(links).flatMap(({ settings }) => settings)];
    for (const [key, args] of all) {
      assert.ok(known.includes(key), key);
      for (const value of Object.values(args)) {
        if (Array.isArray(value) && key !== "obstacles") assert.equal(value.length, links);
      }
    }
  });
}
