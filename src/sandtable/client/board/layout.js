/** The layout for a board of any kind: where places lie, which place is under a point, how the ground is drawn. */

import { CardLayout } from "./cards.js";
import { HexLayout } from "./hexes.js";
import { PlaneLayout } from "./plane.js";
import { tableNames } from "./names.js";
import { tableGrid, tableGround } from "./ground/table.js";
import { grid, ground as hexGround } from "./ground/terrain.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {HexLayout | CardLayout | PlaneLayout} Layout */

/** @param {Board} board @returns {Layout} */
export function layoutOf(board) {
  if (board.kind === "cards") return new CardLayout(board);
  if (board.kind === "plane") return new PlaneLayout(board);
  return new HexLayout(board);
}

let drawn = 0;

/** The ground as SVG text, with names of its own. @param {Layout} layout @param {boolean} [plain] */
function groundOf(layout, plain = false) {
  const id = `g${++drawn}`;
  if (layout instanceof HexLayout) return hexGround(layout, id, plain);
  return layout instanceof PlaneLayout ? tableGround(layout, id, plain) : layout.ground(id);
}

/** What lies over the ground and stays sharp at every size. @param {Layout} layout */
export function gridOf(layout) {
  if (layout instanceof HexLayout) return grid(layout);
  return layout instanceof PlaneLayout ? tableGrid(layout) : "";
}

/** @type {Promise<string> | null} */
let colours = null;

/** The colours of the ground, for pictures that stand outside the page. */
function terrainStyle() {
  colours ??= fetch(new URL("../css/terrain.css", import.meta.url)).then((answer) => answer.text());
  return colours;
}

/**
 * The ground as a picture by itself, at an address of this page. Give it back with URL.revokeObjectURL.
 * @param {Layout} layout
 * @param {boolean} dark
 * @param {boolean} [lines] with the grid
 * @param {boolean} [names] and the names of hexes, as on paper
 * @returns {Promise<string>}
 */
export async function groundPicture(layout, dark, lines = false, names = false) {
  const style = await terrainStyle();
  const [w, h] = [Math.ceil(layout.width), Math.ceil(layout.height)];
  const fonts = ":root{--serif:Georgia,serif;--narrow:Arial,sans-serif}";
  const text =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" data-theme="${dark ? "dark" : "light"}">` +
    `<style>${fonts}${style}${names ? ".k-table{fill:#fff}.k-open{fill:#f4efe0}" : ".t-name,.t-dot,.t-level{display:none}"}</style>${groundOf(layout)}${lines ? gridOf(layout) : ""}${lines && layout instanceof PlaneLayout ? tableNames(layout, [], 26) : ""}</svg>`;
  return URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
}

const MOST = 9e6; // pixels of the picture of the ground: sharp enough to zoom in, small enough for a phone

/**
 * The ground painted once: moving and zooming it costs nothing then.
 * @param {Layout} layout @param {boolean} dark
 * @returns {Promise<HTMLCanvasElement>}
 */
export async function groundCanvas(layout, dark) {
  const address = await groundPicture(layout, dark);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const ratio = Math.min(1.5, Math.sqrt(MOST / (layout.width * layout.height)));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(layout.width * ratio);
    canvas.height = Math.round(layout.height * ratio);
    const pen = canvas.getContext("2d");
    if (!pen) throw new Error("no canvas here");
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** The ground within the page, where it is not painted. @param {Layout} layout @param {boolean} [plain] */
export function groundMarkup(layout, plain = false) {
  return groundOf(layout, plain);
}
