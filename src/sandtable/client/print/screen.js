/** Print and play: everything that a table needs, on sheets of paper in true size, printed by the browser. */

import { CardLayout } from "../board/cards.js";
import { groundPicture, layoutOf } from "../board/layout.js";
import { PlaneLayout } from "../board/plane.js";
import { drawing, h, icon } from "../dom.js";
import { briefingParts } from "../lobby/briefing.js";
import { cardFace } from "../panel/cardface.js";
import { settings } from "../settings.js";
import { keptDrafts } from "../workshop/draft.js";
import { ask } from "../wire/net.js";
import { CARD_SIZE, mapSheets, planScale, terrainCut, trueScale } from "./maps.js";
import { COUNTER, counterCut, cutSheets, INCH, PAPERS, teamCut, templateSheet, tokenCut } from "./sheets.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Card} Card */
/** @typedef {import("../types.js").Chart} Chart */
/** @typedef {import("../types.js").Marker} Marker */
/** @typedef {import("../types.js").Shape} Shape */
/** @typedef {{backs?: Piece[], pieces?: Piece[], tokens?: {marker: Marker, count: number}[], cards?: Card[], templates?: {name: string, shape: Shape}[]}} Printed */
/** @typedef {{view: View, printed: Printed, charts: Chart[], game: string, date: string, background: string}} Paperwork */

/** The parts that may be printed, each with the sheets it takes. */
const PARTS = /** @type {const} */ ([
  ["scenario", "Scenario"],
  ["map", "Map"],
  ["table", "Table in true size"],
  ["counters", "Counters"],
  ["markers", "Markers"],
  ["templates", "Templates"],
  ["deck", "Cards"],
  ["soldiers", "Soldiers"],
  ["charts", "Charts"],
]);
const CARD = [63, 88];

export class PrintScreen {
  /** @param {HTMLElement} root @param {string} system @param {string} slug @param {{go: (path: string) => void}} on */
  constructor(root, system, slug, on) {
    this.root = root;
    this.on = on;
    this.system = system;
    this.slug = slug;
    this.paper = PAPERS[Intl.DateTimeFormat().resolvedOptions().locale.endsWith("US") ? "Letter" : "A4"];
    this.backs = true;
    /** @type {Set<string>} */
    this.left = new Set(["table", "deck", "soldiers"]); // these take many sheets
    /** @type {Paperwork | null} */
    this.work = null;
    this.picture = "";
    this.style = h("style");
    /** @type {Map<string, HTMLElement[]>} sheets as they are now, by part */
    this.sheets = new Map();
    this.closed = false;
    void this.begin();
  }

  close() {
    this.closed = true;
    if (this.picture) URL.revokeObjectURL(this.picture);
    this.style.remove();
    this.root.replaceChildren();
  }

  async begin() {
    this.root.replaceChildren(h("main.pp", null, h("p.quiet", null, "Setting the type …")));
    try {
      this.work = await this.read();
    } catch (error) {
      this.root.replaceChildren(h("main.pp", null, h("p", null, /** @type {Error} */ (error).message), h("a", { href: "/" }, "To the lobby")));
      return;
    }
    if (this.closed) return;
    document.title = `${this.work?.view.title} · Print and play`;
    document.head.append(this.style);
    const { board } = /** @type {Paperwork} */ (this.work).view;
    if (board) this.picture = await groundPicture(layoutOf(board), false, true, true);
    await this.draw();
  }

  /** @returns {Promise<Paperwork>} */
  async read() {
    if (this.system !== "draft") return ask(`/workshop/print/${this.system}/${this.slug}`);
    const draft = keptDrafts().find((each) => each.id === this.slug);
    if (!draft) throw new Error("This draft is not in this browser.");
    return ask("/workshop/print", { system: draft.system, texts: draft.texts });
  }

  /** Lay out all sheets anew. */
  async draw() {
    const work = /** @type {Paperwork} */ (this.work);
    this.style.textContent = `@page { size: ${this.paper.name} portrait; margin: 0; } @page words { size: ${this.paper.name} portrait; margin: 12mm; } .pp-sheet { width: ${this.paper.wide}mm; height: ${this.paper.high}mm; } .pp-words-sheet { width: ${this.paper.wide}mm; }`;
    /** @type {Map<string, HTMLElement[]>} */
    const parts = new Map();
    for (const [key] of PARTS) {
      const count = this.deck(key).length;
      if (count && this.left.has(key)) parts.set(key, Array(Math.ceil(count / 9) * (this.backs ? 2 : 1))); // drawn when they are wanted
      else {
        const sheets = await this.part(key, work);
        if (sheets.length) parts.set(key, sheets);
      }
    }
    this.sheets = parts;
    this.show();
  }

  /** The cards of a part. @param {string} key @returns {Card[]} */
  deck(key) {
    if (key !== "deck" && key !== "soldiers") return [];
    return (this.work?.printed.cards ?? []).filter((card) => (card.kind === "soldier") === (key === "soldiers"));
  }

  /** Show the sheets that are wanted. */
  show() {
    if (this.closed) return;
    const chosen = [...this.sheets].filter(([key]) => !this.left.has(key)).flatMap(([, sheets]) => sheets);
    const bar = this.bar(/** @type {Paperwork} */ (this.work), this.sheets);
    this.root.replaceChildren(h("main.pp", { "data-ready": "yes" }, bar, h("div.pp-sheets", null, chosen)));
  }

  /** @param {Paperwork} work @param {Map<string, HTMLElement[]>} parts */
  bar(work, parts) {
    const paper = h(
      "select",
      { "aria-label": "Paper", onchange: (/** @type {any} */ event) => {
        this.paper = PAPERS[event.target.value];
        void this.draw();
      } },
      Object.entries(PAPERS).map(([name, each]) => h("option", { value: name, selected: each === this.paper }, name)),
    );
    const box = (/** @type {string} */ key, /** @type {string} */ name, /** @type {number} */ count) =>
      h("label", null, h("input", { type: "checkbox", "data-part": key, checked: !this.left.has(key), onchange: (/** @type {any} */ event) => {
        if (event.target.checked) this.left.delete(key);
        else this.left.add(key);
        if (this.deck(key).length) void this.draw();
        else this.show();
      } }), ` ${name}`, h("small", null, ` ${count}`));
    const backs = h("label", null, h("input", { type: "checkbox", "data-part": "backs", checked: this.backs, onchange: (/** @type {any} */ event) => {
      this.backs = event.target.checked;
      void this.draw();
    } }), " Backs");
    const home = h("a.icon", { href: "/", onclick: (/** @type {Event} */ event) => {
      event.preventDefault();
      if (history.length > 1) history.back();
      else this.on.go("/");
    } }, icon("home", "Back"));
    return h(
      "header.pp-bar",
      null,
      home,
      h("h1", null, work.view.title, h("small", null, ` ${work.game}`)),
      h("div.pp-parts", null, paper, PARTS.filter(([key]) => parts.has(key)).map(([key, name]) => box(key, name, parts.get(key)?.length ?? 0)), backs),
      h("button.primary", { type: "button", onclick: () => window.print() }, "Print"),
      h("p.quiet", null, "Print at 100 percent (actual size), on both sides, turned over the long edge. Measure the line on the first counters: it is 100 mm long."),
    );
  }

  /** The sheets of a part. @param {string} key @param {Paperwork} work @returns {Promise<HTMLElement[]>} */
  async part(key, work) {
    const { view, printed } = work;
    const { paper } = this;
    if (key === "scenario") return [await this.scenario(work)];
    if (key === "charts") return work.charts.length ? [charts(work)] : [];
    if (key === "map" || key === "table") {
      if (!view.board) return [];
      const layout = layoutOf(view.board);
      const plane = layout instanceof PlaneLayout;
      if (key === "table" && !plane) return [];
      if (layout instanceof CardLayout) {
        const cards = layout.board.cells.filter((cell) => cell.terrain).map((cell) => terrainCut(layout, cell, this.picture));
        return cutSheets(cards, paper, ...CARD_SIZE, this.backs).map((each) => sheet(each.svg, key, each.side));
      }
      const scale = plane && key === "map" ? planScale(layout, paper) : trueScale(layout);
      return mapSheets(layout, this.picture, paper, scale).map((each) => sheet(each.svg, key, each.name));
    }
    if (key === "counters") {
      const backs = new Map((printed.backs ?? []).map((piece) => [piece.id, piece]));
      const whole = new Map([...(view.pieces ?? []), ...(printed.pieces ?? [])].map((piece) => [piece.id, piece]));
      const pieces = [...whole.values()];
      const teams = pieces.filter((piece) => piece.at);
      const others = pieces.filter((piece) => !piece.at);
      const sheets = cutSheets(others.map((piece) => counterCut(piece, backs.get(piece.id), this.look(view, piece))), paper, COUNTER, COUNTER, this.backs);
      const bases = [...new Set(teams.map((piece) => piece.at?.radius || 60))].flatMap((radius) => {
        const wide = (radius * 2 * INCH) / 100;
        const same = teams.filter((piece) => (piece.at?.radius || 60) === radius);
        return cutSheets(same.map((piece) => teamCut(piece, this.look(view, piece))), paper, wide * 1.15, wide * 1.5, this.backs); // the nose and the name stand out
      });
      return [...sheets, ...bases].map((each) => sheet(each.svg + gauge(each.side), key, each.side));
    }
    if (key === "markers") {
      const cuts = (printed.tokens ?? []).flatMap(({ marker, count }) => Array.from({ length: count }, () => tokenCut(marker)));
      return cutSheets(cuts, paper, COUNTER, COUNTER, this.backs).map((each) => sheet(each.svg, key, each.side));
    }
    if (key === "templates") return printed.templates?.length ? [sheet(templateSheet(printed.templates, paper), key)] : [];
    return this.cards(this.deck(key), key);
  }

  /** @param {View} view @param {Piece} piece */
  look(view, piece) {
    const sides = [...new Set(view.seats.map((seat) => seat.side))];
    const seat = view.seats.find((each) => each.side === piece.side);
    return { colour: seat?.colour ?? "", index: Math.max(0, sides.indexOf(piece.side)), emblem: seat?.emblem, symbols: settings().symbols };
  }

  /** Cards of 63 by 88 mm, nine on a sheet, their backs behind them. @param {Card[]} cards @param {string} key */
  cards(cards, key) {
    const [wide, high] = CARD;
    const { paper } = this;
    const [left, top] = [(paper.wide - 3 * wide) / 2, (paper.high - 3 * high) / 2];
    const found = [];
    for (let first = 0; first < cards.length; first += 9) {
      const here = cards.slice(first, first + 9);
      const place = (/** @type {number} */ i, /** @type {boolean} */ turned) => `left:${left + (turned ? 2 - (i % 3) : i % 3) * wide}mm;top:${top + Math.floor(i / 3) * high}mm`;
      found.push(h("section.pp-sheet", { "data-part": key, "data-side": "front" }, here.map((card, i) => h("div.pp-card", { style: place(i, false) }, cardFace(card)))));
      if (this.backs) found.push(h("section.pp-sheet", { "data-part": key, "data-side": "back" }, here.map((_, i) => h("div.pp-card", { style: place(i, true) }, h("div.pp-card-back")))));
    }
    return found;
  }

  /** What is fought for, with what, for how long. @param {Paperwork} work */
  async scenario(work) {
    const { view } = work;
    const turns = view.turns ?? 0;
    const track = turns && turns <= 40 ? h("div.pp-track", null, Array.from({ length: turns }, (_, i) => h("span", null, String(i + 1)))) : null;
    const boxes = (view.boxes ?? []).map((box) => h("li", null, box.name));
    const places = (view.pieces ?? []).filter((piece) => piece.place && !piece.inside && !(view.boxes ?? []).some((box) => box.id === piece.place));
    return h(
      "section.pp-words-sheet",
      { "data-part": "scenario" },
      h("h1", null, view.title),
      h("p.pp-game", null, [work.game, work.date].filter(Boolean).join(" · ")),
      work.background ? h("p", null, work.background) : null,
      h("div.briefing", null, await briefingParts({ view, plans: {} }, null)),
      places.length ? [h("h3", null, "At the start"), h("p.pp-starts", null, places.map((piece) => h("span", null, h("b", null, piece.place), ` ${piece.name}`)))] : null,
      boxes.length ? [h("h3", null, "Beside the map"), h("ul", null, boxes)] : null,
      track ? [h("h3", null, `${view.turn_word ?? "Turn"}s`), track] : null,
    );
  }
}

/** @param {string} svg @param {string} key @param {string} [side] */
function sheet(svg, key, side = "") {
  const found = h("section.pp-sheet", { "data-part": key, "data-side": side });
  found.append(...drawing(svg).children);
  return found;
}

/** A line of 100 mm to see whether the printer keeps the size. @param {string} side */
function gauge(side) {
  return side === "front" ? '<svg class="pp-gauge" width="110mm" height="7mm" viewBox="0 0 110 7"><path class="pp-tick" d="M5 2v3M105 2v3M5 3.500H105"/><text class="pp-small" x="55" y="3">100 mm</text></svg>' : "";
}

/** @param {Paperwork} work */
function charts(work) {
  return h(
    "section.pp-words-sheet",
    { "data-part": "charts" },
    h("h1", null, `${work.game}: charts`),
    work.charts.map((chart) =>
      h(
        "figure.pp-chart",
        null,
        h("figcaption", null, chart.title, chart.rule ? h("small", null, ` ${chart.rule}`) : null),
        h("table", null, chart.heads?.length ? h("thead", null, h("tr", null, chart.heads.map((head) => h("th", null, head)))) : null, h("tbody", null, chart.rows.map((row) => h("tr", null, row.map((cell) => h("td", null, cell)))))),
      ),
    ),
  );
}
