/** A fireteam's token on a terrain card: who it is, and a helmet for each of its soldiers with how he is. */

import { escape } from "../dom.js";
import { badges } from "./counters.js";
import { emblem } from "./symbols.js";

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("./counters.js").Look} Look */

export const PLATE = { wide: 190, high: 104 };
const NAME = 15.5; // pixels of a name, as counters.css has it,
const FULL = 17; // if it has no more letters than these

/** @param {Piece} piece @param {Piece[]} soldiers @param {Look} look */
export function plate(piece, soldiers, look) {
  const [w, h] = [PLATE.wide / 2, PLATE.high / 2];
  const moving = (piece.markers ?? []).some((marker) => marker.kind === "moving");
  const across = soldiers.length > 6 ? 4 : 3;
  const gap = soldiers.length > 6 ? 28 : 35;
  const men = soldiers
    .slice(0, 8)
    .map((soldier, i) => {
      const x = 44 - w + 40 + (i % across) * gap;
      const y = (soldiers.length <= across ? 12 : -4) + Math.floor(i / across) * 32;
      return `<g transform="translate(${x} ${y})">${helmet(soldier)}</g>`;
    })
    .join("");
  const rest = (piece.markers ?? []).filter((marker) => marker.kind !== "moving");
  return (
    `<rect class="c-shadow" x="${-w + 3}" y="${-h + 6}" width="${2 * w}" height="${2 * h}" rx="14"/>` +
    `<rect class="c-body${moving ? " k-moving" : ""}" x="${-w}" y="${-h}" width="${2 * w}" height="${2 * h}" rx="14"/>` +
    `<path class="c-band" d="M${-w + 1.5} ${-h + 25}V${-h + 14}a12.5 12.5 0 0 1 12.5-12.5H${w - 14}a12.5 12.5 0 0 1 12.5 12.5V${-h + 25}Z"/>` +
    `<g class="near"><text class="c-name" x="0" y="${-h + 14}"${small(piece.name)}>${escape(piece.name)}</text>` +
    `<circle class="k-disc" cx="${-w + 33}" cy="13" r="25"/><g class="c-emblem" transform="translate(${-w + 33} 4) scale(1.1)">${emblem(look)}</g>` +
    `<text class="k-code" x="${-w + 33}" y="26">${escape(piece.code ?? "")}</text>${men}</g>` +
    `<g class="far"><path class="c-band" d="M${-w + 64} ${-h + 1.5}V${h - 1.5}H${-w + 14}a12.5 12.5 0 0 1 -12.5-12.5V${-h + 14}a12.5 12.5 0 0 1 12.5-12.5Z"/>` +
    `<text class="k-code k-big" x="${-w + 33}" y="3">${escape(piece.code ?? "")}</text><g transform="translate(8 4) scale(.95)">${men}</g></g>` +
    (moving
      ? `<g class="k-arrow" transform="translate(${w - 15} ${h - 16}) scale(0.8)"><circle r="17"/><path d="M-8 0H6M0-6l7 6-7 6"/></g>`
      : "") +
    badges(rest, w, h)
  );
}

/** A long name is written smaller, so that it stays on its band. @param {string} name */
function small(name) {
  return name.length > FULL ? ` style="font-size:${((NAME * FULL) / name.length).toFixed(1)}px"` : "";
}

/** Whether a soldier leads the others, by his picture or a marker. @param {Piece} soldier */
export function leads(soldier) {
  return soldier.art === "leader" || Boolean(soldier.markers?.some((marker) => marker.kind === "leader"));
}

/** @param {Piece} soldier */
function helmet(soldier) {
  const markers = soldier.markers ?? [];
  const bad = markers.filter((marker) => marker.tone === "bad");
  const state = bad[0];
  return (
    `<g class="k-man${bad.length ? " hurt" : ""}"><title>${escape(soldier.name)}</title>` +
    `<path class="k-helm" d="M-13 4C-13-9-6-13 0-13S13-9 13 4L15 8H-15Z"/><path class="k-brim" d="M-15 8H15"/>` +
    (leads(soldier) ? `<path class="k-rank" d="M-5-1 0-6 5-1M-5 4 0-1 5 4"/>` : "") +
    (state
      ? `<g transform="translate(9 -8)"><circle class="k-hurt" r="8.5"/><text class="k-why" y="0.5">${escape(state.sign || state.kind.slice(0, 1).toUpperCase())}</text></g>`
      : "") +
    `</g>`
  );
}

/** A token by itself, as a picture of so many pixels. @param {Piece} piece @param {Piece[]} soldiers @param {Look} look @param {number} pixels */
export function platePicture(piece, soldiers, look, pixels) {
  const [w, h] = [PLATE.wide / 2 + 14, PLATE.high / 2 + 26]; // with room for what is pinned to its upper edge
  return `<svg class="counter-picture plate lod-near side-${look.colour}" width="${pixels}" height="${Math.round((pixels * h) / w)}" viewBox="${-w} ${-h} ${2 * w} ${2 * h}" aria-hidden="true">${plate(piece, soldiers, look)}</svg>`;
}
