/** The board on the screen: ground, counters, what may be chosen, and where the pointer is. */

import { drawing, escape, h, r1, s } from "../dom.js";
import { arrange, place } from "./arrange.js";
import { counter, SIZE } from "./counters.js";
import { spreadOut } from "./fan.js";
import { HexLayout } from "./hexes.js";
import { plate } from "./plate.js";
import { team } from "./teams.js";
import { gridOf, groundCanvas, groundMarkup, layoutOf } from "./layout.js";
import { middleOf, nameSize, tableNames } from "./names.js";
import { plainMaps } from "./ground/plain.js";
import { LABEL } from "./ground/terrain.js";
import { liesAbove, markerArt } from "./markers.js";
import { areaArt, areaName } from "./areas.js";
import { areasShown, held, marksAbove, marksBelow, noMarks } from "./marks.js";
import { emblem } from "./symbols.js";
import { PanZoom, lies } from "./panzoom.js";
import { PlaneLayout, pointOf } from "./plane.js";
import { CardLayout } from "./cards.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./arrange.js").Spot} Spot */
/** @typedef {import("./marks.js").Marks} Marks */
/** @typedef {import("./panzoom.js").Box} Box */

/**
 * @typedef {object} Handlers
 * @property {(place: string, piece: string, event: PointerEvent) => void} tap
 * @property {(place: string, piece: string, point: {x: number, y: number}) => void} hover
 * @property {(place: string, piece: string) => void} inspect
 * @property {(piece: string, event: PointerEvent) => boolean} grab whether a press takes hold of something
 * @property {(event: PointerEvent) => void} drag
 * @property {() => void} drop
 * @property {(event: WheelEvent) => boolean} wheel whether the wheel was meant for what is held
 */

/** What lies upon what, the lowest first. */
const PARTS = ["zones", "below", "fields", "areas", "reach", "trails", "pieces", "above", "labels", "over", "plan", "measure", "fan", "effects"];
const ROOM = 1.3; // steps around the pieces of a battle
const STAR = "M0-13 3.8-4.8 13-4 6 2 8.2 11 0 6.4-8.2 11-6 2-13-4-3.8-4.8Z"; // where points are
const NEAR = 0.5; // the scale at which a small screen shows what may be chosen, if there is room
const LARGE = 86; // pixels: as large as a counter becomes by itself

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
    this.painted = 0; // how often: what is painted too late is not shown
    new MutationObserver(() => void this.paintGround()).observe(document.documentElement, {
      attributeFilter: ["data-theme", "data-map"],
    });
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
    this.finger = false; // whether the last tap was one
    this.framed = 0; // the scale at which the map was framed last
    this.raised = ""; // the piece that lies on top of its stack, because somebody speaks of it
    this.seenWhole = false; // somebody asked for the whole map
    this.setUp = false; // whether the map was framed for a set-up
    this.panzoom = new PanZoom(host, this.layer, {
      changed: (scale) => this.zoomed(scale),
      tap: (event) => this.tapped(event),
      moved: (event) => this.moved(event),
      grab: (event) => on.grab(this.under(event).piece, event),
      drag: (event) => on.drag(event),
      drop: () => on.drop(),
      wheel: (event) => on.wheel(event),
      left: () => {
        this.unfan();
        this.hovered = "";
        on.hover("", "", { x: 0, y: 0 });
      },
    });
    /** @type {Record<string, SVGElement>} */
    this.parts = {};
    /** @type {Map<string, string>} what is drawn in some of them */
    this.texts = new Map();
    host.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      const found = this.under(event);
      if (found.place || found.piece) on.inspect(found.place, found.piece);
    });
  }

  /** @param {Board} board */
  setBoard(board) {
    const before = this.layout;
    this.layout = layoutOf(board);
    const { width, height } = this.layout;
    this.drawn.clear();
    this.parts = {};
    this.texts.clear();
    const size = {
      width: Math.ceil(width),
      height: Math.ceil(height),
      viewBox: `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`,
      "aria-hidden": "true",
    };
    this.ground = h("div.ground", { style: `width:${size.width}px;height:${size.height}px` });
    const sheet = s("svg.sheet", size, drawing(gridOf(this.layout)));
    for (const name of PARTS) {
      this.parts[name] = s(`g.${name}`);
      sheet.append(this.parts[name]);
    }
    this.parts.labels.append(...sheet.querySelectorAll("[data-label]"));
    // A name at the foot of its hex leaves the states of the counters below it in sight.
    if (this.layout instanceof HexLayout) this.parts.pieces.before(this.parts.labels);
    this.layer.replaceChildren(this.ground, sheet);
    void this.paintGround();
    this.panzoom.size = { width, height };
    this.panzoom.where = ""; // the new layers are not zoomed yet
    // A map that grows stays where it is under the eye.
    const known = before?.places().find((name) => this.layout?.centre(name)) ?? "";
    const [from, to] = [before?.centre(known), this.layout.centre(known)];
    if (this.panzoom.touched && from && to && before?.board.kind === board.kind)
      this.panzoom.pan((from.x - to.x) * this.panzoom.scale, (from.y - to.y) * this.panzoom.scale);
    else this.panzoom.open();
    if (before instanceof CardLayout && this.layout instanceof CardLayout) this.grown(before, this.layout);
  }

  /** Show which cards are new. @param {CardLayout} before @param {CardLayout} now */
  grown(before, now) {
    const fresh = [...now.cells.values()].filter((cell) => cell.terrain && !before.cells.get(cell.name)?.terrain);
    if (!fresh.length || document.documentElement.dataset.motion === "off") return;
    const art = fresh.map((cell) => `<path class="grown" d="${now.outline(cell.name)}"/>`).join("");
    const shine = drawing(art);
    this.parts.effects.append(shine);
    setTimeout(() => shine.remove(), 900);
  }

  /** The ground is painted once, and again when the theme changes. Cards and plain maps stay sharp and are drawn. */
  async paintGround() {
    const { layout, ground } = this;
    if (!layout || !ground) return;
    const turn = ++this.painted;
    try {
      if (layout instanceof CardLayout || plainMaps()) throw new Error("drawn, not painted");
      const canvas = await groundCanvas(layout, document.documentElement.dataset.theme === "dark");
      if (this.ground === ground && this.painted === turn) ground.replaceChildren(canvas);
    } catch {
      const drawn = s(
        "svg",
        { width: Math.ceil(layout.width), height: Math.ceil(layout.height) },
        drawing(groundMarkup(layout, plainMaps())),
      );
      if (this.ground === ground && this.painted === turn) ground.replaceChildren(drawn);
    }
    ground.classList.add("painted");
  }

  /** @param {number} scale */
  zoomed(scale) {
    const plane = this.layout instanceof PlaneLayout;
    const far = scale * (this.layout?.counter ?? SIZE) < (plane ? 40 : 60);
    this.layer.classList.toggle("on-plane", plane);
    this.layer.classList.toggle("on-cards", this.layout instanceof CardLayout);
    // On a table one zooms far in and out: marks keep their size on the screen.
    if (plane) this.layer.style.setProperty("--px", (1 / scale).toFixed(3));
    if (plane && this.view && this.parts.labels) this.moveLabels();
    this.layer.classList.toggle("lod-far", far);
    this.layer.classList.toggle("lod-near", !far);
    this.layer.classList.toggle("names-off", scale < 0.42);
    this.layer.style.setProperty("--dot", (1 / scale).toFixed(3)); // a pixel of the screen
    if (this.fanned) this.fan(this.fanned);
  }

  // Drawing ---------------------------------------------------------------------------------------

  /** @param {View} view */
  show(view) {
    this.view = view;
    if (!this.layout) return;
    this.spots = arrange(view, this.layout);
    this.drawZones();
    this.drawPieces();
    this.drawMarkers();
    this.drawMarks();
    if (this.fanned) this.fan(this.fanned);
  }

  /** @param {string} side */
  sideLook(side) {
    const seats = this.view?.seats ?? [];
    const index = Math.max(
      0,
      seats.findIndex((seat) => seat.side === side),
    );
    return { colour: (seats[index]?.colour ?? "").replace(/[^a-z]/g, ""), index, emblem: seats[index]?.emblem, symbols: this.symbols };
  }

  drawPieces() {
    const view = /** @type {View} */ (this.view);
    for (const [id, { element }] of this.drawn)
      if (!this.spots.has(id)) {
        element.remove();
        this.drawn.delete(id);
      }
    const order = [...this.spots.entries()].sort((a, b) => a[1].z - b[1].z);
    const pieces = new Map((view.pieces ?? []).map((piece) => [piece.id, piece]));
    let next = this.parts.pieces.firstElementChild; // in the order of the stack
    for (const [id, spot] of order) {
      const piece = /** @type {Piece} */ (pieces.get(id));
      const look = this.sideLook(piece.side);
      const inside = spot.box ? (view.pieces ?? []).filter((each) => each.inside === id) : [];
      const key = JSON.stringify([
        inside,
        piece.name,
        piece.values,
        piece.markers,
        piece.steps,
        piece.art,
        piece.face_down,
        piece.at?.facing,
        piece.at?.turret,
        look,
      ]);
      let known = this.drawn.get(id);
      if (!known || known.key !== key) {
        const element = drawing(
          piece.at ? team(piece, look) : spot.box ? plate(piece, inside, look) : counter(piece, look),
        );
        const done = (piece.markers ?? []).some((marker) => marker.tone === "done" && marker.sign);
        element.setAttribute("class", `counter side-${look.colour}${done ? " done" : ""}`);
        element.setAttribute("data-piece", id);
        known?.element.replaceWith(element);
        if (next === known?.element) next = element;
        known = { element, key };
        this.drawn.set(id, known);
      }
      const { element } = known;
      if (element.getAttribute("transform") !== place(spot)) element.setAttribute("transform", place(spot));
      if (piece.at) element.style.setProperty("--size", spot.scale.toFixed(3));
      if (element === next) next = element.nextElementSibling;
      else this.parts.pieces.insertBefore(element, next);
    }
    this.raise(this.raised);
    this.moveLabels();
  }

  /** The name of a place is read below the counters that stand there; on a table, where nobody stands. */
  moveLabels() {
    if (this.layout instanceof PlaneLayout) {
      const shown = [...this.spots.values()].filter((spot) => !spot.box);
      this.draw("labels", tableNames(this.layout, shown, nameSize(this.panzoom.scale)));
      return;
    }
    /** @type {Map<string, number>} */
    const feet = new Map();
    for (const piece of this.view?.pieces ?? []) {
      const spot = this.spots.get(piece.id);
      if (spot && piece.place)
        feet.set(piece.place, Math.max(feet.get(piece.place) ?? 0, spot.y + (spot.scale * SIZE) / 2));
    }
    for (const label of /** @type {Iterable<SVGTextElement>} */ (this.parts.labels.children)) {
      const name = label.dataset.label ?? "";
      const usual = (this.layout?.centre(name)?.y ?? 0) + LABEL;
      label.setAttribute("y", `${r1(Math.max(usual, (feet.get(name) ?? 0) + 20))}`);
    }
  }

  /** Lay a piece on top of its stack. @param {string} id */
  raise(id) {
    const before = this.raised;
    this.raised = id;
    if (!this.layout) return; // a game without a board
    if (before && before !== id) this.drawPieces();
    const element = this.drawn.get(id)?.element;
    if (element) this.parts.pieces.append(element);
  }

  drawMarkers() {
    const view = /** @type {View} */ (this.view);
    /** @type {Map<string, number>} */
    const signs = new Map();
    let low = "";
    let high = "";
    for (const marker of view.markers ?? []) {
      let art = "";
      const look = this.sideLook(marker.side ?? "");
      if (marker.shape && this.layout instanceof PlaneLayout) {
        art = `<path class="m-template m-on-${escape(marker.kind.replace(/[^a-z]+/g, "-"))} tone-${marker.tone || "plain"} side-${look.colour}" d="${this.layout.path(marker.shape)}"/>`;
      } else {
        const at = this.layout?.centre(marker.place ?? "");
        if (!at) continue;
        const n = signs.get(marker.place ?? "") ?? 0;
        signs.set(marker.place ?? "", n + 1);
        // On a card they lie in a row at its lower edge, under those who stand there.
        const where =
          this.layout instanceof CardLayout
            ? `translate(${r1(at.x - 150 + 100 * n)} ${r1(at.y + 104)}) scale(.62)`
            : `translate(${r1(at.x)} ${r1(at.y)})`;
        const nth = this.layout instanceof CardLayout ? 2 : n;
        art = `<g class="side-${look.colour} marker" transform="${where}">${markerArt(marker, look, nth)}</g>`;
      }
      if (liesAbove(marker) && !(this.layout instanceof CardLayout)) high += art;
      else low += art;
    }
    this.draw("below", low);
    this.draw("above", high + this.orders());
  }

  /** What lies face down beside the headquarters of a group: one's own can be read, that of others is a blank back. */
  orders() {
    const view = /** @type {View} */ (this.view);
    let text = "";
    for (const group of view.groups ?? []) {
      const hidden = (group.markers ?? []).filter((marker) => marker.face_down);
      if (!hidden.length) continue;
      const own = (view.pieces ?? []).filter((piece) => piece.group === group.id && this.spots.has(piece.id));
      const seat = own.find((piece) => piece.hq) ?? own[0];
      const spot = this.spots.get(seat?.id ?? "");
      if (!spot) continue;
      const look = this.sideLook(group.side);
      hidden.forEach((marker, i) => {
        const known = marker.sign && marker.sign !== "?";
        const face = known
          ? `<text y="2">${escape(marker.sign ?? "")}</text>`
          : `<g class="c-emblem" transform="scale(1.5)">${emblem(look)}</g>`;
        text += `<g class="order-chit side-${look.colour}${known ? " known" : ""}" transform="translate(${r1(spot.x - 50 + 50 * i)} ${r1(spot.y - 62)})"><title>${escape(marker.text ?? "")}</title><rect class="c-shadow" x="-21" y="-18" width="44" height="44" rx="8"/><rect class="back" x="-23" y="-23" width="46" height="46" rx="8"/><rect class="hatch" x="-18" y="-18" width="36" height="36" rx="5"/>${face}</g>`;
      });
    }
    return text;
  }

  drawZones() {
    const layout = /** @type {Layout} */ (this.layout);
    let text = "";
    for (const zone of layout.board.zones ?? []) {
      if (zone.kind === "exit" && layout instanceof HexLayout) text += this.exits(zone, layout);
      if (zone.kind !== "objective" && !this.marks.zones) continue;
      const look = this.sideLook(zone.side ?? "");
      if (zone.shape && layout instanceof PlaneLayout) {
        text += `<path class="zone z-${escape(zone.kind)} side-${look.colour}" d="${layout.path(zone.shape)}"/>${zone.kind === "objective" ? star(zone, layout) : ""}`;
        continue;
      }
      for (const name of zone.places ?? []) {
        text += `<path class="zone z-${escape(zone.kind)} side-${zone.side ? look.colour : "none"}" d="${layout.outline(name, zone.kind === "objective" ? 7 : 3)}"/>`;
        const at = layout.centre(name);
        if (zone.kind === "objective" && at)
          text += `<path class="z-star" transform="translate(${r1(at.x + 58)} ${r1(at.y + 58)})" d="${STAR}"/>`;
      }
    }
    this.draw("zones", text);
  }

  /** Draw a part anew, if it has changed: to draw all of it at every click is dear. @param {string} part @param {string} text */
  draw(part, text) {
    if (this.texts.get(part) === text) return;
    this.texts.set(part, text);
    this.parts[part].innerHTML = text;
  }

  /** Where a side leaves the map: an arrow over each edge. @param {import("../types.js").Zone} zone @param {HexLayout} layout */
  exits(zone, layout) {
    const look = this.sideLook(zone.side ?? "");
    let text = "";
    for (const name of zone.places ?? []) {
      const hex = layout.hexes.get(name);
      if (!hex) continue;
      const open = [1, 2, 3, 4, 5, 6].filter((side) => !layout.beyond(hex, side));
      if (!open.length) continue;
      const ways = open.map((side) => layout.direction(side));
      const [dx, dy] = [ways.reduce((a, b) => a + b.x, 0), ways.reduce((a, b) => a + b.y, 0)];
      const at = layout.middle(hex);
      const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
      text += `<g class="exit side-${zone.side ? look.colour : "none"}" transform="translate(${r1(at.x)} ${r1(at.y)}) rotate(${r1(angle)})"><path d="M44-24H66V-40L98 0 66 40V24H44Z"/></g>`;
    }
    return text;
  }

  /** @param {Partial<Marks>} change */
  mark(change) {
    const zones = this.marks.zones;
    this.marks = { ...this.marks, ...change };
    if (!this.layout || !this.view) return;
    if (zones !== this.marks.zones) this.drawZones();
    this.drawMarks();
  }

  /** Where these have been, while they are somewhere else in thought. @param {Set<string>} ids */
  dim(ids) {
    for (const [id, { element }] of this.drawn) element.classList.toggle("left", ids.has(id));
  }

  drawMarks() {
    const layout = /** @type {Layout} */ (this.layout);
    const shapes = this.view?.decision?.shapes ?? [];
    const areas = areasShown(this.marks, this.view?.zones ?? []);
    const art = areas.map((zone) => areaArt(zone, layout, zone.side ? this.sideLook(zone.side).colour : "none"));
    this.draw("areas", art.join(""));
    this.draw("reach", marksBelow(this.marks, layout, shapes, this.spots));
    const names = areas.map((zone) => areaName(zone, layout)).join("");
    this.draw("over", marksAbove(this.marks, layout, this.spots) + held(areas, this.spots, layout instanceof PlaneLayout) + names);
  }

  // Stacks ----------------------------------------------------------------------------------------

  /** All that stand in the place, lowest first, with what they carry. @param {string} name @returns {Piece[]} */
  stack(name) {
    const point = pointOf(name);
    if (point)
      return (this.view?.pieces ?? []).filter(
        ({ at }) => at && Math.hypot(at.x - point[0], at.y - point[1]) <= Math.max(50, at.radius ?? 0),
      );
    return (this.view?.pieces ?? [])
      .filter((piece) => piece.place === name && !piece.at)
      .sort((a, b) => Number(a.minor ?? false) - Number(b.minor ?? false) || (a.order ?? 0) - (b.order ?? 0));
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
    const { tray: box, scale, spots } = spreadOut(at, pieces.length, this.panzoom.scale, this.panzoom.seen());
    const middle = r1((box.top + box.bottom) / 2);
    const tray = `<rect class="tray" x="${r1(box.left)}" y="${r1(box.top)}" width="${r1(box.right - box.left)}" height="${r1(box.bottom - box.top)}" rx="${r1(18 * scale)}"/><path class="tray-bridge" d="M${r1(at.x - 70)} ${r1(at.y)}L${r1(box.left + 20 * scale)} ${middle}H${r1(box.right - 20 * scale)}L${r1(at.x + 70)} ${r1(at.y)}Z"/>`;
    const shown = pieces.map((piece, i) => {
      const look = this.sideLook(piece.side);
      const ring = this.marks.ready.has(piece.id) ? "ready" : this.marks.targets.has(piece.id) ? "target" : "";
      const half = SIZE / 2 + 4;
      const edge = ring
        ? `<g class="ring ${ring}"><rect x="${-half}" y="${-half}" width="${2 * half}" height="${2 * half}" rx="15"/></g>`
        : "";
      return `<g class="counter side-${look.colour}" data-piece="${escape(piece.id)}" transform="${place({ ...spots[i], scale, z: 0 })}">${counter(piece, look)}${edge}</g>`;
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
    this.finger = event.pointerType !== "mouse";
    if (this.finger && !fan && piece && this.stack(name).length > 1 && this.fanned !== name) {
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

  /** Bring a place or a piece into the window. @param {string} what @param {{always?: boolean, scale?: number, passing?: boolean}} [how] */
  look(what, how) {
    const spot = this.spots.get(what) ?? this.layout?.centre(what);
    if (spot) this.panzoom.show(spot.x, spot.y, how);
  }

  /** Bring a point of a plane into the window. @param {{x: number, y: number}} at */
  lookAt(at) {
    if (!(this.layout instanceof PlaneLayout)) return;
    const point = this.layout.point(at.x, at.y);
    this.panzoom.show(point.x, point.y, { smooth: false });
  }

  /**
   * A battle and what it is about are shown as large as the window allows, until a hand moves the map. What is shown
   * changes by itself only when something lies out of sight, and once more when the set-up is over.
   */
  frameBattle() {
    const { layout, panzoom, view, spots } = this;
    if (!layout || !view || panzoom.touched || this.seenWhole || layout instanceof CardLayout) return;
    const options = view.decision?.options ?? [];
    const places = [...(view.markers ?? []), ...options, ...this.goals()].map((each) => each.place ?? "");
    const points = [...spots.values(), ...places.map((name) => layout.centre(name)).filter((point) => point !== null)];
    if (!points.length) return;
    const settingUp = options.some((option) => option.role === "place");
    const over = this.setUp && !settingUp && view.decision;
    const box = around(points, layout.unit * 0.4);
    if (panzoom.heart && !over && lies(box, panzoom.seen())) {
      panzoom.also = box; // it stays in sight when the window is another
      return;
    }
    this.setUp = settingUp;
    panzoom.also = null;
    const wide = around(points, layout.unit * ROOM);
    panzoom.heart = {
      left: Math.max(0, wide.left),
      top: Math.max(0, wide.top),
      right: Math.min(layout.width, wide.right),
      bottom: Math.min(layout.height, wide.bottom),
    };
    panzoom.most = LARGE / layout.counter;
    panzoom.open();
  }

  /** The places that a battle is about. @returns {{place: string}[]} */
  goals() {
    const zones = (this.layout?.board.zones ?? []).filter((zone) => zone.kind === "objective");
    const corners = zones.flatMap((zone) => zone.shape?.points.map((point) => point.join(",")) ?? []);
    return [...zones.flatMap((zone) => zone.places ?? []), ...corners].map((place) => ({ place }));
  }

  /** The whole map, and no longer only where the battle is. */
  whole() {
    this.seenWhole = true;
    this.panzoom.whole();
  }

  /** On a small screen: bring what may be chosen now into the window, large enough for a finger. */
  frameMarks() {
    const { marks, layout, panzoom } = this;
    if (!layout) return;
    const points = [marks.acting, ...marks.ready.keys(), ...marks.targets.keys()]
      .map((id) => this.spots.get(id))
      .filter((spot) => spot !== undefined);
    const all = [...points, ...[...marks.reach.keys()].map((name) => layout.centre(name)).filter((p) => p !== null)];
    if (!all.length) return;
    const [box, finger] = [around(all, layout.unit * 0.6), 36 / layout.unit];
    // The map moves only if it must, or if it was framed for something much wider and no hand has zoomed since.
    const wide = !(layout instanceof CardLayout) && panzoom.scale === this.framed && Math.min(NEAR, panzoom.fits(box)) > panzoom.scale * 1.3;
    if (!wide && panzoom.scale >= finger && lies(box, panzoom.seen())) return;
    panzoom.frame(box, finger, NEAR);
    this.framed = panzoom.scale;
    // What does not fit at a finger's size: the piece that acts goes before its farthest places.
    const first = this.spots.get(marks.acting);
    if (first) panzoom.show(first.x, first.y);
  }

  /** Bring who acts into the window, or something that may be chosen if none of it is there. */
  lookAtMarks() {
    const { marks, layout, panzoom, spots } = this;
    if (spots.has(marks.acting)) return this.look(marks.acting, { passing: true });
    const pieces = [...marks.targets.keys(), ...marks.ready.keys()].map((id) => spots.get(id));
    const points = [...pieces, ...[...marks.reach.keys()].map((name) => layout?.centre(name))].filter((p) => p !== null && p !== undefined);
    const seen = panzoom.seen();
    if (points[0] && !points.some((p) => lies(around([p], 0), seen))) panzoom.show(points[0].x, points[0].y, { passing: true });
  }

  /** Where counters are on the page. @returns {DOMRect[]} */
  counterBoxes() {
    return [...this.drawn.values()].map(({ element }) => element.getBoundingClientRect());
  }

  /** Where these pieces and places are on the page. @param {string[]} ids */
  boxesOf(ids) {
    return ids.flatMap((id) => {
      const piece = this.drawn.get(id)?.element;
      if (piece) return piece.getBoundingClientRect();
      const [at, half] = [this.pagePoint(id), (this.layout?.unit ?? 0) * 0.42 * this.panzoom.scale];
      return at ? new DOMRect(at.x - half, at.y - half, 2 * half, 2 * half) : [];
    });
  }

  /** Where a piece or a place is on the page. @param {string} what */
  pagePoint(what) {
    const spot = this.spots.get(what) ?? this.layout?.centre(what);
    return spot ? this.panzoom.page(spot.x, spot.y) : null;
  }
}

/** What lies around points, with room on every side. @param {{x: number, y: number}[]} points @param {number} room @returns {Box} */
function around(points, room) {
  return {
    left: Math.min(...points.map((p) => p.x)) - room,
    right: Math.max(...points.map((p) => p.x)) + room,
    top: Math.min(...points.map((p) => p.y)) - room,
    bottom: Math.max(...points.map((p) => p.y)) + room,
  };
}

/** An objective on a table: a star where it lies. @param {import("../types.js").Zone} zone @param {PlaneLayout} layout */
function star({ shape }, layout) {
  const { x, y } = shape ? middleOf(layout, shape) : { x: 0, y: 0 };
  return `<path class="z-star" transform="translate(${r1(x)} ${r1(y)})" d="${STAR}"/>`;
}
