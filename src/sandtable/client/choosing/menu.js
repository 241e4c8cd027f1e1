/** A card with the options of one target or place; for an attack, with its odds and a button that commits. */

import { fill, h } from "../dom.js";
import { attackCard, brings, oddsInShort } from "./odds.js";
import { aside, hope, isAttack } from "./options.js";
import { popover } from "../popover.js";
import { settings } from "../settings.js";

/** @typedef {import("../types.js").Option} Option */

/**
 * @typedef {object} Acts
 * @property {(option: Option) => string} words
 * @property {(option: Option | null) => void} preview
 * @property {(option: Option) => void} send
 * @property {(option: Option) => string} key what to press for it, the same as in the panel
 * @property {() => import("../popover.js").Room | undefined} room
 * @property {(option: Option | null) => void} looks whose odds are looked at
 * @property {(open: HTMLElement | null) => void} shown the card is there, has grown, or is gone
 */

/** @param {Option[]} found @param {Option | undefined} first that was asked for: its odds are shown at once @param {{x: number, y: number}} point @param {Acts} acts */
export function optionMenu(found, first, point, acts) {
  const body = h("div.menu");
  const card = popover(body, point, {
    label: "What to do here",
    class: "menu-popover",
    gap: 34,
    room: acts.room,
    onclose: () => {
      acts.looks(null);
      acts.preview(null);
      acts.shown(null);
    },
  });

  /** @type {Set<string>} */
  const said = new Set();
  const go = (/** @type {Option} */ option) => {
    card.close();
    acts.send(option);
  };

  const button = (/** @type {Option} */ option, /** @type {Option | null} */ chosen) => {
    const key = acts.key(option);
    const on = option === chosen;
    const look = () => (isAttack(option) && settings().confirm && !on ? show(option) : go(option));
    const preview = () => acts.preview(option);
    return h(
      "button.option",
      {
        type: "button",
        class: on ? "on" : "",
        "aria-pressed": on,
        title: option.brings || null,
        "data-key": key || null,
        onclick: look,
        onpointerenter: preview,
      },
      h("span.option-text", null, acts.words(option), on ? null : oddsInShort(option), brings(option, said)),
      key ? h("kbd", null, key) : null,
    );
  };

  const grown = () => {
    if (!card.element.isConnected) return;
    card.place();
    acts.shown(card.element);
  };

  const commit = (/** @type {Option} */ option, /** @type {boolean} */ alone) =>
    h(
      "div.commit",
      null,
      alone ? [h("h3", null, "The odds"), brings(option, said)] : null,
      attackCard(option, grown),
      h(
        "div.buttons",
        null,
        h("button.primary.commit-button", { type: "button", onclick: () => go(option) }, acts.words(option)),
        h("button", { type: "button", onclick: () => card.close() }, "Not now"),
      ),
    );

  // What a piece can do is a list; once an attack is looked at, only what else can be done to the same target is left.
  const mark = (/** @type {Option} */ option) => option.target || option.place;
  const ordered = [...found.filter((option) => !aside(option)), ...found.filter(aside)];
  const one = new Set(found.filter(isAttack).map(mark)).size === 1 && isAttack(found[0]);
  const show = (/** @type {Option | null} */ chosen) => {
    said.clear();
    const shown = chosen && !one ? ordered.filter((option) => mark(option) === mark(chosen)) : ordered;
    const list = shown.map((option) => h("li", null, button(option, chosen)));
    fill(
      body,
      list.length > 1 || !(chosen && isAttack(chosen)) ? h("ul.menu-options", null, list) : null,
      chosen && isAttack(chosen) ? commit(chosen, list.length < 2) : null,
    );
    acts.looks(chosen);
    card.place();
    acts.shown(card.element);
    const likely = body.querySelector(".commit-button") ?? body.querySelector("button");
    /** @type {HTMLElement | null} */ (likely)?.focus({ preventScroll: true });
  };

  show(first ?? (one ? (likeliest(found) ?? found[0]) : found.length === 1 ? found[0] : null));
}

/** Of several attacks the one whose chance stands beside the target. @param {Option[]} found @returns {Option | undefined} */
function likeliest(found) {
  const attacks = found.filter((option) => isAttack(option) && !aside(option));
  return attacks.length ? attacks.reduce((best, each) => (hope(each) > hope(best) ? each : best)) : undefined;
}
