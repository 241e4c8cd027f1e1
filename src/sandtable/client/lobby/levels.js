/** The computer players: how people call them, and which one to meet next. The server says which there are. */

import { keep, stored } from "../settings.js";

/** @typedef {import("../types.js").Level} Level */

const KEY = "sandtable.level";
const NEWCOMER = "recruit"; // whom somebody meets who has not played yet

/** The weakest first. @type {Level[]} */
let levels = [];

/** @param {Level[]} [found] */
export function setLevels(found) {
  if (found?.length) levels = found;
}

export function levelNames() {
  return levels.map((level) => level.name);
}

/** @param {string} name */
export function levelName(name) {
  return levels.find((level) => level.name === name)?.title ?? name.charAt(0).toUpperCase() + name.slice(1);
}

/** What a player of this level does. @param {string} name */
export function levelAbout(name) {
  const about = levels.find((level) => level.name === name)?.about ?? "";
  return about ? `${about.charAt(0).toUpperCase()}${about.slice(1)}.` : "";
}

/** Those whose advice is worth asking for. */
export function advisers() {
  return levelNames().filter((name) => !["random", "recruit", "corporal"].includes(name));
}

/** Whom to meet now: as the last battle suggests; a newcomer begins low. */
export function usualLevel() {
  const kept = stored(KEY);
  return levelNames().includes(kept) ? kept : newcomer();
}

export function newcomer() {
  const names = levelNames();
  return [NEWCOMER, names[0]].find((name) => names.includes(name)) ?? "random";
}

/**
 * Whom to meet after a battle: who won goes up, who lost goes down, not below where newcomers begin.
 * @param {string} level @param {"won" | "lost" | "drawn"} how
 */
export function nextLevel(level, how) {
  const names = levelNames();
  const at = names.indexOf(level);
  if (at < 0) return level;
  const least = Math.min(at, Math.max(0, names.indexOf(NEWCOMER)));
  return names[Math.max(least, Math.min(names.length - 1, at + { won: 1, lost: -1, drawn: 0 }[how]))];
}

/** @param {string} name */
export function keepLevel(name) {
  keep(KEY, name);
}
