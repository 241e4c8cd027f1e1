/** Playing cards, drawn by ourselves: the order above, the decision below, three dice at the foot. */

import { drawing, h } from "../dom.js";
import { landscape } from "../board/landscape.js";
import { ruleLink } from "../rulebook/rules.js";

/** @typedef {import("../types.js").Card} Card */
/** @typedef {import("../types.js").CardPart} CardPart */
/** @typedef {import("../types.js").Marker} Marker */

/** Signs in a box of 48 by 48, drawn with lines. @type {Record<string, string>} */
const SIGNS = {
  attack: "M8 40 34 14M30 10l8 8M36 8l4 4M40 40 14 14M18 10l-8 8M12 8 8 12M12 32l4 4M36 32l-4 4",
  entrench: "M10 38h28M14 38c2-8 18-8 20 0M24 30V8M18 8h12M24 30l-7-4v-6h14v6Z",
  maneuver: "M8 34c8 0 8-20 18-20h12M32 8l7 6-7 6M8 40h6M18 40h4",
  rally: "M14 42V8M14 8h22l-6 7 6 7H14",
  engineer: "M30 10a8 8 0 0 0-10 10L8 32l8 8 12-12a8 8 0 0 0 10-10l-6 6-6-2-2-6Z",
  terrain: "M6 38 18 18l8 12 6-8 10 16ZM34 12a4 4 0 1 0 .1 0",
  grenade: "M24 16a12 13 0 1 0 .1 0M24 16v-6h-6M24 10h8l6 8M16 28h16M24 17v24",
  smoke: "M12 36a7 7 0 0 1 2-13 9 9 0 0 1 17-4 8 8 0 0 1 4 17ZM16 42h6M26 42h8",
  evade: "M10 38c2-14 26-8 26-24M30 18l6-6 6 6M10 14l6 6M16 14l-6 6",
  heal: "M19 8h10v11h11v10H29v11H19V29H8V19h11Z",
  repair: "M30 10a8 8 0 0 0-10 10L8 32l8 8 12-12a8 8 0 0 0 10-10l-6 6-6-2-2-6Z",
  cancel: "M24 7a17 17 0 1 0 .1 0M12 12l24 24",
  chain: "M20 28a8 8 0 0 1 0-11l5-5a8 8 0 0 1 11 11l-3 3M28 20a8 8 0 0 1 0 11l-5 5a8 8 0 0 1-11-11l3-3",
  operation: "M24 6l5 12 13 1-10 9 3 13-11-7-11 7 3-13-10-9 13-1Z",
  artillery: "M20 42V18q0-10 4-12 4 2 4 12v24ZM20 34h8M20 22h8M12 42h24",
  cover: "M24 6 38 11v12c0 10-7 16-14 19-7-3-14-9-14-19V11Z",
  double: "M8 12 20 24 8 36M22 12 34 24 22 36M36 12v24",
  recon: "M4 24S12 12 24 12s20 12 20 12-8 12-20 12S4 24 4 24ZM24 18a6 6 0 1 0 .1 0",
  intelligence: "M12 6h18l8 8v28H12ZM30 6v8h8M18 22h14M18 29h14M18 36h8",
  valor: "M16 6h16l-4 14h-8ZM24 20a11 11 0 1 0 .1 0M24 26l2 4 4 .5-3 3 1 4-4-2-4 2 1-4-3-3 4-.5Z",
  luck: "M10 10h28v28H10ZM17 17h.1M31 31h.1M31 17h.1M17 31h.1M24 24h.1",
  marksman: "M24 8a16 16 0 1 0 .1 0M24 3v12M24 33v12M3 24h12M33 24h12M24 23v2",
  regroup: "M8 8l10 10M18 10v8h-8M40 8 30 18M30 10v8h8M8 40l10-10M18 38v-8h-8M40 40 30 30M30 38v-8h8",
  run: "M28 8a4 4 0 1 0 .1 0M12 22l10-6 8 4 2 8 8 2M24 20l-4 10 8 5-1 9M20 30l-4 8H8",
  stand: "M24 42V20M16 42h16M14 20h20M24 20V8l10 4-10 4",
  order: "M16 12h24M16 24h24M16 36h24M8 10v5M7 22h3l-3 5h3M7 34h3v5H7",
};

/** @param {string | undefined} art @param {string} name */
function sign(art, name) {
  const path = art && Object.hasOwn(SIGNS, art) ? SIGNS[art] : "";
  return path
    ? `<path class="cf-sign" d="${path}"/>`
    : `<text class="cf-letter" x="24" y="25">${(name || "?").charAt(0).replace(/[<&]/g, "")}</text>`;
}

/** A die as its shape: a triangle has four faces, a square six, a diamond eight. @param {string} colour @param {string} text */
export function dieShape(colour, text) {
  const shape = colour === "red" ? "M14 3 26 24H2Z" : colour === "blue" ? "M14 1 27 14 14 27 1 14Z" : "M3 3H25V25H3Z";
  const lower = colour === "red" ? 18 : 14.5;
  return `<svg class="cf-die d-${colour}" viewBox="0 0 28 28" width="28" height="28" role="img" aria-label="${colour} ${text.replace(/[<&"]/g, "")}"><path d="${shape}"/><text x="14" y="${lower}">${text.replace(/[<&]/g, "")}</text></svg>`;
}

/** @param {string} markup @returns {Node[]} */
function nodes(markup) {
  return [...drawing(markup).childNodes];
}

const LONG = 13; // letters of a title beyond which it is set smaller

/**
 * A card, to read or to press.
 * @param {Card} card @param {(() => void) | null} [chosen] @param {{idle?: boolean}} [how] idle: it cannot be played now
 */
export function cardFace(card, chosen = null, how = {}) {
  const [first, second] = card.parts ?? [];
  const art = first?.art || card.art || card.kind || "";
  const country = !first && card.kind === "terrain";
  const words = [card.name, first && first.name !== card.name ? first.name : "", second ? `or ${second.name}` : ""];
  return h(
    chosen ? "button.card" : "div.card",
    {
      type: chosen ? "button" : null,
      onclick: chosen,
      "data-card": card.id,
      "data-sort": art.replace(/[^a-z]+/g, "-") || "plain",
      class: [how.idle ? "idle" : "", country ? "country" : "", card.side ? "sided" : "", second ? "double" : "", first?.text ? "worded" : ""].join(" "),
      "aria-label": words.filter(Boolean).join(", "),
      title: [first?.text, second ? `${second.name}: ${second.text ?? ""}` : card.text].filter(Boolean).join(" — "),
    },
    h(
      "span.cf-head",
      null,
      h("b", null, first?.name ?? card.name),
      first?.colour ? h("i.cf-strength", null, nodes(dieShape(first.colour, ""))) : null,
    ),
    h(
      "span.cf-art",
      { "aria-hidden": "true" },
      country
        ? nodes(
            `<svg viewBox="0 0 420 300" preserveAspectRatio="xMidYMid slice">${landscape(art, art, card.id, 420, 300, 0, `h-${card.id.replace(/[^\w]/g, "")}`)}</svg>`,
          )
        : nodes(`<svg viewBox="0 0 48 48">${sign(art, card.name)}</svg>`),
    ),
    first?.text ? h("span.cf-text", null, first.text) : null,
    second
      ? h(
          "span.cf-second",
          null,
          h(
            "span.cf-title",
            null,
            nodes(
              `<svg viewBox="0 0 48 48" width="18" height="18" aria-hidden="true">${sign(second.art, second.name)}</svg>`,
            ),
            h("b", { class: second.name.length > LONG ? "tight" : "" }, second.name),
            second.colour ? h("i.cf-strength", null, nodes(dieShape(second.colour, ""))) : null,
          ),
          second.text ? h("span.cf-text", null, second.text) : null,
        )
      : card.text
        ? h("span.cf-second", null, h("span.cf-text", null, card.text))
        : null,
    card.values?.length
      ? h(
          "span.cf-values",
          null,
          card.values.map((value) => h("span", null, `${value.label} `, h("b", null, value.text))),
        )
      : null,
    h(
      "span.cf-foot",
      null,
      (card.dice ?? []).map((value) => nodes(dieShape(value.label, value.text))),
      (card.icons ?? []).map((icon) => eventIcon(icon)),
      card.number ? h("small", null, card.number) : null,
    ),
    how.idle ? h("span.cf-why", null, card.why || "Not for this question.") : null,
    chosen ? null : ruleLink(card.rule ?? second?.rule ?? first?.rule),
  );
}

/** @param {Marker} icon */
function eventIcon(icon) {
  return h("span.cf-icon", { title: icon.text || icon.kind }, icon.sign || icon.kind.slice(0, 1).toUpperCase());
}
