/** Where each counter lies on the board. */

import { CardLayout } from "./cards.js";
import { SIZE, SMALL } from "./counters.js";
import { PLATE } from "./plate.js";
import { PlaneLayout, SCALE } from "./plane.js";
import { r1 } from "../dom.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Point} Point */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {{x: number, y: number, scale: number, z: number, box?: [number, number]}} Spot its middle and size; a box where it is no square */

/** @param {Spot} spot */
export function place(spot) {
  return `translate(${r1(spot.x)} ${r1(spot.y)}) scale(${spot.scale.toFixed(3)})`;
}

/**
 * Where each counter lies: in the middle of its place, stacked a little to the upper right, small ones at the corner.
 * @param {View} view @param {Layout} layout
 * @returns {Map<string, Spot>}
 */
export function arrange(view, layout) {
  /** @type {Map<string, Piece[]>} */
  const places = new Map();
  /** @type {Map<string, Spot>} */
  const spots = new Map();
  for (const piece of view.pieces ?? []) {
    if (piece.at && layout instanceof PlaneLayout) {
      const p = layout.point(piece.at.x, piece.at.y);
      const size = ((piece.at.radius || 60) * 2 * SCALE) / SIZE;
      spots.set(piece.id, { ...p, scale: size, z: p.y });
      continue;
    }
    if (!piece.place || !layout.centre(piece.place)) continue;
    const list = places.get(piece.place);
    if (list) list.push(piece);
    else places.set(piece.place, [piece]);
  }
  for (const [name, pieces] of places) {
    const at = /** @type {Point} */ (layout.centre(name));
    if (layout instanceof CardLayout) {
      // Those inside another are seen on its plate.
      const shown = pieces.filter((piece) => !piece.inside).sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
      const teams = shown.some((piece) => (view.pieces ?? []).some((each) => each.inside === piece.id));
      const size = teams && shown.length > 4 ? 0.78 : 1;
      layout.spots(shown.length, (teams ? PLATE.wide : 88) * size).forEach((spot, i) =>
        spots.set(shown[i].id, {
          x: at.x + spot.x,
          y: at.y + spot.y,
          scale: teams ? size : (layout.counter / SIZE) * (shown[i].minor ? 0.8 : 1),
          z: at.y + i,
          ...(teams ? { box: [PLATE.wide, PLATE.high] } : {}),
        }),
      );
      continue;
    }
    const whole = pieces
      .filter((piece) => !piece.minor && !piece.inside)
      .sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
    const minor = pieces.filter((piece) => piece.minor && !piece.inside);
    const sides = [...new Set(whole.map((piece) => piece.side))];
    const both = sides.length > 1;
    const size = (layout.counter / SIZE) * (both ? 0.8 : 1);
    for (const side of sides) {
      const own = whole.filter((piece) => piece.side === side);
      const shift = both ? (side === sides[0] ? { x: -26, y: -20 } : { x: 26, y: 20 }) : { x: 0, y: 0 };
      own.forEach((piece, i) => {
        const k = i - (own.length - 1) / 2;
        spots.set(piece.id, {
          x: at.x + shift.x + k * 15,
          y: at.y + shift.y - k * 15,
          scale: size,
          z: at.y * 10 + i + (both && side !== sides[0] ? 5 : 0),
        });
      });
    }
    minor.forEach((piece, i) => {
      const alone = whole.length === 0;
      spots.set(piece.id, {
        x: at.x + (alone ? i * 16 : -46 + i * 22),
        y: at.y + (alone ? -i * 16 : 44),
        scale: alone ? 0.8 : SMALL * 0.86,
        z: at.y * 10 + 8 + i,
      });
    });
  }
  // What is carried lies at the corner of its carrier; passengers are shown by its marker.
  for (const piece of view.pieces ?? []) {
    if (!piece.inside || !piece.minor) continue;
    const carrier = spots.get(piece.inside);
    if (carrier)
      spots.set(piece.id, {
        x: carrier.x + 66 * carrier.scale, // at the edge: it covers no value
        y: carrier.y + 2 * carrier.scale,
        scale: 0.36,
        z: carrier.z + 0.5,
      });
  }
  return spots;
}
