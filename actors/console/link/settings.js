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
      const { values } = refused;
      if (values && Object.keys(values).length) this._store(key, read(values));
      throw refused;
    }
  }

  _store(key, value) {
    if (value !== undefined && !same(value, this.store.get(key))) this.store.set(key, value);
  }

  /** Set one after the other; a list of pairs of key and arguments. Returns what was said. */
  async setAll(list) {
    const said = [];
    for (const [key, args] of list) said.push(await this.set(key, args));
    return said.filter(Boolean).join("; ");
  }

  /** Return a copy of all settings in force, for putBack(). */
  snapshot() {
    return Object.fromEntries(
      SETTINGS.map(({ key }) => [key, structuredClone(this.store.get(key))]),
    );
  }

  /** Put settings back as they were in a snapshot. Rejects if one of them was refused. */
  async putBack(snapshot) {
    await this.refresh();
    await this.setAll(changes(snapshot, this.snapshot()));
  }
}

/** Return what has to be set so that settings are as they were, in the order of SETTINGS. */
export function changes(wanted, present) {
  const differs = ({ key }) => wanted[key] !== undefined && !same(wanted[key], present[key]);
  const found = SETTINGS.filter(differs).map(({ key }) => key);
  // New masses or lengths make uniform rods, so the links have to be set again after them.
  if (found.includes("params") && !found.includes("links") && wanted.links) found.push("links");
  const order = SETTINGS.map(({ key }) => key).filter((key) => found.includes(key));
  return order.map((key) => [key, argumentsFor(key, wanted[key])]);
}

/** Return the arguments that set a setting to a value that was in force. */
export function argumentsFor(key, value) {
  if (key === "enabled" || key === "paused") return { data: value };
  if (key === "obstacles") return { obstacles: value };
  return value;
}

function same(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}
