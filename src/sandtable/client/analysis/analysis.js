/** After a battle: who was winning when, skill told apart from luck, and the moments that mattered. */

import { Curve, curveTable } from "./curve.js";
import { fill, h } from "../dom.js";
import { ask } from "../wire/net.js";

/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("../battle/screen.js").BattleScreen} BattleScreen */

const AGAIN = 1000; // milliseconds between two questions

/** What is known of this battle, again and again until it is all; stops when `wanted` says no. @param {string} token @param {() => boolean} wanted @param {(report: {state: string, error: string, analysis: Analysis | null}) => void} show */
export async function follow(token, wanted, show) {
  for (;;) {
    const report = await ask(`/seat/${token}/analysis`);
    if (!wanted()) return;
    show(report);
    if (report.state !== "waiting" && report.state !== "running") return;
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
    if (!wanted()) return;
  }
}

/** The side whose chances are shown first: one's own. @param {Analysis} found @param {BattleScreen} screen */
export function ownSide(found, screen) {
  const seat = screen.view?.seats.find((each) => each.id === screen.info?.seat);
  return Math.max(0, found.sides.indexOf(seat?.side ?? ""));
}

/** A part of a page about what decided the battle. @param {BattleScreen} screen @param {(state: number) => void} go */
export function analysisPanel(screen, go) {
  const head = h("div.curve-head", null, h("h3", null, "Who was winning"));
  const picture = h("div.curve-place");
  const words = h("div.curve-words", { "aria-live": "polite" }, h("p.quiet", null, "Looking at the battle …"));
  const panel = h("section.analysis", { "aria-label": "Who was winning" }, head, picture, words);
  /** @type {Analysis | null} */
  let found = null;
  let side = 0;
  const draw = () => {
    if (!found) return;
    const shown = found;
    fill(picture, new Curve(shown, screen.sideColour(shown.sides[side]), side, go).element, curveTable(shown, go));
    const choices = shown.names.map((name, i) =>
      h(
        "button",
        {
          type: "button",
          "aria-pressed": String(i === side),
          onclick: () => {
            side = i;
            draw();
          },
        },
        name,
      ),
    );
    fill(head, h("h3", null, "Who was winning"), h("div.choices", { role: "group", "aria-label": "Chances of" }, choices));
  };
  follow(
    screen.token,
    () => panel.isConnected,
    (report) => {
      if (report.analysis && !found) {
        found = report.analysis;
        side = ownSide(found, screen);
        draw();
      }
      fill(words, report.state === "failed" ? h("p.bad", null, report.error) : told(report.analysis, go));
    },
  ).catch((error) => fill(words, h("p.bad", null, error.message)));
  return panel;
}

/** What was found, in words; before that how far it is. @param {Analysis | null} found @param {(state: number) => void} go */
function told(found, go) {
  if (!found) return h("p.quiet", null, "Looking at the battle …");
  const fitted = h("p.quiet", null, found.fitted);
  if (!found.complete)
    return [
      h("p.quiet", null, `Skill and luck: ${found.done} of ${found.of} choices looked at. `, h("progress", { max: found.of, value: found.done, "aria-label": "Choices looked at" })),
      fitted,
    ];
  return [
    found.sentences.map((sentence) => h("p", null, sentence)),
    h(
      "table.accounts",
      null,
      h("caption", null, "What each side gained and lost, in hundredths of a win"),
      h("thead", null, h("tr", null, ["Side", "Decisions", "Dice", "The model"].map((name) => h("th", { scope: "col" }, name)))),
      h(
        "tbody",
        null,
        found.accounts.map((each) =>
          h("tr", null, h("th", { scope: "row" }, each.name), [each.choice, each.dice, each.rest].map((value) => h("td", null, signed(value)))),
        ),
      ),
    ),
    found.turnings.length ? h("h3", null, "Moments that mattered") : null,
    found.turnings.length
      ? h(
          "ol.turnings",
          null,
          found.turnings.map((each) =>
            h("li", { class: each.kind }, each.text, " ", h("button.link", { type: "button", onclick: () => go(each.state) }, "Go there")),
          ),
        )
      : null,
    fitted,
  ];
}

/** @param {number} value */
function signed(value) {
  const number = Math.round(100 * value);
  return number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0";
}
