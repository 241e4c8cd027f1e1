/** The curve: how likely a side was to win after every choice; by pointer, by key and as a table. */

import { fill, h, s } from "../dom.js";
import { percent } from "../percent.js";

/** @typedef {import("../types.js").Analysis} Analysis */

const HEIGHT = 190;
export const LOW = 120; // beside something else
const EDGE = { left: 34, right: 10, top: 10, bottom: 22 };

/** Where each turn begins. @param {Analysis} found @returns {{turn: number, index: number}[]} */
export function turnsOf(found) {
  return found.points
    .map((point, index) => ({ turn: point.turn, index }))
    .filter(({ turn, index }) => turn && found.points[index - 1]?.turn !== turn);
}

export class Curve {
  /**
   * @param {Analysis} found
   * @param {string} colour of the side whose chances it shows
   * @param {number} side 0: the first
   * @param {(state: number) => void} go to a moment
   * @param {number} [height]
   */
  constructor(found, colour, side, go, height = HEIGHT) {
    this.found = found;
    this.height = height;
    this.side = side;
    this.go = go;
    this.index = found.points.length - 1;
    this.picture = h("div.curve-picture");
    this.words = h("p.curve-moment", { "aria-hidden": "true" });
    this.slider = h(
      "div.curve-slider",
      {
        role: "slider",
        tabindex: 0,
        "aria-label": `How likely ${found.names[side]} was to win; Enter goes to the moment`,
        "aria-valuemin": 0,
        "aria-valuemax": this.index,
        onpointermove: (/** @type {PointerEvent} */ event) => this.mark(this.under(event)),
        onclick: (/** @type {MouseEvent} */ event) => this.open(this.under(event)),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
      },
      this.picture,
    );
    this.element = h("div.curve", { class: `side-${colour}` }, this.slider, this.words);
    this.width = 0;
    new ResizeObserver(() => this.draw()).observe(this.element);
    this.mark(this.index);
  }

  /** @param {number} index */
  chance(index) {
    const { chance } = this.found.points[index];
    return this.side ? 1 - chance : chance;
  }

  /** The chance is likely between these. @param {number} index @returns {[number, number]} */
  band(index) {
    const { chance, low = chance, high = chance } = this.found.points[index];
    return this.side ? [1 - high, 1 - low] : [low, high];
  }

  /** @param {number} index */
  x(index) {
    return EDGE.left + ((this.width - EDGE.left - EDGE.right) * index) / Math.max(1, this.found.points.length - 1);
  }

  /** @param {number} chance */
  y(chance) {
    return EDGE.top + (this.height - EDGE.top - EDGE.bottom) * (1 - chance);
  }

  draw() {
    const width = Math.round(this.element.clientWidth);
    if (!width || width === this.width) return;
    this.width = width;
    const { points } = this.found;
    const right = width - EDGE.right;
    const bottom = this.height - EDGE.bottom;
    const way = points.map((_, i) => `${this.x(i).toFixed(1)},${this.y(this.chance(i)).toFixed(1)}`).join(" ");
    const edge = (/** @type {0 | 1} */ end) => points.map((_, i) => `${this.x(i).toFixed(1)},${this.y(this.band(i)[end]).toFixed(1)}`);
    const band = points.some((point) => point.low !== undefined) ? [...edge(1), ...edge(0).reverse()].join(" ") : "";
    let free = 0; // so far turns have their numbers
    this.cursor = s("line.here", { y1: EDGE.top, y2: bottom });
    this.dot = s("circle.dot", { r: 5 });
    fill(
      this.picture,
      s(
        "svg",
        { viewBox: `0 0 ${width} ${this.height}`, width, height: this.height, "aria-hidden": "true" },
        [0, 25, 50, 75, 100].map((share) => [
          s("line", { class: share === 50 ? "even" : "", x1: EDGE.left, x2: right, y1: this.y(share / 100), y2: this.y(share / 100) }),
          s("text", { x: EDGE.left - 5, y: this.y(share / 100) + 4, "text-anchor": "end" }, String(share)),
        ]),
        turnsOf(this.found).map(({ turn, index }) => {
          const at = this.x(index);
          const room = at >= free;
          if (room) free = at + 18;
          return [
            s("line", { x1: at, x2: at, y1: EDGE.top, y2: bottom }),
            room ? s("text", { x: at + 2, y: this.height - 6 }, String(turn)) : null,
          ];
        }),
        points.map((point, i) =>
          point.mark === "activation" ? s("line.activation", { x1: this.x(i), x2: this.x(i), y1: bottom - 4, y2: bottom + 3 }) : null,
        ),
        band ? s("polygon.band", { points: band }) : s("polygon", { points: `${this.x(0)},${bottom} ${way} ${right},${bottom}` }),
        s("polyline", { points: way }),
        this.cursor,
        this.dot,
      ),
    );
    this.mark(this.index);
  }

  /** The moment under the pointer. @param {MouseEvent} event */
  under(event) {
    const { left } = this.slider.getBoundingClientRect();
    const part = (event.clientX - left - EDGE.left) / Math.max(1, this.width - EDGE.left - EDGE.right);
    return Math.round(part * (this.found.points.length - 1));
  }

  /** Show a moment on the curve. @param {number} index */
  mark(index) {
    this.index = Math.max(0, Math.min(this.found.points.length - 1, index));
    const point = this.found.points[this.index];
    const chance = this.chance(this.index);
    const when = point.turn ? `${this.found.turn_word} ${point.turn}` : "Before the first choice";
    const [low, high] = this.band(this.index);
    const sure = percent(1000 * low) === percent(1000 * high) ? "" : ` (${range(low, high)})`;
    const text = `${when}: ${this.found.names[this.side]} ${percent(1000 * chance)}${sure}${point.label ? ` after “${point.label}”` : ""}`;
    this.slider.setAttribute("aria-valuenow", String(this.index));
    this.slider.setAttribute("aria-valuetext", text);
    this.words.textContent = text;
    for (const end of ["x1", "x2"]) this.cursor?.setAttribute(end, String(this.x(this.index)));
    this.dot?.setAttribute("cx", String(this.x(this.index)));
    this.dot?.setAttribute("cy", String(this.y(chance)));
  }

  /** The moment of a state, if it is on the curve. @param {number} state */
  at(state) {
    const later = this.found.points.findIndex((point) => point.state > state);
    this.mark((later < 0 ? this.found.points.length : later) - 1);
  }

  /** @param {number} index */
  open(index) {
    this.mark(index);
    this.go(this.found.points[this.index].state);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const last = this.found.points.length - 1;
    const way = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key];
    if (way) this.mark(this.index + way);
    else if (event.key === "Home") this.mark(0);
    else if (event.key === "End") this.mark(last);
    else if (event.key === "Enter") this.open(this.index);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** The same as a table: how it stood when each turn began, and at the end. @param {Analysis} found @param {(state: number) => void} go */
export function curveTable(found, go) {
  const rows = turnsOf(found).map(({ turn, index }) => ({ name: `${found.turn_word} ${turn}`, point: found.points[index] }));
  rows.push({ name: "The end", point: found.points[found.points.length - 1] });
  const banded = found.points.some((point) => point.low !== undefined);
  const heads = ["Moment", ...found.names, ...(banded ? [`${found.names[0]}, likely`] : [])];
  return h(
    "details.curve-table",
    null,
    h("summary", null, "The same as a table"),
    h(
      "table",
      null,
      h("thead", null, h("tr", null, heads.map((name) => h("th", { scope: "col" }, name)))),
      h(
        "tbody",
        null,
        rows.map(({ name, point }) =>
          h(
            "tr",
            null,
            h("th", { scope: "row" }, h("button.link", { type: "button", onclick: () => go(point.state) }, name)),
            h("td", null, percent(1000 * point.chance)),
            h("td", null, percent(1000 * (1 - point.chance))),
            banded ? h("td", null, range(point.low ?? point.chance, point.high ?? point.chance)) : null,
          ),
        ),
      ),
    ),
  );
}

/** @param {number} low @param {number} high */
function range(low, high) {
  return `${percent(1000 * low)} to ${percent(1000 * high)}`;
}
