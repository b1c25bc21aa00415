/** What the steps of several lessons do and say. */

import { short } from "../page/numbers.js";

/** Write numbers with three digits each. */
export const words = (numbers) => numbers.map((each) => short(each, 3)).join(" and ");

/** Return a list with one value for each joint of the arm. */
export const each = (arm, value) => arm.get("params").lengths.map(() => value);

export async function hold(arm) {
  await arm.set("enabled", { data: true });
  await arm.reset();
}
