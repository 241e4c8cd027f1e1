/** A draft in this browser: its texts, what the server reads in them, undo without end, and what is kept for later. */

import { ask } from "../wire/net.js";
import { keep, stored } from "../settings.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {string | number} Step */
/** @typedef {{do: string, path?: Step[], value?: any, file?: string, hex?: string, sign?: string, at?: number, columns?: number, rows?: number}} Edit */
/** @typedef {{file: string, place: string, message: string, line?: number, column?: number, cell?: string, piece?: string, of?: string, repair?: string}} Problem */
/** @typedef {{path: Step[], kind: string, title: string, label?: string, side?: string, places?: string[], points?: [number, number][], piece?: boolean}} Mark */
/** @typedef {{texts: Record<string, string>, values: Record<string, any>, maps: Record<string, any>, problems: Problem[], warnings: Problem[], marks: Mark[], view: View | null, mended: boolean, digest: string, refused: string}} Reading */
/** @typedef {{id: string, system: string, name: string, texts: Record<string, string>, time: number}} Kept */

const DRAFTS = "sandtable.workshop";
const MOST = 30; // drafts that a browser keeps
const TYPING = 350; // milliseconds after the last key

/** @returns {Kept[]} */
export function keptDrafts() {
  const found = stored(DRAFTS);
  return Array.isArray(found) ? found : [];
}

/** @param {string} id */
export function forgetDraft(id) {
  keep(
    DRAFTS,
    keptDrafts().filter((each) => each.id !== id),
  );
}

/** Keep texts that were made elsewhere as a draft. @param {string} system @param {string} name @param {Record<string, string>} texts @returns {string} its id */
export function keepDraft(system, name, texts) {
  const id = newId();
  keep(DRAFTS, [{ id, system, name, texts, time: Date.now() }, ...keptDrafts()].slice(0, MOST));
  return id;
}

function newId() {
  return `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
}

export class Draft {
  /**
   * @param {string} system
   * @param {Record<string, string>} texts
   * @param {() => void} changed
   * @param {string} [id]
   */
  constructor(system, texts, changed, id = "") {
    this.id = id || newId();
    this.system = system;
    this.texts = texts;
    this.changed = changed;
    /** @type {Reading | null} */
    this.reading = null;
    /** @type {Record<string, string>[]} */
    this.past = [];
    /** @type {Record<string, string>[]} */
    this.future = [];
    this.refused = "";
    this.asked = 0;
    this.busy = false;
    this.typing = 0;
    this.typed = 0; // when something was typed last: one step of undo for a row of keys
    /** @type {Promise<void>} */
    this.turn = Promise.resolve();
  }

  /** The file of the scenario itself. */
  get file() {
    return Object.keys(this.texts).find((name) => !name.endsWith(".map.toml")) ?? "scenario.toml";
  }

  get name() {
    const name = this.reading?.values?.name;
    return typeof name === "string" && name ? name : "Draft";
  }

  /** Make edits, one after the other in the order in which they were asked for. @param {Edit[]} edits */
  edit(edits) {
    this.turn = this.turn.then(async () => {
      const before = this.texts;
      const reading = await this.send(before, edits);
      if (!reading) return;
      this.refused = reading.refused;
      if (JSON.stringify(reading.texts) !== JSON.stringify(before)) this.step(before);
      this.take(reading);
    });
    return this.turn;
  }

  /** Other texts, in one step. @param {Record<string, string>} texts */
  replace(texts) {
    this.step(this.texts);
    this.texts = texts;
    this.typed = 0;
    return this.read();
  }

  /** What somebody typed. @param {string} file @param {string} text */
  type(file, text) {
    if (this.texts[file] === text) return;
    if (Date.now() - this.typed > 1500) this.step(this.texts);
    this.typed = Date.now();
    this.future = [];
    this.texts = { ...this.texts, [file]: text };
    this.save(); // whether or not the server answers
    window.clearTimeout(this.typing);
    this.typing = window.setTimeout(() => void this.read(), TYPING);
  }

  /** @param {Record<string, string>} before */
  step(before) {
    this.past.push(before);
    this.future = [];
  }

  undo() {
    return this.exchange(this.past, this.future);
  }

  redo() {
    return this.exchange(this.future, this.past);
  }

  /** The last of these texts, for those of now. @param {Record<string, string>[]} from @param {Record<string, string>[]} to */
  exchange(from, to) {
    const texts = from.pop();
    if (!texts) return;
    to.push(this.texts);
    this.texts = texts;
    this.typed = 0;
    return this.read();
  }

  /** Read the texts as they are. */
  read() {
    this.turn = this.turn.then(async () => {
      const texts = this.texts;
      const reading = await this.send(texts, []);
      if (reading && this.texts === texts) {
        this.refused = "";
        this.take(reading);
      }
    });
    return this.turn;
  }

  /** @param {Reading} reading */
  take(reading) {
    this.texts = reading.texts;
    this.reading = { ...reading, view: reading.view ?? this.reading?.view ?? null };
    this.save();
    this.changed();
  }

  /** @param {Record<string, string>} texts @param {Edit[]} edits @returns {Promise<Reading | null>} */
  async send(texts, edits) {
    this.busy = true;
    try {
      return await ask("/workshop/draft", { system: this.system, texts, edits });
    } catch (error) {
      this.refused = /** @type {Error} */ (error).message;
      this.changed();
      return null;
    } finally {
      this.busy = false;
    }
  }

  save() {
    const now = { id: this.id, system: this.system, name: this.name, texts: this.texts, time: Date.now() };
    keep(DRAFTS, [now, ...keptDrafts().filter((each) => each.id !== this.id)].slice(0, MOST));
  }
}
