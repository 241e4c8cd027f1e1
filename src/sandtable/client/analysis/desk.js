/** Beside the tree: the dice of a choice, which can be set, and how a battle with its variations is shared. */

import { copyRow } from "../battle/about.js";
import { dialog, h, icon } from "../dom.js";
import { toast } from "../popover.js";
import { knownBattles } from "../settings.js";
import { ask } from "../wire/net.js";

/** @typedef {import("../types.js").Twig} Twig */
/** @typedef {import("./whatif.js").WhatIf} WhatIf */

const FEW = 24; // dice that can be set one by one
const LISTED = 60; // faces that fit into a list

/** The dice after a choice: whoever sets one gets the same choice again with it. @param {WhatIf} whatif @param {Twig} twig */
export function diceOf(whatif, twig) {
  const dice = whatif.seen?.dice ?? [];
  if (!dice.length) return null;
  const again = (/** @type {number} */ place, /** @type {number} */ value) =>
    void whatif.reroll(twig, [...dice.slice(0, place).map((die) => die.value), value]);
  return h(
    "details.whatif-dice",
    null,
    h("summary", null, `Dice and draws after this choice: ${dice.length}`),
    h("p.quiet", null, "Set one, and the choice is made again with it as another variation; what comes after it is fresh."),
    h(
      "ol",
      null,
      dice.slice(0, FEW).map((die, place) =>
        h(
          "li",
          null,
          h(
            "label",
            null,
            h("span", null, die.why),
            die.sides <= LISTED
              ? h(
                  "select",
                  { disabled: !whatif.writes, onchange: (/** @type {Event} */ event) => again(place, Number(/** @type {HTMLSelectElement} */ (event.target).value)) },
                  Array.from({ length: die.sides }, (_, i) => h("option", { value: i + 1, selected: i + 1 === die.value }, String(i + 1))),
                )
              : h("b", null, String(die.value)),
          ),
        ),
      ),
    ),
    whatif.writes ? h("button.small", { type: "button", onclick: () => void whatif.reroll(twig, []) }, "Throw again") : null,
  );
}

/** Links and files. @param {WhatIf} whatif */
export function sharing(whatif) {
  return h(
    "div.buttons.whatif-share",
    null,
    h("button.small", { type: "button", onclick: () => void link(whatif) }, icon("link"), "Share a link"),
    h("a.button.small", { href: `/api/seat/${whatif.token}/study/file`, download: "" }, icon("download"), "Save as a file"),
    whatif.writes ? null : h("button.small.primary", { type: "button", onclick: () => void copy(whatif) }, icon("branch"), "Take a copy of your own"),
  );
}

/** @param {WhatIf} whatif */
async function link(whatif) {
  const { screen } = whatif;
  const { info } = screen;
  try {
    const own = info?.seat === "" ? screen.token : knownBattles().find((each) => each.battle === info?.battle)?.spectator;
    const spectator = own || (await ask(`/battles/${info?.battle}/watch`, {})).spectator;
    const at = whatif.on && whatif.twig ? `#line=${whatif.twig}` : `#at=${whatif.moment}`;
    dialog("A link to this", [
      h("p", null, "Anyone who opens it sees the battle with its notes and variations, and nothing can be changed by it."),
      copyRow("Link", `${location.origin}/b/${spectator}${at}`),
    ]);
  } catch (error) {
    toast([/** @type {Error} */ (error).message], "bad");
  }
}

/** @param {WhatIf} whatif */
async function copy(whatif) {
  try {
    const file = await fetch(`/api/seat/${whatif.token}/study/file`);
    await bring(await file.json(), whatif.screen.info?.title ?? "");
  } catch (error) {
    toast([/** @type {Error} */ (error).message], "bad");
  }
}

/** Open a file: a battle of one's own. @param {any} content @param {string} title */
export async function bring(content, title) {
  const made = await ask("/studies", content);
  arrived(made, title || content?.title || "");
}

/** A battle with notes has come in. @param {import("../types.js").Made} made @param {string} title */
export function arrived(made, title) {
  const own = Object.keys(made.seats);
  dispatchEvent(new CustomEvent("sandtable:made", { detail: { made, title, scenario: "", own, hot: false, studied: true } }));
}
