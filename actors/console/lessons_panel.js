/** The panel of lessons. A lesson can be left at any time; the settings are then as they were. */

import { button, element, section } from "./dom.js";
import { LESSONS } from "./lessons.js";
import { plotList } from "./plot_lists.js";
import { TimePlots } from "./time_plots.js";

export class LessonsPanel {
  constructor(wire, store, topics, settings, commands) {
    Object.assign(this, { wire, store, topics, settings, commands });
    this.root = element("div");
    this._list();
    store.watch(["joints", "energy"], () => this._prove());
  }

  _list() {
    this.lesson = null;
    this._stopEnergy = this._stopEnergy?.();
    this.root.replaceChildren(...LESSONS.map((lesson) =>
      section(lesson.title, element("p", { text: lesson.about }), button("begin", () => this._begin(lesson)))));
  }

  /** What a step of a lesson can do. */
  _arm(before) {
    const { wire, store, settings, commands } = this;
    return {
      before,
      set: (key, args) => settings.set(key, args),
      get: (key) => store.get(key),
      call: (service, args) => wire.call(service, args),
      reset: () => commands.reset(),
    };
  }

  async _begin(lesson) {
    await this.settings.refresh();
    this.lesson = lesson;
    this.arm = this._arm(this.settings.snapshot());
    this.setpoint = this.store.get("setpoint");
    this._stopEnergy = this.topics.watchEnergy();
    const links = this.store.get("params").lengths.length;
    this.plots = new TimePlots(this.topics);
    this.plots.build(plotList(links).filter(({ title }) => title === lesson.watch));
    this.step = -1;
    await this._next();
  }

  async _next() {
    this.step += 1;
    const { lesson, step } = this;
    const last = step === lesson.steps.length - 1;
    this.proof = element("p", { class: "proof", role: "status" });
    this.root.replaceChildren(section(
      `${lesson.title}, step ${step + 1} of ${lesson.steps.length}`,
      element("p", { text: lesson.about }),
      element("p", {}, element("strong", { text: lesson.steps[step].text })),
      this.plots.root,
      this.proof,
      element("div", { class: "row" },
        last ? null : button("next", () => this._next()),
        button(last ? "finish" : "leave", () => this._leave()))));
    try {
      await lesson.steps[step].run(this.arm);
    } catch (refused) {
      this.proof.textContent = refused.message;
    }
  }

  _prove() {
    if (!this.lesson || this.root.closest("[hidden]")) return;
    this.plots.draw();
    const said = this.lesson.steps[this.step].proof(this.arm);
    if (said) this.proof.textContent = said;
  }

  /** Put the settings and the setpoint back, and go to the list of lessons. */
  async _leave() {
    const { before } = this.arm;
    this.lesson = null;
    await this.settings.putBack(before);
    await this.commands.reset();
    if (before.enabled && this.setpoint) {
      this.wire.publish("/joint_trajectory", { points: [{ positions: this.setpoint }] });
    }
    this._list();
  }
}
