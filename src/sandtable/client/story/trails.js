/** Where the enemy went and whom it fired at: drawn on the board until one's next choice. */

import { escape, r1 } from "../dom.js";

/** @typedef {import("./log.js").Entry} Entry */
/** @typedef {import("../types.js").Point} Point */
/** @typedef {import("../battle/screen.js").BattleScreen} BattleScreen */

const MOST = 60; // a long turn does not cover the map

export class Trails {
  /** @param {BattleScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** @type {{sort: "way" | "shot", colour: string, points: Point[], piece: string}[]} */
    this.items = [];
    /** @type {Map<string, Point>} where those who moved are now */
    this.now = new Map();
    this.since = -1; // the state at which the enemy's last activation begins; -1: it did nothing yet
    this.opened = -1; // the state at which an activation began, until it is known whose
  }

  /** The side that looks on; none if both do, or a spectator. */
  get own() {
    const { screen } = this;
    return screen.seats.size > 1 ? "" : (screen.view?.seats.find((seat) => seat.id === screen.seat)?.side ?? "");
  }

  /** Take in what was just shown; the board still has the pieces where they were. @param {Entry} entry */
  take({ line, path }) {
    const { own } = this;
    if (line.tone === "turn" || line.tone === "impulse") {
      if (!own) this.clear(); // who only looks on sees the trails of the last activation
      this.opened = line.state ?? 0;
    }
    if (!line.side || line.side === own) return;
    if (this.opened >= 0) this.since = this.opened;
    else if (this.since < 0) this.since = line.state ?? 0;
    this.opened = -1;
    const { layout, spots } = this.screen.board;
    const colour = this.screen.sideColour(line.side);
    const spot = (/** @type {string | undefined} */ id) => this.now.get(id ?? "") ?? copy(spots.get(id ?? ""));
    if (path.length > 1 && line.piece && line.shows !== "shot") {
      const points = path.map((name) => layout?.centre(name)).filter((p) => p !== null && p !== undefined);
      if (points.length < 2) return;
      this.now.set(line.piece, points[points.length - 1]);
      this.items.push({ sort: "way", colour, points, piece: line.piece });
    } else if (line.shows === "shot" && line.piece) {
      const [from, to] = [spot(line.piece), spot(line.target) ?? copy(layout?.centre(line.place ?? ""))];
      if (from && to) this.items.push({ sort: "shot", colour, points: [from, to], piece: line.piece });
    }
    if (this.items.length > MOST) this.items.shift();
    this.draw();
  }

  clear() {
    this.items = [];
    this.now.clear();
    this.since = -1;
    this.draw();
  }

  /** @param {boolean} [hidden] while the past is on the board */
  draw(hidden = false) {
    const part = this.screen.board.parts.trails;
    if (!part) return;
    const { spots } = this.screen.board;
    const shown = this.items.filter(({ piece }) => spots.has(piece)); // nobody asks where the dead fired from
    part.innerHTML = hidden ? "" : shown.map(art).join("");
  }
}

/** @param {{x: number, y: number} | null | undefined} at @returns {Point | null} */
function copy(at) {
  return at ? { x: at.x, y: at.y } : null;
}

/** @param {{sort: string, colour: string, points: Point[]}} item */
function art({ sort, colour, points }) {
  const d = `M${points.map((p) => `${r1(p.x)} ${r1(p.y)}`).join("L")}`;
  const [before, end] = points.slice(-2);
  const turn = (Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI;
  const head = `<path class="trail-head" transform="translate(${r1(end.x)} ${r1(end.y)}) rotate(${r1(turn)})" d="M4 0-24-15V15Z"/>`;
  const start = `<circle class="trail-start" cx="${r1(points[0].x)}" cy="${r1(points[0].y)}" r="11"/>`;
  return `<g class="trail ${sort} side-${escape(colour)}"><path class="trail-edge" d="${d}"/><path class="trail-line" d="${d}"/>${sort === "way" ? start : ""}${head}</g>`;
}
