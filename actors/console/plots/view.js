/** What several plots over time show together: which window, whether they follow or hold. */

export const LONGEST = 120; // s that a window may show
const SHORTEST = 0.02; // s

export class View {
  constructor() {
    this.window = 10; // s
    this.end = null; // s, the right end; null follows the newest sample
    this.axis = "times"; // of simulation; or "walls", the clock of the page
    this.cursor = null; // s, where the mouse is
    this.zooming = false; // whether dragging draws a box to zoom to, instead of moving
  }

  /** Return [begin, end] in s for plots whose newest sample is at some place. */
  span(newest) {
    const end = this.end ?? Math.max(newest, this.window);
    return [end - this.window, end];
  }

  get held() {
    return this.end !== null;
  }

  /** Stretch the window by a factor. */
  stretch(factor) {
    this.window = Math.min(LONGEST, Math.max(SHORTEST, this.window * factor));
  }

  /** Show the window between two places, and hold it. Returns whether that is long enough. */
  zoomTo(a, b) {
    const wide = Math.abs(b - a);
    if (!(wide >= SHORTEST)) return false;
    this.window = Math.min(wide, LONGEST);
    this.end = Math.max(a, b);
    return true;
  }
}
