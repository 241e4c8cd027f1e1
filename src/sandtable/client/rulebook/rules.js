/** Rules are links wherever they are cited: a card for each, and from there the rulebook (rulebook.js). */

import { ask } from "../wire/net.js";
import { fill, h } from "../dom.js";
import { popover } from "../popover.js";

/** @typedef {import("../types.js").Rule} Rule */
/** @typedef {import("../types.js").Handbook} Handbook */

/** @type {Map<string, Promise<{rules: Map<string, Rule>, book: Handbook}>>} */
const books = new Map();

/** @param {string} system */
function fetched(system) {
  let found = books.get(system);
  if (!found) {
    found = ask(`/rules/${encodeURIComponent(system)}`).then((data) => ({
      rules: new Map(data.rules.map((/** @type {Rule} */ rule) => [rule.id, rule])),
      book: { title: data.title, ...data.handbook },
    }));
    found.catch(() => books.delete(system));
    books.set(system, found);
  }
  return found;
}

/** All rules of a system by id, fetched once. @param {string} system */
export async function rulebook(system) {
  return (await fetched(system)).rules;
}

/** Its chapters, drawings and charts. @param {string} system */
export async function handbook(system) {
  return (await fetched(system)).book;
}

let current = "";
/** @type {(at: string) => void} */
let opened = () => {};

/** The system whose rules are meant, and how its book is opened at one. @param {string} system @param {(at: string) => void} [open] */
export function useRules(system, open = () => {}) {
  current = system;
  opened = open;
  if (system) rulebook(system).catch(() => {});
}

/**
 * A link to a rule; nothing if there is none.
 * @param {string | undefined} id
 * @returns {HTMLElement | null}
 */
export function ruleLink(id) {
  if (!id) return null;
  return h(
    "button.rule",
    {
      type: "button",
      "aria-label": `Rule ${id}`,
      title: `Rule ${id}`,
      "data-rule": id,
      onclick: (/** @type {MouseEvent} */ event) => {
        event.stopPropagation();
        showRule(id, /** @type {HTMLElement} */ (event.currentTarget));
      },
    },
    id,
  );
}

/** A title with the rule behind it. @param {string} tag @param {string} title @param {string | undefined} rule */
export function titled(tag, title, rule) {
  return h(tag, null, title, " ", ruleLink(rule));
}

const SOURCES = /** @type {Record<string, string>} */ ({ design: "our own design", found: "publicly known" });

/** A rule in words. Where it names another one, that is a link. @param {Rule} rule @param {(id: string) => (() => void) | null} [go] */
export function ruleText(rule, go = () => null) {
  const linked = (/** @type {string} */ text) =>
    text.split(/(\w+(?:\.\w+)+)/).map((part) => {
      const act = go(part);
      return act ? h("button.rule", { type: "button", onclick: act }, part) : part;
    });
  return [
    ...rule.text.split(/\n\s*\n/).map((part) => h("p", null, linked(part))),
    rule.ruling ? h("p.ruling", null, h("b", null, "Ruling: "), linked(rule.ruling)) : null,
    ...(rule.examples ?? []).map((example) =>
      h("p.example", null, h("b", null, "Example: "), linked(example.replace(/^Example:\s*/, ""))),
    ),
    rule.source && SOURCES[rule.source] ? h("p.quiet", null, `Source: ${SOURCES[rule.source]}.`) : null,
  ];
}

/** @param {string} id @param {HTMLElement} anchor */
export async function showRule(id, anchor) {
  const body = h("div.rule-card", null, h("p.quiet", null, "Looking it up …"));
  const card = popover(body, anchor, { label: `Rule ${id}`, class: "rule-popover" });
  try {
    const rule = (await rulebook(current)).get(id);
    if (!rule) fill(body, h("h3", null, `Rule ${id}`), h("p", null, "This game’s rulebook has no such rule."));
    else
      fill(
        body,
        h("h3", null, h("span.rule-id", null, rule.id), " ", rule.title),
        ...ruleText(rule),
        h(
          "button.link",
          {
            type: "button",
            onclick: () => {
              card.close();
              opened(id);
            },
          },
          "Open the rulebook at this rule",
        ),
      );
    card.place();
  } catch (error) {
    fill(body, h("p", null, String(/** @type {Error} */ (error).message)));
  }
}
