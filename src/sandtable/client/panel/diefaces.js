/** Dice with their pips, green where they reached what was needed; flips of a card as the signs on the card. */

import { h, s } from "../dom.js";

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

/** Outlines of dice that are no cubes, and of the square that six is on a card. @type {Record<number, string>} */
const OUTLINES = {
  4: "M12 1.5 23 21.5H1Z",
  6: "M2 2H22V22H2Z",
  8: "M12 .5 23.5 12 12 23.5.5 12Z",
  10: "M12 .5 23 10 12 23.5 1 10Z",
  12: "M12 .5 23 8.5 19 22H5L1 8.5Z",
  20: "M12 .5 22.5 6.5v11L12 23.5 1.5 17.5v-11Z",
};

/** @param {number} value @param {number} [need] @param {number} [size] @param {number} [faces] @param {boolean} [flip] */
export function die(value, need = 0, size = 18, faces = 6, flip = false) {
  const good = need ? (value >= need ? "hit" : "miss") : "";
  if (flip || faces !== 6)
    return s(
      "svg.die",
      {
        class: `${good} d${faces} ${flip ? "card-sign" : ""}`,
        viewBox: "0 0 24 24",
        width: size + 2,
        height: size + 2,
        role: "img",
        "aria-label": String(value),
      },
      s("path", { d: OUTLINES[faces] ?? OUTLINES[20] }),
      s("text", { x: 12, y: faces === 4 ? 15.5 : 12.5 }, value),
    );
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

/** What a line of the story threw or flipped. @param {import("../types.js").LogLine} line @param {number} [size] */
export function diceRow({ dice, need = 0, faces, shows }, size = 18) {
  if (!dice?.length) return null;
  return h(
    "span.dice",
    null,
    dice.map((value) => die(value, need, size, faces, shows === "flip")),
    need ? h("span.need", null, `${need}+`) : null,
  );
}
