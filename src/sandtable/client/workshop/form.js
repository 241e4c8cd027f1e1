/** The form of a draft, made from what its game declares: a field for every key, a box for every table. */

import { h, icon } from "../dom.js";

/** @typedef {import("./draft.js").Step} Step */
/** @typedef {{key: string, kind: string, help: string, needed?: boolean, least?: number, most?: number, default?: any, words?: string[], of?: string[]}} Field */
/** @typedef {{path: string, title: string, help: string, fields?: Field[], label?: string, needed?: boolean, piece?: string, each?: string}} Table */
/** @typedef {{word: string, name?: string, figures?: Record<string, any>}} Entry */
/** @typedef {{key: string, title: string, fields: {tables: Table[], grid?: string, signs?: [string, string][], blank?: string, maps?: Record<string, string>}, catalogue: Record<string, Entry[]>, bots: string[], scenarios: {id: string, name: string}[]}} Game */

const PICKED = ["hex", "hexes", "groups", "cells", "area", "point", "points"];

/** @param {any} values @param {Step[]} path */
export function valueAt(values, path) {
  let at = values;
  for (const step of path) at = at?.[step];
  return at;
}

export class Form {
  /** @param {import("./screen.js").Workshop} shop */
  constructor(shop) {
    this.shop = shop;
    this.host = h("div.ws-form");
    /** @type {Set<string>} */
    this.open = new Set(["", "map"]);
    this.file = ""; // of what is being drawn: the scenario, or a map
  }

  /** Draw it anew; what has the focus keeps it. */
  draw() {
    const { game, draft } = this.shop;
    if (!game || !draft?.reading) return;
    const focus = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.path ?? "";
    const scroll = this.host.scrollTop;
    this.host.replaceChildren(...this.tables("", [], draft.reading.values));
    this.host.scrollTop = scroll;
    if (focus) /** @type {HTMLElement | null} */ (this.host.querySelector(`[data-path="${CSS.escape(focus)}"]`))?.focus();
  }

  /** The tables directly below one. @param {string} prefix @param {Step[]} path @param {any} values @returns {HTMLElement[]} */
  tables(prefix, path, values) {
    const game = /** @type {Game} */ (this.shop.game);
    /** @type {HTMLElement[]} */
    const found = [];
    for (const table of game.fields.tables) {
      const rest = !prefix ? table.path : table.path.startsWith(`${prefix}.`) ? table.path.slice(prefix.length + 1) : null;
      if (rest === null || (prefix && !rest) || rest.includes(".")) continue;
      const key = rest.replace("[]", "");
      if (table.path === "map" && typeof values?.map !== "object") found.push(...this.mapFiles(table));
      else if (!table.path) found.push(this.box(table, [], values, "Battle"));
      else if (rest.endsWith("[]")) found.push(this.list(table, [...path, key], valueAt(values, [key]) ?? []));
      else found.push(this.single(table, [...path, key], valueAt(values, [key])));
    }
    return found;
  }

  /** @param {Table} table @param {Step[]} path @param {any} value */
  single(table, path, value) {
    if (table.path === "setup") return this.setup(path, value ?? {});
    if (!table.fields?.length) return this.names(table, path, value ?? {});
    return this.box(table, path, value ?? {}, table.title);
  }

  /** @param {Table} table @param {Step[]} path @param {any} value @param {string} title @param {HTMLElement | null} [extra] */
  box(table, path, value, title, extra = null) {
    const key = this.id(path);
    const inner = table.path ? this.tables(table.path, path, value) : [];
    const box = /** @type {HTMLDetailsElement} */ (
      h(
        "details.ws-box",
        { "data-box": key },
        h("summary", null, h("b", null, title)),
        h("p.ws-help", null, code(table.help)),
        (table.fields ?? []).filter((field) => field.kind !== "map" || typeof value?.[field.key] === "string").map((field) => this.field(field, [...path, field.key], value?.[field.key])),
        inner,
      )
    );
    box.open = this.open.has(key) || (!path.length && !this.file);
    box.addEventListener("toggle", () => (box.open ? this.open.add(key) : this.open.delete(key)));
    return extra ? h("div.ws-entry", null, box, extra) : box;
  }

  /** @param {Table} table @param {Step[]} path @param {any} entries */
  list(table, path, entries) {
    const rows = (Array.isArray(entries) ? entries : []).map((each, i) => {
      const here = [...path, i];
      const label = [each?.name, each?.[table.label ?? "name"], each?.key].find((word) => typeof word === "string" || Array.isArray(word));
      const remove = h(
        "button.ws-small",
        { type: "button", title: "Remove", "aria-label": `Remove ${table.title} ${label ?? i + 1}`, onclick: (/** @type {Event} */ event) => {
          event.preventDefault();
          void this.shop.edit([{ do: "remove", path: here }]);
        } },
        icon("close"),
      );
      return this.box(table, here, each ?? {}, `${table.title}: ${label ?? i + 1}`, remove);
    });
    const add = h(
      "button.ws-add",
      { type: "button", "data-add": table.path, onclick: () => void this.shop.add(table, path, entries) },
      icon("plus"),
      ` ${table.title}`,
    );
    return h("section.ws-list", { "data-list": table.path }, h("h3", null, `${table.title}${rows.length ? ` (${rows.length})` : ""}`), rows, add);
  }

  /** A table whose keys are names. @param {Table} table @param {Step[]} path @param {any} value */
  names(table, path, value) {
    const { file } = this;
    const rows = Object.entries(value).map(([key, each]) =>
      this.field({ key, kind: table.each ?? "text", help: "", least: 0, most: 999 }, [...path, key], each),
    );
    const known = this.wanted(path).filter((each) => !(each in value));
    const id = `ws-names-${table.path}`;
    const name = /** @type {HTMLInputElement} */ (h("input", { type: "text", "aria-label": `${table.title}: a new name`, placeholder: known[0] ?? "name", list: id }));
    const add = () => {
      const key = name.value.trim() || known[0];
      if (!key) return this.shop.say("Write a name first.");
      const first = table.each === "integer" ? 1 : table.each === "cells" ? [] : key;
      void this.shop.edit([{ do: "set", path: [...path, key], value: value[key] ?? first, file }]);
    };
    return h(
      "section.ws-list",
      { "data-list": table.path },
      h("h3", null, table.title),
      h("p.ws-help", null, code(table.help)),
      rows,
      h("div.ws-new", null, name, h("datalist", { id }, known.map((each) => h("option", { value: each }))), h("button.ws-add", { type: "button", "data-add": table.path, onclick: add }, icon("plus"), ` ${table.title}`)),
    );
  }

  /** The names that the words in the table around need here: of a switch its places and values. @param {Step[]} path @returns {string[]} */
  wanted(path) {
    const { game, draft } = this.shop;
    const last = String(path.at(-1));
    const around = path.slice(0, -1);
    const table = game?.fields.tables.find((each) => each.path === around.join("."));
    const values = valueAt(draft?.reading?.values, around);
    const found = (table?.fields ?? []).flatMap((field) =>
      [values?.[field.key] ?? []].flat().flatMap((word) =>
        (field.of ?? []).flatMap((of) => game?.catalogue[of]?.find((each) => each.word === word)?.figures?.[last] || []),
      ),
    );
    return [...new Set(found.flatMap((each) => String(each).split(", ")))];
  }

  /** The pieces and where they are set up. @param {Step[]} path @param {any} value */
  setup(path, value) {
    const pieces = (this.shop.draft?.reading?.view?.pieces ?? []).filter((piece) => !piece.inside || value[piece.id]);
    const known = new Set(pieces.map((piece) => piece.id));
    const rest = Object.keys(value).filter((key) => !known.has(key));
    const rows = [
      ...pieces.map((piece) => this.field({ key: piece.name, kind: "hex", help: piece.id }, [...path, piece.id], value[piece.id])),
      ...rest.map((key) => this.field({ key, kind: Array.isArray(value[key]) ? "cells" : "text", help: "" }, [...path, key], value[key])),
    ];
    const box = /** @type {HTMLDetailsElement} */ (
      h("details.ws-box", { "data-box": "setup" }, h("summary", null, h("b", null, "Set-up")), h("p.ws-help", null, "Where every piece starts in automatic play. Leave it all empty, and the players set up."), rows)
    );
    box.open = this.open.has("setup");
    box.addEventListener("toggle", () => (box.open ? this.open.add("setup") : this.open.delete("setup")));
    return box;
  }

  /** The maps that are files of their own. @param {Table} table */
  mapFiles(table) {
    return Object.entries(this.shop.draft?.reading?.maps ?? {}).map(([file, values]) => {
      this.file = file;
      const drawn = this.box(table, [], values, `${table.title}: ${file}`);
      this.file = "";
      drawn.querySelector("summary + .ws-help")?.after(this.renamed(file));
      return drawn;
    });
  }

  /** What a map file is called: the letter of a sheet, by which its hexes are known, or a key. @param {string} file */
  renamed(file) {
    const key = file.slice(0, -".map.toml".length);
    const sheet = this.shop.game?.fields.grid === "sheets";
    const help = sheet ? "The letter of the sheet. Where the text names its hexes, they change with it." : "The name that the scenario uses for the map.";
    const rename = (/** @type {any} */ event) => void this.shop.edit([{ do: "rename", file, value: String(event.target.value) }]);
    const input = h("input", { type: "text", "data-path": `${file}:name`, value: sheet ? key.toUpperCase() : key, title: help, onchange: rename });
    return h("label.ws-field", null, h("span", { title: help }, sheet ? "Letter" : "File"), h("span.ws-input", null, input));
  }

  /** What a path is called in the page. @param {Step[]} path */
  id(path) {
    return this.file ? `${this.file}${JSON.stringify(path)}` : JSON.stringify(path);
  }

  /** @param {Field} field @param {Step[]} path @param {any} value */
  field(field, path, value) {
    const id = this.id(path);
    const input = this.input(field, path, value, id);
    const pick = PICKED.includes(field.kind) && !this.file && id !== '["table"]'
      ? h("button.ws-small", { type: "button", "data-pick": id, title: "Show it on the map", "aria-label": `${field.key}: pick on the map`, "aria-pressed": this.shop.picking?.id === id ? "true" : "false", onclick: () => this.shop.pick(field, path) }, icon("target"))
      : null;
    return h("label.ws-field", { class: field.needed ? "needed" : "" }, h("span", { title: field.help.replace(/`/g, "") }, words(field.key)), h("span.ws-input", null, input, pick));
  }

  /** @param {Field} field @param {Step[]} path @param {any} value @param {string} id @returns {HTMLElement} */
  input(field, path, value, id) {
    const { file } = this;
    const set = (/** @type {any} */ now) => void this.shop.edit([now === "" || now === null ? { do: "remove", path, file } : { do: "set", path, value: now, file }], now === "" && value === undefined);
    const base = { "data-path": id, title: field.help.replace(/`/g, "") };
    if (field.kind === "flag")
      return h("input", { ...base, type: "checkbox", checked: value ?? field.default ?? false, onchange: (/** @type {any} */ event) => set(event.target.checked) });
    if (field.kind === "integer")
      return h("input", { ...base, type: "number", min: field.least, max: field.most, value: value ?? "", placeholder: field.default ?? "", onchange: (/** @type {any} */ event) => set(event.target.value === "" ? "" : Number(event.target.value)) });
    if (field.kind === "word") {
      const words = this.words(field);
      if (typeof value === "string" && value && !words.some((each) => each.word === value)) words.unshift({ word: value, name: `${value} (not known)` });
      const options = [h("option", { value: "" }, field.default ? `(${field.default})` : ""), ...words.map((each) => h("option", { value: each.word, selected: each.word === value }, each.name || each.word))];
      return h("select", { ...base, onchange: (/** @type {any} */ event) => set(event.target.value) }, options);
    }
    if (field.kind === "lines" || field.kind === "grid")
      return h("textarea", { ...base, rows: field.kind === "grid" ? 6 : 4, class: field.kind === "grid" ? "mono" : "", readonly: field.kind === "grid", onchange: (/** @type {any} */ event) => set(event.target.value) }, String(value ?? ""));
    const list = ["words", "texts", "groups", "cells"].includes(field.kind) || Array.isArray(value);
    const shown = field.kind === "point" || field.kind === "points" || (value && typeof value === "object" && !Array.isArray(value)) ? JSON.stringify(value) ?? "" : Array.isArray(value) ? value.join("; ") : (value ?? "");
    return h("input", {
      ...base,
      type: "text",
      value: String(shown),
      placeholder: field.default ?? "",
      onchange: (/** @type {any} */ event) => {
        const text = String(event.target.value).trim();
        if (!text) set("");
        else if (field.kind === "point" || field.kind === "points" || text.startsWith("{")) {
          try {
            set(JSON.parse(text));
          } catch {
            this.shop.say("Write points as [12, 8.5], lists of them as [[0, 0], [12, 8]].");
          }
        } else if (field.kind === "integers") set(text.split(/[;, ]+/).map(Number));
        else if (list) set(text.split(";").map((each) => each.trim()).filter(Boolean));
        else set(text);
      },
    });
  }

  /** What a field may name. @param {Field} field @returns {Entry[]} */
  words(field) {
    const { game, draft } = this.shop;
    if (field.words?.length) return field.words.map((word) => ({ word }));
    return (field.of ?? []).flatMap((of) => {
      const known = game?.catalogue[of];
      if (known) return known.map((each) => ({ word: each.word, name: each.name ? `${each.name}` : each.word }));
      const rows = draft?.reading?.values[of];
      return Array.isArray(rows) ? rows.map((row) => ({ word: String(row?.key ?? slug(row?.name ?? "")), name: String(row?.name ?? row?.key ?? "") })) : [];
    });
  }
}

/** @param {string} name */
export function slug(name) {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** A key as a label. @param {string} key */
function words(key) {
  const text = key.replace(/_/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Words between backticks as code. @param {string} text */
function code(text) {
  return text.split("`").map((part, i) => (i % 2 ? h("code", null, part) : part));
}
