/** The lessons about integrators and gains. lessons.js says what a lesson is. */

import { short } from "../page/numbers.js";
import { each, hold, words } from "./lesson_words.js";

const SQUARE = { square: { center: [1.2, 0.4], side: 0.4 }, speed: 0.2, feedforward: false };
const REST = 0.002; // rad/s, below which the joints rest
const SWING = 3; // s of free swinging after which the drift is told

async function swing(arm, method) {
  await arm.set("enabled", { data: false });
  await arm.set("integrator", { method, timestep: 0.02 });
  arm.runs = arm.get("runs") ?? 0; // the reset begins another one
  await arm.reset();
}

/** Measure the drift of the energy after some seconds of free swinging. */
function drift(method) {
  return (arm) => {
    const energy = arm.get("energy");
    const late = Math.abs(arm.get("joints").time - energy?.time);
    const isNew = arm.get("runs") > arm.runs && late < SWING / 2; // not of the run before
    if (!isNew || !(energy?.time >= SWING)) return null;
    const verb = energy.drift < 0 ? "lost" : "added";
    const amount = short(Math.abs(energy.drift), 3);
    return `${method}: after ${short(energy.time, 3)} s it has ${verb} ${amount} J`;
  };
}

/** Tell how far the joints hang below their setpoint of 0 once they rest, beside the law. */
function hanging(arm) {
  const { position, velocity, time } = arm.get("joints");
  if (time < 1 || Math.max(...velocity.map(Math.abs)) > REST) return null;
  const low = `the joints hang ${words(position.map((q) => -q))} rad low`;
  return arm.expected ? `${low}; G(q)/kp is ${words(arm.expected)} rad` : low;
}

/** Rehearse the square, draw it, and note by how many mm the pen was off in the rehearsal. */
async function draw(arm, more) {
  arm.off = null;
  const request = { motion: "draw", ...SQUARE, ...more };
  const { figures } = (await arm.call("/motion/rehearse", request)).values;
  arm.forecast(figures.drawn);
  arm.off = 1000 * figures.mean;
  await arm.call("/motion/draw", { ...SQUARE, ...more });
}

export const LESSONS_OF_CONTROL = [
  {
    title: "Integrator",
    about:
      "An arm that swings freely keeps its energy. Any drift of it was made by the integrator.",
    watch: "drift of the energy (J)",
    steps: [
      {
        text: "It swings with Euler and a timestep of 0.02 s. Watch the drift grow for 3 s.",
        run: (arm) => swing(arm, "euler"),
        proof: drift("euler"),
      },
      {
        text: "Now the same with rk4. The faint curve is Euler's.",
        run: (arm) => swing(arm, "rk4"),
        proof: drift("rk4"),
      },
    ],
  },
  {
    title: "Gains",
    about:
      "Without the integral term the controller carries the weight only by an error of position.",
    watch: "error of position (rad)",
    steps: [
      {
        text: "ki is 0, and the arm is held stretched out. Watch the error that stays.",
        run: async (arm) => {
          await arm.set("gains", { ki: each(arm, 0) });
          await hold(arm);
          const { gravity_load: loads } = (await arm.call("/arm_sim/dynamics")).values;
          arm.expected = loads.map((load, i) => load / arm.get("gains").kp[i]);
        },
        proof: hanging,
      },
      {
        text: "ki is back. Watch the error go.",
        run: async (arm) => {
          arm.expected = null;
          await arm.set("gains", { ki: arm.defaults.ki });
        },
        proof: hanging,
      },
    ],
  },
  {
    title: "Lag",
    about:
      "Without integral term and gravity, the pen lags by kd/kp behind setpoints that have no " +
      "velocities: by the same time at any speed.",
    watch: "pen to its setpoint (m)",
    steps: [
      {
        text: "A square at 0.2 m/s: first rehearsed (dotted), then drawn.",
        run: async (arm) => {
          await arm.set("gains", { ki: each(arm, 0) });
          await arm.set("params", { gravity: 0 });
          await hold(arm);
          await draw(arm, {});
        },
        proof: (arm) => {
          const { kp, kd } = arm.get("gains");
          const law = SQUARE.speed * (kd[0] / kp[0]) * 1000;
          const off = arm.off && `the pen is ${short(arm.off, 3)} mm off on average`;
          return off && `${off}; speed · kd/kp is ${short(law, 3)} mm`;
        },
      },
      {
        text: "Commanded 0.15 s ahead, the pen arrives in time.",
        run: (arm) => draw(arm, { lookahead: 0.15 }),
        proof: (arm) => arm.off && `now it is ${short(arm.off, 3)} mm off on average`,
      },
    ],
  },
];
