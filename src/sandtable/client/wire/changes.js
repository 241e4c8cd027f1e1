/** A view comes whole with a hello, and after that as what changed in it (docs/server.md). */

const CUT = "cut";

/**
 * A value after a change. What it was stays as it is.
 * @param {any} old
 * @param {any} change
 * @returns {any}
 */
export function changed(old, change) {
  if (Array.isArray(change)) return change[0];
  if (Array.isArray(old)) return changedList(old, change);
  const now = { ...old };
  for (const [key, inner] of Object.entries(change)) {
    if (inner === null) delete now[key];
    else now[key] = changed(now[key], inner);
  }
  return now;
}

/**
 * First the cuts, one after the other; then the items at the places that they have by then.
 * @param {any[]} old
 * @param {Record<string, any>} change
 * @returns {any[]}
 */
function changedList(old, change) {
  const now = [...old];
  for (const [at, count, items] of change[CUT] ?? []) now.splice(at, count, ...items);
  for (const [place, inner] of Object.entries(change)) {
    if (place !== CUT) now[Number(place)] = changed(now[Number(place)], inner);
  }
  return now;
}
