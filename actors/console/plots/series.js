/** Samples over time with a bounded length, for plots. */

const RUN = 1; // s that a run must have lasted to be kept when the next one begins

/** Samples of one run of the arm: from a reset to the next one. */
class Run {
  constructor() {
    this.times = []; // s of simulation time
    this.walls = []; // s of the clock of the page
    this.values = []; // null is a gap
  }

  get length() {
    return this.times.length;
  }

  splice(count) {
    for (const list of [this.times, this.walls, this.values]) list.splice(0, count);
  }
}

export class Series {
  /** @param {number} room the largest number of samples of a run that are kept */
  constructor(room = 9000) {
    this.room = room;
    this.clear();
  }

  /** Forget all samples, also those of the run before. */
  clear() {
    this.run = new Run();
    this.earlier = null; // the run before, which plots show faintly
  }

  get times() {
    return this.run.times;
  }

  get values() {
    return this.run.values;
  }

  /** Return the newest value, or null. */
  get last() {
    return this.run.values.at(-1) ?? null;
  }

  /**
   * Add a sample. A value that is null or not finite is a gap. When time goes back, because the arm
   * was reset, a new run begins. At a time that has a sample already, the newer value counts.
   */
  add(time, value, wall = time) {
    const finite = Number.isFinite(value) ? value : null;
    const before = this.run.times.at(-1);
    if (time < before) this.restart();
    if (time === before) {
      this.run.values[this.run.length - 1] = finite;
      return;
    }
    this.run.times.push(time);
    this.run.walls.push(wall);
    this.run.values.push(finite);
    // A tenth at a time, so that the old samples are seldom moved.
    if (this.run.length > this.room) this.run.splice(Math.ceil(this.room / 10));
  }

  /** Begin a new run, and keep the present one as the earlier one unless it was short. */
  restart() {
    const { run } = this;
    if (run.length && run.times.at(-1) - run.times[0] > RUN) this.earlier = run;
    this.run = new Run();
  }

  /** Return the value of the last sample at or before a time, or null. */
  at(time) {
    const { times, values } = this.run;
    const after = firstFrom(times, time);
    if (times[after] === time) return values[after];
    return after ? values[after - 1] : null;
  }
}

/** Return the index of the first number of a sorted list that is not below a limit. */
export function firstFrom(sorted, limit) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
