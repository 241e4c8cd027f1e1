/** Small cards beside what they speak of. One for each layer; Escape and a click elsewhere close them. */

import { h, icon } from "./dom.js";

/** @typedef {{element: HTMLElement, close: () => void, place: () => void}} Popover */

/** Where a card may lie, what it should leave in sight, and what it is about: that before all others. @typedef {{within: DOMRect, clear: DOMRect[], about?: DOMRect[]}} Room */

/** @typedef {{x: number, y: number}} Spot */

const TRIES = 12; // spots that are tried from edge to edge
const AWAY = 16; // so many pixels away are as bad as a counter that is covered
const MOVED = 60; // and so many pixels to move when it grows
const NEAR = 5; // what a spot may cost before the card is made narrower

/** @type {Popover[]} */
const open = [];

/**
 * @param {HTMLElement} content
 * @param {HTMLElement | {x: number, y: number}} anchor an element or a point of the page
 * @param {{label: string, class?: string, onclose?: () => void, gap?: number, modal?: boolean, room?: () => Room | undefined}} how
 * @returns {Popover}
 */
export function popover(content, anchor, how) {
  if (!(how.class ?? "").includes("rule-popover")) closePopovers();
  else for (const each of [...open]) if (each.element.classList.contains("rule-popover")) each.close();
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const element = h(
    "div.popover",
    { class: how.class, role: "dialog", "aria-label": how.label },
    h(
      "button.icon.popover-close",
      { type: "button", "aria-label": "Close", onclick: () => card.close() },
      icon("close"),
    ),
    content,
  );
  // A dialog on top of the page hides what is behind it: a card for it must be inside.
  const host = anchor instanceof HTMLElement ? (anchor.closest("dialog") ?? document.body) : document.body;
  host.append(element);
  /** @type {Spot | null} */
  let lay = null; // where it lay last
  const place = () => {
    const gap = how.gap ?? 10;
    const box =
      anchor instanceof HTMLElement ? anchor.getBoundingClientRect() : new DOMRect(anchor.x, anchor.y, 0, 0);
    element.classList.remove("narrow");
    element.style.maxHeight = "";
    const own = element.getBoundingClientRect();
    const wide = document.documentElement.clientWidth;
    const high = document.documentElement.clientHeight;
    const room = how.room?.();
    let free = room ? freest(room, box, own, gap, lay) : null;
    if (room && (!free || free.cost > NEAR)) {
      element.classList.add("narrow");
      element.style.maxHeight = `${room.within.height}px`;
      const close = freest(room, box, element.getBoundingClientRect(), gap, lay);
      if (close && (!free || close.cost < free.cost)) free = close;
      else element.classList.remove("narrow");
    }
    if (free) {
      if (content.childElementCount) lay = free;
      element.style.left = `${Math.round(free.x)}px`;
      element.style.top = `${Math.round(free.y)}px`;
      return;
    }
    let x = box.right + gap;
    if (x + own.width > wide - 8) x = box.left - gap - own.width;
    if (x < 8) x = Math.max(8, Math.min(wide - own.width - 8, box.left + box.width / 2 - own.width / 2));
    let y = box.top + box.height / 2 - Math.min(own.height / 2, 60);
    const beside = x >= box.right || x + own.width <= box.left;
    if (!beside) y = box.bottom + gap + own.height < high ? box.bottom + gap : box.top - gap - own.height;
    y = Math.max(8, Math.min(high - own.height - 8, y));
    element.style.left = `${Math.round(x)}px`;
    element.style.top = `${Math.round(y)}px`;
  };
  /** @type {Popover} */
  const card = {
    element,
    place,
    close() {
      const at = open.indexOf(card);
      if (at < 0) return;
      open.splice(at, 1);
      const within = element.contains(document.activeElement);
      element.remove();
      if (within && before?.isConnected) before.focus({ preventScroll: true });
      how.onclose?.();
    },
  };
  open.push(card);
  place();
  return card;
}

/**
 * The spot in the room where a card hides least, beside what it speaks of, and near where it lay before. None: the room
 * is too small.
 * @param {Room} room @param {DOMRect} box @param {DOMRect} own @param {number} gap @param {Spot | null} before
 * @returns {(Spot & {cost: number}) | null}
 */
function freest({ within, clear, about = [] }, box, own, gap, before) {
  const [last, lowest] = [within.right - own.width, within.bottom - own.height];
  if (last < within.left || lowest < within.top) return null;
  const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  const [left, top] = [middle.x - own.width / 2, middle.y - own.height / 2];
  const tries = [
    ...(before ? [before] : []),
    { x: box.right + gap, y: top },
    { x: box.left - gap - own.width, y: top },
    { x: left, y: box.bottom + gap },
    { x: left, y: box.top - gap - own.height },
  ].map(({ x, y }) => ({
    x: Math.max(within.left, Math.min(last, x)),
    y: Math.max(within.top, Math.min(lowest, y)),
  }));
  for (let i = 0; i <= TRIES; i++)
    for (let j = 0; j <= TRIES; j++)
      tries.push({
        x: within.left + ((last - within.left) * i) / TRIES,
        y: within.top + ((lowest - within.top) * j) / TRIES,
      });
  const cost = (/** @type {Spot} */ at) => {
    const over = (/** @type {DOMRect} */ each) =>
      at.x < each.right && at.x + own.width > each.left && at.y < each.bottom && at.y + own.height > each.top;
    // What it speaks of comes before all others, and then those who are in it.
    const covered = clear.filter(over).length + about.filter(over).length * 20 + (over(box) ? 100 : 0);
    const away = Math.hypot(
      Math.max(0, at.x - box.right, box.left - at.x - own.width),
      Math.max(0, at.y - box.bottom, box.top - at.y - own.height),
    );
    const moved = before ? Math.hypot(at.x - before.x, at.y - before.y) : 0;
    const central = Math.hypot(at.x + own.width / 2 - middle.x, at.y + own.height / 2 - middle.y);
    return covered + away / AWAY + moved / MOVED + central / 10_000;
  };
  return tries.map((at) => ({ ...at, cost: cost(at) })).reduce((best, each) => (each.cost < best.cost ? each : best));
}

export function closePopovers() {
  for (const card of [...open]) card.close();
}

/** Close the topmost card. @returns {boolean} whether there was one */
export function closeTop() {
  const card = open[open.length - 1];
  card?.close();
  return Boolean(card);
}

export function anyPopover() {
  return open.length > 0;
}

document.addEventListener(
  "pointerdown",
  (event) => {
    if (!open.length) return;
    const target = /** @type {Element} */ (event.target);
    if (target.closest(".popover") || target.closest("[data-rule]")) return;
    closePopovers();
  },
  true,
);

let bread = 0;

/**
 * A short message that goes away by itself.
 * @param {(string | Node | null)[]} content @param {"plain" | "bad" | "good"} [tone]
 */
export function toast(content, tone = "plain") {
  let host = document.getElementById("toasts");
  if (!host) {
    host = h("div", { id: "toasts", role: "status", "aria-live": "polite" });
    document.body.append(host);
  }
  const note = h("div.toast", { class: tone }, content);
  host.replaceChildren(note);
  clearTimeout(bread);
  const words = note.textContent?.length ?? 0;
  const choice = note.querySelector("button") ? 12_000 : 0; // one needs time to get there
  bread = window.setTimeout(() => note.remove(), 2600 + 45 * words + choice);
  note.addEventListener("click", (event) => {
    if (event.target === note) note.remove();
  });
}

/** A refusal is of no more use when something else is asked. */
export function forgetRefusals() {
  document.querySelector("#toasts .bad")?.remove();
}
