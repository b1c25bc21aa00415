/**
 * The lessons: each step sets the arm up, says what to watch, and reads a number that proves it.
 *
 * A step is { text, run, proof }. run(arm) sets the arm up; proof(arm) returns a sentence with the
 * measured number beside the expected one, or null while there is nothing to say yet. `arm` has
 * set(key, args), call(service, args), get(key), reset() and publish(positions).
 */

import { short } from "./scale.js";

/** Return the largest offset of each joint from its setpoint of 0. */
const offsets = (arm) => arm.get("joints").position.map((q) => -q);

/** Measure the drift of the energy after some seconds of free swinging. */
function drift(method) {
  return (arm) => {
    const joints = arm.get("joints");
    const energy = arm.get("energy");
    if (!energy || !joints || joints.time < 3) return null;
    return `${method}: after ${short(joints.time, 3)} s it has added ${short(energy.drift, 3)} J`;
  };
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
    watch: "drift of the energy",
    steps: [
      { text: "Let it swing with Euler and a timestep of 0.02 s.", run: (arm) => swing(arm, "euler"), proof: drift("euler") },
      { text: "Now the same with rk4.", run: (arm) => swing(arm, "rk4"), proof: drift("rk4") },
    ],
  },
  {
    title: "Gains",
    about: "Without the integral term the controller holds the weight of the arm only by an error of position.",
    watch: "position",
    steps: [
      {
        text: "Set ki to 0, and hold the arm stretched out.",
        run: async (arm) => {
          await arm.set("gains", { ki: arm.get("gains").ki.map(() => 0) });
          await arm.set("enabled", { data: true });
          await arm.reset();
          arm.expected = (await arm.call("/arm_sim/dynamics", {})).values.gravity_load.map((load, i) => load / arm.get("gains").kp[i]);
        },
        proof: (arm) => arm.expected && `it hangs ${offsets(arm).map((each) => short(each, 3)).join(" and ")} rad low; G(q)/kp is ${arm.expected.map((each) => short(each, 3)).join(" and ")}`,
      },
      {
        text: "Give ki back, and the offset goes.",
        run: (arm) => arm.set("gains", { ki: arm.before.gains.ki }),
        proof: (arm) => `it hangs ${offsets(arm).map((each) => short(each, 3)).join(" and ")} rad low`,
      },
    ],
  },
  {
    title: "Lag",
    about: "Without integral term and gravity the pen lags by kd/kp behind setpoints without velocities, at any speed.",
    watch: "position",
    steps: [
      {
        text: "Rehearse a square at 0.2 m/s.",
        run: async (arm) => {
          await arm.set("gains", { ki: arm.get("gains").ki.map(() => 0) });
          await arm.set("params", { gravity: 0 });
          await arm.set("enabled", { data: true });
          await arm.reset();
          arm.figures = (await arm.call("/motion/rehearse", { square: { center: [1.2, 0.4], side: 0.4 }, speed: 0.2, feedforward: false })).values.figures;
        },
        proof: (arm) => {
          const { kp, kd } = arm.get("gains");
          return arm.figures && `the pen is ${short(arm.figures.mean * 1000, 3)} mm off on average; speed · kd/kp is ${short((0.2 * kd[0] / kp[0]) * 1000, 3)} mm`;
        },
      },
      {
        text: "Command it 0.15 s ahead.",
        run: async (arm) => {
          arm.figures = (await arm.call("/motion/rehearse", { square: { center: [1.2, 0.4], side: 0.4 }, speed: 0.2, feedforward: false, lookahead: 0.15 })).values.figures;
        },
        proof: (arm) => arm.figures && `now it is ${short(arm.figures.mean * 1000, 3)} mm off`,
      },
    ],
  },
  {
    title: "Timestep",
    about: "The effort is held for a whole timestep. Above a limit the derivative term makes the arm ring, and then diverge.",
    watch: "velocity",
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
