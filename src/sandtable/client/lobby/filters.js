/** Which battles the lobby shows: by game, length, players and complexity. Kept in this browser. */

import { h } from "../dom.js";
import { keep, stored } from "../settings.js";

/** @typedef {import("../types.js").Scenario} Scenario */
/** @typedef {import("../types.js").System} System */
/** @typedef {{game: string, length: string, players: string, complexity: string}} Wanted */

const KEY = "sandtable.filters";
/** @type {Wanted} */
const ALL = { game: "", length: "", players: "", complexity: "" };

/** What each choice lets through. @type {Record<string, Record<string, (scenario: Scenario) => boolean>>} */
const TESTS = {
  length: {
    short: (each) => each.minutes <= 30,
    middle: (each) => each.minutes > 30 && each.minutes <= 90,
    long: (each) => each.minutes > 90,
  },
  players: { two: (each) => each.seats.length === 2, more: (each) => each.seats.length > 2 },
  complexity: {
    low: (each) => each.complexity <= 2,
    middle: (each) => each.complexity === 3,
    high: (each) => each.complexity > 3,
  },
};

export class Filters {
  /** @param {System[]} systems @param {() => void} changed */
  constructor(systems, changed) {
    /** @type {Wanted} */
    this.wanted = { ...ALL, ...(stored(KEY) ?? {}) };
    if (!systems.some((system) => system.key === this.wanted.game)) this.wanted.game = "";
    this.changed = changed;
    this.all = h("button.link", { type: "button", hidden: true, onclick: () => this.clear() }, "Show all");
    this.count = h("span.filter-count", { role: "status" });
    this.element = h(
      "div.filters",
      { role: "group", "aria-label": "Which battles to show" },
      this.games([["", "All games"], ...systems.map((each) => [each.key, each.title])]),
      this.select("length", "Length", [
        ["", "Any length"],
        ["short", "Up to 30 minutes"],
        ["middle", "30 to 90 minutes"],
        ["long", "Longer"],
      ]),
      this.select("players", "Players", [
        ["", "Any players"],
        ["two", "Two players"],
        ["more", "Three or four"],
      ]),
      this.select("complexity", "Complexity", [
        ["", "Any complexity"],
        ["low", "Easy to keep an eye on"],
        ["middle", "Middling"],
        ["high", "Much to keep an eye on"],
      ]),
      this.all,
      this.count,
    );
  }

  /** @param {string[][]} choices */
  games(choices) {
    const buttons = choices.map(([value, text]) =>
      h("button", { type: "button", value, onclick: () => this.pick(value) }, text),
    );
    return h("div.games", { role: "group", "aria-label": "Game" }, buttons);
  }

  /** @param {string} game */
  pick(game) {
    this.wanted.game = game;
    this.save();
  }

  /** @param {keyof Wanted} name @param {string} label @param {string[][]} choices */
  select(name, label, choices) {
    const field = /** @type {HTMLSelectElement} */ (
      h(
        "select",
        {
          "aria-label": label,
          name,
          onchange: () => {
            this.wanted[name] = field.value;
            this.save();
          },
        },
        choices.map(([value, text]) => h("option", { value, selected: value === this.wanted[name] }, text)),
      )
    );
    return field;
  }

  clear() {
    this.wanted = { ...ALL };
    for (const field of this.element.querySelectorAll("select")) field.value = "";
    this.save();
  }

  save() {
    keep(KEY, this.wanted);
    this.changed();
  }

  /** Say how many battles are left. @param {number} count */
  tell(count) {
    for (const button of this.element.querySelectorAll("button[value]"))
      button.setAttribute("aria-pressed", String(button.getAttribute("value") === this.wanted.game));
    const on = Object.values(this.wanted).some(Boolean);
    this.all.hidden = !on;
    this.count.textContent = on ? `${count} ${count === 1 ? "battle" : "battles"}` : "";
  }

  /** @param {System} system @param {Scenario} scenario */
  passes(system, scenario) {
    const { game, ...rest } = this.wanted;
    return (
      (!game || game === system.key) &&
      Object.entries(rest).every(([name, choice]) => !choice || TESTS[name][choice]?.(scenario) !== false)
    );
  }
}
