/**
 * A move on a table without places, before it is made: pieces are dragged, turned and put down as ghosts, and the
 * server is asked what the rules think of it. Nothing happens until it is confirmed.
 */

import { drawing, escape, fill, h, icon, r1 } from "../dom.js";
import { hope } from "./options.js";
import { percent } from "../percent.js";
import { ruleLink } from "../rulebook/rules.js";
import { capital } from "../settings.js";
import { inches, laid, PlaneLayout, SCALE } from "../board/plane.js";
import { SIZE } from "../board/counters.js";
import { ghost } from "../board/teams.js";

/** @typedef {import("../types.js").Choice} Choice */
/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Probed} Probed */
/** @typedef {import("../battle/screen.js").BattleScreen} BattleScreen */
/** @typedef {{x: number, y: number, facing: number | null, turret: number | null, way: [number, number][]}} Stand where a piece would be, how it would look, and by which way it goes */

const GAP = 90; // milliseconds between two questions
const TURN = 1500; // hundredths of a degree for a notch of the wheel
const WARNED = 3; // chances to fire that are told at once
const STEP = 50; // hundredths of an inch for an arrow key

export class Plan {
  /** @param {BattleScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** @type {Option[]} examples that have positions, one for each verb */
    this.patterns = [];
    /** @type {Option | null} */
    this.pattern = null;
    /** @type {Map<string, Stand>} what was moved */
    this.stands = new Map();
    this.hand = ""; // the piece that is held
    this.whole = true; // the others of its unit go with it
    this.pointer = ""; // what a pressed pointer does: "move", "turn" or "aim" the turret
    /** @type {{x: number, y: number, from: Map<string, Stand>}} where it was pressed */
    this.start = { x: 0, y: 0, from: new Map() };
    /** @type {Probed | null} */
    this.answer = null;
    this.waiting = 0; // the question that is on its way
    this.stale = false;
    this.timer = 0;
    this.bar = screen.page.planHost;
  }

  get layout() {
    const { layout } = this.screen.board;
    return layout instanceof PlaneLayout ? layout : null;
  }

  get open() {
    return this.hand !== "";
  }

  /** Another question: what was planned does not hold any more. */
  show() {
    const { options } = this.screen.chooser;
    this.close();
    this.patterns = [];
    if (!options.decision?.free || !this.layout) return;
    for (const option of options.list) {
      const known = this.patterns.find((each) => sameVerb(each, option));
      if (!option.choice.at?.length) continue;
      if (!known) this.patterns.push(option);
      else if (ids(option).length > ids(known).length) this.patterns[this.patterns.indexOf(known)] = option;
    }
    this.pattern = this.patterns[0] ?? null;
    if (!options.decision.template || !this.pattern) return;
    this.load(this.pattern); // there is nothing to pick up: it lies there
    this.screen.board.lookAt(this.stand(this.hand));
  }

  /** Whether a hand may move this. @param {string} id */
  movable(id) {
    return this.patterns.some((pattern) => ids(pattern).includes(id));
  }

  /** @param {string} id @returns {Piece | undefined} */
  piece(id) {
    return this.screen.view?.pieces?.find((each) => each.id === id);
  }

  /** Where a piece would be, or is. @param {string} id @returns {Stand} */
  stand(id) {
    const planned = this.stands.get(id);
    if (planned) return planned;
    const at = this.piece(id)?.at;
    if (at) {
      const turret = this.reach(id)?.turret ? (at.turret ?? null) : null;
      return { x: at.x, y: at.y, facing: at.facing ?? null, turret, way: [] };
    }
    const [, x, y, facing] = (this.pattern?.choice.at ?? []).find((each) => each[0] === id) ?? ["", 0, 0, 0];
    return { x, y, facing, turret: null, way: [] };
  }

  /** How far a piece may go. @param {string} id */
  reach(id) {
    return this.screen.chooser.options.decision?.reach?.find((each) => each.piece === id);
  }

  /** The pieces that go along with the hand. */
  group() {
    if (!this.pattern || !this.whole) return [this.hand];
    const all = [...new Set(ids(this.pattern))].filter((id) => !this.reach(id)?.apart);
    return all.includes(this.hand) ? all : [this.hand];
  }

  // Taking up and putting down --------------------------------------------------------------------------

  /** @param {string} id */
  takeUp(id) {
    if (!this.movable(id)) return false;
    if (!this.pattern || !ids(this.pattern).includes(id))
      this.pattern = this.patterns.find((each) => ids(each).includes(id)) ?? null;
    const fresh = !this.open;
    this.hand = id;
    if (fresh) this.screen.say(`${this.name()}: arrow keys move it, Page Up and Page Down turn it, Enter confirms.`);
    this.draw();
    this.showBar();
    return true;
  }

  /** An example as a plan: to look at, to change, to confirm. @param {Option} option */
  load(option) {
    const at = option.choice.at ?? [];
    if (!at.length || !this.layout) return false;
    this.pattern = option;
    this.stands.clear();
    for (const [id, stand] of this.drawn(option)) this.stands.set(id, stand);
    this.hand = at[0][0];
    this.changed();
    return true;
  }

  /** Where an example puts everybody: a turret looks where the hull does. @param {Option} option */
  drawn(option) {
    /** @type {Map<string, Stand>} */
    const stands = new Map();
    for (const [id, x, y, angle] of option.choice.at ?? []) {
      const before = stands.get(id);
      const facing = this.turns(id) ? angle : null;
      const way = before ? [...before.way, /** @type {[number, number]} */ ([before.x, before.y])] : [];
      stands.set(id, { x, y, facing, turret: this.reach(id)?.turret ? facing : null, way });
    }
    return stands;
  }

  /** Whether it has a front. @param {string} id */
  turns(id) {
    const piece = this.piece(id);
    return piece ? piece.at?.facing !== undefined && piece.at.facing !== null : true;
  }

  close() {
    clearTimeout(this.timer);
    this.hand = this.pointer = "";
    this.stands.clear();
    this.answer = null;
    this.waiting = 0;
    this.stale = false;
    this.bar.hidden = true;
    this.bar.setAttribute("aria-busy", "false");
    this.screen.screen.classList.remove("planning");
    this.screen.board.parts.plan?.replaceChildren();
    this.screen.board.dim(new Set());
  }

  /** @returns {Choice | null} */
  choice() {
    if (!this.pattern || !this.stands.size) return null;
    /** @type {[string, number, number, number][]} */
    const at = [];
    const order = [...new Set([...ids(this.pattern), ...this.stands.keys()])];
    for (const id of order) {
      const stand = this.stands.get(id);
      if (!stand) continue;
      for (const [x, y] of stand.way) at.push([id, x, y, stand.facing ?? 0]);
      at.push([id, stand.x, stand.y, stand.facing ?? 0]);
      const turret = this.reach(id)?.turret;
      if (turret && stand.turret !== null) at.push([turret, stand.x, stand.y, stand.turret]);
    }
    return { ...this.pattern.choice, at };
  }

  send() {
    const choice = this.choice();
    if (!choice) {
      this.screen.say("Nothing has been moved.");
      return;
    }
    this.screen.choose(choice); // an illegal one is refused with its reason, and nothing is lost
  }

  // The pointer -----------------------------------------------------------------------------------------

  /** A press on the board: whether it takes hold of something. @param {PointerEvent} event @param {string} piece */
  grab(event, piece) {
    const { layout, screen } = this;
    if (!layout || screen.replay.on || screen.chooser.waiting || screen.sight.on || screen.measure.on) return false;
    const target = /** @type {Element} */ (event.target);
    const id = target.closest("[data-ghost]")?.getAttribute("data-ghost") ?? piece;
    if (target.closest("[data-turn]") && this.open) this.pointer = "turn";
    else if (target.closest("[data-aim]") && this.open) this.pointer = "aim";
    else if (id && (this.movable(id) || this.stands.has(id))) {
      if (event.shiftKey) this.whole = false;
      this.takeUp(id);
      this.pointer = "move";
    } else return false;
    const point = screen.board.panzoom.local(event.clientX, event.clientY);
    const [x, y] = layout.back(point.x, point.y);
    this.start = { x, y, from: new Map(this.group().map((each) => [each, this.stand(each)])) };
    screen.page.tip.hidden = true;
    return true;
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const { layout, screen } = this;
    if (!layout || !this.open) return;
    const point = screen.board.panzoom.local(event.clientX, event.clientY);
    const [x, y] = layout.back(point.x, point.y);
    if (this.pointer === "turn" || this.pointer === "aim") {
      const at = this.stand(this.hand);
      const fine = event.shiftKey ? 100 : 500;
      const angle = Math.round((Math.atan2(x - at.x, y - at.y) * 18000) / Math.PI / fine) * fine;
      if (this.pointer === "turn") this.face(angle);
      else this.aim(angle);
      return;
    }
    this.shift(x - this.start.x, y - this.start.y);
  }

  /** The pointer was lifted. */
  drop() {
    this.pointer = "";
    this.draw();
  }

  /** Everything in hand goes so far from where it was taken up. @param {number} dx @param {number} dy */
  shift(dx, dy) {
    const { width, height } = /** @type {PlaneLayout} */ (this.layout).board;
    const { from } = this.start;
    for (const stand of from.values()) {
      dx = Math.max(-stand.x, Math.min(width - stand.x, dx));
      dy = Math.max(-stand.y, Math.min(height - stand.y, dy));
    }
    const part = this.far(dx, dy);
    for (const [id, stand] of from)
      this.stands.set(id, { ...stand, x: Math.round(stand.x + dx * part), y: Math.round(stand.y + dy * part) });
    this.changed();
  }

  /** How much of this way a unit goes until the first of it has reached the rim of its circle: 0 to 1. @param {number} dx @param {number} dy */
  far(dx, dy) {
    const long = dx * dx + dy * dy;
    let part = 1;
    if (this.start.from.size < 2 || !long) return part; // one piece by itself may have leave to go further
    for (const [id, stand] of this.start.from) {
      const at = this.piece(id)?.at;
      const circle = this.reach(id)?.shape;
      if (!at || circle?.points.length !== 1) continue;
      const legs = [[at.x, at.y], ...stand.way];
      const gone = legs.reduce((sum, p, i) => (i ? sum + Math.hypot(p[0] - legs[i - 1][0], p[1] - legs[i - 1][1]) : 0), 0);
      const last = legs[legs.length - 1];
      const [px, py] = [stand.x - last[0], stand.y - last[1]];
      const left = (circle.radius ?? 0) - gone - 1; // a hair, for rounding
      const inner = left * left - px * px - py * py;
      if (left <= 0 || inner < 0) continue; // beyond it already: the rules have said so
      const along = px * dx + py * dy;
      part = Math.min(part, (Math.sqrt(along * along + long * inner) - along) / long);
    }
    return part;
  }

  /** The hand goes to this point of the table. @param {number} x @param {number} y */
  bring(x, y) {
    const at = this.stand(this.hand);
    this.hold();
    this.shift(x - at.x, y - at.y);
  }

  /** From here on, distances count. */
  hold() {
    this.start = { x: 0, y: 0, from: new Map(this.group().map((each) => [each, this.stand(each)])) };
  }

  /** @param {number} dx @param {number} dy */
  nudge(dx, dy) {
    this.hold();
    this.shift(dx, dy);
    this.screen.board.lookAt(this.stand(this.hand));
  }

  /** Turn what is in hand; a unit wheels about the one that is held. @param {number} by hundredths of a degree, clockwise */
  turn(by) {
    const middle = this.stand(this.hand);
    const angle = (by / 18000) * Math.PI;
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    for (const id of this.group()) {
      const stand = this.stand(id);
      const [dx, dy] = [stand.x - middle.x, stand.y - middle.y];
      this.stands.set(id, {
        ...stand,
        x: Math.round(middle.x + dx * cos + dy * sin),
        y: Math.round(middle.y - dx * sin + dy * cos),
        facing: stand.facing === null ? null : round(stand.facing + by),
        turret: stand.turret === null ? null : round(stand.turret + by),
      });
    }
    if (this.pointer === "move") {
      // The hand goes on from here.
      for (const id of this.group()) {
        const [before, now] = [this.start.from.get(id), this.stand(id)];
        const moved = {
          x: middle.x - (this.start.from.get(this.hand)?.x ?? 0),
          y: middle.y - (this.start.from.get(this.hand)?.y ?? 0),
        };
        if (before) this.start.from.set(id, { ...now, x: now.x - moved.x, y: now.y - moved.y });
      }
    }
    this.changed();
  }

  /** Look this way. @param {number} facing */
  face(facing) {
    const now = this.stand(this.hand).facing ?? 0;
    this.turn((((facing - now) % 36000) + 36000) % 36000);
  }

  /** The turret of the one that is held looks this way. @param {number} facing */
  aim(facing) {
    const stand = this.stand(this.hand);
    if (stand.turret === null) return;
    this.stands.set(this.hand, { ...stand, turret: round(facing) });
    this.changed();
  }

  /** Turn the turret alone. @param {number} by hundredths of a degree, clockwise */
  swing(by) {
    this.aim((this.stand(this.hand).turret ?? 0) + by);
  }

  /** Go by way of this point. */
  bend() {
    for (const id of this.group()) {
      const stand = this.stand(id);
      if (!this.stands.has(id)) continue;
      this.stands.set(id, { ...stand, way: [...stand.way, [stand.x, stand.y]] });
    }
    this.hold();
    this.screen.say("The path now bends here.");
    this.changed();
  }

  /** The wheel, while something is in hand. @param {WheelEvent} event */
  wheel(event) {
    const over = /** @type {Element} */ (event.target).closest?.("[data-ghost], [data-turn], [data-aim]");
    if (!this.open || !(this.pointer || over)) return false;
    this.turn((event.deltaY > 0 ? 1 : -1) * (event.shiftKey ? 100 : TURN));
    return true;
  }

  /** A click that was no drag. @param {string} piece @param {PointerEvent} event @returns {boolean} whether it was meant for the plan */
  tap(piece, event) {
    const { layout, screen } = this;
    if (!layout) return false;
    const target = /** @type {Element} */ (event.target);
    if (target.closest("[data-turn], [data-aim], [data-ghost]")) return true;
    if (this.movable(piece)) return this.takeUp(piece);
    if (!this.open || piece) return false;
    const point = screen.board.panzoom.local(event.clientX, event.clientY);
    this.bring(...layout.back(point.x, point.y));
    return true;
  }

  // Keys ------------------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event @returns {boolean} whether it was meant for the plan */
  key(event) {
    if (!this.open) return false;
    const step = event.shiftKey ? STEP / 5 : STEP;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowUp: () => this.nudge(0, step),
      ArrowDown: () => this.nudge(0, -step),
      ArrowLeft: () => this.nudge(-step, 0),
      ArrowRight: () => this.nudge(step, 0),
      PageUp: () => this.turn(event.shiftKey ? -100 : -TURN),
      PageDown: () => this.turn(event.shiftKey ? 100 : TURN),
      "[": () => this.turn(-TURN),
      "]": () => this.turn(TURN),
      ",": () => this.swing(-TURN),
      ".": () => this.swing(TURN),
      Enter: () => this.send(),
      " ": () => this.bend(),
      s: () => this.toggle(),
      n: () => this.next(1),
      b: () => this.next(-1),
      Escape: () => this.putBack(),
    };
    const act = keys[event.key];
    if (!act) return false;
    event.preventDefault();
    act();
    return true;
  }

  toggle() {
    this.whole = !this.whole;
    this.screen.say(this.whole ? "The whole unit." : `${this.name()} alone.`);
    this.draw();
    this.showBar();
  }

  /** @param {1 | -1} way */
  next(way) {
    const all = [...new Set(this.patterns.flatMap(ids))];
    this.takeUp(all[(all.indexOf(this.hand) + way + all.length) % all.length]);
    this.screen.board.lookAt(this.stand(this.hand));
    this.screen.say(this.name());
  }

  putBack() {
    const template = this.screen.chooser.options.decision?.template;
    this.close();
    if (template && this.pattern) this.load(this.pattern);
  }

  name() {
    const piece = this.piece(this.hand);
    if (!piece) return capital(this.hand);
    const group = this.screen.view?.groups?.find((each) => each.id === piece.group);
    return this.whole && this.group().length > 1 && group ? group.name : piece.name;
  }

  // What the rules think of it --------------------------------------------------------------------------

  changed() {
    this.stale = true;
    this.draw();
    this.showBar();
    clearTimeout(this.timer);
    if (!this.waiting) this.timer = window.setTimeout(() => this.ask(), GAP / 3);
  }

  ask() {
    const choice = this.choice();
    if (!choice || !this.stale) return;
    const id = this.screen.probe(choice, (answer) => this.heard(answer));
    if (!id) return;
    this.stale = false;
    this.waiting = id;
  }

  /** @param {Probed} data */
  heard(data) {
    if (data.id !== this.waiting) return;
    this.waiting = 0;
    if (!this.open) return;
    this.answer = data;
    this.draw();
    this.showBar();
    if (this.stale) this.timer = window.setTimeout(() => this.ask(), GAP);
    else
      this.screen.say(
        data.ok ? (data.notes ?? []).map((note) => note.text).join(" ") || "Allowed." : (data.reason ?? ""),
      );
  }

  // Drawing ---------------------------------------------------------------------------------------------

  /** Ghosts for an example, without taking anything up. @param {Option | null} option */
  preview(option) {
    const { layout, screen } = this;
    if (!layout || this.open) return false;
    const part = screen.board.parts.plan;
    if (!option?.choice.at?.length) {
      part?.replaceChildren();
      return false;
    }
    const stands = this.drawn(option);
    part.replaceChildren(drawing([...stands].map(([id, stand]) => this.ghost(id, stand, "")).join("")));
    return true;
  }

  draw() {
    const { layout, screen } = this;
    const part = screen.board.parts.plan;
    if (!layout || !part || !this.open) return;
    const bad = this.answer && !this.answer.ok ? "bad" : this.answer?.ok ? "good" : "";
    const reach = this.reach(this.hand);
    let text = "";
    if (reach) {
      const at = this.piece(this.hand)?.at;
      text += `<path class="p-reach" d="${layout.path(reach.shape)}"/>`;
      if (at && reach.text) {
        // At the rim behind the Team, where no plan lies on it.
        const rows = reach.shape.points.map((p) => p[1]);
        const wide = reach.shape.radius ?? 0;
        const back = this.stand(this.hand).y > at.y;
        const rim = layout.point(at.x, back ? Math.min(...rows) - wide : Math.max(...rows) + wide);
        const y = rim.y + (back ? 26 : -10);
        text += `<text class="p-word" x="${r1(rim.x)}" y="${r1(y)}">${escape(reach.text)}</text>`;
      }
    }
    const exact = (this.answer?.zones ?? []).some((zone) => zone.kind === "template");
    for (const zone of this.answer?.zones ?? [])
      if (zone.shape)
        text += `<path class="overlay o-${zone.kind.replace(/[^a-z]+/g, "-")}" d="${layout.path(zone.shape)}"/>`;
    for (const danger of this.answer?.dangers ?? []) {
      const from = screen.board.spots.get(danger.piece);
      const to = layout.centre(danger.place ?? "") ?? layout.point(this.stand(this.hand).x, this.stand(this.hand).y);
      if (from) text += `<path class="danger" d="M${r1(from.x)} ${r1(from.y)}L${r1(to.x)} ${r1(to.y)}"/>`;
    }
    for (const [id, stand] of this.stands) text += this.ghost(id, stand, bad, exact);
    for (const danger of this.answer?.dangers ?? []) {
      const on = layout.centre(danger.place ?? "");
      const words = escape(`${screen.nameOf(danger.piece)}: ${danger.label}`);
      if (on) text += `<circle class="danger-point" cx="${r1(on.x)}" cy="${r1(on.y)}"><title>${words}</title></circle>`;
    }
    const held = this.stand(this.hand);
    const at = layout.point(held.x, held.y);
    const radius = (this.piece(this.hand)?.at?.radius ?? 60) * SCALE;
    text += `<circle class="p-held${this.group().length > 1 ? " many" : ""}" cx="${r1(at.x)}" cy="${r1(at.y)}" r="${r1(radius + 7)}"/>`;
    if (held.facing !== null || this.group().length > 1) {
      const far = radius + 30 / screen.board.panzoom.scale;
      const way = ((held.facing ?? 0) / 18000) * Math.PI;
      const [hx, hy] = [at.x + far * Math.sin(way), at.y - far * Math.cos(way)];
      text +=
        `<path class="p-stem" d="M${r1(at.x)} ${r1(at.y)}L${r1(hx)} ${r1(hy)}"/>` +
        `<g class="p-knob" data-turn="1" transform="translate(${r1(hx)} ${r1(hy)})"><circle r="22" class="p-grip"/><circle r="12"/><path d="M-6-2a6.500 6.500 0 1 1 1 6M-7-6v5h5"/></g>`;
    }
    if (held.turret !== null) {
      const far = radius + 62 / screen.board.panzoom.scale;
      const way = (held.turret / 18000) * Math.PI;
      const [hx, hy] = [at.x + far * Math.sin(way), at.y - far * Math.cos(way)];
      text +=
        `<path class="p-stem turret" d="M${r1(at.x)} ${r1(at.y)}L${r1(hx)} ${r1(hy)}"/>` +
        `<g class="p-knob" data-aim="1" transform="translate(${r1(hx)} ${r1(hy)})"><circle r="22" class="p-grip"/><circle r="11"/><path d="M-6 0H6M0-6V6"/></g>`;
    }
    part.replaceChildren(drawing(text));
    screen.board.dim(new Set(this.stands.keys()));
  }

  /** @param {string} id @param {Stand} stand @param {string} tone @param {boolean} [exact] the rules have drawn the template themselves */
  ghost(id, stand, tone, exact = false) {
    const layout = /** @type {PlaneLayout} */ (this.layout);
    const { board, chooser } = this.screen;
    const at = layout.point(stand.x, stand.y);
    const piece = this.piece(id);
    if (!piece) {
      const shape = chooser.options.decision?.template;
      const drawn = shape ? layout.path(laid(shape, stand.x, stand.y, stand.facing ?? 0)) : "";
      return (
        `<g class="p-ghost template ${tone}" data-ghost="${escape(id)}">${exact ? `<path class="p-hit" d="${drawn}"/>` : `<path class="m-template" d="${drawn}"/>`}` +
        `<path class="p-aim" d="M${r1(at.x - 14)} ${r1(at.y)}h28M${r1(at.x)} ${r1(at.y - 14)}v28"/></g>`
      );
    }
    const from = piece.at ? layout.point(piece.at.x, piece.at.y) : at;
    const corners = [from, ...stand.way.map(([x, y]) => layout.point(x, y)), at];
    const legs = [piece.at ? [piece.at.x, piece.at.y] : [stand.x, stand.y], ...stand.way, [stand.x, stand.y]];
    const long = legs.reduce(
      (sum, p, i) => (i ? sum + Math.hypot(p[0] - legs[i - 1][0], p[1] - legs[i - 1][1]) : 0),
      0,
    );
    const way = `M${corners.map((p) => `${r1(p.x)} ${r1(p.y)}`).join("L")}`;
    const scale = ((piece.at?.radius ?? 60) * 2 * SCALE) / SIZE;
    const look = board.sideLook(piece.side);
    const word =
      id === this.hand && long > 4
        ? `<text class="p-word" x="${r1(at.x)}" y="${r1(at.y - (piece.at?.radius ?? 60) * SCALE - 16)}">${inches(Math.round(long))}</text>`
        : "";
    return (
      `<path class="p-way ${tone}" d="${way}"/>` +
      `<g class="p-ghost counter side-${look.colour} ${tone}" data-ghost="${escape(id)}" style="--size:${scale.toFixed(3)}" transform="translate(${r1(at.x)} ${r1(at.y)}) scale(${scale.toFixed(3)})">${ghost(piece, look, stand.facing, stand.turret)}</g>${word}`
    );
  }

  showBar() {
    const { answer, pattern, screen } = this;
    const many = pattern ? new Set(ids(pattern)).size > 1 : false;
    const turns = this.group().some((id) => this.turns(id)) || this.group().length > 1;
    const word = capital(pattern?.choice.do ?? "move");
    this.bar.hidden = !this.open;
    this.bar.setAttribute("aria-busy", String(this.stale || this.waiting > 0)); // what it says is about an older plan
    if (screen.page.phone && screen.screen.classList.contains("planning") !== this.open)
      screen.guide.stepAside(this.open);
    screen.screen.classList.toggle("planning", this.open);
    screen.screen.classList.toggle("laying", this.open && !this.piece(this.hand));
    fill(
      this.bar,
      h(
        "div.plan-head",
        null,
        h("b", null, this.name()),
        this.stands.size ? null : h("span.quiet", null, "Drag it, or click where it should go."),
        this.verdict(answer),
      ),
      answer?.ok && answer.notes?.length
        ? h(
            "ul.plan-notes",
            null,
            answer.notes.map((note) =>
              h("li", { class: `tone-${note.tone || "plain"}` }, note.text, " ", ruleLink(note.rule)),
            ),
          )
        : null,
      answer?.ok && answer.dangers?.length ? this.warnings(answer.dangers) : null,
      h(
        "div.plan-buttons",
        null,
        this.patterns.length > 1
          ? h(
              "div.segments",
              { role: "group", "aria-label": "What to do" },
              this.patterns
                .filter((each) => ids(each).includes(this.hand))
                .map((each) =>
                  h(
                    "button",
                    {
                      type: "button",
                      "aria-pressed": sameVerb(each, pattern),
                      onclick: () => {
                        this.pattern = each;
                        this.changed();
                      },
                    },
                    each.group || capital(each.choice.do),
                  ),
                ),
            )
          : null,
        many
          ? h(
              "button.small",
              {
                type: "button",
                "aria-pressed": this.whole,
                title: "Move the whole unit or one team (s; Shift and drag for one)",
                onclick: () => this.toggle(),
              },
              icon(this.whole ? "people" : "person"),
              this.whole ? "Whole unit" : "One team",
            )
          : null,
        turns
          ? [
              h(
                "button.small",
                {
                  type: "button",
                  "aria-label": "Turn left",
                  title: "Turn left (Page Up, wheel)",
                  onclick: () => this.turn(-TURN),
                },
                icon("left"),
              ),
              h(
                "button.small",
                {
                  type: "button",
                  "aria-label": "Turn right",
                  title: "Turn right (Page Down, wheel)",
                  onclick: () => this.turn(TURN),
                },
                icon("right"),
              ),
            ]
          : null,
        this.stand(this.hand).turret !== null
          ? [
              h(
                "button.small",
                {
                  type: "button",
                  "aria-label": "Turret left",
                  title: "Turn the turret left (comma, or drag the handle with the cross)",
                  onclick: () => this.swing(-TURN),
                },
                icon("left"),
                "Turret",
              ),
              h(
                "button.small",
                {
                  type: "button",
                  "aria-label": "Turret right",
                  title: "Turn the turret right (full stop, or drag the handle with the cross)",
                  onclick: () => this.swing(TURN),
                },
                icon("right"),
              ),
            ]
          : null,
        this.stands.size && this.piece(this.hand)
          ? h(
              "button.small",
              { type: "button", title: "Bend the path here (Space), then drag on", onclick: () => this.bend() },
              icon("bend"),
              "Bend",
            )
          : null,
      ),
      h(
        "div.plan-buttons",
        null,
        h(
          "button.primary.plan-send",
          {
            type: "button",
            disabled: !this.stands.size || Boolean(answer && !answer.ok && !this.stale),
            onclick: () => this.send(),
          },
          word,
          h("kbd", null, "Enter"),
        ),
        h("button", { type: "button", onclick: () => this.putBack() }, "Put back", h("kbd", null, "Esc")),
      ),
    );
  }

  /** Who could fire on the way, the worst first: one line for each. @param {import("../types.js").Danger[]} dangers */
  warnings(dangers) {
    const worst = [...dangers].sort((a, b) => hope(b) - hope(a));
    const texts = new Set(worst.map((danger) => danger.odds?.[0]?.text ?? ""));
    const same = texts.size === 1 ? [...texts][0] : ""; // what they may do is said once
    const rest = worst.length - WARNED;
    return h(
      "ul.plan-dangers",
      null,
      same ? h("li.tone-bad", null, `They could fire on the way. The chance of ${same}:`) : null,
      worst.slice(0, WARNED).map((danger) => {
        const [first] = danger.odds ?? [];
        return h(
          "li.tone-bad",
          null,
          first ? h("b", null, [percent(first.chance), same ? "" : first.text].filter(Boolean).join(" ")) : null,
          h("small", null, ` ${this.screen.nameOf(danger.piece)}: ${danger.label}`),
        );
      }),
      rest > 0 ? h("li.tone-bad", null, `${rest} more ${rest === 1 ? "chance" : "chances"} to fire`) : null,
    );
  }

  /** @param {Probed | null} answer */
  verdict(answer) {
    if (!this.stands.size) return null;
    if (!answer) return h("span.quiet", null, "…");
    if (answer.ok) return h("span.verdict.good", null, icon("check"), "Allowed");
    return h("span.verdict.bad", null, answer.reason ?? "Not allowed.", " ", ruleLink(answer.rule));
  }
}

/** A direction between 0 and a full turn. @param {number} angle hundredths of a degree */
function round(angle) {
  return ((angle % 36000) + 36000) % 36000;
}

/** @param {Option} option */
function ids(option) {
  return (option.choice.at ?? []).map((each) => each[0]);
}

/** @param {Option} a @param {Option | null} b */
function sameVerb(a, b) {
  return (
    Boolean(b) &&
    a.choice.do === b?.choice.do &&
    a.choice.piece === b.choice.piece &&
    a.choice.to === b.choice.to &&
    a.choice.number === b.choice.number
  );
}
