/**
 * A stay at the arm for a lesson: when it ends, the settings and the setpoint are as before.
 *
 * It ends by a button, when the page is closed, or, where neither happened, when a page is opened
 * the next time: what was before is also kept in the browser meanwhile.
 */

import { DEFAULT_GAINS, defaultsFor } from "../link/presets.js";
import { changes } from "../link/settings.js";
import { recall, remember } from "../page/memory.js";

const KEPT = "lesson"; // the name under which the browser keeps what was before
const RECENT = 600000; // ms for which what was before a lost lesson is put back
const LOCK = "pendularm lesson"; // held by a page during a lesson

export class Stay {
  constructor(wire, store, settings, commands) {
    Object.assign(this, { wire, store, settings, commands });
    this.before = null; // { title, settings, setpoint }
    addEventListener("pagehide", () => this._endAtOnce());
    wire.addEventListener("open", () => this._endLost());
  }

  /** Begin. Returns what the steps of a lesson can do, or null if it must not begin. */
  async begin(title) {
    if (!(await this._lock())) {
      this.commands.say(Promise.reject(new Error("another page is in the middle of a lesson")));
      return null;
    }
    await this.settings.refresh();
    for (const service of ["/ik_trial/stop", "/motion/stop"]) {
      await this.wire.call(service).catch(() => {}); // there may be none
    }
    this.before = {
      at: Date.now(),
      title,
      settings: this.settings.snapshot(),
      setpoint: this.store.get("setpoint"),
    };
    remember(KEPT, this.before);
    const links = this.store.get("params").lengths.length;
    await this.settings.setAll(defaultsFor(links));
    return this._arm(links);
  }

  /** Let other pages of this browser know. Returns whether none of them has a lesson. */
  _lock() {
    if (!navigator.locks) return true;
    return new Promise((resolve) => {
      navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
        resolve(Boolean(lock));
        return lock && new Promise((release) => (this._release = release));
      });
    });
  }

  /** What a step of a lesson can do, as long as the lesson lasts. */
  _arm(links) {
    const { wire, store, settings, commands, before } = this;
    const lasting =
      (action) =>
      (...values) => {
        if (this.before !== before) throw new Error("the lesson was left");
        return action(...values);
      };
    return {
      defaults: DEFAULT_GAINS[links],
      set: lasting((key, args) => settings.set(key, args)),
      call: lasting((service, args) => wire.call(service, args)),
      reset: lasting(() => wire.call("/arm_sim/reset")),
      setpoint: lasting((positions) => commands.setpoint(positions)),
      forecast: lasting((points) => store.set("forecast", points)),
      get: (key) => store.get(key),
      figure: (actor, key) => {
        const status = store.get("actors")?.find(({ name }) => name === actor);
        return status?.values.find((each) => each.key === key)?.value;
      },
    };
  }

  /** End, with the arm as it was. Returns whether that worked; if not, a note says why. */
  async end() {
    const { before } = this;
    this.before = null; // so that what a step still does is not done after this
    const done = await this.commands.say(this._putBack(before).then(() => ""));
    if (done) this._forget();
    else this.before = before;
    return done;
  }

  async _putBack({ settings, setpoint }) {
    await this.wire.call("/motion/stop");
    await this.settings.putBack(settings);
    await this.wire.call("/arm_sim/reset");
    if (settings.enabled && setpoint) await this.commands.setpoint(setpoint);
    this.store.set("forecast", undefined);
  }

  _forget() {
    this.before = null;
    remember(KEPT, null);
    this._release?.();
  }

  /** The page is closed: there is only time to send, not to hear the answers. */
  _endAtOnce() {
    if (!this.before || !this.wire.connected) return;
    const { settings } = this.before;
    this.wire.call("/motion/stop").catch(() => {});
    for (const [key, args] of changes(settings, this.settings.snapshot())) {
      this.settings.set(key, args).catch(() => {});
    }
    this.wire.call("/arm_sim/reset").catch(() => {});
    this._release?.();
  }

  /** End the lesson of a page that has gone without ending it. */
  async _endLost() {
    const lost = recall(KEPT, null);
    if (!lost || this.before || !(await this._lock())) return;
    await this.settings.refresh();
    const differs = changes(lost.settings, this.settings.snapshot()).length > 0;
    const recent = Date.now() - lost.at < RECENT; // else others have used the arm since
    const text = `The lesson ${lost.title} was cut off. The arm is as it was before it.`;
    if (differs && recent) await this.commands.say(this._putBack(lost).then(() => text));
    this._forget();
  }
}
