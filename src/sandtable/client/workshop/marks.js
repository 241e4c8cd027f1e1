/** What the workshop draws over the board: the places of a field, a stroke, the chosen place, faults, and heat. */

import { PlaneLayout, pointOf } from "../board/plane.js";
import { escape, r1 } from "../dom.js";

/** @typedef {import("./screen.js").Workshop} Workshop */

/** @param {Workshop} shop */
export function drawMarks(shop) {
  const board = shop.board;
  const layout = board?.layout;
  if (!board || !layout || !board.parts.over) return;
  let text = "";
  const mark = shop.draft?.reading?.marks.find((each) => JSON.stringify(each.path) === shop.picking?.id);
  for (const name of mark?.places ?? []) text += `<path class="ws-mark" d="${layout.outline(name, 6)}"/>`;
  if (layout instanceof PlaneLayout)
    for (const [x, y] of mark?.points ?? []) {
      const at = layout.point(x * 100, y * 100);
      text += `<circle class="ws-mark" cx="${r1(at.x)}" cy="${r1(at.y)}" r="9"/>`;
    }
  if (shop.tool === "ground" && layout instanceof PlaneLayout) text += shop.ground.marks(layout);
  for (const name of shop.hand.stroke) text += `<path class="ws-mark" d="${layout.outline(name, 2)}"/>`;
  const spot = pointOf(shop.chosen);
  if (spot && layout instanceof PlaneLayout) text += `<circle class="ws-chosen" cx="${r1(layout.point(...spot).x)}" cy="${r1(layout.point(...spot).y)}" r="12"/>`;
  else if (shop.chosen && layout.centre(shop.chosen)) text += `<path class="ws-chosen" d="${layout.outline(shop.chosen, 2)}"/>`;
  for (const each of shop.draft?.reading?.problems ?? [])
    if (each.cell && layout.centre(each.cell)) text += `<path class="ws-wrong" d="${layout.outline(each.cell, 4)}"/>`;
  const heat = shop.fair.heat();
  const hottest = Math.max(1, ...Object.values(heat));
  for (const [name, count] of Object.entries(heat))
    if (layout.centre(name)) text += `<path class="ws-heat" style="opacity:${(0.15 + (0.6 * count) / hottest).toFixed(2)}" d="${layout.outline(name, 5)}"><title>${escape(String(count))}</title></path>`;
  board.draw("over", text);
}
