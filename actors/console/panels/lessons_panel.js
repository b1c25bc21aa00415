/** The panel of lessons. A lesson can be left at any time; the settings are then as they were. */

import { button, element, row, section, write } from "../page/dom.js";
import { plotList } from "../plots/plot_lists.js";
import { TimePlots } from "../plots/time_plots.js";
import { LESSONS } from "./lessons.js";
import { Stay } from "./stay.js";

export class LessonsPanel {
  constructor(wire, store, topics, settings, commands, announcer) {
    Object.assign(this, { store, topics, announcer });
    this.stay = new Stay(wire, store, settings, commands);
    this.root = element("div", { class: "columns" });
    this.lesson = null;
    store.watch(["can harm"], () => this.lesson || this._list());
    store.watch(["joints", "energy", "diverged", "actors"], () => this._prove());
    this._list();
  }

  _list() {
    this.lesson = null;
    this.root.classList.add("columns");
    this._stopEnergy = this._stopEnergy?.();
    this.root.replaceChildren(
      ...LESSONS.map((lesson) => {
        const possible = !lesson.harms || this.store.get("can harm");
        return section(
          lesson.title,
          element("p", { text: lesson.about }),
          possible
            ? button("begin", () => this._begin(lesson), {
                "aria-label": `begin ${lesson.title}`,
              })
            : element("p", {
                class: "muted small",
                text: "This needs a runtime with FAULT_INJECTION=1.",
              }),
        );
      }),
    );
  }

  async _begin(lesson) {
    const arm = await this.stay.begin(lesson.title);
    if (!arm) return;
    this.lesson = lesson;
    this.root.classList.remove("columns");
    this.arm = arm;
    this._stopEnergy = this.topics.watchEnergy();
    const links = this.store.get("params").lengths.length;
    this.plots = new TimePlots(this.topics.recorder, element("div"));
    this.plots.build(plotList(links).filter(({ title }) => title === lesson.watch));
    this.proofs = lesson.steps.map(() => element("p", { class: "proof" }));
    await this._go(0);
  }

  /** Show a step of the lesson, and do what it says. */
  async _go(step) {
    const { lesson } = this;
    this.step = step;
    this.said = false; // whether the proof has been told to a screen reader
    this.ready = false; // whether the arm is as the step wants it
    const last = step === lesson.steps.length - 1;
    this.root.replaceChildren(
      section(
        `${lesson.title}: step ${step + 1} of ${lesson.steps.length}`,
        element("p", { text: lesson.about }),
        element("p", { class: "task", text: lesson.steps[step].text }),
        this.plots.root,
        ...this.proofs,
        row(
          step ? button("back", () => this._go(step - 1)) : null,
          last ? null : button("next", () => this._go(step + 1)),
          button("again", () => this._go(step)),
          button(last ? "finish" : "leave", () => this._leave()),
        ),
      ),
    );
    this.root.querySelector(".row button:not([aria-busy])").focus({ preventScroll: true });
    await this._run(step);
  }

  async _run(step) {
    const { lesson, arm } = this;
    write(this.proofs[step], "working …");
    try {
      await lesson.steps[step].run(arm);
      if (this.arm !== arm || this.step !== step) return;
      write(this.proofs[step], "");
      this.ready = true;
    } catch (refused) {
      if (this.arm === arm && this.step === step) write(this.proofs[step], refused.message);
    }
  }

  _prove() {
    if (!this.lesson || this.root.closest("[hidden]")) return;
    this.plots.draw();
    if (!this.ready) return;
    const said = this.lesson.steps[this.step].proof(this.arm);
    if (!said) return;
    write(this.proofs[this.step], said);
    if (!this.said) this.announcer.say(said);
    this.said = true; // further ones differ only in their numbers
  }

  /** Put the settings and the setpoint back, and go to the list of lessons. */
  async _leave() {
    if (await this.stay.end()) this._list();
  }
}
