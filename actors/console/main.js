/** Puts the page together. */

import { ArmView } from "./arm/arm_view.js";
import { Pointer } from "./arm/pointer.js";
import { Readout } from "./arm/readout.js";
import { Commands } from "./link/commands.js";
import { Recorder } from "./link/recorder.js";
import { Settings } from "./link/settings.js";
import { Store } from "./link/store.js";
import { Topics } from "./link/topics.js";
import { Wire } from "./link/wire.js";
import { Announcer } from "./page/announcer.js";
import { Banner } from "./page/banner.js";
import { button } from "./page/dom.js";
import { helpDialog, keyTable, listen } from "./page/keys.js";
import { Notes } from "./page/notes.js";
import { StateBar } from "./page/state_bar.js";
import { Tabs } from "./page/tabs.js";
import { watchTheme } from "./page/theme.js";
import { BenchPanel } from "./panels/bench_panel.js";
import { Controls } from "./panels/controls.js";
import { LessonsPanel } from "./panels/lessons_panel.js";
import { MessagesPanel } from "./panels/messages_panel.js";
import { MotionPanel } from "./panels/motion_panel.js";
import { PlotsPanel } from "./panels/plots_panel.js";
import { SystemPanel } from "./panels/system_panel.js";
import { Strip } from "./plots/strip.js";

const scheme = location.protocol === "https:" ? "wss" : "ws";
const wire = new Wire(`${scheme}://${location.host}/`);
const store = new Store();
const settings = new Settings(wire, store);
const topics = new Topics(wire, store, new Recorder(store));
const notes = new Notes();
const commands = new Commands(wire, store, settings, (promise) => notes.say(promise));

const announcer = new Announcer(store, wire);
const canvas = document.querySelector("#arm");
const view = new ArmView(canvas, store);
const motion = new MotionPanel(store, settings, commands);
const pointer = new Pointer(view, store, motion.modes, (place) => notes.at(place));
motion.onmode = (mode) => (pointer.mode = mode);
const plots = new PlotsPanel(wire, store, topics);
const tabs = new Tabs([
  ["Control", new Controls(wire, store, settings, commands)],
  ["Motion", motion],
  ["Plots", plots],
  ["Lessons", new LessonsPanel(wire, store, topics, settings, commands, announcer)],
  ["Bench", new BenchPanel(wire)],
  ["System", new SystemPanel(wire, store, commands)],
  ["Messages", new MessagesPanel(wire)],
]);

const page = {
  names: tabs.names,
  show: (which) => tabs.show(which),
  clearTrail: () => view.clearTrail(),
  holdPlots: () => plots.time.hold(!plots.time.view.held),
  focusArm: () => canvas.focus(),
  help: () => help.showModal(),
};
const keys = keyTable(commands, page);
const help = helpDialog(keys);

document
  .querySelector("header")
  .append(new StateBar(store, topics, wire, commands, page.help).root);
document
  .querySelector("#view")
  .append(
    new Banner(store, commands).root,
    button("clear trail", page.clearTrail, { id: "clear-trail", class: "small" }),
  );
document.querySelector("#numbers").append(new Readout(store).root, new Strip(store, topics).root);
document.querySelector(".side").append(tabs.bar, tabs.body);
document.body.append(notes.root, announcer.root, help);
listen(keys);
watchTheme(() => store.set("joints", store.get("joints")));
tabs.restore();

// A runtime that comes back with another number of links needs a page that is built for them.
store.watch(["params"], () => {
  const links = store.get("params").lengths.length;
  if (page.links && page.links !== links) location.reload();
  page.links = links;
});
// For those who look at the page with the tools of their browser, and for tests.
window.pendularm = { get: (key) => store.get(key), plots: plots.time };
topics.start();
settings.keepFresh();
wire.connect();
