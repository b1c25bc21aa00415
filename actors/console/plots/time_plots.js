/** Several plots over time that are moved, zoomed and read together. */

import { Bands } from "./bands.js";
import { handle } from "./handling.js";
import { PlotCard } from "./plot_card.js";
import { View } from "./view.js";

export class TimePlots {
  /** @param {HTMLElement} root gets the plots */
  constructor(recorder, root) {
    this.recorder = recorder;
    this.root = root;
    this.view = new View();
    this.cards = [];
    this.onhold = () => {}; // called when the plots begin to hold, or to follow
  }

  /** Make the plots of a list of descriptions: { title, lines } or { title, rows }. */
  build(list) {
    this.cards = list.map((description) => this._card(description));
    this.root.replaceChildren(...this.cards.map(({ root }) => root));
  }

  /** Add a plot at the beginning. Returns its card. */
  add(description) {
    const card = this._card(description);
    this.cards.unshift(card);
    this.root.prepend(card.root);
    return card;
  }

  remove(card) {
    this.cards = this.cards.filter((each) => each !== card);
    card.root.remove();
  }

  _card(description) {
    const card = new PlotCard(description, this.recorder, this.view);
    if (card.plot instanceof Bands) card.plot.now = () => this.newest;
    card.ondraw = () => this.draw();
    handle(card.canvas, card.plot, this);
    return card;
  }

  /** The newest place on the axis of all plots, in s. */
  get newest() {
    return Math.max(0, ...this.cards.map(({ plot }) => plot.newest));
  }

  /** Hold what is shown while data flows on, or follow the newest. Returns whether it holds. */
  hold(held) {
    if (held !== this.view.held) {
      this.view.end = held ? this.view.span(this.newest)[1] : null;
      this.onhold(held);
    }
    this.draw();
    return held;
  }

  moveTo(end) {
    this.hold(true);
    this.view.end = end;
    this.draw();
  }

  /** Show a box: its times in all plots, its values in one of them. */
  zoomTo(plot, times, values) {
    if (values[0] === values[1]) return;
    this.hold(true);
    if (this.view.zoomTo(...times)) plot.vertical = values.sort((a, b) => a - b);
    this.draw();
  }

  resetView() {
    for (const { plot } of this.cards) plot.vertical = null;
    this.view.window = 10;
    this.hold(false);
  }

  draw() {
    const across = this.view.span(this.newest);
    for (const card of this.cards) card.draw(across);
  }
}
