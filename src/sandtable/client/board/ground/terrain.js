/**
 * The ground of a hex map as a printed map: tinted clear ground, hills with contours, woods of single trees,
 * parcelled fields, houses, waters, roads and rails. All from the view's board; always the same for the same board.
 */

import { escape, r1 } from "../../dom.js";
import { Field } from "./field.js";
import { polygon, RADIUS } from "../hexes.js";
import { flat } from "./plain.js";
import { dice, hash, noise, textSeed } from "./random.js";
import { row } from "./rows.js";
import { blob, bridge, clip, disc, scatter, toSegment } from "./strokes.js";
import { curvesOf, hachures, Keep, mix, pathOf, sideLines } from "./ways.js";

const SLOPES = new Set(["crest", "bank", "cliff"]); // classes of lines that are hachured

/** @typedef {import("../../types.js").Hex} Hex */
/** @typedef {import("../../types.js").Point} Point */
/** @typedef {import("../hexes.js").HexLayout} HexLayout */

/** Which classes of the palette take part in which shape. @type {Record<string, string[]>} */
const SHAPES = {
  hill: ["hill", "hill woods"],
  woods: ["woods", "hill woods"],
  light: ["light woods"],
  field: ["field"],
  town: ["town"],
  rough: ["rough"],
  low: ["low"],
  marsh: ["marsh"],
  beach: ["beach"],
  works: ["works"],
};

/**
 * The whole ground as SVG text.
 * @param {HexLayout} layout
 * @param {string} id a name of its own for the clip paths: two maps may be on one page
 * @param {boolean} [plain] every hex in one colour
 * @returns {string}
 */
export function ground(layout, id, plain = false) {
  const sheet = new Sheet(layout, id);
  const inside = `<g clip-path="url(#${id}-sheet)">`;
  if (plain) return [sheet.defs(), inside, sheet.flat(), sheet.lines(), sheet.works(), sheet.outside(), `</g>`].join("");
  sheet.probe();
  return [
    sheet.defs(),
    inside,
    sheet.clear(),
    sheet.hills(),
    sheet.low(),
    sheet.plain("beach"),
    sheet.fields(),
    sheet.marsh(),
    sheet.rough(),
    sheet.town(),
    sheet.water(),
    sheet.lines(),
    sheet.houses(),
    sheet.woods(),
    sheet.works(),
    sheet.outside(),
    `</g>`,
  ].join("");
}

/** The grid with the names of its hexes, which lie over the ground. @param {HexLayout} layout */
export function grid(layout) {
  return gridLines(layout) + names(layout);
}

/** What stands along sides of a hex: an overgrown bank, a wall, a fence. @param {HexLayout} layout @param {Hex} hex @param {number[]} sides @param {string} look */
function sideRow(layout, hex, sides, look) {
  const corners = layout.corners(layout.middle(hex), RADIUS - 1);
  return sides.map((side) => row([corners[side - 1], corners[side % 6]], look)).join("");
}

class Sheet {
  /** @param {HexLayout} layout @param {string} id */
  constructor(layout, id) {
    this.layout = layout;
    this.id = id;
    this.board = layout.board;
    const { board } = this;
    /** @type {Map<string, string>} */
    this.classOf = new Map(board.terrain.map((kind) => [kind.key, kind.colour ?? "clear"]));
    /** @type {Map<string, string>} */
    this.lineClass = new Map((board.lines ?? []).map((kind) => [kind.key, kind.colour ?? kind.key]));
    /** @type {(Hex | undefined)[]} the hex of each cell of a field, found once */
    this.cells = [];
    /** @type {boolean[]} whether a cell lies in its hex, and not beyond the edge of the map */
    this.inside = [];
    this.keep = new Keep();
  }

  /** Find the hex of each cell of a field, and what must stay free of trees and houses. */
  probe() {
    const { board, layout } = this;
    new Field(layout.width, layout.height).paint((x, y) => {
      const inside = (/** @type {number} */ v, /** @type {number} */ most) => Math.max(40, Math.min(most - 40, v));
      const hex = layout.nearest(inside(x, layout.width), inside(y, layout.height));
      this.cells.push(hex);
      const corners = hex ? layout.corners(layout.middle(hex), RADIUS) : [];
      const turns = corners.map((a, i) => {
        const b = corners[(i + 1) % corners.length];
        return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
      });
      this.inside.push(turns.every((turn) => turn >= 0) || turns.every((turn) => turn <= 0));
      return 0;
    });
    for (const hex of board.hexes) {
      for (const way of hex.ways ?? []) {
        const wander = this.lineClass.get(way.kind) === "water" ? 50 : 16;
        for (const curve of curvesOf(layout, hex, way.sides ?? [], wander)) this.keep.add(curve);
      }
    }
  }

  /** How high a hex lies. @param {Hex} hex */
  level(hex) {
    return Math.max(hex.level ?? 0, SHAPES.hill.includes(this.ground(hex)) ? 1 : 0);
  }

  flat() {
    return flat(
      this.layout,
      (hex) => this.ground(hex),
      (hex) => this.level(hex),
    );
  }

  /** @param {Hex} hex */
  ground(hex) {
    return this.classOf.get(hex.terrain) ?? "clear";
  }

  /** @param {(hex: Hex) => boolean} test @param {boolean} [strictly] only within hexes, not beyond the edge of the map @returns {Field} */
  field(test, strictly = false) {
    const member = new Map(this.board.hexes.map((hex) => [hex, test(hex) ? 1 : 0]));
    let k = 0;
    return new Field(this.layout.width, this.layout.height).paint(() => {
      const [hex, inside] = [this.cells[k], this.inside[k] || !strictly];
      k += 1;
      return hex && inside ? (member.get(hex) ?? 0) : 0;
    });
  }

  /** @param {string} shape @returns {Field | null} */
  shape(shape) {
    const classes = new Set(SHAPES[shape]);
    if (!this.board.hexes.some((hex) => classes.has(this.ground(hex)))) return null;
    return this.field((hex) => classes.has(this.ground(hex))).blur(22);
  }

  defs() {
    const { width, height } = this.layout;
    const crop = (/** @type {number} */ n, /** @type {number} */ gap, /** @type {number} */ angle) =>
      `<pattern id="${this.id}-crop${n}" width="${gap}" height="${gap}" patternUnits="userSpaceOnUse" patternTransform="rotate(${angle})">` +
      `<rect class="t-crop${n % 3}" width="${gap}" height="${gap}"/><path class="t-furrow" d="M0 ${gap / 2}H${gap}"/></pattern>`;
    return (
      `<defs><clipPath id="${this.id}-sheet"><rect width="${r1(width)}" height="${r1(height)}" rx="10"/></clipPath>` +
      crop(0, 8, 20) +
      crop(1, 9, 75) +
      crop(2, 7, 130) +
      crop(3, 8, 160) +
      crop(4, 10, 48) +
      crop(5, 7, 100) +
      `</defs>`
    );
  }

  /** Clear ground: a tint, patches of another, tufts of grass. */
  clear() {
    const { width, height } = this.layout;
    const patches = new Field(width, height).paint((x, y) => 0.65 * noise(x, y, 420, 1) + 0.35 * noise(x, y, 150, 2));
    let grass = "";
    for (let y = 20; y < height; y += 34) {
      for (let x = 20; x < width; x += 34) {
        if (hash(x, y, 5) < 0.55) continue;
        const px = x + hash(x, y, 6) * 30;
        const py = y + hash(x, y, 7) * 30;
        if (!this.keep.free(px, py, 20)) continue;
        grass += `M${r1(px)} ${r1(py)}l-2-5m4 5l1-6m3 6l3-4`;
      }
    }
    return (
      `<rect class="t-clear" width="${width}" height="${height}"/>` +
      `<path class="t-patch" d="${patches.above(0.55)}"/><path class="t-patch2" d="${patches.above(0.68)}"/>` +
      `<path class="t-grass" d="${grass}"/>`
    );
  }

  /** Hills, a shape for each level, with contours and a lit and a dark slope. */
  hills() {
    const most = Math.max(0, ...this.board.hexes.map((hex) => this.level(hex)));
    let text = "";
    for (let n = 1; n <= most; n++) {
      const field = this.field((hex) => this.level(hex) >= n)
        .blur(26)
        .rough(0.2, 90, 10 + n);
      const foot = field.above(0.42);
      const slope = field.above(0.7);
      const top = field.above(0.93);
      const tone = Math.min(n, 4);
      text +=
        `<path class="t-shade" transform="translate(7 9)" d="${foot}"/>` +
        `<path class="t-light" transform="translate(-4 -5)" d="${foot}"/>` +
        `<path class="t-hill t-hill${tone}" d="${foot}"/>` +
        `<path class="t-shade soft" transform="translate(4 5)" d="${slope}"/>` +
        `<path class="t-hill t-hill${tone} b" d="${slope}"/>` +
        `<path class="t-hill t-hill${tone} c" d="${top}"/>` +
        `<path class="t-contour" d="${foot}${slope}"/><path class="t-contour thin" d="${top}"/>`;
    }
    return text;
  }

  /** Low ground: a hollow with strokes down into it. */
  low() {
    const field = this.shape("low");
    if (!field) return "";
    field.rough(0.2, 80, 21);
    let ticks = "";
    for (const [x, y] of scatter(this.layout, 15)) {
      const here = field.at(x, y);
      if (here < 0.4 || here > 0.62) continue;
      const dx = field.at(x + 14, y) - field.at(x - 14, y);
      const dy = field.at(x, y + 14) - field.at(x, y - 14);
      const long = Math.hypot(dx, dy) || 1;
      ticks += `M${r1(x)} ${r1(y)}l${r1((dx / long) * 13)} ${r1((dy / long) * 13)}`;
    }
    return (
      `<path class="t-low" d="${field.above(0.42)}"/><path class="t-low b" d="${field.above(0.72)}"/>` +
      `<path class="t-lowline" d="${field.above(0.42)}"/><path class="t-lowtick" d="${ticks}"/>`
    );
  }

  /** @param {string} shape */
  plain(shape) {
    const field = this.shape(shape);
    return field ? `<path class="t-${shape}" d="${field.rough(0.2, 70, 22).above(0.45)}"/>` : "";
  }

  /** Cultivated land: parcels of different crops, furrowed, with balks between them. */
  fields() {
    const tilled = (/** @type {Hex} */ hex) => SHAPES.field.includes(this.ground(hex));
    if (!this.board.hexes.some(tilled)) return "";
    const field = this.field(tilled, true).blur(22); // parcels end with the map, and so does their edge
    const shape = field.rough(0.1, 60, 23).above(0.47);
    let parcels = "";
    let balks = "";
    for (const hex of this.board.hexes) {
      if (!tilled(hex)) continue;
      const c = this.layout.middle(hex);
      const roll = dice(textSeed(hex.name));
      const angle = (Math.floor(roll() * 3) * 60 + 15 + roll() * 20) * (Math.PI / 180);
      const ux = Math.cos(angle);
      const uy = Math.sin(angle);
      const cuts = [-115, -25 - roll() * 25, 25 + roll() * 25, 115];
      let crop = Math.floor(roll() * 6);
      for (let i = 0; i < 3; i++) {
        const [p, q] = [cuts[i], cuts[i + 1]];
        const at = (/** @type {number} */ a, /** @type {number} */ b) => ({
          x: c.x + ux * a - uy * b,
          y: c.y + uy * a + ux * b,
        });
        const strip = [at(-120, p), at(120, p), at(120, q), at(-120, q)];
        const inHex = clip(strip, this.layout.corners(c, RADIUS + 0.6));
        if (inHex.length < 3) continue;
        parcels += `<path fill="url(#${this.id}-crop${crop})" d="${polygon(inHex)}"/>`;
        balks += polygon(inHex);
        crop = (crop + 1 + Math.floor(roll() * 3)) % 6;
      }
    }
    return (
      `<clipPath id="${this.id}-fields"><path d="${shape}"/></clipPath>` +
      `<g clip-path="url(#${this.id}-fields)">${parcels}<path class="t-balk" d="${balks}"/></g><path class="t-fieldline" d="${shape}"/>`
    );
  }

  marsh() {
    const field = this.shape("marsh");
    if (!field) return "";
    let tufts = "";
    for (const [x, y] of scatter(this.layout, 30)) {
      if (field.at(x, y) > 0.55 && this.keep.free(x, y, 18))
        tufts += `M${r1(x - 12)} ${r1(y)}h24m-17 0v-8m5 8v-11m5 11v-8`;
    }
    return `<path class="t-marsh" d="${field.rough(0.25, 60, 24).above(0.45)}"/><path class="t-tuft" d="${tufts}"/>`;
  }

  /** Rough ground: stones lying about. */
  rough() {
    const field = this.shape("rough");
    if (!field) return "";
    field.rough(0.3, 50, 25);
    let stones = "";
    let shades = "";
    let grit = "";
    for (const [x, y, k] of scatter(this.layout, 23)) {
      if (field.at(x, y) < 0.52 || !this.keep.free(x, y, 20)) continue;
      if (hash(x, y, k) < 0.35) {
        grit += `M${r1(x)} ${r1(y)}h4m5 6h3m-14 3h3`;
        continue;
      }
      const size = 6 + 8 * hash(x, y, 26);
      const stone = blob(x, y, size, 27);
      stones += stone;
      shades += blob(x + 2.5, y + 3, size, 27);
    }
    return (
      `<path class="t-rough" d="${field.above(0.45)}"/><path class="t-grit" d="${grit}"/>` +
      `<path class="t-dark" d="${shades}"/><path class="t-stone" d="${stones}"/>`
    );
  }

  town() {
    const field = this.shape("town");
    this.streets = field;
    return field ? `<path class="t-town" d="${field.rough(0.12, 60, 28).above(0.45)}"/>` : "";
  }

  /** Lakes and rivers: a broad ribbon from hex to hex. */
  water() {
    const { layout } = this;
    const wet = this.board.hexes.filter((hex) => this.ground(hex) === "water");
    if (!wet.length) return "";
    /** @type {[Point, Point][]} */
    const bones = [];
    for (const hex of wet) {
      const here = layout.middle(hex);
      const near = [1, 2, 3, 4, 5, 6].filter((side) => {
        const other = layout.beyond(hex, side);
        return other && this.ground(other) === "water";
      });
      for (const side of near) bones.push([here, layout.sideOf(here, side)]);
      if (!near.length) bones.push([here, here]);
      if (near.length === 1) {
        // A river that ends at the edge of the map goes on over it.
        const across = ((near[0] + 2) % 6) + 1;
        const out = [across, (across % 6) + 1, ((across + 4) % 6) + 1].find((side) => !layout.beyond(hex, side));
        if (out) bones.push([here, mix(here, layout.sideOf(here, out), 2.4)]);
      }
    }
    const field = new Field(layout.width, layout.height).paint((x, y) => {
      const wander = 26 * (noise(x, y, 110, 31) - 0.5);
      for (const [a, b] of bones) {
        if (Math.abs(x - a.x) < 260 && Math.abs(y - a.y) < 260 && toSegment(x, y, a, b) < 50 + wander) return 1;
      }
      return 0;
    });
    field.blur(18);
    let waves = "";
    for (const [x, y] of scatter(layout, 38)) {
      if (field.at(x, y) > 0.85) waves += `M${r1(x - 10)} ${r1(y)}q5-5 10 0t10 0`;
    }
    return (
      `<path class="t-bank" d="${field.above(0.36)}"/><path class="t-water" d="${field.above(0.5)}"/>` +
      `<path class="t-deep" d="${field.above(0.86)}"/><path class="t-wave" d="${waves}"/>`
    );
  }

  /** Streams, then roads, then rails, then bridges; then what lies along the sides of hexes. */
  lines() {
    /** @type {Record<string, string>} */
    const paths = {};
    let bridges = "";
    let crests = "";
    let banks = "";
    /** @type {Record<string, string>} what stands along sides, by its look */
    const rows = {};
    for (const hex of this.board.hexes) {
      for (const way of hex.ways ?? []) {
        const sort = this.lineClass.get(way.kind) ?? way.kind;
        const curves = curvesOf(this.layout, hex, way.sides ?? [], sort === "water" ? 50 : 16);
        paths[sort] = (paths[sort] ?? "") + curves.map(pathOf).join("");
        const wet =
          this.ground(hex) === "water" || hex.ways?.some((other) => this.lineClass.get(other.kind) === "water");
        if (sort === "bridge" || (wet && (sort === "road" || sort === "railroad") && curves.length)) {
          const broad = this.ground(hex) === "water";
          if (curves[0]) bridges += bridge(curves[0], broad);
        }
      }
      for (const edge of hex.edges ?? []) {
        const look = this.lineClass.get(edge.kind) ?? edge.kind;
        if (SLOPES.has(look)) crests += hachures(this.layout, hex, edge.sides ?? []);
        else if (look === "water") banks += sideLines(this.layout, hex, edge.sides ?? []);
        else if (look === "hedge") rows.hedge = (rows.hedge ?? "") + sideLines(this.layout, hex, edge.sides ?? [], 3);
        else rows[look] = (rows[look] ?? "") + sideRow(this.layout, hex, edge.sides ?? [], look);
      }
    }
    const two = (/** @type {string} */ sort, /** @type {string} */ name) =>
      paths[sort]
        ? `<path class="t-${name}-edge" d="${paths[sort]}"/><path class="t-${name}" d="${paths[sort]}"/>`
        : "";
    return (
      (banks ? `<path class="t-stream-edge" d="${banks}"/><path class="t-stream" d="${banks}"/>` : "") +
      two("water", "stream") +
      (paths.trail ? `<path class="t-trail" d="${paths.trail}"/>` : "") +
      two("road", "road") +
      two("bridge", "road") +
      bridges +
      (paths.railroad
        ? `<path class="t-ties" d="${paths.railroad}"/><path class="t-rail" d="${paths.railroad}"/>`
        : "") +
      (crests ? `<path class="t-crest" d="${crests}"/>` : "") +
      (rows.hedge ? `<path class="t-hedge" d="${rows.hedge}"/><path class="t-hedge b" d="${rows.hedge}"/>` : "") +
      Object.entries(rows)
        .filter(([look]) => look !== "hedge")
        .map(([, art]) => art)
        .join("")
    );
  }

  /** Houses along the streets. */
  houses() {
    const field = this.streets;
    if (!field) return "";
    let shade = "";
    const roofs = ["", "", ""];
    let ridges = "";
    /** @type {Point[]} */
    const built = [];
    for (const hex of this.board.hexes) {
      if (this.ground(hex) !== "town") continue;
      const c = this.layout.middle(hex);
      const roll = dice(textSeed(hex.name) + 5);
      const turn = (Math.floor(roll() * 6) * 30 + 8) * (Math.PI / 180);
      for (let n = 0; n < 60; n++) {
        const far = Math.sqrt(roll()) * 92;
        const way = roll() * 2 * Math.PI;
        const x = c.x + far * Math.cos(way);
        const y = c.y + far * Math.sin(way);
        const [w, d] = [12 + roll() * 7, 8 + roll() * 3.5];
        const kind = Math.floor(roll() * 2.6);
        if (field.at(x, y) < 0.6 || !this.keep.free(x, y, w + 9)) continue;
        if (built.some((p) => Math.hypot(p.x - x, p.y - y) < 34)) continue;
        built.push({ x, y });
        const angle = turn + (roll() < 0.3 ? Math.PI / 2 : 0);
        const u = { x: Math.cos(angle), y: Math.sin(angle) };
        const at = (/** @type {number} */ a, /** @type {number} */ b) => ({
          x: x + u.x * a - u.y * b,
          y: y + u.y * a + u.x * b,
        });
        const house = [at(-w, -d), at(w, -d), at(w, d), at(-w, d)];
        roofs[kind] += polygon(house);
        shade += polygon(house.map((p) => ({ x: p.x + 4, y: p.y + 5 })));
        const [a, b] = [at(-w, 0), at(w, 0)];
        ridges += `M${r1(a.x)} ${r1(a.y)}L${r1(b.x)} ${r1(b.y)}`;
      }
    }
    return (
      `<path class="t-dark" d="${shade}"/>` +
      roofs.map((d, i) => `<path class="t-roof${i}" d="${d}"/>`).join("") +
      `<path class="t-ridge" d="${ridges}"/>`
    );
  }

  /** Woods: single trees on dark ground, none on the roads. */
  woods() {
    const thick = this.shape("woods");
    const light = this.shape("light");
    let text = "";
    let shade = "";
    const tones = ["", "", ""];
    let shine = "";
    const tree = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size) => {
      const tone = Math.floor(hash(x, y, 33) * 3);
      shade += disc(x + 5, y + 7, size);
      tones[tone] += blob(x, y, size, 34);
      shine += disc(x - size * 0.3, y - size * 0.34, size * 0.42);
    };
    if (thick) {
      thick.rough(0.16, 60, 35);
      text += `<path class="t-woods" d="${thick.above(0.46)}"/>`;
      for (const [x, y] of scatter(this.layout, 25)) {
        if (thick.at(x, y) > 0.5 && this.keep.free(x, y, 24)) tree(x, y, 11 + 6 * hash(x, y, 36));
      }
    }
    if (light) {
      text += `<path class="t-light-woods" d="${light.rough(0.3, 60, 37).above(0.46)}"/>`;
      for (const [x, y] of scatter(this.layout, 46)) {
        if (light.at(x, y) > 0.55 && this.keep.free(x, y, 24)) tree(x, y, 10 + 5 * hash(x, y, 38));
      }
    }
    return (
      text +
      `<path class="t-dark" d="${shade}"/>` +
      tones.map((d, i) => `<path class="t-tree${i}" d="${d}"/>`).join("") +
      `<path class="t-shine" d="${shine}"/>`
    );
  }

  /** Field works: a zigzag of trench. */
  works() {
    let path = "";
    for (const hex of this.board.hexes) {
      if (this.ground(hex) !== "works") continue;
      const c = this.layout.middle(hex);
      path += `M${r1(c.x - 70)} ${r1(c.y + 8)}l20-20h20l20 22h20l20-22h20l18 18`;
    }
    return path ? `<path class="t-works-edge" d="${path}"/><path class="t-works" d="${path}"/>` : "";
  }

  /** What is on the sheet but in no hex is a little faded. */
  outside() {
    const { width, height } = this.layout;
    const holes = this.board.hexes.map((hex) => polygon(this.layout.corners(this.layout.middle(hex)))).join("");
    return `<path class="t-outside" fill-rule="evenodd" d="M0 0H${r1(width)}V${r1(height)}H0Z${holes}"/>`;
  }
}

/** @param {HexLayout} layout */
function gridLines(layout) {
  let path = "";
  let dots = "";
  for (const hex of layout.board.hexes) {
    const c = layout.middle(hex);
    const corners = layout.corners(c);
    for (let side = 1; side <= 6; side++) {
      if (side > 3 && layout.beyond(hex, side)) continue; // drawn by the other one
      const a = corners[side - 1];
      const b = corners[side % 6];
      path += `M${r1(a.x)} ${r1(a.y)}L${r1(b.x)} ${r1(b.y)}`;
    }
    dots += `M${r1(c.x)} ${r1(c.y)}h.1`;
  }
  return `<path class="t-grid" d="${path}"/><path class="t-dot" d="${dots}"/>`;
}

export const LABEL = 84; // how far below the middle of a hex its name is written

/** @param {HexLayout} layout */
function names(layout) {
  let text = "";
  for (const hex of layout.board.hexes) {
    const c = layout.middle(hex);
    text += `<text class="t-name" x="${r1(c.x)}" y="${r1(c.y - 67)}">${escape(hex.name)}</text>`;
    // The height of the ground for those who do not tell tints apart.
    if (hex.level)
      text += `<text class="t-level" x="${r1(c.x - (layout.flat ? 66 : 58))}" y="${r1(c.y + 4)}">${hex.level > 0 ? "▲" : "▼"}${Math.abs(hex.level)}</text>`;
    if (hex.label) text += `<text class="t-label" data-label="${escape(hex.name)}" x="${r1(c.x)}" y="${r1(c.y + LABEL)}">${escape(hex.label)}</text>`;
  }
  return text;
}
