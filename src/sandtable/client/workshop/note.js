/** The note below the board: what the tool in hand wants, or what is written about the chosen place. */

import { h } from "../dom.js";
import { turn, turns } from "./palette.js";

/** @typedef {import("./draft.js").Mark} Mark */
/** @typedef {import("./screen.js").Workshop} Workshop */

/** @param {Workshop} shop */
export function drawNote(shop) {
  const note = shop.note;
  if (!note) return;
  const draft = shop.draft;
  const says = draft?.refused || "";
  const parts = [];
  if (says) parts.push(h("p.bad", null, says));
  if (shop.picking) {
    const many = ["points", "hexes", "cells", "area", "groups"].includes(shop.picking.field.kind);
    parts.push(
      h("p", null, many ? `Click or drag over places for “${shop.picking.field.key}”; click again to take one out.` : `Click the place for “${shop.picking.field.key}”.`),
      ...(shop.picking.field.kind === "points" ? [h("button", { type: "button", onclick: () => void shop.edit([{ do: "remove", path: /** @type {any} */ (shop.picking).path }]) }, "Start over")] : []),
      h("button", { type: "button", onclick: () => {
        shop.picking = null;
        shop.show();
      } }, "Done"),
    );
  } else if (shop.tool === "paint") parts.push(h("p", null, shop.sign ? "Click or drag over hexes to paint them." : "Choose what to paint."));
  else if (shop.tool === "lines") parts.push(h("p", null, shop.line ? "Drag from hex to hex. A line that begins where another ends goes on with it." : "Choose what to draw."));
  else if (shop.tool === "ground") parts.push(...shop.ground.says());
  else if (shop.tool === "pieces") parts.push(h("p", null, shop.palette.says()));
  else if (shop.hand.held) parts.push(h("p", null, `Carry ${shop.hand.held.label ?? ""} with the arrows; Enter puts it down.`));
  else if (shop.chosen) {
    const marks = shop.at_(shop.chosen);
    parts.push(h("p", null, h("b", null, /,/.test(shop.chosen) ? "Here" : shop.chosen), marks.length ? ":" : ": nothing is written about this place."));
    parts.push(
      h("ul", null, marks.slice(0, 12).map((each) => h("li", null, h("button", { type: "button", onclick: () => shop.reveal(each.path) }, `${each.title}: ${each.label || "?"} (${String(each.path.at(-1))})`), ...handles(shop, each)))),
    );
  }
  if (draft?.reading?.mended) parts.push(h("p.warn", null, "The draft has problems; the board shows what can be read."));
  note.replaceChildren(...parts);
}

/** What can be done with something on the board: turn it, take it away. @param {Workshop} shop @param {Mark} mark @returns {HTMLElement[]} */
function handles(shop, mark) {
  if (!mark.piece || typeof mark.path.at(-2) !== "number") return [];
  const button = (/** @type {string} */ name, /** @type {() => void} */ act) => h("button.ws-handle", { type: "button", "aria-label": `${name} ${mark.label ?? ""}`, onclick: act }, name);
  const way = turns(shop, mark.path);
  return [
    ...(way ? [button("Turn left", () => void turn(shop, mark.path, -15)), button("Turn right", () => void turn(shop, mark.path, 15))] : []),
    button("Remove", () => void shop.edit([{ do: "remove", path: mark.path.slice(0, -1) }])),
  ];
}
