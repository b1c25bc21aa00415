/** The living picture of the actors: who asks whom, who publishes to whom, and how each one is. */

const SVG = "http://www.w3.org/2000/svg";
const PLACES = {
  diagnostics: [75, 30],
  gateway: [300, 30],
  injection: [525, 30],
  integration: [75, 110],
  ik_trial: [225, 110],
  motion: [375, 110],
  rehearsal: [525, 110],
  ik_action: [225, 190],
  planner: [450, 190],
  ik: [225, 270],
  arm_sim: [375, 270],
};
const ASKS = [
  // who asks or publishes to whom
  ["gateway", "integration"],
  ["gateway", "ik_trial"],
  ["gateway", "motion"],
  ["gateway", "rehearsal"],
  ["ik_trial", "ik_action"],
  ["ik_action", "ik"],
  ["motion", "planner"],
  ["rehearsal", "planner"],
  ["planner", "ik"],
  ["ik", "arm_sim"],
  ["ik_action", "arm_sim"],
  ["motion", "arm_sim"],
];
const WIDTH = 130; // of a box
const HEIGHT = 48;
const BLINK = 1500; // ms
const LEVELS = ["ok", "warning", "error", "stale"];

export class ActorMap {
  /** @param {function(string)} choose is called with the name of an actor that is clicked */
  constructor(choose) {
    this.choose = choose;
    this.restarts = new Map();
    this.boxes = new Map();
    this.root = make("svg", {
      viewBox: "0 0 600 300",
      class: "map",
      role: "group",
      "aria-label": "actors",
    });
    for (const [from, to] of ASKS) this.root.append(edge(PLACES[from], PLACES[to]));
  }

  /** Show the statuses of the actors, as in /diagnostics. */
  show(statuses, chosen) {
    statuses.forEach((status, k) => {
      const { name, level, message } = status;
      const { pid, restarts } = figures(status);
      const box = this.boxes.get(name) ?? this._box(name, k);
      const blinks = box.classList.contains("restarted") ? " restarted" : "";
      box.setAttribute("class", `actor level-${level}${name === chosen ? " chosen" : ""}${blinks}`);
      box.setAttribute("aria-pressed", name === chosen);
      const fact = `pid ${pid}${restarts === "0" ? "" : `, ${restarts} restarts`}`;
      if (box.lastChild.textContent !== fact) box.lastChild.textContent = fact;
      box.setAttribute("aria-label", `${name}: ${LEVELS[level] ?? level}, ${message}, ${fact}`);
      const before = this.restarts.get(name);
      if (before !== undefined && before !== restarts) flash(box);
      this.restarts.set(name, restarts);
    });
  }

  _box(name, k) {
    const [x, y] = PLACES[name] ?? [75 + 150 * (k % 4), 270];
    const place = `translate(${x - WIDTH / 2} ${y - HEIGHT / 2})`;
    const box = make(
      "g",
      { tabindex: 0, role: "button", transform: place },
      make("rect", { width: WIDTH, height: HEIGHT, rx: 7 }),
      make("text", { x: WIDTH / 2, y: 20, class: "name" }, name),
      make("text", { x: WIDTH / 2, y: 38, class: "fact" }),
    );
    box.addEventListener("click", () => this.choose(name));
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      this.choose(name);
    });
    this.boxes.set(name, box);
    this.root.append(box);
    return box;
  }
}

/** Return the values of a status as an object of texts. */
export function figures({ values }) {
  return Object.fromEntries((values ?? []).map(({ key, value }) => [key, value]));
}

function make(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function edge([x1, y1], [x2, y2]) {
  return make("line", { x1, y1, x2, y2, class: "edge" });
}

/** Let a box blink, since its actor has been started again. */
function flash(box) {
  box.classList.add("restarted");
  setTimeout(() => box.classList.remove("restarted"), BLINK);
}
