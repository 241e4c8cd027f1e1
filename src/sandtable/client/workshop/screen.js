/** The workshop: board left, form right, the text in a tab. The text is the truth, and all three show the same. */

import { BoardView } from "../board/board.js";
import { PlaneLayout, pointOf } from "../board/plane.js";
import { escape, h, icon, r1 } from "../dom.js";
import { ask } from "../wire/net.js";
import { toast } from "../popover.js";
import { settings } from "../settings.js";
import { Draft, forgetDraft, keptDrafts } from "./draft.js";
import { FairPanel } from "./fair.js";
import { Form, slug, valueAt } from "./form.js";
import { GroundTool } from "./ground.js";
import { pressed } from "./keys.js";
import { lineEdits, LINES } from "./lines.js";
import { downloadDraft, playDraft, saveDraft } from "./outward.js";
import { Palette, turn, turns } from "./palette.js";

/** @typedef {import("./draft.js").Edit} Edit */
/** @typedef {import("./draft.js").Mark} Mark */
/** @typedef {import("./draft.js").Problem} Problem */
/** @typedef {import("./draft.js").Step} Step */
/** @typedef {import("./form.js").Game} Game */
/** @typedef {import("./form.js").Field} Field */
/** @typedef {import("./form.js").Table} Table */

const TABS = /** @type {const} */ (["Form", "Text", "Problems", "Fair?"]);
const DRAWN = { letters: "hexes", numbers: "hexes", sheets: "hexes", cards: "cards" };

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
    /** @type {Mark | null} */
    this.held = null;
    /** @type {PointerEvent | null} */
    this.last = null;
    this.dragged = false;
    /** @type {import("../types.js").Point | null} where a stroke is now */
    this.trail = null;
    /** @type {Set<string>} places that a stroke of the brush has touched */
    this.stroke = new Set();
    this.textFile = "";
    this.form = new Form(this);
    this.fair = new FairPanel(this);
    this.palette = new Palette(this);
    this.ground = new GroundTool(this);
    this.closed = false;
    this.keys = (/** @type {KeyboardEvent} */ event) => pressed(this, event);
    document.addEventListener("keydown", this.keys);
    document.title = "Workshop · Sandtable";
    void this.begin();
  }

  close() {
    this.closed = true;
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

  /** What to work on. */
  start() {
    this.board = null;
    this.draft = null;
    const kept = keptDrafts();
    const cards = this.games.map((game) =>
      h(
        "section.ws-game",
        { "data-game": game.key },
        h("h2", null, game.title),
        h("p.quiet", null, draws(game)),
        h("button.primary", { type: "button", "data-blank": game.key, onclick: () => this.open(game, blank(game)) }, "New battle"),
        h(
          "select",
          { "aria-label": `From a scenario of ${game.title}`, onchange: (/** @type {any} */ event) => void this.from(game, event.target.value) },
          h("option", { value: "" }, "From a scenario …"),
          game.scenarios.map((each) => h("option", { value: each.id }, each.name)),
        ),
      ),
    );
    const drafts = kept.map((each) =>
      h(
        "li",
        null,
        h("button.ws-draft", { type: "button", onclick: () => this.resume(each) }, h("b", null, each.name), ` ${this.games.find((game) => game.key === each.system)?.title ?? each.system}`),
        h("button.ws-small", { type: "button", "aria-label": `Delete the draft ${each.name}`, onclick: () => {
          forgetDraft(each.id);
          this.start();
        } }, icon("close")),
      ),
    );
    const file = /** @type {HTMLInputElement} */ (h("input", { type: "file", accept: ".json,.toml", multiple: true, "aria-label": "Open a bundle or files", onchange: () => void this.openFiles([...(file.files ?? [])]) }));
    this.root.replaceChildren(
      h(
        "main.ws-start",
        null,
        h("header", null, h("a.icon", { href: "/", onclick: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.on.go("/");
        } }, icon("home", "Lobby")), h("h1", null, "Workshop")),
        h("p", null, "Make a battle of your own: paint its map, set up its forces, see whether it is fair, and play it. Drafts stay in this browser until you delete them."),
        drafts.length ? h("section", null, h("h2", null, "Your drafts"), h("ul.ws-drafts", null, drafts)) : null,
        h("div.ws-games", null, cards),
        h("section", null, h("h2", null, "Open a bundle"), h("p.quiet", null, "A bundle that was downloaded here, or a scenario with its maps (.toml)."), file),
      ),
    );
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

  /** @param {Game} game @param {string} id */
  async from(game, id) {
    if (!id) return;
    try {
      const found = await ask(`/workshop/scenarios/${id}`);
      this.open(game, found.texts);
    } catch (error) {
      toast([/** @type {Error} */ (error).message], "bad");
    }
  }

  /** @param {File[]} files */
  async openFiles(files) {
    /** @type {Record<string, string>} */
    let texts = {};
    let system = "";
    for (const file of files) {
      const text = await file.text();
      if (file.name.endsWith(".json")) {
        try {
          const bundle = JSON.parse(text);
          texts = bundle.texts;
          system = bundle.system;
        } catch {
          toast([`${file.name} is not a bundle.`], "bad");
          return;
        }
      } else texts[file.name] = text;
    }
    if (!system) system = /^\s*system\s*=\s*["']([a-z_]+)["']/m.exec(Object.values(texts).join("\n"))?.[1] ?? this.game?.key ?? "";
    const game = this.games.find((each) => each.key === system);
    if (!game || !texts || typeof texts !== "object") toast(["This is not a bundle of a game that is here."], "bad");
    else this.open(game, texts);
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
      grab: (piece, event) => this.grab(piece, event),
      drag: (event) => this.drag(event),
      drop: () => this.drop(),
      wheel: () => false,
    });
    this.board.symbols = settings().symbols;
    this.drawBar();
    this.drawTools();
    this.drawTabs();
  }

  /** The draft was read anew. */
  show() {
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

  drawTools() {
    const game = /** @type {Game} */ (this.game);
    const tool = (/** @type {string} */ name, /** @type {string} */ label) =>
      h("button", { type: "button", "data-tool": name, "aria-pressed": this.tool === name ? "true" : "false", onclick: () => this.use(name) }, label);
    const paints = Boolean(game.fields.grid);
    this.tools?.replaceChildren(
      tool("select", "Select and move"),
      ...(paints ? [tool("paint", game.fields.grid === "cards" ? "Lay cards" : "Paint the map")] : []),
      ...(game.fields.grid === "sheets" ? [tool("lines", "Draw lines")] : []),
      ...(this.ground.there ? [tool("ground", "Draw the ground")] : []),
      ...(this.palette.trays.length ? [tool("pieces", "Put down counters")] : []),
      ...(this.tool === "paint" ? this.swatches(game) : []),
      ...(this.tool === "lines" ? [this.lineSwatches()] : []),
      ...(this.tool === "ground" ? [this.ground.draw()] : []),
      ...(this.tool === "pieces" ? [this.palette.draw()] : []),
    );
  }

  /** @param {Game} game @returns {HTMLElement[]} */
  swatches(game) {
    const swatch = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {number} */ at) =>
      h("button.ws-swatch", { type: "button", "data-sign": sign, "data-at": at, "aria-pressed": this.sign === sign && this.at === at ? "true" : "false", onclick: () => {
        this.sign = sign;
        this.at = at;
        this.drawTools();
      } }, name);
    if (game.fields.grid === "cards") {
      const cards = [["." , "Open"], ["F", "Field"], ["X", "Open, no start"], ...(game.catalogue.cards ?? []).map((card) => [card.word, `${card.name} ${card.word}`])];
      return [h("div.ws-swatches", null, cards.map(([sign, name]) => swatch(sign, name, 0)))];
    }
    const ground = (game.catalogue.terrain ?? []).map((each) => swatch(each.word, each.name ?? each.word, 0));
    const second = (game.fields.signs ?? []).filter(([sign]) => sign !== "-").map(([sign, name]) => swatch(sign, name, 1));
    const size = ["letters", "numbers"].includes(game.fields.grid ?? "") ? this.sizes() : null;
    return [h("div.ws-swatches", null, ground), second.length ? h("div.ws-swatches", null, second) : null, size].flatMap((part) => part ?? []);
  }

  lineSwatches() {
    const swatch = (/** @type {[string, string]} */ [key, name]) =>
      h("button.ws-swatch", { type: "button", "data-line": key, "aria-pressed": this.line === key ? "true" : "false", onclick: () => {
        this.line = key;
        this.drawTools();
        this.drawNote();
      } }, name);
    return h("div.ws-swatches", null, LINES.map(swatch));
  }

  sizes() {
    const board = /** @type {any} */ (this.draft?.reading?.view?.board);
    const columns = /** @type {HTMLInputElement} */ (h("input", { type: "number", min: 2, max: 60, value: board?.columns ?? 10, "aria-label": "Columns" }));
    const rows = /** @type {HTMLInputElement} */ (h("input", { type: "number", min: 2, max: 60, value: board?.rows ?? 8, "aria-label": "Rows" }));
    const set = () => void this.edit([{ do: "size", columns: Number(columns.value), rows: Number(rows.value) }]);
    return h("div.ws-size", null, columns, " × ", rows, h("button", { type: "button", onclick: set }, "Resize"));
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
    else if (this.tab === "Problems") this.panel?.replaceChildren(this.problems());
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

  // Problems ----------------------------------------------------------------------------------------

  problems() {
    const reading = this.draft?.reading;
    const row = (/** @type {Problem} */ each, /** @type {string} */ kind) =>
      h(
        "li",
        { class: kind },
        h("button.ws-problem", { type: "button", onclick: () => this.goTo(each) }, each.place ? h("small", null, `${each.place}${each.line ? `, line ${each.line}` : ""}`) : null, each.message),
        each.repair ? h("button.ws-repair", { type: "button", onclick: () => void this.repair(each) }, `Use “${each.repair}”`) : null,
      );
    const problems = (reading?.problems ?? []).map((each) => row(each, "bad"));
    const warnings = (reading?.warnings ?? []).map((each) => row(each, "warn"));
    if (!problems.length && !warnings.length) return h("p.ws-good", null, icon("check"), " Nothing is wrong with this draft.");
    return h("div", null, h("ul.ws-problems", null, problems), warnings.length ? [h("h3", null, "A good designer would ask"), h("ul.ws-problems", null, warnings)] : null);
  }

  /** @param {Problem} problem */
  goTo(problem) {
    if (problem.cell) this.choose(problem.cell);
    if (problem.line) this.toLine(problem.file, problem.line, problem.column ?? 1);
  }

  /** @param {Problem} problem */
  async repair(problem) {
    const path = steps(problem.place);
    const file = problem.file === this.draft?.file ? "" : problem.file;
    if (problem.of === "key") {
      const values = file ? this.draft?.reading?.maps[file] : this.draft?.reading?.values;
      const around = path.slice(0, -1);
      await this.edit([
        { do: "set", path: [...around, problem.repair ?? ""], value: valueAt(values, path), file },
        { do: "remove", path, file },
      ]);
    } else await this.edit([{ do: "set", path, value: problem.repair, file }]);
  }

  // The board ---------------------------------------------------------------------------------------

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
    this.act(place, this.inches(event));
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
    if (this.stroke.size) this.stroke.add(place);
    const point = pointOf(place);
    if (point) this.board?.lookAt({ x: point[0], y: point[1] });
    else this.board?.look(place);
    this.drawMarks();
    this.drawNote();
  }

  /** Enter on the chosen place: as a click, or the beginning and the end of a line, or of a move. */
  enter() {
    const { chosen, held } = this;
    if (!chosen) return;
    const at = pointOf(chosen);
    const point = /** @type {[number, number] | null} */ (at ? [at[0] / 100, at[1] / 100] : null);
    if (this.stroke.size) this.stroked();
    else if (this.tool === "lines" && this.line && !this.picking) this.stroke = new Set([chosen]);
    else if (this.tool === "ground" && this.ground.points.length >= this.ground.least && point && same(this.ground.points.at(-1), point)) void this.ground.finish();
    else if (held) this.moved(held, at ? "" : chosen, point);
    else if (this.tool === "select" && !this.picking && this.at_(chosen).some((each) => each.piece)) this.held = this.at_(chosen).find((each) => each.piece) ?? null;
    else this.act(at ? "" : chosen, point);
    this.drawMarks();
    this.drawNote();
  }

  /** Escape: nothing is begun any more. */
  leave() {
    this.picking = null;
    this.held = null;
    this.stroke = new Set();
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

  /** A point of the table in inches, to a quarter. @param {PointerEvent} event @returns {[number, number] | null} */
  inches(event) {
    const layout = this.board?.layout;
    if (!(layout instanceof PlaneLayout) || !this.board) return null;
    const local = this.board.panzoom.local(event.clientX, event.clientY);
    const [x, y] = layout.back(local.x, local.y);
    const quarter = (/** @type {number} */ value) => Math.round(value / 25) / 4;
    return [quarter(x), quarter(y)];
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

  /** @param {string} piece @param {PointerEvent} event */
  grab(piece, event) {
    this.dragged = false;
    if (this.strokes()) {
      this.stroke = new Set();
      this.last = null;
      this.over(event);
      return true;
    }
    if (this.tool === "ground" && !this.picking) {
      this.held = this.ground.corner(this.inches(event));
      this.last = event;
      return Boolean(this.held);
    }
    if (this.tool !== "select" || this.picking) return false;
    if (!piece) return this.grabPlace(event);
    const found = this.draft?.reading?.view?.pieces?.find((each) => each.id === piece);
    const at = found?.at ? `${found.at.x},${found.at.y}` : (found?.place ?? "");
    const marks = this.at_(at).filter((each) => each.piece);
    this.held = marks.find((each) => each.path[1] === piece) ?? marks[0] ?? null;
    this.last = event;
    return Boolean(this.held);
  }

  /** Take an objective that stands alone. @param {PointerEvent} event */
  grabPlace(event) {
    const point = this.inches(event);
    const local = this.board?.panzoom.local(event.clientX, event.clientY);
    const place = point ? written(point) : local ? (this.board?.layout?.placeAt(local.x, local.y) ?? "") : "";
    this.held = this.at_(place).find((each) => each.path[0] === "objectives" && (each.kind === "hex" || each.kind === "point")) ?? null;
    this.last = event;
    return Boolean(this.held);
  }

  /** @param {PointerEvent} event */
  drag(event) {
    this.last = event;
    this.dragged = true;
    if (this.strokes()) this.over(event);
  }

  /** Whether a press draws over hexes: it paints, draws a line, or picks places for a field. */
  strokes() {
    if (this.picking) return ["hexes", "cells", "area", "groups"].includes(this.picking.field.kind);
    return (this.tool === "paint" && this.sign) || (this.tool === "lines" && this.line);
  }

  /** The places between the last point and this one belong to the stroke. @param {PointerEvent} event */
  over(event) {
    const { board } = this;
    if (!board) return;
    const to = board.panzoom.local(event.clientX, event.clientY);
    const from = this.trail ?? to;
    this.trail = to;
    const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / ((board.layout?.unit ?? 100) / 4)));
    const before = this.stroke.size;
    for (let i = 1; i <= steps; i++) {
      const place = board.layout?.placeAt(from.x + ((to.x - from.x) * i) / steps, from.y + ((to.y - from.y) * i) / steps) ?? "";
      if (place) this.stroke.add(place);
    }
    if (this.stroke.size !== before) this.drawMarks();
  }

  drop() {
    const { held, last } = this;
    this.held = null;
    this.trail = null;
    if (this.stroke.size) {
      if (this.dragged) return this.stroked();
      this.stroke = new Set(); // a click, which is told apart
      return this.drawMarks();
    }
    if (!held || !last || !this.board || !this.dragged) return;
    const local = this.board.panzoom.local(last.clientX, last.clientY);
    this.moved(held, this.board.layout?.placeAt(local.x, local.y) ?? "", this.inches(last));
  }

  /** A stroke over places has ended. */
  stroked() {
    const stroke = [...this.stroke];
    this.stroke = new Set();
    if (this.picking) this.pickedMany(stroke);
    else if (this.tool === "lines") {
      const edits = lineEdits(stroke, this.line, this.draft?.reading?.maps ?? {});
      if (typeof edits === "string") this.say(edits);
      else void this.edit(edits);
      this.drawMarks();
    } else void this.edit(stroke.map((hex) => ({ do: "paint", hex, sign: this.sign, at: this.at })));
  }

  /** Something was carried to another place. @param {Mark} held @param {string} place @param {[number, number] | null} point */
  moved(held, place, point) {
    this.held = null;
    if (held.kind === "point" && point) void this.edit([{ do: "set", path: held.path, value: point }]);
    else if (held.kind === "hex" && place && !held.places?.includes(place)) void this.edit([{ do: "set", path: held.path, value: place }]);
  }

  drawMarks() {
    const board = this.board;
    const layout = board?.layout;
    if (!board || !layout || !board.parts.over) return;
    let text = "";
    const mark = this.draft?.reading?.marks.find((each) => JSON.stringify(each.path) === this.picking?.id);
    for (const name of mark?.places ?? []) text += `<path class="ws-mark" d="${layout.outline(name, 6)}"/>`;
    if (layout instanceof PlaneLayout)
      for (const [x, y] of mark?.points ?? []) {
        const at = layout.point(x * 100, y * 100);
        text += `<circle class="ws-mark" cx="${r1(at.x)}" cy="${r1(at.y)}" r="9"/>`;
      }
    if (this.tool === "ground" && layout instanceof PlaneLayout) text += this.ground.marks(layout);
    for (const name of this.stroke) text += `<path class="ws-mark" d="${layout.outline(name, 2)}"/>`;
    const spot = pointOf(this.chosen);
    if (spot && layout instanceof PlaneLayout) text += `<circle class="ws-chosen" cx="${r1(layout.point(...spot).x)}" cy="${r1(layout.point(...spot).y)}" r="12"/>`;
    else if (this.chosen && layout.centre(this.chosen)) text += `<path class="ws-chosen" d="${layout.outline(this.chosen, 2)}"/>`;
    for (const each of this.draft?.reading?.problems ?? [])
      if (each.cell && layout.centre(each.cell)) text += `<path class="ws-wrong" d="${layout.outline(each.cell, 4)}"/>`;
    const heat = this.fair.heat();
    const hottest = Math.max(1, ...Object.values(heat));
    for (const [name, count] of Object.entries(heat))
      if (layout.centre(name)) text += `<path class="ws-heat" style="opacity:${(0.15 + (0.6 * count) / hottest).toFixed(2)}" d="${layout.outline(name, 5)}"><title>${escape(String(count))}</title></path>`;
    board.draw("over", text);
  }

  drawNote() {
    const note = this.note;
    if (!note) return;
    const draft = this.draft;
    const says = draft?.refused || "";
    const parts = [];
    if (says) parts.push(h("p.bad", null, says));
    if (this.picking) {
      const many = ["points", "hexes", "cells", "area", "groups"].includes(this.picking.field.kind);
      parts.push(
        h("p", null, many ? `Click or drag over places for “${this.picking.field.key}”; click again to take one out.` : `Click the place for “${this.picking.field.key}”.`),
        ...(this.picking.field.kind === "points" ? [h("button", { type: "button", onclick: () => void this.edit([{ do: "remove", path: /** @type {any} */ (this.picking).path }]) }, "Start over")] : []),
        h("button", { type: "button", onclick: () => {
          this.picking = null;
          this.show();
        } }, "Done"),
      );
    } else if (this.tool === "paint") parts.push(h("p", null, this.sign ? "Click or drag over hexes to paint them." : "Choose what to paint."));
    else if (this.tool === "lines") parts.push(h("p", null, this.line ? "Drag from hex to hex. A line that begins where another ends goes on with it." : "Choose what to draw."));
    else if (this.tool === "ground") parts.push(...this.ground.says());
    else if (this.tool === "pieces") parts.push(h("p", null, this.palette.says()));
    else if (this.held) parts.push(h("p", null, `Carry ${this.held.label ?? ""} with the arrows; Enter puts it down.`));
    else if (this.chosen) {
      const marks = this.at_(this.chosen);
      parts.push(h("p", null, h("b", null, /,/.test(this.chosen) ? "Here" : this.chosen), marks.length ? ":" : ": nothing is written about this place."));
      parts.push(
        h("ul", null, marks.slice(0, 12).map((each) => h("li", null, h("button", { type: "button", onclick: () => this.reveal(each.path) }, `${each.title}: ${each.label || "?"} (${String(each.path.at(-1))})`), ...this.handles(each)))),
      );
    }
    if (draft?.reading?.mended) parts.push(h("p.warn", null, "The draft has problems; the board shows what can be read."));
    note.replaceChildren(...parts);
  }

  /** What can be done with something on the board: turn it, take it away. @param {Mark} mark @returns {HTMLElement[]} */
  handles(mark) {
    if (!mark.piece || typeof mark.path.at(-2) !== "number") return [];
    const button = (/** @type {string} */ name, /** @type {() => void} */ act) => h("button.ws-handle", { type: "button", "aria-label": `${name} ${mark.label ?? ""}`, onclick: act }, name);
    const way = turns(this, mark.path);
    return [
      ...(way ? [button("Turn left", () => void turn(this, mark.path, -15)), button("Turn right", () => void turn(this, mark.path, 15))] : []),
      button("Remove", () => void this.edit([{ do: "remove", path: mark.path.slice(0, -1) }])),
    ];
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

/** @param {Game} game */
function blank(game) {
  return { "new-battle.toml": (game.fields.blank ?? "").replace(/^\n/, ""), ...(game.fields.maps ?? {}) };
}

/** What the workshop draws for a game. @param {Game} game */
function draws(game) {
  const kind = DRAWN[/** @type {keyof typeof DRAWN} */ (game.fields.grid)] ?? "";
  if (kind === "hexes") return "Maps of hexes are painted here; forces, goals and all other keys are in the form.";
  if (kind === "cards") return "The map of cards is laid here; the Mission and all other keys are in the form.";
  return "Ground is drawn on the table here; Teams and objectives are put down and dragged.";
}

/** A point in inches as a place of the table. @param {[number, number]} point */
function written([x, y]) {
  return `${x * 100},${y * 100}`;
}

/** @param {[number, number] | undefined} a @param {[number, number]} b */
function same(a, b) {
  return a?.[0] === b[0] && a[1] === b[1];
}

/** The steps of a place: "units[2].type" is units, 1, type. @param {string} place @returns {Step[]} */
function steps(place) {
  /** @type {Step[]} */
  const found = [];
  for (const part of place.matchAll(/\[(\d+)\]|'([^']*)'|"([^"]*)"|([^.[\]'"]+)/g)) found.push(part[1] ? Number(part[1]) - 1 : (part[2] ?? part[3] ?? part[4]));
  return found;
}
