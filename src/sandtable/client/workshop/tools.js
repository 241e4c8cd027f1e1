/** The row of tools above the board, and what each of them offers. */

import { h } from "../dom.js";
import { LINES } from "./lines.js";

/** @typedef {import("./form.js").Game} Game */
/** @typedef {import("./screen.js").Workshop} Workshop */

/** @param {Workshop} shop */
export function drawTools(shop) {
  const game = /** @type {Game} */ (shop.game);
  const tool = (/** @type {string} */ name, /** @type {string} */ label) =>
    h("button", { type: "button", "data-tool": name, "aria-pressed": shop.tool === name ? "true" : "false", onclick: () => shop.use(name) }, label);
  const paints = Boolean(game.fields.grid);
  shop.tools?.replaceChildren(
    tool("select", "Select and move"),
    ...(paints ? [tool("paint", game.fields.grid === "cards" ? "Lay cards" : "Paint the map")] : []),
    ...(game.fields.grid === "sheets" ? [tool("lines", "Draw lines")] : []),
    ...(shop.ground.there ? [tool("ground", "Draw the ground")] : []),
    ...(shop.palette.trays.length ? [tool("pieces", "Put down counters")] : []),
    ...(shop.tool === "paint" ? swatches(shop, game) : []),
    ...(shop.tool === "lines" ? [lineSwatches(shop)] : []),
    ...(shop.tool === "ground" ? [shop.ground.draw()] : []),
    ...(shop.tool === "pieces" ? [shop.palette.draw()] : []),
  );
}

/** @param {Workshop} shop @param {Game} game @returns {HTMLElement[]} */
function swatches(shop, game) {
  const swatch = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {number} */ at) =>
    h("button.ws-swatch", { type: "button", "data-sign": sign, "data-at": at, "aria-pressed": shop.sign === sign && shop.at === at ? "true" : "false", onclick: () => {
      shop.sign = sign;
      shop.at = at;
      shop.drawTools();
    } }, name);
  if (game.fields.grid === "cards") {
    const cards = [["." , "Open"], ["F", "Field"], ["X", "Open, no start"], ...(game.catalogue.cards ?? []).map((card) => [card.word, `${card.name} ${card.word}`])];
    return [h("div.ws-swatches", null, cards.map(([sign, name]) => swatch(sign, name, 0)))];
  }
  const ground = (game.catalogue.terrain ?? []).map((each) => swatch(each.word, each.name ?? each.word, 0));
  const second = (game.fields.signs ?? []).filter(([sign]) => sign !== "-").map(([sign, name]) => swatch(sign, name, 1));
  const size = ["letters", "numbers"].includes(game.fields.grid ?? "") ? sizes(shop) : null;
  return [h("div.ws-swatches", null, ground), second.length ? h("div.ws-swatches", null, second) : null, size].flatMap((part) => part ?? []);
}

/** @param {Workshop} shop */
function lineSwatches(shop) {
  const swatch = (/** @type {[string, string]} */ [key, name]) =>
    h("button.ws-swatch", { type: "button", "data-line": key, "aria-pressed": shop.line === key ? "true" : "false", onclick: () => {
      shop.line = key;
      shop.drawTools();
      shop.drawNote();
    } }, name);
  return h("div.ws-swatches", null, LINES.map(swatch));
}

/** @param {Workshop} shop */
function sizes(shop) {
  const board = /** @type {any} */ (shop.draft?.reading?.view?.board);
  const columns = /** @type {HTMLInputElement} */ (h("input", { type: "number", min: 2, max: 60, value: board?.columns ?? 10, "aria-label": "Columns" }));
  const rows = /** @type {HTMLInputElement} */ (h("input", { type: "number", min: 2, max: 60, value: board?.rows ?? 8, "aria-label": "Rows" }));
  const set = () => void shop.edit([{ do: "size", columns: Number(columns.value), rows: Number(rows.value) }]);
  return h("div.ws-size", null, columns, " × ", rows, h("button", { type: "button", onclick: set }, "Resize"));
}
