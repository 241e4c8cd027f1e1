/** Where cells lie on a grid of terrain cards, and how a card is drawn. */

import { escape, r1 } from "../dom.js";
import { dice, textSeed } from "./random.js";

/** @typedef {import("../types.js").CardBoard} CardBoard */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").Point} Point */

const WIDE = 420;
const HIGH = 300;
const GAP = 18;
const EDGE = 40;

export class CardLayout {
  /** @param {CardBoard} board */
  constructor(board) {
    this.board = board;
    /** @type {Map<string, Cell>} */
    this.cells = new Map(board.cells.map((cell) => [cell.name, cell]));
    /** @type {Map<string, Cell>} */
    this.grid = new Map(board.cells.map((cell) => [`${cell.column},${cell.row}`, cell]));
    this.width = board.columns * (WIDE + GAP) - GAP + 2 * EDGE;
    this.height = board.rows * (HIGH + GAP) - GAP + 2 * EDGE;
    this.unit = HIGH;
    this.counter = 84;
    this.flat = true;
  }

  /** @param {Cell} cell @returns {Point} */
  middle(cell) {
    return { x: EDGE + cell.column * (WIDE + GAP) + WIDE / 2, y: EDGE + cell.row * (HIGH + GAP) + HIGH / 2 };
  }

  /** @param {string} name @returns {Point | null} */
  centre(name) {
    const cell = this.cells.get(name);
    return cell ? this.middle(cell) : null;
  }

  /** @param {number} x @param {number} y @returns {string} */
  placeAt(x, y) {
    const column = Math.floor((x - EDGE) / (WIDE + GAP));
    const row = Math.floor((y - EDGE) / (HIGH + GAP));
    return this.grid.get(`${column},${row}`)?.name ?? "";
  }

  /** @param {string} name @param {number} [inset] */
  outline(name, inset = 0) {
    const c = this.centre(name);
    if (!c) return "";
    const [w, h] = [WIDE - 2 * inset, HIGH - 2 * inset];
    return `M${r1(c.x - w / 2)} ${r1(c.y - h / 2)}h${w}v${h}h${-w}Z`;
  }

  /** @param {string} name @param {"up" | "down" | "left" | "right"} way @returns {string} */
  step(name, way) {
    const cell = this.cells.get(name);
    if (!cell) return this.board.cells[0]?.name ?? "";
    const [dc, dr] = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] }[way];
    return this.grid.get(`${cell.column + dc},${cell.row + dr}`)?.name ?? name;
  }

  /** @returns {string[]} */
  places() {
    return this.board.cells.map((cell) => cell.name);
  }

  /** @param {string} id @returns {string} */
  ground(id) {
    const kinds = new Map(this.board.terrain.map((kind) => [kind.key, kind]));
    return (
      `<rect class="k-table" width="${this.width}" height="${this.height}" rx="14"/>` +
      this.board.cells.map((cell) => this.card(cell, kinds, id)).join("")
    );
  }

  /** @param {Cell} cell @param {Map<string, import("../types.js").Terrain>} kinds @param {string} id */
  card(cell, kinds, id) {
    const c = this.middle(cell);
    const [x, y] = [c.x - WIDE / 2, c.y - HIGH / 2];
    const kind = kinds.get(cell.terrain ?? "");
    const label = `<text class="t-name" x="${c.x}" y="${y + HIGH - 12}">${escape(cell.name)}</text>`;
    if (!kind) return `<rect class="k-open" x="${x}" y="${y}" width="${WIDE}" height="${HIGH}" rx="14"/>${label}`;
    const sort = (kind.colour ?? "clear").replace(/[^a-z]+/g, "-");
    const roll = dice(textSeed(`${cell.name} ${cell.card ?? ""}`));
    let art = "";
    if (/woods/.test(sort)) {
      for (let i = 0; i < 46; i++) {
        const [px, py] = [x + 20 + roll() * (WIDE - 40), y + 46 + roll() * (HIGH - 76)];
        art += `<circle class="t-dark" cx="${r1(px + 4)}" cy="${r1(py + 6)}" r="15"/><circle class="t-tree${i % 3}" cx="${r1(px)}" cy="${r1(py)}" r="${r1(12 + roll() * 6)}"/>`;
      }
    } else if (sort === "town") {
      for (let i = 0; i < 7; i++) {
        const [px, py] = [x + 34 + (i % 4) * 92 + roll() * 20, y + 66 + Math.floor(i / 4) * 104 + roll() * 20];
        art += `<rect class="t-dark" x="${r1(px + 5)}" y="${r1(py + 7)}" width="66" height="44"/><rect class="t-roof${i % 3}" x="${r1(px)}" y="${r1(py)}" width="66" height="44"/><path class="t-ridge" d="M${r1(px)} ${r1(py + 22)}h66"/>`;
      }
    } else if (/hill/.test(sort)) {
      art = `<ellipse class="t-shade" cx="${c.x + 8}" cy="${c.y + 24}" rx="170" ry="98"/><ellipse class="t-hill1 b" cx="${c.x}" cy="${c.y + 14}" rx="168" ry="96"/><ellipse class="t-hill1 c" cx="${c.x - 8}" cy="${c.y + 8}" rx="104" ry="58"/>`;
    } else if (sort === "rough" || sort === "works") {
      for (let i = 0; i < 30; i++)
        art += `<circle class="t-stone" cx="${r1(x + 24 + roll() * (WIDE - 48))}" cy="${r1(y + 50 + roll() * (HIGH - 84))}" r="${r1(5 + roll() * 9)}"/>`;
    } else {
      for (let i = 0; i < 40; i++)
        art += `<path class="t-grass" d="M${r1(x + 20 + roll() * (WIDE - 40))} ${r1(y + 50 + roll() * (HIGH - 80))}l-3-8m5 8l1-9m3 9l4-7"/>`;
    }
    const values = (kind.values ?? []).map((v) => `${v.label} ${v.text}`).join("   ");
    const cross = cell.cross
      ? `<path class="k-cross" d="M${x + (cell.cross[0] / 100) * WIDE} ${y + (cell.cross[1] / 100) * HIGH}m-9 0h18m-9-9v18"/>`
      : "";
    return (
      `<clipPath id="${id}-k${cell.column}-${cell.row}"><rect x="${x}" y="${y}" width="${WIDE}" height="${HIGH}" rx="14"/></clipPath>` +
      `<rect class="k-shadow" x="${x + 4}" y="${y + 7}" width="${WIDE}" height="${HIGH}" rx="14"/>` +
      `<g clip-path="url(#${id}-k${cell.column}-${cell.row})"><rect class="k-card k-${sort}" x="${x}" y="${y}" width="${WIDE}" height="${HIGH}"/>${art}</g>` +
      `<rect class="k-rim" x="${x}" y="${y}" width="${WIDE}" height="${HIGH}" rx="14"/>` +
      `<rect class="k-title" x="${x + 8}" y="${y + 8}" width="${WIDE - 16}" height="32" rx="8"/><text class="k-name" x="${x + 20}" y="${y + 25}">${escape(kind.name)}${cell.card ? ` · ${escape(cell.card)}` : ""}</text>` +
      `<text class="k-values" x="${x + WIDE - 20}" y="${y + 25}">${escape(values)}</text>${cross}${label}` +
      (cell.label ? `<text class="t-label" x="${c.x}" y="${c.y + 120}">${escape(cell.label)}</text>` : "")
    );
  }

  /** Where so many pieces stand, from the middle. @param {number} count @returns {Point[]} */
  spots(count) {
    const across = count <= 4 ? count : Math.ceil(count / 2);
    const gap = Math.min(96, (WIDE - 60) / Math.max(1, across));
    return Array.from({ length: count }, (_, i) => ({
      x: ((i % across) - (across - 1) / 2) * gap,
      y: 18 + (count <= 4 ? 0 : (Math.floor(i / across) - 0.5) * 96),
    }));
  }
}
