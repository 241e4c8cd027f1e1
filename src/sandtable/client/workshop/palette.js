/** The palette: every counter of the catalogue as it is drawn on the board, by nation. One is chosen and put down. */

import { picture } from "../board/counters.js";
import { teamPicture } from "../board/teams.js";
import { drawing, h } from "../dom.js";
import { settings } from "../settings.js";
import { slug, valueAt } from "./form.js";

/** @typedef {import("./draft.js").Edit} Edit */
/** @typedef {import("./draft.js").Step} Step */
/** @typedef {import("./form.js").Table} Table */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {{word: string, piece: Piece}} Sample */
/** @typedef {{name: string, samples: Sample[], colour?: string, emblem?: string}} Tray */
/** @typedef {{label: string, side: string, path: Step[]}} Parent who a new piece belongs to */

const PIXELS = 72;
const ROMAN = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII"];

export class Palette {
  /** @param {import("./screen.js").Workshop} shop */
  constructor(shop) {
    this.shop = shop;
    this.word = ""; // of the counter that is put down
    this.into = 0; // the parent that gets it
  }

  /** @returns {Tray[]} */
  get trays() {
    return /** @type {any} */ (this.shop.game)?.palette ?? [];
  }

  /** The table whose rows are pieces, and the list around it. @returns {Table | undefined} */
  get table() {
    return this.shop.game?.fields.tables.find((table) => table.piece && table.path.endsWith("[]"));
  }

  /** Who may get a piece: formations, regiments, forces, Units. @returns {Parent[]} */
  parents() {
    const list = this.table?.path.split("[]")[0] ?? "";
    const rows = valueAt(this.shop.draft?.reading?.values, [list]);
    return (Array.isArray(rows) ? rows : []).map((row, i) => ({
      label: String(row?.name ?? [row?.companies].flat()[0] ?? `${list} ${i + 1}`),
      side: String(row?.side ?? ""),
      path: [list, i],
    }));
  }

  /** @returns {HTMLElement} */
  draw() {
    const parents = this.parents();
    this.into = Math.max(0, Math.min(this.into, parents.length - 1));
    const into = h(
      "select",
      { "aria-label": "Who gets it", onchange: (/** @type {any} */ event) => {
        this.into = Number(event.target.value);
        this.shop.drawTools();
      } },
      parents.map((each, i) => h("option", { value: i, selected: i === this.into }, this.side(each.side) ? `${each.label} (${this.side(each.side)})` : each.label)),
    );
    const trays = this.trays.map((tray) =>
      h(
        "section.ws-tray",
        { "aria-label": tray.name },
        h("h3", null, tray.name),
        h("div", null, tray.samples.map((sample) => this.sample(tray, sample))),
      ),
    );
    return h("div.ws-palette", null, h("label.ws-into", null, "For ", into), h("div.ws-trays", null, trays));
  }

  /** What a side is called. @param {string} key */
  side(key) {
    return this.shop.draft?.reading?.view?.seats.find((seat) => seat.side === key)?.name ?? "";
  }

  /** @param {Tray} tray @param {Sample} sample */
  sample(tray, { word, piece }) {
    const own = this.shop.board?.sideLook(this.parents()[this.into]?.side ?? "");
    const look = { colour: tray.colour || own?.colour || "grey", index: own?.index ?? 0, emblem: tray.emblem ?? own?.emblem, symbols: settings().symbols };
    const drawn = drawing(piece.at ? teamPicture(piece, look, PIXELS) : picture(piece, look, PIXELS)).firstElementChild;
    const numbers = (piece.values ?? []).map((value) => `${value.label} ${value.text}`).join(", ");
    return h(
      "button.ws-counter",
      { type: "button", "data-word": word, title: `${piece.name}: ${numbers}`, "aria-label": piece.name, "aria-pressed": this.word === word ? "true" : "false", onclick: () => {
        this.word = this.word === word ? "" : word;
        this.suit(tray);
        this.shop.drawTools();
        this.shop.drawNote();
      } },
      h("span", null, drawn),
      h("small", null, piece.name),
    );
  }

  /** A counter of a nation is for somebody of that nation, where there is one. @param {Tray} tray */
  suit(tray) {
    const sides = this.shop.draft?.reading?.values?.sides;
    const nation = (/** @type {string} */ key) => {
      const side = (Array.isArray(sides) ? sides : []).find((each) => each?.key === key);
      return String(side?.nation ?? key);
    };
    const parents = this.parents();
    const ours = (/** @type {Parent | undefined} */ parent) => nation(parent?.side ?? "") === tray.name.toLowerCase();
    if (!ours(parents[this.into]) && parents.some(ours)) this.into = parents.findIndex(ours);
  }

  /** What a click on the board will do. */
  says() {
    if (!this.word) return "Choose a counter.";
    const parent = this.parents()[this.into];
    const name = this.trays.flatMap((tray) => tray.samples).find((each) => each.word === this.word)?.piece.name ?? this.word;
    return parent ? `Click where ${name} stands. It belongs to ${parent.label}.` : "There is nobody to give it to. Add one in the form first.";
  }

  /** Put the chosen counter down. @param {string} place @param {[number, number] | null} point */
  async put(place, point) {
    const parent = this.parents()[this.into];
    const { table, word, shop } = this;
    if (!parent || !table || !word || !(place || point)) return;
    const at = point ?? place;
    const battery = shop.game?.fields.tables.find((each) => each.path === "batteries[]" && each.piece === table.piece);
    if (battery && word.endsWith("battery")) return shop.edit([{ do: "add", path: ["batteries"], value: { name: this.letter(), side: parent.side, type: word, at } }]);
    if (table.path === "forces[]") {
      const edits = this.platoon(parent, word, place);
      await shop.edit(edits);
      if (edits.length === 1) shop.tell(`${parent.label} has one more; its player deploys it.`);
      return;
    }
    const key = table.path.split(".")[1].replace("[]", "");
    const kind = (table.fields ?? []).find((field) => field.kind === "word" && field.of?.includes(table.piece ?? ""))?.key ?? "type";
    const named = (table.fields ?? []).some((field) => field.key === "name" && field.needed);
    const stands = (table.fields ?? []).some((field) => field.key === "at");
    /** @type {Record<string, any>} */
    const fresh = { ...(named ? { name: this.name([...parent.path, key]) } : {}), [kind]: word, ...(stands ? { at } : {}) };
    const before = new Set((shop.draft?.reading?.view?.pieces ?? []).map((piece) => piece.id));
    await shop.edit([{ do: "add", path: [...parent.path, key], value: fresh }]);
    if (stands) return;
    // Where a set-up is written, it says where the new one stands; otherwise its player sets it up.
    const setup = shop.draft?.reading?.values?.setup;
    const added = (shop.draft?.reading?.view?.pieces ?? []).find((piece) => !before.has(piece.id) && !piece.minor);
    if (setup && added) await shop.edit([{ do: "set", path: ["setup", added.id], value: place }]);
    else shop.tell(`${parent.label} has one more; its player sets it up.`);
  }

  /** A name that nobody else has: II/1 after I/1. @param {Step[]} path */
  name(path) {
    const rows = valueAt(this.shop.draft?.reading?.values, path);
    const names = (Array.isArray(rows) ? rows : []).map((row) => String(row?.name ?? ""));
    const tail = /^[IVX]+(\/.+)$/.exec(names[0] ?? "")?.[1];
    if (tail) return ROMAN.map((number) => `${number}${tail}`).find((name) => !names.includes(name)) ?? `IX${tail}`;
    let number = names.length + 1;
    while (names.some((name) => slug(name) === `new-${number}`)) number++;
    return `New ${number}`;
  }

  /** A letter that no battery has. */
  letter() {
    const rows = valueAt(this.shop.draft?.reading?.values, ["batteries"]);
    const names = new Set((Array.isArray(rows) ? rows : []).map((row) => row?.name));
    return [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((sign) => `Battery ${sign}`).find((name) => !names.has(name)) ?? "Battery";
  }

  /** One more platoon in the last company of a force; it stands in a hex where the force is put down. @param {Parent} parent @param {string} word @param {string} place @returns {Edit[]} */
  platoon(parent, word, place) {
    const force = valueAt(this.shop.draft?.reading?.values, parent.path) ?? {};
    const lines = [force.companies ?? []].flat().map(String);
    const line = lines.pop() ?? "1 x Officer";
    const [, body, end] = /^(.*?)((?:\s*\((?:x\d+|[A-Z](?:-[A-Z])?)\))*)$/.exec(line) ?? ["", line, ""];
    const items = body.split(",").map((item) => item.trim()).filter(Boolean);
    const last = /^(\d+) x (.+)$/.exec(items.at(-1) ?? "");
    if (last?.[2] === word) items[items.length - 1] = `${Number(last[1]) + 1} x ${word}`;
    else items.push(`1 x ${word}`);
    const number = items.filter((item) => !/ x Officer$/.test(item)).reduce((sum, item) => sum + (Number(/^\d+/.exec(item)?.[0]) || 1), 0);
    /** @type {Edit[]} */
    const edits = [{ do: "set", path: [...parent.path, "companies"], value: [...lines, items.join(", ") + end] }];
    if (Array.isArray(force.place)) edits.push({ do: "add", path: [...parent.path, "place"], value: { at: place, platoons: [number] } });
    return edits;
  }
}

/** Turn a Team that looks one way. @param {import("./screen.js").Workshop} shop @param {Step[]} path of its place @param {number} degrees */
export function turn(shop, path, degrees) {
  const row = path.slice(0, -1);
  const now = valueAt(shop.draft?.reading?.values, row)?.facing;
  const piece = shop.draft?.reading?.view?.pieces?.find((each) => each.at && samePlace(each, valueAt(shop.draft?.reading?.values, path)));
  const from = typeof now === "number" ? now : (piece?.at?.facing ?? 0) / 100;
  return shop.edit([{ do: "set", path: [...row, "facing"], value: (((Math.round(from + degrees) % 360) + 360) % 360) }]);
}

/** Whether a Team has a way it looks. @param {import("./screen.js").Workshop} shop @param {Step[]} path of its place */
export function turns(shop, path) {
  const at = valueAt(shop.draft?.reading?.values, path);
  return Array.isArray(at) && Boolean(shop.draft?.reading?.view?.pieces?.some((piece) => samePlace(piece, at) && piece.at?.facing != null));
}

/** @param {Piece} piece @param {any} at in inches */
function samePlace(piece, at) {
  return Array.isArray(at) && piece.at && Math.abs(piece.at.x - at[0] * 100) < 1 && Math.abs(piece.at.y - at[1] * 100) < 1;
}
