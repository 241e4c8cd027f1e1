/** The board on the screen: ground, counters, what may be chosen, and where the pointer is. */

import { drawing, escape, h, r1, s } from "../dom.js";
import { counter, SIZE, SMALL } from "./counters.js";
import { gridOf, groundCanvas, groundMarkup, layoutOf } from "./layout.js";
import { HexLayout } from "./hexes.js";
import { liesAbove, markerArt } from "./markers.js";
import { PanZoom } from "./panzoom.js";
import { PlaneLayout } from "./plane.js";
import { CardLayout } from "./cards.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Point} Point */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {{x: number, y: number, scale: number, z: number}} Spot */

/**
 * What is marked on the board besides the pieces.
 * @typedef {object} Marks
 * @property {Map<string, string>} ready pieces that may be chosen, with a word for each
 * @property {Map<string, {text: string, kind: string}>} reach places that may be chosen
 * @property {Map<string, string>} targets pieces that may be shot at, with the best chance
 * @property {string} acting the piece the question is about
 * @property {string} selected a piece
 * @property {string} cursor a place, where the keyboard is
 * @property {string} lit a place to look at
 * @property {string[]} path
 * @property {{from: string, seen: Set<string>} | null} sight
 * @property {{from: string, to: string, open: boolean} | null} line
 * @property {{piece: string, text: string}[]} dangers
 * @property {boolean} zones whether set-up areas and entries are shown
 */

/** @returns {Marks} */
export function noMarks() {
  return { ready: new Map(), reach: new Map(), targets: new Map(), acting: "", selected: "", cursor: "", lit: "", path: [], sight: null, line: null, dangers: [], zones: false };
}

/**
 * @typedef {object} Handlers
 * @property {(place: string, piece: string, event: PointerEvent) => void} tap
 * @property {(place: string, piece: string, point: {x: number, y: number}) => void} hover
 * @property {(place: string, piece: string) => void} inspect
 */

export class BoardView {
  /** @param {HTMLElement} host @param {Handlers} on */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    this.layer = h("div.layer");
    host.append(this.layer);
    /** @type {Layout | null} */
    this.layout = null;
    /** @type {HTMLElement | null} */
    this.ground = null;
    new MutationObserver(() => void this.paintGround()).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    /** @type {View | null} */
    this.view = null;
    this.marks = noMarks();
    /** @type {Map<string, {element: SVGElement, key: string}>} */
    this.drawn = new Map();
    /** @type {Map<string, Spot>} */
    this.spots = new Map();
    this.symbols = /** @type {"silhouettes" | "nato"} */ ("silhouettes");
    this.fanned = "";
    this.hovered = "";
    this.fanTimer = 0;
    this.panzoom = new PanZoom(host, this.layer, {
      changed: (scale) => this.zoomed(scale),
      tap: (event) => this.tapped(event),
      moved: (event) => this.moved(event),
      left: () => { this.unfan(); this.hovered = ""; on.hover("", "", { x: 0, y: 0 }); },
    });
    /** @type {Record<string, SVGElement>} */
    this.parts = {};
    host.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      const found = this.under(event);
      if (found.place || found.piece) on.inspect(found.place, found.piece);
    });
  }

  /** @param {Board} board */
  setBoard(board) {
    this.layout = layoutOf(board);
    const { width, height } = this.layout;
    this.drawn.clear();
    this.parts = {};
    const size = { width: Math.ceil(width), height: Math.ceil(height), viewBox: `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`, "aria-hidden": "true" };
    this.ground = h("div.ground", { style: `width:${size.width}px;height:${size.height}px` });
    const sheet = s("svg.sheet", size, drawing(gridOf(this.layout)));
    for (const name of ["zones", "below", "reach", "pieces", "above", "over", "fan", "effects"]) {
      this.parts[name] = s(`g.${name}`);
      sheet.append(this.parts[name]);
    }
    this.layer.replaceChildren(this.ground, sheet);
    void this.paintGround();
    this.panzoom.size = { width, height };
    this.panzoom.fit();
  }

  /** The ground is painted once, and again when the theme changes. Cards keep their letters sharp and are drawn. */
  async paintGround() {
    const { layout, ground } = this;
    if (!layout || !ground) return;
    try {
      if (!(layout instanceof HexLayout)) throw new Error("drawn, not painted");
      const canvas = await groundCanvas(layout, document.documentElement.dataset.theme === "dark");
      if (this.ground === ground) ground.replaceChildren(canvas);
    } catch {
      const drawn = s("svg", { width: Math.ceil(layout.width), height: Math.ceil(layout.height) }, drawing(groundMarkup(layout)));
      if (this.ground === ground) ground.replaceChildren(drawn);
    }
    ground.classList.add("painted");
  }

  /** @param {number} scale */
  zoomed(scale) {
    const far = scale * (this.layout?.counter ?? SIZE) < 66;
    this.layer.classList.toggle("lod-far", far);
    this.layer.classList.toggle("lod-near", !far);
    this.layer.classList.toggle("names-off", scale < 0.42);
  }

  // Drawing ---------------------------------------------------------------------------------------

  /** @param {View} view */
  show(view) {
    this.view = view;
    if (!this.layout) return;
    this.spots = arrange(view, this.layout);
    this.drawZones();
    this.drawMarkers();
    this.drawPieces();
    this.drawMarks();
    if (this.fanned) this.fan(this.fanned);
  }

  /** @param {string} side */
  sideLook(side) {
    const seats = this.view?.seats ?? [];
    const index = Math.max(0, seats.findIndex((seat) => seat.side === side));
    return { colour: seats[index]?.colour ?? "", index, symbols: this.symbols };
  }

  drawPieces() {
    const view = /** @type {View} */ (this.view);
    const gone = new Set(this.drawn.keys());
    const order = [...this.spots.entries()].sort((a, b) => a[1].z - b[1].z);
    const pieces = new Map((view.pieces ?? []).map((piece) => [piece.id, piece]));
    for (const [id, spot] of order) {
      const piece = /** @type {Piece} */ (pieces.get(id));
      gone.delete(id);
      const look = this.sideLook(piece.side);
      const key = JSON.stringify([piece.name, piece.values, piece.markers, piece.steps, piece.art, piece.face_down, look]);
      let known = this.drawn.get(id);
      if (!known || known.key !== key) {
        const element = drawing(counter(piece, look));
        const done = (piece.markers ?? []).some((marker) => marker.tone === "done" && marker.sign);
        element.setAttribute("class", `counter side-${look.colour}${done ? " done" : ""}`);
        element.setAttribute("data-piece", id);
        if (known) known.element.replaceWith(element);
        known = { element, key };
        this.drawn.set(id, known);
      }
      let facing = "";
      if (piece.at && piece.at.facing !== undefined && piece.at.facing !== null) {
        facing = `<path class="p-facing" transform="rotate(${piece.at.facing / 100})" d="M0-84-18-60H18Z"/>`;
      }
      known.element.querySelector(".p-facing")?.remove();
      if (facing) known.element.append(drawing(facing));
      known.element.setAttribute("transform", place(spot));
      this.parts.pieces.append(known.element); // in the order of the stack
    }
    for (const id of gone) {
      this.drawn.get(id)?.element.remove();
      this.drawn.delete(id);
    }
  }

  drawMarkers() {
    const view = /** @type {View} */ (this.view);
    const { below, above } = this.parts;
    /** @type {Map<string, number>} */
    const signs = new Map();
    let low = "";
    let high = "";
    for (const marker of view.markers ?? []) {
      let art = "";
      const look = this.sideLook(marker.side ?? "");
      if (marker.shape && this.layout instanceof PlaneLayout) {
        art = `<path class="m-template tone-${marker.tone || "plain"} side-${look.colour}" d="${this.layout.path(marker.shape)}"/>`;
      } else {
        const at = this.layout?.centre(marker.place ?? "");
        if (!at) continue;
        const n = signs.get(marker.place ?? "") ?? 0;
        signs.set(marker.place ?? "", n + 1);
        art = `<g class="side-${look.colour} marker" transform="translate(${r1(at.x)} ${r1(at.y)})">${markerArt(marker, look.index, n)}</g>`;
      }
      if (liesAbove(marker)) high += art;
      else low += art;
    }
    below.innerHTML = low;
    above.innerHTML = high;
  }

  drawZones() {
    const layout = /** @type {Layout} */ (this.layout);
    let text = "";
    for (const zone of layout.board.zones ?? []) {
      if (zone.kind !== "objective" && !this.marks.zones) continue;
      const look = this.sideLook(zone.side ?? "");
      if (zone.shape && layout instanceof PlaneLayout) {
        text += `<path class="zone z-${escape(zone.kind)} side-${look.colour}" d="${layout.path(zone.shape)}"/>`;
        continue;
      }
      for (const name of zone.places ?? []) {
        text += `<path class="zone z-${escape(zone.kind)} side-${zone.side ? look.colour : "none"}" d="${layout.outline(name, zone.kind === "objective" ? 7 : 3)}"/>`;
        const at = layout.centre(name);
        if (zone.kind === "objective" && at) text += `<path class="z-star" transform="translate(${r1(at.x + 58)} ${r1(at.y + 58)})" d="M0-13 3.8-4.8 13-4 6 2 8.2 11 0 6.4-8.2 11-6 2-13-4-3.8-4.8Z"/>`;
      }
    }
    if (this.parts.zones.innerHTML !== text) this.parts.zones.innerHTML = text;
  }

  /** @param {Partial<import("./board.js").Marks>} change */
  mark(change) {
    const zones = this.marks.zones;
    this.marks = { ...this.marks, ...change };
    if (!this.layout || !this.view) return;
    if (zones !== this.marks.zones) this.drawZones();
    this.drawMarks();
  }

  drawMarks() {
    const layout = /** @type {Layout} */ (this.layout);
    const { marks } = this;
    let under = "";
    let over = "";
    for (const [name, what] of marks.reach) {
      const at = layout.centre(name);
      if (!at) continue;
      under += `<path class="reach r-${what.kind}" d="${layout.outline(name, 4)}"/>`;
      if (what.text) under += `<g class="cost" transform="translate(${r1(at.x)} ${r1(at.y + (layout instanceof HexLayout ? 58 : 120))})"><rect x="-17" y="-15" width="34" height="30" rx="8"/><text y="1">${escape(what.text)}</text></g>`;
    }
    if (layout instanceof PlaneLayout) for (const shape of this.view?.decision?.shapes ?? []) under += `<path class="reach r-move" d="${layout.path(shape)}"/>`;
    if (marks.sight) {
      for (const name of layout.places()) {
        if (name !== marks.sight.from && !marks.sight.seen.has(name)) under += `<path class="unseen" d="${layout.outline(name)}"/>`;
      }
      under += `<path class="sight-from" d="${layout.outline(marks.sight.from, 3)}"/>`;
    }
    for (const [id, word] of marks.ready) over += this.ring(id, "ready", word);
    for (const [id, word] of marks.targets) over += this.ring(id, "target", word);
    if (marks.acting) over += this.ring(marks.acting, "acting", "");
    if (marks.selected && marks.selected !== marks.acting && !marks.targets.has(marks.selected) && !marks.ready.has(marks.selected)) over += this.ring(marks.selected, "selected", "");
    if (marks.path.length > 1) {
      const points = marks.path.map((name) => layout.centre(name)).filter((p) => p !== null);
      if (points.length > 1) {
        const d = `M${points.map((p) => `${r1(p.x)} ${r1(p.y)}`).join("L")}`;
        const end = points[points.length - 1];
        over += `<path class="path-edge" d="${d}"/><path class="path-line" d="${d}"/><circle class="path-end" cx="${r1(end.x)}" cy="${r1(end.y)}" r="15"/>`;
      }
    }
    for (const danger of marks.dangers) {
      const from = this.spots.get(danger.piece);
      const to = layout.centre(marks.path[marks.path.length - 1] ?? "");
      if (!from || !to) continue;
      over += `<path class="danger" d="M${r1(from.x)} ${r1(from.y)}L${r1(to.x)} ${r1(to.y)}"/>` + this.ring(danger.piece, "danger-ring", danger.text);
    }
    if (marks.line) {
      const [a, b] = [layout.centre(marks.line.from), layout.centre(marks.line.to)];
      if (a && b) over += `<path class="sight-line ${marks.line.open ? "open" : "blocked"}" d="M${r1(a.x)} ${r1(a.y)}L${r1(b.x)} ${r1(b.y)}"/><circle class="sight-end" cx="${r1(b.x)}" cy="${r1(b.y)}" r="11"/>`;
    }
    if (marks.lit) under += `<path class="lit" d="${layout.outline(marks.lit, 2)}"/>`;
    if (marks.cursor) over += `<path class="cursor-edge" d="${layout.outline(marks.cursor, 4)}"/><path class="cursor" d="${layout.outline(marks.cursor, 4)}"/>`;
    this.parts.reach.innerHTML = under;
    this.parts.over.innerHTML = over;
  }

  /** @param {string} id @param {string} sort @param {string} word */
  ring(id, sort, word) {
    const spot = this.spots.get(id);
    if (!spot) return "";
    const half = SIZE / 2 + 5;
    const label = word ? `<g class="chance" transform="translate(0 ${half + 6})"><rect x="${-word.length * 7.5 - 9}" y="-15" width="${word.length * 15 + 18}" height="30" rx="15"/><text y="1">${escape(word)}</text></g>` : "";
    return `<g class="ring ${sort}" data-ring="${escape(id)}" transform="${place(spot)}"><rect class="edge" x="${-half}" y="${-half}" width="${2 * half}" height="${2 * half}" rx="16"/><rect x="${-half}" y="${-half}" width="${2 * half}" height="${2 * half}" rx="16"/>${label}</g>`;
  }

  // Stacks ----------------------------------------------------------------------------------------

  /** All that stand in the place, lowest first, with what they carry. @param {string} name @returns {Piece[]} */
  stack(name) {
    return (this.view?.pieces ?? []).filter((piece) => piece.place === name && !piece.at).sort((a, b) => Number(a.minor ?? false) - Number(b.minor ?? false) || (a.order ?? 0) - (b.order ?? 0));
  }

  /** Spread a stack out beside its place. @param {string} name */
  fan(name) {
    const layout = /** @type {Layout} */ (this.layout);
    const at = layout.centre(name);
    const pieces = this.stack(name);
    if (!at || pieces.length < 2 || layout instanceof CardLayout) {
      this.unfan();
      return;
    }
    this.fanned = name;
    const scale = Math.max(0.9, Math.min(1.6, 70 / (SIZE * this.panzoom.scale)));
    const gap = (SIZE + 16) * scale;
    const wide = gap * pieces.length + 16 * scale;
    const high = SIZE * scale + 40 * scale;
    const x = Math.max(wide / 2, Math.min(layout.width - wide / 2, at.x));
    const y = at.y - 80 - high / 2 < 0 ? at.y + 80 + high / 2 : at.y - 80 - high / 2;
    const tray = `<rect class="tray" x="${r1(x - wide / 2)}" y="${r1(y - high / 2)}" width="${r1(wide)}" height="${r1(high)}" rx="18"/><path class="tray-bridge" d="M${r1(at.x - 70)} ${r1(at.y)}L${r1(x - wide / 2 + 20)} ${r1(y)}H${r1(x + wide / 2 - 20)}L${r1(at.x + 70)} ${r1(at.y)}Z"/>`;
    const shown = pieces.map((piece, i) => {
      const look = this.sideLook(piece.side);
      const ring = this.marks.ready.has(piece.id) ? "ready" : this.marks.targets.has(piece.id) ? "target" : "";
      const half = SIZE / 2 + 4;
      const edge = ring ? `<g class="ring ${ring}"><rect x="${-half}" y="${-half}" width="${2 * half}" height="${2 * half}" rx="15"/></g>` : "";
      return `<g class="counter side-${look.colour}" data-piece="${escape(piece.id)}" transform="translate(${r1(x - wide / 2 + gap * (i + 0.5) + 8 * scale)} ${r1(y)}) scale(${scale.toFixed(3)})">${counter(piece, look)}${edge}</g>`;
    });
    this.parts.fan.innerHTML = tray + shown.join("");
    this.parts.fan.classList.toggle("lod-near", true);
    this.parts.fan.classList.toggle("lod-far", false);
  }

  unfan() {
    clearTimeout(this.fanTimer);
    this.fanTimer = 0;
    if (!this.fanned) return;
    this.fanned = "";
    this.parts.fan?.replaceChildren();
  }

  // The pointer -----------------------------------------------------------------------------------

  /** @param {MouseEvent} event @returns {{place: string, piece: string, fan: boolean}} */
  under(event) {
    const element = document.elementFromPoint(event.clientX, event.clientY);
    const holder = element?.closest("[data-piece]");
    const piece = holder?.getAttribute("data-piece") ?? "";
    const fan = Boolean(element?.closest(".fan"));
    const point = this.panzoom.local(event.clientX, event.clientY);
    let name = this.layout?.placeAt(point.x, point.y) ?? "";
    if (piece && fan) name = this.fanned;
    else if (piece) name = this.view?.pieces?.find((each) => each.id === piece)?.place || name;
    return { place: name, piece, fan };
  }

  /** @param {PointerEvent} event */
  tapped(event) {
    const { place: name, piece, fan } = this.under(event);
    if (event.pointerType !== "mouse" && !fan && piece && this.stack(name).length > 1 && this.fanned !== name) {
      this.unfan();
      this.fan(name); // a first tap fans the stack; the second chooses
    } else if (!fan && this.fanned !== name) {
      this.unfan();
    }
    this.on.tap(name, piece, event);
  }

  /** @param {PointerEvent} event */
  moved(event) {
    if (event.pointerType !== "mouse") return;
    const { place: name, piece, fan } = this.under(event);
    const key = `${name}|${piece}`;
    if (this.fanned && !fan && (name !== this.fanned || !piece)) this.unfan();
    if (key === this.hovered) return;
    this.hovered = key;
    clearTimeout(this.fanTimer);
    if (piece && !fan && this.stack(name).length > 1 && name !== this.fanned) {
      this.fanTimer = window.setTimeout(() => this.fan(name), 320);
    }
    this.on.hover(name, piece, { x: event.clientX, y: event.clientY });
  }

  /** Bring a place or a piece into the window. @param {string} what @param {{always?: boolean, scale?: number}} [how] */
  look(what, how) {
    const spot = this.spots.get(what) ?? this.layout?.centre(what);
    if (spot) this.panzoom.show(spot.x, spot.y, how);
  }

  /** On a small screen: bring what may be chosen now into the window, large enough for a finger. */
  frameMarks() {
    const { marks, layout, panzoom } = this;
    if (!layout) return;
    const points = [marks.acting, ...marks.ready.keys(), ...marks.targets.keys()].map((id) => this.spots.get(id)).filter((spot) => spot !== undefined);
    const all = [...points, ...[...marks.reach.keys()].map((name) => layout.centre(name)).filter((p) => p !== null)];
    if (!all.length) return;
    const rim = layout.unit * 0.6;
    const box = {
      left: Math.min(...all.map((p) => p.x)) - rim, right: Math.max(...all.map((p) => p.x)) + rim,
      top: Math.min(...all.map((p) => p.y)) - rim, bottom: Math.max(...all.map((p) => p.y)) + rim,
    };
    panzoom.frame(box, 36 / layout.unit, 0.5);
    // What does not fit at a finger's size: the piece that acts goes before its farthest places.
    const first = this.spots.get(marks.acting);
    if (first) panzoom.show(first.x, first.y);
  }

  /** Where a piece or a place is on the page. @param {string} what */
  pagePoint(what) {
    const spot = this.spots.get(what) ?? this.layout?.centre(what);
    return spot ? this.panzoom.page(spot.x, spot.y) : null;
  }
}

/** @param {Spot} spot */
export function place(spot) {
  return `translate(${r1(spot.x)} ${r1(spot.y)}) scale(${spot.scale.toFixed(3)})`;
}

/**
 * Where each counter lies: in the middle of its place, stacked a little to the upper right, small ones at the corner.
 * @param {View} view @param {Layout} layout
 * @returns {Map<string, Spot>}
 */
export function arrange(view, layout) {
  /** @type {Map<string, Piece[]>} */
  const places = new Map();
  /** @type {Map<string, Spot>} */
  const spots = new Map();
  for (const piece of view.pieces ?? []) {
    if (piece.at && layout instanceof PlaneLayout) {
      const p = layout.point(piece.at.x, piece.at.y);
      const size = piece.at.radius ? (piece.at.radius * 2 * 0.4) / SIZE : layout.counter / SIZE;
      spots.set(piece.id, { ...p, scale: Math.max(0.3, size), z: p.y });
      continue;
    }
    if (!piece.place || !layout.centre(piece.place)) continue;
    const list = places.get(piece.place);
    if (list) list.push(piece);
    else places.set(piece.place, [piece]);
  }
  for (const [name, pieces] of places) {
    const at = /** @type {Point} */ (layout.centre(name));
    if (layout instanceof CardLayout) {
      const shown = pieces.sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
      layout.spots(shown.length).forEach((spot, i) =>
        spots.set(shown[i].id, { x: at.x + spot.x, y: at.y + spot.y, scale: (layout.counter / SIZE) * (shown[i].minor ? 0.8 : 1), z: at.y + i }));
      continue;
    }
    const whole = pieces.filter((piece) => !piece.minor && !piece.inside).sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
    const minor = pieces.filter((piece) => piece.minor && !piece.inside);
    const sides = [...new Set(whole.map((piece) => piece.side))];
    const both = sides.length > 1;
    const size = (layout.counter / SIZE) * (both ? 0.8 : 1);
    for (const side of sides) {
      const own = whole.filter((piece) => piece.side === side);
      const shift = both ? (side === sides[0] ? { x: -26, y: -20 } : { x: 26, y: 20 }) : { x: 0, y: 0 };
      own.forEach((piece, i) => {
        const k = i - (own.length - 1) / 2;
        spots.set(piece.id, { x: at.x + shift.x + k * 15, y: at.y + shift.y - k * 15, scale: size, z: at.y * 10 + i + (both && side !== sides[0] ? 5 : 0) });
      });
    }
    minor.forEach((piece, i) => {
      const alone = whole.length === 0;
      spots.set(piece.id, {
        x: at.x + (alone ? i * 16 : -46 + i * 22), y: at.y + (alone ? -i * 16 : 44),
        scale: alone ? 0.8 : SMALL * 0.86, z: at.y * 10 + 8 + i,
      });
    });
  }
  // What is carried lies at the corner of its carrier; passengers are shown by its marker.
  for (const piece of view.pieces ?? []) {
    if (!piece.inside || !piece.minor) continue;
    const carrier = spots.get(piece.inside);
    if (carrier) spots.set(piece.id, { x: carrier.x + 44 * carrier.scale, y: carrier.y + 42 * carrier.scale, scale: 0.36, z: carrier.z + 0.5 });
  }
  return spots;
}
