/** A table without a map: the pieces of each side in a row, to be clicked like counters. */

import { fill, h } from "../dom.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../battle/screen.js").BattleScreen} BattleScreen */

/** @param {HTMLElement} host @param {View} view @param {BattleScreen} screen */
export function showBare(host, view, screen) {
  const sides = [...new Set(view.seats.map((seat) => seat.side))];
  const rows = sides.map((side) => ({ side, pieces: (view.pieces ?? []).filter((each) => each.side === side) }));
  fill(
    host,
    rows
      .filter((row) => row.pieces.length)
      .map(({ side, pieces }) =>
        h(
          "section.bare-side",
          { class: `side-${screen.sideColour(side)}`, "aria-label": screen.sideName(side) },
          pieces.map((piece) => counter(piece, screen)),
        ),
      ),
  );
}

/** @param {Piece} piece @param {BattleScreen} screen */
function counter(piece, screen) {
  const meant = screen.chooser.meant("", piece.id).length > 0;
  const states = (piece.markers ?? []).map((marker) => marker.text || marker.kind);
  const left = piece.steps ? [`${piece.steps}${piece.full_steps ? ` of ${piece.full_steps}` : ""}`] : [];
  return h(
    "button.bare-piece",
    {
      type: "button",
      class: meant ? "ready" : "",
      "data-piece": piece.id,
      onclick: (/** @type {MouseEvent} */ event) => {
        screen.select(piece.id);
        screen.chooser.tap("", piece.id, { x: event.clientX, y: event.clientY });
      },
    },
    screen.counterPicture(piece, 96),
    h("b", null, piece.name),
    h("small", null, [...left, ...states].join(" · ")),
  );
}
