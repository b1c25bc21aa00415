/** Settings that make a lesson of their own, and those of a fresh runtime. */

/** By number of links; a test compares them with the runtime. */
export const DEFAULT_GAINS = {
  2: { kp: [400, 130], ki: [800, 260], kd: [60, 20] },
  3: { kp: [1350, 450, 150], ki: [2700, 900, 300], kd: [200, 60, 18] },
};
export const DEFAULT_INTEGRATOR = { method: "rk4", timestep: 0.0005 };
export const NO_LIMITS = { position: null, operating: null, velocity: null, effort: null };

/** Return the settings of a fresh runtime, in the order in which they are set. */
export function defaultsFor(links) {
  const each = (value) => Array(links).fill(value);
  return [
    ["integrator", DEFAULT_INTEGRATOR],
    ["limits", NO_LIMITS],
    ["params", { gravity: 9.81, masses: each(1), lengths: each(1) }],
    ["links", { rods: true, damping: each(0) }],
    ["gains", DEFAULT_GAINS[links]],
    ["obstacles", { obstacles: [] }],
    ["paused", { data: false }],
    ["enabled", { data: false }],
  ];
}

/** Return the presets: each has a name, and settings to be set one after the other. */
export function presets(links) {
  const each = (value) => Array(links).fill(value);
  const heavy = each(1);
  heavy[links - 1] = 3;
  return [
    {
      name: "free pendulum",
      settings: [
        ["enabled", { data: false }],
        ["links", { damping: each(0) }],
      ],
    },
    {
      name: "damped pendulum",
      settings: [
        ["enabled", { data: false }],
        ["links", { damping: each(0.4) }],
      ],
    },
    { name: "moon", settings: [["params", { gravity: 1.62 }]] },
    { name: "no gravity", settings: [["params", { gravity: 0 }]] },
    { name: "Euler, 20 ms", settings: [["integrator", { method: "euler", timestep: 0.02 }]] },
    { name: "no integral", settings: [["gains", { ki: each(0) }]] },
    { name: "weak motors", settings: [["limits", { effort: each(25) }]] },
    { name: "heavy last link", settings: [["params", { masses: heavy }]] },
  ];
}
