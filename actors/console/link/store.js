/**
 * What the page knows about the arm: one value for each key, and who wants to know of changes.
 *
 * Watchers are called once for all changes since the last frame of the display, so that a fast
 * stream of messages never makes the page lag behind.
 */

export class Store {
  /**
   * @param {function(function)} nextFrame calls a function before the next frame is drawn
   * @param {function(Error)} report is told of a bug in a watcher
   */
  constructor(
    nextFrame = (draw) => requestAnimationFrame(draw),
    report = (bug) => reportError(bug),
  ) {
    this._report = report;
    this._values = new Map();
    this._watchers = new Map(); // from key to a set of functions
    this._due = new Set();
    this._nextFrame = nextFrame;
    this._scheduled = false;
  }

  /** Return the value of a key, or undefined. */
  get(key) {
    return this._values.get(key);
  }

  set(key, value) {
    this._values.set(key, value);
    for (const watcher of this._watchers.get(key) ?? []) this._due.add(watcher);
    if (this._due.size && !this._scheduled) {
      this._scheduled = true;
      this._nextFrame(() => this._tell());
    }
  }

  /** Call watcher() soon after one of the keys has changed. Returns a function that ends this. */
  watch(keys, watcher) {
    for (const key of keys) {
      if (!this._watchers.has(key)) this._watchers.set(key, new Set());
      this._watchers.get(key).add(watcher);
    }
    return () => keys.forEach((key) => this._watchers.get(key).delete(watcher));
  }

  _tell() {
    this._scheduled = false;
    const due = [...this._due];
    this._due.clear();
    for (const watcher of due) {
      try {
        watcher();
      } catch (problem) {
        this._report(problem); // the other watchers have to be told all the same
      }
    }
  }
}
