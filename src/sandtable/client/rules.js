/** The rulebook: a card for one rule, a dialog for all. Rules are links wherever they are cited. */

import { ask } from "./net.js";
import { dialog, fill, h } from "./dom.js";
import { popover } from "./popover.js";

/** @typedef {import("./types.js").Rule} Rule */

/** @type {Map<string, Promise<Map<string, Rule>>>} */
const books = new Map();

/** All rules of a system by id, fetched once. @param {string} system @returns {Promise<Map<string, Rule>>} */
export function rulebook(system) {
  let book = books.get(system);
  if (!book) {
    book = ask(`/rules/${encodeURIComponent(system)}`).then(
      (data) => new Map(data.rules.map((/** @type {Rule} */ rule) => [rule.id, rule])),
    );
    book.catch(() => books.delete(system));
    books.set(system, book);
  }
  return book;
}

let current = "";

/** The system whose rules are meant. @param {string} system */
export function useRules(system) {
  current = system;
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

const SOURCES = /** @type {Record<string, string>} */ ({ design: "our own design", found: "publicly known" });

/** @param {Rule} rule */
function ruleText(rule) {
  return [
    ...rule.text.split(/\n\s*\n/).map((part) => h("p", null, part)),
    rule.ruling ? h("p.ruling", null, h("b", null, "Ruling: "), rule.ruling.replace(/^Ruling:\s*/, "")) : null,
    ...(rule.examples ?? []).map((example) =>
      h("p.example", null, h("b", null, "Example: "), example.replace(/^Example:\s*/, "")),
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
              rulesDialog(id);
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

/** The whole book with a search. @param {string} [at] a rule to open at */
export async function rulesDialog(at = "") {
  const list = h("div.rules-list", { tabindex: "0" }, h("p.quiet", null, "Opening the book …"));
  const search = /** @type {HTMLInputElement} */ (
    h("input", { type: "search", placeholder: "Search the rules", "aria-label": "Search the rules" })
  );
  dialog("Rulebook", [h("div.rules-search", null, search), list], { wide: true, class: "rulebook" });
  const book = await rulebook(current).catch(() => null);
  if (!book) {
    fill(list, h("p", null, "The rules could not be loaded. Try again."));
    return;
  }
  const show = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = [...book.values()].filter((rule) => {
      const text = `${rule.id} ${rule.title} ${rule.text} ${rule.ruling ?? ""}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    fill(
      list,
      found.length ? null : h("p.quiet", null, "No rule contains all of these words."),
      ...found
        .slice(0, 400)
        .map((rule) =>
          h(
            "article.rule-entry",
            { id: `rule-${rule.id}`, class: rule.id === at ? "at" : "" },
            h("h3", null, h("span.rule-id", null, rule.id), " ", rule.title),
            ...ruleText(rule),
          ),
        ),
    );
  };
  search.addEventListener("input", show);
  show();
  const target = at ? document.getElementById(`rule-${at}`) : null;
  if (target) target.scrollIntoView({ block: "center" });
  else search.focus();
}
