/** Where cells lie on a grid of terrain cards, and how a card is drawn. */

import { escape, r1 } from "../dom.js";
import { landscape } from "./landscape.js";

/** @typedef {import("../types.js").CardBoard} CardBoard */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").Terrain} Terrain */
/** @typedef {import("../types.js").Marker} Marker */
/** @typedef {import("../types.js").Point} Point */

const WIDE = 420;
const HIGH = 300;
const GAP = 16;
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
    const [w, h, r] = [WIDE - 2 * inset, HIGH - 2 * inset, 14];
    return `M${r1(c.x - w / 2 + r)} ${r1(c.y - h / 2)}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - w}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - h}a${r} ${r} 0 0 1 ${r} ${-r}Z`;
  }

  /** The outer edges of some cells together, as a path. @param {string[]} names */
  border(names) {
    const own = new Set(names);
    const [w, h] = [(WIDE + GAP) / 2, (HIGH + GAP) / 2];
    let path = "";
    for (const name of names) {
      const cell = this.cells.get(name);
      if (!cell) continue;
      const { x, y } = this.middle(cell);
      const sides = /** @type {[number, number, string][]} */ ([
        [0, -1, `M${x - w} ${y - h}h${2 * w}`],
        [1, 0, `M${x + w} ${y - h}v${2 * h}`],
        [0, 1, `M${x - w} ${y + h}h${2 * w}`],
        [-1, 0, `M${x - w} ${y - h}v${2 * h}`],
      ]);
      for (const [dc, dr, line] of sides)
        if (!own.has(this.grid.get(`${cell.column + dc},${cell.row + dr}`)?.name ?? "")) path += line;
    }
    return path;
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

  /** @param {Cell} cell @param {Map<string, Terrain>} kinds @param {string} id */
  card(cell, kinds, id) {
    const c = this.middle(cell);
    const [x, y] = [c.x - WIDE / 2, c.y - HIGH / 2];
    const kind = kinds.get(cell.terrain ?? "");
    const label = `<text class="k-place" x="${x + WIDE - 16}" y="${y + HIGH - 15}">${escape(cell.name)}</text>`;
    if (!kind) return `<rect class="k-open" x="${x}" y="${y}" width="${WIDE}" height="${HIGH}" rx="14"/>${label}`;
    const name = `${id}-k${cell.column}-${cell.row}`;
    const cross = cell.cross
      ? `<g transform="translate(${r1(x + (cell.cross[0] / 100) * WIDE)} ${r1(y + (cell.cross[1] / 100) * HIGH)})"><circle class="k-cross" r="9"/><path class="k-cross" d="M-15 0h30M0-15v30"/></g>`
      : "";
    const title = cell.card && cell.card !== kind.name ? `${kind.name} · ${cell.card}` : kind.name;
    return (
      `<clipPath id="${name}"><rect x="${x}" y="${y}" width="${WIDE}" height="${HIGH}" rx="14"/></clipPath>` +
      `<rect class="k-shadow" x="${x + 4}" y="${y + 7}" width="${WIDE}" height="${HIGH}" rx="14"/>` +
      `<g clip-path="url(#${name})"><g transform="translate(${x} ${y})">${landscape(kind.key, kind.colour ?? "clear", `${cell.name} ${cell.card ?? ""}`, WIDE, HIGH, cell.turned ?? 0, name)}</g></g>` +
      `<rect class="k-rim" x="${x}" y="${y}" width="${WIDE}" height="${HIGH}" rx="14"/>` +
      `<path class="k-title" d="M${x + 3} ${y + 34}V${y + 14}a11 11 0 0 1 11-11H${x + 26 + title.length * 9.6}l-16 31Z"/>` +
      `<text class="k-name" x="${x + 16}" y="${y + 20}">${escape(title)}</text>` +
      `<g transform="translate(${x + WIDE - 12} ${y + 22})">${printed(kind)}</g>${cross}${label}` +
      (cell.label ? `<text class="t-label" x="${c.x}" y="${c.y + 122}">${escape(cell.label)}</text>` : "")
    );
  }

  /** Where so many pieces stand, from the middle. @param {number} count @param {number} wide of each @returns {Point[]} */
  spots(count, wide) {
    const most = Math.max(1, Math.floor((WIDE - 20) / wide));
    const rows = Math.ceil(count / most);
    const across = Math.ceil(count / Math.max(1, rows));
    const gap = Math.min(wide + 8, (WIDE - 30) / Math.max(1, across));
    const high = Math.min(118, (HIGH - 90) / Math.max(1, rows));
    return Array.from({ length: count }, (_, i) => ({
      x: ((i % across) - (across - 1) / 2) * gap,
      y: 16 + (Math.floor(i / across) - (rows - 1) / 2) * high,
    }));
  }
}

/** What is printed on a card at its upper right: attack, defence, signs. @param {Terrain} kind */
function printed(kind) {
  let x = 0;
  let text = "";
  for (const icon of [...(kind.icons ?? [])].reverse()) {
    text += `<g transform="translate(${x - 13} 0)"><title>${escape(icon.text || icon.kind)}</title><circle class="k-chip" r="13"/>${terrainSign(icon)}</g>`;
    x -= 30;
  }
  for (const value of [...(kind.values ?? [])].reverse()) {
    const wide = 26 + value.text.length * 10;
    const sign = value.emphasis === "attack" ? ATTACK : value.emphasis === "defence" ? DEFENCE : "";
    text += `<g transform="translate(${x - wide} 0)"><title>${escape(`${value.label} ${value.text}`)}</title><rect class="k-chip" x="0" y="-13" width="${wide}" height="26" rx="13"/>${sign || `<text class="k-sign" x="12">${escape(value.label.slice(0, 1))}</text>`}<text class="k-value" x="${wide - 9}">${escape(value.text)}</text></g>`;
    x -= wide + 5;
  }
  return text;
}

const ATTACK = '<path class="k-line" d="M7 6 17-5M13-6h5v5M8 2l4 4"/>';
const DEFENCE = '<path class="k-line" d="M6-6 12-8 18-6V0Q18 5 12 8 6 5 6 0Z"/>';

/** Signs for what a terrain does. @type {Record<string, string>} */
const SIGNS = {
  "blocks sight": '<path class="k-line" d="M-8 0Q0-8 8 0 0 8-8 0ZM-7 7 7-7"/>',
  fast: '<path class="k-line" d="M-7-5-1 0-7 5M0-5 6 0 0 5"/>',
  "no stealth": '<path class="k-line" d="M-8 0Q0-8 8 0 0 8-8 0Z"/><circle class="k-dot" r="2.6"/>',
  "no movement": '<path class="k-line" d="M-6-6 6 6M6-6-6 6"/>',
  "man-made": '<path class="k-line" d="M-7 6V-2L0-7 7-2V6Z"/>',
};

/** @param {Marker} icon */
function terrainSign(icon) {
  return (
    (Object.hasOwn(SIGNS, icon.kind) && SIGNS[icon.kind]) ||
    `<text class="k-sign">${escape(icon.sign || icon.kind.slice(0, 1).toUpperCase())}</text>`
  );
}
