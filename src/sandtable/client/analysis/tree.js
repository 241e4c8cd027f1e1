/** The tree of variations: every choice a button, long rows folded. */

import { h, icon } from "../dom.js";

/** @typedef {import("../types.js").Study} Study */
/** @typedef {import("../types.js").Twig} Twig */

const SHOWN = 3; // choices of a row that are seen at once

/**
 * @typedef {object} Looks how a twig is told
 * @property {number} now the twig one is at
 * @property {(twig: Twig) => string} chance
 * @property {(state: number) => string} moment a moment of the battle, in words
 * @property {(twig: number, state: number) => void} go
 */

/** All variations, by the moment they leave the battle at. @param {Study} study @param {Looks} looks */
export function tree(study, looks) {
  /** @type {Map<number, Twig[]>} */
  const below = new Map();
  for (const twig of study.twigs ?? []) below.set(twig.parent, [...(below.get(twig.parent) ?? []), twig]);
  const roots = below.get(0) ?? [];
  const states = [...new Set(roots.map((twig) => twig.state))].sort((a, b) => a - b);
  if (!states.length) return null;
  return h(
    "ul.tree",
    { "aria-label": "Variations" },
    states.map((state) =>
      h(
        "li",
        null,
        h("button.link.tree-moment", { type: "button", onclick: () => looks.go(0, state) }, looks.moment(state)),
        h(
          "ul",
          null,
          roots.filter((twig) => twig.state === state).map((twig) => row(twig, below, looks)),
        ),
      ),
    ),
  );
}

/** A row of choices up to where it divides. @param {Twig} first @param {Map<number, Twig[]>} below @param {Looks} looks @returns {HTMLElement} */
function row(first, below, looks) {
  const chain = [first];
  let next = below.get(first.id) ?? [];
  while (next.length === 1) {
    chain.push(next[0]);
    next = below.get(next[0].id) ?? [];
  }
  /** @type {(Twig | Twig[])[]} */
  const parts = [];
  chain.forEach((twig, i) => {
    const seen = i < SHOWN - 1 || i === chain.length - 1 || twig.name || twig.note || twig.id === looks.now;
    const last = parts[parts.length - 1];
    if (seen) parts.push(twig);
    else if (Array.isArray(last)) last.push(twig);
    else parts.push([twig]);
  });
  return h(
    "li",
    null,
    parts.map((part) =>
      Array.isArray(part)
        ? part.length === 1
          ? button(part[0], looks)
          : h(
              "details.tree-more",
              null,
              h("summary", null, `${part.length} more choices${part.every((twig) => twig.by) ? ` by the ${part[0].by}` : ""}`),
              part.map((twig) => button(twig, looks)),
            )
        : button(part, looks),
    ),
    next.length ? h("ul", null, next.map((twig) => row(twig, below, looks))) : null,
  );
}

/** @param {Twig} twig @param {Looks} looks */
function button(twig, looks) {
  const here = twig.id === looks.now;
  return h(
    "button.twig",
    {
      type: "button",
      "data-twig": twig.id,
      "aria-current": here ? "true" : null,
      title: twig.by ? `Chosen by the ${twig.by}` : null,
      onclick: () => looks.go(twig.id, twig.state),
    },
    h(
      "span",
      null,
      twig.name ? h("b", null, twig.name, " ") : null,
      h("span", { class: twig.name ? "quiet" : "" }, twig.label ?? ""),
      twig.note ? h("span.noted", { title: "It has a note" }, icon("book", "It has a note")) : null,
    ),
    h("span.twig-chance", null, looks.chance(twig)),
  );
}
