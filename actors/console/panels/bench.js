/** Compares the methods of integration on one function, against the exact answer or a fine rk4. */

import { exactFor } from "./bench_cases.js";

export const METHODS = ["euler", "midpoint", "verlet", "rk4"];
export const FINE = 16; // steps of the reference for each step of the others

/**
 * Integrate a function by all methods, each also with half the step.
 *
 * run       carries a request of /arm_sim/integration_step out, and resolves to its values
 * request   such a request, without the method
 * Resolves to { times, exact, reference, positions, rows }: positions has a list for each method,
 * and rows its errors and its order.
 */
export async function compare(run, request) {
  const once = (integrator, divide) => {
    const { dt, steps } = request;
    return run({ ...request, integrator, dt: dt / divide, steps: steps * divide });
  };
  const runs = await Promise.all(METHODS.map((m) => Promise.all([once(m, 1), once(m, 2)])));
  const { times } = runs[0][0];
  const exact = exactFor(request.function, request.x0, request.xdot0);
  const reference = exact ? times.map(exact) : everyNth((await once("rk4", FINE)).positions, FINE);
  const end = (values) => values.positions.at(-1);
  return {
    times,
    reference,
    exact: Boolean(exact),
    positions: runs.map(([values]) => values.positions),
    rows: runs.map(([whole, half]) => errors(end(whole), end(half), reference.at(-1))),
  };
}

/** Return the error at the end, that with half the step, and the order that both show. */
export function errors(once, twice, exact) {
  if ([once, twice, exact].includes(null)) return { error: null, halved: null, order: null };
  const error = Math.abs(once - exact);
  const halved = Math.abs(twice - exact);
  const readable = halved > 1e-13 * Math.max(1, Math.abs(exact));
  return { error, halved, order: readable ? Math.log2(error / halved) : null };
}

function everyNth(values, n) {
  return values.filter((_, k) => k % n === 0);
}
