/** A plain map: every hex in the one colour of its ground, for slow devices and for eyes that want quiet. */

import { r1 } from "../../dom.js";
import { polygon, RADIUS } from "../hexes.js";

/** @typedef {import("../../types.js").Hex} Hex */
/** @typedef {import("../hexes.js").HexLayout} HexLayout */

/** How much of its hex a shape fills, where it lies on a hill. */
const ON_HILL = 0.72;
/** The looks of the palette's classes, as the drawn map has them. @type {Record<string, string>} */
const LOOKS = {
  "hill woods": "t-woods",
  woods: "t-woods",
  "light woods": "t-light-woods",
  field: "t-crop0",
  town: "t-town",
  rough: "t-rough",
  low: "t-low",
  marsh: "t-marsh",
  beach: "t-beach",
  water: "t-water",
};

/** Whether the player wants plain maps. */
export function plainMaps() {
  return document.documentElement.dataset.map === "plain";
}

/**
 * All hexes as SVG text, hills first.
 * @param {HexLayout} layout
 * @param {(hex: Hex) => string} groundOf the class of a hex in the palette
 * @param {(hex: Hex) => number} levelOf
 */
export function flat(layout, groundOf, levelOf) {
  /** @type {Record<string, string>} */
  const hills = {};
  /** @type {Record<string, string>} */
  const paths = {};
  for (const hex of layout.board.hexes) {
    const middle = layout.middle(hex);
    const level = Math.min(4, levelOf(hex));
    const look = LOOKS[groundOf(hex)];
    if (level > 0) hills[level] = (hills[level] ?? "") + polygon(layout.corners(middle));
    if (look) paths[look] = (paths[look] ?? "") + polygon(layout.corners(middle, level > 0 ? RADIUS * ON_HILL : RADIUS));
  }
  return (
    `<rect class="t-clear" width="${r1(layout.width)}" height="${r1(layout.height)}"/>` +
    Object.entries(hills).map(([level, d]) => `<path class="t-hill${level}" d="${d}"/>`).join("") +
    Object.entries(paths).map(([look, d]) => `<path class="${look}" d="${d}"/>`).join("")
  );
}
