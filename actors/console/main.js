/** Puts the page together. */

import { ArmView } from "./arm_view.js";
import { BenchPanel } from "./bench_panel.js";
import { Commands } from "./commands.js";
import { Controls } from "./controls.js";
import { button, element } from "./dom.js";
import { helpDialog, keyTable, listen } from "./keys.js";
import { LessonsPanel } from "./lessons_panel.js";
import { MotionPanel } from "./motion_panel.js";
import { Notes } from "./notes.js";
import { PlotsPanel } from "./plots_panel.js";
import { Pointer } from "./pointer.js";
import { Settings } from "./settings.js";
import { StateBar } from "./state_bar.js";
import { Store } from "./store.js";
import { SystemPanel } from "./system_panel.js";
import { Topics } from "./topics.js";
import { Wire } from "./wire.js";

const scheme = location.protocol === "https:" ? "wss" : "ws";
const wire = new Wire(`${scheme}://${location.host}/`);
const store = new Store();
const settings = new Settings(wire, store);
const topics = new Topics(wire, store);
const notes = new Notes();
const say = (promise) => {
  const { place } = commands;
  commands.place = undefined;
  return notes.say(Promise.resolve(promise), place);
};
const commands = new Commands(wire, store, settings, say);
const view = new ArmView(document.querySelector("#arm"), store);
const pointer = new Pointer(view, store, commands);

const panels = [
  ["Control", new Controls(store, settings, say)],
  ["Motion", new MotionPanel(store, settings, commands, pointer, say)],
  ["Plots", new PlotsPanel(store, topics)],
  ["Lessons", new LessonsPanel(wire, store, topics, settings, commands)],
  ["Bench", new BenchPanel(wire)],
  ["System", new SystemPanel(wire, store, topics, say)],
];

/** Show one panel, or do what a key asks for by name. */
function show(which) {
  if (which === "help") return help.showModal();
  if (which === "trail") return view.clearTrail();
  panels.forEach(([, panel], k) => k !== which && panel.shown?.(false));
  tabs.forEach((tab, k) => {
    tab.setAttribute("aria-selected", k === which);
    tab.tabIndex = k === which ? 0 : -1;
    bodies[k].hidden = k !== which;
  });
  panels[which][1].shown?.(true);
}

/** Move the setpoint of a joint. */
function nudge(joint, angle) {
  const before = store.get("setpoint") ?? store.get("joints")?.position;
  if (!before || joint >= before.length) return;
  const positions = before.map((each, i) => (i === joint ? each + angle : each));
  store.set("setpoint", positions);
  wire.publish("/joint_trajectory", { points: [{ positions }] });
}

const tabs = panels.map(([name], k) => button(name, () => show(k), { role: "tab", id: `tab-${k}`, "aria-controls": `panel-${k}` }));
const bodies = panels.map(([, panel], k) =>
  element("div", { role: "tabpanel", id: `panel-${k}`, "aria-labelledby": `tab-${k}`, hidden: k > 0 }, panel.root));
const keys = keyTable(commands, nudge, show);
const help = helpDialog(keys);
document.querySelector("#tabs").append(...tabs);
document.querySelector("#panels").append(...bodies);
document.querySelector("header").append(new StateBar(store, topics, wire, commands, () => show("help")).root);
document.body.append(notes.root, help);
document.querySelector("#tabs").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const k = tabs.indexOf(document.activeElement);
  if (!step || k < 0) return;
  const next = (k + step + tabs.length) % tabs.length;
  show(next);
  tabs[next].focus();
});
listen(keys);
show(0);
topics.start();
settings.keepFresh();
wire.connect();
