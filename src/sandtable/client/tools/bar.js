/** The bar of a tool that lies over the board: what it is, what it says, and how it is closed. */

import { fill, h, icon } from "../dom.js";

/**
 * @param {{bar: HTMLElement, toggle: () => void}} tool
 * @param {string} sign @param {string} close what the button says to who cannot see it
 * @param {string | (Node | string | null)[]} words
 */
export function fillBar(tool, sign, close, words) {
  const button = h("button.icon", { type: "button", "aria-label": close, onclick: () => tool.toggle() }, icon("close"));
  fill(tool.bar, icon(sign), h("span", null, words), button);
}
