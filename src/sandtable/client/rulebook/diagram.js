/** Small drawings of the rulebook: a grid or a table, and on it counters, ways, lines of sight, ranges (docs/views.md). */

import { escape, r1, drawing } from "../dom.js";

/** @typedef {{act: string, tone: string, points: [number, number][], text?: string, radius?: number, start?: number, end?: number}} Mark */
/** @typedef {{title: string, text: string, rules: string[], grid: "flat" | "pointed" | "square" | "plane", columns: number, rows: number, ground?: string[], marks?: Mark[]}} Diagram */
/** @typedef {{x: number, y: number}} Point */

const SIZE = 40; // of a hex from its middle to a corner, and half of a card
const HIGH = (SIZE * Math.sqrt(3)) / 2;
const INCH = 26;

/** Where points of each grid lie. @type {Record<string, {at: (x: number, y: number) => Point, wide: (n: number, m: number) => number, high: (n: number, m: number) => number, corners: Point[], unit: number}>} */
const GRIDS = {
  flat: {
    at: (x, y) => ({ x: SIZE + 1.5 * SIZE * x, y: HIGH + 2 * HIGH * (y + lower(x)) }),
    wide: (n) => 1.5 * SIZE * (n - 1) + 2 * SIZE,
    high: (n, m) => 2 * HIGH * m + (n > 1 ? HIGH : 0),
    corners: ring(0),
    unit: SIZE,
  },
  pointed: {
    at: (x, y) => ({ x: HIGH + 2 * HIGH * (x + lower(y)), y: SIZE + 1.5 * SIZE * y }),
    wide: (n, m) => 2 * HIGH * n + (m > 1 ? HIGH : 0),
    high: (_, m) => 1.5 * SIZE * (m - 1) + 2 * SIZE,
    corners: ring(30),
    unit: SIZE,
  },
  square: {
    at: (x, y) => ({ x: (x + 0.5) * 2.4 * SIZE, y: (y + 0.5) * 1.8 * SIZE }),
    wide: (n) => 2.4 * SIZE * n,
    high: (_, m) => 1.8 * SIZE * m,
    corners: [
      { x: -1.17 * SIZE, y: -0.87 * SIZE },
      { x: 1.17 * SIZE, y: -0.87 * SIZE },
      { x: 1.17 * SIZE, y: 0.87 * SIZE },
      { x: -1.17 * SIZE, y: 0.87 * SIZE },
    ],
    unit: SIZE,
  },
  plane: {
    at: (x, y) => ({ x: x * INCH, y: y * INCH }),
    wide: (n) => n * INCH,
    high: (_, m) => m * INCH,
    corners: [],
    unit: INCH,
  },
};

/** Every second column or row lies half a hex further; between them a point lies between. @param {number} n */
function lower(n) {
  const part = Math.abs(n % 2);
  return part <= 1 ? part / 2 : (2 - part) / 2;
}

/** @param {number} turn in degrees @returns {Point[]} */
function ring(turn) {
  return Array.from({ length: 6 }, (_, i) => {
    const angle = ((turn + 60 * i) * Math.PI) / 180;
    return { x: SIZE * 0.97 * Math.cos(angle), y: SIZE * 0.97 * Math.sin(angle) };
  });
}

/** @param {Point[]} points */
const polygon = (points) => points.map((p) => `${r1(p.x)},${r1(p.y)}`).join(" ");

/** What lies below comes first. */
const ORDER = ["area", "shade", "circle", "sector", "arrow", "line", "piece", "text"];

/** The drawing as an element. @param {Diagram} diagram @returns {Element} */
export function drawDiagram(diagram) {
  const grid = GRIDS[diagram.grid];
  const [wide, high] = [grid.wide(diagram.columns, diagram.rows), grid.high(diagram.columns, diagram.rows)];
  const cell = (/** @type {Point} */ at) => polygon(grid.corners.map((c) => ({ x: c.x + at.x, y: c.y + at.y })));
  let text = diagram.grid === "plane" ? `<rect class="d-ground g-clear" width="${r1(wide)}" height="${r1(high)}" rx="6"/>` : "";
  (diagram.ground ?? []).forEach((ground, i) => {
    if (!ground) return;
    const at = grid.at(i % diagram.columns, Math.floor(i / diagram.columns));
    text += `<polygon class="d-ground g-${ground.replace(/[^a-z]+/g, "-")}" points="${cell(at)}"/>${tufts(ground, at)}`;
  });
  const marks = [...(diagram.marks ?? [])].sort((a, b) => ORDER.indexOf(a.act) - ORDER.indexOf(b.act));
  for (const mark of marks) text += draw(mark, grid, cell);
  const label = `${diagram.title}: ${diagram.text}`;
  const svg = `<svg class="diagram" viewBox="-4 -4 ${r1(wide + 8)} ${r1(high + 8)}" style="max-width:${Math.round(wide * 1.2)}px" role="img" aria-label="${escape(label)}">${text}</svg>`;
  return /** @type {Element} */ (drawing(svg).firstElementChild);
}

/** A sign for the ground, so that it does not depend on colours. @param {string} ground @param {Point} at */
function tufts(ground, at) {
  const tree = (/** @type {number} */ x, /** @type {number} */ y) =>
    `<path class="d-tree" d="M${r1(at.x + x)} ${r1(at.y + y)}l-8 12h16Zm0-8l-6 10h12Z"/>`;
  if (ground === "woods") return tree(-14, 2) + tree(12, -8) + tree(6, 16);
  if (ground === "hill") return `<path class="d-crest" d="M${r1(at.x - 20)} ${r1(at.y + 10)}q20-26 40 0"/>`;
  if (ground === "field")
    return `<path class="d-rows" d="M${r1(at.x - 18)} ${r1(at.y - 10)}h36m-36 10h36m-36 10h36"/>`;
  if (ground === "town") return `<path class="d-house" d="M${r1(at.x - 10)} ${r1(at.y + 10)}v-12l10-10 10 10v12Z"/>`;
  return "";
}

/** @param {Mark} mark @param {(typeof GRIDS)["flat"]} grid @param {(at: Point) => string} cell */
function draw(mark, grid, cell) {
  const points = mark.points.map(([x, y]) => grid.at(x, y));
  const [first] = points;
  const last = points[points.length - 1];
  const tone = `d-${mark.tone.replace(/[^a-z]+/g, "-")}`;
  const radius = (mark.radius ?? 0) * grid.unit;
  const words = (/** @type {Point} */ at, /** @type {number} */ up) =>
    mark.text ? `<text class="d-word" x="${r1(at.x)}" y="${r1(at.y - up)}">${escape(mark.text)}</text>` : "";
  const middle = { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 };
  switch (mark.act) {
    case "area":
      return `<polygon class="d-ground g-${mark.tone.replace(/[^a-z]+/g, "-")}" points="${polygon(points)}"/>${tufts(mark.tone, centre(points))}`;
    case "shade":
      return points.map((at) => `<polygon class="d-shade ${tone}" points="${cell(at)}"/>`).join("");
    case "circle":
      return `<circle class="d-zone ${tone}" cx="${r1(first.x)}" cy="${r1(first.y)}" r="${r1(radius)}"/>`;
    case "sector":
      return `<path class="d-zone ${tone}" d="${sector(first, radius, mark.start ?? 0, mark.end ?? 0)}"/>`;
    case "arrow":
    case "line": {
      const path = `<polyline class="d-line ${tone}${mark.act === "arrow" ? " way" : ""}" points="${polygon(points)}"/>`;
      const head = mark.act === "arrow" ? arrowHead(points[points.length - 2] ?? first, last, tone) : "";
      return path + head + words(middle, 7);
    }
    case "piece":
      return `<g class="side-${mark.tone}"><rect class="d-piece" x="${r1(first.x - 16)}" y="${r1(first.y - 14)}" width="32" height="28" rx="4"/></g>${words(first, -27)}`;
    default:
      return words(first, -4);
  }
}

/** @param {Point[]} points @returns {Point} */
function centre(points) {
  const sum = points.reduce((a, p) => ({ x: a.x + p.x, y: a.y + p.y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/** @param {Point} at @param {number} radius @param {number} start @param {number} end degrees clockwise from north */
function sector(at, radius, start, end) {
  const rim = (/** @type {number} */ degrees) => {
    const angle = ((degrees - 90) * Math.PI) / 180;
    return `${r1(at.x + radius * Math.cos(angle))} ${r1(at.y + radius * Math.sin(angle))}`;
  };
  return `M${r1(at.x)} ${r1(at.y)}L${rim(start)}A${r1(radius)} ${r1(radius)} 0 ${end - start > 180 ? 1 : 0} 1 ${rim(end)}Z`;
}

/** @param {Point} from @param {Point} to @param {string} tone */
function arrowHead(from, to, tone) {
  const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return `<path class="d-head ${tone}" transform="translate(${r1(to.x)} ${r1(to.y)}) rotate(${r1(turn)})" d="M6 0-10-9V9Z"/>`;
}
