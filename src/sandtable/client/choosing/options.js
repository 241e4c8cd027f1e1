/** The options of a question, found by piece and by place, with a key for each. Holds no rule: it only sorts. */

import { percent } from "../percent.js";

/** @typedef {import("../types.js").Decision} Decision */
/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../types.js").View} View */

/** @typedef {{option: Option, key: string}} Keyed */
/** @typedef {{title: string, options: Keyed[], places: boolean}} Section */

const LETTERS = "cejoqtwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"; // those that are no commands (battle/keys.js)
export const GO = "g"; // before the name of a place
const FEW = 6; // places that a menu holds

export class Options {
  /** @param {Decision | null | undefined} decision @param {View} view @param {(id: string) => string} nameOf */
  constructor(decision, view, nameOf) {
    this.decision = decision ?? null;
    this.list = decision?.options ?? [];
    /** @type {Map<string, Option[]>} what a click on a piece may mean */
    this.byPiece = new Map();
    /** @type {Map<string, Option[]>} what a click on a place may mean */
    this.byPlace = new Map();
    /** @type {Map<Option, string>} */
    this.keys = new Map();
    const onBoard = new Map((view.pieces ?? []).map((piece) => [piece.id, piece.place ?? ""]));
    for (const option of this.list) {
      if (option.target && (option.place || isAttack(option))) {
        push(this.byPiece, option.target, option);
        if (option.piece && option.piece !== decision?.piece && option.piece !== option.target)
          push(this.byPiece, option.piece, option);
      } else if (option.piece && !option.choice.at?.length && (!option.place || this.offered(option))) {
        // "Act with two": a click on either means it.
        push(this.byPiece, option.piece, option);
        if (option.target && option.target !== option.piece) push(this.byPiece, option.target, option);
      }
      for (const piece of option.also ?? []) push(this.byPiece, piece, option);
      const where =
        option.place ||
        (option.target ? onBoard.get(option.target) : "") ||
        (this.pointsAtPiece(option) ? onBoard.get(option.piece ?? "") : "");
      if (where && !option.choice.at?.length) push(this.byPlace, where, option);
    }
    /** @type {Section[]} */
    this.sections = this.sort(nameOf);
    this.giveKeys();
    // Where many places may be chosen for different ends, one end at a time is shown; first the one that costs steps.
    const ends = this.sections.filter((section) => section.places);
    const size = (/** @type {Section} */ section) => section.options.filter(({ option }) => option.cost).length;
    this.mode = [...ends].sort((a, b) => size(b) - size(a))[0] ?? null;
  }

  /** What a piece does at one of a few places: a click on the piece offers it too. @param {Option} option */
  offered(option) {
    if (goes(option)) return false;
    const same = this.list.filter((other) => other.piece === option.piece && other.place && !goes(other));
    return new Set(same.map((other) => other.place)).size <= FEW;
  }

  /** What a place means now. @param {Option} option */
  inMode(option) {
    if (!this.isPlace(option) || !this.mode || !this.folded(option)) return true;
    // Moves and marches of a piece are one end: both are shown, shaded apart.
    const together = (/** @type {Option} */ other) => goes(option) && goes(other) && other.piece === option.piece;
    return this.mode.options.some((each) => each.option === option || together(each.option));
  }

  /** Whether the option is one of a list of places. @param {Option} option */
  folded(option) {
    return this.sections.some((section) => section.places && section.options.some((each) => each.option === option));
  }

  /** Whether the option is chosen by its piece rather than by a place. @param {Option} option */
  pointsAtPiece(option) {
    return !option.place && Boolean(option.piece) && option.piece !== this.decision?.piece;
  }

  /** Whether an option only names a piece, where pieces are asked for and nothing else. @param {Option} option */
  names(option) {
    const acts = this.list.filter((other) => !quiet(other));
    return !option.place && !option.target && acts.every((other) => other.choice.do === option.choice.do);
  }

  /** Moves and the like: a place and no piece on it is meant. @param {Option} option */
  isPlace(option) {
    return Boolean(option.place) && !option.target && !isAttack(option) && !option.choice.at?.length;
  }

  /** In the order in which they are read. */
  giveKeys() {
    const list = this.sections.flatMap((section) => section.options.map(({ option }) => option));
    const own = new Set(this.list.map((option) => option.key).filter(Boolean));
    const free = [..."123456789", ...LETTERS].filter((key) => !own.has(key) && key !== GO);
    /** @type {Map<string, number>} */
    const same = new Map();
    for (const option of list) {
      if (option.key) {
        this.keys.set(option, option.key);
        continue;
      }
      if (this.isPlace(option) && this.folded(option)) {
        const n = (same.get(option.place ?? "") ?? 0) + 1;
        same.set(option.place ?? "", n);
        this.keys.set(option, `${GO} ${option.place}`);
        continue;
      }
      const key = free.shift();
      if (key) this.keys.set(option, key);
      else if (option.place) this.keys.set(option, `${GO} ${option.place}`);
    }
    // Few places and nothing else: single keys are quicker than names.
    if (this.list.length <= 9) {
      const digits = [..."123456789"].filter((key) => !own.has(key));
      for (const option of list) if (!option.key) this.keys.set(option, digits.shift() ?? "");
    }
    for (const section of this.sections)
      for (const each of section.options) each.key = this.keys.get(each.option) ?? "";
  }

  /** The option with this single key. @param {string} key @returns {Option | undefined} */
  withKey(key) {
    return this.list.find((option) => this.keys.get(option) === key);
  }

  /** A single key for each of these: the one it has in the panel, else one that means nothing else. @param {Option[]} some @returns {Map<Option, string>} */
  singleKeys(some) {
    const taken = new Set(this.keys.values());
    const free = [..."123456789", ...LETTERS].filter((key) => !taken.has(key));
    const single = (/** @type {Option} */ option) => {
      const key = this.keys.get(option) ?? "";
      return key.length === 1 ? key : (free.shift() ?? "");
    };
    return new Map(some.map((option) => [option, single(option)]));
  }

  /** Under headings, in the order of the question. @param {(id: string) => string} nameOf @returns {Section[]} */
  sort(nameOf) {
    /** @type {Map<string, Section>} */
    const found = new Map();
    for (const option of this.list) {
      const places = this.isPlace(option);
      const title =
        option.group ||
        (places && option.piece && this.list.some((other) => other.piece && other.piece !== option.piece)
          ? nameOf(option.piece)
          : "");
      const key = `${title}|${places}|${!title && quiet(option)}|${aside(option)}`; // doing nothing stands by itself
      let section = found.get(key);
      if (!section) found.set(key, (section = { title, options: [], places }));
      section.options.push({ option, key: "" });
    }
    // A few places that nobody goes to are acts like others: each says what it is.
    for (const section of found.values())
      if (section.options.length <= FEW && !section.options.some(({ option }) => goes(option))) section.places = false;
    // What is done to the enemy first, then other acts, then the long lists of places, then the same otherwise, then
    // doing nothing.
    const weight = (/** @type {Section} */ section) =>
      section.options.every((each) => aside(each.option))
        ? 3
        : section.options.some((each) => isAttack(each.option))
          ? 0
          : section.places && section.options.length > FEW
            ? 2
            : section.options.every((each) => quiet(each.option))
              ? 4
              : 1;
    return [...found.values()].sort((a, b) => weight(a) - weight(b));
  }
}

/** Whether odds are to be seen first; not where one only leaves it at that, or rolls for oneself. @param {Option} option */
export function isAttack(option) {
  const harms = option.attack || (option.odds?.length && (option.target || option.place));
  return Boolean(harms) && !quiet(option);
}

/** Whether a piece goes to the place: the place is clicked then, not the piece. @param {Option} option */
export function goes(option) {
  return option.role === "move" || option.role === "march" || option.role === "place";
}

/** Doing nothing, nothing more, or nothing yet. @param {Option} option */
export function quiet(option) {
  return option.role === "pass" || option.role === "done" || option.role === "back";
}

/** Another way to do what an option before it does. @param {Option} option */
export function aside(option) {
  return Boolean(option.aside);
}

/** The option that leaves a question at that, if there is one. @param {Decision} decision @returns {Option | undefined} */
export function passing(decision) {
  return (
    decision.options?.find((option) => option.role === "pass") ??
    decision.options?.find((option) => option.role === "done")
  );
}

/** What answers a question in the move of another, if nothing need be done: one may never want to be asked. @param {View} view @returns {Option | undefined} */
export function reaction(view) {
  return view.decision && view.active && view.seat !== view.active ? passing(view.decision) : undefined;
}

/** @param {Map<string, Option[]>} map @param {string} key @param {Option} option */
function push(map, key, option) {
  const list = map.get(key);
  if (list) list.push(option);
  else map.set(key, [option]);
}

/** An option in words, with who does it where that is not clear. @param {Option} option */
export function inWords(option) {
  return option.by ? `${option.by}: ${option.label.charAt(0).toLowerCase()}${option.label.slice(1)}` : option.label;
}

/** The chance of what an option is chosen for, in thousandths: of its odds the first. @param {{odds?: import("../types.js").Odds[]}} option */
export function hope(option) {
  return option.odds?.[0]?.chance ?? 0;
}

/** The same in words. @param {Option} option */
export function bestChance(option) {
  return option.odds?.length ? [option.odds[0].badge, percent(hope(option))].filter(Boolean).join(" ") : "";
}

/** A word without what follows it. @param {string | undefined} word */
function bare(word) {
  return word?.replace(/[,:]$/, "");
}

/** What tells one label from others that begin alike, without the brackets they share. @param {string} label @param {string[]} others */
export function toldApart(label, others) {
  const words = label.split(" ");
  const same = words.findIndex((word, i) => others.some((other) => bare(other.split(" ")[i]) !== bare(word)));
  const rest = same < 0 ? "" : words.slice(same).join(" ").replace(/^\W+|[)\s]+$/g, "");
  return rest.lastIndexOf("(") > rest.lastIndexOf(")") ? `${rest})` : rest; // one that was opened within is closed again
}
