/** A map over several sheets in true size: each sheet has marks at its corners to cut by, and half rings where it joins. */

import { PlaneLayout, SCALE } from "../board/plane.js";
import { CardLayout } from "../board/cards.js";
import { SIZE } from "../board/counters.js";
import { COUNTER, INCH, page } from "./sheets.js";

/** @typedef {import("../board/layout.js").Layout} Layout */
/** @typedef {import("./sheets.js").Paper} Paper */

const MARGIN = 13;
const DRAWN = [420, 300]; // a card of terrain on the drawing
/** A card of terrain on the table, in millimetres. @type {[number, number]} */
export const CARD_SIZE = [88.2, 63];

/** Millimetres for a unit of the drawing: a counter of the screen is one of cardboard, an inch an inch. @param {Layout} layout */
export function trueScale(layout) {
  if (layout instanceof PlaneLayout) return INCH / (100 * SCALE);
  return layout instanceof CardLayout ? CARD_SIZE[1] / DRAWN[1] : COUNTER / SIZE;
}

/** How many sheets it takes. @param {Layout} layout @param {Paper} paper @param {number} scale */
export function sheetsFor(layout, paper, scale) {
  const [wide, high] = [layout.width * scale, layout.height * scale];
  const columns = Math.ceil(wide / (paper.wide - 2 * MARGIN) - 1e-6);
  const rows = Math.ceil(high / (paper.high - 2 * MARGIN) - 1e-6);
  return { columns, rows, wide: wide / columns, high: high / rows };
}

/** As much as fits one sheet. @param {Layout} layout @param {Paper} paper */
export function planScale(layout, paper) {
  return Math.min((paper.wide - 2 * MARGIN) / layout.width, (paper.high - 2 * MARGIN) / layout.height);
}

/**
 * @param {Layout} layout @param {string} picture the address of the ground @param {Paper} paper @param {number} scale
 * @returns {{name: string, svg: string}[]}
 */
export function mapSheets(layout, picture, paper, scale) {
  const { columns, rows, wide, high } = sheetsFor(layout, paper, scale);
  const found = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const left = (paper.wide - wide) / 2;
      const top = (paper.high - high) / 2;
      const view = `${(column * wide) / scale} ${(row * high) / scale} ${wide / scale} ${high / scale}`;
      const map = `<svg x="${left}" y="${top}" width="${wide}" height="${high}" viewBox="${view}" preserveAspectRatio="none"><image href="${picture}" width="${Math.ceil(layout.width)}" height="${Math.ceil(layout.height)}"/></svg>`;
      const joins = { left: column > 0, right: column < columns - 1, top: row > 0, bottom: row < rows - 1 };
      const name = `${row + 1}${String.fromCharCode(65 + (column % 26))}`; // no hex is called so
      found.push({ name, svg: page(paper, `${map}${corners(left, top, wide, high)}${rings(left, top, wide, high, joins)}<text class="pp-sheet-name" x="${paper.wide / 2}" y="7">${name}</text>`) });
    }
  return found;
}

/** Lines to cut by, outside the map. @param {number} left @param {number} top @param {number} wide @param {number} high */
function corners(left, top, wide, high) {
  let path = "";
  for (const x of [left, left + wide]) path += `M${x} ${top - 1.5}v-5M${x} ${top + high + 1.5}v5`;
  for (const y of [top, top + high]) path += `M${left - 1.5} ${y}h-5M${left + wide + 1.5} ${y}h5`;
  return `<path class="pp-tick pp-corner" d="${path}"/>`;
}

/** Half a ring on each of two sheets: whole when they lie as they should. @param {number} left @param {number} top @param {number} wide @param {number} high @param {Record<"left" | "right" | "top" | "bottom", boolean>} joins */
function rings(left, top, wide, high, joins) {
  const r = 2;
  let path = "";
  for (const part of [0.25, 0.75]) {
    const [x, y] = [left + wide * part, top + high * part];
    if (joins.left) path += `M${left} ${y - r}A${r} ${r} 0 0 1 ${left} ${y + r}`;
    if (joins.right) path += `M${left + wide} ${y - r}A${r} ${r} 0 0 0 ${left + wide} ${y + r}`;
    if (joins.top) path += `M${x - r} ${top}A${r} ${r} 0 0 0 ${x + r} ${top}`;
    if (joins.bottom) path += `M${x - r} ${top + high}A${r} ${r} 0 0 1 ${x + r} ${top + high}`;
  }
  return path ? `<path class="pp-join" d="${path}"/>` : "";
}

/** A card of terrain as it lies on the board. @param {CardLayout} layout @param {import("../types.js").Cell} cell @param {string} picture @returns {import("./sheets.js").Cut} */
export function terrainCut(layout, cell, picture) {
  const [wide, high] = CARD_SIZE;
  const middle = layout.middle(cell);
  const view = `${middle.x - DRAWN[0] / 2} ${middle.y - DRAWN[1] / 2} ${DRAWN[0]} ${DRAWN[1]}`;
  return {
    front: `<svg x="${-wide / 2}" y="${-high / 2}" width="${wide}" height="${high}" viewBox="${view}"><image href="${picture}" width="${Math.ceil(layout.width)}" height="${Math.ceil(layout.height)}"/></svg>`,
    back: `<rect class="pp-token pp-blank" x="${-wide / 2}" y="${-high / 2}" width="${wide}" height="${high}"/>`,
    title: cell.name,
  };
}
