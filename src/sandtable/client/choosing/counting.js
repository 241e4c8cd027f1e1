/** Odds that take long to count: a view leaves them for later, and the page asks for them as soon as it shows the question. */

import { ask } from "../wire/net.js";

/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../types.js").View} View */

/** What on the page waits for the odds of an option. @type {WeakMap<Option, (() => void)[]>} */
const waiting = new WeakMap();

/** Whether the odds of an option are still to come. @param {Option} option */
export function later(option) {
  return Boolean(option.attack?.later);
}

/** The view with options that may be filled in: what the server sent stays as it is, for it tells only what changes. @param {View} view @returns {View} */
export function fillable(view) {
  const { decision } = view;
  if (!decision?.options?.some(later)) return view;
  return { ...view, decision: { ...decision, options: decision.options.map((option) => (later(option) ? { ...option } : option)) } };
}

/** An element that is made anew when the odds of its option are there. @template {HTMLElement} E @param {Option} option @param {E} element @param {() => (Node | null)[]} anew @returns {E} */
export function until(option, element, anew) {
  const found = waiting.get(option) ?? [];
  found.push(() => element.replaceWith(...anew().filter((each) => each !== null)));
  waiting.set(option, found);
  return element;
}

/**
 * Ask for the odds that are still to come, one option after the other.
 * @param {Option[]} options all of the question, in the order of the view
 * @param {string} path where to ask for that of one option
 * @param {() => boolean} asked whether this is still the question
 * @param {() => void} came the odds of an option
 */
export async function count(options, path, asked, came) {
  for (const [place, option] of options.entries()) {
    if (!later(option)) continue;
    /** @type {{odds?: import("../types.js").Odds[], attack?: import("../types.js").Attack | null}} */
    let found;
    try {
      found = await ask(`${path}&option=${place}`);
    } catch {
      found = { attack: { ...option.attack, later: false, how: "The odds could not be had. " + (option.attack?.how ?? "") } };
    }
    if (!asked()) return;
    option.odds = found.odds;
    option.attack = found.attack;
    const parts = waiting.get(option) ?? [];
    waiting.delete(option);
    for (const renew of parts) renew();
    came();
  }
}
