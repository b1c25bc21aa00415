/** The terms of the equation of motion where the arm is now. */

import { button, element, section } from "../page/dom.js";
import { short } from "../page/numbers.js";

const TERMS = [
  ["mass_matrix", "M(q), mass matrix (kg m²)"],
  ["coriolis", "C(q, q̇), Coriolis and centrifugal (N m)"],
  ["gravity_load", "G(q), gravity load (N m)"],
  ["acceleration", "q̈, acceleration (rad/s²)"],
  ["kinetic_energy", "kinetic energy (J)"],
  ["potential_energy", "potential energy (J)"],
];

export function dynamicsSection(wire, commands) {
  const list = element("dl", { class: "terms", "aria-live": "polite" });
  const ask = async () => {
    const values = await commands.call("/arm_sim/dynamics");
    if (!values) return;
    list.replaceChildren(
      ...TERMS.flatMap(([name, text]) => [
        element("dt", { text }),
        element("dd", { text: written(values[name]) }),
      ]),
    );
  };
  return section("Equation of motion", button("where it is now", ask), list);
}

/** Write a number, a list, or a matrix with a line for each row. */
export function written(value) {
  if (!Array.isArray(value)) return short(value);
  if (Array.isArray(value[0])) return value.map(written).join("\n");
  return value.map((each) => short(each)).join("   ");
}
