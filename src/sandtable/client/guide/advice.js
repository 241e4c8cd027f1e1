/** Advice: what a computer player would do in this seat, and why one did what it did. Nothing is played by it. */

import { noAdvice } from "../board/marks.js";
import { fill, h, icon } from "../dom.js";
import { ask } from "../wire/net.js";
import { isAttack } from "../choosing/options.js";
import { toast } from "../popover.js";
import { advisers, levelName } from "../lobby/levels.js";

/** @typedef {import("../types.js").Decision} Decision */
/** @typedef {import("../types.js").Hint} Hint */
/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../types.js").Thought} Thought */
/** @typedef {import("../types.js").Weighed} Weighed */
/** @typedef {import("../battle/screen.js").BattleScreen} BattleScreen */

const FEW = 5; // plans that are seen at once
const PLATOON = 1; // the least that a whole bar stands for: smaller differences look small
const REST = 140; // milliseconds on a moment before somebody is asked why

/** Of a question that stays the same odds may still come. @param {string} key @param {any} value */
const ASKED = (key, value) => (key === "odds" || key === "attack" ? undefined : value);
const LATE = 503; // a hint that did not come in time

export const ADVICE = "!"; // its key

export class Advice {
  /** @param {BattleScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.level = "tactician";
    this.run = 0; // which question is on its way
    this.thinking = false;
    /** @type {Hint | null} */
    this.hint = null;
    /** @type {Option | null} what is advised, among the options */
    this.option = null;
    this.question = ""; // what it was an answer to
    this.timer = 0;
    this.high = 0; // pixels of the last answer to "why?"
  }

  // Hints -----------------------------------------------------------------------------------------------

  /** What is asked now: advice holds as long as that is the same. @param {Decision | null | undefined} decision */
  show(decision) {
    clearTimeout(this.timer);
    if (!this.thinking && !this.hint) return;
    const question = this.wording(decision);
    if (question === this.question) this.find();
    else this.drop();
  }

  /** A question in the course of the battle: what others choose in secret tells nothing and leaves it as it is. @param {Decision | null | undefined} decision */
  wording(decision) {
    const log = this.screen.chooser.view?.log ?? [];
    return decision ? `${this.screen.seat} ${log[log.length - 1]?.number} ${JSON.stringify(decision, ASKED)}` : "";
  }

  drop() {
    this.run++;
    this.thinking = false;
    this.hint = this.option = null;
    this.question = "";
  }

  /** Ask for a hint, or put it away. On a small screen the lesson makes room for it. */
  async toggle() {
    if (this.thinking || this.screen.whatif.on) return;
    if (this.screen.page.phone) this.screen.guide.stepAside(!this.hint);
    if (this.hint) {
      this.drop();
      this.drawn();
    } else await this.ask(this.level);
  }

  /** @param {string} level @param {string} [quicker] who is asked if that takes too long */
  async ask(level, quicker = "") {
    const { screen } = this;
    const { decision } = screen.chooser.options;
    const seat = screen.seats.get(screen.seat);
    if (!decision || !seat || screen.replay.on) return;
    this.drop();
    const run = this.run;
    this.level = level;
    this.thinking = true;
    this.question = this.wording(decision);
    this.drawn();
    screen.say(`The ${level} is thinking.`);
    try {
      /** @type {Hint} */
      const hint = await ask(`/seat/${seat.token}/hint`, { state: seat.state, level });
      if (run !== this.run) return; // something else is asked by now
      this.thinking = false;
      this.hint = hint;
      this.find();
      this.drawn();
      this.pointOut();
      screen.say(`The ${levelName(level)} suggests: ${this.words()}. ${hint.thought?.why ?? ""}`);
    } catch (error) {
      if (run !== this.run) return;
      this.drop();
      if (quicker && /** @type {import("../wire/net.js").Refused} */ (error).status === LATE) {
        await this.ask(quicker);
        this.level = level;
        return;
      }
      this.drawn();
      toast([/** @type {Error} */ (error).message], "bad");
      screen.say(/** @type {Error} */ (error).message);
    }
  }

  /** The option that is advised, and the end it is for. */
  find() {
    const { options } = this.screen.chooser;
    const { hint } = this;
    this.option = hint ? (options.list.find((option) => same(option.choice, hint.choice)) ?? null) : null;
    const end = options.sections.find(
      (section) => section.places && section.options.some(({ option }) => option === this.option),
    );
    if (end) options.mode = end;
  }

  /** Everything that shows it, again. */
  drawn() {
    const { chooser } = this.screen;
    const here = chooser.host.contains(document.activeElement);
    chooser.render(true);
    chooser.markBoard();
    chooser.preview(null);
    this.screen.refresh();
    this.screen.insets();
    if (here) /** @type {HTMLElement | null} */ (chooser.host.querySelector(".hint-button"))?.focus();
  }

  pointOut() {
    const { pieces, place } = this.marks();
    const at = pieces[0] || place;
    if (at) this.screen.board.look(at);
    this.screen.chooser.host.querySelector(".advice")?.scrollIntoView({ block: "nearest" });
  }

  /** What is marked on the board. @param {Option | null} option @returns {import("../board/marks.js").Advised} */
  marks(option = this.option) {
    const { chooser } = this.screen;
    if (!option || option.choice.at?.length) return noAdvice();
    if (option.target && (isAttack(option) || option.place)) return { ...noAdvice(), pieces: [option.target] };
    if (chooser.options.pointsAtPiece(option))
      return { ...noAdvice(), pieces: [option.piece ?? "", ...(option.target ? [option.target] : [])] };
    return option.place ? { ...noAdvice(), place: option.place, path: chooser.wayOf(option) } : noAdvice();
  }

  /** Whether a card is to be played. @param {string} id */
  means(id) {
    const choice = this.hint?.choice;
    return Boolean(choice) && (choice?.to === id || choice?.piece === id);
  }

  words() {
    return this.option ? this.screen.chooser.words(this.option) : (this.hint?.thought?.choice ?? "");
  }

  button() {
    if (this.screen.whatif.on) return null; // there computer players go on
    // Others are waited for: who may only change his mind needs no advice.
    const view = this.screen.chooser.view;
    if (view?.seat && !(view.waiting ?? []).includes(view.seat)) return null;
    return h(
      "button.hint-button",
      {
        type: "button",
        "aria-pressed": Boolean(this.hint),
        "aria-disabled": this.thinking,
        title: `What would a computer player do here? (${ADVICE})`,
        onclick: () => void this.toggle(),
      },
      icon("bulb"),
      this.thinking ? ["Thinking", dots()] : "Hint",
      this.thinking ? null : h("kbd", null, ADVICE),
    );
  }

  /** The hint with all that was weighed; nothing while there is none. */
  card() {
    const { hint, option } = this;
    if (!hint) return null;
    return h(
      "section.advice",
      { "aria-label": "Hint" },
      h(
        "header",
        null,
        icon("bulb"),
        h("p", null, h("small", null, `The ${levelName(hint.level)} suggests`), " ", h("b", null, this.words())),
        h(
          "button.icon",
          { type: "button", "aria-label": "Dismiss the hint", onclick: () => void this.toggle() },
          icon("close"),
        ),
      ),
      hint.thought ? sentence(hint.thought) : h("p.why", null, "No other option is worth considering."),
      h(
        "div.advice-acts",
        null,
        option
          ? h(
              "button.primary.small",
              {
                type: "button",
                onclick: () => this.screen.chooser.send(option),
              },
              "Do that",
            )
          : null,
        h(
          "label",
          null,
          h("span", null, "Ask the"),
          h(
            "select",
            {
              onchange: (/** @type {Event} */ event) =>
                void this.ask(/** @type {HTMLSelectElement} */ (event.target).value),
            },
            advisers().map((name) => h("option", { value: name, selected: name === this.level }, levelName(name))),
          ),
        ),
        hint.thought ? compared(hint.thought) : null,
      ),
    );
  }

  // Why ---------------------------------------------------------------------------------------------------

  /** In the past: why the computer player did what made this state, once one has stayed there. @param {number} state */
  why(state) {
    clearTimeout(this.timer);
    const { screen } = this;
    const host = /** @type {HTMLElement | null} */ (screen.askHost.querySelector(".why-host"));
    if (!host || !screen.info?.explained?.includes(state)) return;
    host.style.minHeight = `${this.high}px`; // the story below stays where it is, from moment to moment
    this.timer = window.setTimeout(async () => {
      try {
        /** @type {{seat: string, thought: Thought}} */
        const told = await ask(`/seat/${screen.replay.token}/thought?state=${state}`);
        if (!host.isConnected) return;
        fill(host, this.whyCard(told.seat, told.thought));
        host.style.minHeight = "";
        this.high = host.offsetHeight;
        screen.insets();
      } catch (error) {
        toast([/** @type {Error} */ (error).message], "bad");
      }
    }, REST);
  }

  /** @param {string} seat @param {Thought} thought */
  whyCard(seat, thought) {
    const { screen } = this;
    const colour = screen.view?.seats.find((each) => each.id === seat)?.colour ?? "";
    return h(
      "section.advice.past",
      { "aria-label": "Why?", class: `side-${colour}` },
      h(
        "header",
        null,
        icon("bulb"),
        h(
          "div",
          null,
          h("h3", null, "Why?"),
          h(
            "p",
            null,
            h("small", null, h("i.side-dot"), `${screen.seatName(seat)}, ${levelName(thought.level)}`),
            h("b", null, thought.choice),
          ),
        ),
      ),
      sentence(thought),
      general(thought),
      weighing(thought),
    );
  }
}

/** @param {Thought} thought */
function sentence(thought) {
  return h("p.why", null, thought.why);
}

/** What is true of every such answer, for who learns the game. @param {Thought} thought */
function general(thought) {
  return thought.more ? h("p.more", null, thought.more) : null;
}

/** What is general and the plans behind a hint, for whoever wants them: first come the options. @param {Thought} thought */
function compared(thought) {
  const [more, plans] = [general(thought), weighing(thought)];
  return more || plans ? h("details.compared", null, h("summary", null, "More"), more, plans) : null;
}

/** Every plan with its value. @param {Thought} thought */
function weighing(thought) {
  const { plans } = thought;
  if (plans.length < 2) return null;
  const values = plans.map((plan) => plan.value);
  const behind = Math.max(PLATOON, plans[0].value - Math.min(...values));
  const row = (/** @type {Weighed} */ plan) =>
    weighed(plan, plan === plans[0], (plans[0].value - plan.value) / behind);
  return h(
    "div.weighing",
    null,
    h("ol.plans", null, plans.slice(0, FEW).map(row)),
    plans.length > FEW
      ? h(
          "details",
          null,
          h("summary", null, `${plans.length - FEW} more`),
          h("ol.plans", null, plans.slice(FEW).map(row)),
        )
      : null,
    h(
      "p.unit",
      null,
      `The number is how far ahead a plan would leave this side; 1 is worth about ${thought.unit}. The bar shows how close a plan comes to the best one. `,
      "Tries are how often a plan was played out in advance.",
    ),
  );
}

/** @param {Weighed} plan @param {boolean} best @param {number} behind the best, as part of the whole bar */
function weighed(plan, best, behind) {
  const wide = Math.max(2, Math.min(100, 100 * (1 - behind)));
  return h(
    "li",
    { class: best ? "best" : "" },
    h("span.plan-label", null, best ? icon("check") : null, plan.label),
    h("b", null, plan.text),
    h("span.plan-value", { "aria-hidden": "true" }, h("i", { style: `width:${wide.toFixed(1)}%` })),
    h("small", null, plan.tries ? `${plan.tries} ${plan.tries === 1 ? "try" : "tries"}` : ""),
  );
}

function dots() {
  return h("span.dots", { "aria-hidden": "true" }, h("i"), h("i"), h("i"));
}

/** @param {import("../types.js").Choice} a @param {import("../types.js").Choice} b */
export function same(a, b) {
  return (
    a.do === b.do &&
    (a.piece ?? "") === (b.piece ?? "") &&
    (a.to ?? "") === (b.to ?? "") &&
    (a.number ?? 0) === (b.number ?? 0) &&
    JSON.stringify(a.at ?? []) === JSON.stringify(b.at ?? [])
  );
}
