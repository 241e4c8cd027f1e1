/** Counters in the manner of wargames: side colour, band, symbol, factors at their places, states as badges. */

import { escape } from "../dom.js";
import { emblem, isWide, nato, silhouette } from "./symbols.js";

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Value} Value */
/** @typedef {import("../types.js").Marker} Marker */

export const SIZE = 116;
export const SMALL = 0.62; // of pieces that go along with others

/** Where each slot stands: x, y, anchor. @type {Record<string, [number, number, string]>} */
const SLOTS = {
  "top left": [-53, -16, "start"],
  top: [0, -17, "middle"],
  "top right": [53, -16, "end"],
  left: [-53, 36, "start"],
  centre: [0, 12, "middle"],
  right: [53, 36, "end"],
  "bottom left": [-53, 55, "start"],
  bottom: [2, 54, "middle"],
  "bottom right": [53, 55, "end"],
};

/**
 * @typedef {object} Look
 * @property {string} colour of the side
 * @property {number} index of the side, 0 or 1
 * @property {string} [emblem] the mark of the side
 * @property {"silhouettes" | "nato"} symbols
 * @property {string} [stripe] colour class of the group
 */

/**
 * A counter as SVG text, its middle at 0, 0.
 * @param {Piece} piece
 * @param {Look} look
 */
export function counter(piece, look) {
  if (piece.face_down) return back(look);
  return piece.minor ? companion(piece, look) : unit(piece, look);
}

/** @param {Piece} piece @param {Look} look */
function unit(piece, look) {
  const half = SIZE / 2;
  const full = piece.full_steps ?? 0;
  const weak = full > 0 && (piece.steps ?? 0) < full;
  const band = weak ? "c-band weak" : "c-band";
  const flip = look.index === 1 ? "scale(-1 1)" : "";
  const art = look.symbols === "nato" ? nato(piece.symbol ?? "", Boolean(piece.hq)) : silhouette(piece.art ?? "");
  const turn = look.symbols === "nato" ? "" : flip;
  const wide = isWide(piece.art ?? "");
  const name = piece.short || piece.name;
  return (
    `<rect class="c-shadow" x="${-half + 3}" y="${-half + 5}" width="${SIZE}" height="${SIZE}" rx="11"/>` +
    `<rect class="c-body" x="${-half}" y="${-half}" width="${SIZE}" height="${SIZE}" rx="11"/>` +
    `<path class="${band}" d="M${-half + 1.5} ${-half + 22}V${-half + 11}a9.5 9.5 0 0 1 9.5-9.5H${half - 11}a9.5 9.5 0 0 1 9.5 9.5V${-half + 22}Z"/>` +
    `<rect class="c-gloss" x="${-half + 2}" y="${-half + 2}" width="${SIZE - 4}" height="${SIZE - 4}" rx="9.5"/>` +
    `<g class="near"><g class="c-emblem" transform="translate(${-half + 13} ${-half + 12}) scale(.8)">${emblem(look)}</g>` +
    `<text class="c-name${weak ? " weak" : ""}" x="11" y="${-half + 12.5}" ${fit(name, 82)}>${escape(name)}</text>` +
    `<g transform="translate(${wide ? 0 : 3} 1) ${turn} scale(${wide ? 0.8 : 0.68}) translate(-50 -25)">${art}</g>` +
    (piece.values ?? []).map(value).join("") +
    pips(piece) +
    `</g>` +
    `<g class="far">${farName(piece, weak)}` +
    `<g transform="translate(0 6) ${turn} scale(1) translate(-50 -25)">${art}</g>${farPips(piece)}</g>` +
    badges(piece.markers ?? [], half)
  );
}

/** A smaller counter: an HQ, a leader, a weapon. @param {Piece} piece @param {Look} look */
function companion(piece, look) {
  const half = SIZE / 2;
  const weak = (piece.full_steps ?? 0) > (piece.steps ?? 0);
  const { hq } = piece;
  const art = look.symbols === "nato" ? nato(piece.symbol ?? "", Boolean(piece.hq)) : silhouette(piece.art ?? "");
  const turn = look.symbols === "nato" || look.index !== 1 ? "" : "scale(-1 1)";
  const inner = hq
    ? `<path class="c-flag" d="M-30 8V-24h44l-7 9 7 9h-42"/><text class="c-hq" x="-10" y="-14.5">${escape(piece.code ?? "HQ")}</text><g transform="translate(14 20) ${turn} scale(.62) translate(-50 -25)">${art}</g>`
    : `<g transform="translate(0 8) ${turn} scale(1) translate(-50 -25)">${art}</g>`;
  return (
    `<rect class="c-shadow" x="${-half + 3}" y="${-half + 5}" width="${SIZE}" height="${SIZE}" rx="14"/>` +
    `<rect class="c-body minor" x="${-half}" y="${-half}" width="${SIZE}" height="${SIZE}" rx="14"/>` +
    `<path class="c-band${weak ? " weak" : ""}" d="M${-half + 1.5} ${-half + 24}V${-half + 13}a11.5 11.5 0 0 1 11.5-11.5H${half - 13}a11.5 11.5 0 0 1 11.5 11.5V${-half + 24}Z"/>` +
    `<g class="near"><text class="c-name${weak ? " weak" : ""}" x="0" y="${-half + 13.5}" ${fit(piece.short || piece.name, 104)}>${escape(piece.short || piece.name)}</text>` +
    `${inner}${(piece.values ?? []).map(value).join("")}</g>` +
    `<g class="far">${hq ? `<path class="c-flag" d="M-34 50V-24h68l-12 17 12 17h-66"/><text class="c-hq big" x="-3" y="-7">${escape(piece.code ?? "HQ")}</text>` : inner}</g>` +
    badges(piece.markers ?? [], half)
  );
}

/** What lies face down. @param {Look} look */
function back(look) {
  const half = SIZE / 2;
  return (
    `<rect class="c-shadow" x="${-half + 3}" y="${-half + 5}" width="${SIZE}" height="${SIZE}" rx="11"/>` +
    `<rect class="c-body" x="${-half}" y="${-half}" width="${SIZE}" height="${SIZE}" rx="11"/>` +
    `<rect class="c-back" x="${-half + 9}" y="${-half + 9}" width="${SIZE - 18}" height="${SIZE - 18}" rx="6"/>` +
    `<g class="c-emblem" transform="scale(3)">${emblem({ index: look.index })}</g>`
  );
}

/** From afar: what it is in the band, and which of them large below. @param {Piece} piece @param {boolean} weak */
function farName(piece, weak) {
  const what = piece.what || (piece.code ?? piece.name.slice(0, 4));
  const { which } = piece;
  const foot = (piece.full_steps ?? 0) > 4 ? 38 : 52; // above a long row of steps
  const half = SIZE / 2;
  const size = Math.min(24, 106 / (what.length * 0.62));
  const room = what.length * 24 * 0.7 > 106 ? `textLength="106" lengthAdjust="spacingAndGlyphs"` : "";
  return (
    `<path class="c-band${weak ? " weak" : ""}" d="M${-half + 1.5} ${-half + 30}V${-half + 20}h${SIZE - 3}v10Z"/>` +
    `<text class="c-code${weak ? " weak" : ""}" y="${-half + 16}" style="font-size:${size.toFixed(1)}px" ${room}>${escape(what)}</text>` +
    (which ? `<text class="c-value c-which" x="53" y="${foot}" text-anchor="end">${escape(which)}</text>` : "")
  );
}

const NAME = 15.5; // the size of a name in full
const SMALLEST_NAME = 10.5;

/** A long name is written smaller, and never wider than its room, whatever the font. @param {string} text @param {number} room */
function fit(text, room) {
  if (text.length * NAME * 0.7 <= room) return "";
  const size = Math.max(SMALLEST_NAME, Math.min(NAME, room / (text.length * 0.58)));
  return `style="font-size:${size.toFixed(1)}px" textLength="${room}" lengthAdjust="spacingAndGlyphs"`;
}

/** @param {Value} v */
function value(v) {
  const slot = SLOTS[v.slot ?? ""];
  if (!slot) return "";
  const [x, y, anchor] = slot;
  const marks = v.emphasis ?? "";
  const big = v.slot === "bottom right";
  const classes = [
    "c-value",
    big ? "big" : "",
    marks.includes("red") ? "red" : "",
    marks.includes("underlined") ? "under" : "",
    marks.includes("boxed") ? "boxed" : "",
    `v-${v.label.toLowerCase().replace(/[^a-z]/g, "")}`,
  ];
  const wide = v.text.length * (big ? 15 : 10.5) + 6;
  const left = anchor === "start" ? x - 3 : anchor === "end" ? x - wide + 3 : x - wide / 2;
  let frame = "";
  if (marks.includes("circled"))
    frame = `<ellipse class="c-ring" cx="${left + wide / 2}" cy="${y - 9}" rx="${Math.max(13, wide / 2 + 1)}" ry="13"/>`;
  if (marks.includes("boxed"))
    frame = `<rect class="c-box${marks.includes("red") ? " red" : ""}" x="${left}" y="${y - 19}" width="${wide}" height="22" rx="4"/>`;
  if (marks.includes("shield"))
    frame = `<path class="c-shield" d="M${left} ${y - 19}h${wide}v14q0 6-${wide / 2} 10q-${wide / 2}-4-${wide / 2}-10Z"/>`;
  return `${frame}<text class="${classes.join(" ")}" x="${x}" y="${y - 2}" text-anchor="${anchor}">${escape(v.text)}</text>`;
}

/** Strength left, as dots at the foot; where a value stands there, under the band. @param {Piece} piece */
function pips(piece) {
  const full = piece.full_steps ?? 0;
  if (full < 3) return "";
  const y = piece.values?.some(({ slot }) => slot === "bottom") ? -30 : 47;
  return Array.from(
    { length: full },
    (_, i) =>
      `<circle class="c-pip${i < (piece.steps ?? 0) ? "" : " gone"}" cx="${-((full - 1) * 9) / 2 + i * 9}" cy="${y}" r="3.2"/>`,
  ).join("");
}

/** @param {Piece} piece */
function farPips(piece) {
  const full = piece.full_steps ?? 0;
  if (full < 2) return "";
  return Array.from(
    { length: full },
    (_, i) =>
      `<circle class="c-pip${i < (piece.steps ?? 0) ? "" : " gone"}" cx="${-46 + i * 13}" cy="48" r="5"/>`,
  ).join("");
}

/** Drawings for the states that many systems have; others show their sign. @type {Record<string, string>} */
const BADGES = {
  disrupted: '<path class="b-line" d="M0-9V2M0 7.5v.5"/>',
  "ops complete": '<path class="b-line" d="M-8 0-2.5 6 8-6"/>',
  "out of command": '<path class="b-line" d="M-3-8-8-3a4.5 4.5 0 0 0 4 7M3 8l5-5a4.5 4.5 0 0 0-4-7M-1-4 1 4"/>',
  overwatch: '<path class="b-line" d="M-10 0Q0-11 10 0 0 11-10 0Z"/><circle class="b-dot" r="3.4"/>',
  acquired: '<circle class="b-line" r="6"/><path class="b-line" d="M0-11v6M0 5v6M-11 0h6M5 0h6"/>',
  mounted:
    '<path class="b-line" d="M-10-5H3v8h-13ZM3-2h5l2 5v0H3"/><circle class="b-dot" cx="-5" cy="6" r="3"/><circle class="b-dot" cx="5" cy="6" r="3"/>',
  leader: '<path class="b-dot" d="M0-10 2.7-3.5 10-3 4.5 1.5 6 9 0 5-6 9-4.5 1.5-10-3-2.7-3.5Z"/>',
  commissar: '<path class="b-dot" d="M0-10 2.7-3.5 10-3 4.5 1.5 6 9 0 5-6 9-4.5 1.5-10-3-2.7-3.5Z"/>',
  ground: '<circle class="b-dot" cx="7" cy="-1" r="3.4"/><path class="b-line" d="M-11 6H9M-9 3 3 0"/>',
  "dug in": '<path class="b-line" d="M-11-3h5l3 7h6l3-7h5"/>',
  routed: '<path class="b-line" d="M9-7C2-9-6-6-7 4M-11-1l4 6 5-4"/>',
  moving: '<path class="b-line" d="M-8-6-1 0-8 6M1-6 8 0 1 6"/>',
  "radio trouble": '<path class="b-line" d="M0 9V-2M-7-8a10 10 0 0 0 0 12M7-8a10 10 0 0 1 0 12M-6 8 6-8"/>',
};

/** Along the upper edge, from the right. @param {Marker[]} markers @param {number} half @param {number} [high] half the height, where that is another */
export function badges(markers, half, high = half) {
  /** @type {Map<string, [Marker, number]>} */
  const shown = new Map();
  for (const marker of markers) {
    if (!marker.sign && !marker.face_down) continue;
    const known = shown.get(marker.kind);
    if (known) known[1]++;
    else shown.set(marker.kind, [marker, 1]);
  }
  let n = 0;
  let text = "";
  for (const [marker, count] of shown.values()) {
    const x = half - 8 - (n % 4) * 33;
    const y = -high - 5 + Math.floor(n / 4) * 33;
    const inner = marker.face_down
      ? ""
      : (Object.hasOwn(BADGES, marker.kind) && BADGES[marker.kind]) ||
        `<text class="b-text" y="1">${escape(marker.sign ?? "")}</text>`;
    text += `<g class="badge tone-${marker.tone || "plain"} m-${marker.kind.replace(/[^a-z]+/g, "-")}" transform="translate(${x} ${y})"><g class="b-sign"><circle class="b-disc" r="17.5"/>${inner}${count > 1 ? `<text class="b-count" x="13" y="-10">${count}</text>` : ""}</g></g>`;
    n++;
  }
  return text;
}

/** A counter by itself, as a picture of so many pixels. @param {Piece} piece @param {Look} look @param {number} pixels @param {string} [classes] */
export function picture(piece, look, pixels, classes = "") {
  const edge = SIZE / 2 + 24;
  const lod = pixels < 56 ? "lod-far" : "lod-near";
  return `<svg class="counter-picture ${lod} side-${look.colour} ${classes}" width="${pixels}" height="${pixels}" viewBox="${-edge} ${-edge} ${2 * edge} ${2 * edge}" aria-hidden="true">${counter(piece, look)}</svg>`;
}
