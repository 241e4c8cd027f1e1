/** Small cards beside what they speak of. One for each layer; Escape and a click elsewhere close them. */

import { h, icon } from "./dom.js";

/** @typedef {{element: HTMLElement, close: () => void, place: () => void}} Popover */

/** @type {Popover[]} */
const open = [];

/**
 * @param {HTMLElement} content
 * @param {HTMLElement | {x: number, y: number}} anchor an element or a point of the page
 * @param {{label: string, class?: string, onclose?: () => void, gap?: number, modal?: boolean}} how
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
  const place = () => {
    const gap = how.gap ?? 10;
    const box =
      anchor instanceof HTMLElement ? anchor.getBoundingClientRect() : new DOMRect(anchor.x, anchor.y, 0, 0);
    const own = element.getBoundingClientRect();
    const wide = document.documentElement.clientWidth;
    const high = document.documentElement.clientHeight;
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
  bread = window.setTimeout(() => note.remove(), 2600 + 45 * words);
  note.addEventListener("click", (event) => {
    if (event.target === note) note.remove();
  });
}

/** A refusal is of no more use when something else is asked. */
export function forgetRefusals() {
  document.querySelector("#toasts .bad")?.remove();
}
