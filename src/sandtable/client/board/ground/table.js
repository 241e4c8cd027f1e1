/** The ground of a table in inches: woods of single trees, ploughed fields, roofs, contoured hills, hedges and walls. */

import { r1 } from "../../dom.js";
import { Field } from "./field.js";
import { SCALE, within } from "../plane.js";
import { dice, hash, noise, textSeed } from "./random.js";
import { row } from "./rows.js";
import { blob, disc } from "./strokes.js";

/** @typedef {import("../../types.js").Ground} Ground */
/** @typedef {import("../../types.js").Point} Point */
/** @typedef {import("../plane.js").PlaneLayout} PlaneLayout */

const ROWS = new Set(["hedge", "bocage", "wall", "works", "fence"]); // classes of lines that stand up
const FOOT = 1200;

/** In which order grounds lie upon each other: hills below fields below waters below roads below what stands up. @type {string[]} */
const ORDER = ["hill", "low", "beach", "clear", "field", "marsh", "rough", "water", "trail", "road", "railroad"];

/**
 * The whole ground as SVG text.
 * @param {PlaneLayout} layout @param {string} id a name of its own for the patterns @param {boolean} [plain] without grass
 */
export function tableGround(layout, id, plain = false) {
  const kinds = new Map(layout.board.terrain.map((kind) => [kind.key, kind.colour ?? "clear"]));
  const sort = (/** @type {Ground} */ ground) => kinds.get(ground.terrain) ?? "clear";
  const rank = (/** @type {Ground} */ ground) => {
    const at = ORDER.indexOf(sort(ground));
    return at < 0 ? ORDER.length : at;
  };
  const grounds = [...(layout.board.grounds ?? [])].sort((a, b) => rank(a) - rank(b));
  return (
    frame(layout) +
    `<clipPath id="${id}-top"><rect x="${layout.edge}" y="${layout.edge}" width="${r1(layout.width - 2 * layout.edge)}" height="${r1(layout.height - 2 * layout.edge)}"/></clipPath>` +
    `<g clip-path="url(#${id}-top)">` +
    (plain ? bare(layout) : bare(layout) + meadow(layout)) +
    roads(layout, grounds.filter((ground) => sort(ground) === "road")) +
    grounds
      .filter((ground) => sort(ground) !== "road")
      .map((ground) =>
        ground.shape.line ? line(layout, ground, sort(ground)) : area(layout, ground, sort(ground), id),
      )
      .join("") +
    `</g>`
  );
}

/** What lies over the ground and stays sharp: the marks of the feet, inches along the frame. @param {PlaneLayout} layout */
export function tableGrid(layout) {
  const { board, edge } = layout;
  let feet = "";
  let numbers = "";
  let ticks = "";
  for (let x = 0; x <= board.width; x += 100) {
    const at = layout.point(x, 0).x;
    const long = x % FOOT === 0 ? 15 : x % 600 === 0 ? 10 : 5;
    ticks += `M${r1(at)} ${edge}v${-long}M${r1(at)} ${layout.height - edge}v${long}`;
    if (x % FOOT) continue;
    if (x > 0 && x < board.width) feet += `M${r1(at)} ${edge}V${layout.height - edge}`;
    numbers +=
      `<text class="p-inch" x="${r1(at)}" y="${edge - 26}">${x / 100}</text>` +
      `<text class="p-inch" x="${r1(at)}" y="${layout.height - edge + 27}">${x / 100}</text>`;
  }
  for (let y = 0; y <= board.height; y += 100) {
    const at = layout.point(0, y).y;
    const long = y % FOOT === 0 ? 15 : y % 600 === 0 ? 10 : 5;
    ticks += `M${edge} ${r1(at)}h${-long}M${layout.width - edge} ${r1(at)}h${long}`;
    if (y % FOOT) continue;
    if (y > 0 && y < board.height) feet += `M${edge} ${r1(at)}H${layout.width - edge}`;
    numbers +=
      `<text class="p-inch" x="${edge - 28}" y="${r1(at)}">${y / 100}</text>` +
      `<text class="p-inch" x="${layout.width - edge + 28}" y="${r1(at)}">${y / 100}</text>`;
  }
  return `<path class="p-foot" d="${feet}"/><path class="p-tick" d="${ticks}"/>${numbers}`;
}

/** A wooden frame. @param {PlaneLayout} layout */
function frame(layout) {
  const { width, height, edge } = layout;
  let grain = "";
  for (let i = 0; i < 90; i++) {
    const roll = dice(i + 11);
    const y = roll() * height;
    const x = roll() * width;
    grain += `M${r1(x)} ${r1(y)}${y < edge || y > height - edge ? `h${r1(60 + roll() * 200)}` : `v${r1(40 + roll() * 160)}`}`;
  }
  return (
    `<rect class="p-frame" width="${r1(width)}" height="${r1(height)}" rx="12"/><path class="p-grain" d="${grain}"/>` +
    `<rect class="p-bevel" x="${edge - 3}" y="${edge - 3}" width="${r1(width - 2 * edge + 6)}" height="${r1(height - 2 * edge + 6)}" rx="3"/>`
  );
}

/** Clear ground: a tint, patches of another, tufts. @param {PlaneLayout} layout */
function bare(layout) {
  const { width, height, edge } = layout;
  return `<rect class="t-clear" x="${edge}" y="${edge}" width="${r1(width - 2 * edge)}" height="${r1(height - 2 * edge)}"/>`;
}

/** Patches of another tint, tufts of grass. @param {PlaneLayout} layout */
function meadow(layout) {
  const { width, height, edge } = layout;
  const patches = new Field(width, height).paint((x, y) =>
    x < edge || y < edge || x > width - edge || y > height - edge
      ? 0
      : 0.65 * noise(x, y, 420, 1) + 0.35 * noise(x, y, 150, 2),
  );
  let grass = "";
  for (let y = edge + 10; y < height - edge - 10; y += 34) {
    for (let x = edge + 10; x < width - edge - 20; x += 34) {
      if (hash(x, y, 5) < 0.6) continue;
      grass += `M${r1(x + hash(x, y, 6) * 20)} ${r1(y + hash(x, y, 7) * 20)}l-2-5m4 5l1-6m3 6l3-4`;
    }
  }
  return (
    `<path class="t-patch" d="${patches.above(0.55)}"/><path class="t-patch2" d="${patches.above(0.68)}"/>` +
    `<path class="t-grass" d="${grass}"/>`
  );
}

/** Roads bend, and where they cross they are one. @param {PlaneLayout} layout @param {Ground[]} grounds */
function roads(layout, grounds) {
  const lines = grounds.map((ground) => ({
    d: bent(layout.points(ground.shape)),
    wide: Math.max(12, (ground.shape.radius ?? 0) * 2 * SCALE),
  }));
  const layer = (/** @type {string} */ sort, /** @type {number} */ more) =>
    lines.map(({ d, wide }) => `<path class="${sort}" style="stroke-width:${r1(Math.max(2, wide + more))}" d="${d}"/>`).join("");
  return lines.length
    ? layer("t-road-edge", 5) +
        layer("t-road", 0) +
        lines.map(({ d, wide }) => `<path class="p-rut" style="stroke-width:${r1(wide * 0.5)}" d="${d}"/>`).join("") +
        lines.map(({ d, wide }) => `<path class="t-road" style="stroke-width:${r1(wide * 0.36)}" d="${d}"/>`).join("")
    : "";
}

/** A line through the middles of its parts, each point pulling. @param {Point[]} points */
function bent(points) {
  const at = (/** @type {Point} */ p) => `${r1(p.x)} ${r1(p.y)}`;
  const mid = (/** @type {Point} */ p, /** @type {Point} */ q) => at({ x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 });
  let d = `M${at(points[0])}`;
  for (let i = 1; i < points.length - 1; i++) d += `Q${at(points[i])} ${mid(points[i], points[i + 1])}`;
  return `${d}L${at(points[points.length - 1])}`;
}

/** @param {PlaneLayout} layout @param {Ground} ground @param {string} sort @param {string} id */
function area(layout, ground, sort, id) {
  const path = layout.path(ground.shape);
  if (sort === "hill") return hill(layout, ground);
  if (sort === "hill woods") return hill(layout, ground) + woods(layout, ground, path, 25);
  if (sort === "woods") return woods(layout, ground, path, 25);
  if (sort === "light woods") return woods(layout, ground, path, 42);
  if (sort === "town") return building(layout, ground, path);
  if (sort === "field") return field(layout, ground, path, id);
  if (sort === "marsh") {
    let tufts = "";
    for (const [x, y] of spread(layout, ground, 28)) tufts += `M${r1(x - 12)} ${r1(y)}h24m-17 0v-8m5 8v-11m5 11v-8`;
    const shore = natural(layout, ground, path);
    return `<path class="t-marsh p-soft" d="${shore}"/><path class="p-pool" d="${shore}"/><path class="t-tuft" d="${tufts}"/><path class="p-limit" d="${path}"/>`;
  }
  if (sort === "rough" || sort === "works") {
    let stones = "";
    let shades = "";
    for (const [x, y] of spread(layout, ground, 24)) {
      if (hash(x, y, 8) < 0.3) continue;
      const size = 5 + 7 * hash(x, y, 26);
      stones += blob(x, y, size, 27);
      shades += blob(x + 2.5, y + 3, size, 27);
    }
    return `<path class="t-rough p-soft" d="${sort === "rough" ? natural(layout, ground, path) : path}"/><path class="t-dark" d="${shades}"/><path class="t-stone" d="${stones}"/>`;
  }
  if (sort === "water") {
    let waves = "";
    for (const [x, y] of spread(layout, ground, 38)) waves += `M${r1(x - 10)} ${r1(y)}q5-5 10 0t10 0`;
    return `<path class="t-bank p-shore" d="${path}"/><path class="t-water" d="${path}"/><path class="t-wave" d="${waves}"/>`;
  }
  return `<path class="t-${sort.replace(/[^a-z]+/g, "-")} p-plain" d="${path}"/>`;
}

/** Points within a ground, without a pattern to the eye. @param {PlaneLayout} layout @param {Ground} ground @param {number} gap @returns {[number, number][]} */
function spread(layout, ground, gap) {
  const points = layout.points(ground.shape);
  const reach = points.length === 1 ? (ground.shape.radius ?? 0) * SCALE : 0;
  const [left, right] = [Math.min(...points.map((p) => p.x)) - reach, Math.max(...points.map((p) => p.x)) + reach];
  const [top, bottom] = [Math.min(...points.map((p) => p.y)) - reach, Math.max(...points.map((p) => p.y)) + reach];
  /** @type {[number, number][]} */
  const found = [];
  for (let j = 0, y = top; y < bottom; y += gap * 0.87, j++) {
    for (let i = 0, x = left + (j % 2 ? gap / 2 : 0); x < right; x += gap, i++) {
      const px = Math.round(x + (hash(i + Math.round(left), j, 51) - 0.5) * gap * 0.8);
      const py = Math.round(y + (hash(i, j + Math.round(top), 52) - 0.5) * gap * 0.8);
      const [tx, ty] = layout.back(px, py);
      if (within(ground.shape, tx, ty)) found.push([px, py]);
    }
  }
  return found;
}

/**
 * A wood: its floor has an uneven edge, and trees stand along it. The edge that counts is dotted.
 * @param {PlaneLayout} layout @param {Ground} ground @param {string} path @param {number} gap
 */
function woods(layout, ground, path, gap) {
  let shade = "";
  let shine = "";
  const tones = ["", "", ""];
  const corners = layout.points(ground.shape);
  // Corners are thin: a wood is round.
  const kept = (/** @type {[number, number]} */ [x, y]) =>
    corners.length < 3 || corners.every((c) => Math.hypot(c.x - x, c.y - y) > 46 + 18 * hash(x, y, 12));
  const rim = border(corners, gap * 0.62).filter(kept);
  const places = [...spread(layout, ground, gap).filter(kept), ...rim].sort((p, q) => p[1] - q[1]);
  let floor = "";
  for (const [x, y] of places) floor += disc(x, y, gap * 1.1);
  for (const [x, y] of places) {
    const size = 11 + 7 * hash(x, y, 36);
    tones[Math.floor(hash(x, y, 33) * 3)] += blob(x, y, size, 34);
    shade += disc(x + 5, y + 7, size);
    shine += disc(x - size * 0.3, y - size * 0.34, size * 0.42);
  }
  const light = gap > 30 ? " light" : "";
  return (
    `<path class="t-woods p-soil${light}" d="${floor}"/>` +
    `<path class="t-dark" d="${shade}"/>` +
    tones.map((d, i) => `<path class="t-tree${i}" d="${d}"/>`).join("") +
    `<path class="t-shine" d="${shine}"/><path class="p-limit" d="${path}"/>`
  );
}

/** Points along the edge of a shape, a little to and fro. @param {Point[]} points @param {number} gap @returns {[number, number][]} */
function border(points, gap) {
  /** @type {[number, number][]} */
  const found = [];
  points.forEach((p, i) => {
    const q = points[(i + 1) % points.length];
    const long = Math.hypot(q.x - p.x, q.y - p.y) || 1;
    const [nx, ny] = [(q.y - p.y) / long, -(q.x - p.x) / long];
    for (let at = gap / 2; at < long; at += gap) {
      const bend = (noise(p.x + at, p.y + i * 70, 80, 9) - 0.55) * gap * 3;
      found.push([
        Math.round(p.x + ((q.x - p.x) * at) / long + nx * bend),
        Math.round(p.y + ((q.y - p.y) * at) / long + ny * bend),
      ]);
    }
  });
  return found;
}

/**
 * The outline that nature would draw: round at the corners and uneven along the sides. The edge that counts is dotted.
 * @param {PlaneLayout} layout @param {Ground} ground @param {string} path where it has no corners
 */
function natural(layout, ground, path) {
  const corners = layout.points(ground.shape);
  if (corners.length < 3) return path;
  const points = border(corners, 34).map(([x, y]) => ({ x, y }));
  const middle = (/** @type {number} */ i) => {
    const [p, q] = [points[i % points.length], points[(i + 1) % points.length]];
    return `${r1((p.x + q.x) / 2)} ${r1((p.y + q.y) / 2)}`;
  };
  return `M${middle(0)}${points.map((_, i) => `Q${r1(points[(i + 1) % points.length].x)} ${r1(points[(i + 1) % points.length].y)} ${middle(i + 1)}`).join("")}Z`;
}

/** Two parcels, ploughed across each other, within a border that has grown; its true edge is dotted. @param {PlaneLayout} layout @param {Ground} ground @param {string} path @param {string} id */
function field(layout, ground, path, id) {
  const roll = dice(textSeed(ground.id));
  const name = `${id}-f${textSeed(ground.id)}`;
  const crop = Math.floor(roll() * 3);
  const gap = 8 + Math.floor(roll() * 3);
  const edge = natural(layout, ground, path);
  const points = layout.points(ground.shape);
  const { angle, long } = along(points);
  const rows = (/** @type {string} */ part, /** @type {number} */ sort, /** @type {number} */ turn) =>
    `<pattern id="${name}${part}" width="${gap}" height="${gap}" patternUnits="userSpaceOnUse" patternTransform="rotate(${r1(turn)})">` +
    `<rect class="t-crop${sort % 3}" width="${gap}" height="${gap}"/><path class="t-furrow" d="M0 ${gap / 2}H${gap}"/></pattern>`;
  const middle = [points.reduce((sum, p) => sum + p.x, 0), points.reduce((sum, p) => sum + p.y, 0)].map((sum) => r1(sum / points.length));
  const from = r1((roll() * 0.3 - 0.1) * long);
  const lean = r1((roll() - 0.5) * long * 0.3);
  const balk = `M${from - lean} ${r1(-long)}L${from + lean} ${r1(long)}`;
  return (
    `<defs>${rows("a", crop, angle)}${rows("b", crop + 1, angle + 82)}<clipPath id="${name}c"><path d="${edge}"/></clipPath></defs>` +
    `<g clip-path="url(#${name}c)"><path fill="url(#${name}a)" d="${edge}"/>` +
    `<g transform="translate(${middle[0]} ${middle[1]}) rotate(${r1(angle)})"><path fill="url(#${name}b)" d="${balk}H${r1(2 * long)}V${r1(-long)}Z"/><path class="t-balk" d="${balk}"/></g></g>` +
    `<path class="t-balk" d="${edge}"/><path class="p-limit" d="${path}"/>`
  );
}

/** A house, a barn or a church on its plot; the edge of the plot is what counts. @param {PlaneLayout} layout @param {Ground} ground @param {string} path */
function building(layout, ground, path) {
  const points = layout.points(ground.shape);
  if (points.length < 3) return `<path class="t-town" d="${path}"/>`;
  const { angle } = along(points);
  const middle = {
    x: points.reduce((sum, p) => sum + p.x, 0) / points.length,
    y: points.reduce((sum, p) => sum + p.y, 0) / points.length,
  };
  const turn = (angle / 180) * Math.PI;
  const across = (/** @type {Point} */ p) =>
    Math.abs((p.x - middle.x) * Math.sin(turn) - (p.y - middle.y) * Math.cos(turn));
  const ahead = (/** @type {Point} */ p) =>
    Math.abs((p.x - middle.x) * Math.cos(turn) + (p.y - middle.y) * Math.sin(turn));
  const [w, d] = [Math.max(...points.map(ahead)), Math.max(...points.map(across))];
  const seed = textSeed(ground.id);
  const art =
    ground.art === "church"
      ? church(w, d)
      : ground.art === "barn"
        ? barn(w, d, seed)
        : ground.art === "kiln"
          ? kiln(w, d)
          : house(w, d, seed);
  return (
    `<path class="p-yard" d="${path}"/>` +
    `<g transform="translate(${r1(middle.x)} ${r1(middle.y)}) rotate(${r1(angle)})">${art}</g>` +
    `<path class="p-limit" d="${path}"/>`
  );
}

/** A saddle roof from (x, y), so wide and deep, its ridge along the longer way. @param {number} x @param {number} y @param {number} w @param {number} d @param {string} tone */
function roof(x, y, w, d, tone) {
  const box = `M${r1(x)} ${r1(y)}h${r1(w)}v${r1(d)}h${r1(-w)}Z`;
  const level = w >= d;
  const lit = level ? `M${r1(x)} ${r1(y)}h${r1(w)}v${r1(d / 2)}h${r1(-w)}Z` : `M${r1(x)} ${r1(y)}h${r1(w / 2)}v${r1(d)}h${r1(-w / 2)}Z`;
  const ridge = level ? `M${r1(x)} ${r1(y + d / 2)}h${r1(w)}` : `M${r1(x + w / 2)} ${r1(y)}v${r1(d)}`;
  let tiles = "";
  for (let i = 1; i * 9 < (level ? d : w); i++)
    tiles += level ? `M${r1(x + 3)} ${r1(y + i * 9)}h${r1(w - 6)}` : `M${r1(x + i * 9)} ${r1(y + 3)}v${r1(d - 6)}`;
  return (
    `<path class="t-dark" transform="translate(7 9)" d="${box}"/><path class="${tone} p-roof" d="${box}"/>` +
    `<path class="p-lit" d="${lit}"/><path class="p-tiles" d="${tiles}"/><path class="t-ridge" d="${ridge}"/><path class="p-eaves" d="${box}"/>`
  );
}

/** @param {number} x @param {number} y */
function chimney(x, y) {
  return `<path class="t-dark" d="M${r1(x + 3)} ${r1(y + 4)}h9v9h-9Z"/><path class="p-chimney" d="M${r1(x)} ${r1(y)}h9v9h-9Z"/>`;
}

/** An angled house with a wing and a shed. @param {number} w half its plot @param {number} d @param {number} seed */
function house(w, d, seed) {
  const tone = `t-roof${seed % 3}`;
  const k = seed % 2 ? -1 : 1; // on which side the wing is
  const [ww, dd] = [2 * w, 2 * d];
  const wing = roof(k > 0 ? w - ww * 0.44 : -w + ww * 0.06, -d + dd * 0.34, ww * 0.38, dd * 0.6, tone);
  const shed = roof(k > 0 ? -w + ww * 0.06 : w - ww * 0.36, d - dd * 0.34, ww * 0.26, dd * 0.26, "t-roof1");
  const hall = roof(-w + ww * 0.05, -d + dd * 0.06, ww * 0.9, dd * 0.44, tone);
  return shed + wing + hall + chimney(k * w * 0.5, -d * 0.72) + bush(-k * w * 0.15, d * 0.62) + bush(-k * w * 0.02, d * 0.78);
}

/** One long roof, with a gate. @param {number} w @param {number} d @param {number} seed */
function barn(w, d, seed) {
  return (
    roof(-w * 0.92, -d * 0.8, w * 1.84, d * 1.25, "t-roof2") +
    `<path class="p-gate" d="M${r1(-w * 0.16)} ${r1(d * 0.45)}h${r1(w * 0.32)}v10h${r1(-w * 0.32)}Z"/>` +
    bush(w * (seed % 2 ? 0.6 : -0.6), d * 0.76)
  );
}

/** A long kiln with a boiler house, and a chimney whose shadow tells how tall it is. @param {number} w @param {number} d */
function kiln(w, d) {
  const [x, y, r] = [w * 0.62, -d * 0.5, Math.min(w, d) * 0.24];
  const bands = [1, 0.72, 0.44].map((part, i) => `<path class="${i === 2 ? "p-flue" : "p-chimney"}" d="${disc(x, y, r * part)}"/>`);
  return (
    roof(-w * 0.92, -d * 0.2, w * 1.7, d * 0.95, "t-roof0") +
    roof(-w * 0.92, -d * 0.88, w * 0.9, d * 0.56, "t-roof1") +
    `<path class="t-dark" d="M${r1(x - r)} ${r1(y)}l${r1(w * 0.34)} ${r1(d * 0.95)}h${r1(r * 0.9)}L${r1(x + r)} ${r1(y)}Z"/>${bands.join("")}`
  );
}

/** A nave with a transept, a choir and a tower with its spire and a cross. @param {number} w @param {number} d */
function church(w, d) {
  const tower = { x: -w * 0.7, r: d * 0.42 };
  const side = tower.r * 0.98;
  const spire = [
    [-side, -side, side, -side],
    [side, -side, side, side],
    [side, side, -side, side],
    [-side, side, -side, -side],
  ]
    .map(([x1, y1, x2, y2], i) => `<path class="p-spire s${i}" d="M0 0L${r1(x1)} ${r1(y1)}L${r1(x2)} ${r1(y2)}Z"/>`)
    .join("");
  return (
    `<path class="t-dark" transform="translate(7 9)" d="M${r1(w * 0.55)} ${r1(-d * 0.4)}a${r1(d * 0.4)} ${r1(d * 0.4)} 0 0 1 0 ${r1(d * 0.8)}Z"/>` +
    `<path class="p-slate p-roof" d="M${r1(w * 0.55)} ${r1(-d * 0.4)}a${r1(d * 0.4)} ${r1(d * 0.4)} 0 0 1 0 ${r1(d * 0.8)}Z"/>` +
    roof(w * 0.02, -d * 0.92, w * 0.36, d * 1.84, "p-slate") +
    roof(-w * 0.7, -d * 0.44, w * 1.28, d * 0.88, "p-slate") +
    `<g transform="translate(${r1(tower.x)} 0)"><rect class="t-dark" x="${r1(-side + 12)}" y="${r1(-side + 15)}" width="${r1(2 * side)}" height="${r1(2 * side)}"/>` +
    `<rect class="p-tower" x="${r1(-side - 3)}" y="${r1(-side - 3)}" width="${r1(2 * side + 6)}" height="${r1(2 * side + 6)}"/>${spire}` +
    `<path class="p-cross" d="M0-13v26M-8-4h16"/></g>` +
    [0, 1, 2, 3, 4].map((i) => `<path class="p-grave" d="M${r1(-w * 0.5 + i * w * 0.24)} ${r1(d * 0.72)}v9m-3.500-5.500h7"/>`).join("")
  );
}

/** @param {number} x @param {number} y */
function bush(x, y) {
  return `<path class="t-dark" d="${disc(x + 3, y + 4, 8)}"/><path class="t-tree1" d="${blob(Math.round(x), Math.round(y), 8, 3)}"/>`;
}

/** Contours around the outline, with a lit and a dark slope. @param {PlaneLayout} layout @param {Ground} ground */
function hill(layout, ground) {
  const height = new Field(layout.width, layout.height).paint((x, y) => {
    const [tx, ty] = layout.back(x, y);
    return within(ground.shape, tx, ty) ? 1 : 0;
  });
  const edge = layout.path(ground.shape);
  const foot = natural(layout, ground, edge);
  height.blur(60, 2);
  const [low, mid, top] = [height.above(0.62), height.above(0.8), height.above(0.93)];
  return (
    `<path class="t-shade" transform="translate(8 10)" d="${foot}"/><path class="t-light" transform="translate(-5 -6)" d="${foot}"/>` +
    `<path class="t-hill1 p-soft" d="${foot}"/><path class="t-shade soft" transform="translate(5 6)" d="${low}"/>` +
    `<path class="t-hill1 b" d="${low}"/><path class="t-hill1 c" d="${mid}"/><path class="t-hill2 b" d="${top}"/>` +
    `<path class="t-contour" d="${foot}${low}"/><path class="t-contour thin" d="${mid}${top}"/>` +
    `<path class="p-limit" d="${edge}"/>`
  );
}

/** @param {PlaneLayout} layout @param {Ground} ground @param {string} sort */
function line(layout, ground, sort) {
  const path = layout.path(ground.shape);
  const points = layout.points(ground.shape);
  const wide = (ground.shape.radius ?? 0) * 2 * SCALE;
  if (ROWS.has(sort)) return row(points, sort);
  if (sort === "railroad") return `<path class="t-ties" d="${path}"/><path class="t-rail" d="${path}"/>`;
  if (sort === "trail") return `<path class="t-trail" d="${path}"/>`;
  const name = sort === "water" ? "stream" : "road";
  const broad = Math.max(12, wide);
  return `<path class="t-${name}-edge" style="stroke-width:${r1(broad + 6)}" d="${path}"/><path class="t-${name}" style="stroke-width:${r1(broad)}" d="${path}"/>`;
}

/** The middle and the direction of the longest side, never upside down. @param {Point[]} points */
export function along(points) {
  let best = { x: points[0].x, y: points[0].y, angle: 0, long: 0 };
  for (let i = 0; i < points.length; i++) {
    const [a, b] = [points[i], points[(i + 1) % points.length]];
    const long = Math.hypot(b.x - a.x, b.y - a.y);
    if (long <= best.long || (points.length === 2 && i === 1)) continue;
    let angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    if (angle > 90) angle -= 180;
    if (angle < -90) angle += 180;
    best = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, angle, long };
  }
  return best;
}

/** @param {Point[]} points */
function polygonOf(points) {
  return `M${points.map((p) => `${r1(p.x)} ${r1(p.y)}`).join("L")}Z`;
}
