/** Small hands for the document: elements, SVG, escaping, dialogs. */

import { place } from "./focus.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {string | number | Node | null | undefined | false | Child[]} Child */

/**
 * An HTML element: h("button.primary", {onclick, "aria-label": "…"}, "words").
 * @param {string} tag with classes after dots
 * @param {Record<string, any> | null} [attributes]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name || "div");
  if (classes.length) element.className = classes.join(" ");
  dress(element, attributes);
  append(element, children);
  return element;
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Record<string, any> | null} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function s(tag, attributes, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElementNS(SVG, name);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  dress(element, attributes);
  append(element, children);
  return element;
}

/**
 * @param {Element} element
 * @param {Record<string, any> | null | undefined} attributes
 */
function dress(element, attributes) {
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || (value === false && !key.startsWith("aria-"))) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "class")
      element.setAttribute("class", [element.getAttribute("class"), value].filter(Boolean).join(" "));
    else if (value === true && !key.startsWith("aria-")) element.setAttribute(key, "");
    else if (key in element && (key === "value" || key === "checked" || key === "disabled" || key === "selected"))
      /** @type {any} */ (element)[key] = value;
    else element.setAttribute(key, String(value));
  }
}

/**
 * @param {Element} element
 * @param {Child[]} children
 */
export function append(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(element, child);
    else element.append(typeof child === "number" ? String(child) : child);
  }
}

/**
 * Replace everything in an element.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/**
 * The element with this id; it is in index.html or was made before.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element #${id}`);
  return found;
}

/**
 * A drawing from text of our own making (never from a server or a user).
 * @param {string} markup
 * @returns {SVGElement}
 */
export function drawing(markup) {
  const host = document.createElementNS(SVG, "g");
  host.innerHTML = markup;
  return host;
}

/** @param {string} text */
export function escape(text) {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A number without a tail of decimals, for paths. @param {number} value */
export function r1(value) {
  return Math.round(value * 10) / 10;
}

/** How one returns to what opened a dialog. @type {WeakMap<Element, () => void>} */
const returns = new WeakMap();

/**
 * A dialog in the middle of the page. Closes by its button, Escape or a click beside it.
 * @param {string} title
 * @param {Child[]} content
 * @param {{wide?: boolean, onclose?: () => void, class?: string}} [how]
 * @returns {HTMLDialogElement}
 */
export function dialog(title, content, how = {}) {
  const close = h(
    "button.icon",
    { "aria-label": "Close", type: "button", onclick: () => box.close() },
    icon("close"),
  );
  const box = /** @type {HTMLDialogElement} */ (
    h(
      "dialog.dialog",
      { class: [how.wide ? "wide" : "", how.class ?? ""].join(" "), "aria-label": title },
      h("header", null, h("h2", null, title), close),
      h("div.dialog-body", null, content),
    )
  );
  box.addEventListener("click", (event) => {
    if (event.target === box) box.close();
  });
  const opener = document.activeElement;
  const part = opener?.closest("section, [role=tabpanel], dialog");
  const there = part ? place(part) : null;
  const outer = returns.get(/** @type {Element} */ (opener?.closest("dialog")));
  const back = () => {
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    else if (part?.isConnected) there?.(); // what opened it was drawn anew meanwhile
    else outer?.(); // it was a dialog that has gone before this one
  };
  returns.set(box, back);
  box.addEventListener("close", () => {
    box.remove();
    if (document.activeElement === document.body) back();
    how.onclose?.();
  });
  document.body.append(box);
  box.showModal();
  const body = /** @type {HTMLElement} */ (box.querySelector(".dialog-body"));
  if (body.scrollHeight > body.clientHeight) body.tabIndex = 0; // it is scrolled by keys, too
  return box;
}

/** Own small icons, 24 by 24, drawn with the text colour. @type {Record<string, string>} */
const ICONS = {
  close: "M6 6 18 18M18 6 6 18",
  menu: "M4 7h16M4 12h16M4 17h16",
  undo: "M9 7 4 12l5 5M4.5 12H14a5 5 0 0 1 0 10h-2",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6",
  bell: "M6 17V11a6 6 0 0 1 12 0v6l1.500 1.500h-15ZM10 21h4",
  gear: "M12 8.500a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2",
  help: "M9 9a3 3 0 1 1 4.2 2.800c-.8.4-1.2 1-1.2 1.900v.8M12 18v.5",
  home: "M4 11 12 4l8 7M6 10v10h12V10M10 20v-6h4v6",
  play: "M7 5v14l12-7Z",
  pause: "M8 5v14M16 5v14",
  next: "M6 5v14l9-7ZM18 5v14",
  back: "M18 5v14l-9-7ZM6 5v14",
  nextfar: "M4 6v12l7-6ZM12 6v12l7-6ZM21 6v12",
  backfar: "M20 6v12l-7-6ZM12 6v12l-7-6ZM3 6v12",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.700l-1.3 1.300M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.700l1.3-1.3",
  branch: "M7 4v16M7 14c0-5 10-3 10-9M14 7l3-3 3 3",
  book: "M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3ZM5 17a3 3 0 0 1 3-3h11",
  list: "M9 6h11M9 12h11M9 18h11M4 6h.5M4 12h.5M4 18h.5",
  flag: "M6 21V4M6 4h12l-3 4 3 4H6",
  film: "M4 5h16v14H4ZM8 5v14M16 5v14M4 10h4M4 14h4M16 10h4M16 14h4",
  target: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 1v6M12 17v6M1 12h6M17 12h6",
  check: "M4 12.5 10 18 20 6",
  download: "M12 4v11M7 11l5 5 5-5M4 20h16",
  shield: "M12 3 20 6v6c0 5-4 8-8 9-4-1-8-4-8-9V6Z",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 21c0-5 4-7 8-7s8 2 8 7",
  people:
    "M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M2 20c0-4 3-6 7-6s7 2 7 6M16 5.500a3.5 3.5 0 0 1 0 6.500M18 14.500c2.5.7 4 2.5 4 5.5",
  chip: "M7 7h10v10H7ZM10 2v5M14 2v5M10 17v5M14 17v5M2 10h5M2 14h5M17 10h5M17 14h5",
  world: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c3 3 4 6 4 9s-1 6-4 9c-3-3-4-6-4-9s1-6 4-9",
  star: "M12 3l2.7 6 6.3.6-4.8 4.2 1.5 6.300L12 16.8 6.3 20.100l1.5-6.300L3 9.6 9.3 9Z",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l4 2",
  moon: "M20 14A8.5 8.5 0 0 1 10 4a8.5 8.5 0 1 0 10 10",
  down: "M6 9l6 6 6-6",
  bulb: "M9 18h6M10 21h4M9 15.500c0-1.500-.7-2.200-1.500-3.100a6 6 0 1 1 9 0c-.8.9-1.500 1.600-1.500 3.100Z",
  ruler: "M3 16 16 3l5 5L8 21ZM7 12l2 2M10 9l3 3M13 6l2 2",
  layers: "M12 3 22 9l-10 6L2 9ZM3 14l9 5.5 9-5.5",
  left: "M9 5 4 10l5 5M4.5 10H14a5 5 0 0 1 5 5v4",
  right: "M15 5l5 5-5 5M19.5 10H10a5 5 0 0 0-5 5v4",
  bend: "M5 20 9 9 15 15 19 4",
  up: "M6 15l6-6 6 6",
  print: "M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7Z",
};

/** Words for whoever has no mouse: fingers tap. @param {string} text */
export function handy(text) {
  if (matchMedia("(hover: hover)").matches) return text;
  return text.replace(/\b([Cc])lick(s?)\b/g, (_, c, s) => `${c === "C" ? "T" : "t"}ap${s}`);
}

/** What goes on below its edge shows that it does, and can be scrolled by keys. @param {HTMLElement} element */
export function fading(element) {
  const look = () => {
    element.classList.toggle("more", element.scrollHeight - element.scrollTop - element.clientHeight > 8);
    element.tabIndex = element.scrollHeight > element.clientHeight + 1 ? 0 : -1;
  };
  element.addEventListener("scroll", look, { passive: true });
  new ResizeObserver(look).observe(element);
}

/**
 * @param {string} name
 * @param {string} [title]
 * @returns {SVGElement}
 */
export function icon(name, title) {
  const path = s("path", { d: ICONS[name] ?? "" });
  const attributes = {
    viewBox: "0 0 24 24",
    width: 20,
    height: 20,
    "aria-hidden": title ? null : "true",
    role: title ? "img" : null,
  };
  return s("svg.icon", attributes, title ? s("title", null, title) : null, path);
}
