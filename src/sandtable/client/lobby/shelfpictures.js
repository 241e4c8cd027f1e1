/** Maps on the cards of the lobby: painted one after another, only those in sight, so that the page never stands still. */

import { groundPicture, layoutOf } from "../board/layout.js";
import { fill, h } from "../dom.js";
import { ask } from "../wire/net.js";

/** @typedef {import("../types.js").Scenario} Scenario */

const WIDE = 700; // pixels of a picture: twice a card on most screens

/** Until the page has nothing better to do. */
function idle() {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(null), { timeout: 400 });
    else setTimeout(() => resolve(null), 30);
  });
}

export class ShelfPictures {
  constructor() {
    /** @type {Map<Element, Scenario>} those that were not yet in sight */
    this.waiting = new Map();
    /** @type {[Element, Scenario][]} */
    this.queue = [];
    this.busy = false;
    this.closed = false;
    this.watcher = new IntersectionObserver((seen) => this.seen(seen), { rootMargin: "300px" });
  }

  /** Paint the map of a scenario into a frame when it comes into sight. @param {Element} frame @param {Scenario} scenario */
  add(frame, scenario) {
    this.waiting.set(frame, scenario);
    this.watcher.observe(frame);
  }

  /** @param {IntersectionObserverEntry[]} entries */
  seen(entries) {
    for (const { target, isIntersecting } of entries) {
      const scenario = this.waiting.get(target);
      if (!isIntersecting || !scenario) continue;
      this.waiting.delete(target);
      this.watcher.unobserve(target);
      this.queue.push([target, scenario]);
    }
    void this.work();
  }

  async work() {
    if (this.busy) return;
    this.busy = true;
    while (this.queue.length && !this.closed) {
      const [frame, scenario] = /** @type {[Element, Scenario]} */ (this.queue.shift());
      await idle();
      await this.paint(frame, scenario).catch(() => frame.classList.add("plain"));
    }
    this.busy = false;
  }

  /** @param {Element} frame @param {Scenario} scenario */
  async paint(frame, scenario) {
    const board = await ask(`/boards/${scenario.id}`);
    const layout = layoutOf(board);
    await idle();
    const image = new Image();
    const address = await groundPicture(layout, document.documentElement.dataset.theme === "dark", true);
    try {
      image.src = address;
      await image.decode();
      await idle();
      const scale = WIDE / layout.width;
      const canvas = /** @type {HTMLCanvasElement} */ (
        h("canvas", { role: "img", "aria-label": `Map of ${scenario.name}` })
      );
      canvas.width = WIDE;
      canvas.height = Math.round(layout.height * scale);
      canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
      if (!this.closed) fill(frame, canvas);
    } finally {
      URL.revokeObjectURL(address);
    }
  }

  close() {
    this.closed = true;
    this.watcher.disconnect();
  }
}
