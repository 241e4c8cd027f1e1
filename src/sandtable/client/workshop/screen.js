/** The workshop: board left, form right, the text in a tab. The text is the truth, and all three show the same. */

import { BoardView } from "../board/board.js";
import { pointOf } from "../board/plane.js";
import { h, icon } from "../dom.js";
import { ask } from "../wire/net.js";
import { toast } from "../popover.js";
import { settings } from "../settings.js";
import { Draft, keptDrafts } from "./draft.js";
import { FairPanel } from "./fair.js";
import { Form, slug, valueAt } from "./form.js";
import { GroundTool } from "./ground.js";
import { Hand, written } from "./hand.js";
import { pressed } from "./keys.js";
import { drawMarks } from "./marks.js";
import { drawNote } from "./note.js";
import { downloadDraft, playDraft, saveDraft } from "./outward.js";
import { Palette } from "./palette.js";
import { problems } from "./problems.js";
import { drawStart } from "./start.js";
import { drawTools } from "./tools.js";

/** @typedef {import("./draft.js").Edit} Edit */
/** @typedef {import("./draft.js").Mark} Mark */
/** @typedef {import("./draft.js").Step} Step */
/** @typedef {import("./form.js").Game} Game */
/** @typedef {import("./form.js").Field} Field */
/** @typedef {import("./form.js").Table} Table */

const TABS = /** @type {const} */ (["Form", "Text", "Problems", "Fair?"]);

export class Workshop {
  /** @param {HTMLElement} root @param {{go: (path: string) => void, made: (detail: any) => void}} on */
  constructor(root, on) {
    this.root = root;
    this.on = on;
    /** @type {Game[]} */
    this.games = [];
    this.saves = false;
    /** @type {Game | null} */
    this.game = null;
    /** @type {Draft | null} */
    this.draft = null;
    /** @type {BoardView | null} */
    this.board = null;
    this.boardKey = "";
    this.tab = /** @type {string} */ ("Form");
    this.tool = "select";
    this.sign = "";
    this.at = 0;
    this.line = ""; // what is drawn from hex to hex
    /** @type {{path: Step[], value: any} | null} */
    this.copied = null;
    this.chosen = ""; // a place on the board
    /** @type {{id: string, field: Field, path: Step[]} | null} */
    this.picking = null;
    this.textFile = "";
    this.form = new Form(this);
    this.fair = new FairPanel(this);
    this.palette = new Palette(this);
    this.ground = new GroundTool(this);
    this.hand = new Hand(this);
    this.closed = false;
    this.leaving = new AbortController();
    this.pressed = false; // a button or a finger is down
    this.late = false; // the draft was read anew meanwhile
    this.heedPresses();
    this.keys = (/** @type {KeyboardEvent} */ event) => pressed(this, event);
    document.addEventListener("keydown", this.keys);
    document.title = "Workshop · Sandtable";
    void this.begin();
  }

  close() {
    this.closed = true;
    this.leaving.abort();
    this.fair.close();
    document.removeEventListener("keydown", this.keys);
    this.root.replaceChildren();
  }

  async begin() {
    this.root.replaceChildren(h("main.ws-start", null, h("p.quiet", null, "Opening the workshop …")));
    try {
      const found = await ask("/workshop");
      this.games = found.systems;
      this.saves = found.saves;
    } catch (error) {
      this.root.replaceChildren(h("main.ws-start", null, h("p", null, /** @type {Error} */ (error).message)));
      return;
    }
    if (this.closed) return;
    const named = keptDrafts().find((each) => each.id === location.hash.slice(1));
    if (named) this.resume(named);
    else this.start();
  }

  // Beginning ---------------------------------------------------------------------------------------

  /** The page of all drafts. */
  start() {
    this.board = null;
    this.draft = null;
    drawStart(this);
  }

  /** @param {Game} game @param {Record<string, string>} texts @param {string} [id] */
  open(game, texts, id = "") {
    this.game = game;
    this.boardKey = "";
    this.picking = null;
    this.chosen = "";
    this.tool = "select";
    this.draft = new Draft(game.key, texts, () => this.show(), id);
    this.textFile = this.draft.file;
    this.frame();
    void this.draft.read();
  }

  /** @param {import("./draft.js").Kept} kept */
  resume(kept) {
    const game = this.games.find((each) => each.key === kept.system);
    if (game) this.open(game, kept.texts, kept.id);
  }

  // The page ----------------------------------------------------------------------------------------

  frame() {
    const host = h("div.ws-board", { tabindex: 0, role: "application", "aria-label": "The board of the draft" });
    this.bar = h("header.ws-bar");
    this.tools = h("div.ws-tools", { role: "toolbar", "aria-label": "Tools" });
    this.note = h("div.ws-note", { role: "status" });
    this.tabs = h("div.ws-tabs", { role: "tablist" });
    this.panel = h("div.ws-panel");
    this.root.replaceChildren(
      h("main.ws", { "data-names": "on" }, this.bar, h("section.ws-left", null, this.tools, host, this.note), h("section.ws-right", null, this.tabs, this.panel)),
    );
    this.board = new BoardView(host, {
      tap: (place, piece, event) => this.tap(place, piece, event),
      hover: () => {},
      inspect: (place) => this.choose(place),
      grab: (piece, event) => this.hand.grab(piece, event),
      drag: (event) => this.hand.drag(event),
      drop: () => this.hand.drop(),
      wheel: () => false,
    });
    this.board.symbols = settings().symbols;
    this.drawBar();
    this.drawTools();
    this.drawTabs();
  }

  /** While something is pressed or dragged nothing is drawn anew under it: that comes when it is let go. */
  heedPresses() {
    const how = { capture: true, signal: this.leaving.signal };
    const released = () => {
      this.pressed = false;
      if (this.late) setTimeout(() => this.late && this.show()); // after the click that this may be
    };
    addEventListener("pointerdown", () => (this.pressed = true), how);
    addEventListener("pointerup", released, how);
    addEventListener("pointercancel", released, how);
  }

  /** The draft was read anew. */
  show() {
    this.late = this.pressed;
    if (this.late) return;
    const reading = this.draft?.reading;
    if (!reading || !this.board) {
      this.drawNote();
      return;
    }
    const view = reading.view;
    if (view?.board) {
      const key = JSON.stringify(view.board);
      if (key !== this.boardKey) {
        this.boardKey = key;
        this.board.setBoard(view.board);
      }
      this.board.marks.zones = true;
      this.board.show(view);
    }
    this.drawMarks();
    this.drawBar();
    this.drawTools();
    this.drawTabs();
    this.drawNote();
  }

  drawBar() {
    const draft = /** @type {Draft} */ (this.draft);
    const ready = Boolean(draft.reading?.digest);
    const button = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {() => void} */ act, /** @type {boolean} */ off, /** @type {string} */ cls = "") =>
      h("button", { type: "button", class: cls, disabled: off, onclick: act, title: name }, icon(sign), h("span", null, name));
    const home = h("button.icon", { type: "button", "aria-label": "All drafts", title: "All drafts", onclick: () => this.start() }, icon("home"));
    this.bar?.replaceChildren(
      home,
      h("h1", null, draft.name, h("small", null, ` ${this.game?.title ?? ""}`)),
      button("Undo", "undo", () => void draft.undo(), !draft.past.length),
      button("Redo", "right", () => void draft.redo(), !draft.future.length),
      button("Print", "print", () => this.on.go(`/print/draft/${draft.id}`), !ready),
      button("Download", "download", () => downloadDraft(this), false),
      ...(this.saves ? [button("Save", "check", () => void saveDraft(this), !ready)] : []),
      button("Play it", "play", () => playDraft(this), !ready, "primary"),
    );
  }

  drawTabs() {
    const reading = this.draft?.reading;
    const wrong = reading?.problems.length ?? 0;
    const warnings = reading?.warnings.length ?? 0;
    this.tabs?.replaceChildren(
      ...TABS.map((name) =>
        h(
          "button",
          { type: "button", role: "tab", "data-tab": name, "aria-selected": this.tab === name ? "true" : "false", onclick: () => {
            this.tab = name;
            this.drawTabs();
          } },
          name,
          name === "Problems" && wrong + warnings ? h("b", { class: wrong ? "bad" : "warn" }, ` ${wrong || warnings}`) : null,
        ),
      ),
    );
    if (this.tab === "Form") {
      if (this.panel?.firstChild !== this.form.host) this.panel?.replaceChildren(this.form.host);
      this.form.draw();
    } else if (this.tab === "Text") this.drawText();
    else if (this.tab === "Problems") this.panel?.replaceChildren(problems(this));
    else this.panel?.replaceChildren(this.fair.draw());
  }

  // Text --------------------------------------------------------------------------------------------

  drawText() {
    const draft = /** @type {Draft} */ (this.draft);
    if (!(this.textFile in draft.texts)) this.textFile = draft.file;
    const known = /** @type {HTMLTextAreaElement | null} */ (this.panel?.querySelector("textarea.ws-text"));
    if (known && known.dataset.file === this.textFile) {
      if (known.value !== draft.texts[this.textFile]) known.value = draft.texts[this.textFile];
      return;
    }
    const area = /** @type {HTMLTextAreaElement} */ (
      h("textarea.ws-text.mono", { spellcheck: "false", "data-file": this.textFile, "aria-label": this.textFile, oninput: () => draft.type(this.textFile, area.value) })
    );
    area.value = draft.texts[this.textFile];
    const files = h(
      "div.ws-files",
      null,
      Object.keys(draft.texts).map((name) => h("button", { type: "button", "aria-pressed": name === this.textFile ? "true" : "false", onclick: () => {
        this.textFile = name;
        this.drawText();
      } }, name)),
    );
    this.panel?.replaceChildren(h("div.ws-texts", null, files, area));
  }

  /** Put the cursor where something is written. @param {string} file @param {number} line @param {number} column */
  toLine(file, line, column) {
    this.textFile = file in (this.draft?.texts ?? {}) ? file : (this.draft?.file ?? "");
    this.tab = "Text";
    this.drawTabs();
    const area = /** @type {HTMLTextAreaElement | null} */ (this.panel?.querySelector("textarea.ws-text"));
    if (!area) return;
    const lines = area.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
    area.focus();
    area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 1) - column + 1);
    area.scrollTop = Math.max(0, (line - 6) * 18);
  }

  // The board ---------------------------------------------------------------------------------------

  drawTools() {
    drawTools(this);
  }

  drawMarks() {
    drawMarks(this);
  }

  drawNote() {
    drawNote(this);
  }

  /** @param {string} name */
  use(name) {
    if (name !== "ground") this.ground.points = [];
    this.tool = name;
    this.picking = null;
    this.drawTools();
    this.drawMarks();
    this.drawNote();
  }

  /** @param {Field} field @param {Step[]} path */
  pick(field, path) {
    const id = JSON.stringify(path);
    this.picking = this.picking?.id === id ? null : { id, field, path };
    this.tool = "select";
    this.drawTools();
    this.drawTabs();
    this.drawMarks();
    this.drawNote();
  }

  /** @param {string} place @param {string} piece @param {PointerEvent} event */
  tap(place, piece, event) {
    this.act(place, this.hand.inches(event));
  }

  /** What a click does there, or Enter. @param {string} place @param {[number, number] | null} point in inches */
  act(place, point) {
    if (this.picking) this.picked(place, point);
    else if (this.tool === "paint" && this.sign && place) void this.edit([{ do: "paint", hex: place, sign: this.sign, at: this.at }]);
    else if (this.tool === "pieces" && this.palette.word) void this.palette.put(place, point);
    else if (this.tool === "ground" && this.ground.kind) this.ground.click(point);
    else this.choose(point ? written(point) : place);
  }

  /** The arrows lead to a place. @param {string} place */
  walk(place) {
    this.chosen = place;
    if (this.hand.stroke.size) this.hand.stroke.add(place);
    const point = pointOf(place);
    if (point) this.board?.lookAt({ x: point[0], y: point[1] });
    else this.board?.look(place);
    this.drawMarks();
    this.drawNote();
  }

  /** Enter on the chosen place: as a click, or the beginning and the end of a line, or of a move. */
  enter() {
    const { chosen } = this;
    const { held } = this.hand;
    if (!chosen) return;
    const at = pointOf(chosen);
    const point = /** @type {[number, number] | null} */ (at ? [at[0] / 100, at[1] / 100] : null);
    if (this.hand.stroke.size) this.hand.stroked();
    else if (this.tool === "lines" && this.line && !this.picking) this.hand.stroke = new Set([chosen]);
    else if (this.tool === "ground" && this.ground.points.length >= this.ground.least && point && same(this.ground.points.at(-1), point)) void this.ground.finish();
    else if (held) this.hand.moved(held, at ? "" : chosen, point);
    else if (this.tool === "select" && !this.picking && this.at_(chosen).some((each) => each.piece)) this.hand.held = this.at_(chosen).find((each) => each.piece) ?? null;
    else this.act(at ? "" : chosen, point);
    this.drawMarks();
    this.drawNote();
  }

  /** Escape: nothing is begun any more. */
  leave() {
    this.picking = null;
    this.hand.rest();
    this.ground.points = [];
    this.show();
  }

  /** @param {string} place @param {[number, number] | null} point */
  picked(place, point) {
    const { field, path } = /** @type {NonNullable<Workshop["picking"]>} */ (this.picking);
    const now = valueAt(this.draft?.reading?.values, path);
    if (field.kind === "point" || field.kind === "points") {
      if (!point) return;
      const value = field.kind === "point" ? point : [...(Array.isArray(now) ? now : []), point];
      void this.edit([{ do: "set", path, value }]);
      if (field.kind === "point") this.picking = null;
      return;
    }
    if (!place) return;
    if (field.kind === "hex") {
      void this.edit([{ do: "set", path, value: place }]);
      this.picking = null;
      return;
    }
    this.pickedMany([place], true);
  }

  /** Places for a field of many: one that is there goes, or a whole stroke comes. @param {string[]} chosen @param {boolean} [turn] */
  pickedMany(chosen, turn = false) {
    const { field, path } = /** @type {NonNullable<Workshop["picking"]>} */ (this.picking);
    const mark = this.draft?.reading?.marks.find((each) => JSON.stringify(each.path) === this.picking?.id);
    const places = new Set(mark?.places ?? []);
    for (const place of chosen) {
      if (turn && places.has(place)) places.delete(place);
      else places.add(place);
    }
    const list = [...places];
    void this.edit([list.length ? { do: "set", path, value: field.kind === "hexes" ? list.join(", ") : field.kind === "groups" ? [list.join(", ")] : list } : { do: "remove", path }]);
  }

  /** What is written about a place. @param {string} place */
  choose(place) {
    this.chosen = place;
    this.drawMarks();
    this.drawNote();
  }

  /** The marks at a place. @param {string} place @returns {Mark[]} */
  at_(place) {
    const marks = this.draft?.reading?.marks ?? [];
    const point = /^(-?\d+),(-?\d+)$/.exec(place);
    if (point) {
      const [x, y] = [Number(point[1]) / 100, Number(point[2]) / 100];
      return marks.filter((each) => each.kind === "point" && each.points?.some(([px, py]) => Math.hypot(px - x, py - y) < 1));
    }
    return marks.filter((each) => each.places?.includes(place));
  }

  /** Show the field of a path in the form. @param {Step[]} path */
  reveal(path) {
    this.tab = "Form";
    for (let i = 1; i <= path.length; i++) this.form.open.add(JSON.stringify(path.slice(0, i)));
    this.form.open.add(String(path[0]));
    this.drawTabs();
    const input = /** @type {HTMLElement | null} */ (this.form.host.querySelector(`[data-path="${CSS.escape(JSON.stringify(path))}"]`));
    input?.scrollIntoView({ block: "center" });
    input?.focus();
  }

  // Changing ----------------------------------------------------------------------------------------

  /** @param {Edit[]} edits @param {boolean} [nothing] */
  async edit(edits, nothing = false) {
    if (nothing) return;
    await this.draft?.edit(edits);
  }

  /** One more table of a list: like the last one, with a name and a place of its own. @param {Table} table @param {Step[]} path @param {any} entries */
  async add(table, path, entries) {
    const rows = Array.isArray(entries) ? entries : [];
    const like = rows.at(-1) ?? {};
    /** @type {Record<string, any>} */
    const fresh = {};
    const number = rows.length + 1;
    for (const field of table.fields ?? []) {
      if (!field.needed && !(field.key in like && !rows.length)) continue;
      const old = like[field.key];
      if (field.key === "name") fresh.name = `${table.title} ${number}`;
      else if (field.kind === "key") fresh[field.key] = slug(`${table.title} ${number}`);
      else if (old !== undefined) fresh[field.key] = old;
      else if (field.kind === "word") fresh[field.key] = this.form.words(field)[0]?.word ?? "";
      else if (field.kind === "integer") fresh[field.key] = Math.max(1, field.least ?? 1);
      else if (field.kind === "point") fresh[field.key] = [6, 6];
      else if (field.kind === "points") fresh[field.key] = [[6, 6], [10, 6], [10, 10]];
      else if (field.kind === "texts" || field.kind === "words") fresh[field.key] = [];
      else fresh[field.key] = this.chosen && !this.chosen.includes(",") ? this.chosen : "";
    }
    for (const inner of this.game?.fields.tables ?? []) {
      if (!inner.needed || inner.path.slice(0, inner.path.lastIndexOf(".")) !== table.path) continue;
      const key = inner.path.slice(inner.path.lastIndexOf(".") + 1);
      const old = like[key.replace("[]", "")];
      if (old !== undefined) fresh[key.replace("[]", "")] = Array.isArray(old) ? old.slice(0, 1) : old;
    }
    for (const extra of ["zone", "deploy"]) if (like[extra] !== undefined && fresh[extra] === undefined) fresh[extra] = like[extra];
    this.form.open.add(JSON.stringify([...path, rows.length]));
    await this.edit([{ do: "add", path, value: fresh }]);
    const at = (table.fields ?? []).find((field) => field.key === "at" && (field.kind === "hex" || field.kind === "point"));
    if (at && !this.draft?.refused) this.pick(at, [...path, rows.length, "at"]);
  }

  /** @param {string} sentence */
  say(sentence) {
    toast([sentence], "bad");
  }

  /** @param {string} sentence */
  tell(sentence) {
    toast([sentence], "good");
  }
}

/** @param {[number, number] | undefined} a @param {[number, number]} b */
function same(a, b) {
  return a?.[0] === b[0] && a[1] === b[1];
}
