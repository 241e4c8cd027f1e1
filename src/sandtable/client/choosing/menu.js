/** A card with the options of one target or place; for an attack, with its odds and a button that commits. */

import { fill, h } from "../dom.js";
import { attackCard, brings, oddsInShort } from "./odds.js";
import { isAttack } from "./options.js";
import { popover } from "../popover.js";
import { capital, settings } from "../settings.js";

/** @typedef {import("../types.js").Option} Option */

/**
 * @typedef {object} Acts
 * @property {(option: Option) => string} words
 * @property {(option: Option | null) => void} preview
 * @property {(option: Option) => void} send
 */

/** @param {Option[]} found @param {{x: number, y: number}} point @param {Acts} acts */
export function optionMenu(found, point, acts) {
  const body = h("div.menu");
  const how = { label: "What to do here", class: "menu-popover", gap: 34, onclose: () => acts.preview(null) };
  const card = popover(body, point, how);

  /** @type {Set<string>} */
  const said = new Set();
  const go = (/** @type {Option} */ option) => {
    card.close();
    acts.send(option);
  };

  const button = (/** @type {Option} */ option, /** @type {number} */ i, /** @type {Option | null} */ chosen) => {
    const on = option === chosen;
    const look = () => (isAttack(option) && settings().confirm && !on ? show(option) : go(option));
    const preview = () => acts.preview(option);
    return h(
      "button.option",
      {
        type: "button",
        class: on ? "on" : "",
        "aria-pressed": on,
        "data-n": i + 1,
        onclick: look,
        onpointerenter: preview,
      },
      h("span.option-text", null, acts.words(option), on ? null : oddsInShort(option), brings(option, said)),
      h("kbd", null, i + 1),
    );
  };

  const commit = (/** @type {Option} */ option) =>
    h(
      "div.commit",
      null,
      found.length > 1 ? null : [h("h3", null, acts.words(option)), brings(option, said)],
      attackCard(option),
      h(
        "div.buttons",
        null,
        h("button.primary.commit-button", { type: "button", onclick: () => go(option) }, commitWord(option)),
        h("button", { type: "button", onclick: () => card.close() }, "Not now"),
      ),
    );

  const show = (/** @type {Option | null} */ chosen) => {
    said.clear();
    const list = found.map((option, i) => h("li", null, button(option, i, chosen)));
    fill(
      body,
      found.length > 1 ? h("ul.menu-options", null, list) : null,
      chosen && isAttack(chosen) ? commit(chosen) : null,
    );
    card.place();
    const first = body.querySelector(".commit-button") ?? body.querySelector("button");
    /** @type {HTMLElement | null} */ (first)?.focus({ preventScroll: true });
  };

  show(found.find(isAttack) ?? (found.length === 1 ? found[0] : null));
}

/** @param {Option} option */
function commitWord(option) {
  const word = capital(option.choice.do);
  return word.length < 24 ? word : "Do it";
}
