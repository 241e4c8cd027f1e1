/** A table measured in hundredths of an inch: 100 of them are drawn as 40 units; north is up. */

import { r1 } from "../dom.js";

/** @typedef {import("../types.js").PlaneBoard} PlaneBoard */
/** @typedef {import("../types.js").Ground} Ground */
/** @typedef {import("../types.js").Shape} Shape */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Point} Point */

export const SCALE = 0.4;
const EDGE = 46; // the frame of the table
const NEAR = 60; // hundredths of an inch: how near to a line counts as on it

export class PlaneLayout {
  /** @param {PlaneBoard} board */
  constructor(board) {
    this.board = board;
    this.width = board.width * SCALE + 2 * EDGE;
    this.height = board.height * SCALE + 2 * EDGE;
    this.edge = EDGE;
    this.unit = 250 * SCALE; // about a tank
    this.counter = 64;
    this.flat = true;
    /** @type {Map<string, Ground>} */
    this.grounds = new Map((board.grounds ?? []).map((ground) => [ground.id, ground]));
  }

  /** A point of the table on the drawing. @param {number} x @param {number} y @returns {Point} */
  point(x, y) {
    return { x: EDGE + x * SCALE, y: EDGE + (this.board.height - y) * SCALE };
  }

  /** A point of the drawing on the table. @param {number} x @param {number} y @returns {[number, number]} */
  back(x, y) {
    return [Math.round((x - EDGE) / SCALE), Math.round(this.board.height - (y - EDGE) / SCALE)];
  }

  /** The middle of a ground, or the point that a word names: "3650,2800". @param {string} name @returns {Point | null} */
  centre(name) {
    const point = pointOf(name);
    if (point) return this.point(...point);
    const ground = this.grounds.get(name);
    if (!ground) return null;
    const points = this.points(ground.shape);
    if (ground.shape.line) return points[Math.floor(points.length / 2)];
    return { x: mean(points.map((p) => p.x)), y: mean(points.map((p) => p.y)) };
  }

  /** @param {Shape} shape @returns {Point[]} on the drawing */
  points(shape) {
    return shape.points.map(([x, y]) => this.point(x, y));
  }

  /** The ground under a point of the drawing. @param {number} x @param {number} y @returns {string} */
  placeAt(x, y) {
    const [px, py] = this.back(x, y);
    let found = "";
    for (const ground of this.board.grounds ?? []) if (within(ground.shape, px, py)) found = ground.id;
    return found;
  }

  /** @param {string} name @param {number} [inset] */
  outline(name, inset = 0) {
    const point = pointOf(name);
    if (point) return this.path({ points: [point], radius: Math.max(20, 60 - inset) });
    const ground = this.grounds.get(name);
    return ground ? this.path(ground.shape) : "";
  }

  /** One inch in a direction of the keyboard. @param {string} name @param {"up" | "down" | "left" | "right"} way @returns {string} */
  step(name, way) {
    const middle = this.centre(name);
    const { width, height } = this.board;
    const [x, y] = middle ? this.back(middle.x, middle.y) : [width / 2, height / 2];
    const [dx, dy] = { up: [0, 100], down: [0, -100], left: [-100, 0], right: [100, 0] }[way];
    return `${clamp(x + dx, width)},${clamp(y + dy, height)}`;
  }

  /** @returns {string[]} */
  places() {
    return [...this.grounds.keys()];
  }

  /** A shape as a path. @param {Shape} shape */
  path(shape) {
    const points = this.points(shape);
    if (points.length === 1) {
      const r = (shape.radius ?? 0) * SCALE;
      return `M${r1(points[0].x - r)} ${r1(points[0].y)}a${r1(r)} ${r1(r)} 0 1 0 ${r1(2 * r)} 0a${r1(r)} ${r1(r)} 0 1 0 ${r1(-2 * r)} 0Z`;
    }
    return `M${points.map((p) => `${r1(p.x)} ${r1(p.y)}`).join("L")}${shape.line ? "" : "Z"}`;
  }
}

/** The point that a word names, if it names one. @param {string} name @returns {[number, number] | null} */
export function pointOf(name) {
  const found = /^(-?\d+),(-?\d+)$/.exec(name);
  return found ? [Number(found[1]), Number(found[2])] : null;
}

/** A position as a word. @param {{x: number, y: number}} at */
export function wordOf(at) {
  return `${at.x},${at.y}`;
}

/** A shape laid down at a point and turned: it was drawn around 0, 0 and points north. @param {Shape} shape @param {number} x @param {number} y @param {number} facing @returns {Shape} */
export function laid(shape, x, y, facing) {
  const angle = ((facing ?? 0) / 18000) * Math.PI;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return {
    ...shape,
    points: shape.points.map(([px, py]) => [
      Math.round(x + px * cos + py * sin),
      Math.round(y - px * sin + py * cos),
    ]),
  };
}

/** Hundredths of an inch in words. @param {number} value */
export function inches(value) {
  return `${(value / 100).toFixed(value % 10 ? 2 : 1)}″`;
}

/** @param {Shape} shape @param {number} x @param {number} y on the table */
export function within(shape, x, y) {
  const { points } = shape;
  if (points.length === 1) return Math.hypot(x - points[0][0], y - points[0][1]) <= (shape.radius ?? 0);
  if (shape.line) {
    const near = Math.max(NEAR, shape.radius ?? 0);
    return points.some((p, i) => i > 0 && toLine(x, y, points[i - 1], p) <= near);
  }
  let odd = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [ax, ay] = points[i];
    const [bx, by] = points[j];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}

/** @param {number} x @param {number} y @param {[number, number]} a @param {[number, number]} b */
function toLine(x, y, a, b) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const long = dx * dx + dy * dy;
  const t = long ? Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / long)) : 0;
  return Math.hypot(x - a[0] - t * dx, y - a[1] - t * dy);
}

/** @param {number} value @param {number} most */
function clamp(value, most) {
  return Math.round(Math.max(0, Math.min(most, value)));
}

/** @param {number[]} values */
function mean(values) {
  return values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);
}
