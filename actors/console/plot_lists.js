/** Which series are shown in which plot, for an arm with some number of links. */

const COLOURS = ["series-1", "series-2", "series-3"];

function each(links, name, more = {}) {
  return Array.from({ length: links }, (_, i) => ({ name: `${name} ${i + 1}`, colour: COLOURS[i], ...more }));
}

/** Return the plots over time. */
export function plotList(links) {
  return [
    { title: "position (rad), setpoint dashed", lines: [...each(links, "position"), ...each(links, "setpoint", { dash: [5, 4] })] },
    { title: "velocity (rad/s)", lines: each(links, "velocity") },
    { title: "effort (N m)", lines: each(links, "effort") },
    { title: "error of position (rad)", lines: each(links, "error") },
    { title: "energy (J)", lines: ["kinetic", "potential", "total"].map((name, i) => ({ name, colour: COLOURS[i] })) },
    { title: "drift of the energy (J)", lines: [{ name: "drift", colour: COLOURS[0] }] },
    { title: "distance to the goal (m)", lines: [{ name: "distance", colour: COLOURS[1] }] },
    { title: "pen to its setpoint (m)", lines: [{ name: "pen error", colour: COLOURS[1] }] },
  ];
}

/** Return the plots of one series over another. */
export function xyList(links) {
  const phases = Array.from({ length: links }, (_, i) => ({ x: `position ${i + 1}`, y: `velocity ${i + 1}`, colour: COLOURS[i] }));
  return [
    { title: "path of the pen (m)", equal: true, curves: [{ x: "pen x", y: "pen y", colour: COLOURS[1] }] },
    { title: "phase plane (rad, rad/s)", equal: true, curves: phases },
  ];
}
