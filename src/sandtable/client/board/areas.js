/** Zones that are shown when somebody wants to see them: outlines on any board, with their names where they need one. */

import { escape, r1 } from "../dom.js";
import { HexLayout } from "./hexes.js";
import { PlaneLayout } from "./plane.js";

/** @typedef {import("../types.js").Zone} Zone */
/** @typedef {import("./layout.js").Layout} Layout */

/** Kinds of zones that are called by their names at their border. */
const NAMED = new Set(["arc", "range", "long range", "command"]);

/** @param {Zone} zone @param {Layout} layout @param {string} colour of its side */
export function areaArt(zone, layout, colour) {
  const sort = `overlay o-${escape(zone.kind.replace(/[^a-z]+/g, "-"))} side-${colour}`;
  if (zone.shape && layout instanceof PlaneLayout) return `<path class="${sort}" d="${layout.path(zone.shape)}"/>`;
  const places = zone.places ?? [];
  if (!zone.of?.length) {
    const inset = zone.side && zone.kind === "control" ? 9 : 4;
    return `<path class="${sort}" d="${places.map((name) => layout.outline(name, inset)).join("")}"/>`;
  }
  // What belongs to a piece is one area with one border.
  const fill = `<path class="${sort} o-fill" d="${places.map((name) => layout.outline(name)).join("")}"/>`;
  const border = layout instanceof PlaneLayout ? "" : layout.border(places);
  return `${fill}<path class="o-edge" d="${border}"/><path class="${sort} o-border" d="${border}"/>`;
}

/** The name of a zone at its upper border, where its kind is called by name. @param {Zone} zone @param {Layout} layout */
export function areaName(zone, layout) {
  if (!NAMED.has(zone.kind)) return "";
  if (zone.shape && layout instanceof PlaneLayout) {
    const top = zone.shape.points.reduce((a, b) => (b[1] > a[1] ? b : a));
    const at = layout.point(top[0], top[1] + (zone.shape.points.length === 1 ? (zone.shape.radius ?? 0) : 0));
    return word(zone, at.x, at.y - 8);
  }
  const spots = (zone.places ?? []).map((name) => layout.centre(name)).filter((spot) => spot !== null);
  if (!zone.of?.length || !spots.length) return "";
  const least = Math.min(...spots.map((spot) => spot.y));
  const row = spots.filter((spot) => spot.y < least + 1).sort((a, b) => a.x - b.x);
  const top = row[row.length >> 1]; // in the middle of its upper border, where no edge of the map cuts it off
  // Above a hex; within a card, for the next one lies close to it.
  return word(zone, top.x, top.y - layout.unit / 2 + (layout instanceof HexLayout ? -8 : 62), 0.19 * layout.unit);
}

/** @param {Zone} zone @param {number} x @param {number} y @param {number} [size] as on the drawing */
function word(zone, x, y, size = 0) {
  const style = size ? ` style="font-size:${r1(size)}px;stroke-width:${r1(size / 4)}px"` : "";
  return zone.name ? `<text class="p-word" x="${r1(x)}" y="${r1(y)}"${style}>${escape(zone.name)}</text>` : "";
}
