/** The workshop by keyboard: undo, copy and paste anywhere; on the board arrows go from place to place and Enter acts. */

import { pointOf } from "../board/plane.js";
import { toast } from "../popover.js";
import { valueAt } from "./form.js";

/** @typedef {import("./screen.js").Workshop} Workshop */

const ARROWS = /** @type {Record<string, "up" | "down" | "left" | "right">} */ ({ ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" });

/** @param {Workshop} shop @param {KeyboardEvent} event */
export function pressed(shop, event) {
  const target = /** @type {HTMLElement | null} */ (event.target);
  if (!shop.draft || document.querySelector("dialog[open]") || target?.closest?.("input, textarea, select")) return;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === "z" || key === "y") {
      event.preventDefault();
      void (key === "y" || event.shiftKey ? shop.draft.redo() : shop.draft.undo());
    } else if (key === "c" && !String(getSelection())) copy(shop);
    else if (key === "v") void paste(shop);
  } else if (key === "escape") shop.leave();
  else if (key === "delete" || key === "backspace") remove(shop);
  else if (target?.closest?.(".ws-board")) onBoard(shop, event);
}

/** @param {Workshop} shop @param {KeyboardEvent} event */
function onBoard(shop, event) {
  const way = ARROWS[event.key];
  if (!way && event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  if (way) shop.walk(shop.board?.layout?.step(shop.chosen, way) ?? "");
  else shop.enter();
}

/** Take away what stands on the chosen place. @param {Workshop} shop */
function remove(shop) {
  if (!shop.chosen || shop.tool !== "select") return;
  const mark = shop.at_(shop.chosen).find((each) => each.piece && typeof each.path.at(-2) === "number");
  if (mark) void shop.edit([{ do: "remove", path: mark.path.slice(0, -1) }]);
}

/** Copy what is written about the chosen place. @param {Workshop} shop */
function copy(shop) {
  const mark = shop.at_(shop.chosen).find((each) => typeof each.path.at(-2) === "number");
  if (!mark) return shop.say("Choose a place with something that can be copied.");
  const path = mark.path.slice(0, -1);
  shop.copied = { path, value: valueAt(shop.draft?.reading?.values, path) };
  toast([`Copied ${mark.title} ${mark.label ?? ""}. Choose a place and press Ctrl+V.`], "good");
}

/** One more of what was copied, with a name of its own, at the chosen place. @param {Workshop} shop */
async function paste(shop) {
  const { copied, chosen } = shop;
  if (!copied || !chosen) return;
  const list = copied.path.slice(0, -1);
  const known = valueAt(shop.draft?.reading?.values, list);
  const taken = new Set((Array.isArray(known) ? known : []).flatMap((each) => [each?.name, each?.key]));
  const fresh = { ...copied.value };
  let number = 2;
  while (taken.has(`${copied.value.name} ${number}`) || taken.has(`${copied.value.key}-${number}`)) number++;
  if (fresh.name) fresh.name = `${fresh.name} ${number}`;
  if (fresh.key) fresh.key = `${fresh.key}-${number}`;
  if (fresh.id) fresh.id = `${fresh.id}-${number}`;
  const point = pointOf(chosen);
  if ("at" in fresh) fresh.at = point ? [point[0] / 100, point[1] / 100] : chosen;
  await shop.edit([{ do: "add", path: list, value: fresh }]);
}
