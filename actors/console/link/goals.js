/** Follows the goals, also those of trials and of other clients. */

const REMEMBERED = 50; // epsilons of goals that this page has sent

export class Goals {
  constructor(store, recorder) {
    this.store = store;
    this.recorder = recorder;
    this.ended = null; // the id of the goal that has ended last
  }

  /**
   * Called with each /ik_action/feedback.
   *
   * It does not say the epsilon, so that is known only for goals of this page.
   */
  feedback(msg) {
    if (!msg?.target || msg.goal_id === this.ended) return;
    const epsilon = this.store.get("epsilons")?.get(msg.goal_id);
    const { goal_id: id, target, distance_remaining: away, elapsed } = msg;
    this.store.set("goal", { id, ...target, epsilon, away, elapsed, outcome: "" });
    this.recorder.goal(away, epsilon);
    this.recorder.addState("goal", "active");
  }

  /** Called with each /ik_action/result: a reached goal stays in the picture. */
  result(msg) {
    if (!msg?.target) return;
    this.ended = msg.goal_id;
    const epsilon = this.store.get("epsilons")?.get(msg.goal_id);
    const { goal_id: id, target, outcome, final_distance: away } = msg;
    const known = this.store.get("goal");
    if (known && known.id !== id && !known.outcome) return; // the next one is under way already
    this.store.set("goal", { id, ...target, epsilon, away, elapsed: known?.elapsed, outcome });
    this.recorder.addState("goal", outcome);
  }

  /** Called when the arm was reset, or the connection lost: what was known does not hold. */
  forget() {
    if (this.store.get("goal")) this.store.set("goal", undefined);
    this.recorder.addState("goal", "none");
  }
}

/** Note the epsilon of a goal that this page has sent. */
export function noteEpsilon(store, id, epsilon) {
  const known = new Map(store.get("epsilons") ?? []);
  known.set(id, epsilon);
  while (known.size > REMEMBERED) known.delete(known.keys().next().value);
  store.set("epsilons", known);
}
