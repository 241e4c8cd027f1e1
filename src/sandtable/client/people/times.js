/** Times in words. */

/** @type {[number, string][]} */
const UNITS = [
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
];

/** So many seconds, in the largest unit that fits. @param {number} seconds */
export function lasting(seconds) {
  for (const [size, word] of UNITS) {
    const count = Math.floor(seconds / size);
    if (count >= 1) return `${count} ${word}${count === 1 ? "" : "s"}`;
  }
  return "less than a minute";
}

/** How long ago something was. @param {number} time seconds since 1970 */
export function ago(time) {
  return lasting(Math.max(0, Date.now() / 1000 - time));
}
