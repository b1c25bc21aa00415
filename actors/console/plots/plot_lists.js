/** Which series are shown in which plot, for an arm with some number of links. */

export const COLOURS = ["series-1", "series-2", "series-3", "series-4"];
const DASHED = [5, 4];

function each(links, name, more = {}) {
  return Array.from({ length: links }, (_, i) => {
    return { name: `${name} ${i + 1}`, colour: COLOURS[i], ...more };
  });
}

/** Return the plots over time. */
export function plotList(links) {
  const setpoints = each(links, "setpoint", { dash: DASHED });
  const energies = ["kinetic", "potential", "total"];
  return [
    { title: "position (rad)", lines: [...each(links, "position"), ...setpoints] },
    { title: "velocity (rad/s)", lines: each(links, "velocity") },
    { title: "effort (N m)", lines: each(links, "effort") },
    { title: "error of position (rad)", lines: each(links, "error") },
    { title: "energy (J)", lines: energies.map((name, i) => ({ name, colour: COLOURS[i] })) },
    { title: "drift of the energy (J)", lines: [{ name: "drift", colour: COLOURS[0] }] },
    {
      title: "distance to the goal (m)",
      lines: [
        { name: "distance", colour: COLOURS[1] },
        { name: "epsilon", colour: "goal", dash: DASHED },
      ],
    },
    { title: "pen to its setpoint (m)", lines: [{ name: "pen error", colour: COLOURS[1] }] },
    { title: "states", rows: ["arm", "PID", "goal", "trial", "motion"] },
  ];
}

/** Return the plots of one series over another. */
export function xyList(links) {
  return [
    {
      title: "path of the pen (m)",
      curves: [
        { x: "pen setpoint x", y: "pen setpoint y", colour: "ghost", dash: DASHED },
        { x: "pen x", y: "pen y", colour: COLOURS[1] },
      ],
    },
    {
      title: "phase plane (rad, rad/s)",
      curves: Array.from({ length: links }, (_, i) => {
        return { x: `position ${i + 1}`, y: `velocity ${i + 1}`, colour: COLOURS[i] };
      }),
    },
  ];
}
