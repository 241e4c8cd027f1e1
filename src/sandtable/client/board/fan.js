/** A stack spread out beside its place: in rows, no larger than the window, and always within it. */

import { SIZE } from "./counters.js";

/** @typedef {import("../types.js").Point} Point */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

const SMALLEST = 70; // pixels of the screen
const LARGEST = 112;
const AWAY = 80; // from the middle of the place

/**
 * Where the counters of a stack lie when it is spread out, in units of the board.
 * @param {Point} at the middle of the place @param {number} count of counters
 * @param {number} zoom pixels for a unit of the board @param {Box} window what of the board is seen
 * @returns {{tray: Box, scale: number, spots: Point[]}}
 */
export function spreadOut(at, count, zoom, window) {
  const pixels = Math.max(SMALLEST, Math.min(LARGEST, SIZE * 0.9 * zoom));
  const scale = pixels / (SIZE * zoom);
  const [gap, rim] = [(SIZE + 16) * scale, 16 * scale];
  const room = Math.max(1, Math.floor((window.right - window.left - rim) / gap));
  const columns = Math.min(count, room);
  const rows = Math.ceil(count / columns);
  const wide = gap * columns + rim;
  const high = (SIZE + 24) * scale * rows + rim;
  const x = clamp(at.x, window.left + wide / 2, window.right - wide / 2);
  const above = at.y - AWAY - high / 2;
  const y = clamp(
    above - high / 2 < window.top ? at.y + AWAY + high / 2 : above,
    window.top + high / 2,
    window.bottom - high / 2,
  );
  const tray = { left: x - wide / 2, top: y - high / 2, right: x + wide / 2, bottom: y + high / 2 };
  const spots = Array.from({ length: count }, (_, i) => ({
    x: tray.left + rim / 2 + gap * ((i % columns) + 0.5),
    y: tray.top + rim / 2 + (SIZE + 24) * scale * (Math.floor(i / columns) + 0.5) + 4 * scale,
  }));
  return { tray, scale, spots };
}

/** @param {number} value @param {number} low @param {number} high */
function clamp(value, low, high) {
  return low > high ? (low + high) / 2 : Math.max(low, Math.min(high, value));
}
