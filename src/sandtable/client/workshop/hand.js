/** The hand on the board of the workshop: it carries something to another place, or draws a stroke over places. */

import { PlaneLayout } from "../board/plane.js";
import { lineEdits } from "./lines.js";

/** @typedef {import("./draft.js").Mark} Mark */
/** @typedef {import("./screen.js").Workshop} Workshop */

export class Hand {
  /** @param {Workshop} shop */
  constructor(shop) {
    this.shop = shop;
    /** @type {Mark | null} */
    this.held = null;
    /** @type {PointerEvent | null} */
    this.last = null;
    this.dragged = false;
    /** @type {import("../types.js").Point | null} where a stroke is now */
    this.trail = null;
    /** @type {Set<string>} places that a stroke has touched */
    this.stroke = new Set();
  }

  /** Nothing is held or begun any more. */
  rest() {
    this.held = null;
    this.stroke = new Set();
  }

  /** @param {string} piece @param {PointerEvent} event */
  grab(piece, event) {
    this.dragged = false;
    if (this.strokes()) {
      this.stroke = new Set();
      this.last = null;
      this.over(event);
      return true;
    }
    if (this.shop.tool === "ground" && !this.shop.picking) {
      this.held = this.shop.ground.corner(this.inches(event));
      this.last = event;
      return Boolean(this.held);
    }
    if (this.shop.tool !== "select" || this.shop.picking) return false;
    if (!piece) return this.grabPlace(event);
    const found = this.shop.draft?.reading?.view?.pieces?.find((each) => each.id === piece);
    const at = found?.at ? `${found.at.x},${found.at.y}` : (found?.place ?? "");
    const marks = this.shop.at_(at).filter((each) => each.piece);
    this.held = marks.find((each) => each.path[1] === piece) ?? marks[0] ?? null;
    this.last = event;
    return Boolean(this.held);
  }

  /** Take an objective that stands alone. @param {PointerEvent} event */
  grabPlace(event) {
    const point = this.inches(event);
    const local = this.shop.board?.panzoom.local(event.clientX, event.clientY);
    const place = point ? written(point) : local ? (this.shop.board?.layout?.placeAt(local.x, local.y) ?? "") : "";
    this.held = this.shop.at_(place).find((each) => each.path[0] === "objectives" && (each.kind === "hex" || each.kind === "point")) ?? null;
    this.last = event;
    return Boolean(this.held);
  }

  /** @param {PointerEvent} event */
  drag(event) {
    this.last = event;
    this.dragged = true;
    if (this.strokes()) this.over(event);
  }

  /** Whether a press draws over hexes: it paints, draws a line, or picks places for a field. */
  strokes() {
    if (this.shop.picking) return ["hexes", "cells", "area", "groups"].includes(this.shop.picking.field.kind);
    return (this.shop.tool === "paint" && this.shop.sign) || (this.shop.tool === "lines" && this.shop.line);
  }

  /** The places between the last point and this one belong to the stroke. @param {PointerEvent} event */
  over(event) {
    const { board } = this.shop;
    if (!board) return;
    const to = board.panzoom.local(event.clientX, event.clientY);
    const from = this.trail ?? to;
    this.trail = to;
    const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / ((board.layout?.unit ?? 100) / 4)));
    const before = this.stroke.size;
    for (let i = 1; i <= steps; i++) {
      const place = board.layout?.placeAt(from.x + ((to.x - from.x) * i) / steps, from.y + ((to.y - from.y) * i) / steps) ?? "";
      if (place) this.stroke.add(place);
    }
    if (this.stroke.size !== before) this.shop.drawMarks();
  }

  drop() {
    const { held, last } = this;
    this.held = null;
    this.trail = null;
    if (this.stroke.size) {
      if (this.dragged) return this.stroked();
      this.stroke = new Set(); // a click, which is told apart
      return this.shop.drawMarks();
    }
    if (!held || !last || !this.shop.board || !this.dragged) return;
    const local = this.shop.board.panzoom.local(last.clientX, last.clientY);
    this.moved(held, this.shop.board.layout?.placeAt(local.x, local.y) ?? "", this.inches(last));
  }

  /** A stroke over places has ended. */
  stroked() {
    const stroke = [...this.stroke];
    this.stroke = new Set();
    if (this.shop.picking) this.shop.pickedMany(stroke);
    else if (this.shop.tool === "lines") {
      const edits = lineEdits(stroke, this.shop.line, this.shop.draft?.reading?.maps ?? {});
      if (typeof edits === "string") this.shop.say(edits);
      else void this.shop.edit(edits);
      this.shop.drawMarks();
    } else void this.shop.edit(stroke.map((hex) => ({ do: "paint", hex, sign: this.shop.sign, at: this.shop.at })));
  }

  /** Something was carried to another place. @param {Mark} held @param {string} place @param {[number, number] | null} point */
  moved(held, place, point) {
    this.held = null;
    if (held.kind === "point" && point) void this.shop.edit([{ do: "set", path: held.path, value: point }]);
    else if (held.kind === "hex" && place && !held.places?.includes(place)) void this.shop.edit([{ do: "set", path: held.path, value: place }]);
  }

  /** A point of the table in inches, to a quarter. @param {PointerEvent} event @returns {[number, number] | null} */
  inches(event) {
    const layout = this.shop.board?.layout;
    if (!(layout instanceof PlaneLayout) || !this.shop.board) return null;
    const local = this.shop.board.panzoom.local(event.clientX, event.clientY);
    const [x, y] = layout.back(local.x, local.y);
    const quarter = (/** @type {number} */ value) => Math.round(value / 25) / 4;
    return [quarter(x), quarter(y)];
  }
}

/** A point in inches as a place of the table. @param {[number, number]} point */
export function written([x, y]) {
  return `${x * 100},${y * 100}`;
}
