/** A tape between any two points of a table; from base to base where it is laid at pieces. */

import { h, handy, r1 } from "../dom.js";
import { fillBar } from "./bar.js";
import { inches, PlaneLayout, pointOf, wordOf } from "../board/plane.js";

/** @typedef {import("../battle/screen.js").BattleScreen} BattleScreen */

export class MeasureTool {
  /** @param {BattleScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.on = false;
    this.from = ""; // a piece, or a point
    this.to = "";
    this.bar = h("div.tool-bar.measure-bar", { role: "status", hidden: true });
    screen.screen.append(this.bar);
  }

  get layout() {
    const { layout } = this.screen.board;
    return layout instanceof PlaneLayout ? layout : null;
  }

  toggle() {
    if (!this.layout) return;
    if (this.screen.sight.on) this.screen.sight.toggle();
    this.on = !this.on;
    this.from = this.to = "";
    this.screen.screen.classList.toggle("measuring", this.on);
    this.screen.topbar.querySelector('[data-tool="ruler"]')?.setAttribute("aria-pressed", String(this.on));
    this.bar.hidden = !this.on;
    this.draw("");
    if (this.on) this.say(handy("Click where to measure from, then where to measure to."));
  }

  /** @param {string} words */
  say(words) {
    fillBar(this, "ruler", "Close the tape measure", words);
  }

  /** @param {string} what a piece, or a point */
  tap(what) {
    if (!what) return;
    if (!this.from || this.to) {
      this.from = what;
      this.to = "";
    } else this.to = what;
    this.draw(this.to);
    this.screen.say(this.words(this.to || what));
  }

  /** @param {string} what */
  hover(what) {
    if (this.from && !this.to && what) this.draw(what);
  }

  /** Where it is, and how broad. @param {string} what @returns {{x: number, y: number, radius: number} | null} */
  end(what) {
    const point = pointOf(what);
    if (point) return { x: point[0], y: point[1], radius: 0 };
    const at = this.screen.view?.pieces?.find((each) => each.id === what)?.at;
    return at ? { x: at.x, y: at.y, radius: at.radius ?? 0 } : null;
  }

  /** @param {string} to */
  words(to) {
    const [a, b] = [this.end(this.from), this.end(to)];
    if (!a || !b) return "";
    const far = Math.hypot(a.x - b.x, a.y - b.y);
    const bases = a.radius + b.radius;
    const gap = Math.max(0, far - bases);
    const name = (/** @type {string} */ what) => (pointOf(what) ? "" : this.screen.nameOf(what));
    const who = [name(this.from), name(to)].filter(Boolean).join(" to ");
    return `${who ? `${who}: ` : ""}${inches(Math.round(gap))}${bases ? ` between bases, ${inches(Math.round(far))} between centres` : ""}`;
  }

  /** @param {string} to */
  draw(to) {
    const { layout, screen } = this;
    const part = screen.board.parts.measure;
    if (!part || !layout) return;
    const [a, b] = [this.end(this.from), this.end(to)];
    if (!this.on || !a) {
      part.replaceChildren();
      return;
    }
    const from = layout.point(a.x, a.y);
    let text = `<circle class="tape-end" cx="${r1(from.x)}" cy="${r1(from.y)}" r="8"/>`;
    if (b) {
      const end = layout.point(b.x, b.y);
      const d = `M${r1(from.x)} ${r1(from.y)}L${r1(end.x)} ${r1(end.y)}`;
      const gap = Math.max(0, Math.hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius);
      const [mx, my] = [(from.x + end.x) / 2, (from.y + end.y) / 2];
      text +=
        `<path class="tape-edge" d="${d}"/><path class="tape" d="${d}"/><path class="tape-marks" d="${marks(from, end)}"/>` +
        `<circle class="tape-end" cx="${r1(end.x)}" cy="${r1(end.y)}" r="8"/>` +
        `<g class="tape-word" transform="translate(${r1(mx)} ${r1(my)})"><rect x="-44" y="-20" width="88" height="40" rx="12"/><text>${inches(Math.round(gap))}</text></g>`;
      this.say(this.words(to));
    }
    part.innerHTML = text;
  }

  /** What a click at a point means: the piece there, or the point. @param {string} piece @param {number} x @param {number} y on the drawing */
  at(piece, x, y) {
    const layout = /** @type {PlaneLayout} */ (this.layout);
    if (this.end(piece)) return piece;
    const [px, py] = layout.back(x, y);
    return wordOf({ x: px, y: py });
  }
}

/** A stroke across the tape at every inch. @param {{x: number, y: number}} a @param {{x: number, y: number}} b */
function marks(a, b) {
  const long = Math.hypot(b.x - a.x, b.y - a.y);
  if (long < 1) return "";
  const [ux, uy] = [(b.x - a.x) / long, (b.y - a.y) / long];
  let text = "";
  for (let n = 1; n * 40 < long; n++) {
    const half = n % 6 === 0 ? 11 : 6;
    const [x, y] = [a.x + ux * n * 40, a.y + uy * n * 40];
    text += `M${r1(x - uy * half)} ${r1(y + ux * half)}L${r1(x + uy * half)} ${r1(y - ux * half)}`;
  }
  return text;
}
