/** Keys for everything that has a button, and the list of them that "?" shows. */

import { element } from "./dom.js";

const NUDGE = 0.1; // rad

/** Return the table of keys: key, what it does, and the function. */
export function keyTable(commands, page) {
  const tabs = page.names.map((name, k) => [String(k + 1), `panel ${name}`, () => page.show(k)]);
  return [
    ["c", "switch PID on or off", () => commands.enable()],
    [" ", "pause or go on", () => commands.pause()],
    ["r", "reset the arm", () => commands.reset()],
    ["d", "defaults and reset", () => commands.defaults()],
    ["x", "stop the motion", () => commands.stopMotion()],
    ["g", "cancel the goal", () => commands.cancelGoal()],
    ...["q", "a", "w", "s", "e", "f"].map((key, k) => {
      const [joint, sign] = [k >> 1, k % 2 ? -1 : 1];
      const text = `setpoint of joint ${joint + 1} ${sign > 0 ? "up" : "down"}`;
      return [key, text, () => commands.nudge(joint, sign * NUDGE)];
    }),
    ["t", "clear the trail", () => page.clearTrail()],
    ["h", "hold the plots, or follow", () => page.holdPlots()],
    ["p", "go to the picture of the arm", () => page.focusArm()],
    ...tabs,
    ["?", "this list", () => page.help()],
  ];
}

/** Listen to the keys of a table, but not while something is being entered. */
export function listen(table, target = document) {
  const actions = new Map(table.map(([key, , action]) => [key, action]));
  target.addEventListener("keydown", (event) => {
    const { tagName, type } = event.target;
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (["SELECT", "TEXTAREA"].includes(tagName)) return;
    if (tagName === "INPUT" && !["range", "radio"].includes(type)) return;
    if (event.key === " " && (tagName === "BUTTON" || type === "radio")) return;
    if (document.querySelector("dialog[open]")) return;
    const action = actions.get(event.key);
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/** Make the dialog that lists the keys. */
export function helpDialog(table) {
  const rows = table.map(([key, text]) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, element("kbd", { text: key === " " ? "space" : key })),
      element("td", { text }),
    ),
  );
  return element(
    "dialog",
    { "aria-label": "keys" },
    element("h2", { text: "Keys" }),
    element("table", {}, rows),
    element("p", {
      class: "muted small",
      text:
        "On the arm: arrows move a cross, Enter presses and releases there, Escape gives up. " +
        "On a plot: ← → move, + − zoom, Home follows.",
    }),
    element("form", { method: "dialog" }, element("button", { text: "close", autofocus: true })),
  );
}
