/** Lines and hex sides of War Storm's own sheets, drawn with the mouse: lists of hexes in the text of a sheet. */

/** @typedef {import("./draft.js").Edit} Edit */

/** What can be drawn, by the key of the sheet. @type {[string, string][]} */
export const LINES = [
  ["roads", "Road"],
  ["trails", "Trail"],
  ["railroads", "Railroad"],
  ["rivers", "River"],
  ["bocage", "Bocage, from hex to hex"],
  ["erase", "Erase"],
];

/**
 * The edits for a stroke over hexes.
 * @param {string[]} stroke places in their order: "E505"
 * @param {string} kind
 * @param {Record<string, any>} maps what the map files say
 * @returns {Edit[] | string} or why it cannot be drawn
 */
export function lineEdits(stroke, kind, maps) {
  const sheet = stroke[0]?.charAt(0) ?? "";
  const file = Object.keys(maps).find((name) => name.toUpperCase() === `${sheet}.MAP.TOML`);
  if (!file) return `Map ${sheet} is one of ours. Make it your own first.`;
  const hexes = stroke.filter((place) => place.charAt(0) === sheet).map((place) => place.slice(1));
  if (hexes.length < 2) return "Drag from hex to hex.";
  const now = maps[file];
  const list = (/** @type {string} */ key) => (Array.isArray(now[key]) ? now[key].map(String) : []);
  const set = (/** @type {string} */ key, /** @type {string[]} */ value) => /** @type {Edit} */ (value.length ? { do: "set", file, path: [key], value } : { do: "remove", file, path: [key] });
  const steps = hexes.slice(1).map((hex, i) => /** @type {[string, string]} */ ([hexes[i], hex]));
  if (kind === "bocage") return [set(kind, sides(list(kind), steps, false))];
  if (kind !== "erase") return [set(kind, joined(list(kind), hexes))];
  const edits = LINES.map(([key]) => key)
    .filter((key) => key !== "erase" && list(key).length)
    .map((key) => /** @type {[string, string[], string[]]} */ ([key, list(key), key === "bocage" ? sides(list(key), steps, true) : list(key).flatMap((line) => cut(line, steps))]))
    .filter(([, before, after]) => before.join() !== after.join())
    .map(([key, , after]) => set(key, after));
  return edits.length ? edits : "There is no line here.";
}

/** Sides between two hexes: those that are there go, the others come. @param {string[]} list @param {[string, string][]} steps @param {boolean} erase */
function sides(list, steps, erase) {
  let found = list;
  for (const [a, b] of steps) {
    const rest = found.filter((each) => each !== `${a}/${b}` && each !== `${b}/${a}`);
    found = rest.length < found.length || erase ? rest : [...found, `${a}/${b}`];
  }
  return found;
}

/** A line more; one that ends where it begins goes on. @param {string[]} list @param {string[]} hexes */
function joined(list, hexes) {
  const at = list.findIndex((line) => line.split(" ").at(-1) === hexes[0]);
  if (at < 0) return [...list, hexes.join(" ")];
  return list.map((line, i) => (i === at ? `${line} ${hexes.slice(1).join(" ")}` : line));
}

/** What is left of a line without some of its steps. @param {string} line @param {[string, string][]} steps @returns {string[]} */
function cut(line, steps) {
  /** @type {string[][]} */
  const parts = [[]];
  const hexes = line.split(" ");
  hexes.forEach((hex, i) => {
    const gone = i > 0 && steps.some(([a, b]) => (a === hexes[i - 1] && b === hex) || (b === hexes[i - 1] && a === hex));
    if (gone) parts.push([]);
    parts[parts.length - 1].push(hex);
  });
  return parts.filter((part) => part.filter((hex) => Number(hex) >= 0).length > 1).map((part) => part.join(" "));
}
