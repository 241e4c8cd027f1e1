/** Names on a table: where no team stands and no other name is, as near to what they name as they can be. */

import { escape, r1 } from "../dom.js";
import { SIZE } from "./counters.js";
import { SCALE } from "./plane.js";
import { along } from "./ground/table.js";

/** @typedef {import("../types.js").Point} Point */
/** @typedef {import("../types.js").Shape} Shape */
/** @typedef {import("./arrange.js").Spot} Spot */
/** @typedef {import("./plane.js").PlaneLayout} PlaneLayout */
/** @typedef {{x: number, y: number, turn: number}} Seat the middle of a name, and how it is turned, in degrees */
/** @typedef {{x: number, y: number, r: number}} Disc */

const SMALLEST = 19; // units of the drawing
const LARGEST = 40;
const READ = 11.5; // pixels of the screen
const WIDE = 0.56; // of its height is a letter, in the mean
const FOOT = 9; // below a team stands what it is called
const STAR = 15; // an objective has one in its middle
const GAP = 3;
const MUCH = 4; // a name upon a name is worse than one upon a team

/** How large names are, in steps, so that they do not change with every turn of the wheel. @param {number} scale */
export function nameSize(scale) {
  return Math.max(SMALLEST, Math.min(LARGEST, Math.round(READ / scale / 3) * 3));
}

/** All names of a table as SVG text. @param {PlaneLayout} layout @param {Iterable<Spot>} spots where teams stand @param {number} size */
export function tableNames(layout, spots, size) {
  /** @type {Disc[]} */
  const teams = [...spots].flatMap(({ x, y, scale }) => {
    const r = (scale * SIZE) / 2;
    return [{ x, y, r }, { x, y: y + r + FOOT, r: FOOT }];
  });
  const { board } = layout;
  const known = new Set((board.grounds ?? []).map((ground) => ground.name));
  const objectives = (board.zones ?? []).filter((zone) => zone.kind === "objective" && zone.shape && zone.name);
  for (const zone of objectives) teams.push({ ...middleOf(layout, /** @type {Shape} */ (zone.shape)), r: STAR });
  const named = [
    ...objectives.filter((zone) => !known.has(zone.name)).map((zone) => ({ name: zone.name, seats: around(layout, /** @type {Shape} */ (zone.shape), size, false) })),
    ...(board.grounds ?? [])
      .filter((ground) => ground.name)
      .map((ground) => ({
        name: ground.name,
        seats: ground.shape.line ? beside(layout.points(ground.shape), size) : around(layout, ground.shape, size, true),
      })),
  ];
  /** @type {Disc[]} */
  const taken = [];
  let text = "";
  for (const { name, seats } of named) {
    const wide = name.length * size * WIDE;
    const best = seats
      .map((seat, i) => ({ seat, harm: harm(layout, letters(seat, wide, size), teams, taken) + i * 0.01 }))
      .reduce((one, other) => (other.harm < one.harm ? other : one)).seat;
    taken.push(...letters(best, wide, size));
    text += `<text class="t-label small z-name" style="font-size:${size}px" transform="translate(${r1(best.x)} ${r1(best.y)})${best.turn ? ` rotate(${r1(best.turn)})` : ""}" y="${r1(size * 0.32)}">${escape(name)}</text>`;
  }
  return text;
}

/** The name in its ground, or in its upper or lower part, or at one of its edges. @param {PlaneLayout} layout @param {Shape} shape @param {number} size @param {boolean} within @returns {Seat[]} */
function around(layout, shape, size, within) {
  const points = layout.points(shape);
  const reach = (shape.radius ?? 0) * SCALE;
  const [left, right] = [Math.min(...points.map((p) => p.x)) - reach, Math.max(...points.map((p) => p.x)) + reach];
  const [top, bottom] = [Math.min(...points.map((p) => p.y)) - reach, Math.max(...points.map((p) => p.y)) + reach];
  const { x, y } = middleOf(layout, shape);
  const off = size * 0.75;
  const heights = within
    ? [y, (y + top) / 2, (y + bottom) / 2, bottom + off, top - off]
    : [bottom + off, top - off, bottom - off, top + off];
  const aside = [0, (left - right) / 4, (right - left) / 4, (left - right) / 2, (right - left) / 2];
  return aside.flatMap((dx) => heights.map((height) => ({ x: x + dx, y: height, turn: 0 })));
}

/** The name beside its line, above it or below, farther and farther from its middle. @param {Point[]} points @param {number} size @returns {Seat[]} */
function beside(points, size) {
  const { x, y, angle, long } = along(points);
  const turn = (angle / 180) * Math.PI;
  const off = size * 0.95;
  return [0, -0.25, 0.25, -0.4, 0.4].flatMap((part) =>
    [-off, off].map((side) => ({
      x: x + part * long * Math.cos(turn) - side * Math.sin(turn),
      y: y + part * long * Math.sin(turn) + side * Math.cos(turn),
      turn: angle,
    })),
  );
}

/** A name as a row of discs. @param {Seat} seat @param {number} wide @param {number} size @returns {Disc[]} */
function letters({ x, y, turn }, wide, size) {
  const count = Math.max(2, Math.ceil(wide / size));
  const angle = (turn / 180) * Math.PI;
  return Array.from({ length: count }, (_, i) => {
    const at = (i / (count - 1) - 0.5) * Math.max(0, wide - size);
    return { x: x + at * Math.cos(angle), y: y + at * Math.sin(angle), r: size / 2 };
  });
}

/** How badly a name would lie: upon teams, upon other names, beyond the edge. @param {PlaneLayout} layout @param {Disc[]} row @param {Disc[]} teams @param {Disc[]} taken */
function harm(layout, row, teams, taken) {
  let sum = 0;
  for (const letter of row) {
    for (const team of teams) sum += over(letter, team);
    for (const other of taken) sum += MUCH * over(letter, other);
    const rim = Math.min(letter.x, letter.y, layout.width - letter.x, layout.height - letter.y);
    sum += MUCH * Math.max(0, layout.edge + letter.r - rim);
  }
  return sum;
}

/** How far two discs lie upon each other. @param {Disc} one @param {Disc} other */
function over(one, other) {
  return Math.max(0, one.r + other.r + GAP - Math.hypot(one.x - other.x, one.y - other.y));
}

/** The middle of a shape. @param {PlaneLayout} layout @param {Shape} shape @returns {Point} */
export function middleOf(layout, shape) {
  const points = layout.points(shape);
  const mean = (/** @type {"x" | "y"} */ way) => points.reduce((sum, point) => sum + point[way], 0) / points.length;
  return { x: mean("x"), y: mean("y") };
}
