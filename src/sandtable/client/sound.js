/** Sounds made by the page (Web Audio), no files: dice, fire, movement, your turn. One key turns them off. */

import { settings } from "./settings.js";

/** @typedef {import("./story/log.js").Entry} Entry */
/** @typedef {"dice" | "flip" | "fire" | "burst" | "move" | "lost" | "turn" | "end"} Name */

const LOUD = 0.22;

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let hiss = null;

let rest = 0;

/** A browser lets a page sound only after somebody has touched it. */
function touched() {
  if (!settings().sound || typeof AudioContext === "undefined" || context) return;
  context = new AudioContext();
  restSoon();
}
for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, touched, { passive: true });

/** While nothing sounds, the sound card rests: it would keep a processor busy with silence. */
function restSoon() {
  clearTimeout(rest);
  rest = window.setTimeout(() => void context?.suspend(), 3000);
}

/** A second of noise, made once. @param {AudioContext} on @returns {AudioBuffer} */
function noise(on) {
  if (hiss) return hiss;
  hiss = on.createBuffer(1, on.sampleRate, on.sampleRate);
  const samples = hiss.getChannelData(0);
  let seed = 1;
  for (let i = 0; i < samples.length; i++) {
    seed = (seed * 16807) % 2147483647;
    samples[i] = (2 * seed) / 2147483647 - 1;
  }
  return hiss;
}

/**
 * A puff of noise through a filter.
 * @param {AudioContext} on @param {number} at seconds from now @param {number} long
 * @param {{type: BiquadFilterType, from: number, to: number, loud: number}} how
 */
function puff(on, at, long, how) {
  const start = on.currentTime + at;
  const source = on.createBufferSource();
  source.buffer = noise(on);
  source.loop = true;
  const filter = on.createBiquadFilter();
  filter.type = how.type;
  filter.frequency.setValueAtTime(how.from, start);
  filter.frequency.exponentialRampToValueAtTime(how.to, start + long);
  source.connect(filter).connect(fading(on, start, long, how.loud));
  source.start(start);
  source.stop(start + long);
}

/** A note that dies away. @param {AudioContext} on @param {number} at @param {number} pitch @param {number} long @param {number} loud @param {OscillatorType} [type] */
function note(on, at, pitch, long, loud, type = "sine") {
  const start = on.currentTime + at;
  const voice = on.createOscillator();
  voice.type = type;
  voice.frequency.setValueAtTime(pitch, start);
  voice.connect(fading(on, start, long, loud));
  voice.start(start);
  voice.stop(start + long);
}

/** @param {AudioContext} on @param {number} start @param {number} long @param {number} loud */
function fading(on, start, long, loud) {
  const gain = on.createGain();
  gain.gain.setValueAtTime(Math.max(0.0001, loud * LOUD), start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
  gain.connect(on.destination);
  return gain;
}

/** How each sounds. @type {Record<Name, (on: AudioContext, many: number) => void>} */
const SOUNDS = {
  dice: (on, many) => {
    for (let i = 0; i < Math.min(6, many + 1); i++)
      puff(on, i * 0.055 + (i % 2) * 0.02, 0.035, { type: "bandpass", from: 2600 + 300 * (i % 3), to: 1400, loud: 0.9 });
  },
  flip: (on) => puff(on, 0, 0.11, { type: "highpass", from: 1200, to: 5200, loud: 0.35 }),
  fire: (on) => {
    puff(on, 0, 0.32, { type: "lowpass", from: 3200, to: 160, loud: 1.4 });
    note(on, 0, 82, 0.22, 1, "triangle");
  },
  burst: (on) => {
    puff(on, 0, 0.7, { type: "lowpass", from: 1500, to: 60, loud: 1.7 });
    note(on, 0, 55, 0.45, 1.2, "triangle");
  },
  move: (on, many) => {
    for (let i = 0; i < Math.min(5, many); i++)
      puff(on, i * 0.105, 0.07, { type: "lowpass", from: 420, to: 130, loud: 0.8 });
  },
  lost: (on) => {
    note(on, 0, 196, 0.3, 0.6);
    note(on, 0.16, 147, 0.5, 0.6);
  },
  turn: (on) => {
    note(on, 0, 523, 0.3, 0.45);
    note(on, 0.13, 784, 0.5, 0.45);
  },
  end: (on) => [392, 494, 587, 784].forEach((pitch, i) => note(on, i * 0.16, pitch, 0.7, 0.4)),
};

/** Sound, if sounds are wanted. @param {Name} name @param {number} [many] dice, or steps */
export function sound(name, many = 1) {
  if (!settings().sound) return;
  dispatchEvent(new CustomEvent("sandtable:sound", { detail: name }));
  const on = context;
  if (!on || document.hidden) return;
  restSoon();
  if (on.state === "running") SOUNDS[name](on, many);
  else on.resume().then(() => SOUNDS[name](on, many), () => {});
}

/** What an event sounds like. @param {Entry} entry @returns {[Name, number] | null} */
function heard({ line, path }) {
  if (line.shows === "lost") return ["lost", 1];
  if (line.shows === "shot") return ["fire", 1];
  if (line.shows === "burst") return ["burst", 1];
  if (line.shows === "flip") return ["flip", 1];
  if (path.length > 1 && line.piece) return ["move", path.length - 1];
  return line.dice?.length ? ["dice", line.dice.length] : null;
}

/** @param {Entry} entry that begins to be shown */
export function soundOf(entry) {
  const found = heard(entry);
  if (found) sound(...found);
  if (found && found[0] !== "dice" && entry.line.dice?.length && entry.line.shows !== "flip")
    sound("dice", entry.line.dice.length);
}

const WEIGHT = ["burst", "lost", "fire", "move", "flip", "dice"];

/** Of much that happens at once only the loudest is heard. @param {Entry[]} entries */
export function soundOfAll(entries) {
  const found = entries.map(heard).filter((each) => each !== null);
  found.sort((a, b) => WEIGHT.indexOf(a[0]) - WEIGHT.indexOf(b[0]));
  if (found.length) sound(...found[0]);
}
