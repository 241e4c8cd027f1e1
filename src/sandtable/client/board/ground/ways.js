/** Roads, railroads and streams through hexes as joined curves, and what lies along hexsides. */

import { r1 } from "../../dom.js";
import { hash } from "./random.js";
import { RADIUS } from "../hexes.js";

/** @typedef {import("../../types.js").Hex} Hex */
/** @typedef {import("../../types.js").Point} Point */
/** @typedef {import("../hexes.js").HexLayout} HexLayout */
/** @typedef {{from: Point, bend: Point, to: Point}} Curve */

/**
 * The curves of a kind of line through one hex. They leave each side at a right angle, so that they meet smoothly.
 * @param {HexLayout} layout
 * @param {Hex} hex
 * @param {number[]} sides
 * @param {number} [wander] how far the bend may stray from the middle
 * @returns {Curve[]}
 */
export function curvesOf(layout, hex, sides, wander = 0) {
  const middle = layout.middle(hex);
  const bend = {
    x: middle.x + (hash(hex.column, hex.row, 41) - 0.5) * wander,
    y: middle.y + (hash(hex.column, hex.row, 42) - 0.5) * wander,
  };
  // A line that leaves the map runs on to the edge of the sheet.
  const ends = sides.map((side) => mix(middle, layout.sideOf(middle, side), layout.beyond(hex, side) ? 1 : 1.6));
  if (ends.length === 0) return [];
  if (ends.length === 1) return [{ from: ends[0], bend, to: middle }];
  const [a, b] = straightest(sides);
  const main = { from: ends[a], bend, to: ends[b] };
  const heart = { x: (main.from.x + 2 * bend.x + main.to.x) / 4, y: (main.from.y + 2 * bend.y + main.to.y) / 4 };
  const rest = ends
    .filter((_, i) => i !== a && i !== b)
    .map((from) => ({ from, bend: mix(from, heart, 0.6), to: heart }));
  return [main, ...rest];
}

/** The two sides that lie most nearly opposite. @param {number[]} sides @returns {[number, number]} */
function straightest(sides) {
  /** @type {[number, number]} */
  let best = [0, 1];
  let most = 0;
  for (let i = 0; i < sides.length; i++) {
    for (let j = i + 1; j < sides.length; j++) {
      const apart = Math.min(Math.abs(sides[i] - sides[j]), 6 - Math.abs(sides[i] - sides[j]));
      if (apart > most) [most, best] = [apart, [i, j]];
    }
  }
  return best;
}

/** @param {Point} a @param {Point} b @param {number} t @returns {Point} */
export function mix(a, b, t) {
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
}

/** @param {Curve} c @param {number} t @returns {Point} */
export function along(c, t) {
  return mix(mix(c.from, c.bend, t), mix(c.bend, c.to, t), t);
}

/** @param {Curve} c */
export function pathOf(c) {
  return `M${r1(c.from.x)} ${r1(c.from.y)}Q${r1(c.bend.x)} ${r1(c.bend.y)} ${r1(c.to.x)} ${r1(c.to.y)}`;
}

/** Points that must stay free of trees and houses. */
export class Keep {
  constructor() {
    /** @type {Map<string, Point[]>} */
    this.cells = new Map();
  }

  /** @param {Curve} curve */
  add(curve) {
    for (let t = 0; t <= 1.001; t += 0.1) {
      const p = along(curve, t);
      const key = `${Math.floor(p.x / 40)},${Math.floor(p.y / 40)}`;
      const cell = this.cells.get(key);
      if (cell) cell.push(p);
      else this.cells.set(key, [p]);
    }
  }

  /** Whether a point is this far from every line. @param {number} x @param {number} y @param {number} distance */
  free(x, y, distance) {
    const i = Math.floor(x / 40);
    const j = Math.floor(y / 40);
    for (let a = i - 1; a <= i + 1; a++) {
      for (let b = j - 1; b <= j + 1; b++) {
        for (const p of this.cells.get(`${a},${b}`) ?? []) {
          if ((p.x - x) ** 2 + (p.y - y) ** 2 < distance * distance) return false;
        }
      }
    }
    return true;
  }
}

/**
 * Short strokes down from a crest, along some sides of a hex.
 * @param {HexLayout} layout @param {Hex} hex @param {number[]} sides
 */
export function hachures(layout, hex, sides) {
  const middle = layout.middle(hex);
  const corners = layout.corners(middle, RADIUS - 9);
  let path = "";
  for (const side of sides) {
    const a = corners[side - 1];
    const b = corners[side % 6];
    const out = layout.direction(side);
    for (let i = 0; i < 9; i++) {
      const p = mix(a, b, (i + 0.5) / 9);
      const long = 8 + 6 * hash(hex.column * 7 + i, hex.row * 13 + side, 3);
      path += `M${r1(p.x - out.x * 3)} ${r1(p.y - out.y * 3)}l${r1(out.x * long)} ${r1(out.y * long)}`;
    }
  }
  return path;
}

/**
 * The sides themselves as lines, a little inside.
 * @param {HexLayout} layout @param {Hex} hex @param {number[]} sides @param {number} [inset]
 */
export function sideLines(layout, hex, sides, inset = 0) {
  const corners = layout.corners(layout.middle(hex), RADIUS - inset);
  return sides
    .map((side) => [corners[side - 1], corners[side % 6]])
    .map(([a, b]) => `M${r1(a.x)} ${r1(a.y)}L${r1(b.x)} ${r1(b.y)}`)
    .join("");
}
