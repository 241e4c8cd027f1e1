/** Moves one layer by a CSS transform: drag to pan, wheel or two fingers to zoom. Tells clicks from drags. */

/** @typedef {{left: number, top: number, right: number, bottom: number}} Insets */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

const DRAG = 6; // pixels before a press becomes a drag
const WORTH = 1.2; // how much larger a part must become than in a picture of the whole

export class PanZoom {
  /**
   * @param {HTMLElement} host what is pressed
   * @param {HTMLElement} layer what moves
   * @param {{changed?: (scale: number) => void, tap?: (event: PointerEvent) => void, moved?: (event: PointerEvent) => void, left?: () => void, grab?: (event: PointerEvent) => boolean, drag?: (event: PointerEvent) => void, drop?: () => void, wheel?: (event: WheelEvent) => boolean}} on
   */
  constructor(host, layer, on) {
    this.host = host;
    this.layer = layer;
    this.on = on;
    this.x = 0;
    this.y = 0;
    this.scale = 1;
    this.size = { width: 1, height: 1 };
    /** @type {Insets} parts of the host that panels cover */
    this.insets = { left: 0, top: 0, right: 0, bottom: 0 };
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.dragged = false;
    this.start = { x: 0, y: 0 };
    this.rest = 0;
    this.held = -1; // the finger that holds a piece of the board
    this.touched = false; // by a hand: then it is no longer fitted by itself
    /** @type {Box | null} the part of the layer that matters; null: all of it */
    this.heart = null;
    /** @type {Box | null} what else is to stay in sight */
    this.also = null;
    this.most = 1; // how large that part may become
    this.where = ""; // where the layer lies now
    host.addEventListener("pointerdown", (event) => this.down(event));
    host.addEventListener("pointermove", (event) => this.move(event));
    host.addEventListener("pointerup", (event) => this.up(event));
    host.addEventListener("pointercancel", (event) => this.up(event));
    host.addEventListener("pointerleave", (event) => {
      // A finger that is lifted leaves too, and what it has pointed at stays.
      if (event.pointerType === "mouse" && !this.fingers.size) on.left?.();
    });
    host.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    // A finger on the board is told by its pointer alone: the click that would follow falls on what has opened under it.
    host.addEventListener("touchend", (event) => event.cancelable && event.preventDefault());
    new ResizeObserver(() => {
      if (this.touched) this.settle();
      else this.open();
    }).observe(host);
  }

  /** The window that panels leave free. */
  free() {
    const box = this.host.getBoundingClientRect();
    const { left, top, right, bottom } = this.insets;
    return {
      x: left,
      y: top,
      width: Math.max(60, box.width - left - right),
      height: Math.max(60, box.height - top - bottom),
    };
  }

  /** What of the board is seen in it, in units of the board. */
  seen() {
    const { x, y, width, height } = this.free();
    const [left, top] = [(x - this.x) / this.scale, (y - this.y) / this.scale];
    return { left, top, right: left + width / this.scale, bottom: top + height / this.scale };
  }

  least() {
    const free = this.free();
    return Math.min(free.width / this.size.width, free.height / this.size.height);
  }

  /** Show all of it. */
  fit() {
    this.lay({ left: 0, top: 0, right: this.size.width, bottom: this.size.height }, this.least() * 0.985);
    this.touched = false;
    this.apply();
  }

  /** Show what matters of it, as long as no hand has moved it; more of it only where something else would be out of sight. */
  open() {
    const { heart, also } = this;
    this.openAt(heart);
    if (heart && also && !lies(also, this.seen())) this.openAt(both(heart, also));
  }

  /** Show a part of it as large as sensible, or all of it. @param {Box | null} box */
  openAt(box) {
    const scale = box ? Math.min(this.most, this.fits(box)) : 0;
    if (!box || scale < this.least() * 0.985 * WORTH) {
      this.fit();
      return;
    }
    this.lay(box, scale);
    this.touched = false;
    this.settle(true);
  }

  /** How large a part of the layer may be to be seen whole. @param {Box} box */
  fits(box) {
    const free = this.free();
    return Math.min(free.width / (box.right - box.left), free.height / (box.bottom - box.top));
  }

  /** Lay a part of the layer into the middle of the window. @param {Box} box @param {number} scale */
  lay(box, scale) {
    const free = this.free();
    this.scale = scale;
    this.x = free.x + free.width / 2 - ((box.left + box.right) / 2) * scale;
    this.y = free.y + free.height / 2 - ((box.top + box.bottom) / 2) * scale;
  }

  /** Show all of it, and leave it at that. */
  whole() {
    this.heart = null;
    this.also = null;
    this.fit();
  }

  /** @param {number} factor @param {number} cx @param {number} cy in the host */
  zoom(factor, cx, cy) {
    const low = this.least() * 0.7;
    const next = Math.max(low, Math.min(2.4, this.scale * factor));
    this.x = cx - ((cx - this.x) * next) / this.scale;
    this.y = cy - ((cy - this.y) * next) / this.scale;
    this.scale = next;
    this.touched = true;
    this.settle();
    // While it grows or shrinks the old picture is stretched; it is drawn anew when the hand rests.
    this.layer.classList.add("moving");
    clearTimeout(this.rest);
    this.rest = window.setTimeout(() => {
      if (!this.fingers.size) this.layer.classList.remove("moving");
    }, 140);
  }

  /** Zoom about the middle of the window. @param {number} factor */
  zoomBy(factor) {
    const free = this.free();
    this.zoom(factor, free.x + free.width / 2, free.y + free.height / 2);
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.touched = true;
    this.settle();
  }

  /**
   * Bring a point of the layer into the window, if it is not there; no farther than needed, unless it should lie in the
   * middle. What is shown in passing is no reason to stay there.
   * @param {number} x @param {number} y @param {{always?: boolean, scale?: number, smooth?: boolean, passing?: boolean}} [how]
   */
  show(x, y, how = {}) {
    const free = this.free();
    if (how.scale && how.scale > this.scale) this.scale = how.scale;
    const px = this.x + x * this.scale;
    const py = this.y + y * this.scale;
    const rim = Math.min(56, free.width / 6, free.height / 6); // half of a counter, so that none is cut
    const within = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ room) =>
      Math.max(from + rim, Math.min(from + room - rim, at));
    const near = { x: within(px, free.x, free.width), y: within(py, free.y, free.height) };
    const seen = near.x === px && near.y === py;
    if (seen && !how.always && !how.scale) return;
    const middle = how.always || how.scale;
    this.x += (middle ? free.x + free.width / 2 : near.x) - px;
    this.y += (middle ? free.y + free.height / 2 : near.y) - py;
    if (!how.passing) this.touched = true;
    if (how.smooth !== false) {
      this.layer.classList.add("gliding");
      setTimeout(() => this.layer.classList.remove("gliding"), 300);
    }
    this.settle();
  }

  /**
   * Show all of a part of the layer, as large as sensible.
   * @param {Box} box @param {number} least @param {number} most
   */
  frame(box, least, most) {
    this.lay(box, Math.max(least, Math.min(most, this.fits(box))));
    this.touched = true;
    this.settle();
  }

  /** Never lose the layer: some of it stays in the window. @param {boolean} [tight] and nothing beside it is shown without need */
  settle(tight = false) {
    const free = this.free();
    const w = this.size.width * this.scale;
    const h = this.size.height * this.scale;
    this.x = within(this.x, free.x, free.width, w, tight ? 0 : 0.25);
    this.y = within(this.y, free.y, free.height, h, tight ? 0 : 0.25);
    this.apply();
  }

  apply() {
    const where = `translate(${this.x.toFixed(1)}px, ${this.y.toFixed(1)}px) scale(${this.scale.toFixed(4)})`;
    if (where === this.where) return;
    this.where = where;
    this.layer.style.transform = where;
    this.on.changed?.(this.scale);
  }

  /** A point of the page on the layer. @param {number} clientX @param {number} clientY */
  local(clientX, clientY) {
    const box = this.host.getBoundingClientRect();
    return { x: (clientX - box.left - this.x) / this.scale, y: (clientY - box.top - this.y) / this.scale };
  }

  /** A point of the layer on the page. @param {number} x @param {number} y */
  page(x, y) {
    const box = this.host.getBoundingClientRect();
    return { x: box.left + this.x + x * this.scale, y: box.top + this.y + y * this.scale };
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button > 1) return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size === 1) {
      this.dragged = false;
      this.start = { x: event.clientX, y: event.clientY };
      this.held = event.button === 0 && this.on.grab?.(event) ? event.pointerId : -1;
    } else {
      this.dragged = true;
    }
  }

  /** @param {PointerEvent} event */
  move(event) {
    const last = this.fingers.get(event.pointerId);
    if (!last) {
      this.on.moved?.(event);
      return;
    }
    const here = { x: event.clientX, y: event.clientY };
    if (this.fingers.size === 1) {
      if (!this.dragged && Math.hypot(here.x - this.start.x, here.y - this.start.y) < DRAG) return;
      if (!this.dragged) {
        this.dragged = true;
        this.host.setPointerCapture(event.pointerId);
        if (this.held < 0) this.layer.classList.add("moving");
      }
      this.fingers.set(event.pointerId, here);
      if (this.held === event.pointerId) {
        this.on.drag?.(event);
        return;
      }
      this.pan(here.x - last.x, here.y - last.y);
      return;
    }
    const other = [...this.fingers.entries()].find(([id]) => id !== event.pointerId)?.[1];
    this.fingers.set(event.pointerId, here);
    if (!other) return;
    this.layer.classList.add("moving");
    const box = this.host.getBoundingClientRect();
    const before = Math.hypot(last.x - other.x, last.y - other.y);
    const after = Math.hypot(here.x - other.x, here.y - other.y);
    this.pan((here.x - last.x) / 2, (here.y - last.y) / 2);
    if (before > 10) this.zoom(after / before, (here.x + other.x) / 2 - box.left, (here.y + other.y) / 2 - box.top);
  }

  /** @param {PointerEvent} event */
  up(event) {
    const known = this.fingers.delete(event.pointerId);
    if (this.held === event.pointerId) {
      this.held = -1;
      this.on.drop?.();
    }
    if (this.fingers.size === 0) this.layer.classList.remove("moving");
    if (known && !this.dragged && event.type === "pointerup" && this.fingers.size === 0) this.on.tap?.(event);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    if (this.on.wheel?.(event)) return;
    const box = this.host.getBoundingClientRect();
    const step = event.deltaMode === 1 ? event.deltaY * 18 : event.deltaY;
    this.zoom(Math.exp(-step * (event.ctrlKey ? 0.01 : 0.0016)), event.clientX - box.left, event.clientY - box.top);
  }
}

/**
 * Where the layer may begin: a small one stays mostly in the window, a large one never leaves much of it empty.
 * @param {number} at @param {number} from @param {number} room @param {number} size @param {number} spare how much may be empty
 */
function within(at, from, room, size, spare) {
  const [low, high] =
    size <= room
      ? [from - size * spare, from + room - size * (1 - spare)]
      : [from + room * (1 - spare) - size, from + room * spare];
  return Math.max(low, Math.min(high, at));
}

/** Whether one part of the layer lies within another. @param {Box} inner @param {Box} outer */
export function lies(inner, outer) {
  return (
    inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom
  );
}

/** What holds both. @param {Box} one @param {Box} other @returns {Box} */
function both(one, other) {
  return {
    left: Math.min(one.left, other.left),
    right: Math.max(one.right, other.right),
    top: Math.min(one.top, other.top),
    bottom: Math.max(one.bottom, other.bottom),
  };
}
