/** What stands in a row: hedges, overgrown banks, walls, fences. */

import { r1 } from "../../dom.js";
import { hash } from "./random.js";
import { blob, disc } from "./strokes.js";

/** @typedef {import("../../types.js").Point} Point */

/** @param {Point[]} points @param {string} sort hedge, bocage, fence; all else is a wall @returns {string} */
export function row(points, sort) {
  const path = `M${points.map((p) => `${r1(p.x)} ${r1(p.y)}`).join("L")}`;
  if (sort === "hedge" || sort === "bocage") {
    const tall = sort === "bocage";
    let shade = "";
    let shine = "";
    const tones = ["", "", ""];
    for (const [x, y] of walk(points, tall ? 11 : 10)) {
      const px = x + (hash(Math.round(x), Math.round(y), 3) - 0.5) * (tall ? 9 : 3);
      const py = y + (hash(Math.round(x), Math.round(y), 4) - 0.5) * (tall ? 9 : 3);
      const size = (tall ? 10 : 6.5) + hash(Math.round(x), Math.round(y), 9) * (tall ? 6 : 2.5);
      tones[Math.floor(hash(Math.round(x), Math.round(y), 12) * 3)] += blob(px, py, size, 34);
      shade += disc(px + (tall ? 5 : 3), py + (tall ? 7 : 4), size);
      if (tall) shine += disc(px - size * 0.3, py - size * 0.3, size * 0.4);
    }
    return (
      (tall ? `<path class="p-ridge" d="${path}"/>` : "") +
      `<path class="t-dark" d="${shade}"/>` +
      tones.map((d, i) => `<path class="t-tree${i}" d="${d}"/>`).join("") +
      `<path class="t-shine" d="${shine}"/>`
    );
  }
  if (sort === "fence") {
    let posts = "";
    for (const [x, y] of walk(points, 18)) posts += disc(x, y, 3);
    return `<path class="p-rail" d="${path}"/><path class="p-post" d="${posts}"/>`;
  }
  let stones = "";
  for (const [x, y] of walk(points, 8.5)) stones += blob(x, y, 4.6 + hash(Math.round(x), Math.round(y), 2) * 1.4, 27);
  return `<path class="p-wall-shade" transform="translate(3 4)" d="${path}"/><path class="p-wall" d="${path}"/><path class="t-stone" d="${stones}"/>`;
}

/** Points at even distances along a line. @param {Point[]} points @param {number} gap @returns {[number, number][]} */
function walk(points, gap) {
  /** @type {[number, number][]} */
  const found = [];
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]];
    const count = Math.max(1, Math.round(Math.hypot(b.x - a.x, b.y - a.y) / gap));
    for (let k = i === 1 ? 0 : 1; k <= count; k++)
      found.push([a.x + ((b.x - a.x) * k) / count, a.y + ((b.y - a.y) * k) / count]);
  }
  return found;
}
