/** What the player has set, kept in this browser; and the battles this browser has links to. */

import { dialog, h } from "./dom.js";

/**
 * @typedef {object} Settings
 * @property {"auto" | "light" | "dark"} theme
 * @property {"classic" | "safe" | "strong"} palette
 * @property {"silhouettes" | "nato"} symbols
 * @property {"drawn" | "plain"} map
 * @property {"off" | "fast" | "slow"} motion
 * @property {boolean} confirm ask before an attack
 * @property {boolean} dangers show who could fire along a way
 * @property {Record<string, boolean>} pass kinds of question that are answered by doing nothing
 * @property {boolean} sound
 * @property {boolean} notify when it is one's turn and one looks elsewhere
 * @property {boolean} follow the map moves to what happens
 * @property {boolean} names of places at any zoom
 * @property {boolean} guide
 */

/** @type {Settings} */
const USUAL = {
  theme: "auto",
  palette: "classic",
  symbols: "silhouettes",
  map: "drawn",
  motion: "fast",
  confirm: true,
  dangers: true,
  pass: {},
  sound: true,
  notify: false,
  follow: true,
  names: false,
  guide: true,
};
const KEY = "sandtable.settings";
const BATTLES = "sandtable.battles";

/** @type {Set<(settings: Settings) => void>} */
const listeners = new Set();

/** @returns {any} */
export function stored(/** @type {string} */ key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {any} value */
export function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser without storage forgets: nothing else depends on it.
  }
}

/** @type {Settings} */
let now = { ...USUAL, ...(stored(KEY) ?? {}) };
if (stored(KEY) === null && matchMedia("(prefers-reduced-motion: reduce)").matches) now.motion = "off";

export function settings() {
  return now;
}

/** @param {Partial<Settings>} change */
export function change(change) {
  now = { ...now, ...change };
  keep(KEY, now);
  dressPage();
  for (const listener of listeners) listener(now);
}

/** @param {(settings: Settings) => void} listener @returns {() => void} */
export function onSettings(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const night = matchMedia("(prefers-color-scheme: dark)");
night.addEventListener("change", () => dressPage());

export function dressPage() {
  const dark = now.theme === "dark" || (now.theme === "auto" && night.matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  document.documentElement.dataset.palette = now.palette;
  document.documentElement.dataset.map = now.map;
  document.documentElement.dataset.motion = now.motion;
  document.documentElement.dataset.names = now.names ? "on" : "auto";
}

/**
 * A row of choices, one of which is on.
 * @param {string} name @param {string} label @param {[string, string][]} choices @param {string} value @param {(value: string) => void} chosen
 */
export function radios(name, label, choices, value, chosen) {
  return h(
    "fieldset.radios",
    null,
    h("legend", null, label),
    h(
      "div.segments",
      null,
      choices.map(([key, text]) =>
        h(
          "label",
          null,
          h("input", { type: "radio", name, value: key, checked: key === value, onchange: () => chosen(key) }),
          h("span", null, text),
        ),
      ),
    ),
  );
}

/** @param {string} label @param {string} hint @param {boolean} value @param {(value: boolean) => void} chosen */
export function toggle(label, hint, value, chosen) {
  const box = /** @type {HTMLInputElement} */ (
    h("input", { type: "checkbox", role: "switch", checked: value, onchange: () => chosen(box.checked) })
  );
  return h("label.toggle", null, box, h("span", null, h("b", null, label), hint ? h("small", null, hint) : null));
}

/** Kinds of question whose names say little to a player. @type {Record<string, string>} */
const KINDS = { window: "interruptions" };

/** What a kind of question is about. @param {string} kind */
export function about(kind) {
  return Object.hasOwn(KINDS, kind) ? KINDS[kind] : kind;
}

/** Ask the browser, who asks the person. @returns {Promise<boolean>} */
async function mayNotify() {
  if (typeof Notification === "undefined") return false;
  return (await Notification.requestPermission()) === "granted";
}

/** The browser sends no notifications: say so, and where that can be changed. @param {HTMLElement} notices the switch */
function refused(notices) {
  change({ notify: false });
  const box = notices.querySelector("input");
  const hint = notices.querySelector("small");
  if (box) box.checked = false;
  if (hint) hint.textContent = "The browser does not allow it. Allow notifications of this page in its settings.";
}

/** @param {string[]} kinds of question that could be passed */
export function settingsDialog(kinds = []) {
  const notices = toggle("Notify me when it is my turn", "if this page is in the background", now.notify, (notify) => {
    change({ notify });
    if (notify) void mayNotify().then((allowed) => allowed || refused(notices));
  });
  const known = [...new Set([...kinds, ...Object.keys(now.pass)])].sort();
  const passes = known.length
    ? known.map((kind) =>
        toggle(capital(about(kind)), "answer “do nothing” automatically", Boolean(now.pass[kind]), (on) =>
          change({ pass: { ...now.pass, [kind]: on } }),
        ),
      )
    : [h("p.quiet", null, "Questions you can pass on appear here once they have come up.")];
  dialog("Settings", [
    radios(
      "theme",
      "Theme",
      [
        ["auto", "Same as the system"],
        ["light", "Light"],
        ["dark", "Dark"],
      ],
      now.theme,
      (theme) => change({ theme: /** @type {any} */ (theme) }),
    ),
    radios(
      "palette",
      "Side colours",
      [
        ["classic", "Classic"],
        ["safe", "Colour-safe"],
        ["strong", "High contrast"],
      ],
      now.palette,
      (palette) => change({ palette: /** @type {any} */ (palette) }),
    ),
    radios(
      "symbols",
      "Counters",
      [
        ["silhouettes", "Silhouettes"],
        ["nato", "NATO symbols"],
      ],
      now.symbols,
      (symbols) => change({ symbols: /** @type {any} */ (symbols) }),
    ),
    radios(
      "map",
      "Maps",
      [
        ["drawn", "Drawn"],
        ["plain", "Plain, for slow devices"],
      ],
      now.map,
      (map) => change({ map: /** @type {any} */ (map) }),
    ),
    radios(
      "motion",
      "Animation",
      [
        ["off", "Off"],
        ["fast", "Fast"],
        ["slow", "Slow"],
      ],
      now.motion,
      (motion) => change({ motion: /** @type {any} */ (motion) }),
    ),
    toggle("Sound", "dice, fire, movement, your turn (v)", now.sound, (sound) => change({ sound })),
    notices,
    toggle("Follow the action", "the map moves to where something happens", now.follow, (follow) => change({ follow })),
    toggle("Names of all places", "also when the map is small", now.names, (names) => change({ names })),
    toggle("Show the odds before an attack", "clicking a target asks you to confirm", now.confirm, (confirm) =>
      change({ confirm }),
    ),
    toggle("Warn of fire along the way", "shows who could fire at a moving piece, and the odds", now.dangers, (dangers) =>
      change({ dangers }),
    ),
    toggle("Guide for newcomers", "explains things the first time they happen", now.guide, (guide) =>
      change({ guide }),
    ),
    h("h3", null, "Reactions to skip"),
    ...passes,
  ]);
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// Battles of this browser ---------------------------------------------------------------------------

/**
 * @typedef {object} Known
 * @property {string} battle
 * @property {string} title
 * @property {string} scenario
 * @property {Record<string, string>} seats links of the seats held here
 * @property {string} spectator
 * @property {Record<string, string>} [invites] links for others
 * @property {boolean} hot
 * @property {number} time
 */

/** @returns {Known[]} */
export function knownBattles() {
  const list = stored(BATTLES);
  return Array.isArray(list) ? list : [];
}

/** @param {Known} battle */
export function remember(battle) {
  const rest = knownBattles().filter((each) => each.battle !== battle.battle);
  keep(BATTLES, [battle, ...rest].slice(0, 60));
}

/** @param {string} battle */
export function forget(battle) {
  keep(
    BATTLES,
    knownBattles().filter((each) => each.battle !== battle),
  );
}
