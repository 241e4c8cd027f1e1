/**
 * Teams on a table, from above and to scale: a base of radius 58 around 0, 0, and on it vehicles, guns and men.
 * What has a facing is drawn pointing north and turned with it; a turret turns by itself.
 */

import { escape, r1 } from "../dom.js";
import { badges, SIZE } from "./counters.js";

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("./counters.js").Look} Look */

const BASE = SIZE / 2;

/** @param {number} hundredths of a degree clockwise from north */
function turned(hundredths) {
  return `rotate(${r1(hundredths / 100)})`;
}

/** A helmet with shoulders, and what is carried. @param {number} x @param {number} y @param {number} way degrees @param {string} [arm] */
function man(x, y, way, arm = '<path class="v-arm" d="M5 3 5-16"/>') {
  return `<g transform="translate(${x} ${y}) rotate(${way})"><ellipse class="v-coat" rx="10.5" ry="6.5" cy="2"/>${arm}<circle class="v-helm" r="6.6"/></g>`;
}

/** Tracks, a hull and what is on it. @param {number} wide @param {number} long @param {string} inner */
function tracked(wide, long, inner) {
  const [w, l] = [wide / 2, long / 2];
  let links = "";
  for (let y = -l + 4; y < l; y += 6) links += `M${-w} ${r1(y)}h10M${w - 10} ${r1(y)}h10`;
  return (
    `<rect class="v-track" x="${-w}" y="${-l}" width="11" height="${long}" rx="4"/><rect class="v-track" x="${w - 11}" y="${-l}" width="11" height="${long}" rx="4"/>` +
    `<path class="v-link" d="${links}"/><path class="v-hull" d="M${-w + 8} ${-l + 9} ${-w + 14} ${-l + 3}H${w - 14}L${w - 8} ${-l + 9}V${l - 4}H${-w + 8}Z"/>` +
    `<path class="v-line" d="M${-w + 11} ${-l + 18}H${w - 11}M${-w + 13} ${l - 18}H${w - 13}M${-w + 13} ${l - 12}H${w - 13}"/>${inner}`
  );
}

/** @param {number} size of the turret @param {number} barrel @param {boolean} brake */
function turret(size, barrel, brake) {
  return (
    `<path class="v-gun" d="M-2.6 ${-size + 4}V${-size - barrel}H2.600V${-size + 4}Z"/>` +
    (brake ? `<rect class="v-gun" x="-4.5" y="${-size - barrel - 4}" width="9" height="7" rx="2"/>` : "") +
    `<path class="v-turret" d="M${-size * 0.62} ${-size}H${size * 0.62}L${size} ${-size * 0.3}V${size * 0.6}L${size * 0.55} ${size * 1.05}H${-size * 0.55}L${-size} ${size * 0.6}V${-size * 0.3}Z"/>` +
    `<circle class="v-hatch" cx="${-size * 0.35}" cy="${size * 0.15}" r="${size * 0.32}"/>`
  );
}

/** Two wheels, a cab or none, a bed. @param {number} long */
function wheeled(long) {
  const l = long / 2;
  return (
    `<rect class="v-track" x="-22" y="${-l + 6}" width="9" height="18" rx="3"/><rect class="v-track" x="13" y="${-l + 6}" width="9" height="18" rx="3"/>` +
    `<rect class="v-track" x="-22" y="${l - 24}" width="9" height="18" rx="3"/><rect class="v-track" x="13" y="${l - 24}" width="9" height="18" rx="3"/>` +
    `<rect class="v-hull" x="-17" y="${-l}" width="34" height="${long}" rx="7"/><path class="v-line" d="M-14 ${-l + 22}H14M-14 ${-l + 34}H14"/>`
  );
}

/** What turns with the facing, and what with the turret, by the key of the picture. @type {Record<string, () => [string, string]>} */
const PICTURES = {
  "heavy-tank": () => [tracked(66, 98, ""), turret(22, 44, true)],
  "medium-tank": () => [tracked(60, 90, ""), turret(20, 34, false)],
  "light-tank": () => [tracked(54, 78, ""), turret(16, 22, false)],
  "stug-iii-g": () => [tracked(60, 90, casemate(false)), ""],
  "self-propelled-gun": () => [tracked(60, 90, casemate(true)), ""],
  halftrack: () => [tracked(48, 84, '<rect class="v-bed" x="-13" y="-8" width="26" height="40" rx="3"/>'), ""],
  car: () => [wheeled(76), turret(13, 16, false)],
  jeep: () => [`${wheeled(62)}${man(-6, 4, 0, "")}${man(7, 4, 0, "")}`, ""],
  truck: () => [`${wheeled(96)}<rect class="v-bed" x="-16" y="-12" width="32" height="56" rx="3"/>`, ""],
  "rocket-launcher": () => [piece(tubes(), 20), ""],
  howitzer: () => [piece('<path class="v-gun" d="M-4.5 6V-46H4.500V6Z"/>', 20), ""],
  flak: () => [piece('<path class="v-gun" d="M-6 6V-44H-2V6ZM2 6V-44H6V6Z"/>', 16), ""],
  gun: () => [piece('<path class="v-gun" d="M-2.5 6V-52H2.500V6Z"/>', 24), ""],
  mortar: () => [
    '<circle class="v-plate" r="13" cy="6"/><path class="v-gun" d="M-4 8V-24H4V8Z"/><path class="v-arm" d="M-12-12 0-18 12-12"/>' +
      man(-25, 12, 40) +
      man(25, 12, -40, ""),
    "",
  ],
  mg: () => [
    '<path class="v-gun" d="M-2.5 14V-40H2.500V14Z"/><path class="v-arm" d="M-13-4 0-20 13-4"/><rect class="v-plate" x="6" y="-4" width="12" height="9" rx="2"/>' +
      man(-5, 24, 0, "") +
      man(22, 18, -20),
    "",
  ],
  rocket: () => [man(-15, 6, -8, '<path class="v-tube" d="M7 16 7-26"/>') + man(18, 14, 10), ""],
  observer: () => [
    man(0, 2, 0, '<path class="v-arm" d="M-5-6-5-14M5-6 5-14"/><path class="v-plate" d="M-9-20h18v8H-9Z"/>'),
    "",
  ],
  leader: () => [
    man(-4, 6, -10, '<path class="v-arm" d="M6 0 20-14"/>') +
      `<g transform="translate(20 -20) scale(1.35)"><path class="v-star" d="M0-10 2.7-3.5 10-3 4.5 1.5 6 9 0 5-6 9-4.5 1.5-10-3-2.7-3.500Z"/></g>`,
    "",
  ],
  infantry: () => [RIFLES, ""],
};

/** Pictures that others stand in for when seen from above. @type {Record<string, string>} */
const ALIKE = {
  tiger: "heavy-tank",
  panther: "heavy-tank",
  churchill: "heavy-tank",
  pzivg: "medium-tank",
  pziiil: "medium-tank",
  "t-34-76": "medium-tank",
  "m4-sherman": "medium-tank",
  "m3-lee": "medium-tank",
  "m13-40": "light-tank",
  crusader: "medium-tank",
  "m3-stuart": "light-tank",
  "t-70a": "light-tank",
  officer: "leader",
  soldier: "infantry",
  engineer: "infantry",
};

/** A gun in the hull. @param {boolean} open to the sky */
function casemate(open) {
  return `<path class="v-gun" d="M-2.8-20V-66H2.800V-20Z"/><path class="${open ? "v-bed" : "v-turret"}" d="M-18-24H18L22-6V24H-22V-6Z"/>${open ? man(-8, 8, 0, "") + man(9, 10, 0, "") : '<circle class="v-hatch" cx="-9" cy="8" r="6"/>'}`;
}

function tubes() {
  return [
    [-7, -14],
    [7, -14],
    [-12, -3],
    [12, -3],
    [-5, 6],
    [6, 6],
  ]
    .map(([x, y]) => `<path class="v-tube" d="M${x} ${y}v-20"/>`)
    .join("");
}

/** A gun with wheels, a shield, trails and its crew. @param {string} barrel @param {number} shield half its width */
function piece(barrel, shield) {
  return (
    `<path class="v-trail" d="M-3 4-20 46M3 4 20 46"/><rect class="v-track" x="-30" y="-10" width="9" height="24" rx="3"/><rect class="v-track" x="21" y="-10" width="9" height="24" rx="3"/>` +
    `${barrel}<path class="v-shield" d="M${-shield}-9q${shield}-9 ${2 * shield} 0"/>${man(-14, 22, 10, "")}${man(13, 26, -12, "")}`
  );
}

const RIFLES = man(-20, -13, -14) + man(14, -20, 8) + man(-6, 12, -4) + man(25, 9, 16) + man(-29, 18, -22, "");

/**
 * A team as SVG text, its middle at 0, 0.
 * @param {Piece} piece @param {Look} look
 */
export function team(piece, look) {
  const art = ALIKE[piece.art ?? ""] ?? piece.art ?? "";
  const [hull, top] = (Object.hasOwn(PICTURES, art) ? PICTURES[art] : PICTURES.infantry)();
  const facing = piece.at?.facing;
  const has = facing !== undefined && facing !== null;
  const way = has ? turned(facing) : look.index === 1 ? "rotate(180)" : "";
  const gun = top ? `<g class="v-top" transform="${turned(piece.at?.turret ?? facing ?? 0)}">${top}</g>` : "";
  const nose = has
    ? `<path class="v-nose" transform="${turned(facing)}" d="M0-${BASE + 15}-13-${BASE - 1}H13Z"/>`
    : "";
  const code = piece.short || (piece.code ?? piece.name.slice(0, 4));
  return (
    `<circle class="v-grip" r="${BASE + 14}"/><circle class="c-shadow" cx="4" cy="6" r="${BASE}"/>${nose}` +
    `<circle class="v-rim" r="${BASE + 6}"/><circle class="c-body v-base" r="${BASE - 3}"/><circle class="v-flock" r="${BASE - 8}"/>` +
    `<g transform="${way}">${hull}</g>${gun}` +
    `<g class="near"><text class="v-code" y="${BASE + 7}">${escape(code)}</text></g>` +
    badges(piece.markers ?? [], BASE - 8)
  );
}

/** A base that is only thought of: where a team would stand. @param {Piece | undefined} piece @param {Look} look @param {number | null} facing @param {number | null} [turret] as the hull, if it is not said */
export function ghost(piece, look, facing, turret = null) {
  if (!piece) return `<circle class="v-ghost" r="${BASE}"/>`;
  const moved = piece.at
    ? { ...piece, markers: [], at: { ...piece.at, facing, turret: turret ?? turretOf(piece, facing) } }
    : piece;
  return team(moved, look);
}

/** The turret goes round with the hull. @param {Piece} piece @param {number | null} facing */
function turretOf(piece, facing) {
  const { at } = piece;
  if (at?.turret === undefined || at.turret === null || facing === null) return at?.turret ?? null;
  return at.turret + facing - (at.facing ?? 0);
}

/** A team by itself, as a picture of so many pixels. @param {Piece} piece @param {Look} look @param {number} pixels */
export function teamPicture(piece, look, pixels) {
  const edge = BASE + 20;
  return `<svg class="counter-picture lod-far side-${look.colour}" width="${pixels}" height="${pixels}" viewBox="${-edge} ${-edge} ${2 * edge} ${2 * edge}" aria-hidden="true">${team(piece, look)}</svg>`;
}
