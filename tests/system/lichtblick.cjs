// Does what Lichtblick and Foxglove do when they connect to a rosbridge, with their own packages.
//
// usage: node lichtblick.cjs FOLDER_OF_NODE_MODULES URL
//
// Three connections subscribe to all topics: one as Lichtblick does (cbor-raw, decoded from CDR),
// one with cbor, one without compression. Then it prints a line with the word ready. When it is
// sent a line, it prints one object: the alerts that a user would see, the types of the topics,
// and the messages of each topic as each connection got them. Numbers that are not finite become
// texts.
"use strict";

const { createRequire } = require("node:module");
const { join } = require("node:path");

const load = createRequire(join(process.argv[2], "index.js"));
if (typeof WebSocket === "undefined") global.WebSocket = load("ws");
const ROSLIB = load("@lichtblick/roslibjs");
const { parse } = load("@lichtblick/rosmsg");
const { MessageReader } = load("@lichtblick/rosmsg2-serialization");

const PATIENCE = 60_000; // ms
const alerts = [];

function connect() {
  return new Promise((resolve, reject) => {
    const ros = new ROSLIB.Ros({ url: process.argv[3], transportLibrary: "websocket" });
    ros.on("connection", () => resolve(ros));
    ros.on("error", () => reject(new Error("no connection")));
    ros.on("close", () => alerts.push("the connection was closed"));
    ros.on("status", (status) => alerts.push(`${status.level}: ${status.msg}`));
  });
}

function call(ros, name, serviceType, request = {}) {
  const service = new ROSLIB.Service({ ros, name, serviceType });
  return new Promise((resolve, reject) =>
    service.callService(new ROSLIB.ServiceRequest(request), resolve, reject),
  );
}

function listen(ros, name, messageType, compression, read, heard) {
  const topic = new ROSLIB.Topic({ ros, name, messageType, compression });
  heard[name] = [];
  topic.subscribe((message) => {
    try {
      heard[name].push(plain(read(message)));
    } catch (problem) {
      alerts.push(`${name}: ${problem.message}`);
    }
  });
}

function plain(value) {
  if (ArrayBuffer.isView(value) || Array.isArray(value)) return Array.from(value, plain);
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (value === null || typeof value !== "object") return value;
  const parts = Object.entries(value).map(([key, part]) => [key, plain(part)]);
  return Object.fromEntries(parts.map(([key, part]) => [key === "nsec" ? "nanosec" : key, part]));
}

async function everyone(ros) {
  for (const node of (await call(ros, "/rosapi/nodes", "rosapi/Nodes")).nodes) {
    const details = await call(ros, "/rosapi/node_details", "rosapi/NodeDetails", { node });
    for (const part of ["subscribing", "publishing", "services"])
      if (!Array.isArray(details[part])) alerts.push(`${node} has no list ${part}`);
  }
}

async function main() {
  const [raw, cbor, json] = await Promise.all([connect(), connect(), connect()]);
  const found = await call(raw, "/rosapi/topics_and_raw_types", "rosapi/TopicsAndRawTypes");
  if (!found.types.includes("rcl_interfaces/msg/Log")) alerts.push("this is not ROS 2");
  await everyone(raw);
  const heard = { raw: {}, cbor: {}, json: {} };
  const settle = (ros) => call(ros, "/rosapi/get_time", "rosapi/GetTime");
  found.topics.forEach((topic, i) => {
    listen(json, topic, found.types[i], "none", (message) => message, heard.json);
  });
  await settle(json); // so that it hears all that the others hear
  found.topics.forEach((topic, i) => {
    const reader = new MessageReader(parse(found.typedefs_full_text[i], { ros2: true }));
    const decode = (message) => reader.readMessage(new Uint8Array(message.bytes));
    listen(cbor, topic, found.types[i], "cbor", (message) => message, heard.cbor);
    listen(raw, topic, found.types[i], "cbor-raw", decode, heard.raw);
  });
  for (const each of [cbor, raw]) await settle(each);
  process.stdout.write("ready\n");
  await new Promise((resolve) => process.stdin.once("data", resolve));
  const seen = [...alerts];
  for (const each of [cbor, raw]) each.close();
  await settle(json);
  const types = Object.fromEntries(found.topics.map((topic, i) => [topic, found.types[i]]));
  process.stdout.write(JSON.stringify({ alerts: seen, types, ...heard }), () => process.exit(0));
}

setTimeout(() => {
  process.stderr.write(`no answer in time; ${alerts}\n`);
  process.exit(1);
}, PATIENCE);
main().catch((problem) => {
  process.stderr.write(`${problem.stack}\n`);
  process.exit(1);
});
