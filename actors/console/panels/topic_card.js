/** One topic as it comes: its newest message, and how many come in a second. */

import { button, element, row, write } from "../page/dom.js";
import { short } from "../page/numbers.js";

const EVERY = 100; // ms between two messages
const LOOK = 1000; // ms between two updates of the rate
const SHOWN = 12; // entries of a list

export class TopicCard {
  constructor(wire, topic, type, closed) {
    this.count = 0;
    this.paused = false;
    this.rate = element("span", { class: "muted" });
    this.raw = element("pre", {
      class: "raw",
      tabindex: 0,
      "aria-label": `newest message of ${topic}`,
    });
    this.raw.textContent = "waiting for a message";
    const pause = button(
      "pause",
      () => {
        this.paused = !this.paused;
        pause.setAttribute("aria-pressed", this.paused);
      },
      { class: "small", "aria-pressed": "false" },
    );
    const close = button(
      "close",
      () => {
        end();
        clearInterval(timer);
        this.root.remove();
        closed();
      },
      { class: "small" },
    );
    this.root = element(
      "article",
      { class: "topic", "aria-label": topic },
      row(
        element("strong", { text: topic }),
        element("span", { class: "muted small", text: type }),
        element("span", { class: "spring" }),
        this.rate,
        pause,
        close,
      ),
      this.raw,
    );
    const end = wire.subscribe(topic, (msg) => this._got(msg), EVERY);
    const timer = setInterval(() => this._look(), LOOK);
    this.begin = performance.now();
  }

  _got(msg) {
    this.count += 1;
    this.ever = true;
    if (!this.paused) write(this.raw, pretty(msg));
  }

  /** At most ten messages a second are asked for, so a higher rate is not known. */
  _look() {
    const waited = (performance.now() - this.begin) / 1000;
    const most = 900 / EVERY;
    write(this.rate, this.count >= most ? "10 Hz or more" : `${this.count} Hz`);
    this.count = 0;
    if (!this.ever) {
      write(this.raw, `no message for ${short(waited, 2)} s: nobody publishes here at present`);
    }
  }
}

/** Write a value as JSON, with short lists on one line, and long ones cut off. */
export function pretty(value, indent = "") {
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    const shown = value.slice(0, SHOWN);
    const rest = value.length > SHOWN ? [`… ${value.length - SHOWN} more`] : [];
    const simple = shown.every((each) => each === null || typeof each !== "object");
    if (simple) return `[${[...shown.map((each) => JSON.stringify(each)), ...rest].join(", ")}]`;
    const lines = [
      ...shown.map((each) => deeper + pretty(each, deeper)),
      ...rest.map((each) => deeper + each),
    ];
    return `[\n${lines.join(",\n")}\n${indent}]`;
  }
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "nothing";
  const entries = Object.entries(value);
  if (!entries.length) return "{}";
  const lines = entries.map(([key, each]) => `${deeper}${key}: ${pretty(each, deeper)}`);
  return `{\n${lines.join("\n")}\n${indent}}`;
}
