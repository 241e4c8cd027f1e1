/** Small shapes that the ground is drawn with. */

import { r1 } from "../../dom.js";
import { polygon } from "../hexes.js";
import { hash } from "./random.js";
import { along, mix } from "./ways.js";

/** @typedef {import("../../types.js").Point} Point */
/** @typedef {import("../hexes.js").HexLayout} HexLayout */

/**
 * Points spread over the sheet without a pattern to the eye.
 * @param {HexLayout} layout @param {number} gap
 * @returns {[number, number, number][]}
 */
export function scatter(layout, gap) {
  /** @type {[number, number, number][]} */
  const points = [];
  for (let j = 0, y = 0; y < layout.height; y += gap * 0.87, j++) {
    for (let i = 0, x = j % 2 ? gap / 2 : 0; x < layout.width; x += gap, i++) {
      points.push([
        Math.round(x + (hash(i, j, 51) - 0.5) * gap * 0.8),
        Math.round(y + (hash(i, j, 52) - 0.5) * gap * 0.8),
        gap,
      ]);
    }
  }
  return points;
}

/** @param {number} x @param {number} y @param {number} r */
export function disc(x, y, r) {
  return `M${r1(x - r)} ${r1(y)}a${r1(r)} ${r1(r)} 0 1 0 ${r1(2 * r)} 0a${r1(r)} ${r1(r)} 0 1 0 ${r1(-2 * r)} 0`;
}

/** A round thing with an uneven edge. @param {number} x @param {number} y @param {number} r @param {number} salt */
export function blob(x, y, r, salt) {
  const points = Array.from({ length: 7 }, (_, i) => {
    const far = r * (0.84 + 0.34 * hash(Math.round(x) + i, Math.round(y), salt));
    const angle = (i / 7) * 2 * Math.PI;
    return { x: x + far * Math.cos(angle), y: y + far * Math.sin(angle) };
  });
  const first = mix(points[6], points[0], 0.5);
  let path = `M${r1(first.x)} ${r1(first.y)}`;
  for (let i = 0; i < 7; i++) {
    const p = points[i];
    const q = mix(p, points[(i + 1) % 7], 0.5);
    path += `Q${r1(p.x)} ${r1(p.y)} ${r1(q.x)} ${r1(q.y)}`;
  }
  return path + "Z";
}

/** @param {number} x @param {number} y @param {Point} a @param {Point} b */
export function toSegment(x, y, a, b) {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const long = dx * dx + dy * dy;
  const t = long ? Math.max(0, Math.min(1, ((x - a.x) * dx + (y - a.y) * dy) / long)) : 0;
  return Math.hypot(x - a.x - t * dx, y - a.y - t * dy);
}

/**
 * A bridge over the middle of a road.
 * @param {import("./ways.js").Curve} road @param {boolean} broad
 */
export function bridge(road, broad) {
  const half = broad ? 0.36 : 0.17;
  const [a, b] = [along(road, 0.5 - half), along(road, 0.5 + half)];
  const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const n = { x: (-(b.y - a.y) / long) * 13, y: ((b.x - a.x) / long) * 13 };
  const rail = (/** @type {number} */ k) =>
    `M${r1(a.x + k * n.x * 1.5)} ${r1(a.y + k * n.y * 1.5)}L${r1(mix(a, b, 0.1).x + k * n.x)} ${r1(mix(a, b, 0.1).y + k * n.y)}` +
    `L${r1(mix(a, b, 0.9).x + k * n.x)} ${r1(mix(a, b, 0.9).y + k * n.y)}L${r1(b.x + k * n.x * 1.5)} ${r1(b.y + k * n.y * 1.5)}`;
  const deck = polygon([
    { x: a.x + n.x, y: a.y + n.y },
    { x: b.x + n.x, y: b.y + n.y },
    { x: b.x - n.x, y: b.y - n.y },
    { x: a.x - n.x, y: a.y - n.y },
  ]);
  let planks = "";
  const count = Math.max(3, Math.round(long / 11));
  for (let i = 1; i < count; i++) {
    const p = mix(a, b, i / count);
    planks += `M${r1(p.x + n.x * 0.8)} ${r1(p.y + n.y * 0.8)}L${r1(p.x - n.x * 0.8)} ${r1(p.y - n.y * 0.8)}`;
  }
  return `<path class="t-deck" d="${deck}"/><path class="t-plank" d="${planks}"/><path class="t-parapet" d="${rail(1)}${rail(-1)}"/>`;
}

/** The part of a convex polygon within another (Sutherland and Hodgman). @param {Point[]} shape @param {Point[]} window @returns {Point[]} */
export function clip(shape, window) {
  let result = shape;
  for (let i = 0; i < window.length; i++) {
    const a = window[i];
    const b = window[(i + 1) % window.length];
    const side = (/** @type {Point} */ p) => (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    /** @type {Point[]} */
    const next = [];
    for (let k = 0; k < result.length; k++) {
      const p = result[k];
      const q = result[(k + 1) % result.length];
      const [sp, sq] = [side(p), side(q)];
      if (sp >= 0) next.push(p);
      if (sp >= 0 !== sq >= 0) next.push(mix(p, q, sp / (sp - sq)));
    }
    result = next;
  }
  return result;
}
