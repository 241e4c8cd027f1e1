/** When a player wants to be asked out of his turn: set at any time. The words are the game's, and say who is told. */

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
  const kinds = screen.info && !screen.info.hot_seat ? Object.values(screen.info.seats) : [];
  const company = kinds.filter((kind) => kind === "person").length > 1;
  const told = company && wishes.some((wish) => whatIsTold(wish).length);
  dialog("When am I asked?", [
    h("p.quiet", null, `You can change this at any time. Nobody else sees it${told ? ", except where it says that the others are told" : ""}.`),
    ...wishes.map((wish) => row(wish, screen, company)),
  ]);
}

/** What makes the others wait, so that they are told of it. @param {Wish} wish */
function whatIsTold(wish) {
  return wish.options.filter((option) => option.told).map((option) => option.label);
}

/** One kind of moment with its choices, and what the chosen one means. @param {Wish} wish @param {BattleScreen} screen @param {boolean} company */
function row(wish, screen, company) {
  const told = company ? whatIsTold(wish) : [];
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
    told.length ? h("p.wish-told", null, `With “${told.join("” or “")}” the others wait for you, so they are told.`) : null,
  );
}
