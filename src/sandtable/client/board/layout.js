/** The layout for a board of any kind: where places lie, which place is under a point, how the ground is drawn. */

import { CardLayout } from "./cards.js";
import { HexLayout } from "./hexes.js";
import { PlaneLayout } from "./plane.js";
import { ground as hexGround } from "./terrain.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {HexLayout | CardLayout | PlaneLayout} Layout */

/** @param {Board} board @returns {Layout} */
export function layoutOf(board) {
  if (board.kind === "cards") return new CardLayout(board);
  if (board.kind === "plane") return new PlaneLayout(board);
  return new HexLayout(board);
}

let drawn = 0;

/** The ground as SVG text, with names of its own. @param {Layout} layout */
export function groundOf(layout) {
  const id = `g${++drawn}`;
  return layout instanceof HexLayout ? hexGround(layout, id) : layout.ground(id);
}

/** A picture of a board for a list, as SVG text. @param {Board} board */
export function boardPicture(board) {
  const layout = layoutOf(board);
  return `<svg class="board-picture" viewBox="0 0 ${layout.width} ${layout.height}" preserveAspectRatio="xMidYMid slice" aria-hidden="true">${groundOf(layout)}</svg>`;
}
