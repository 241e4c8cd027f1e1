/** When a player wants to be asked out of his turn: set at any time. The words are the game's. */

import { dialog, h, icon } from "../dom.js";
import { titled } from "../rulebook/rules.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Wish} Wish */
/** @typedef {import("../battle/screen.js").BattleScreen} BattleScreen */

/** A button that opens the wishes, where there are any. @param {View} view @param {BattleScreen} screen */
export function wishesButton(view, screen) {
  if (!view.wishes?.length) return null;
  return h(
    "button.wishes-button",
    { type: "button", title: "When am I asked?", onclick: () => wishesDialog(screen) },
    icon("bell"),
    h("span.wishes-word", null, "When am I asked?"),
  );
}

/** @param {BattleScreen} screen */
export function wishesDialog(screen) {
  const wishes = screen.view?.wishes ?? [];
  dialog("When am I asked?", [
    h("p.quiet", null, "You can change this at any time. Nobody else sees it."),
    company(screen) ? h("p.quiet", null, "You are asked when all are asked. Your wish then answers for you, a few seconds later, as if it were you.") : null,
    ...wishes.map((wish) => row(wish, screen)),
  ]);
}

/** Whether several persons play, each at a screen of his own. @param {BattleScreen} screen */
function company({ info }) {
  return !info?.hot_seat && Object.values(info?.seats ?? {}).filter((kind) => kind === "person").length > 1;
}

/** One kind of moment with its choices, and what the chosen one means. @param {Wish} wish @param {BattleScreen} screen */
function row(wish, screen) {
  const meaning = h("p.wish-meaning", { "aria-live": "polite" });
  const show = (/** @type {string | undefined} */ text) => {
    meaning.textContent = text ?? "";
    meaning.hidden = !text;
  };
  show(wish.options.find((option) => option.now)?.text);
  return h(
    "fieldset.radios.wish",
    null,
    titled("legend", wish.name, wish.rule),
    h(
      "div.segments",
      null,
      wish.options.map((option) =>
        h(
          "label",
          null,
          h("input", {
            type: "radio",
            name: `wish-${wish.kind}`,
            value: option.choice.to,
            checked: option.now,
            onchange: () => {
              screen.wish(option.choice);
              show(option.text);
            },
          }),
          h("span", null, option.label),
        ),
      ),
    ),
    meaning,
  );
}
