/** The log, the newest line first, from a level on. */

import { choice, element, row, section } from "../page/dom.js";

const LEVELS = [
  [20, "info"],
  [30, "warning"],
  [40, "error"],
];
const SHOWN = 150; // lines
const EVERY = 200; // ms between two updates, so that a flood of lines does not slow the page down

export class LogSection {
  constructor(store) {
    this.store = store;
    this.lines = element("ol", {
      class: "log",
      tabindex: 0,
      "aria-label": "log, the newest first",
    });
    this.level = choice("at least", "level", LEVELS, 20, () => this._show());
    this.filter = element("input", {
      type: "search",
      id: "filter",
      placeholder: "contains",
      "aria-label": "contains",
    });
    this.filter.addEventListener("input", () => this._show());
    this.root = section("Log", row(this.level.root, this.filter), this.lines);
    store.watch(["log"], () => this._soon());
  }

  _soon() {
    this._due ??= setTimeout(() => {
      this._due = undefined;
      this._show();
    }, EVERY);
  }

  _show() {
    const shown = filtered(
      this.store.get("log") ?? [],
      Number(this.level.select.value),
      this.filter.value,
    );
    this.lines.replaceChildren(
      ...shown.map(({ level, name, text, time }) => {
        const clock = new Date(time * 1000).toLocaleTimeString();
        return element("li", {
          class: levelName(level),
          text: `${clock} ${name}: ${text}`,
        });
      }),
    );
  }
}

/** Return the lines of a level and above that contain a text, the newest first. */
export function filtered(log, least, words) {
  const wanted = words.toLowerCase();
  const contains = ({ name, text }) => `${name}: ${text}`.toLowerCase().includes(wanted);
  return log
    .filter((line) => line.level >= least && contains(line))
    .slice(-SHOWN)
    .reverse();
}

function levelName(level) {
  return LEVELS.findLast(([least]) => level >= least)?.[1] ?? "debug";
}
