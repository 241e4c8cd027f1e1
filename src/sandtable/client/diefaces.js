/** Dice with their pips, green where they reached what was needed. */

import { h, s } from "./dom.js";

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

/** @param {number} value @param {number} [need] @param {number} [size] */
export function die(value, need = 0, size = 18) {
  const good = need ? (value >= need ? "hit" : "miss") : "";
  const inner = PIPS[value]
    ? PIPS[value].map(([x, y]) => s("circle", { cx: 12 + x * 5.4, cy: 12 + y * 5.4, r: 2.3 }))
    : [s("text", { x: 12, y: 12.5 }, value)];
  return s(
    "svg.die",
    { class: good, viewBox: "0 0 24 24", width: size, height: size, role: "img", "aria-label": String(value) },
    s("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5 }),
    inner,
  );
}

/** @param {number[] | undefined} dice @param {number} [need] @param {number} [size] */
export function diceRow(dice, need = 0, size = 18) {
  if (!dice?.length) return null;
  return h(
    "span.dice",
    null,
    dice.map((value) => die(value, need, size)),
    need ? h("span.need", null, `${need}+`) : null,
  );
}
