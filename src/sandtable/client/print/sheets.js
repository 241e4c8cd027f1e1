/** Sheets of paper in millimetres: counters with their backs behind them, markers, templates. */

import { badges, counter, SIZE } from "../board/counters.js";
import { team } from "../board/teams.js";
import { escape, r1 } from "../dom.js";

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Marker} Marker */
/** @typedef {import("../types.js").Shape} Shape */
/** @typedef {import("../board/counters.js").Look} Look */
/** @typedef {{name: string, wide: number, high: number}} Paper millimetres */
/** @typedef {{front: string, back: string, title: string}} Cut what is cut out: both sides as SVG text around 0, 0 in millimetres */

/** @type {Record<string, Paper>} */
export const PAPERS = {
  A4: { name: "A4", wide: 210, high: 297 },
  Letter: { name: "letter", wide: 215.9, high: 279.4 },
};

export const COUNTER = 15.9; // five eighths of an inch
export const INCH = 25.4;
const MARGIN = 13; // most printers leave out less
const GAP = 2;
const RIM = 3; // of a counter on the drawing: half of it lies outside
const BLEED = 0.8; // a back is printed beyond its edge: no printer turns a sheet exactly
const TICK = 4;

/** @param {number} value */
const mm = (value) => Number(value.toFixed(3));

/** A counter of a piece: its front, and its other side if it has one. @param {Piece} piece @param {Piece | undefined} back @param {Look} look @returns {Cut} */
export function counterCut(piece, back, look) {
  const plain = (/** @type {Piece} */ each) => ({ ...each, markers: [], inside: "" });
  const scale = COUNTER / (SIZE + RIM);
  const drawn = (/** @type {Piece} */ each, /** @type {string} */ cls) =>
    `<g class="lod-near side-${look.colour} ${cls}"><g transform="scale(${scale.toFixed(5)})">${counter(each, look)}</g></g>`;
  const edge = mm(COUNTER / 2 + BLEED);
  const bleed = `<g class="side-${look.colour}"><rect class="pp-bleed" x="${-edge}" y="${-edge}" width="${2 * edge}" height="${2 * edge}"/></g>`;
  const other = back ?? { ...piece, face_down: true };
  return { front: drawn(plain(piece), "pp-front"), back: bleed + drawn(plain(other), "pp-back"), title: piece.name };
}

/** A team on its base, in inches. @param {Piece} piece @param {Look} look @returns {Cut} */
export function teamCut(piece, look) {
  const wide = ((piece.at?.radius || 60) * 2 * INCH) / 100;
  const upright = { ...piece, markers: [], at: piece.at && { ...piece.at, facing: piece.at.facing == null ? null : 0, turret: piece.at.turret == null ? null : 0 } };
  const edge = mm(wide / 2 + BLEED);
  return {
    front: `<g class="lod-near side-${look.colour} pp-team"><g transform="scale(${(wide / SIZE).toFixed(5)})">${team(upright, look)}</g><circle class="pp-cut" r="${mm(wide / 2 - 0.1)}"/></g>`,
    back: `<g class="side-${look.colour}"><circle class="pp-bleed" r="${edge}"/><text class="pp-words" y="1" style="font-size:${Math.min(2.6, wide / (piece.name.length * 0.6)).toFixed(2)}px">${escape(piece.name)}</text></g>`,
    title: piece.name,
  };
}

/** A marker to lay on counters. @param {Marker} marker @returns {Cut} */
export function tokenCut(marker) {
  const half = COUNTER / 2;
  const edge = mm(half + BLEED);
  const words = marker.text || marker.kind;
  const size = Math.min(2.3, (COUNTER - 1.6) / (words.length * 0.6));
  return {
    front:
      `<rect class="pp-token tone-${marker.tone || "plain"}" x="${-half}" y="${-half}" width="${COUNTER}" height="${COUNTER}" rx="1.2"/>` +
      `<g class="lod-near pp-badge" transform="translate(0 -1.5) scale(.21)">${badges([{ ...marker, sign: marker.sign || words.charAt(0) }], 8, -5)}</g>` +
      `<text class="pp-words" y="6" style="font-size:${size.toFixed(2)}px">${escape(words)}</text>`,
    back: `<rect class="pp-token pp-blank" x="${-edge}" y="${-edge}" width="${2 * edge}" height="${2 * edge}"/>`,
    title: words,
  };
}

/**
 * Things of one size in rows, sheet after sheet; the back of each lies behind it when the sheet is turned over its long edge.
 * @param {Cut[]} cuts @param {Paper} paper @param {number} wide of each @param {number} high @param {boolean} backs
 * @returns {{side: "front" | "back", svg: string}[]}
 */
export function cutSheets(cuts, paper, wide, high, backs) {
  const columns = Math.max(1, Math.floor((paper.wide - 2 * MARGIN + GAP) / (wide + GAP)));
  const rows = Math.max(1, Math.floor((paper.high - 2 * MARGIN + GAP) / (high + GAP)));
  const left = (paper.wide - columns * (wide + GAP) + GAP) / 2; // in the middle, so that both sides agree
  const top = MARGIN;
  /** @type {{side: "front" | "back", svg: string}[]} */
  const found = [];
  for (let first = 0; first < cuts.length; first += columns * rows) {
    const here = cuts.slice(first, first + columns * rows);
    const at = (/** @type {number} */ i, /** @type {boolean} */ turned) => {
      const column = turned ? columns - 1 - (i % columns) : i % columns;
      return `translate(${mm(left + column * (wide + GAP) + wide / 2)} ${mm(top + Math.floor(i / columns) * (high + GAP) + high / 2)})`;
    };
    const fronts = here.map((cut, i) => `<g transform="${at(i, false)}"><title>${escape(cut.title)}</title>${cut.front}</g>`).join("");
    found.push({ side: "front", svg: page(paper, fronts + ticks(paper, left, top, columns, Math.ceil(here.length / columns), wide, high)) });
    if (!backs) continue;
    const behind = here.map((cut, i) => `<g transform="${at(i, true)}">${cut.back}</g>`).join("");
    found.push({ side: "back", svg: page(paper, behind) });
  }
  return found;
}

/** Where to cut: short lines at the edge of the sheet. @param {Paper} paper @param {number} left @param {number} top @param {number} columns @param {number} rows @param {number} wide @param {number} high */
function ticks(paper, left, top, columns, rows, wide, high) {
  let path = "";
  const bottom = top + rows * (high + GAP) - GAP;
  const right = left + columns * (wide + GAP) - GAP;
  for (let i = 0; i < columns; i++)
    for (const x of [left + i * (wide + GAP), left + i * (wide + GAP) + wide]) path += `M${mm(x)} ${mm(top - 1.5)}v${-TICK}M${mm(x)} ${mm(bottom + 1.5)}v${TICK}`;
  for (let i = 0; i < rows; i++)
    for (const y of [top + i * (high + GAP), top + i * (high + GAP) + high]) path += `M${mm(left - 1.5)} ${mm(y)}h${-TICK}M${mm(right + 1.5)} ${mm(y)}h${TICK}`;
  return `<path class="pp-tick" d="${path}"/>`;
}

/** A whole sheet. @param {Paper} paper @param {string} inner */
export function page(paper, inner) {
  return `<svg class="pp-page" width="${paper.wide}mm" height="${paper.high}mm" viewBox="0 0 ${paper.wide} ${paper.high}">${inner}</svg>`;
}

/** Shapes in inches, one below the other. @param {{name: string, shape: Shape}[]} templates @param {Paper} paper */
export function templateSheet(templates, paper) {
  let y = MARGIN + 6;
  let text = "";
  for (const { name, shape } of templates) {
    const xs = shape.points.map(([x]) => x);
    const ys = shape.points.map(([, y0]) => y0);
    const [wide, high] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)].map((value) => (value * INCH) / 100);
    const path = shape.points.map(([px, py]) => `${r3(MARGIN + ((px - Math.min(...xs)) * INCH) / 100)} ${r3(y + ((Math.max(...ys) - py) * INCH) / 100)}`).join("L");
    text += `<path class="pp-template" d="M${path}Z"/><text class="pp-small" x="${MARGIN}" y="${r1(y - 1.5)}">${escape(name)}: ${inch(wide)} × ${inch(high)}</text>`;
    for (let i = 1; i * INCH < wide - 0.1; i++) text += `<path class="pp-tick" d="M${r3(MARGIN + i * INCH)} ${r3(y + high)}v${-Math.min(3, high)}"/>`;
    y += high + 9;
  }
  return page(paper, text);
}

/** @param {number} value */
function r3(value) {
  return value.toFixed(3);
}

/** @param {number} value millimetres */
function inch(value) {
  return `${Number((value / INCH).toFixed(2))}″`;
}
