/** Whoever works by keys stays where he was, though what he was at is drawn anew. */

const REACHED = "button, input, select, textarea, summary, a[href], [tabindex='0']";

/** What tells one thing from others of its kind: where it stands, and its words. @param {Element} element */
function called(element) {
  const row = element.closest("li")?.querySelector("b")?.textContent ?? "";
  const words = element.getAttribute("aria-label") ?? element.textContent;
  return [element.tagName, row, words, /** @type {HTMLInputElement} */ (element).type === "radio" ? element.getAttribute("value") : ""].join("|");
}

/** @param {Element} host */
function within(host) {
  return /** @type {HTMLElement[]} */ ([...host.querySelectorAll(REACHED)]).filter((each) => each.checkVisibility());
}

/**
 * Where we are in a part of the page.
 * @param {Element} host @param {Element | null} [held]
 * @returns {() => void} be there again: at the same thing, or one of its name, or else at the part
 */
export function place(host, held = document.activeElement) {
  if (!(held instanceof HTMLElement) || held === host || !host.contains(held)) return () => {};
  const before = within(host);
  const name = called(held);
  const number = before.filter((each) => called(each) === name).indexOf(held);
  const caret = held instanceof HTMLInputElement && ["text", "search"].includes(held.type) ? held.selectionStart : null;
  return () => {
    if (held.isConnected && document.activeElement === held) return;
    const after = within(host);
    const same = after.filter((each) => called(each) === name);
    const next = after.includes(held) ? held : (same[number] ?? same.at(-1));
    if (!next) /** @type {HTMLElement} */ (host).tabIndex = -1; // not at another button: Enter, pressed twice, would act
    (next ?? /** @type {HTMLElement} */ (host)).focus({ preventScroll: true });
    if (caret !== null && next instanceof HTMLInputElement && called(next) === name) next.setSelectionRange(caret, caret);
  };
}

/** Draw a part of the page anew and stay where we were in it. @param {Element} host @param {() => void} draw */
export function keepPlace(host, draw) {
  const back = place(host);
  draw();
  back();
}
