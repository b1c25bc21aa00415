/** The settings of the arm: sets them, and keeps the values in force, also those set by others. */

/** Each setting: its key in the store, its service, and how to read the values of an answer. */
export const SETTINGS = [
  { key: "params", service: "/arm_sim/set_params" },
  { key: "integrator", service: "/arm_sim/set_integrator" },
  { key: "links", service: "/arm_sim/set_links" },
  { key: "limits", service: "/arm_sim/set_limits" },
  { key: "gains", service: "/pid_controller/set_gains" },
  { key: "enabled", service: "/pid_controller/enable", read: ({ data }) => data },
  { key: "paused", service: "/arm_sim/pause", read: ({ data }) => data },
  { key: "obstacles", service: "/motion/set_obstacles", read: ({ obstacles }) => obstacles },
];

const REFRESH = 1000; // ms between two looks at settings that others may have changed

export class Settings {
  constructor(wire, store) {
    this.wire = wire;
    this.store = store;
    wire.addEventListener("open", () => this.refresh());
  }

  /** Look at the settings again and again. Returns a function that ends this. */
  keepFresh(every = setInterval, stop = clearInterval) {
    const timer = every(() => this.wire.connected && this.refresh(), REFRESH);
    return () => stop(timer);
  }

  async refresh() {
    await Promise.allSettled(SETTINGS.map(({ key }) => this.set(key, {})));
  }

  /**
   * Set a setting. Returns the status of the answer, which may warn; "" if there is nothing to say.
   * Rejects with Refused if it was refused. The values in force are stored in either case.
   */
  async set(key, args) {
    const { service, read = (values) => values } = SETTINGS.find((each) => each.key === key);
    try {
      const { values, status } = await this.wire.call(service, args);
      this._store(key, read(values));
      return status;
    } catch (refused) {
      if (refused.values && Object.keys(refused.values).length) this._store(key, read(refused.values));
      throw refused;
    }
  }

  _store(key, value) {
    if (JSON.stringify(value) !== JSON.stringify(this.store.get(key))) this.store.set(key, value);
  }

  /** Return a copy of all settings in force, for putBack(). */
  snapshot() {
    return Object.fromEntries(SETTINGS.map(({ key }) => [key, structuredClone(this.store.get(key))]));
  }

  /** Put settings back as they were in a snapshot. */
  async putBack(snapshot) {
    for (const [key, value] of Object.entries(snapshot)) {
      if (value === undefined) continue;
      await this.set(key, argumentsFor(key, value)).catch(() => {});
    }
  }
}

/** Return the arguments that set a setting to a value that was in force. */
export function argumentsFor(key, value) {
  if (key === "enabled" || key === "paused") return { data: value };
  if (key === "obstacles") return { obstacles: value };
  return value;
}
