/**
 * The lessons: each step sets the arm up, says what to watch, and reads a number that proves it.
 *
 * A step is { text, run, proof }. run(arm) sets the arm up; proof(arm) returns a sentence with the
 * measured number beside the expected one, or null while there is nothing to say yet. `arm` has
 * set(key, args), call(service, args), get(key) and reset(); `watch` is the title of a plot.
 */

import { short } from "./scale.js";

/** Write numbers with three digits each. */
const words = (numbers) => numbers.map((each) => short(each, 3)).join(" and ");

/** Say how far the joints hang below their setpoint of 0. */
const hanging = (arm) => `it hangs ${words(arm.get("joints").position.map((q) => -q))} rad low`;

/** Measure the drift of the energy after some seconds of free swinging. */
function drift(method) {
  return (arm) => {
    const joints = arm.get("joints");
    const energy = arm.get("energy");
    if (!energy || !joints || joints.time < 3) return null;
    return `${method}: after ${short(joints.time, 3)} s it has added ${short(energy.drift, 3)} J`;
  };
}

const SQUARE = { square: { center: [1.2, 0.4], side: 0.4 }, speed: 0.2, feedforward: false };

/** Rehearse the square, and note by how many mm the pen is off. */
async function rehearse(arm, more) {
  arm.off = null;
  const { values } = await arm.call("/motion/rehearse", { ...SQUARE, ...more });
  arm.off = values.figures.mean * 1000;
}

async function swing(arm, method) {
  await arm.set("enabled", { data: false });
  await arm.set("integrator", { method, timestep: 0.02 });
  await arm.reset();
}

export const LESSONS = [
  {
    title: "Integrator",
    about: "An arm that swings freely keeps its energy. What the drift shows, the integrator has made.",
    watch: "drift of the energy (J)",
    steps: [
      { text: "Let it swing with Euler and a timestep of 0.02 s.", run: (arm) => swing(arm, "euler"), proof: drift("euler") },
      { text: "Now the same with rk4.", run: (arm) => swing(arm, "rk4"), proof: drift("rk4") },
    ],
  },
  {
    title: "Gains",
    about: "Without the integral term the controller holds the weight of the arm only by an error of position.",
    watch: "error of position (rad)",
    steps: [
      {
        text: "Set ki to 0, and hold the arm stretched out.",
        run: async (arm) => {
          await arm.set("gains", { ki: arm.get("gains").ki.map(() => 0) });
          await arm.set("enabled", { data: true });
          await arm.reset();
          const { values } = await arm.call("/arm_sim/dynamics", {});
          arm.expected = values.gravity_load.map((load, i) => load / arm.get("gains").kp[i]);
        },
        proof: (arm) => arm.expected && `${hanging(arm)}; G(q)/kp is ${words(arm.expected)}`,
      },
      {
        text: "Give ki back, and the offset goes.",
        run: (arm) => arm.set("gains", { ki: arm.before.gains.ki }),
        proof: hanging,
      },
    ],
  },
  {
    title: "Lag",
    about: "Without integral term and gravity the pen lags by kd/kp behind setpoints without velocities, at any speed.",
    watch: "error of position (rad)",
    steps: [
      {
        text: "Rehearse a square at 0.2 m/s.",
        run: async (arm) => {
          await arm.set("gains", { ki: arm.get("gains").ki.map(() => 0) });
          await arm.set("params", { gravity: 0 });
          await arm.set("enabled", { data: true });
          await arm.reset();
          await rehearse(arm, {});
        },
        proof: (arm) => {
          const { kp, kd } = arm.get("gains");
          const law = SQUARE.speed * (kd[0] / kp[0]) * 1000;
          return arm.off && `the pen is ${short(arm.off, 3)} mm off on average; speed · kd/kp is ${short(law, 3)} mm`;
        },
      },
      {
        text: "Command it 0.15 s ahead.",
        run: (arm) => rehearse(arm, { lookahead: 0.15 }),
        proof: (arm) => arm.off && `now it is ${short(arm.off, 3)} mm off`,
      },
    ],
  },
  {
    title: "Timestep",
    about: "The effort is held for a whole timestep. Above a limit the derivative term makes the arm ring, and then diverge.",
    watch: "velocity (rad/s)",
    steps: [
      {
        text: "Hold the arm with a timestep of 0.05 s.",
        run: async (arm) => {
          await arm.set("enabled", { data: true });
          await arm.reset();
          arm.status = await arm.set("integrator", { timestep: 0.05 });
        },
        proof: (arm) => (arm.get("diverged") ? "it has diverged" : arm.status),
      },
      {
        text: "Go back to 0.0005 s, and reset.",
        run: async (arm) => {
          await arm.set("integrator", { timestep: 0.0005 });
          await arm.reset();
        },
        proof: (arm) => (arm.get("diverged") ? null : "it holds still again"),
      },
    ],
  },
];
