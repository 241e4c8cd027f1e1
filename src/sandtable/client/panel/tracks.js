/** Beside the board: turns, the cup, points, the phase, the forces of both sides. */

import { cardFace } from "./cardface.js";
import { drawing, fill, h } from "../dom.js";
import { ruleLink, titled } from "../rulebook/rules.js";
import { popover } from "../popover.js";
import { capital } from "../settings.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Track} Track */
/** @typedef {import("../types.js").Pile} Pile */
/** @typedef {import("../battle/screen.js").BattleScreen} BattleScreen */

/** The strip at the top. @param {HTMLElement} host @param {View} view @param {BattleScreen} screen */
export function showTracks(host, view, screen) {
  const turns = view.tracks?.find((track) => track.kind === "turns");
  // The order of initiative is a strip by itself, the stack lies on the board (hand.js).
  const rest = (view.tracks ?? []).filter(
    (track) =>
      track !== turns &&
      track.boxes?.length &&
      !(track.kind === "initiative" && track.boxes?.some((box) => box.occupants?.length)),
  );
  fill(
    host,
    turns
      ? turnTrack(turns, screen)
      : view.turn
        ? h("span.track-now", null, `${view.turn_word ?? "Turn"} ${view.turn}${view.turns ? ` of ${view.turns}` : ""}`)
        : null,
    h(
      "span.phase",
      { class: view.active ? `side-${screen.sideColour(sideOfSeat(view, view.active))}` : "" },
      view.active ? h("i.side-dot") : null,
      view.phase ?? "",
    ),
    byKind(rest).map((tracks) => trackChip(tracks, screen)),
    byKind((view.piles ?? []).filter((pile) => pile.kind !== "stack" || (pile.count && !pile.cards?.length))).map(
      (piles) => pileChip(piles, screen),
    ),
    h(
      "button.chip-button.all-tracks",
      {
        type: "button",
        "aria-label": "All tracks and piles",
        onclick: (/** @type {Event} */ event) =>
          allTracks(rest, view.piles ?? [], /** @type {HTMLElement} */ (event.currentTarget), screen),
      },
      "…",
    ),
  );
  tighten(host);
}

/** As much as there is room for: first the title goes, then the names of the chips, then the chips, then other turns. @param {HTMLElement} host */
export function tighten(host) {
  const bar = host.parentElement;
  if (!bar) return;
  const steps = ["tight-1", "tight-2", "tight-3", "tight-4"];
  bar.classList.remove(...steps);
  for (const step of steps) {
    if (host.scrollWidth <= host.clientWidth + 1) return;
    bar.classList.add(step);
  }
}

/** What says the same of both sides stands together. @template {{kind: string, side?: string}} T @param {T[]} list @returns {T[][]} */
function byKind(list) {
  /** @type {Map<string, T[]>} */
  const found = new Map();
  for (const each of list) {
    const same = found.get(each.kind);
    if (same && each.side) same.push(each);
    else found.set(each.side ? each.kind : `${each.kind} ${found.size}`, [each]);
  }
  return [...found.values()];
}

/** @param {Track[]} tracks @param {Pile[]} piles @param {HTMLElement} anchor @param {BattleScreen} screen */
function allTracks(tracks, piles, anchor, screen) {
  popover(
    h(
      "div.all-card",
      null,
      tracks.map((track) => trackBody(track, screen)),
      piles.map((pile) => pileBody(pile, screen)),
    ),
    anchor,
    { label: "All tracks and piles" },
  );
}

/** @param {View} view @param {string} active a side */
function sideOfSeat(view, active) {
  return view.seats.find((seat) => seat.side === active || seat.id === active)?.side ?? active;
}

/** @param {Track} track @param {BattleScreen} screen */
function turnTrack(track, screen) {
  const boxes = track.boxes ?? [];
  const now = boxes.findIndex((box) => box.now);
  return h(
    "ol.turns",
    { "aria-label": `${track.name} ${boxes[now]?.text ?? ""} of ${boxes.length}` },
    boxes.map((box, i) =>
      h(
        "li",
        {
          class: [box.now ? "now" : "", i < now ? "past" : ""].join(" "),
          "aria-current": box.now ? "step" : null,
          title: (box.occupants ?? []).map((each) => `${each.text} enters`).join(", ") || null,
        },
        box.text,
        box.occupants?.length
          ? h(
              "span.entering",
              null,
              box.occupants.map((each) => h("i.side-dot", { class: `side-${screen.sideColour(each.side ?? "")}` })),
            )
          : null,
      ),
    ),
  );
}

/** A chip with what counts now; all of it on a click. @param {Track[]} tracks of one kind @param {BattleScreen} screen */
function trackChip(tracks, screen) {
  const now = (/** @type {Track} */ track) =>
    ((track.boxes ?? []).find((box) => box.now) ?? track.boxes?.[0])?.text ?? "";
  return chip(tracks, now, (track) => trackBody(track, screen), screen);
}

/**
 * A chip for things of one kind: what each of them says in short, and all of them in full on a click.
 * @template {{name: string, kind: string, side?: string}} T
 * @param {T[]} things @param {(thing: T) => string} short @param {(thing: T) => Node} full @param {BattleScreen} screen
 * @param {Node | null} [sign]
 */
function chip(things, short, full, screen, sign = null) {
  return h(
    "button.chip-button",
    {
      type: "button",
      "aria-label": things.map((thing) => `${thing.name}: ${short(thing)}`).join(", "),
      title: things.map((thing) => thing.name).join(", "),
      onclick: (/** @type {Event} */ event) =>
        popover(h("div.all-card", null, things.map(full)), /** @type {HTMLElement} */ (event.currentTarget), {
          label: things[0].name,
        }),
    },
    sign,
    h("span.chip-name", null, capital(things[0].kind)),
    things.map((thing) =>
      h(
        "span.chip-value",
        { class: thing.side ? `side-${screen.sideColour(thing.side)}` : "" },
        thing.side ? h("i.side-dot") : null,
        h("b", null, short(thing)),
      ),
    ),
  );
}

/** @param {Track} track @param {BattleScreen} screen */
function trackBody(track, screen) {
  return h(
    "div.track-card",
    null,
    titled("h3", track.name, track.rule),
    h(
      "ol",
      null,
      (track.boxes ?? []).map((box) =>
        h(
          "li",
          { class: box.now ? "now" : "" },
          h("b", null, box.text),
          (box.occupants ?? []).map((each) =>
            h(
              "span.occupant",
              { class: `side-${screen.sideColour(each.side ?? "")} ${each.done ? "done" : ""}` },
              each.text,
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {Pile[]} piles of one kind @param {BattleScreen} screen */
function pileChip(piles, screen) {
  const [{ count, full }] = piles;
  const sign = full ? clock(count / full) : null;
  return chip(piles, (pile) => String(pile.count), (pile) => pileBody(pile, screen), screen, sign);
}

/** A pile that runs out like the sand of a glass. @param {number} part what is left */
function clock(part) {
  const round = 2 * Math.PI * 8;
  const left = Math.max(0, Math.min(1, part)) * round;
  const art = `<svg class="clock${part < 0.2 ? " late" : ""}" viewBox="0 0 22 22" width="22" height="22" aria-hidden="true"><circle cx="11" cy="11" r="8"/><circle class="left" cx="11" cy="11" r="8" stroke-dasharray="${left.toFixed(1)} ${round.toFixed(1)}" transform="rotate(-90 11 11)"/></svg>`;
  return /** @type {Node} */ (drawing(art).firstChild);
}

/** @param {Pile} pile @param {BattleScreen} screen */
function pileBody(pile, screen) {
  return h(
    "div.pile-card",
    null,
    titled("h3", pile.name, pile.rule),
    pile.contents?.length
      ? h(
          "ul.chits",
          null,
          pile.contents.map((each) =>
            h(
              "li",
              { class: `side-${screen.sideColour(each.side ?? "")}` },
              h("span.chit", null, each.text),
              (each.count ?? 1) > 1 ? h("b", null, `× ${each.count}`) : null,
            ),
          ),
        )
      : h("p.quiet", null, pile.count ? `${pile.count}, contents hidden.` : "Empty."),
    pile.cards?.length
      ? h(
          "div.cards",
          null,
          pile.cards.map((card) => cardFace(card)),
        )
      : null,
  );
}

/** All formations with their counters: on the map, waiting, lost. @param {HTMLElement} host @param {View} view @param {BattleScreen} screen */
export function showForces(host, view, screen) {
  const boxes = new Map((view.boxes ?? []).map((box) => [box.id, box.name]));
  const known = new Set((view.groups ?? []).map((group) => group.id));
  /** @type {import("../types.js").Group[]} */
  const groups = [
    ...(view.groups ?? []),
    ...view.seats
      .map((seat) => ({ id: "", name: seat.name, side: seat.side }))
      .filter((extra) =>
        (view.pieces ?? []).some((piece) => piece.side === extra.side && !known.has(piece.group ?? "")),
      ),
  ];
  fill(
    host,
    (view.goals ?? []).length
      ? h(
          "section.goals",
          null,
          h("h4", null, "How to win"),
          view.goals?.map((goal) => h("p", null, goal)),
        )
      : null,
    groups.map((group) => {
      const own = (view.pieces ?? []).filter(
        (piece) =>
          (group.id ? piece.group === group.id : !known.has(piece.group ?? "") && piece.side === group.side) &&
          !piece.inside,
      );
      return h(
        "section.force",
        { class: `side-${screen.sideColour(group.side)}` },
        h(
          "h4",
          null,
          h("i.side-dot"),
          group.name,
          (group.markers ?? []).map((marker) => h("small", { class: `tone-${marker.tone || "plain"}` }, marker.text)),
        ),
        group.text
          ? h(
              "p.quiet",
              null,
              group.text,
              (group.values ?? []).map((value) => [` · ${value.label} ${value.text} `, ruleLink(value.rule)]),
            )
          : null,
        h(
          "div.force-row",
          null,
          own.map((piece) => {
            const away = piece.place && boxes.has(piece.place);
            const lost = (piece.full_steps ?? 0) > 0 && !piece.steps;
            const ready = screen.chooser.options.byPiece.has(piece.id);
            return h(
              "button.mini",
              {
                type: "button",
                class: [away ? "away" : "", lost ? "lost" : "", ready ? "ready" : ""].join(" "),
                "aria-label": `${piece.name}${away ? `, ${boxes.get(piece.place ?? "")}` : `, ${piece.place}`}`,
                title: `${piece.name}${away ? ` (${boxes.get(piece.place ?? "")})` : ""}`,
                onclick: () => screen.fromForces(piece),
              },
              screen.counterPicture(piece, 46),
            );
          }),
        ),
      );
    }),
  );
}
