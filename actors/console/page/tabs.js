/** Panels of which one is shown, with a row of tabs. Arrow keys go from tab to tab. */

import { element } from "./dom.js";
import { recall, remember } from "./memory.js";

const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

export class Tabs {
  /** @param {Array<[string, {root, shown}]>} panels by name; shown(visible) may be missing */
  constructor(panels) {
    this.panels = panels;
    this.tabs = panels.map(([text], k) =>
      element("button", {
        type: "button",
        role: "tab",
        id: `tab-${k}`,
        "aria-controls": `panel-${k}`,
        text,
        onclick: () => this.show(k),
      }),
    );
    this.bodies = panels.map(([, panel], k) =>
      element(
        "div",
        {
          role: "tabpanel",
          id: `panel-${k}`,
          "aria-labelledby": `tab-${k}`,
          hidden: true,
        },
        panel.root,
      ),
    );
    this.bar = element("div", { id: "tabs", role: "tablist", "aria-label": "panels" }, this.tabs);
    this.body = element("div", { id: "panels" }, this.bodies);
    this.bar.addEventListener("keydown", (event) => this._key(event));
  }

  get names() {
    return this.panels.map(([name]) => name);
  }

  /** Show the panel that was shown when the page was left. */
  restore() {
    this.show(Math.max(0, this.names.indexOf(recall("panel", "Control"))));
  }

  show(which) {
    if (which === this.shown) return;
    this.panels[this.shown]?.[1].shown?.(false);
    this.shown = which;
    this.tabs.forEach((tab, k) => {
      tab.setAttribute("aria-selected", k === which);
      tab.tabIndex = k === which ? 0 : -1;
      this.bodies[k].hidden = k !== which;
    });
    remember("panel", this.names[which]);
    this.panels[which][1].shown?.(true);
  }

  _key({ key }) {
    const at = this.tabs.indexOf(document.activeElement);
    if (!STEPS[key] || at < 0) return;
    const next = (at + STEPS[key] + this.tabs.length) % this.tabs.length;
    this.show(next);
    this.tabs[next].focus();
  }
}
