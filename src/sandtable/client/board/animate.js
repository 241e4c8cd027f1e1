/** What happened, shown on the board: marches, shots, losses, dice. From the lines of the log, fast, never in the way. */

import { drawing, h, r1 } from "../dom.js";
import { dieShape } from "../panel/cardface.js";
import { diceRow } from "../panel/diefaces.js";
import { merge } from "../story/log.js";
import { capital, settings } from "../settings.js";
import { place } from "./arrange.js";

/** @typedef {import("../types.js").LogLine} LogLine */
/** @typedef {import("../story/log.js").Entry} Entry */
/** @typedef {import("../types.js").Point} Point */
/** @typedef {import("./board.js").BoardView} BoardView */

export class Animator {
  /** @param {BoardView} board */
  constructor(board) {
    this.board = board;
    this.hurry = 1; // a factor for time: less when more is waiting
    this.stopped = 0;
    /** @type {HTMLElement | null} the cards that were flipped for one shot */
    this.row = null;
    this.rowTimer = 0;
  }

  /** Break off what is being shown. */
  stop() {
    this.stopped++;
  }

  /**
   * Show lines one after another; the board still has the view from before them.
   * @param {LogLine[]} lines @param {"off" | "fast" | "slow"} motion
   * @param {{begins?: (entry: Entry) => void, told?: (entry: Entry) => void}} [on] each event, before and after it is shown
   */
  async play(lines, motion, on = {}) {
    const entries = merge(lines);
    if (motion === "off" || document.hidden || !this.board.layout) {
      for (const entry of entries) on.told?.(entry);
      return;
    }
    const run = this.stopped;
    const pace = (motion === "slow" ? 2.4 : 1) * this.hurry * Math.min(1, 24 / Math.max(1, entries.length));
    for (const entry of entries) {
      if (this.stopped !== run) {
        on.told?.(entry);
        continue;
      }
      const { line, path } = entry;
      const { shows } = line;
      on.begins?.(entry);
      const shot = shows === "shot";
      if (shot) this.total(line, 1500 * pace);
      if (path.length > 1 && line.piece && !shot) await this.march(line, path, 105 * pace, run);
      else if (shows === "flip" && line.dice?.length) await this.flip(line, 430 * pace);
      else if (shot && line.target && line.piece) await this.shoot(line, 420 * pace);
      else if (shows === "hurt" || shows === "lost") await this.harm(line, 460 * pace);
      else if (shows === "news") await this.news(line, 620 * pace);
      else if (line.dice?.length && (line.place || line.piece)) await this.dice(line, 300 * pace);
      else if ((shot || shows === "burst") && line.place) await this.burst(line.place, 300 * pace);
      on.told?.(entry);
    }
  }

  /** Bring a point into the window, if one wants the camera to follow. @param {Point} at */
  follow(at) {
    if (settings().follow) this.board.panzoom.show(at.x, at.y, { passing: true });
  }

  /** @param {number} time @param {(part: number) => void} step @param {number} [run] */
  async tween(time, step, run = this.stopped) {
    if (time < 30) return step(1);
    const start = performance.now();
    await new Promise((resolve) => {
      const frame = (/** @type {number} */ now) => {
        const part = Math.min(1, Math.max(0, (now - start) / time));
        step(part);
        if (part < 1 && this.stopped === run) requestAnimationFrame(frame);
        else resolve(null);
      };
      requestAnimationFrame(frame);
    });
  }

  /** @param {LogLine} line @param {string[]} path @param {number} time for a step @param {number} run */
  async march(line, path, time, run) {
    const { board } = this;
    const points = path.map((name) => board.layout?.centre(name)).filter((p) => p !== null && p !== undefined);
    const ids = [line.piece, line.target].filter((id) => id && board.spots.has(id));
    if (points.length < 2 || !ids.length) return;
    this.follow(points[points.length - 1]);
    const steps = points.length - 1;
    await this.tween(
      time * steps,
      (part) => {
        const at = part * steps;
        const i = Math.min(steps - 1, Math.floor(at));
        const t = at - i;
        const x = points[i].x + (points[i + 1].x - points[i].x) * t;
        const y = points[i].y + (points[i + 1].y - points[i].y) * t;
        ids.forEach((id, n) => {
          const spot = board.spots.get(id ?? "");
          const element = board.drawn.get(id ?? "")?.element;
          if (!spot || !element) return;
          spot.x = x + n * 15;
          spot.y = y - n * 15;
          element.setAttribute("transform", place(spot));
          if (part === 0) element.parentNode?.append(element);
        });
      },
      run,
    );
  }

  /** @param {LogLine} line @param {number} time */
  async shoot(line, time) {
    const { board } = this;
    const from = board.spots.get(line.piece ?? "");
    const to = board.spots.get(line.target ?? "") ?? board.layout?.centre(line.place ?? "");
    if (!to) return;
    this.follow(to);
    if (from) {
      const long = Math.hypot(to.x - from.x, to.y - from.y) || 1;
      const tracer = this.add(
        `<g class="tracer"><line class="glow" x1="0" y1="0" x2="0" y2="0"/><line x1="0" y1="0" x2="0" y2="0"/><circle class="muzzle" cx="${r1(from.x + ((to.x - from.x) / long) * 60)}" cy="${r1(from.y + ((to.y - from.y) / long) * 60)}" r="20"/></g>`,
      );
      const lines = [...tracer.querySelectorAll("line")];
      await this.tween(time * 0.5, (part) => {
        const head = Math.min(1, part * 1.25);
        const tail = Math.max(0, part * 1.25 - 0.3);
        for (const each of lines) {
          each.setAttribute("x1", String(r1(from.x + (to.x - from.x) * tail)));
          each.setAttribute("y1", String(r1(from.y + (to.y - from.y) * tail)));
          each.setAttribute("x2", String(r1(from.x + (to.x - from.x) * head)));
          each.setAttribute("y2", String(r1(from.y + (to.y - from.y) * head)));
        }
        tracer.querySelector(".muzzle")?.setAttribute("opacity", String(1 - part));
      });
      tracer.remove();
    }
    this.popDice(line, to, time * 2.4);
    await this.flash(to, time * 0.5, "blast");
  }

  /** @param {LogLine} line @param {number} time */
  async harm(line, time) {
    const { board } = this;
    const spot = board.spots.get(line.piece ?? "");
    if (!spot) return;
    const label = this.add(`<g class="harm"><text x="${r1(spot.x)}" y="${r1(spot.y - 70)}"></text></g>`);
    const text = label.querySelector("text");
    if (text) text.textContent = capital(line.about ?? "");
    // Above it, or wherever no dice lie on the words.
    const pops = [...board.host.querySelectorAll(".dice-pop")].map((pop) => pop.getBoundingClientRect());
    for (const away of [-70, -126, -180, 84, 132]) {
      text?.setAttribute("y", String(r1(spot.y + away)));
      const own = label.getBoundingClientRect();
      if (!pops.some((pop) => own.left < pop.right && own.right > pop.left && own.top < pop.bottom && own.bottom > pop.top)) break;
    }
    const element = board.drawn.get(line.piece ?? "")?.element;
    const gone = line.shows === "lost";
    if (gone) void this.flash(spot, time, "blast big");
    await this.tween(time, (part) => {
      label.setAttribute("transform", `translate(0 ${r1(-12 * part)})`);
      label.setAttribute("opacity", String(Math.min(1, 2 - 2 * part)));
      if (element && gone) element.setAttribute("opacity", String(1 - part));
      else element?.setAttribute("transform", place({ ...spot, x: spot.x + Math.sin(part * 22) * 7 * (1 - part) }));
    });
    label.remove();
    if (element && !gone) element.setAttribute("transform", place(spot));
  }

  /** @param {LogLine} line @param {number} time */
  async dice(line, time) {
    const at = this.board.spots.get(line.piece ?? "") ?? this.board.layout?.centre(line.place ?? "");
    if (!at) return;
    this.popDice(line, at, time * 2.6);
    await this.tween(time, () => {});
  }

  /** A card is turned over and its number read; those of one shot lie side by side. @param {LogLine} line @param {number} time */
  async flip(line, time) {
    const { board } = this;
    const at =
      board.spots.get(line.target ?? "") ??
      board.spots.get(line.piece ?? "") ??
      board.layout?.centre(line.place ?? "");
    const box = board.host.getBoundingClientRect();
    if (at) this.follow(at);
    const point = at ? board.panzoom.page(at.x, at.y) : { x: box.left + box.width / 3, y: box.top + 200 };
    const row = this.row && !this.row.querySelector(".total") ? this.row : this.newRow();
    const colour = { 4: "red", 6: "green", 8: "blue" }[line.faces ?? 6] ?? "green";
    const face = h("span", null, [...drawing(dieShape(colour, String(line.dice?.[0] ?? ""))).childNodes]);
    face.append(h("small", null, capital(line.about ?? "")));
    row.append(h("div.flip", null, face));
    const half = row.offsetWidth / 2 + 8;
    row.style.left = `${Math.max(half, Math.min(box.width - half, point.x - box.left))}px`;
    row.style.top = `max(var(--covered, 54px) + 126px, ${r1(point.y - box.top)}px)`; // under no bar and no lesson
    await this.tween(time, () => {});
    this.clearRow(time + 500);
  }

  /** What the flips of a shot come to. @param {LogLine} line @param {number} time */
  total(line, time) {
    if (!this.row) return;
    const sum = h("b", null, String(line.value ?? 0));
    this.row.append(h("div.flip.total", null, h("span", null, sum, h("small", null, "Total"))));
    this.clearRow(Math.max(900, time));
  }

  /** @returns {HTMLElement} */
  newRow() {
    this.row?.remove();
    this.row = h("div.flips", { "aria-hidden": "true" });
    this.board.host.append(this.row);
    return this.row;
  }

  /** The row goes when nothing more comes. @param {number} time */
  clearRow(time) {
    const { row } = this;
    clearTimeout(this.rowTimer);
    this.rowTimer = window.setTimeout(() => {
      row?.remove();
      if (this.row === row) this.row = null;
    }, time);
  }

  /** @param {string} name @param {number} time */
  async burst(name, time) {
    const at = this.board.layout?.centre(name);
    if (at) await this.flash(at, time, "blast");
  }

  /** @param {LogLine} line @param {number} time */
  async news(line, time) {
    const host = this.board.host;
    host.querySelector(".banner")?.remove();
    const banner = h("div.banner", { "aria-hidden": "true" }, line.text);
    host.append(banner);
    window.setTimeout(() => banner.remove(), Math.max(500, time * 2.2));
    await this.tween(time, () => {});
  }

  /** @param {LogLine} line @param {Point} at @param {number} time */
  popDice(line, at, time) {
    if (!line.dice?.length) return;
    const { host } = this.board;
    const point = this.board.panzoom.page(at.x, at.y);
    const box = host.getBoundingClientRect();
    const pop = h("div.dice-pop", { "aria-hidden": "true" }, diceRow(line, 24));
    pop.style.left = `${point.x - box.left}px`;
    const others = [...host.querySelectorAll(".dice-pop")].map((each) => each.getBoundingClientRect());
    let top = point.y - box.top - 44;
    pop.style.top = `${top}px`;
    host.append(pop);
    // None lies on another: the saves stand over the shot.
    for (let i = 0; i <= others.length; i++) {
      const own = pop.getBoundingClientRect();
      const under = others.find(
        (each) => own.left < each.right && own.right > each.left && own.top < each.bottom && own.bottom > each.top,
      );
      if (!under) break;
      top -= own.bottom - under.top + 4;
      pop.style.top = `${top}px`;
    }
    window.setTimeout(() => pop.remove(), Math.max(600, time));
  }

  /** @param {Point} at @param {number} time @param {string} sort */
  async flash(at, time, sort) {
    const ring = this.add(`<circle class="${sort}" cx="${r1(at.x)}" cy="${r1(at.y)}" r="10"/>`);
    const circle = /** @type {Element} */ (ring.firstElementChild);
    await this.tween(time, (part) => {
      circle.setAttribute("r", String(r1(14 + 56 * part)));
      circle.setAttribute("opacity", String(1 - part));
    });
    ring.remove();
  }

  /** @param {string} markup */
  add(markup) {
    const element = drawing(markup);
    this.board.parts.effects?.append(element);
    return element;
  }
}
