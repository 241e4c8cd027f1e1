/** The tool for lines of sight: what a place sees, and whether it sees another, and why not. */

import { ask } from "../wire/net.js";
import { h, handy } from "../dom.js";
import { fillBar } from "./bar.js";
import { ruleLink } from "../rulebook/rules.js";

/** @typedef {{open: boolean, reason: string, rule: string}} Answer */

export class SightTool {
  /** @param {import("../battle/screen.js").BattleScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.on = false;
    this.from = "";
    this.fixed = ""; // the second hex, if one was clicked
    /** @type {Set<string>} */
    this.seen = new Set();
    /** @type {Map<string, Answer>} */
    this.answers = new Map();
    this.bar = h("div.tool-bar.sight-bar", { role: "status", hidden: true });
    screen.screen.append(this.bar);
  }

  toggle() {
    if (this.screen.measure.on) this.screen.measure.toggle();
    this.on = !this.on;
    this.screen.screen.classList.toggle("sighting", this.on);
    this.screen.topbar.querySelector('[data-tool="eye"]')?.setAttribute("aria-pressed", String(this.on));
    this.bar.hidden = !this.on;
    this.from = "";
    this.fixed = "";
    this.answers.clear();
    this.screen.board.mark({ sight: null, line: null, path: [], lit: "", dangers: [] });
    if (!this.on) return;
    this.say([handy(this.plane ? "Click the team or the point to look from." : "Click the hex to look from.")]);
    const piece = this.screen.view?.pieces?.find((each) => each.id === this.screen.picked.piece);
    if (piece?.at) this.tap(piece.id);
    else if (piece?.place && this.screen.board.layout?.centre(piece.place)) this.tap(piece.place);
  }

  /** @param {(Node | string | null)[]} words */
  say(words) {
    fillBar(this, "eye", "Close this tool", words);
  }

  get plane() {
    return this.screen.measure.layout !== null;
  }

  /** @param {string} place a place, a piece, or a point of a plane */
  name(place) {
    return /^-?\d+,-?\d+$/.test(place) ? "that point" : this.screen.nameOf(place);
  }

  get token() {
    return this.screen.seats.get(this.screen.seat)?.token ?? this.screen.token;
  }

  /** @param {string} place */
  tap(place) {
    if (!place) return;
    if (!this.from || this.fixed || place === this.from) void this.look(place);
    else void this.between(place, true);
  }

  /** Everything that a place sees. @param {string} place */
  async look(place) {
    this.from = place;
    this.fixed = "";
    this.answers.clear();
    this.screen.board.mark({ line: null });
    try {
      const found = await ask(`/seat/${this.token}/sight?from=${encodeURIComponent(place)}`);
      this.seen = new Set(found.hexes);
      this.screen.board.mark({ sight: { from: place, seen: this.seen, shapes: found.shapes } });
      const what = this.plane ? "teams" : "hexes";
      this.say([
        h("b", null, this.name(place)),
        handy(` sees ${this.seen.size} ${what}. Click another for the line between them.`),
      ]);
    } catch (error) {
      this.say([String(/** @type {Error} */ (error).message)]);
    }
  }

  /** @param {string} place @param {boolean} fix */
  async between(place, fix) {
    const from = this.from;
    try {
      let answer = this.answers.get(place);
      if (!answer) {
        answer = /** @type {Answer} */ (
          await ask(`/seat/${this.token}/sight?from=${encodeURIComponent(from)}&to=${encodeURIComponent(place)}`)
        );
        this.answers.set(place, answer);
      }
      if (this.from !== from || !this.on || (this.fixed && !fix)) return;
      if (fix) this.fixed = place;
      this.screen.board.mark({ line: { from, to: place, open: answer.open } });
      this.say([
        h("b", null, `${this.name(from)} to ${this.name(place)}: `),
        h("b", { class: answer.open ? "open" : "blocked" }, answer.open ? "open. " : "blocked. "),
        answer.reason,
        " ",
        ruleLink(answer.rule),
      ]);
    } catch (error) {
      this.say([String(/** @type {Error} */ (error).message)]);
    }
  }

  /** @param {string} place */
  hover(place) {
    if (this.from && place && place !== this.from && !this.fixed) void this.between(place, false);
  }

  /** @param {string} place @returns {string[]} */
  words(place) {
    if (!this.from) return [`Look from ${place}`];
    return place === this.from ? [] : [`${place}: ${this.seen.has(place) ? "in sight" : "not in sight"}`];
  }
}
