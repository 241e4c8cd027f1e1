/** Choosing: the prompt with all its options as buttons, and what a click on the board means. */

import { diceRow } from "../panel/diefaces.js";
import { fading, fill, h, handy, icon } from "../dom.js";
import { optionMenu } from "./menu.js";
import { aside, bestChance, GO, goes, hope, inWords, isAttack, Options, passing, quiet, reaction, toldApart } from "./options.js";
import { count } from "./counting.js";
import { brings, oddsInShort } from "./odds.js";
import { closePopovers, forgetRefusals, toast } from "../popover.js";
import { ruleLink } from "../rulebook/rules.js";
import { about, capital, change, settings } from "../settings.js";
import { wishesButton } from "./wishes.js";

/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../types.js").Choice} Choice */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../battle/screen.js").BattleScreen} BattleScreen */

const SIX = 6; // options that are in sight whatever else is open

export class Chooser {
  /** @param {HTMLElement} host @param {BattleScreen} screen */
  constructor(host, screen) {
    this.answered = false; // once, since the page was opened
    this.host = host;
    this.screen = screen;
    /** @type {Options} */
    this.options = new Options(null, /** @type {any} */ ({ seats: [] }), (id) => id);
    /** @type {View | null} */
    this.view = null;
    this.waiting = false; // for the answer of the server
    /** @type {string} a piece to choose after an undo */
    this.then = "";
    /** @type {Options | null} the question before this one */
    this.before = null;
    /** @type {Map<Option, HTMLElement>} those that are on the page */
    this.buttons = new Map();
    /** @type {Set<string>} what the options on the page have said that they bring */
    this.said = new Set();
    /** @type {Set<string>} kinds of acts whose list was opened on a small screen */
    this.opened = new Set();
    /** @type {Option[] | null} the options of the card that was picked from the hand: only these are on the board */
    this.card = null;
  }

  /** @param {View} view @param {boolean} live */
  show(view, live) {
    const decision = live ? view.decision : null;
    if (decision && decision.prompt !== this.options.decision?.prompt) forgetRefusals();
    if (this.options.list.length && decision && view.may_undo) this.before = this.options;
    else if (!decision || !view.may_undo) this.before = null;
    this.view = view;
    this.waiting = false;
    this.card = null;
    this.opened.clear();
    this.options = new Options(decision, view, (id) => this.screen.nameOf(id));
    closePopovers();
    this.screen.advice.show(decision);
    this.render(live);
    this.markBoard();
    this.count();
    if (this.then && decision) {
      const piece = this.then;
      this.then = "";
      this.tap("", piece, null);
    }
  }

  /** Ask for the odds that take long to count, and show them as they come. */
  count() {
    const { options } = this;
    const seat = this.screen.seats.get(this.screen.seat);
    const asked = () => this.options === options;
    const came = () => this.screen.board.mark(this.marks(this.card));
    if (seat) void count(options.list, `/seat/${seat.token}/odds?state=${this.view?.state}`, asked, came);
  }

  // The panel -------------------------------------------------------------------------------------

  /** @param {boolean} live */
  render(live) {
    const view = /** @type {View} */ (this.view);
    const { decision } = this.options;
    const within = this.host.contains(document.activeElement);
    const wishing = document.activeElement?.matches(".wishes-button");
    const before = this.host.querySelector("#prompt")?.textContent;
    const focus = (/** @type {string} */ where) =>
      /** @type {HTMLElement | null} */ (this.host.querySelector(where))?.focus({ preventScroll: true });
    this.buttons.clear();
    this.host.classList.toggle("asked", Boolean(decision));
    this.host.toggleAttribute("data-free", Boolean(decision?.free));
    if (!decision) {
      fill(this.host, this.idle(view, live));
      if (wishing) focus(".wishes-button");
      return;
    }
    const piece = view.pieces?.find((each) => each.id === decision.piece);
    const pass = passing(decision);
    this.said.clear();
    fill(
      this.host,
      h(
        "div.ask-head",
        null,
        piece ? this.screen.counterPicture(piece, 60) : null,
        h(
          "div",
          null,
          h("h2.prompt", { id: "prompt", tabindex: "-1" }, decision.prompt, " ", ruleLink(decision.rule)),
          this.hint(decision),
          this.practice(),
        ),
      ),
      h(
        "div.ask-body",
        { role: "group", "aria-labelledby": "prompt", class: this.long() ? "long" : "" },
        this.screen.advice.card(),
        usual(this.options.sections, Boolean(decision.rare)).map((section) => this.section(section)),
      ),
      h(
        "div.ask-foot",
        null,
        view.may_undo
          ? h(
              "button.undo",
              { type: "button", onclick: () => this.undo() },
              icon("undo"),
              "Undo",
              h("kbd", null, "u"),
            )
          : null,
        this.screen.advice.button(),
        this.screen.acted
          ? h(
              "button.again-button",
              {
                type: "button",
                title: "Replay the enemy’s last activation",
                "aria-label": "Replay the enemy’s last activation",
                onclick: () => this.screen.again(),
              },
              icon("film"),
              h("kbd", null, ";"),
            )
          : null,
        wishesButton(view, this.screen),
        pass && !view.wishes?.length && (decision.rare || reaction(view) || settings().pass[decision.kind] !== undefined)
          ? h(
              "label.always",
              { title: "You can change this in the settings" },
              h("input", { type: "checkbox", onchange: () => this.always(decision, pass) }),
              `Never ask about ${decision.rare || about(decision.kind)}`,
            )
          : null,
      ),
    );
    fading(/** @type {HTMLElement} */ (this.host.querySelector(".ask-body")));
    this.leaveRoom();
    // Whoever chose by a button goes on from the next question; who has wished something is asked what he was asked.
    const same = before === this.host.querySelector("#prompt")?.textContent;
    if (within) focus(wishing && same ? ".wishes-button" : "#prompt");
  }

  /** Where a lesson is cut off, options say no more than their odds: the lesson explains them. */
  leaveRoom() {
    this.host.classList.remove("terse");
    this.keepSix();
    const lesson = [...document.querySelectorAll(".guide .lesson, .guide .said")];
    if (!lesson.some((part) => part.scrollHeight > part.clientHeight + 1)) return;
    this.host.classList.add("terse");
    this.keepSix();
  }

  /** How high the question is with six options in sight: what else wants room may have the rest. */
  keepSix() {
    const body = this.host.querySelector(".ask-body");
    if (!body) return;
    const pinned = [...body.querySelectorAll(".options:last-child:has(.quiet-option) .option")];
    const others = [...body.querySelectorAll(".option")].filter((option) => !pinned.includes(option));
    const last = others.slice(0, Math.max(1, SIX - pinned.length)).at(-1);
    const foot = pinned.length ? (pinned[0].closest(".options")?.getBoundingClientRect().height ?? 0) : 0;
    const top = body.getBoundingClientRect().top - body.scrollTop;
    const list = Math.min(...[last, last?.closest(".chips")].map((each) => each?.getBoundingClientRect().bottom ?? Infinity));
    const beside = [...this.host.children].filter((part) => part !== body); // not its height: it may still be the last question's
    const rest = beside.reduce((sum, part) => sum + part.getBoundingClientRect().height, 0);
    this.host.style.setProperty("--six", `${Math.ceil(rest + foot + (last ? list - top : 0) + 12)}px`);
  }

  /** @param {View} view @param {boolean} live */
  idle(view, live) {
    const notice = live ? this.screen.notice : "";
    if (this.screen.whatif.on) return this.screen.whatif.idle(view);
    if (view.result) {
      return h(
        "div.ask-idle",
        { tabindex: "0" }, // what was thought may be longer than the place for it
        h("h2.prompt", null, this.screen.resultTitle(view)),
        h("p", null, capital(view.result.reason), ". ", ruleLink(view.result.rule)),
        notice ? h("p.notice", null, notice) : null,
        live
          ? h("button.primary", { type: "button", onclick: () => this.screen.showEnd() }, "How it went")
          : h("div.why-host"),
      );
    }
    if (!live)
      return h(
        "div.ask-idle",
        { tabindex: "0" },
        h("h2.prompt.look-back", null, this.screen.replay.playing ? "Watching" : "Looking back"),
        this.going(view),
        this.screen.replay.playing
          ? null
          : [
              this.screen.whatif.noteAt(this.screen.whatif.moment),
              this.screen.info?.over
                ? h("button.small.otherwise", { type: "button", onclick: () => void this.screen.whatif.begin() }, icon("branch"), "What if? Choose otherwise here", h("kbd", null, "w"))
                : h("p.quiet", null, "This moment is past: there is nothing to choose."),
            ],
        h("div.why-host"),
      );
    if (notice)
      return h(
        "div.ask-idle",
        { tabindex: "0" },
        h("h2.prompt", null, "You can only look at this battle"),
        h("p.notice", null, notice),
        h("button.primary", { type: "button", onclick: () => void this.screen.replay.open(0) }, "Watch the replay"),
      );
    const skip = this.screen.seats.size === 1 && view.seat && settings().motion !== "off";
    return h(
      "div.ask-idle",
      null,
      waitingFor(view),
      this.going(view),
      skip
        ? h(
            "button.small.skip",
            { type: "button", title: "Show the rest at once", onclick: () => this.screen.skip() },
            "Skip to my turn",
            h("kbd", null, "."),
          )
        : null,
      view.may_undo
        ? h("button.undo", { type: "button", onclick: () => this.undo() }, icon("undo"), "Undo", h("kbd", null, "u"))
        : null,
      live ? wishesButton(view, this.screen) : null,
      view.seat ? null : h("p.quiet", null, "You are watching."),
      this.practice(),
    );
  }

  /** The question was answered and goes at once; what came of it is told when it has been shown. @param {View} view */
  clear(view) {
    if (view.decision || view.result || !this.options.decision) return;
    this.host.classList.remove("asked");
    fill(this.host, h("div.ask-idle", null, waitingFor(view)));
  }

  /** What is going on, for those who only look on. @param {View} view */
  going(view) {
    const last = [...(view.log ?? [])].reverse().find((line) => line.text);
    const turn = view.turn
      ? `${view.turn_word ?? "Turn"} ${view.turn}${view.turns ? ` of ${view.turns}` : ""}`
      : "";
    return h(
      "div.going",
      null,
      h("p.going-phase", null, [turn, view.phase].filter(Boolean).join(" · ")),
      last
        ? h(
            "p.going-line",
            { class: last.side ? `side-${this.screen.sideColour(last.side)}` : "" },
            last.side ? h("i.side-dot") : null,
            last.text,
            diceRow(last),
          )
        : null,
    );
  }

  /** Both sides are told, before their first choice, when somebody may know the dice; "This battle" says it later. */
  practice() {
    const { info } = this.screen;
    return info?.seed_chosen && !info.guided && !this.answered && !this.screen.whatif.on
      ? h("p.practice", null, h("b", null, "Practice."), " The seed was chosen, so every die can be known in advance.")
      : null;
  }

  /** What the hand may do. @param {import("../types.js").Decision} decision */
  hint(decision) {
    const { list } = this.options;
    const acts = list.some((option) => this.options.pointsAtPiece(option) && !isAttack(option));
    const places = list.some((option) => this.options.isPlace(option));
    const shots = list.filter((option) => isAttack(option));
    const cards = this.view?.hands?.find((hand) => hand.seat === this.view?.seat)?.cards ?? [];
    const ringed = list.some((option) => option.target && option.place && !isAttack(option));
    const words = [];
    if (decision.free)
      words.push(decision.template ? "drag the template to its place" : "drag a ringed team to where it should go");
    if (cards.some((card) => list.some(({ choice }) => choice.piece === card.id || choice.to === card.id)))
      words.push("play a highlighted card");
    if (ringed || acts) words.push("click a counter with a ring");
    if (places) words.push(decision.twice ? "click a shaded place to see the way, and again to go" : "click a shaded place");
    if (shots.some((option) => option.target)) words.push("click a target with a red ring to see the odds");
    else if (shots.some((option) => option.place)) words.push("click a red place to see the odds");
    return words.length ? h("p.hint", null, handy(`${capital(words.join(", "))}, or choose here.`)) : null;
  }

  /** More options than fit under each other, if each of them says in full what it brings. */
  long() {
    return this.options.sections.flatMap((each) => (each.places ? [] : each.options)).length > 6;
  }

  /** @param {import("./options.js").Section} section */
  section(section) {
    // What all of them do the heading or the question says.
    const said = section.title && section.options.length > 1 ? section.options.map(({ option }) => option) : this.options.list;
    const mixed = new Set(said.map((option) => option.choice.do)).size > 1;
    const buttons = section.options.map(({ option, key }) => {
      const here = section.options.map((each) => each.option).filter((each) => each.place === option.place);
      return this.button(option, key, section.places, mixed, section.places ? this.difference(option, here) : "");
    });
    if (
      section.places &&
      (section.options.length > 6 || this.options.sections.filter((each) => each.places).length > 1)
    ) {
      const on = section === this.options.mode;
      return h(
        "div.options.places",
        { class: on ? "on" : "" },
        h(
          "button.mode",
          { type: "button", "aria-expanded": on, onclick: () => this.setMode(section) },
          h("span", null, section.title || "Places"),
          h("span.count", null, section.options.length),
          on ? h("small", null, h("kbd", null, GO), "then a name") : icon("eye"),
        ),
        on ? h("div.chips", null, buttons) : null,
      );
    }
    if (this.folds(section)) {
      const open = this.opened.has(section.title) || section.options.some(({ option }) => option === this.screen.advice.option);
      return h(
        "div.options.folds",
        { class: open ? "on" : "" },
        h(
          "button.mode",
          { type: "button", "aria-expanded": open, "data-kind": section.title, onclick: () => this.unfold(section.title, !open) },
          h("span", null, section.title),
          h("span.count", null, section.options.length),
          icon(open ? "up" : "down"),
        ),
        open ? h("div.column", null, buttons) : null,
      );
    }
    return h(
      "div.options",
      { class: section.places ? "places" : "" },
      section.title && (section.options.length > 1 || (section.places && this.options.sections.length > 1)) ? h("h3", null, section.title) : null,
      h("div", { class: section.places ? "chips" : "column" }, buttons),
    );
  }

  /** Whether only the name of a kind of acts is shown: of what is seldom wanted, and on a small screen of all but the first, where many can be chosen. @param {import("./options.js").Section} section */
  folds(section) {
    if (!section.title || section === this.options.sections[0]) return false;
    if (section.options.every(({ option }) => aside(option))) return true;
    return this.screen.page.phone && this.long() && section.options.length > 1;
  }

  /** @param {string} title @param {boolean} on */
  unfold(title, on) {
    if (on) this.opened.add(title);
    else this.opened.delete(title);
    this.render(true);
    const button = /** @type {HTMLElement | null} */ (this.host.querySelector(`.mode[data-kind="${CSS.escape(title)}"]`));
    button?.focus({ preventScroll: true });
    button?.scrollIntoView({ block: on ? "start" : "nearest" });
  }

  /** Show the places of another end. @param {import("./options.js").Section} section */
  setMode(section) {
    this.options.mode = section;
    this.render(true);
    this.markBoard();
    /** @type {HTMLElement | null} */ (this.host.querySelector(".places.on .mode"))?.focus({ preventScroll: true });
  }

  /** Show the places among which an option is. @param {Option} option */
  reveal(option) {
    const section = this.options.sections.find(
      (each) => each.places && each.options.some((keyed) => keyed.option === option),
    );
    if (section && section !== this.options.mode) this.setMode(section);
    const folded = this.options.sections.find((each) => each.options.some((keyed) => keyed.option === option));
    if (folded && this.folds(folded) && !this.opened.has(folded.title)) this.unfold(folded.title, true);
  }

  nextMode() {
    const ends = this.options.sections.filter((section) => section.places);
    if (ends.length > 1 && this.options.mode) this.setMode(ends[(ends.indexOf(this.options.mode) + 1) % ends.length]);
  }

  /** What tells an option from the others at the same place: who does it, or how. @param {Option} option @param {Option[]} here */
  difference(option, here) {
    if (here.length < 2) return "";
    if (here.every((each) => each.piece !== option.piece || each === option)) {
      const piece = this.view?.pieces?.find((each) => each.id === option.piece);
      if (piece) return piece.code || piece.name;
    }
    return toldApart(option.label, here.filter((each) => each !== option).map((each) => each.label));
  }

  /** @param {Option} option @param {string} key @param {boolean} places @param {boolean} mixed not all of them do the same @param {string} apart */
  button(option, key, places, mixed, apart) {
    const piece =
      this.options.pointsAtPiece(option) && !isAttack(option)
        ? this.view?.pieces?.find((each) => each.id === option.piece)
        : null;
    const short = places && option.place;
    const enemy =
      isAttack(option) && option.target ? this.view?.pieces?.find((each) => each.id === option.target) : null;
    const button = h(
      "button.option",
      {
        type: "button",
        class: [
          isAttack(option) ? "attack-option" : "",
          quiet(option) ? "quiet-option" : "",
          short ? "chip" : "",
          option === this.screen.advice.option ? "advised" : "",
        ].join(" "),
        "aria-label": this.words(option),
        title: [short ? this.words(option) : "", option.brings].filter(Boolean).join(". ") || null,
        "data-do": option.choice.do,
        "data-place": option.place || null,
        onclick: (/** @type {MouseEvent} */ event) =>
          this.picked(option, /** @type {HTMLElement} */ (event.currentTarget)),
        onpointerenter: () => this.preview(option),
        onpointerleave: () => this.preview(null),
        onfocus: () => this.preview(option),
        onblur: () => this.preview(null),
      },
      piece ? this.screen.counterPicture(piece, 38) : enemy ? this.screen.counterPicture(enemy, 38) : null,
      h(
        "span.option-text",
        null,
        short
          ? [
              h("b", null, option.place),
              option.cost ? h("small", null, ` ${option.cost}`) : verb(option, mixed),
              apart ? h("small", null, ` ${apart}`) : null,
            ]
          : h("span.option-label", null, this.words(option)),
        oddsInShort(option),
        short ? null : brings(option, this.said),
      ),
      key && !short ? h("kbd", null, key) : null,
    );
    this.buttons.set(option, button);
    return button;
  }

  /** @param {Option} option */
  words(option) {
    return inWords(option);
  }

  /** Show on the board what a button means. @param {Option | null} option */
  preview(option) {
    const { board } = this.screen;
    if (this.screen.plan.preview(option ?? this.screen.advice.option)) return;
    if (!option) {
      board.mark({ path: [], lit: "", dangers: [], areas: [] });
      return;
    }
    const at =
      option.place || this.view?.pieces?.find((each) => each.id === (option.target || option.piece))?.place || "";
    board.mark({ lit: at, path: this.wayOf(option), areas: option.zones ?? [] });
  }

  /** The way of a move with its start. @param {Option} option @returns {string[]} */
  wayOf(option) {
    if (!option.path?.length) return [];
    const start =
      this.view?.pieces?.find((each) => each.id === (option.piece || this.options.decision?.piece))?.place ?? "";
    return start && start !== option.path[0] ? [start, ...option.path] : option.path;
  }

  // The board -------------------------------------------------------------------------------------

  /** Show on the board what one card is for; null: what the card that was picked is for, or all. @param {Option[] | null} options */
  narrow(options) {
    this.markBoard(options ?? this.card);
  }

  /** @param {Option[] | null} only */
  markBoard(only = null) {
    const { decision } = this.options;
    this.screen.board.mark({
      ...this.marks(only),
      acting: decision?.piece ?? "",
      party: decision?.also ?? [],
      path: [],
      dangers: [],
      lit: "",
      areas: [],
      advised: this.screen.advice.marks(),
      zones: Boolean(decision?.entry),
    });
  }

  /** Who can act, who can be attacked with what chance, and what lies in reach. @param {Option[] | null} only */
  marks(only) {
    const { decision, list } = this.options;
    /** @type {Map<string, string>} */
    const ready = new Map();
    /** @type {Map<string, string>} */
    const targets = new Map();
    /** @type {Map<string, number>} the chance that stands beside a target */
    const likely = new Map();
    /** @type {Map<string, {text: string, kind: string}>} */
    const reach = new Map();
    for (const option of only ?? list) {
      if (option.choice.at?.length) {
        for (const [id] of option.choice.at) ready.set(id, "");
        continue;
      }
      if (!only && !this.options.inMode(option)) {
        if (option.piece && option.piece !== decision?.piece) ready.set(option.piece, "");
        continue;
      }
      if (option.target && isAttack(option)) {
        const word = bestChance(option);
        if (option.piece && option.piece !== decision?.piece) ready.set(option.piece, "");
        if (!targets.get(option.target) || hope(option) > (likely.get(option.target) ?? 0)) {
          targets.set(option.target, word);
          likely.set(option.target, hope(option));
        }
        for (const id of option.also ?? []) {
          const marks = this.sideOf(id) === this.sideOf(option.target) ? targets : ready;
          if (!marks.has(id)) marks.set(id, "");
        }
      } else if (option.target && option.place) {
        ready.set(option.target, "");
      } else if (this.options.isPlace(option) || (isAttack(option) && option.place)) {
        const known = reach.get(option.place ?? "");
        const kind = isAttack(option)
          ? "attack"
          : option.role === "march"
            ? "march"
            : option.cost || option.role === "move"
              ? "move"
              : "aim";
        const text = isAttack(option) ? bestChance(option) : option.cost ? String(option.cost) : "";
        // A place one can move to is shown as such, whatever else may be done there.
        if (!known || (kind === "attack" && known.kind !== "attack") || (kind === "move" && known.kind === "aim"))
          reach.set(option.place ?? "", { text, kind });
      } else if (option.piece && this.options.pointsAtPiece(option)) {
        for (const id of [option.piece, ...(option.also ?? [])]) ready.set(id, "");
        if (option.target) ready.set(option.target, "");
      }
    }
    return { ready, targets, reach };
  }

  /** What a click here may mean. @param {string} place @param {string} piece @returns {Option[]} */
  meant(place, piece) {
    const all = this.found(place, piece);
    // The same done with another card is in the panel and in the hand.
    const twin = (/** @type {Option} */ a, /** @type {Option} */ b) => !aside(b) && a.choice.do === b.choice.do && a.choice.to === b.choice.to;
    return all.filter((option) => !aside(option) || !all.some((other) => twin(option, other)));
  }

  /** @param {string} place @param {string} piece @returns {Option[]} */
  found(place, piece) {
    const own = piece ? (this.options.byPiece.get(piece) ?? []) : [];
    const here = place ? (this.options.byPlace.get(place) ?? []) : [];
    const card = [...own, ...here].filter((option, i, all) => this.card?.includes(option) && all.indexOf(option) === i);
    if (card.length) return card;
    // Whoever points at an enemy means all that can be done to him, storming his place among it.
    if (own.length && own.every(isAttack)) return [...own, ...here.filter((option) => isAttack(option) && !own.includes(option))];
    if (own.length) return own;
    return here.filter((option) => this.options.inMode(option));
  }

  /**
   * A click, a tap, or Enter at the cursor.
   * @param {string} place @param {string} piece @param {{x: number, y: number} | null} at on the page
   * @returns {boolean} whether it meant something
   */
  tap(place, piece, at) {
    if (!this.options.decision || this.waiting) return false;
    const found = this.meant(place, piece);
    const point = at ?? this.screen.board.pagePoint(piece || place) ?? { x: innerWidth / 2, y: innerHeight / 2 };
    const elsewhere = piece && found[0]?.place && !found[0].target && found[0].place !== place;
    if (found.length === 1 && !elsewhere && !this.asks(found[0])) {
      this.send(found[0]);
      return true;
    }
    if (found.length) {
      this.menu(found, point);
      return true;
    }
    const end = piece
      ? this.options.sections.find(
          (section) =>
            section.places &&
            section !== this.options.mode &&
            section.options.some(({ option }) => option.piece === piece),
        )
      : undefined;
    if (end && piece !== this.options.decision.piece) {
      this.setMode(end);
      return true;
    }
    if (piece && this.switchTo(piece)) return true;
    return this.attempt(place, piece);
  }

  /** Whether the odds are shown before it is done. @param {Option} option */
  asks(option) {
    return isAttack(option) && settings().confirm;
  }

  /** Another unit instead, while nothing has been rolled: undo or go back, and choose it. @param {string} piece */
  switchTo(piece) {
    const { decision } = this.options;
    if (piece === decision?.piece) return false;
    if (this.view?.may_undo && this.before) {
      if (!this.before.byPiece.get(piece)?.length) return false;
      this.then = piece;
      this.undo();
      return true;
    }
    if (this.sideOf(piece) !== this.sideOf(decision?.piece) || !this.back()) return false;
    this.then = piece;
    return true;
  }

  /** @param {string | undefined} id */
  sideOf(id) {
    return this.view?.pieces?.find((each) => each.id === id)?.side;
  }

  /** Let go of what was chosen, where the question offers that. */
  back() {
    const option = this.options.list.find((each) => each.role === "back");
    if (option) this.picked(option, null);
    return Boolean(option);
  }

  /** Ask why this is not allowed; where the question could not mean it, somebody only looks. @param {string} place @param {string} piece */
  attempt(place, piece) {
    const { decision, list } = this.options;
    const view = this.view;
    if (!decision || !view || (!place && !piece)) return false;
    const who = list.some((option) => this.sideOf(option.piece) === this.sideOf(piece));
    const choice = meaning(decision, view, place, piece, who);
    if (choice) this.screen.why(choice);
    return Boolean(choice);
  }

  /** Several things may be meant, or odds are to be seen first. @param {Option[]} found @param {{x: number, y: number}} point @param {Option} [first] that was asked for */
  menu(found, point, first) {
    const keys = this.options.singleKeys(found);
    /** @type {Option | null} */
    let one = null; // whose odds are looked at
    const about = () =>
      (one ? [one] : found).flatMap((option) => [
        option.piece ?? "",
        option.target || (isAttack(option) ? (option.place ?? "") : ""),
        this.options.decision?.piece ?? "",
      ]);
    optionMenu(found, first, point, {
      words: (option) => this.words(option),
      preview: (option) => this.preview(option),
      send: (option) => this.send(option),
      key: (option) => keys.get(option) ?? "",
      room: () => this.screen.page.room(this.screen.board.counterBoxes(), this.screen.board.boxesOf([...new Set(about())])),
      shown: (card) => this.screen.cardShown(card, this.spotOf(found[0])),
      looks: (option) => {
        one = option;
        this.screen.board.mark({ looked: option?.zones ?? [] });
      },
    });
  }

  /** What an option is about, on the board. @param {Option} option */
  spotOf(option) {
    return option.target || option.place || option.piece || this.options.decision?.piece || "";
  }

  /** Several options of a card. @param {Option[]} found @param {{x: number, y: number}} point where it lies */
  menuFor(found, point) {
    this.card = found;
    this.narrow(found);
    if (found.length === 1 && !this.asks(found[0])) this.send(found[0]);
    else this.menu(found, point);
  }

  /** A button was pressed. @param {Option} option @param {HTMLElement | null} button */
  picked(option, button) {
    if (this.waiting) return;
    if (option.choice.at?.length && settings().confirm && this.screen.plan.load(option)) return;
    if (this.asks(option)) {
      const point = this.screen.board.pagePoint(option.target || option.place || "");
      const same = option.target ? this.meant(this.view?.pieces?.find((each) => each.id === option.target)?.place ?? "", option.target) : [option];
      this.menu([option, ...same.filter((each) => each !== option)], point ?? middle(button), option);
    } else this.send(option);
  }

  /** @param {Option} option */
  send(option) {
    this.answered = true;
    closePopovers();
    this.screen.board.mark({ selected: "" }); // the ring of what was looked at: it would look like a target
    this.screen.choose(option.choice);
  }

  undo() {
    closePopovers();
    this.screen.undo();
  }

  /** @param {import("../types.js").Decision} decision @param {Option} pass */
  always({ kind, rare }, pass) {
    change({ pass: { ...settings().pass, [kind]: true } });
    toast([`You will no longer be asked about ${rare || about(kind)}. You can change this in the settings.`]);
    this.send(pass);
  }

  /** The answer to a question that is never wanted, if this is one. @param {View} view @returns {Option | undefined} */
  automatic(view) {
    return view.decision && settings().pass[view.decision.kind] ? passing(view.decision) : undefined;
  }
}

/**
 * The choice that a click on something no option names would stand for, as the question says.
 * One's own pieces are no targets: they stand for their place.
 * @param {import("../types.js").Decision} decision @param {View} view @param {string} place @param {string} piece
 * @param {boolean} who whether one of its side could be asked to act
 * @returns {Choice | null}
 */
function meaning(decision, view, place, piece, who) {
  const { at_piece: atPiece, at_place: atPlace } = decision;
  const side = view.pieces?.find((each) => each.id === piece)?.side;
  const own = side === view.seats.find((seat) => seat.id === view.seat)?.side;
  if (piece && atPiece && !atPiece.piece && (who || own || !atPlace)) return who ? { ...atPiece, piece } : null;
  if (piece && atPiece?.piece && !own) return { ...atPiece, to: piece };
  return place && atPlace ? { ...atPlace, to: place } : null;
}

/** What a chip says besides its place, where not all do the same: moves and the like need no word. @param {Option} option @param {boolean} mixed */
function verb(option, mixed) {
  const plain = !mixed || goes(option);
  return plain ? "" : h("small", null, ` ${option.choice.do}`);
}

/** @param {HTMLElement | null} element */
function middle(element) {
  const box = element?.getBoundingClientRect();
  return box ? { x: box.left, y: box.top + box.height / 2 } : { x: innerWidth / 2, y: innerHeight / 2 };
}

/** Whose choice it is, in a sentence. @param {string[]} names */
export function choosing(names) {
  return names.length === 1 ? `The ${names[0]} player chooses` : `The ${names.join(" and the ")} players choose`;
}

/** Whose choice it is, while one has none. @param {View} view */
function waitingFor(view) {
  const names = (view.waiting ?? []).map((seat) => view.seats.find((each) => each.id === seat)?.name ?? seat);
  const who = names.length ? choosing(names) : "The battle goes on";
  return h("h2.prompt", null, who, h("span.dots", { "aria-hidden": "true" }, h("i"), h("i"), h("i")));
}

/**
 * Where most leave it at that, what leaves it at that comes first.
 * @param {import("./options.js").Section[]} sections @param {boolean} rare
 */
function usual(sections, rare) {
  const idle = (/** @type {import("./options.js").Section} */ section) => section.options.every(({ option }) => quiet(option));
  return rare ? [...sections.filter(idle), ...sections.filter((section) => !idle(section))] : sections;
}
