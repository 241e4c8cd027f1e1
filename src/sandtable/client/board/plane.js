/** A table measured in hundredths of an inch: 100 of them are drawn as 40 units; north is up. */

import { escape, r1 } from "../dom.js";
import { dice, textSeed } from "./random.js";

/** @typedef {import("../types.js").PlaneBoard} PlaneBoard */
/** @typedef {import("../types.js").Shape} Shape */
/** @typedef {import("../types.js").Point} Point */

const SCALE = 0.4;
const EDGE = 30;

export class PlaneLayout {
  /** @param {PlaneBoard} board */
  constructor(board) {
    this.board = board;
    this.width = board.width * SCALE + 2 * EDGE;
    this.height = board.height * SCALE + 2 * EDGE;
    this.unit = 100 * SCALE;
    this.counter = 64;
    this.flat = true;
  }

  /** A point of the table on the drawing. @param {number} x @param {number} y @returns {Point} */
  point(x, y) {
    return { x: EDGE + x * SCALE, y: EDGE + (this.board.height - y) * SCALE };
  }

  /** A point of the drawing on the table. @param {number} x @param {number} y @returns {[number, number]} */
  back(x, y) {
    return [Math.round((x - EDGE) / SCALE), Math.round(this.board.height - (y - EDGE) / SCALE)];
  }

  /** @param {string} _name @returns {Point | null} */
  centre(_name) {
    const ground = this.board.grounds?.find((each) => each.id === _name);
    if (!ground) return null;
    const points = ground.shape.points.map(([x, y]) => this.point(x, y));
    return { x: mean(points.map((p) => p.x)), y: mean(points.map((p) => p.y)) };
  }

  /** @param {number} _x @param {number} _y @returns {string} */
  placeAt(_x, _y) {
    return "";
  }

  /** @param {string} _name @param {number} [_inset] */
  outline(_name, _inset) {
    return "";
  }

  /** @param {string} name @param {"up" | "down" | "left" | "right"} _way @returns {string} */
  step(name, _way) {
    return name;
  }

  /** @returns {string[]} */
  places() {
    return [];
  }

  /** A shape as a path. @param {Shape} shape */
  path(shape) {
    const points = shape.points.map(([x, y]) => this.point(x, y));
    if (points.length === 1) {
      const r = (shape.radius ?? 0) * SCALE;
      return `M${r1(points[0].x - r)} ${r1(points[0].y)}a${r1(r)} ${r1(r)} 0 1 0 ${r1(2 * r)} 0a${r1(r)} ${r1(r)} 0 1 0 ${r1(-2 * r)} 0Z`;
    }
    return `M${points.map((p) => `${r1(p.x)} ${r1(p.y)}`).join("L")}${shape.line ? "" : "Z"}`;
  }

  /** @param {string} id @returns {string} */
  ground(id) {
    const kinds = new Map(this.board.terrain.map((kind) => [kind.key, kind]));
    let text = `<rect class="t-clear" width="${this.width}" height="${this.height}" rx="10"/>`;
    let grass = "";
    const roll = dice(textSeed(id) + 3);
    for (let i = 0; i < (this.width * this.height) / 5000; i++)
      grass += `M${r1(roll() * this.width)} ${r1(roll() * this.height)}l-2-5m4 5l1-6m3 6l3-4`;
    text += `<path class="t-grass" d="${grass}"/>`;
    for (let x = 0; x <= this.board.width; x += 1200) {
      const a = this.point(x, 0);
      text += `<path class="p-foot" d="M${a.x} ${EDGE}V${this.height - EDGE}"/>`;
    }
    for (let y = 0; y <= this.board.height; y += 1200) {
      const a = this.point(0, y);
      text += `<path class="p-foot" d="M${EDGE} ${a.y}H${this.width - EDGE}"/>`;
    }
    for (const ground of this.board.grounds ?? []) {
      const sort = (kinds.get(ground.terrain)?.colour ?? "clear").replace(/[^a-z]+/g, "-");
      const path = this.path(ground.shape);
      if (ground.shape.line) {
        const wide = Math.max(8, (ground.shape.radius ?? 20) * 2 * SCALE);
        const edge =
          sort === "water" ? "t-stream" : sort === "railroad" ? "t-rail" : sort === "hedge" ? "t-hedge" : "t-road";
        text += `<path class="${edge}-edge" style="stroke-width:${r1(wide + 5)}" d="${path}"/><path class="${edge}" style="stroke-width:${r1(wide)}" d="${path}"/>`;
      } else {
        text += `<path class="t-shade" transform="translate(4 6)" d="${path}"/><path class="k-card k-${sort}" d="${path}"/><path class="p-rim" d="${path}"/>`;
        if (/woods/.test(sort)) text += this.trees(ground.shape, ground.id);
      }
      const c = this.centre(ground.id);
      if (c && ground.name)
        text += `<text class="t-label small" x="${r1(c.x)}" y="${r1(c.y)}">${escape(ground.name)}</text>`;
    }
    return text;
  }

  /** @param {Shape} shape @param {string} seed */
  trees(shape, seed) {
    const points = shape.points.map(([x, y]) => this.point(x, y));
    const xs = points.map((p) => p.x);
    const ys = points.map((p) => p.y);
    const reach = (shape.radius ?? 0) * SCALE;
    const roll = dice(textSeed(seed));
    let text = "";
    for (let i = 0; i < 60; i++) {
      const x = Math.min(...xs) - reach + roll() * (Math.max(...xs) - Math.min(...xs) + 2 * reach);
      const y = Math.min(...ys) - reach + roll() * (Math.max(...ys) - Math.min(...ys) + 2 * reach);
      const within = points.length === 1 ? Math.hypot(x - xs[0], y - ys[0]) < reach - 10 : inside(x, y, points);
      if (within)
        text += `<circle class="t-dark" cx="${r1(x + 4)}" cy="${r1(y + 5)}" r="12"/><circle class="t-tree${i % 3}" cx="${r1(x)}" cy="${r1(y)}" r="${r1(9 + roll() * 4)}"/>`;
    }
    return text;
  }
}

/** @param {number[]} values */
function mean(values) {
  return values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);
}

/** @param {number} x @param {number} y @param {Point[]} ring */
function inside(x, y, ring) {
  let odd = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const a = ring[i];
    const b = ring[j];
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) odd = !odd;
  }
  return odd;
}
