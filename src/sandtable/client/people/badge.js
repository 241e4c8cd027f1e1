/** Badges: a shield drawn from sixteen hexadecimal digits, always the same for the same account. */

import { s } from "../dom.js";

const SHIELD = "M4 3h32v17c0 10-8 15-16 18C12 35 4 30 4 20Z";
const COLOURS = ["#2f5d8c", "#8c3b2e", "#3f6b3a", "#6b4a86", "#20727a", "#a06a14", "#5c5346", "#9a3b63"];
const METALS = ["#f3ead2", "#e6c55a", "#d9dfe2", "#f0d9c4"];

/** How the field is divided. */
const FIELDS = [
  "",
  "M20 0h20v40H20Z",
  "M0 0h40v20H0Z",
  "M0 0 40 40H0Z",
  "M40 0 0 40h40Z",
  "M0 40 20 18 40 40Z",
  "M14 0h12v40H14Z",
  "M0 14h40v11H0Z",
];

/** What stands on it. */
const SIGNS = [
  "M20 9l2.900 6.700 7.300.6-5.500 4.800 1.700 7.100L20 24.400l-6.400 3.800 1.700-7.100-5.500-4.800 7.300-.6Z",
  "M20 9 30 19 20 29 10 19Z",
  "M17 8h6v8h8v6h-8v8h-6v-8H9v-6h8Z",
  "M20 9a10 10 0 1 0 0 20 10 10 0 0 0 0-20M20 14a5 5 0 1 1 0 10 5 5 0 0 1 0-10",
  "M10 24 20 10 30 24h-6l-4-6-4 6Z",
  "M9 13h22v4H9ZM9 21h22v4H9Z",
  "M20 9 30 27H10Z",
  "M13 9h5v5h4V9h5v8l-2 2v9H15v-9l-2-2Z",
];

let clips = 0;

/** @param {string} badge @param {number} [size] @returns {SVGElement} */
export function badgePicture(badge, size = 28) {
  const part = (/** @type {number} */ place) => parseInt(badge.slice(place, place + 2), 16) || 0;
  const ground = COLOURS[part(0) % COLOURS.length];
  const other = COLOURS[(part(0) + 1 + (part(2) % (COLOURS.length - 1))) % COLOURS.length];
  const clip = `badge-${++clips}`;
  return s(
    "svg.badge",
    { viewBox: "0 0 40 42", width: size, height: size, "aria-hidden": "true" },
    s("clipPath", { id: clip }, s("path", { d: SHIELD })),
    s(
      "g",
      { "clip-path": `url(#${clip})` },
      s("path", { d: SHIELD, fill: ground }),
      s("path", { d: FIELDS[part(4) % FIELDS.length], fill: other }),
    ),
    s("path", { d: SIGNS[part(6) % SIGNS.length], fill: METALS[part(8) % METALS.length], "fill-rule": "evenodd" }),
    s("path", { d: SHIELD, fill: "none", stroke: "#f6f0e0", "stroke-width": 2.5 }),
    s("path", { d: SHIELD, fill: "none", stroke: "#1d2427", "stroke-width": 1 }),
  );
}
