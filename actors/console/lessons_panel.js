/** The panel of lessons. A lesson can be left at any time; the arm is then as it was before. */

import { button, element, section } from "./dom.js";
import { LESSONS } from "./lessons.js";

export class LessonsPanel {
  constructor(wire, store, settings, commands, say) {
    Object.assign(this, { wire, store, settings, commands, say });
    this.root = element("div");
    this._list();
    store.watch(["joints", "energy"], () => this._prove());
  }

  _list() {
    this.lesson = null;
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
      element("p", { class: "muted", text: `Watch: ${lesson.watch}.` }),
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
    if (!this.lesson) return;
    const said = this.lesson.steps[this.step].proof(this.arm);
    if (said) this.proof.textContent = said;
  }

  async _leave() {
    await this.settings.putBack(this.arm.before);
    await this.commands.reset();
    this._list();
  }
}
