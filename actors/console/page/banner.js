/** Over the picture of the arm: what keeps it from moving, and the way back. */

import { button, element } from "./dom.js";

export class Banner {
  constructor(store, commands) {
    const timestep = () =>
      commands.say(
        commands.settings
          .set("integrator", { timestep: 0.0005 })
          .then(() => commands.reset())
          .then(() => ""),
      );
    this.root = element(
      "div",
      { class: "banner", role: "alert", hidden: true },
      element("strong", { text: "The arm has diverged." }),
      element("span", {
        text: " It stands still until a reset. A smaller timestep keeps it from diverging again.",
      }),
      element(
        "div",
        { class: "row" },
        button("timestep 0.0005 s + reset", timestep),
        button("reset", () => commands.reset()),
        button("defaults + reset", () => commands.defaults()),
      ),
    );
    store.watch(["diverged"], () => (this.root.hidden = !store.get("diverged")));
  }
}
