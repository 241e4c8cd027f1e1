/** A field with a button, and a line for what went wrong. */

import { h } from "../dom.js";

/** @param {string} label @param {string} word @param {string} value @param {(text: string) => Promise<void>} act @param {Record<string, any>} [more] */
export function form(label, word, value, act, more = {}) {
  const field = /** @type {HTMLInputElement} */ (
    h("input", { type: "text", value, "aria-label": label, autocomplete: "off", spellcheck: "false", ...more })
  );
  const problem = h("p.problem", { role: "alert" });
  return h(
    "form.one-field",
    {
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        problem.textContent = "";
        try {
          await act(field.value);
        } catch (error) {
          problem.textContent = /** @type {Error} */ (error).message;
        }
      },
    },
    h("label.field", null, h("span", null, label), field),
    h("button.primary", { type: "submit" }, word),
    problem,
  );
}
