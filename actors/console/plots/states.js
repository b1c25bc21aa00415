/** Names of states over time, for example whether PID is on, kept only where they change. */

const ROOM = 500; // changes that are kept

export class States {
  constructor() {
    this.clear();
  }

  /** Forget all changes. */
  clear() {
    this.changes = []; // { time, wall, label }
  }

  /** Note a state at a time. When time goes back, because the arm was reset, they begin anew. */
  add(time, label, wall = time) {
    if (time < this.changes.at(-1)?.time) this.clear();
    if (this.changes.at(-1)?.label === label) return;
    this.changes.push({ time, wall, label });
    if (this.changes.length > ROOM) this.changes.splice(0, ROOM / 10);
  }

  /** Return the bands { begin, end, label } between two places on an axis: time or wall. */
  bands(axis, from, until) {
    return this.changes
      .map((change, k) => ({
        label: change.label,
        begin: Math.max(from, change[axis]),
        end: Math.min(until, this.changes[k + 1]?.[axis] ?? until),
      }))
      .filter(({ begin, end }) => end > begin);
  }
}
