/** The limits of the joints. An empty box is no limit. */

import { box, boxRow } from "../page/boxes.js";
import { button, element, section } from "../page/dom.js";
import { NO_LIMITS } from "../link/presets.js";

const PAIRS = [
  ["position", "hard stops (rad)"],
  ["operating", "operating range (rad)"],
];
const SINGLES = [
  ["velocity", "velocity (rad/s)"],
  ["effort", "effort (N m)"],
];

export function limitsSection(store, settings, commands) {
  const body = element("div");
  const fields = [...PAIRS, ...SINGLES].map(
    ([name, label]) => new LimitField(store, settings, name, label),
  );
  body.append(...fields.map(({ root }) => root));
  store.watch(["limits", "params"], () => fields.forEach((field) => field.show()));
  const note = "The first number that is entered holds for all joints.";
  return section(
    "Limits",
    body,
    element("p", { class: "muted small", text: note }),
    button("no limits", () => commands.say(settings.set("limits", NO_LIMITS))),
  );
}

class LimitField {
  constructor(store, settings, name, label) {
    Object.assign(this, { store, settings, name, label });
    this.paired = PAIRS.some(([pair]) => pair === name);
    this.said = element("output", { class: "said", role: "status" });
    this.root = element("div");
  }

  show() {
    const joints = this.store.get("params")?.lengths.length;
    const limits = this.store.get("limits");
    if (!joints || !limits) return;
    if (!this.boxes) this._build(joints);
    const flat = limits[this.name]?.flat() ?? [];
    this.boxes.forEach((each, k) => each.show(flat[k]));
  }

  _build(joints) {
    const labels = Array.from({ length: joints }, (_, i) => i + 1).flatMap((joint) =>
      this.paired ? [`${joint} from`, "to"] : [String(joint)],
    );
    this.boxes = labels.map((label, k) => {
      const joint = this.paired ? Math.floor(k / 2) + 1 : k + 1;
      const made = box(label, {
        step: 0.1,
        hint: "none",
        spoken: `${this.label}, joint ${joint}, ${label}`,
      });
      made.input.addEventListener("change", () => this._submit(k, made.number));
      return made;
    });
    this.root.replaceChildren(boxRow(this.label, this.boxes, this.said));
  }

  async _submit(k, number) {
    const joints = this.store.get("params").lengths.length;
    const before = this.store.get("limits")[this.name];
    const wanted = this.paired
      ? withPair(before, joints, k, number)
      : withOne(before, joints, k, number);
    try {
      this._tell(await this.settings.set("limits", { [this.name]: wanted }), undefined);
    } catch (refused) {
      this._tell(refused.message, k);
    }
  }

  _tell(text, bad) {
    this.said.textContent = text;
    this.said.classList.toggle("bad", bad !== undefined);
    this.boxes.forEach(({ input }, k) => input.setAttribute("aria-invalid", k === bad));
    if (bad === undefined) this.show();
  }
}

/** Return limits with that of joint k replaced; without limits it holds for all. */
export function withOne(limits, joints, k, number) {
  if (number === undefined) return null;
  if (!limits) return Array(joints).fill(number);
  return limits.map((each, i) => (i === k ? number : each));
}

/** Return ranges with one end replaced; without ranges it is that of all, and so is its mirror. */
export function withPair(ranges, joints, k, number) {
  if (number === undefined) return null;
  const all = ranges ?? Array(joints).fill([-Math.abs(number), Math.abs(number)]);
  return all.map((pair, i) => pair.map((end, side) => (2 * i + side === k ? number : end)));
}
