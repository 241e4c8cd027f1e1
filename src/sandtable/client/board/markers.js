/** What lies on the board and is not a piece: smoke, wrecks, mines, wire, trenches, barrages, control. */

import { escape } from "../dom.js";
import { emblem } from "./symbols.js";

/** @typedef {import("../types.js").BoardMarker} BoardMarker */

/** Own drawings by kind, around 0, 0, about 150 wide. @type {Record<string, (m: BoardMarker) => string>} */
const ART = {
  smoke: (m) => {
    const puffs = [
      [-38, 14, 30],
      [36, 16, 32],
      [0, -14, 36],
      [-22, 28, 28],
      [22, 34, 26],
      [-44, -10, 22],
      [46, -14, 22],
    ];
    const shown = (m.level ?? 2) > 1 ? puffs : puffs.slice(0, 5);
    return `<g class="m-smoke level${m.level ?? 1}">${shown.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`).join("")}</g>`;
  },
  wreck: () =>
    '<g class="m-wreck"><ellipse class="burnt" cx="0" cy="22" rx="46" ry="16"/><path class="hull" d="M-36 22-30 6h14l6-12h20l4 10 16 4 8 14Z"/><path class="hull" d="M2-4 34-16l2 4L8 4Z"/><path class="fire" d="M-14-6c-4-12 6-14 4-26 10 8 8 16 14 20 2-4 2-8 0-12 8 8 8 18 0 24Z"/></g>',
  improved: () =>
    '<path class="m-earth" d="M-78 30q16-34 34-14t36-4 36 2 34-12 16 28"/><path class="m-trench" d="M-70 34q16-24 30-10t36-4 36 2 34-10 8 18"/>',
  mines: () =>
    `<g class="m-mines">${[
      [-44, 30],
      [0, 40],
      [44, 30],
      [-24, 52],
      [24, 52],
    ]
      .map(
        ([x, y]) =>
          `<circle cx="${x}" cy="${y}" r="9"/><path d="M${x} ${y - 13}v26M${x - 13} ${y}h26M${x - 9} ${y - 9}l18 18M${x + 9} ${y - 9}l-18 18"/>`,
      )
      .join("")}</g>`,
  wire: () =>
    `<path class="m-wire" d="M-84 44c12-24 20-24 20 0s12 24 20 0 20-24 20 0 12 24 20 0 20-24 20 0 12 24 20 0 20-24 20 0 12 20 20 0"/>`,
  ditch: () =>
    '<path class="m-ditch" d="M-80 46h160M-70 46l10 14M-46 46l10 14M-22 46l10 14M2 46l10 14M26 46l10 14M50 46l10 14"/>',
  "bridge out": () => '<path class="m-out" d="M-40-40 40 40M40-40-40 40"/>',
  barrage: () =>
    '<g class="m-barrage"><circle r="62"/><circle r="34"/><path d="M0-84v44M0 40v44M-84 0h44M40 0h44"/></g>',
  aircraft: () =>
    '<path class="m-plane" d="M0-56c4 0 6 6 6 18l52 5v10l-31 2-1 20h8v7h-68v-7h8l-1-20-31-2v-10l52-5c0-12 2-18 6-18Z"/>',
};

/**
 * @param {BoardMarker} marker
 * @param {import("./counters.js").Look} look of its side
 * @param {number} nth of its kind of small sign in the place, so that they do not lie upon each other
 */
export function markerArt(marker, look, nth) {
  if (Object.hasOwn(ART, marker.kind)) return ART[marker.kind](marker);
  const x = -62 + 34 * nth;
  if (marker.kind === "control" || (!marker.sign && marker.side)) {
    return `<g class="m-control" transform="translate(${marker.kind === "control" ? -66 : x} 40)"><path class="pole" d="M-12 26V-22"/><path class="cloth" d="M-11-21H19V1H-11Z"/><g class="c-emblem" transform="translate(4 -10) scale(.9)">${emblem(look)}</g></g>`;
  }
  return `<g class="m-sign tone-${marker.tone || "plain"}" transform="translate(${x} 56)"><rect x="-16" y="-14" width="32" height="28" rx="6"/><text y="1">${escape(marker.sign || (marker.text ?? marker.kind).slice(0, 2))}</text></g>`;
}

/** Smoke and barrages lie over the counters, the rest under them. @param {BoardMarker} marker */
export function liesAbove(marker) {
  return marker.kind === "smoke" || marker.kind === "barrage" || marker.kind === "aircraft";
}
