/**
 * A height for every point of a sheet, smoothed, and the lines of equal height through it: so woods, hills and
 * waters of neighbouring hexes grow together into one shape with soft borders.
 */

import { noise } from "./random.js";
import { r1 } from "../../dom.js";

const CELL = 10;

export class Field {
  /** @param {number} width @param {number} height */
  constructor(width, height) {
    this.columns = Math.ceil(width / CELL) + 5; // two cells beyond each edge: shapes run over it
    this.rows = Math.ceil(height / CELL) + 5;
    this.values = new Float32Array(this.columns * this.rows);
  }

  /** @param {(x: number, y: number) => number} height */
  paint(height) {
    for (let j = 0, k = 0; j < this.rows; j++) {
      for (let i = 0; i < this.columns; i++, k++) this.values[k] = height((i - 2) * CELL, (j - 2) * CELL);
    }
    return this;
  }

  /** Smooth with a box of so many units each way, several times. @param {number} reach @param {number} [times] */
  blur(reach, times = 2) {
    const half = Math.max(1, Math.round(reach / CELL));
    const other = new Float32Array(this.values.length);
    for (let n = 0; n < times; n++) {
      smooth(this.values, other, this.columns, this.rows, 1, this.columns, half);
      smooth(other, this.values, this.rows, this.columns, this.columns, 1, half);
    }
    return this;
  }

  /** Make the border uneven. @param {number} amount @param {number} size @param {number} salt */
  rough(amount, size, salt) {
    for (let j = 0, k = 0; j < this.rows; j++) {
      for (let i = 0; i < this.columns; i++, k++) {
        if (this.values[k] > 0.02) this.values[k] += (noise(i * CELL, j * CELL, size, salt) - 0.5) * amount;
      }
    }
    return this;
  }

  /** The height at a point. @param {number} x @param {number} y */
  at(x, y) {
    const i = Math.round(x / CELL) + 2;
    const j = Math.round(y / CELL) + 2;
    if (i < 0 || j < 0 || i >= this.columns || j >= this.rows) return 0;
    return this.values[j * this.columns + i];
  }

  /** The area above a height as a path. @param {number} level @returns {string} */
  above(level) {
    return rings(this, level).map(curve).join("");
  }
}

/**
 * @param {Float32Array} from @param {Float32Array} to
 * @param {number} length @param {number} lines @param {number} step @param {number} stride @param {number} half
 */
function smooth(from, to, length, lines, step, stride, half) {
  const weight = 1 / (2 * half + 1);
  for (let line = 0; line < lines; line++) {
    const base = line * stride;
    let sum = from[base] * half;
    for (let i = 0; i <= half; i++) sum += from[base + Math.min(i, length - 1) * step];
    for (let i = 0; i < length; i++) {
      to[base + i * step] = sum * weight;
      sum += from[base + Math.min(i + half + 1, length - 1) * step] - from[base + Math.max(i - half, 0) * step];
    }
  }
}

// How lines cross a cell, by its high corners (8 and 4 above, 1 and 2 below): from edge to edge, each by its first letter.
// High ground lies on the right hand of each line, so that they join head to tail.
const CROSSINGS = ",bl,rb,rl,tr,tl br,tb,tl,lt,bt,lb rt,rt,lr,br,lb".split(",").map((lines) => lines.split(" "));

/**
 * Marching squares: the closed lines of a level.
 * @param {Field} field @param {number} level
 * @returns {[number, number][][]}
 */
function rings(field, level) {
  const { columns, rows, values } = field;
  const high = (/** @type {number} */ i, /** @type {number} */ j) =>
    i <= 0 || j <= 0 || i >= columns - 1 || j >= rows - 1 ? -1 : values[j * columns + i] - level;
  /** @type {Map<number, number>} from edge to edge */
  const links = new Map();
  /** @type {Map<number, [number, number]>} */
  const points = new Map();
  // An edge is numbered by its cell corner: even runs right, odd runs down.
  const across = (/** @type {number} */ i, /** @type {number} */ j) => {
    const key = 2 * (j * columns + i);
    if (!points.has(key)) points.set(key, [i + part(high(i, j), high(i + 1, j)), j]);
    return key;
  };
  const down = (/** @type {number} */ i, /** @type {number} */ j) => {
    const key = 2 * (j * columns + i) + 1;
    if (!points.has(key)) points.set(key, [i, j + part(high(i, j), high(i, j + 1))]);
    return key;
  };
  for (let j = 0; j < rows - 1; j++) {
    for (let i = 0; i < columns - 1; i++) {
      const a = high(i, j) > 0 ? 8 : 0;
      const b = high(i + 1, j) > 0 ? 4 : 0;
      const c = high(i + 1, j + 1) > 0 ? 2 : 0;
      const d = high(i, j + 1) > 0 ? 1 : 0;
      const sort = a | b | c | d;
      if (sort === 0 || sort === 15) continue;
      /** @type {Record<string, () => number>} */
      const edges = {
        t: () => across(i, j),
        b: () => across(i, j + 1),
        l: () => down(i, j),
        r: () => down(i + 1, j),
      };
      for (const [from, to] of CROSSINGS[sort]) links.set(edges[from](), edges[to]());
    }
  }
  /** @type {[number, number][][]} */
  const found = [];
  while (links.size) {
    const first = /** @type {number} */ (links.keys().next().value);
    /** @type {[number, number][]} */
    const ring = [];
    let here = /** @type {number | undefined} */ (first);
    while (here !== undefined && links.has(here)) {
      const p = /** @type {[number, number]} */ (points.get(here));
      ring.push([(p[0] - 2) * CELL, (p[1] - 2) * CELL]);
      const next = links.get(here);
      links.delete(here);
      here = next;
    }
    if (ring.length > 5) found.push(ring);
  }
  return found;
}

/** @param {number} a @param {number} b */
function part(a, b) {
  return Math.max(0.02, Math.min(0.98, a / (a - b)));
}

/** A closed smooth path: through the middles, each point pulling. @param {[number, number][]} ring */
function curve(ring) {
  const points = ring.filter((_, i) => i % 2 === 0);
  if (points.length < 3) return "";
  const mid = (/** @type {[number, number]} */ a, /** @type {[number, number]} */ b) =>
    `${r1((a[0] + b[0]) / 2)} ${r1((a[1] + b[1]) / 2)}`;
  let path = `M${mid(points[points.length - 1], points[0])}`;
  for (let i = 0; i < points.length; i++) {
    const p = points[i];
    path += `Q${r1(p[0])} ${r1(p[1])} ${mid(p, points[(i + 1) % points.length])}`;
  }
  return path + "Z";
}
