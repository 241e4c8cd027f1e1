/** Marks on the board: what may be chosen, ways, dangers, lines of sight, the cursor. */

import { escape, r1 } from "../dom.js";
import { place } from "./arrange.js";
import { SIZE } from "./counters.js";
import { HexLayout } from "./hexes.js";
import { PlaneLayout } from "./plane.js";

/** @typedef {import("../types.js").Shape} Shape */
/** @typedef {import("../types.js").Zone} Zone */
/** @typedef {import("../types.js").Point} Point */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./arrange.js").Spot} Spot */

/**
 * What is marked on the board besides the pieces.
 * @typedef {object} Marks
 * @property {Map<string, string>} ready pieces that may be chosen, with a word for each
 * @property {Map<string, {text: string, kind: string}>} reach places that may be chosen
 * @property {Map<string, string>} targets pieces that may be shot at, with the best chance
 * @property {string} acting the piece the question is about
 * @property {string[]} party others that go with it
 * @property {string} selected a piece
 * @property {string} near a piece that is pointed at
 * @property {Zone[]} areas of the option that is pointed at
 * @property {Zone[]} looked of the option whose card lies open
 * @property {string} cursor a place, where the keyboard is
 * @property {string} lit a place to look at
 * @property {string[]} pointed pieces to look at
 * @property {string[]} path
 * @property {{from: string, seen: Set<string>, shapes?: Shape[]} | null} sight
 * @property {{from: string, to: string, open: boolean} | null} line
 * @property {{piece: string, text: string}[]} dangers
 * @property {Advised} advised
 * @property {Pointer[]} arrows what was chosen and what was better
 * @property {boolean} zones whether set-up areas and entries are shown
 */

/** From a piece to a piece or a place. @typedef {{piece: string, target: string, place: string, kind: "chosen" | "better"}} Pointer */

/** What a hint points at. @typedef {{pieces: string[], place: string, path: string[]}} Advised */

/** @returns {Advised} */
export function noAdvice() {
  return { pieces: [], place: "", path: [] };
}

/** @returns {Marks} */
export function noMarks() {
  return {
    ready: new Map(),
    reach: new Map(),
    targets: new Map(),
    acting: "",
    party: [],
    selected: "",
    near: "",
    areas: [],
    looked: [],
    cursor: "",
    lit: "",
    pointed: [],
    path: [],
    sight: null,
    line: null,
    dangers: [],
    advised: noAdvice(),
    arrows: [],
    zones: false,
  };
}

/** What lies under the counters. @param {Marks} marks @param {Layout} layout @param {Shape[]} shapes that can be reached on a plane @param {Map<string, Spot>} spots */
export function marksBelow(marks, layout, shapes, spots) {
  let text = "";
  const plane = layout instanceof PlaneLayout;
  for (const [name, what] of marks.reach) {
    const at = layout.centre(name);
    if (!at) continue;
    text += `<path class="reach r-${what.kind}" d="${layout.outline(name, 4)}"/>`;
    if (what.text && what.kind !== "attack") text += cost(at, layout instanceof HexLayout ? 58 : 120, what.text);
  }
  // Around a stack, not across it: a ring that is covered by another counter stays under it.
  if (!plane) for (const [id, word] of marks.ready) text += ring(spots.get(id), "ready", word);
  if (layout instanceof PlaneLayout) {
    for (const shape of shapes) text += `<path class="reach r-move" d="${layout.path(shape)}"/>`;
  }
  if (marks.sight) {
    const { from, seen } = marks.sight;
    if (layout instanceof PlaneLayout) {
      for (const shape of marks.sight.shapes ?? []) text += `<path class="seen" d="${layout.path(shape)}"/>`;
    } else {
      for (const name of layout.places())
        if (name !== from && !seen.has(name)) text += `<path class="unseen" d="${layout.outline(name)}"/>`;
      text += `<path class="sight-from" d="${layout.outline(from, 3)}"/>`;
    }
  }
  if (marks.lit && layout.centre(marks.lit)) text += `<path class="lit" d="${layout.outline(marks.lit, 2)}"/>`;
  return text;
}

/** @param {Point} at @param {number} lower @param {string} text */
function cost(at, lower, text) {
  return (
    `<g class="cost" transform="translate(${r1(at.x)} ${r1(at.y + lower)})">` +
    `<rect x="-17" y="-15" width="34" height="30" rx="8"/><text y="1">${escape(text)}</text></g>`
  );
}

/** What lies over them. @param {Marks} marks @param {Layout} layout @param {Map<string, Spot>} spots */
export function marksAbove(marks, layout, spots) {
  const { acting, party, ready, targets, selected, cursor } = marks;
  let text = "";
  const round = layout instanceof PlaneLayout;
  for (const id of [acting, ...party]) if (id && !targets.has(id)) text += ring(spots.get(id), "acting", "", round);
  if (round) for (const id of ready.keys()) text += ring(spots.get(id), "ready", "", round);
  for (const id of targets.keys()) text += ring(spots.get(id), "target", "", round);
  // A word lies over the rings of neighbours.
  for (const [id, word] of [...(round ? ready : []), ...targets]) text += words(spots.get(id), word, round);
  for (const [name, what] of marks.reach) {
    const at = what.kind === "attack" && what.text ? layout.centre(name) : null;
    if (at) text += `<g class="aimed" transform="translate(${r1(at.x)} ${r1(at.y)})">${chance(what.text, layout instanceof HexLayout ? 66 : 120)}</g>`;
  }
  const shown = selected === acting || party.includes(selected) || targets.has(selected) || ready.has(selected);
  if (selected && !shown) text += ring(spots.get(selected), "selected", "", round);
  for (const id of marks.pointed) text += ring(spots.get(id), "pointed", "", round);
  for (const arrow of marks.arrows) text += pointer(arrow, layout, spots, round);
  text += advice(marks.advised, layout, spots, round);
  text += way(marks.path.map((name) => layout.centre(name)).filter((p) => p !== null));
  const end = layout.centre(marks.path[marks.path.length - 1] ?? "");
  for (const danger of marks.dangers) {
    const from = spots.get(danger.piece);
    if (!from || !end) continue;
    text += `<path class="danger" d="${line(from, end)}"/>` + ring(from, "danger-ring", danger.text, round);
  }
  if (marks.line) {
    const [a, b] = [marks.line.from, marks.line.to].map((what) => spots.get(what) ?? layout.centre(what));
    const sort = marks.line.open ? "open" : "blocked";
    if (a && b) {
      text += `<path class="sight-line ${sort}" d="${line(a, b)}"/>`;
      text += `<circle class="sight-end" cx="${r1(b.x)}" cy="${r1(b.y)}" r="11"/>`;
    }
  }
  if (round && marks.sight) {
    const from = spots.get(marks.sight.from) ?? layout.centre(marks.sight.from);
    for (const id of marks.sight.seen) {
      const to = spots.get(id);
      if (from && to && id !== marks.sight.from) text += `<path class="sight-ray" d="${line(from, to)}"/>`;
    }
    if (from) text += `<circle class="sight-end" cx="${r1(from.x)}" cy="${r1(from.y)}" r="9"/>`;
  }
  if (cursor) {
    const outline = layout.outline(cursor, 4);
    text += `<path class="cursor-edge" d="${outline}"/><path class="cursor" d="${outline}"/>`;
  }
  return text;
}

/** What a hint points at: counters, or a place and the way there. @param {Advised} advised @param {Layout} layout @param {Map<string, Spot>} spots @param {boolean} round */
function advice(advised, layout, spots, round) {
  const { pieces, place: name, path } = advised;
  const at = layout.centre(name);
  let text = "";
  if (at) {
    const outline = layout.outline(name, 6);
    text += `<path class="advised-edge" d="${outline}"/><path class="advised-place" d="${outline}"/>`;
    const points = path.map((each) => layout.centre(each)).filter((p) => p !== null);
    if (points.length > 1)
      text += `<path class="advised-way" d="M${points.map((p) => `${r1(p.x)} ${r1(p.y)}`).join("L")}"/>`;
    text += flag(`translate(${r1(at.x)} ${r1(at.y)})`, layout instanceof HexLayout ? 62 : 120);
  }
  for (const id of pieces) {
    const spot = spots.get(id);
    if (!spot) continue;
    text += ring(spot, "advised", "", round);
    const high = round ? (SIZE / 2) * spot.scale + 8 : spot.box ? spot.box[1] / 2 + 8 : SIZE / 2 + 8;
    text += flag(round ? `translate(${r1(spot.x)} ${r1(spot.y)})` : place(spot), high);
  }
  return text;
}

/** An arrow for a choice; a ring where it has no way to go. @param {Pointer} arrow @param {Layout} layout @param {Map<string, Spot>} spots @param {boolean} round */
function pointer(arrow, layout, spots, round) {
  const from = spots.get(arrow.piece);
  const to = spots.get(arrow.target) ?? layout.centre(arrow.place);
  const word = arrow.kind === "better" ? "Better" : "Played";
  if (!from || !to || Math.hypot(to.x - from.x, to.y - from.y) < 1) {
    const only = spots.get(arrow.target) ?? from;
    if (only) return ring(only, `arrow-${arrow.kind}`, word, round);
    return to ? `<path class="arrow-place arrow-${arrow.kind}" d="${layout.outline(arrow.place, 5)}"/>` : "";
  }
  const long = Math.hypot(to.x - from.x, to.y - from.y);
  const [ux, uy] = [(to.x - from.x) / long, (to.y - from.y) / long];
  const tip = { x: to.x - ux * 14, y: to.y - uy * 14 };
  const neck = { x: tip.x - ux * 30, y: tip.y - uy * 30 };
  const head = `M${r1(tip.x)} ${r1(tip.y)}L${r1(neck.x - uy * 18)} ${r1(neck.y + ux * 18)}L${r1(neck.x + uy * 18)} ${r1(neck.y - ux * 18)}Z`;
  const middle = { x: (from.x + neck.x) / 2, y: (from.y + neck.y) / 2 };
  return (
    `<g class="arrow arrow-${arrow.kind}"><path class="arrow-edge" d="${line(from, neck)}"/><path class="arrow-line" d="${line(from, neck)}"/>` +
    `<path class="arrow-head" d="${head}"/><g class="arrow-word" transform="translate(${r1(middle.x)} ${r1(middle.y)})">` +
    `<rect x="-40" y="-15" width="80" height="30" rx="15"/><text y="1">${word}</text></g></g>`
  );
}

/** The word over what is advised. @param {string} where @param {number} high */
function flag(where, high) {
  return (
    `<g class="advised-flag" transform="${where}"><g transform="translate(0 ${r1(-high)})">` +
    `<g><rect x="-36" y="-17" width="72" height="34" rx="17"/><text y="1">Here</text></g></g></g>`
  );
}

/** @param {Point} a @param {Point} b */
function line(a, b) {
  return `M${r1(a.x)} ${r1(a.y)}L${r1(b.x)} ${r1(b.y)}`;
}

/** @param {Point[]} points */
function way(points) {
  if (points.length < 2) return "";
  const d = `M${points.map((p) => `${r1(p.x)} ${r1(p.y)}`).join("L")}`;
  const end = points[points.length - 1];
  const dot = `<circle class="path-end" cx="${r1(end.x)}" cy="${r1(end.y)}" r="15"/>`;
  return `<path class="path-edge" d="${d}"/><path class="path-line" d="${d}"/>${dot}`;
}

/** What is shown of zones: of the option that is pointed at or looked at, or else of the piece that is pointed at or chosen. @param {Marks} marks @param {Zone[]} zones */
export function areasShown(marks, zones) {
  if (marks.areas.length) return marks.areas;
  if (marks.looked.length) return marks.looked;
  const of = (/** @type {string} */ piece) => (piece ? zones.filter((zone) => zone.of?.includes(piece)) : []);
  const near = of(marks.near);
  return near.length ? near : of(marks.selected);
}

/** Who lies in them. @param {Zone[]} areas @param {Map<string, Spot>} spots @param {boolean} round */
export function held(areas, spots, round) {
  const kinds = new Map(areas.flatMap((zone) => (zone.holds ?? []).map((id) => [id, zone.kind])));
  return [...kinds].map(([id, kind]) => ring(spots.get(id), `held h-${kind.replace(/[^a-z]+/g, "-")}`, "", round)).join("");
}

/** A ring around a counter, with a word below it. @param {Spot | undefined} spot @param {string} sort @param {string} word @param {boolean} [round] */
function ring(spot, sort, word, round = false) {
  if (!spot) return "";
  const half = halfOf(spot, round);
  const [w, h] = spot.box ? [spot.box[0] / 2 + 5, spot.box[1] / 2 + 5] : [half, half];
  const box = `x="${r1(-w)}" y="${r1(-h)}" width="${r1(2 * w)}" height="${r1(2 * h)}" rx="${round ? r1(half) : 16}"`;
  const label = word ? below(spot, word, round) : "";
  return `<g class="ring ${sort}" transform="${put(spot, round)}"><rect class="edge" ${box}/><rect ${box}/>${label}</g>`;
}

/** The word of a ring by itself. @param {Spot | undefined} spot @param {string} word @param {boolean} round */
function words(spot, word, round) {
  return spot && word ? `<g class="ring-word" transform="${put(spot, round)}">${below(spot, word, round)}</g>` : "";
}

/** @param {Spot} spot @param {string} word @param {boolean} round */
function below(spot, word, round) {
  const half = halfOf(spot, round);
  const h = spot.box ? spot.box[1] / 2 + 5 : half;
  return `<g transform="translate(0 ${r1(round ? half : 0)})">${chance(word, h + 6)}</g>`;
}

/** @param {Spot} spot @param {boolean} round */
function halfOf(spot, round) {
  return round ? (SIZE / 2) * spot.scale + 3 : SIZE / 2 + 5;
}

/** @param {Spot} spot @param {boolean} round */
function put(spot, round) {
  return round ? `translate(${r1(spot.x)} ${r1(spot.y)})` : place(spot);
}

/** A word on a plate. @param {string} word @param {number} lower */
function chance(word, lower) {
  const wide = word.length * 15 + 18;
  return (
    `<g class="chance" transform="translate(0 ${r1(lower)})"><rect x="${-wide / 2}" y="-15" width="${wide}" height="30" rx="15"/>` +
    `<text y="1">${escape(word)}</text></g>`
  );
}
