/** Ground on a table in inches: an outline or a line is clicked corner by corner, and its corners are dragged. */

import { h, r1 } from "../dom.js";
import { PlaneLayout } from "../board/plane.js";

/** @typedef {import("./draft.js").Mark} Mark */
/** @typedef {import("./draft.js").Step} Step */

const NEAR = 0.75; // inches

export class GroundTool {
  /** @param {import("./screen.js").Workshop} shop */
  constructor(shop) {
    this.shop = shop;
    this.kind = "";
    /** @type {[number, number][]} */
    this.points = [];
  }

  /** Whether this game has such ground. */
  get there() {
    const { game } = this.shop;
    return !game?.fields.grid && Boolean(game?.fields.tables.some((table) => table.path === "terrain[]"));
  }

  /** How many corners there must be: a line has two, an area three. */
  get least() {
    const found = this.shop.game?.catalogue.terrain?.find((each) => each.word === this.kind);
    return found?.figures?.shape === "line" ? 2 : 3;
  }

  draw() {
    const swatch = (/** @type {import("./form.js").Entry} */ each) =>
      h("button.ws-swatch", { type: "button", "data-ground": each.word, title: String(each.figures?.effects ?? ""), "aria-pressed": this.kind === each.word ? "true" : "false", onclick: () => {
        this.kind = this.kind === each.word ? "" : each.word;
        this.points = [];
        this.shop.use("ground");
      } }, each.name ?? each.word);
    return h("div.ws-swatches", null, (this.shop.game?.catalogue.terrain ?? []).map(swatch));
  }

  /** @returns {HTMLElement[]} */
  says() {
    if (!this.kind) return [h("p", null, "Choose the ground and click its corners; or drag a corner of what is there.")];
    const enough = this.points.length >= this.least;
    const ends = this.least === 3 ? "A click on the first corner, or Enter, closes it." : "Enter ends the line.";
    return [
      h("p", null, this.points.length ? `${this.points.length} ${this.points.length === 1 ? "corner" : "corners"}. ${ends}` : "Click its corners one by one."),
      h("button", { type: "button", disabled: !enough, onclick: () => void this.finish() }, "Done"),
      h("button", { type: "button", disabled: !this.points.length, onclick: () => {
        this.points.pop();
        this.show();
      } }, "Back"),
    ];
  }

  /** One more corner. @param {[number, number] | null} point */
  click(point) {
    if (!this.kind || !point) return;
    const first = this.points[0];
    if (first && this.points.length >= this.least && this.least === 3 && near(first, point)) return void this.finish();
    this.points.push(point);
    this.show();
  }

  show() {
    this.shop.drawMarks();
    this.shop.drawNote();
  }

  async finish() {
    const { kind, points, shop } = this;
    if (!kind || points.length < this.least) return;
    this.points = [];
    const rows = shop.draft?.reading?.values.terrain;
    const taken = new Set((Array.isArray(rows) ? rows : []).map((each) => each?.key));
    let number = 1;
    while (taken.has(`${kind}-${number}`)) number++;
    await shop.edit([{ do: "add", path: ["terrain"], value: { key: `${kind}-${number}`, kind, points } }]);
    this.show();
  }

  /** The corner of an outline in the text that is at a point. @param {[number, number] | null} point @returns {Mark | null} */
  corner(point) {
    if (!point || this.points.length) return null;
    for (const mark of this.outlines()) {
      const at = (mark.points ?? []).findIndex((each) => near(each, point));
      if (at >= 0) return { ...mark, path: [...mark.path, at], kind: "point" };
    }
    return null;
  }

  /** @returns {Mark[]} */
  outlines() {
    return (this.shop.draft?.reading?.marks ?? []).filter((each) => each.kind === "points" && each.path[0] === "terrain");
  }

  /** What is being drawn, and the corners that can be dragged. @param {PlaneLayout} layout */
  marks(layout) {
    const on = (/** @type {[number, number]} */ [x, y]) => layout.point(x * 100, y * 100);
    const dot = (/** @type {[number, number]} */ each, /** @type {string} */ cls) => `<circle class="${cls}" cx="${r1(on(each).x)}" cy="${r1(on(each).y)}" r="9"/>`;
    const path = this.points.map((each, i) => `${i ? "L" : "M"}${r1(on(each).x)} ${r1(on(each).y)}`).join("");
    const corners = this.points.length ? "" : this.outlines().flatMap((mark) => (mark.points ?? []).map((each) => dot(each, "ws-corner"))).join("");
    return `${corners}${path ? `<path class="ws-outline" d="${path}"/>` : ""}${this.points.map((each) => dot(each, "ws-mark")).join("")}`;
  }
}

/** @param {[number, number]} a @param {[number, number]} b */
function near(a, b) {
  return Math.hypot(a[0] - b[0], a[1] - b[1]) < NEAR;
}
