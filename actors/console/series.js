/** Samples over time with a bounded length, for plots. */

export class Series {
  /** @param {number} room the largest number of samples that are kept */
  constructor(room = 20000) {
    this.room = room;
    this.times = [];
    this.values = [];
  }

  /**
   * Add a sample. A value that is null or not finite is a gap. When time goes back (after a reset
   * of the arm), the samples that are no longer past are dropped.
   */
  add(time, value) {
    if (this.times.length && time < this.times.at(-1)) this.clear();
    this.times.push(time);
    this.values.push(Number.isFinite(value) ? value : null);
    if (this.times.length > this.room) {
      const surplus = Math.ceil(this.room / 10); // so that old samples are seldom moved
      this.times.splice(0, surplus);
      this.values.splice(0, surplus);
    }
  }

  clear() {
    this.times.length = 0;
    this.values.length = 0;
  }

  /** Return the index of the first sample at or after a time. */
  from(time) {
    let low = 0;
    let high = this.times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.times[middle] < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Return the value of the last sample at or before a time, or null. */
  at(time) {
    const after = this.from(time);
    if (this.times[after] === time) return this.values[after];
    return after ? this.values[after - 1] : null;
  }
}
