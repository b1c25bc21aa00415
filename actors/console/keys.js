/** Keys for everything that has a button, and the list of them that "?" shows. */

import { element } from "./dom.js";

/** Return the table of keys: key, what it does, and the function. */
export function keyTable(commands, nudge, show) {
  return [
    ["c", "switch PID on or off", () => commands.enable()],
    [" ", "pause or go on", () => commands.pause()],
    ["r", "reset the arm", () => commands.reset()],
    ["d", "defaults and reset", () => commands.defaults()],
    ["x", "stop the motion", () => commands.stopMotion()],
    ["g", "cancel the goal", () => commands.cancelGoal()],
    ["q", "setpoint of joint 1 up", () => nudge(0, 0.1)],
    ["a", "setpoint of joint 1 down", () => nudge(0, -0.1)],
    ["w", "setpoint of joint 2 up", () => nudge(1, 0.1)],
    ["s", "setpoint of joint 2 down", () => nudge(1, -0.1)],
    ["e", "setpoint of joint 3 up", () => nudge(2, 0.1)],
    ["f", "setpoint of joint 3 down", () => nudge(2, -0.1)],
    ["t", "clear the trail", () => show("trail")],
    ["1", "control", () => show(0)],
    ["2", "goals and drawings", () => show(1)],
    ["3", "plots", () => show(2)],
    ["4", "lessons", () => show(3)],
    ["5", "integration bench", () => show(4)],
    ["6", "system", () => show(5)],
    ["?", "this list", () => show("help")],
  ];
}

/** Listen to the keys of a table, but not while something is being entered. */
export function listen(table, target = document) {
  const actions = new Map(table.map(([key, , action]) => [key, action]));
  target.addEventListener("keydown", (event) => {
    const { tagName } = event.target;
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (["INPUT", "SELECT", "TEXTAREA"].includes(tagName)) return;
    if (event.key === " " && tagName === "BUTTON") return;
    const action = actions.get(event.key);
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/** Make the dialog that lists the keys. */
export function helpDialog(table) {
  const rows = table.map(([key, text]) =>
    element("tr", {}, element("th", {}, element("kbd", { text: key === " " ? "space" : key })), element("td", { text })));
  const dialog = element("dialog", { "aria-label": "keys" }, element("h2", { text: "Keys" }), element("table", {}, rows),
    element("form", { method: "dialog" }, element("button", { text: "close" })));
  return dialog;
}
