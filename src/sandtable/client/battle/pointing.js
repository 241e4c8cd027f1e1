/** What the mouse, the finger or the cursor is on: its card, what a click would do, who could fire on the way. */

import { h } from "../dom.js";
import { ask } from "../wire/net.js";
import { oddsLines } from "../choosing/odds.js";
import { hope } from "../choosing/options.js";
import { percent } from "../percent.js";
import { settings } from "../settings.js";

/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../types.js").Danger} Danger */
/** @typedef {import("./screen.js").BattleScreen} BattleScreen */
/** @typedef {{x: number, y: number}} Spot */

const NOWHERE = { x: 0, y: 0 };

export class Pointing {
  /** @param {BattleScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.place = "";
    this.piece = "";
    /** @type {Option | null} */
    this.weighed = null; // what a finger has tapped once
    this.timer = 0;
    /** @type {Map<string, Danger[] | null>} none: nobody ever fires along the way in this game */
    this.known = new Map();
  }

  /** Another question: what was pointed out does not hold any more. */
  forget() {
    this.known.clear();
    this.weighed = null;
    clearTimeout(this.timer);
  }

  leave() {
    this.place = this.piece = "";
    this.screen.board.mark({ near: "", areas: [] });
    clearTimeout(this.timer);
    this.screen.page.tip.hidden = true;
  }

  // Clicks and taps -----------------------------------------------------------------------------------

  /** @param {string} place @param {string} piece @param {PointerEvent} event */
  tap(place, piece, event) {
    const { screen } = this;
    screen.animator.stop();
    this.leave();
    const plane = Boolean(screen.measure.layout);
    if (screen.measure.on || (plane && screen.sight.on)) {
      const point = screen.board.panzoom.local(event.clientX, event.clientY);
      const what = screen.measure.at(piece, point.x, point.y);
      if (screen.measure.on) screen.measure.tap(what);
      else screen.sight.tap(what);
      return;
    }
    if (screen.sight.on) {
      screen.sight.tap(place);
      return;
    }
    screen.select(piece, place);
    screen.board.mark({ cursor: "" });
    if (
      screen.replay.on ||
      this.onlyFans(place, piece, event) ||
      screen.plan.tap(piece, event) ||
      this.weighs(place, piece, event)
    )
      return;
    if (piece || (place && !plane)) screen.chooser.tap(place, piece, { x: event.clientX, y: event.clientY });
  }

  /** A finger on a stack that nothing can be done with: it is fanned, and that is all. @param {string} place @param {string} piece @param {PointerEvent} event */
  onlyFans(place, piece, event) {
    const { board, chooser } = this.screen;
    if (event.pointerType === "mouse" || !piece || board.stack(place).length < 2) return false;
    if (/** @type {Element} */ (event.target).closest(".fan")) return false;
    return !chooser.meant("", piece).length && !chooser.meant(place, "").length;
  }

  /**
   * A finger cannot hover, and some questions want two clicks: the first shows the way, or what would be done, and the
   * second does it.
   * @param {string} place @param {string} piece @param {PointerEvent} event
   */
  weighs(place, piece, event) {
    const { chooser } = this.screen;
    const mouse = event.pointerType === "mouse";
    if (mouse && !chooser.options.decision?.twice) return false;
    const [option, ...others] = chooser.meant(place, piece);
    if (!option || others.length || chooser.asks(option) || this.weighed === option) return false;
    if (!option.path?.length && (mouse || chooser.options.names(option))) return false;
    this.weighed = option;
    this.show(place, piece, { x: event.clientX, y: event.clientY });
    return true;
  }

  // Looking -------------------------------------------------------------------------------------------

  /** The mouse is here. @param {string} place @param {string} piece @param {Spot} spot */
  hover(place, piece, spot) {
    const { screen } = this;
    this.place = place;
    this.piece = piece;
    if (!screen.view) return;
    screen.card.show(screen.view, place, piece);
    screen.board.mark({ near: piece });
    screen.page.dodge(spot);
    void screen.zones.of(piece);
    if (screen.measure.layout && (screen.measure.on || screen.sight.on)) {
      const point = screen.board.panzoom.local(spot.x, spot.y);
      const what = screen.measure.at(piece, point.x, point.y);
      if (screen.measure.on) screen.measure.hover(what);
      else if (piece) screen.sight.hover(what);
      return;
    }
    this.show(place, piece, spot);
  }

  /** What a click here would do. @param {string} place @param {string} piece @param {Spot} [spot] none for the cursor: it is said instead */
  show(place, piece, spot = NOWHERE) {
    const { screen } = this;
    const { board, chooser, page, sight } = screen;
    this.place = place;
    clearTimeout(this.timer);
    if (sight.on) {
      sight.hover(place);
      page.showTip(place ? sight.words(place) : [], spot);
      return;
    }
    const meant = chooser.meant(place, piece);
    const option = meant.find((each) => each.path?.length) ?? meant[0];
    if (!option) {
      board.mark({ path: [], lit: "", dangers: [], areas: [] });
      page.showTip([], spot);
      return;
    }
    board.mark({ path: chooser.wayOf(option), lit: option.path?.length ? "" : place, dangers: [], areas: option.zones ?? [] });
    const words = this.words(meant, option);
    page.showTip(words, spot);
    if (!option.path?.length || !settings().dangers || screen.replay.on) return;
    this.timer = window.setTimeout(() => void this.warn(option.place ?? "", words, spot), 140);
  }

  /** @param {Option[]} meant @param {Option} option @returns {Node[]} */
  words(meant, option) {
    const { chooser } = this.screen;
    if (meant.length > 1 && !option.path?.length) {
      const few = meant.slice(0, 5).map((each) => {
        const chance = each.odds?.length ? h("i", null, ` ${percent(each.odds[0].chance)}`) : null;
        return h("span", null, chooser.words(each), chance);
      });
      return [h("b", null, `${meant.length} choices here`), ...few];
    }
    const hand = matchMedia("(hover: hover)").matches ? "Click" : "Tap";
    const again = this.weighed === option ? [h("span", null, `${hand} again to ${option.path?.length ? "go" : "do it"}.`)] : [];
    const means = option.path?.length && option.brings ? [h("span", null, option.brings)] : [];
    return [h("b", null, chooser.words(option)), ...oddsLines(option), ...means, ...again];
  }

  /** Who could fire on the way. @param {string} to @param {Node[]} words @param {Spot} spot */
  async warn(to, words, spot) {
    const { screen } = this;
    const seat = screen.seats.get(screen.seat);
    if (!seat || !to || screen.whatif.on) return;
    const key = `${seat.state} ${to}`;
    try {
      if (!this.known.has(key)) {
        const answer = await ask(`/seat/${seat.token}/dangers?state=${seat.state}&to=${encodeURIComponent(to)}`);
        this.known.set(key, answer.possible ? answer.dangers : null);
      }
    } catch {
      return; // the battle has moved on
    }
    if (this.place !== to) return;
    const found = this.known.get(key);
    if (!found) return; // in this game nobody fires at who is on his way
    /** @type {Map<string, number>} */
    const worst = new Map();
    for (const danger of found) {
      worst.set(danger.piece, Math.max(worst.get(danger.piece) ?? 0, hope(danger)));
    }
    screen.board.mark({ dangers: [...worst].map(([piece, chance]) => ({ piece, text: percent(chance) })) });
    // One line for each who could fire: the worst he can do, and where on the way.
    const told = [...worst.keys()].slice(0, 5).map((piece) => {
      const own = found.filter((danger) => danger.piece === piece);
      const best = own.reduce((a, b) => (hope(b) > hope(a) ? b : a));
      const places = [...new Set(own.map((danger) => danger.place).filter(Boolean))].join(", ");
      const odds = best.odds?.[0] ? `${percent(best.odds[0].chance)} ${best.odds[0].text}` : best.label;
      return `${screen.nameOf(piece)}: ${odds}${places ? ` (${places})` : ""}`;
    });
    const title = worst.size ? `${worst.size} could fire along the way:` : "Nobody can fire along the way.";
    if (spot === NOWHERE) screen.say([screen.describe(to), title, ...told].join(". "));
    const list = h(
      "ul",
      null,
      told.map((line) => h("li", null, line)),
    );
    screen.page.showTip(
      [...words, worst.size ? h("span.danger-words", null, title, list) : h("span.safe-words", null, title)],
      spot,
      [...worst.keys()].some((piece) => (screen.board.pagePoint(piece)?.x ?? 0) > spot.x), // not upon those who fire
    );
  }
}
