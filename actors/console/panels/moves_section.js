/** Motions of the joints to given angles, and of the pen along a line from where it is. */

import { box, boxRow, filled } from "../page/boxes.js";
import { button, choice, element, row, section } from "../page/dom.js";

const PROFILES = ["quintic", "trapezoid"];

export function movesSection(store, commands) {
  const angles = element("div");
  const duration = box("in (s)", { step: 0.5, min: 0, hint: "by speed" });
  const profile = choice("profile", "move-profile", PROFILES, "quintic");
  const x = box("x (m)", { value: 1.2, step: 0.05 });
  const y = box("y (m)", { value: 0.4, step: 0.05 });
  const speed = box("speed (m/s)", { value: 0.3, step: 0.05, min: 0 });
  let boxes = [];
  store.watch(["params"], () => {
    if (boxes.length) return;
    boxes = store
      .get("params")
      .lengths.map((_, i) => box(`q${i + 1} (rad)`, { value: 0.5, step: 0.1 }));
    angles.replaceChildren(boxRow("joints to", [...boxes, duration]));
  });
  const move = () =>
    commands.call("/motion/move_joints", {
      positions: boxes.map(({ number }) => number ?? null),
      profile: profile.select.value,
      ...filled({ duration }),
    });
  const line = () =>
    commands.call("/motion/move_line", {
      ...filled({ x, y, speed }),
      profile: profile.select.value,
    });
  return section(
    "Moves",
    angles,
    boxRow("pen in a line to", [x, y, speed]),
    profile.root,
    row(
      button("move joints", move),
      button("move pen", line),
      button("stop", () => commands.stopMotion()),
    ),
  );
}
