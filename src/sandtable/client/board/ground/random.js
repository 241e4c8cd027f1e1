/** Chance for drawings only: the same place always gets the same trees, so that nothing flickers. */

/**
 * A number from 0 to 1 for a pair of whole numbers and a salt.
 * @param {number} x
 * @param {number} y
 * @param {number} [salt]
 */
export function hash(x, y, salt = 0) {
  let n = Math.imul(x | 0, 374761393) + Math.imul(y | 0, 668265263) + Math.imul(salt | 0, 974634777);
  n = Math.imul(n ^ (n >>> 13), 1274126177);
  n = Math.imul(n ^ (n >>> 16), 2246822519);
  return ((n ^ (n >>> 15)) >>> 0) / 4294967296;
}

/** @param {string} text */
export function textSeed(text) {
  let n = 2166136261;
  for (let i = 0; i < text.length; i++) n = Math.imul(n ^ text.charCodeAt(i), 16777619);
  return n >>> 0;
}

/**
 * A row of numbers from 0 to 1.
 * @param {number} seed
 * @returns {() => number}
 */
export function dice(seed) {
  let n = 0;
  return () => hash(seed, ++n, 7);
}

/**
 * Smooth noise from 0 to 1 that changes over about `size` units.
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {number} [salt]
 */
export function noise(x, y, size, salt = 0) {
  const u = x / size;
  const v = y / size;
  const i = Math.floor(u);
  const j = Math.floor(v);
  const a = ease(u - i);
  const b = ease(v - j);
  const top = hash(i, j, salt) * (1 - a) + hash(i + 1, j, salt) * a;
  const low = hash(i, j + 1, salt) * (1 - a) + hash(i + 1, j + 1, salt) * a;
  return top * (1 - b) + low * b;
}

/** @param {number} t */
function ease(t) {
  return t * t * (3 - 2 * t);
}
