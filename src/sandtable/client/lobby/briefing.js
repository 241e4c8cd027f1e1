/** The briefing: the map with what is fought for, both forces, how long it lasts, what each side wants and might do. */

import { picture } from "../board/counters.js";
import { groundPicture, layoutOf } from "../board/layout.js";
import { PlaneLayout } from "../board/plane.js";
import { teamPicture } from "../board/teams.js";
import { dialog, drawing, escape, h, icon } from "../dom.js";
import { ask } from "../wire/net.js";
import { capital, settings } from "../settings.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Zone} Zone */
/** @typedef {import("../types.js").Point} Point */
/** @typedef {import("../board/layout.js").Layout} Layout */
/** @typedef {{view: View, plans: Record<string, string>}} Told */

const WIDE = 1000; // of the drawing over the map: signs have the same size on every map
const SMALL = 44; // pixels of a counter

/**
 * The briefing of a scenario, as soon as it is there.
 * @param {string} scenario its id
 * @param {View | null} [now] of a battle that has begun: its goals count
 * @returns {HTMLElement}
 */
export function briefing(scenario, now = null) {
  const host = h("section.briefing", { "aria-label": "Briefing", tabindex: "0" }, h("p.quiet", null, "Reading the orders …"));
  void (async () => {
    try {
      host.replaceChildren(...(await briefingParts(await ask(`/briefings/${scenario}`), now)), printLink(scenario));
    } catch (error) {
      host.replaceChildren(h("p.quiet", null, /** @type {Error} */ (error).message));
    }
  })();
  return host;
}

/** To the sheets of a scenario. @param {string} scenario */
function printLink(scenario) {
  return h("p.quiet", null, h("a", { href: `/print/${scenario}` }, "Print and play"), ": map, counters and charts on paper, in true size.");
}

/** @param {import("../battle/screen.js").BattleScreen} screen */
export function briefingDialog(screen) {
  if (!screen.info) return;
  const content = [briefing(screen.info.scenario, screen.view)];
  dialog(`Briefing: ${screen.info.title}`, content, { wide: true, class: "briefing-dialog" });
}

/** What a briefing says. @param {Told} told @param {View | null} now @returns {Promise<HTMLElement[]>} */
export async function briefingParts({ view, plans }, now) {
  const goals = (now ?? view).goals ?? [];
  const sides = [...new Set(view.seats.map((seat) => seat.side))];
  const zones = (view.board?.zones ?? []).filter((zone) => zone.kind === "objective");
  const long = `${view.turns} ${(view.turn_word ?? "turn").toLowerCase()}${view.turns === 1 ? "" : "s"}`;
  return [
    view.board ? await map(view, zones) : null,
    zones.length ? h("ul.briefing-objectives", null, zones.map(objective)) : null,
    h(
      "div.briefing-goals",
      null,
      h("h3", null, "How to win"),
      h("ul", null, goals.map((goal) => h("li", null, goal))),
      view.turns ? h("p.quiet", null, icon("clock"), ` The battle lasts ${long.toLowerCase()}.`) : null,
    ),
    h("div.briefing-sides", null, sides.map((side, i) => sideCard(view, side, i, plans[side] ?? ""))),
  ].flatMap((part) => part ?? []);
}

/** @param {Zone} zone @param {number} i */
function objective(zone, i) {
  const each = (zone.places?.length ?? 0) > 1 ? " each" : "";
  const words = `${zone.points} ${zone.points === 1 ? "point" : "points"}${each}`;
  const told = !zone.points || zone.name.includes(String(zone.points)); // some names say it
  const worth = told ? null : h("b.worth", { title: words, "aria-label": words }, zone.points);
  return h("li", null, h("b.pin", null, sign(i)), zone.name, worth);
}

/** What a side has, and how it might go about it. @param {View} view @param {string} side @param {number} index @param {string} plan */
function sideCard(view, side, index, plan) {
  const seat = view.seats.find((each) => each.side === side);
  const pieces = (view.pieces ?? []).filter((piece) => piece.side === side && !piece.inside);
  const groups = (view.groups ?? []).filter((group) => group.side === side);
  const rest = pieces.filter((piece) => !groups.some((group) => group.id === piece.group));
  const look = { colour: seat?.colour ?? "", index, emblem: seat?.emblem, symbols: settings().symbols };
  const row = (/** @type {string} */ name, /** @type {string} */ text, /** @type {Piece[]} */ list) =>
    list.length
      ? h(
          "div.briefing-force",
          null,
          name ? h("p", null, h("b", null, name), text ? h("small", null, ` ${text}`) : null) : null,
          h("div.briefing-counters", null, list.map((piece) => small(piece, look))),
        )
      : null;
  return h(
    "section.briefing-side",
    { class: `side-${look.colour}` },
    h("h3", null, h("i.side-dot"), seat?.name ?? side),
    plan ? h("p.briefing-plan", null, plan) : null,
    pieces.length
      ? [
          groups.map((group) =>
            row(
              group.name,
              group.text ?? "",
              pieces.filter((piece) => piece.group === group.id),
            ),
          ),
          row("", "", rest),
        ]
      : h("p.quiet", null, "The forces are chosen before the battle."),
  );
}

/** A counter with its name. @param {Piece} piece @param {import("../board/counters.js").Look} look */
function small(piece, look) {
  const holder = h("span.briefing-counter", { title: piece.name, role: "img", "aria-label": piece.name });
  const drawn = drawing(piece.at ? teamPicture(piece, look, SMALL) : picture(piece, look, SMALL));
  holder.append(...drawn.children);
  return holder;
}

// The map -------------------------------------------------------------------------------------------------

/** The ground, and on it what is fought for and who starts where. @param {View} view @param {Zone[]} zones */
async function map(view, zones) {
  const board = /** @type {import("../types.js").Board} */ (view.board);
  const layout = layoutOf(board);
  const image = /** @type {HTMLImageElement} */ (h("img", { alt: `Map of ${view.title}` }));
  image.src = await groundPicture(layout, document.documentElement.dataset.theme === "dark", true);
  await image.decode();
  URL.revokeObjectURL(image.src);
  const scale = layout.width / WIDE;
  const areas = (board.zones ?? []).filter((zone) => zone.side && (zone.kind === "set-up" || zone.kind === "entry"));
  const colour = (/** @type {string | undefined} */ side) => view.seats.find((seat) => seat.side === side)?.colour ?? "";
  const drawn = [
    ...areas.map((zone) => `<path class="b-area side-${colour(zone.side)}" d="${outlines(zone, layout)}"/>`),
    ...(view.pieces ?? []).map((piece) => dot(piece, layout, scale, colour(piece.side))),
    ...zones.flatMap((zone, i) => middles(zone, layout).map((point) => pin(point, sign(i), zone, scale))),
  ];
  const text = `<svg viewBox="0 0 ${layout.width} ${layout.height}" aria-hidden="true">${drawn.join("")}</svg>`;
  return h("figure.briefing-map", null, image, [...drawing(text).children]);
}

/** @param {Zone} zone @param {Layout} layout */
function outlines(zone, layout) {
  if (zone.shape && layout instanceof PlaneLayout) return layout.path(zone.shape);
  return (zone.places ?? []).map((place) => layout.outline(place)).join("");
}

/** Where a zone is marked. @param {Zone} zone @param {Layout} layout @returns {Point[]} */
function middles(zone, layout) {
  if (zone.shape && layout instanceof PlaneLayout) return layout.points(zone.shape).slice(0, 1);
  return (zone.places ?? []).flatMap((place) => layout.centre(place) ?? []);
}

/** Who starts here. @param {Piece} piece @param {Layout} layout @param {number} scale @param {string} colour */
function dot(piece, layout, scale, colour) {
  const at =
    piece.at && layout instanceof PlaneLayout ? layout.point(piece.at.x, piece.at.y) : layout.centre(piece.place ?? "");
  if (!at || piece.inside) return "";
  const size = 16 * scale;
  return `<rect class="b-piece side-${colour}" x="${at.x - size / 2}" y="${at.y - size / 2}" width="${size}" height="${size}" rx="${size / 5}"/>`;
}

/** What is fought for, with its points. @param {Point} at @param {string} letter @param {Zone} zone @param {number} scale */
function pin(at, letter, zone, scale) {
  const r = 17 * scale;
  const points = zone.points
    ? `<g transform="translate(${at.x + r} ${at.y - r})"><circle class="b-points" r="${r * 0.75}"/><text class="b-number" font-size="${r}">${zone.points}</text></g>`
    : "";
  return `<g><title>${escape(capital(zone.name))}</title><circle class="b-pin" cx="${at.x}" cy="${at.y}" r="${r}"/><text class="b-letter" x="${at.x}" y="${at.y}" font-size="${r * 1.2}">${letter}</text>${points}</g>`;
}

/** What an objective is called on the map. @param {number} index */
function sign(index) {
  return String.fromCharCode(65 + (index % 26));
}
