/** What is known of a piece or a place, with a rule behind every number. */

import { fill, h, handy } from "../dom.js";
import { ruleLink } from "../rulebook/rules.js";
import { capital } from "../settings.js";
import { CardLayout } from "../board/cards.js";
import { HexLayout } from "../board/hexes.js";
import { leads } from "../board/plate.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Marker} Marker */
/** @typedef {import("../battle/screen.js").BattleScreen} BattleScreen */

export class Inspector {
  /** @param {HTMLElement} host @param {BattleScreen} screen */
  constructor(host, screen) {
    this.host = host;
    this.screen = screen;
    this.key = "";
  }

  /** @param {View} view @param {string} place @param {string} piece */
  show(view, place, piece) {
    const found = view.pieces?.find((each) => each.id === piece) ?? (piece ? undefined : alone(view, place));
    const content = found
      ? [this.piece(view, found), found.place ? this.place(view, found.place, found.id) : null]
      : place
        ? [this.place(view, place, "")]
        : [];
    this.host.classList.toggle("empty", !content.length);
    fill(
      this.host,
      ...(content.length
        ? content
        : [h("p.quiet", null, handy("Click a counter or a place, or move the cursor there and press i."))]),
    );
  }

  /** @param {View} view @param {Piece} piece */
  piece(view, piece) {
    const group = view.groups?.find((each) => each.id === piece.group);
    const carried = (view.pieces ?? []).filter((each) => each.inside === piece.id);
    const full = piece.full_steps ?? 0;
    const left = `${piece.steps ?? 0} of ${full} ${view.step_word ?? "step"}s`;
    const team = carried.length > 0 && this.screen.board.layout instanceof CardLayout;
    return h(
      "section.card-piece",
      null,
      h(
        "div.card-head",
        null,
        this.screen.counterPicture(piece, 112),
        h(
          "div",
          null,
          h("h3", null, piece.face_down ? "A hidden counter" : piece.name),
          h("p.quiet", null, [this.screen.sideName(piece.side), group?.name].filter(Boolean).join(" · ")),
          full > 1
            ? h(
                "p.steps",
                { "aria-label": left },
                Array.from({ length: full }, (_, i) => h("i", { class: i < (piece.steps ?? 0) ? "" : "gone" })),
                ` ${left}`,
              )
            : null,
          piece.inside ? h("p.quiet", null, `With ${this.screen.nameOf(piece.inside)}`) : null,
          carried.length && !team ? h("p.quiet", null, `Has ${carried.map((each) => each.name).join(", ")}`) : null,
        ),
      ),
      team
        ? h(
            "ul.roster",
            null,
            carried.map((each) => this.soldier(each)),
          )
        : null,
      this.markers(piece.markers ?? []),
      piece.values?.length ? h("dl.values", null, piece.values.map(number)) : null,
      group?.values?.length
        ? h(
            "p.of-group",
            null,
            `${group.name}: `,
            group.values.map((value, i) => [i ? " · " : "", `${value.label} ${value.text} `, ruleLink(value.rule)]),
          )
        : null,
      this.markers(group?.markers?.filter((each) => !piece.markers?.some((own) => own.kind === each.kind)) ?? []),
    );
  }

  /** One of a team: his name, his numbers, how he is. @param {Piece} soldier */
  soldier(soldier) {
    return h(
      "li",
      null,
      h(
        "button.soldier",
        { type: "button", onclick: () => this.screen.select(soldier.id) },
        h("b", { class: leads(soldier) ? "leader" : "" }, soldier.name),
        (soldier.values ?? []).map((value) => h("span", null, `${value.label} `, h("b", null, value.text))),
        (soldier.markers ?? []).map((marker) =>
          h("em", { class: `tone-${marker.tone || "plain"}` }, marker.text || capital(marker.kind)),
        ),
      ),
    );
  }

  /** @param {Marker[]} markers */
  markers(markers) {
    if (!markers.length) return null;
    return h(
      "ul.states",
      null,
      markers.map((marker) =>
        h(
          "li",
          { class: `tone-${marker.tone || "plain"}` },
          h("span", null, marker.text || capital(marker.kind)),
          ruleLink(marker.rule),
        ),
      ),
    );
  }

  /** @param {View} view @param {string} place @param {string} but a piece that is shown already */
  place(view, place, but) {
    const { layout } = this.screen.board;
    const box = view.boxes?.find((each) => each.id === place);
    if (box) return h("section.card-place", null, h("h4", null, box.name));
    let terrain;
    /** @type {import("../types.js").Terrain[]} */
    let lines = [];
    let title = place;
    if (layout instanceof HexLayout) {
      const hex = layout.hexes.get(place);
      terrain = layout.board.terrain.find((each) => each.key === hex?.terrain);
      const kinds = new Set([...(hex?.ways ?? []), ...(hex?.edges ?? [])].map((each) => each.kind));
      lines = (layout.board.lines ?? []).filter((each) => kinds.has(each.key));
      if (hex?.label) title += ` · ${hex.label}`;
    } else if (layout?.board.kind === "cards") {
      const cell = layout.board.cells.find((each) => each.name === place);
      terrain = layout.board.terrain.find((each) => each.key === cell?.terrain);
    }
    const zones = (layout?.board.zones ?? []).filter((zone) => zone.places?.includes(place));
    const others = (view.pieces ?? []).filter((each) => each.place === place && each.id !== but && !each.inside);
    return h(
      "section.card-place",
      null,
      h("h4", null, title, terrain ? h("span", null, ` ${terrain.name}`) : null, " ", ruleLink(terrain?.rule)),
      terrain?.text ? h("p", null, capital(terrain.text), ".") : null,
      lines.length
        ? h(
            "p.quiet",
            null,
            lines.map((each, i) => [i ? ", " : "", each.name, " ", ruleLink(each.rule)]),
          )
        : null,
      (view.markers ?? [])
        .filter((marker) => marker.place === place)
        .map((marker) => h("p.on-ground", null, marker.text || capital(marker.kind), " ", ruleLink(marker.rule))),
      zones.map((zone) => h("p.quiet", null, zone.name)),
      others.length
        ? h(
            "p.here-too",
            null,
            others.map((each) =>
              h(
                "button.mini",
                {
                  type: "button",
                  "aria-label": each.name,
                  title: each.name,
                  onclick: () => this.screen.select(each.id),
                },
                this.screen.counterPicture(each, 40),
              ),
            ),
          )
        : null,
    );
  }
}

/** The piece of a place where there is but one: a finger on the place means it too. @param {View} view @param {string} place */
function alone(view, place) {
  const [first, ...others] = (view.pieces ?? []).filter((each) => place && each.place === place && !each.inside);
  return others.length ? undefined : first;
}

/** A printed number with its name and rule; how it is printed, for those who ask. @param {import("../types.js").Value} value */
function number(value) {
  const print = (value.emphasis ?? "").includes("underlined") ? "under" : "";
  return h(
    "div",
    { class: value.means ? "meant" : "", title: value.emphasis || null },
    h("dt", null, value.label),
    h("dd", null, h("span", { class: print }, value.text), " ", ruleLink(value.rule)),
    value.means ? h("dd.means", null, value.means) : null,
  );
}
