/** A piece of country from above, as a terrain card shows it: always the same for the same name. */

import { r1 } from "../dom.js";
import { dice, textSeed } from "./ground/random.js";
import { blob, disc } from "./ground/strokes.js";

/** @typedef {() => number} Roll */
/** @typedef {{w: number, h: number, roll: Roll, turned: boolean, id: string}} Sheet */

/**
 * @param {string} name key of the terrain, by which a picture is chosen if there is one
 * @param {string} colour else its class of the palette
 * @param {string} seed
 * @param {number} w @param {number} h
 * @param {number} turned quarters clockwise
 * @param {string} id a name of its own for the patterns
 */
export function landscape(name, colour, seed, w, h, turned, id) {
  const sheet = { w, h, roll: dice(textSeed(seed)), turned: turned % 2 === 1, id };
  const known = (/** @type {string} */ word) => (Object.hasOwn(PICTURES, word) ? PICTURES[word] : null);
  const draw = known(name) ?? known(colour) ?? meadow;
  return `<rect class="t-clear" width="${w}" height="${h}"/>${patches(sheet)}${grass(sheet, 46)}${draw(sheet)}`;
}

/** @param {Sheet} s */
const forest = (s) => `<rect class="t-woods" width="${s.w}" height="${s.h}" opacity="0.7"/>${trees(s, 62, 0)}`;
/** @param {Sheet} s */
const lane = (s) => road(s, 40) + verge(s);
/** @param {Sheet} s */
const brook = (s) => stream(s, false);

/** By keys of terrain and by classes of the palette (docs/views.md). @type {Record<string, (sheet: Sheet) => string>} */
const PICTURES = {
  field: meadow,
  crops,
  orchard,
  "light woods": (s) => trees(s, 18, 0),
  woods: forest,
  hill,
  "hill woods": (s) => hill(s) + trees(s, 26, 0),
  building,
  chateau: building,
  ruins,
  village,
  town: village,
  railroad,
  road: lane,
  trail: lane,
  bridge: (s) => stream(s, true) + road(s, 40),
  stream: brook,
  river: brook,
  lake,
  water: lake,
  marsh,
  hedgerow: hedges,
  hedge: hedges,
  bocage: hedges,
  crater: craters,
  craters,
  works: craters,
  rough: craters,
  beach: (s) => `<rect class="t-beach" width="${s.w}" height="${s.h}"/>`,
};

/** @param {Sheet} s */
function meadow(s) {
  return grass(s, 60);
}

/** @param {Sheet} s */
function patches({ w, h, roll }) {
  let text = "";
  for (let i = 0; i < 4; i++) text += blob(roll() * w, roll() * h, 50 + roll() * 60, 3 + i);
  return `<path class="t-patch2" opacity="0.6" d="${text}"/>`;
}

/** @param {Sheet} s @param {number} count */
function grass({ w, h, roll }, count) {
  let text = "";
  for (let i = 0; i < count; i++) text += `M${r1(roll() * w)} ${r1(roll() * h)}l-3-7m5 7l1-8m3 8l4-6`;
  return `<path class="t-grass" d="${text}"/>`;
}

/** Single trees, the lower ones in front. @param {Sheet} s @param {number} count @param {number} top */
function trees({ w, h, roll }, count, top) {
  const found = Array.from({ length: count }, () => [roll() * w, top + roll() * (h - top), 14 + roll() * 9]).sort(
    (a, b) => a[1] - b[1],
  );
  return found.map(([x, y, size], i) => tree(x, y, size, i)).join("");
}

/** @param {number} x @param {number} y @param {number} size @param {number} tone */
function tree(x, y, size, tone) {
  return `<path class="t-dark" d="${disc(x + 5, y + 7, size)}"/><path class="t-tree${tone % 3}" d="${blob(x, y, size, 34)}"/><path class="t-shine" d="${disc(x - size * 0.3, y - size * 0.34, size * 0.4)}"/>`;
}

/** @param {Sheet} s */
function orchard(s) {
  let text = "";
  for (let j = 0; j < 4; j++)
    for (let i = 0; i < 6; i++)
      text += tree(
        40 + i * (s.w / 6.4) + s.roll() * 8,
        62 + j * (s.h / 4.9) + s.roll() * 8,
        15 + s.roll() * 3,
        i + j,
      );
  return text;
}

/** @param {Sheet} s */
function hill({ w, h }) {
  const ring = (/** @type {number} */ k, /** @type {string} */ cls) =>
    `<path class="${cls}" d="${oval(w / 2 - 8 * (1 - k), h / 2 + 10 * k, w * 0.47 * k, h * 0.46 * k)}"/>`;
  return (
    `<path class="t-shade" transform="translate(9 12)" d="${oval(w / 2, h / 2 + 8, w * 0.47, h * 0.46)}"/>` +
    ring(1, "t-hill1") +
    ring(0.76, "t-hill1 b") +
    ring(0.52, "t-hill1 c") +
    ring(0.28, "t-hill2 b") +
    [1, 0.76, 0.52, 0.28].map((k) => ring(k, "t-contour")).join("")
  );
}

/** @param {number} x @param {number} y @param {number} rx @param {number} ry */
function oval(x, y, rx, ry) {
  const points = Array.from({ length: 12 }, (_, i) => {
    const a = (i / 12) * 2 * Math.PI;
    const k = 1 + 0.08 * Math.sin(3 * a + 1) + 0.05 * Math.sin(5 * a);
    return [x + rx * k * Math.cos(a), y + ry * k * Math.sin(a)];
  });
  const mid = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
    `${r1((a[0] + b[0]) / 2)} ${r1((a[1] + b[1]) / 2)}`;
  let path = `M${mid(points[11], points[0])}`;
  points.forEach((p, i) => (path += `Q${r1(p[0])} ${r1(p[1])} ${mid(p, points[(i + 1) % 12])}`));
  return `${path}Z`;
}

/** @param {number} x @param {number} y @param {number} w @param {number} h @param {number} tone */
function house(x, y, w, h, tone) {
  const d = Math.min(w, h) / 2;
  return (
    `<rect class="t-dark" x="${r1(x + 6)}" y="${r1(y + 9)}" width="${w}" height="${h}"/><rect class="t-roof${tone % 3} p-roof" x="${r1(x)}" y="${r1(y)}" width="${w}" height="${h}"/>` +
    `<path class="p-lit" d="M${r1(x)} ${r1(y)}h${w}l${-d} ${d}h${-(w - 2 * d)}Z"/>` +
    `<path class="t-ridge" d="M${r1(x)} ${r1(y)}l${d} ${d}l${-d} ${r1(h - d)}M${r1(x + d)} ${r1(y + d)}h${r1(w - 2 * d)}M${r1(x + w)} ${r1(y)}l${-d} ${d}l${d} ${r1(h - d)}"/>`
  );
}

/** @param {Sheet} s */
function village(s) {
  const spots = [
    [38, 62, 84, 46],
    [150, 54, 58, 58],
    [250, 60, 92, 44],
    [40, 190, 62, 62],
    [140, 206, 96, 46],
    [276, 186, 74, 66],
  ];
  return road(s, 26) + spots.map(([x, y, w, h], i) => house(x + s.roll() * 14, y + s.roll() * 8, w, h, i)).join("");
}

/** @param {Sheet} s */
function building(s) {
  return (
    `<path class="t-town" d="${oval(s.w / 2, s.h / 2 + 8, 180, 112)}"/>` +
    house(s.w / 2 - 104, s.h / 2 - 46, 208, 96, 0) +
    house(s.w / 2 - 138, s.h / 2 + 26, 72, 66, 1) +
    tree(56, 84, 19, 1) +
    tree(s.w - 50, 92, 21, 2) +
    tree(s.w - 66, s.h - 54, 18, 0)
  );
}

/** @param {Sheet} s */
function ruins(s) {
  const wall = (/** @type {number} */ x, /** @type {number} */ y) =>
    `<path class="p-wall-shade" transform="translate(4 5)" d="M${x} ${y + 62}V${y}H${x + 44}m22 0h26v38"/><path class="p-wall" d="M${x} ${y + 62}V${y}H${x + 44}m22 0h26v38"/>`;
  return `<path class="t-town" d="${oval(s.w / 2, s.h / 2 + 10, 176, 108)}"/>${stones(s, 60)}${wall(70, 80)}${wall(230, 72)}${wall(150, 180)}`;
}

/** @param {Sheet} s @param {number} count */
function stones({ w, h, roll }, count) {
  let shade = "";
  let text = "";
  for (let i = 0; i < count; i++) {
    const [x, y, size] = [24 + roll() * (w - 48), 52 + roll() * (h - 80), 4 + roll() * 8];
    shade += blob(x + 2, y + 3, size, 27);
    text += blob(x, y, size, 27);
  }
  return `<path class="t-dark" d="${shade}"/><path class="t-stone" d="${text}"/>`;
}

/** From edge to edge, across or, on a turned card, from top to bottom. @param {Sheet} s @param {number} bend */
function line({ w, h, roll, turned }, bend) {
  const b = (roll() - 0.5) * 2 * bend;
  return turned
    ? `M${w / 2} -10Q${r1(w / 2 + b)} ${h * 0.25} ${w / 2} ${h / 2}T${w / 2} ${h + 10}`
    : `M-10 ${h / 2 + 12}Q${w * 0.25} ${r1(h / 2 + 12 + b)} ${w / 2} ${h / 2 + 12}T${w + 10} ${h / 2 + 12}`;
}

/** @param {Sheet} s @param {number} wide */
function road(s, wide) {
  const d = line(s, 26);
  return `<path class="t-road-edge" style="stroke-width:${wide + 8}" d="${d}"/><path class="t-road" style="stroke-width:${wide}" d="${d}"/><path class="k-rut" d="${d}"/>`;
}

/** Trees along a road. @param {Sheet} s */
function verge(s) {
  let text = "";
  for (let i = 0; i < 6; i++) {
    const along = 40 + i * 68;
    text += s.turned ? tree(s.w / 2 - 56, along * 0.72, 14, i) : tree(along, s.h / 2 - 40 + s.roll() * 6, 14, i);
  }
  return text;
}

/** @param {Sheet} s */
function railroad(s) {
  const d = line(s, 10);
  return `<path class="k-ballast" d="${d}"/><path class="t-ties" style="stroke-width:34" d="${d}"/><path class="t-rail" style="stroke-width:4" transform="translate(0 -8)" d="${d}"/><path class="t-rail" style="stroke-width:4" transform="translate(0 8)" d="${d}"/>${grass(s, 20)}`;
}

/** @param {Sheet} s @param {boolean} across the other way */
function stream(s, across) {
  const d = line({ ...s, turned: across ? !s.turned : s.turned }, 70);
  return `<path class="t-stream-edge" style="stroke-width:64" d="${d}"/><path class="t-stream" style="stroke-width:50" d="${d}"/><path class="k-ripple" d="${d}"/>`;
}

/** @param {Sheet} s */
function lake(s) {
  let waves = "";
  for (let i = 0; i < 26; i++)
    waves += `M${r1(70 + s.roll() * (s.w - 150))} ${r1(80 + s.roll() * (s.h - 140))}q7-7 14 0t14 0`;
  return `<path class="t-bank" d="${oval(s.w / 2, s.h / 2 + 10, s.w * 0.46, s.h * 0.4)}"/><path class="t-water" d="${oval(s.w / 2, s.h / 2 + 10, s.w * 0.435, s.h * 0.37)}"/><path class="t-deep" d="${oval(s.w / 2 - 10, s.h / 2 + 6, s.w * 0.28, s.h * 0.22)}"/><path class="t-wave" d="${waves}"/>`;
}

/** @param {Sheet} s */
function marsh(s) {
  let tufts = "";
  let pools = "";
  for (let i = 0; i < 7; i++)
    pools += blob(40 + s.roll() * (s.w - 80), 70 + s.roll() * (s.h - 110), 18 + s.roll() * 24, 9);
  for (let i = 0; i < 46; i++)
    tufts += `M${r1(14 + s.roll() * (s.w - 40))} ${r1(54 + s.roll() * (s.h - 70))}h24m-17 0v-9m5 9v-13m5 13v-9`;
  return `<rect class="t-marsh" width="${s.w}" height="${s.h}" opacity="0.85"/><path class="t-water" opacity="0.75" d="${pools}"/><path class="t-tuft" d="${tufts}"/>`;
}

/** @param {Sheet} s */
function hedges(s) {
  let text = crops(s);
  for (let i = 0; i < 30; i++) {
    const x = (i / 29) * s.w;
    text += tree(x, s.h / 2 + 14 + s.roll() * 8, 15 + s.roll() * 5, i);
  }
  for (let i = 0; i < 16; i++)
    text += tree(s.w * 0.62 + s.roll() * 6, 44 + (i / 15) * (s.h - 60), 13 + s.roll() * 4, i);
  return text;
}

/** @param {Sheet} s */
function craters(s) {
  let text = `<rect class="t-rough" width="${s.w}" height="${s.h}" opacity="0.7"/>${stones(s, 30)}`;
  for (let i = 0; i < 6; i++) {
    const [x, y, r] = [54 + s.roll() * (s.w - 110), 76 + s.roll() * (s.h - 120), 20 + s.roll() * 18];
    text += `<path class="k-spoil" d="${blob(x, y, r + 9, 12)}"/><path class="k-hole" d="${blob(x + 2, y + 3, r, 13)}"/>`;
  }
  return text;
}

/** @param {Sheet} s */
function crops(s) {
  const strips = [
    [-20, 0, 150, s.h],
    [130, 0, 150, s.h],
    [280, 0, 180, s.h],
  ];
  let text = "";
  strips.forEach(([x, y, w, h], i) => {
    const gap = 11 + i;
    let rows = "";
    for (let k = y; k < y + h; k += gap) rows += `M${x} ${k}h${w}`;
    text += `<g transform="rotate(-8 ${s.w / 2} ${s.h / 2})"><rect class="t-crop${(i + Math.floor(s.roll() * 3)) % 3}" x="${x}" y="${y - 40}" width="${w}" height="${h + 80}"/><path class="t-furrow" d="${rows}"/><path class="t-balk" d="M${x + w} ${y - 40}v${h + 80}"/></g>`;
  });
  return text;
}
