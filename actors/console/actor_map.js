/** The living picture of the actors: who asks whom, who publishes to whom, and how each one is. */

const SVG = "http://www.w3.org/2000/svg";
const PLACES = {
  gateway: [300, 40], diagnostics: [90, 40], injection: [510, 40],
  ik_trial: [90, 130], ik_action: [230, 130], motion: [370, 130], planner: [510, 130],
  ik: [230, 220], arm_sim: [370, 220], rehearsal: [510, 220], integration: [90, 220],
};
const ASKS = [
  ["ik_trial", "ik_action"], ["ik_action", "ik"], ["ik", "arm_sim"], ["motion", "planner"],
  ["planner", "ik"], ["rehearsal", "planner"], ["motion", "arm_sim"], ["rehearsal", "arm_sim"],
  ["gateway", "integration"], ["gateway", "ik_action"], ["gateway", "motion"], ["gateway", "ik_trial"],
];
const WIDTH = 100; // of a box
const HEIGHT = 44;

function make(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export class ActorMap {
  /** @param {function(string)} choose is called with the name of an actor that is clicked */
  constructor(choose) {
    this.choose = choose;
    this.restarts = new Map();
    this.boxes = new Map();
    this.root = make("svg", { viewBox: "0 0 600 270", class: "map", role: "group", "aria-label": "actors" });
    for (const [from, to] of ASKS) this.root.append(edge(PLACES[from], PLACES[to]));
  }

  /** Show the statuses of the actors, as in /diagnostics. */
  show(statuses) {
    statuses.forEach(({ name, level, message, values }, k) => {
      const figure = Object.fromEntries(values.map(({ key, value }) => [key, value]));
      const box = this.boxes.get(name) ?? this._box(name, k);
      box.setAttribute("class", `box level-${level}`);
      box.lastChild.textContent = `pid ${figure.pid}, restarts ${figure.restarts}`;
      box.setAttribute("aria-label", `${name}: ${message}, pid ${figure.pid}, restarts ${figure.restarts}`);
      if (this.restarts.has(name) && this.restarts.get(name) !== figure.restarts) flash(box);
      this.restarts.set(name, figure.restarts);
    });
  }

  _box(name, k) {
    const [x, y] = PLACES[name] ?? [60 + 60 * (k % 9), 255];
    const box = make("g", { tabindex: 0, role: "button", transform: `translate(${x - WIDTH / 2} ${y - HEIGHT / 2})` },
      make("rect", { width: WIDTH, height: HEIGHT, rx: 6 }),
      make("text", { x: WIDTH / 2, y: 18, class: "name" }, name),
      make("text", { x: WIDTH / 2, y: 34, class: "fact" }));
    box.addEventListener("click", () => this.choose(name));
    box.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        this.choose(name);
      }
    });
    this.boxes.set(name, box);
    this.root.append(box);
    return box;
  }
}

function edge([x1, y1], [x2, y2]) {
  return make("line", { x1, y1, x2, y2, class: "edge" });
}

/** Let a box blink once, since its actor has been started again. */
function flash(box) {
  box.classList.add("restarted");
  setTimeout(() => box.classList.remove("restarted"), 1500);
}
