/** After a battle: who was winning when, skill told apart from luck, and the moments that mattered. */

import { Curve, curveTable } from "./curve.js";
import { fill, h, icon } from "../dom.js";
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

/** Skill and luck in sentences; said to whoever played. @param {Analysis} found @param {BattleScreen} screen */
export function accountsOf(found, screen) {
  const seat = screen.view?.seats.find((each) => each.id === screen.info?.seat);
  const own = found.sides.indexOf(seat?.side ?? "");
  const told = found.sentences.map((sentence, i) => (i === own && found.yours?.[i]) || sentence);
  return (own > 0 ? told.reverse() : told).map((sentence) => h("p", null, sentence));
}

/** A part of a page about what decided the battle. @param {BattleScreen} screen @param {(state: number) => void} go @param {(found: Analysis, side: string) => void} learn */
export function analysisPanel(screen, go, learn) {
  const head = h("div.curve-head", null, h("h3", null, "Who was winning"));
  const picture = h("div.curve-place");
  const words = h("div.curve-words", { "aria-live": "polite", "aria-busy": "true" }, h("p.quiet", null, "Looking at the battle …"));
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
      if (report.analysis && (!found || report.analysis.complete)) {
        if (!found) side = ownSide(report.analysis, screen);
        found = report.analysis;
        draw(); // the band is drawn anew when all is known
      }
      words.setAttribute("aria-busy", String(report.state === "waiting" || report.state === "running")); // progress is not read out
      fill(words, report.state === "failed" ? h("p.bad", null, report.error) : told(report.analysis, screen, go, learn));
    },
  ).catch((error) => fill(words, h("p.bad", null, error.message)));
  return panel;
}

/** What was found, in words; before that how far it is. @param {Analysis | null} found @param {BattleScreen} screen @param {(state: number) => void} go @param {(found: Analysis, side: string) => void} learn */
function told(found, screen, go, learn) {
  if (!found) return h("p.quiet", null, "Looking at the battle …");
  const fitted = h("p.quiet", null, found.fitted);
  if (!found.complete)
    return [
      h("p.quiet", null, `Skill and luck: ${found.done} of ${found.of} choices looked at. `, h("progress", { max: found.of, value: found.done, "aria-label": "Choices looked at" })),
      fitted,
    ];
  return [
    accountsOf(found, screen),
    h(
      "table.accounts",
      null,
      h("caption", null, "What each side gained and lost, in hundredths of a win"),
      h("thead", null, h("tr", null, ["Side", "Decisions", "Dice", "Misjudged"].map((name) => h("th", { scope: "col" }, name)))),
      h(
        "tbody",
        null,
        found.accounts.map((each) =>
          h("tr", null, h("th", { scope: "row" }, each.name), [each.choice, each.dice, each.rest].map((value) => h("td", null, signed(value)))),
        ),
      ),
    ),
    h("p.quiet", null, "Decisions: against the best that could be chosen. Dice: luck. Misjudged: neither; the chances above were wrong by so much and were put right later."),
    found.turnings.length ? h("h3", null, "Moments that mattered") : null,
    found.turnings.length
      ? turningList(found, go)
      : null,
    learnButtons(found, screen, (side) => learn(found, side)),
    fitted,
  ];
}

/** The moments that mattered, each with what it cost. @param {Analysis} found @param {(state: number) => void} go */
export function turningList(found, go) {
  return h(
    "ol.turnings",
    null,
    found.turnings.map((each) =>
      h(
        "li",
        { class: each.kind },
        h("b.turning-kind", null, `${each.kind === "choice" ? "Mistake" : "Dice"} ${signed((each.points ?? 0) / 100)}`),
        each.text,
        " ",
        h("button.link", { type: "button", onclick: () => go(each.state) }, "Go there"),
      ),
    ),
  );
}

/** The mistakes of a side. @param {Analysis | null} found @param {string} side */
export function mistakesOf(found, side) {
  return (found?.turnings ?? []).filter((each) => each.kind === "choice" && each.side === side);
}

/** A button for each side that made mistakes, one's own first; it puts one back before each of them. @param {Analysis} found @param {BattleScreen} screen @param {(side: string) => void} begin */
export function learnButtons(found, screen, begin) {
  const own = screen.view?.seats.find((each) => each.id === screen.info?.seat)?.side;
  const sides = found.sides.map((side, i) => ({ side, whose: side === own ? "your" : `${found.names[i]}’s`, count: mistakesOf(found, side).length }));
  sides.sort((one, other) => Number(other.side === own) - Number(one.side === own));
  return sides
    .filter((each) => each.count)
    .map((each) => h("button.small.learn", { type: "button", onclick: () => begin(each.side) }, icon("bulb"), `Learn from ${each.whose} mistakes (${each.count})`));
}

/** @param {number} value */
function signed(value) {
  const number = Math.round(100 * value);
  return number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0";
}
