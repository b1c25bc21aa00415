/** The lessons about what goes wrong. lessons.js says what a lesson is. */

import { each, hold, words } from "./lesson_words.js";

const HOLD = 0.5; // rad, the setpoint that is held while the arm is killed
const RINGS = 0.05; // s, a timestep above the limit of the default gains

export const LESSONS_OF_FAULTS = [
  {
    title: "Timestep",
    about:
      "The effort is held for a whole timestep. With too large a one the derivative term makes " +
      "the arm ring, and then diverge.",
    watch: "velocity (rad/s)",
    steps: [
      {
        text: `The arm is held with a timestep of ${RINGS} s. Watch it ring.`,
        run: async (arm) => {
          await hold(arm);
          arm.status = await arm.set("integrator", { timestep: RINGS });
        },
        proof: (arm) =>
          [arm.status, arm.get("diverged") && "It has diverged."].filter(Boolean).join(" "),
      },
      {
        text: "Back to 0.0005 s, and a reset.",
        run: async (arm) => {
          arm.status = "";
          await arm.set("integrator", { timestep: 0.0005 });
          await arm.reset();
        },
        proof: (arm) =>
          !arm.get("diverged") && arm.get("joints").time > 1 && "it holds still again",
      },
    ],
  },
  {
    title: "Kill it",
    harms: true,
    about:
      "Every part of the runtime is a process of its own. A supervisor starts it again when it " +
      "dies, and it goes on from its last tick.",
    watch: "position (rad)",
    steps: [
      {
        text: "The arm goes to a setpoint, and holds it.",
        run: async (arm) => {
          await hold(arm);
          await arm.setpoint(each(arm, HOLD));
        },
        proof: (arm) => arm.get("joints").time > 2 && `it is ${words([offset(arm)])} rad off`,
      },
      {
        text: "Its process is killed. Watch the curve.",
        run: async (arm) => {
          arm.pid = (
            await arm.call("/supervisor/signal", { actor: "arm_sim", signal: "kill" })
          ).values.pid;
        },
        proof: (arm) => {
          const now = arm.figure("arm_sim", "pid");
          if (!arm.pid || now === String(arm.pid)) return null;
          return `process ${arm.pid} died, ${now} goes on, ${words([offset(arm)])} rad off`;
        },
      },
    ],
  },
];

/** Return how far the joint that is farthest from the held setpoint is away, in rad. */
function offset(arm) {
  return Math.max(...arm.get("joints").position.map((q) => Math.abs(q - HOLD)));
}
