/** The ground of a table in inches: woods of single trees, ploughed fields, roofs, contoured hills, hedges and walls. */

import { escape, r1 } from "../dom.js";
import { Field } from "./field.js";
import { SCALE, within } from "./plane.js";
import { dice, hash, noise, textSeed } from "./random.js";
import { row } from "./rows.js";
import { blob, disc } from "./strokes.js";

/** @typedef {import("../types.js").Ground} Ground */
/** @typedef {import("../types.js").Point} Point */
/** @typedef {import("./plane.js").PlaneLayout} PlaneLayout */

const ROWS = new Set(["hedge", "bocage", "wall", "works", "fence"]); // classes of lines that stand up
const FOOT = 1200;

/** In which order grounds lie upon each other: hills below fields below waters below roads below what stands up. @type {string[]} */
const ORDER = ["hill", "low", "beach", "clear", "field", "marsh", "rough", "water", "trail", "road", "railroad"];

/** The whole ground as SVG text. @param {PlaneLayout} layout @param {string} id a name of its own for the patterns */
export function tableGround(layout, id) {
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
    meadow(layout) +
    grounds
      .map((ground) =>
        ground.shape.line ? line(layout, ground, sort(ground)) : area(layout, ground, sort(ground), id),
      )
      .join("") +
    `</g>`
  );
}

/** What lies over the ground and stays sharp: names, the marks of the feet, inches along the frame. @param {PlaneLayout} layout */
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
  const names = (board.grounds ?? []).map((ground) => {
    const at = layout.centre(ground.id);
    if (!at || !ground.name) return "";
    const turned = ground.shape.line ? along(layout.points(ground.shape)) : null;
    return turned
      ? `<text class="t-label small" transform="translate(${r1(turned.x)} ${r1(turned.y)}) rotate(${r1(turned.angle)})" y="-14">${escape(ground.name)}</text>`
      : `<text class="t-label small" x="${r1(at.x)}" y="${r1(at.y)}">${escape(ground.name)}</text>`;
  });
  return `<path class="p-foot" d="${feet}"/><path class="p-tick" d="${ticks}"/>${numbers}${names.join("")}`;
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
    `<rect class="t-clear" x="${edge}" y="${edge}" width="${r1(width - 2 * edge)}" height="${r1(height - 2 * edge)}"/>` +
    `<path class="t-patch" d="${patches.above(0.55)}"/><path class="t-patch2" d="${patches.above(0.68)}"/>` +
    `<path class="t-grass" d="${grass}"/>`
  );
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
    return `<path class="t-marsh p-soft" d="${path}"/><path class="p-pool" d="${path}"/><path class="t-tuft" d="${tufts}"/>`;
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
    return `<path class="t-rough p-soft" d="${path}"/><path class="t-dark" d="${shades}"/><path class="t-stone" d="${stones}"/>`;
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

/** @param {PlaneLayout} layout @param {Ground} ground @param {string} path @param {number} gap */
function woods(layout, ground, path, gap) {
  let shade = "";
  let shine = "";
  const tones = ["", "", ""];
  for (const [x, y] of spread(layout, ground, gap)) {
    const size = 11 + 6 * hash(x, y, 36);
    tones[Math.floor(hash(x, y, 33) * 3)] += blob(x, y, size, 34);
    shade += disc(x + 5, y + 7, size);
    shine += disc(x - size * 0.3, y - size * 0.34, size * 0.42);
  }
  return (
    `<path class="t-woods p-floor${gap > 30 ? " light" : ""}" d="${path}"/><path class="t-dark" d="${shade}"/>` +
    tones.map((d, i) => `<path class="t-tree${i}" d="${d}"/>`).join("") +
    `<path class="t-shine" d="${shine}"/>`
  );
}

/** @param {PlaneLayout} layout @param {Ground} ground @param {string} path @param {string} id */
function field(layout, ground, path, id) {
  const roll = dice(textSeed(ground.id));
  const name = `${id}-f${textSeed(ground.id)}`;
  const crop = Math.floor(roll() * 3);
  const gap = 8 + Math.floor(roll() * 3);
  return (
    `<defs><pattern id="${name}" width="${gap}" height="${gap}" patternUnits="userSpaceOnUse" patternTransform="rotate(${r1(along(layout.points(ground.shape)).angle)})">` +
    `<rect class="t-crop${crop}" width="${gap}" height="${gap}"/><path class="t-furrow" d="M0 ${gap / 2}H${gap}"/></pattern></defs>` +
    `<path class="p-plain" fill="url(#${name})" d="${path}"/><path class="t-balk" d="${path}"/>`
  );
}

/** A roof with its ridge, and a shadow. @param {PlaneLayout} layout @param {Ground} ground @param {string} path */
function building(layout, ground, path) {
  const points = layout.points(ground.shape);
  if (points.length < 3) return `<path class="t-town" d="${path}"/>`;
  const middle = {
    x: points.reduce((sum, p) => sum + p.x, 0) / points.length,
    y: points.reduce((sum, p) => sum + p.y, 0) / points.length,
  };
  const tone = textSeed(ground.id) % 3;
  const { angle, long } = along(points);
  const turn = (angle / 180) * Math.PI;
  const deep = Math.max(
    ...points.map((p) => Math.abs((p.x - middle.x) * Math.sin(turn) - (p.y - middle.y) * Math.cos(turn))),
  );
  const reach = Math.max(6, long / 2 - deep);
  const ends = [-1, 1].map((k) => ({
    x: middle.x + k * reach * Math.cos(turn),
    y: middle.y + k * reach * Math.sin(turn),
  }));
  let lit = "";
  let hips = `M${r1(ends[0].x)} ${r1(ends[0].y)}L${r1(ends[1].x)} ${r1(ends[1].y)}`;
  const nearest = (/** @type {Point} */ p) =>
    Math.hypot(p.x - ends[0].x, p.y - ends[0].y) < Math.hypot(p.x - ends[1].x, p.y - ends[1].y) ? ends[0] : ends[1];
  points.forEach((p, i) => {
    const q = points[(i + 1) % points.length];
    const [a, b] = [nearest(p), nearest(q)];
    hips += `M${r1(p.x)} ${r1(p.y)}L${r1(a.x)} ${r1(a.y)}`;
    // The slopes to the north and the west are in the light.
    if ((p.y + q.y) / 2 < middle.y - 2 || ((p.x + q.x) / 2 < middle.x && Math.abs(p.x - q.x) < 4))
      lit += `M${r1(p.x)} ${r1(p.y)}L${r1(q.x)} ${r1(q.y)}L${r1(b.x)} ${r1(b.y)}L${r1(a.x)} ${r1(a.y)}Z`;
  });
  const shade = polygonOf(points.map((p) => ({ x: p.x + 9, y: p.y + 12 })));
  let tiles = "";
  for (const [x, y] of spread(layout, ground, 13)) tiles += `M${x} ${y}h5`;
  return (
    `<path class="t-dark" d="${shade}"/><path class="t-roof${tone} p-roof" d="${path}"/><path class="p-tiles" d="${tiles}"/>` +
    `<path class="p-lit" d="${lit}"/><path class="t-ridge" d="${hips}"/><path class="p-eaves" d="${path}"/>`
  );
}

/** Contours around the outline, with a lit and a dark slope. @param {PlaneLayout} layout @param {Ground} ground */
function hill(layout, ground) {
  const height = new Field(layout.width, layout.height).paint((x, y) => {
    const [tx, ty] = layout.back(x, y);
    return within(ground.shape, tx, ty) ? 1 : 0;
  });
  const foot = layout.path(ground.shape);
  height.blur(60, 2);
  const [low, mid, top] = [height.above(0.62), height.above(0.8), height.above(0.93)];
  return (
    `<path class="t-shade" transform="translate(8 10)" d="${foot}"/><path class="t-light" transform="translate(-5 -6)" d="${foot}"/>` +
    `<path class="t-hill1 p-soft" d="${foot}"/><path class="t-shade soft" transform="translate(5 6)" d="${low}"/>` +
    `<path class="t-hill1 b" d="${low}"/><path class="t-hill1 c" d="${mid}"/><path class="t-hill2 b" d="${top}"/>` +
    `<path class="t-contour" d="${foot}${low}"/><path class="t-contour thin" d="${mid}${top}"/>`
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
function along(points) {
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
