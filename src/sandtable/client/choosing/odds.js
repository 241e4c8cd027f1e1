/** Before committing: what an attack may bring, with every modifier and its rule. */

import { later, until } from "./counting.js";
import { h } from "../dom.js";
import { percent } from "../percent.js";
import { ruleLink } from "../rulebook/rules.js";

/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../types.js").Odds} Odds */
/** @typedef {import("../types.js").Modifier} Modifier */

/** @param {Odds[]} odds */
export function bars(odds) {
  return h(
    "ul.odds",
    null,
    odds.map((each) =>
      h(
        "li",
        { class: each.harm || "some" },
        h("span.odds-text", null, each.text),
        h(
          "span.odds-bar",
          { "aria-hidden": "true" },
          h("span", { style: `width:${Math.max(1, each.chance / 10)}%` }),
        ),
        h("b", null, exact(each.chance)),
      ),
    ),
  );
}

/** @param {number} chance in thousandths */
function exact(chance) {
  return chance > 0 && chance < 1000 && chance % 10 ? `${(chance / 10).toFixed(1)}%` : percent(chance);
}

/** In one game +1 helps and in another it harms, so it has no colour of praise or blame. @param {Modifier} note */
export function modifier(note) {
  const amount = note.amount > 0 ? `+${note.amount}` : note.amount < 0 ? `−${-note.amount}` : "±0";
  return h(
    "li.note",
    null,
    h("b", null, amount),
    h("span", null, note.label),
    ruleLink(note.rule),
  );
}

/** @param {string} title @param {string | undefined} dice @param {Modifier[] | undefined} notes */
function part(title, dice, notes) {
  if (!dice && !notes?.length) return null;
  return h(
    "div.odds-part",
    null,
    h("h4", null, title, dice ? h("span.throw", null, dice) : null),
    notes?.length ? h("ul.notes", null, notes.map(modifier)) : null,
  );
}

/** Everything that is known about an attack. @param {Option} option @param {() => void} [grown] called when its odds have come @returns {HTMLElement} */
export function attackCard(option, grown = () => {}) {
  const { attack } = option;
  const card = h(
    "div.attack",
    null,
    later(option) ? counting("p") : bars(attack?.odds?.length ? attack.odds : (option.odds ?? [])),
    attack?.losses?.length ? bars(attack.losses) : null,
    attack
      ? h(
          "div.odds-parts",
          null,
          part(attack.title ?? "Attack", attack.attack, attack.attack_notes),
          part(attack.against ?? "Defence", attack.defence, attack.defence_notes),
          attack.how ? h("p.odds-how", null, attack.how) : null,
        )
      : null,
  );
  if (!later(option)) return card;
  return until(option, card, () => {
    setTimeout(grown);
    return [attackCard(option, grown)];
  });
}

/** The place of odds that are still to come. @param {string} element */
function counting(element) {
  return h(`${element}.counting`, { role: "status" }, "Counting the odds…");
}

/** The odds of an option in words, a line each. @param {Option} option @returns {Node[]} */
export function oddsLines(option) {
  const lines = () => (option.odds ?? []).map((each) => h("span", null, `${percent(each.chance)} ${each.text}`));
  return later(option) ? [until(option, counting("span"), lines)] : lines();
}

/** What it brings, in one line, where no other option has said so. @param {Option} option @param {Set<string>} said */
export function brings(option, said) {
  if (!option.brings || said.has(option.brings)) return null;
  said.add(option.brings);
  return h("small.brings", null, option.brings);
}

/** One line of odds for a button. @param {Option} option */
export function oddsInShort(option) {
  if (!later(option) && !option.odds?.length) return null;
  return h("span.short-odds", null, oddsLines(option));
}
