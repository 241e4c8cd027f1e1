/** Times in words. */

/** @type {[number, string][]} */
const UNITS = [
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
];

/** So many seconds, in the largest unit that fits; where that is rough, in the next one too. @param {number} seconds */
export function lasting(seconds) {
  const parts = UNITS.map(([size, word], i) => [Math.floor((i ? seconds % UNITS[i - 1][0] : seconds) / size), word]);
  const first = parts.findIndex(([count]) => count);
  if (first < 0) return "less than a minute";
  return parts
    .slice(first, first + (Number(parts[first][0]) < 4 ? 2 : 1))
    .flatMap(([count, word]) => (count ? [`${count} ${word}${count === 1 ? "" : "s"}`] : []))
    .join(" ");
}

/** @typedef {{kind?: string, seconds?: number, increment?: number}} Pace */

/** What one may choose from. @type {[string, Pace][]} */
export const PACES = [
  ["No limit", {}],
  ["2 minutes a move", { kind: "move", seconds: 120 }],
  ["10 minutes a move", { kind: "move", seconds: 600 }],
  ["1 hour a move", { kind: "move", seconds: 3600 }],
  ["1 day a move", { kind: "move", seconds: 86_400 }],
  ["3 days a move", { kind: "move", seconds: 259_200 }],
  ["7 days a move", { kind: "move", seconds: 604_800 }],
  ["14 days a move", { kind: "move", seconds: 1_209_600 }],
  ["20 minutes each, and 1 minute with each move", { kind: "total", seconds: 1200, increment: 60 }],
  ["1 hour each, and 1 minute with each move", { kind: "total", seconds: 3600, increment: 60 }],
  ["7 days each, and 12 hours with each move", { kind: "total", seconds: 604_800, increment: 43_200 }],
];

/** A pace in words; nothing where there is no limit. @param {Pace} pace */
export function paceWords(pace) {
  if (!pace.kind) return "";
  if (pace.kind === "move") return `${lasting(pace.seconds ?? 0)} a move`;
  return `${lasting(pace.seconds ?? 0)} each, and ${lasting(pace.increment ?? 0)} with each move`;
}

/** How long it is until a time. @param {number} time seconds since 1970 */
export function left(time) {
  const seconds = time - Date.now() / 1000;
  return seconds > 0 ? `${lasting(seconds)} left` : "the time is up";
}

/** How long ago something was. @param {number} time seconds since 1970 */
export function ago(time) {
  return lasting(Math.max(0, Date.now() / 1000 - time));
}
