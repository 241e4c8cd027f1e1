/** The end: who won and why, what it cost, and how the dice fell. */

import { analysisPanel } from "../analysis/analysis.js";
import { ask } from "../wire/net.js";
import { askAgain } from "../people/me.js";
import { dialog, fill, h, icon } from "../dom.js";
import { keepLevel, levelAbout, levelName, newcomer, nextLevel } from "../lobby/levels.js";
import { toast } from "../popover.js";
import { ruleLink } from "../rulebook/rules.js";
import { capital } from "../settings.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("./screen.js").BattleScreen} BattleScreen */

/** @param {BattleScreen} screen */
export function endDialog(screen) {
  const view = screen.seats.get(screen.seat)?.view ?? screen.view;
  if (!view?.result || document.querySelector("dialog.end")) return;
  const verified = h("div.verified", { role: "status" });
  const { info } = screen;
  const { result } = view;
  const colour = result.winner ? screen.sideColour(result.winner) : "";
  const box = dialog(
    "The battle is over",
    [
      h(
        "div.end-head",
        { class: `side-${colour}` },
        h("h2", null, screen.resultTitle(view)),
        h("p", null, capital(result.reason), ". ", ruleLink(result.rule)),
      ),
      view.decided?.length
        ? h(
            "section.decided",
            null,
            h("h3", null, "What decided it"),
            view.decided.map((sentence) => h("p", null, sentence)),
          )
        : null,
      screen.info?.over
        ? analysisPanel(
            screen,
            (state) => {
              box.close();
              void screen.replay.open(state);
            },
            (found, side) => {
              box.close();
              screen.showTab("analysis");
              screen.whatif.learn.begin(side, found);
            },
          )
        : null,
      proposal(screen, view),
      h("div.end-grid", null, losses(view, screen), h("section.luck", null, luckOf(view, screen))),
      h(
        "div.buttons.end-buttons",
        null,
        h(
          "button.primary",
          {
            type: "button",
            onclick: () => {
              box.close();
              void screen.replay.open(0);
            },
          },
          icon("film"),
          "Watch the replay",
        ),
        info
          ? [
              h("button", { type: "button", onclick: () => void rematch(screen, false) }, icon("branch"), "Rematch"),
              h(
                "button",
                { type: "button", onclick: () => void rematch(screen, true) },
                icon("people"),
                "Swap sides",
              ),
            ]
          : null,
        h("button", { type: "button", onclick: () => box.close() }, "Look at the board"),
        h("a.button", { href: "/" }, "All battles"),
      ),
      h(
        "section.proof",
        null,
        h("h3", null, icon("shield"), "Proof of fair play"),
        info?.seed_digest
          ? h(
              "dl.facts",
              null,
              h(
                "div",
                null,
                h("dt", null, "Digest, published before the first roll"),
                h("dd.mono", null, info.seed_digest),
              ),
              h(
                "div",
                null,
                h("dt", null, info.seed_chosen ? "Seed (chosen by a player)" : "Seed"),
                h("dd.mono", null, info.seed ?? "not revealed yet"),
              ),
            )
          : null,
        info?.fork_of
          ? h("p.quiet", null, "This battle was continued from another one and shares its first dice.")
          : null,
        h(
          "div.buttons",
          null,
          h(
            "button.verify",
            { type: "button", onclick: () => void verify(screen, verified) },
            icon("check"),
            "Verify every draw and choice",
          ),
          h(
            "a.button",
            { href: `/api/seat/${screen.token}/journal`, download: "" },
            icon("download"),
            "Download the journal",
          ),
        ),
        verified,
      ),
    ],
    { wide: true, class: "end" },
  );
}

/** Whom to meet next, after a battle of one's own against a computer player. @param {BattleScreen} screen @param {View} view */
function proposal(screen, view) {
  const { info } = screen;
  const level = met(screen);
  if (!info || !level || !view.result) return null;
  const { winner } = view.result;
  const own = view.seats.find((seat) => seat.id === info.seat)?.side ?? info.seat;
  // Who was led to the end has still to meet the first of them.
  const next = info.guided ? newcomer() : nextLevel(level, winner ? (winner === own ? "won" : "lost") : "drawn");
  if (!info.guided) keepLevel(next);
  const larger = winner === own ? info.next : null; // after the guided battle
  const words = larger
    ? `The ${levelName(level)} was part of the lesson. You know the game now: play a larger battle without a guide, ${larger.name}. Begin with the ${levelName(next)}`
    : info.guided
      ? `The ${levelName(level)} was part of the lesson: his dice and his first moves were written down. Now play the same field without a guide. Begin with the ${levelName(next)}`
    : next === level
      ? `Meet the ${levelName(level)} again`
      : winner === own
        ? `You beat the ${levelName(level)}. Meet the ${levelName(next)} next`
        : `The ${levelName(level)} was too strong today. Try the ${levelName(next)}`;
  return h(
    "section.next-level",
    null,
    h("h3", null, "The next battle"),
    h("p", null, words, ". ", h("span.quiet", null, levelAbout(next))),
    h(
      "button",
      { type: "button", onclick: () => void rematch(screen, false, next, larger) },
      icon("chip"),
      larger ? `Play ${larger.name}` : `Play the ${levelName(next)}`,
    ),
  );
}

/** The computer player that one met alone, if it was so. @param {BattleScreen} screen */
function met(screen) {
  const { info } = screen;
  if (!info?.seat || info.hot_seat) return "";
  const others = Object.entries(info.seats).filter(([seat]) => seat !== info.seat);
  const kinds = new Set(others.map(([, kind]) => kind));
  return kinds.size === 1 && !kinds.has("person") ? others[0][1] : "";
}

/**
 * The same battle with other dice; with swapped sides everybody sits one chair further.
 * @param {BattleScreen} screen @param {boolean} swap @param {string} [level] of the computer players, where it is another
 * @param {{scenario: string, name: string} | null} [other] another battle with the same seats
 */
async function rematch(screen, swap, level, other) {
  const { info, view } = screen;
  if (!info || !view) return;
  const chairs = Object.keys(info.seats);
  const next = (/** @type {string} */ seat) => (swap ? chairs[(chairs.indexOf(seat) + 1) % chairs.length] : seat);
  const seats = Object.fromEntries(
    chairs.map((seat) => [next(seat), level && info.seats[seat] !== "person" ? level : info.seats[seat]]),
  );
  const own = [...screen.seats.keys()].filter((seat) => seat).map(next);
  try {
    const where = info.hot_seat ? "" : await askAgain(info, swap);
    if (where) {
      dispatchEvent(new CustomEvent("sandtable:go", { detail: where }));
      return;
    }
    const made = await ask("/battles", {
      scenario: other?.scenario ?? info.scenario,
      seats,
      ...(info.hot_seat ? { hot_seat: true } : {}),
      ...(info.gives_up ? { gives_up: true } : {}),
      ...(info.all_asked ? { all_asked: true } : {}),
    });
    const names = Object.fromEntries(view.seats.map((seat) => [seat.id, seat.name]));
    const detail = { made, title: other?.name ?? info.title, scenario: other?.scenario ?? info.scenario, own, hot: info.hot_seat, names };
    dispatchEvent(new CustomEvent("sandtable:made", { detail }));
  } catch (error) {
    toast([/** @type {Error} */ (error).message], "bad");
  }
}

/** @param {BattleScreen} screen @param {HTMLElement} verified */
async function verify(screen, verified) {
  fill(verified, h("p.quiet", null, "Replaying the whole battle …"));
  try {
    const answer = await ask(`/seat/${screen.token}/verify`);
    fill(
      verified,
      h(
        "p.verdict",
        { class: answer.ok ? "good" : "bad" },
        icon(answer.ok ? "check" : "close"),
        answer.sentence,
        answer.ok || !answer.line ? "" : ` (line ${answer.line})`,
      ),
    );
  } catch (error) {
    fill(verified, h("p.verdict.bad", null, /** @type {Error} */ (error).message));
  }
}

/** What was lost, in words: where nobody has more than one step, only how many.
 * @param {number} steps lost @param {number} full @param {number} gone @param {number} all @param {number} weak @param {string} word */
function lossWords(steps, full, gone, all, weak, word) {
  if (full === all) return `${gone} of ${all} lost`;
  return `${steps} of ${full} ${word}s lost · ${gone} of ${all} destroyed · ${weak} reduced`;
}

/** Steps and pieces lost by each side. @param {View} view @param {BattleScreen} screen */
function losses(view, screen) {
  const sides = [...new Set(view.seats.map((seat) => seat.side))];
  return h(
    "section.losses",
    null,
    h("h3", null, "Losses"),
    sides.map((side) => {
      const own = (view.pieces ?? []).filter(
        (piece) => piece.side === side && (piece.full_steps ?? 0) > 0 && !piece.minor,
      );
      const full = own.reduce((sum, piece) => sum + (piece.full_steps ?? 0), 0);
      const left = own.reduce((sum, piece) => sum + (piece.steps ?? 0), 0);
      const gone = own.filter((piece) => !piece.steps);
      const weak = own.filter((piece) => piece.steps && piece.steps < (piece.full_steps ?? 0));
      const part = full ? (100 * (full - left)) / full : 0;
      return h(
        "div.loss",
        { class: `side-${screen.sideColour(side)}` },
        h("h4", null, h("i.side-dot"), screen.sideName(side)),
        h(
          "div.loss-bar",
          { role: "img", "aria-label": lossWords(full - left, full, gone.length, own.length, weak.length, view.step_word ?? "step") },
          h("span", { style: `width:${part}%` }),
        ),
        h("p", null, lossWords(full - left, full, gone.length, own.length, weak.length, view.step_word ?? "step")),
        // Men are remembered by their names, counters by their faces.
        gone.some((piece) => piece.art === "soldier" || piece.art === "leader")
          ? h("p.quiet", null, gone.map((piece) => piece.name).join(", "))
          : h(
              "div.force-row",
              null,
              gone.map((piece) =>
                h(
                  "span.mini.lost",
                  { title: piece.name },
                  screen.counterPicture({ ...piece, steps: 0, markers: [] }, 44),
                ),
              ),
            ),
      );
    }),
  );
}

/** How far the dice were from what was to be expected. @param {View} view @param {BattleScreen} screen */
function luckOf(view, screen) {
  const flips = (view.log ?? []).some((line) => line.shows === "flip");
  const rows = (view.luck ?? []).map((luck) => {
    const dice = luck.dice ?? 0;
    const away = luck.deviation ?? 0;
    const place = Math.max(2, Math.min(98, 50 + away * 16));
    return h(
      "div.loss",
      { class: `side-${screen.sideColour(luck.side)}` },
      h("h4", null, h("i.side-dot"), screen.sideName(luck.side), dice ? h("small", null, luckWord(away)) : null),
      dice
        ? [
            h(
              "div.luck-bar",
              { role: "img", "aria-label": seldom(away) },
              h("i.mean"),
              h("b", { style: `left:${place}%` }),
            ),
            h(
              "p",
              null,
              `${dice} dice had to reach a number: ${luck.hits ?? 0} did, and ${(luck.expected ?? 0).toFixed(1)} were expected. ${seldom(away)}`,
            ),
          ]
        : h("p.quiet", null, "High numbers help in some places and hurt in others, so there is no single measure of luck here."),
      luck.draws ? h("p", null, luck.draws) : null,
      luck.summed
        ? h(
            "p.quiet",
            null,
            `${luck.summed} ${dice ? "other " : ""}${flips ? (luck.summed === 1 ? "number was flipped" : "numbers were flipped") : luck.summed === 1 ? "die was added up" : "dice were added up"}: ${(luck.average ?? 0).toFixed(2)} ${flips ? "each" : "a die"}, and ${(luck.usual ?? 0).toFixed(2)} is usual.`,
          )
        : null,
    );
  });
  return rows.length ? [h("h3", null, "Luck"), ...rows] : null;
}

/** How seldom luck is so far from the mean. @param {number} away in standard deviations */
function seldom(away) {
  const far = Math.abs(away);
  if (far <= 1) return "That is about what one would expect.";
  // The tail of the bell curve, near enough for words (Abramowitz and Stegun 26.2.17).
  const t = 1 / (1 + 0.2316419 * far);
  const tail =
    0.3989423 * Math.exp((-far * far) / 2) * t * (0.3193815 + t * (-0.3565638 + t * (1.781478 + t * (-1.821256 + t * 1.330274))));
  const one = Math.round(1 / tail);
  return `Such ${away > 0 ? "good" : "bad"} luck, or ${away > 0 ? "better" : "worse"}, comes about once in ${one > 1000 ? "more than 1000" : one} battles.`;
}

/** @param {number} away in standard deviations */
function luckWord(away) {
  if (away > 2) return "blessed";
  if (away > 1) return "lucky";
  if (away < -2) return "cursed";
  if (away < -1) return "unlucky";
  return "as expected";
}
