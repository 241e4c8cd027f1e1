/**
 * The guide for newcomers: a guided battle step by step, things to try, and what is explained when it first happens.
 * All words come from the server, which reads them from the data of each game.
 */

import { same } from "./advice.js";
import { fading, fill, h, handy, icon } from "../dom.js";
import { ask } from "../wire/net.js";
import { hope } from "../choosing/options.js";
import { ruleLink } from "../rulebook/rules.js";
import { change, keep, settings, stored } from "../settings.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../types.js").GuideText} GuideText */
/** @typedef {import("../types.js").Lesson} Lesson */
/** @typedef {import("../types.js").Task} Task */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("../battle/screen.js").BattleScreen} BattleScreen */

const KEY = "sandtable.lessons";
const FAREWELL = "farewell";
const OWN_WAY = "own way";
const ON = `The battle goes on from here, and the enemy thinks for himself. What is left of the lessons is told when its
moment comes. “Show me” says what a computer player would do in your place.`;
const QUICK = "greedy"; // who says what to do if a better player thinks too long

/** Where the parts of the page are that a guide speaks of. @type {Record<string, string>} */
const PARTS = {
  map: ".board-host",
  orders: ".ask",
  story: ".story-scroll",
  details: ".inspector",
  tracks: ".tracks",
  hand: ".hands",
};

export class Guide {
  /** @param {HTMLElement} host @param {BattleScreen} screen */
  constructor(host, screen) {
    this.host = host;
    this.screen = screen;
    /** @type {GuideText | null} */
    this.course = null;
    /** @type {Set<string>} lessons that were read */
    this.done = new Set();
    /** @type {Set<string>} tasks that are done */
    this.ticked = new Set();
    /** @type {Lesson[]} */
    this.waiting = [];
    /** @type {Lesson | null} */
    this.now = null;
    this.last = -1;
    this.guided = false; // everything is explained, whatever is known
    this.left = false; // no more explanations in this battle
    this.pendingKind = "";
    this.shown = ""; // what "Show me" has pointed out on the board
    this.aside = false; // folded because a card is open
    this.brief = false; // after the steps the learner wants the heading only, at every question
    // The sheet below and the lesson above settle in their own time.
    const sizes = new ResizeObserver(() => {
      if (!screen.page.phone) screen.insets(); // what the lesson leaves of the window is the board's
      if (!screen.page.phone) return;
      this.makeRoom(); // what may be chosen is not behind the sheet either, which grows when a lesson goes
      if (this.host.hidden) return;
      if (this.shown) screen.board.look(this.shown);
      screen.askHost.querySelector(".option.spotlight")?.scrollIntoView({ block: "nearest" });
    });
    sizes.observe(host);
    sizes.observe(screen.page.rail);
  }

  /** @param {string} system @param {boolean} guided a battle begun for learning */
  async begin(system, guided) {
    this.guided = guided;
    const kept = stored(this.key) ?? {};
    this.done = new Set(kept.done ?? []);
    this.ticked = new Set(kept.ticked ?? []);
    this.left = Boolean(kept.left);
    this.course = await ask(`/guides/${system}`).catch(() => null);
    if (this.screen.view && !this.screen.closed) this.seen(this.screen.view);
  }

  get key() {
    const { info } = this.screen;
    return `${KEY}.${this.guided ? info?.battle : info?.system}`;
  }

  restart() {
    this.guided = true;
    this.left = false;
    this.done.clear();
    this.last = -1;
    if (this.screen.view) this.seen(this.screen.view);
  }

  keep() {
    keep(this.key, { done: [...this.done], ticked: [...this.ticked], left: this.left });
  }

  /** Whether anything is to be said. */
  get on() {
    return this.guided ? !this.left : settings().guide;
  }

  /** The step that comes next in a guided battle. @returns {Step | null} */
  get step() {
    const step = this.screen.view?.step ?? -1;
    return this.guided && this.course && step >= 0 ? (this.course.steps[step] ?? null) : null;
  }

  // What has happened ---------------------------------------------------------------------------------

  /** @param {View} view */
  seen(view) {
    const { course } = this;
    const lines = view.log ?? [];
    const last = lines.length ? lines[lines.length - 1].number : 0;
    if (!course || !this.on || !view.seat || view.result) {
      this.last = last;
      this.host.hidden = true;
      return;
    }
    const fresh = this.last < 0 ? (lines.length < 40 ? lines : []) : lines.filter((line) => line.number > this.last);
    this.last = last;
    this.tick(course.tasks, fresh, view);
    const found = course.lessons.filter((lesson) => this.comesUp(lesson, fresh, view));
    if (this.step || this.strayed) {
      if (this.step) for (const lesson of found) this.done.add(lesson.id); // the steps tell of it
      this.waiting = [];
      this.now = null;
    } else {
      this.waiting.push(...this.farewell(view), ...found);
    }
    // What is no longer asked need no longer be explained.
    const past = (/** @type {Lesson} */ lesson) =>
      Boolean(lesson.kind && view.decision && lesson.kind !== view.decision.kind);
    for (const lesson of this.waiting.filter(past)) this.done.add(lesson.id);
    this.waiting = this.waiting.filter((lesson) => !past(lesson));
    if (this.now && past(this.now)) {
      this.done.add(this.now.id);
      this.now = null;
    }
    if (!this.now) this.next();
    else this.render();
    this.keep();
  }

  /** The learner has chosen: what was said with that question has had its time. */
  chosen() {
    if (this.now) this.done.add(this.now.id);
    this.now = null;
    this.waiting = [];
  }

  /** Said once, after the last step or where the path was left for good. @param {View} view @returns {Lesson[]} */
  farewell(view) {
    const { course, guided, now, waiting, done } = this;
    if (!course || !guided || !course.steps.length || done.has(FAREWELL)) return [];
    const last = view.step === course.steps.length;
    if (!last && !view.decision) return [];
    const id = last ? FAREWELL : OWN_WAY;
    if (done.has(id) || [now, ...waiting].some((lesson) => lesson?.id === id)) return [];
    return [last ? { id, title: "Now it is your battle", text: course.farewell } : { id, title: "On your own way", text: [ON] }];
  }

  /** Whether the guide leads to the end of the battle, and has something to say at every question. */
  get led() {
    return this.guided && Boolean(this.screen.info?.guided && this.course?.goal);
  }

  /** Whether the learner has chosen something else than the step, and can still come back to it. */
  get strayed() {
    const { view } = this.screen;
    return this.guided && Boolean(this.course && view?.decision && view.astray) && !this.step;
  }

  /** @param {string | undefined} who @param {string | undefined} by */
  whose(who, by) {
    const { view } = this.screen;
    const side = view?.seats.find((seat) => seat.id === view.seat)?.side;
    return !who || (who === "mine" ? by === side : by !== side && Boolean(by));
  }

  /** @param {Task[]} tasks @param {import("../types.js").LogLine[]} fresh @param {View} view */
  tick(tasks, fresh, view) {
    for (const task of tasks) {
      if (
        fresh.some(
          (line) =>
            task.event?.includes(line.kind ?? "") &&
            this.whose(task.whose, line.side) &&
            (line.value ?? 0) >= (task.at_least ?? 0),
        )
      )
        this.ticked.add(task.id);
      if (task.kind && view.decision && view.decision.kind !== task.kind && this.pendingKind === task.kind)
        this.ticked.add(task.id);
    }
    this.pendingKind = view.decision?.kind ?? this.pendingKind;
  }

  /** Whether a lesson is due. @param {Lesson} lesson @param {import("../types.js").LogLine[]} fresh @param {View} view */
  comesUp(lesson, fresh, view) {
    if (this.done.has(lesson.id) || this.waiting.includes(lesson) || this.now === lesson) return false;
    if (lesson.after?.some((id) => !this.done.has(id))) return false;
    if (lesson.kind && lesson.kind === view.decision?.kind) return true;
    if (lesson.does && view.decision?.options?.some((option) => option.choice.do === lesson.does)) return true;
    return fresh.some(
      (line) =>
        line.kind === lesson.event &&
        (!lesson.about || lesson.about === line.about) &&
        this.whose(lesson.whose, line.side),
    );
  }

  next() {
    // What is asked now is explained first.
    const asked = this.waiting.findIndex((lesson) => lesson.kind && lesson.kind === this.screen.view?.decision?.kind);
    const first = [FAREWELL, OWN_WAY].includes(this.waiting[0]?.id ?? "") ? 0 : Math.max(0, asked);
    this.now = this.waiting.splice(first, 1)[0] ?? null;
    this.render();
  }

  // What is shown -------------------------------------------------------------------------------------

  render() {
    const { course, step, now: lesson } = this;
    for (const element of document.querySelectorAll(".spotlight")) element.classList.remove("spotlight");
    const open = course && this.guided ? course.tasks.filter((task) => !this.ticked.has(task.id)) : [];
    this.host.hidden = !course || !(step || lesson || this.strayed || open.length || this.led);
    this.shown = "";
    if (!course || this.host.hidden) {
      this.fold(false);
      this.screen.insets();
      return;
    }
    this.screen.board.raise(step?.choice.piece ?? "");
    const part = (step ?? lesson)?.look;
    if (part) document.querySelector(PARTS[part])?.classList.add("spotlight");
    this.screen.screen.dataset.look = part ?? "";
    const focused = this.host.contains(document.activeElement);
    const before = this.host.querySelector("h3")?.textContent;
    fill(
      this.host,
      step ? this.showStep(course, step) : this.strayed ? this.wayBack() : lesson ? this.showLesson(lesson) : null,
      step || lesson || this.strayed || !this.guided ? null : this.coach(open),
      step || !this.guided || !course.tasks.length ? null : this.list(course.tasks, open),
    );
    this.screen.chooser.leaveRoom(); // the options are drawn closer beside a lesson
    this.fold(this.brief && !step && !lesson && !this.strayed);
    this.makeRoom();
    // On a phone on its side the lesson may have been scrolled away, with the question below it.
    if (before !== this.host.querySelector("h3")?.textContent) this.screen.page.rail.scrollTop = 0;
    if (focused) /** @type {HTMLElement | null} */ (this.host.querySelector(".primary, .small"))?.focus();
  }

  /** On a small screen only the heading is left, to make room. @param {boolean} brief */
  fold(brief) {
    this.aside = false;
    this.host.classList.toggle("brief", brief);
    this.screen.screen.classList.toggle("taught", !brief && !this.host.hidden);
    const button = this.host.querySelector(".fold");
    button?.setAttribute("aria-expanded", String(!brief));
    button?.setAttribute("aria-label", brief ? "Unfold the lesson" : "Fold the lesson");
    if (button) fill(/** @type {HTMLElement} */ (button), icon(brief ? "down" : "up"));
  }

  /** Folded while a card is open on a small screen, and as before when it is closed. @param {boolean} on */
  stepAside(on) {
    if (on && !this.host.classList.contains("brief")) {
      this.fold(true);
      this.aside = true;
    } else if (!on && this.aside) {
      this.fold(false);
    }
  }

  /** The board has the rest of the window; on a small screen what may be chosen is not behind the lesson. */
  makeRoom() {
    this.screen.insets();
    if (this.shown && this.host.classList.contains("brief")) return; // what was pointed out stays in sight
    if (this.screen.page.phone && this.screen.view?.decision) this.screen.board.frameMarks();
  }

  /** @param {string} sign @param {string} title @param {string | undefined} rule */
  heading(sign, title, rule) {
    return h(
      "h3",
      null,
      icon(sign),
      title,
      ruleLink(rule),
      h(
        "button.icon.fold",
        {
          type: "button",
          "aria-label": "Fold the lesson",
          "aria-expanded": true,
          onclick: () => {
            const brief = !this.host.classList.contains("brief");
            this.brief = brief && !this.step && !this.now;
            this.fold(brief);
            this.makeRoom();
          },
        },
        icon("up"),
      ),
    );
  }

  /**
   * What is explained scrolls where there is no room for it; of a step the last paragraph says what to do, and that is
   * always in sight.
   * @param {string[]} text @param {boolean} [step]
   */
  told(text, step = false) {
    const words = text.map((part) => h("p", null, handy(part)));
    const task = step ? words.pop() : null;
    task?.classList.add("to-do");
    if (!words.length) return task;
    const said = h("div.said", null, words);
    const on = () => said.scrollBy({ top: said.clientHeight - 24 });
    fading(said);
    return [
      h("div.saying", null, said, h("button.small.read-on", { type: "button", onclick: on }, "More", icon("down"))),
      task,
    ];
  }

  /** @param {GuideText} course @param {Step} step */
  showStep(course, step) {
    const { decision } = this.screen.view ?? {};
    const options = decision?.options ?? [];
    const like = (/** @type {import("../types.js").Choice} */ choice) => ({
      ...choice,
      at: [],
      piece: step.any ? "" : choice.piece,
    });
    // Where pieces go on a table in inches the guide says itself, whatever examples the question has.
    const own = decision && step.choice.at?.length ? { choice: step.choice, label: step.title } : undefined;
    const option =
      own ??
      options.find((each) => same(each.choice, step.choice)) ??
      options.find((each) => same(like(each.choice), like(step.choice))) ??
      (step.alike ? options.find((each) => each.choice.do === step.choice.do) : undefined);
    return h(
      "article.lesson.step",
      { role: "note", "aria-live": "polite" },
      h(
        "p.step-count",
        null,
        h("span", null, h("span.long", null, "Step "), `${course.steps.indexOf(step) + 1} of ${course.steps.length}`),
        h("progress", {
          "aria-label": "How far the guided part has come",
          max: course.steps.length,
          value: course.steps.indexOf(step),
        }),
      ),
      // What comes next is told when it has happened.
      decision ? this.heading("star", step.title, step.rule) : this.heading("eye", "Watch", ""),
      decision
        ? this.told(step.text, true)
        : h("p.quiet", null, "The other side is acting. Watch the map: it is your turn again in a moment."),
      h(
        "div.buttons",
        null,
        option ? h("button.primary", { type: "button", onclick: () => this.point(option) }, icon("eye"), "Show me") : null,
        this.leaving(),
      ),
    );
  }

  /** @param {Lesson} lesson */
  showLesson(lesson) {
    return h(
      "article.lesson",
      { role: "note", "aria-live": "polite" },
      this.heading("star", lesson.title, lesson.rule),
      this.told(lesson.text),
      h(
        "div.buttons",
        null,
        h("button.primary", { type: "button", onclick: () => this.got() }, this.waiting.length ? "Next" : "Got it"),
        this.leaving(),
      ),
    );
  }

  leaving() {
    return h("button.link", { type: "button", onclick: () => this.leave() }, "No more explanations");
  }

  /** Off the path, as long as there is a way back: by taking back, or where orders are secret by changing one's mind. */
  wayBack() {
    const { view } = this.screen;
    const change = view?.decision?.options?.find((option) => option.role === "change");
    const back = view?.may_undo
      ? h("button.small", { type: "button", onclick: () => this.screen.undo() }, icon("undo"), "Take it back")
      : change
        ? h("button.small", { type: "button", onclick: () => this.point(change) }, icon("eye"), change.label)
        : null;
    return h(
      "article.coach",
      { role: "note", "aria-live": "polite" },
      this.heading("undo", "You went your own way", ""),
      h(
        "p",
        null,
        "That is allowed, and you can play on. ",
        back ? `To follow the lesson, ${view?.may_undo ? "take it back" : "change your mind"}.` : "",
      ),
      back,
    );
  }

  /**
   * What to try now. In a guided battle that is what the question is about, and somebody says what is good; else the
   * first thing on the list that can be done. @param {Task[]} open
   */
  coach(open) {
    const decision = this.screen.view?.decision;
    const options = decision?.options ?? [];
    const can = (/** @type {Task} */ task) =>
      task.kind ? decision?.kind === task.kind : options.some((option) => task.does?.includes(option.choice.do));
    const task = this.led
      ? open.find((each) => each.kind && can(each))
      : (open.find((each, i) => can(each) && (!each.patient || i === 0)) ?? open[0]);
    if (!task) return this.closing();
    const best = options
      .filter((option) => task.does?.includes(option.choice.do))
      .sort((a, b) => hope(b) - hope(a))[0];
    return h(
      "article.coach",
      { role: "note", "aria-live": "polite" },
      this.heading("target", task.text, task.rule),
      h("p", null, handy(task.how)),
      !decision
        ? h("p.quiet", null, "It is the other side’s turn. Watch what happens.")
        : best || can(task)
          ? null
          : h("p.quiet", null, `First answer the question: ${decision.prompt}`),
      decision ? this.showing(this.led ? undefined : best) : null,
    );
  }

  /** To the end of a guided battle: what is wanted, and somebody who says what to do. */
  closing() {
    const { course } = this;
    const { decision } = this.screen.view ?? {};
    if (!course?.goal) return null;
    return h(
      "article.coach.closing",
      { role: "note", "aria-live": "polite" },
      this.heading("flag", "Now finish the battle", ""),
      h("p", null, course.goal),
      h(
        "p.quiet",
        null,
        decision
          ? "Choose what you like, or let a computer player show you a good choice."
          : "It is the other side’s turn. Watch what happens.",
      ),
      decision ? this.showing() : null,
    );
  }

  /** Points out an option; without one a computer player is asked for it. @param {Option} [best] */
  showing(best) {
    return h(
      "button.small.show",
      {
        type: "button",
        onclick: (/** @type {MouseEvent} */ event) => {
          if (best) return this.point(best);
          const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
          button.setAttribute("aria-disabled", "true");
          fill(button, icon("eye"), "Thinking…");
          void this.advise();
        },
      },
      icon("eye"),
      "Show me",
    );
  }

  /** What a computer player would do is pointed out as a step is. */
  async advise() {
    const { advice } = this.screen;
    if (advice.thinking) return;
    await advice.ask(advice.level, QUICK);
    const { hint, option } = advice;
    this.render();
    if (hint) this.point(option ?? { choice: hint.choice, label: advice.words() });
    this.host.scrollTop = 0; // the card of the hint leaves it less room
  }

  /** @param {Task[]} tasks @param {Task[]} open */
  list(tasks, open) {
    return h(
      "details.tasks",
      { class: open.length ? "" : "all-done" },
      h(
        "summary",
        null,
        open.length ? `Things to try: ${tasks.length - open.length} of ${tasks.length} done` : "You have tried everything",
        open[0] ? h("small", null, ` Next: ${open[0].text}`) : null,
      ),
      h(
        "ul",
        null,
        tasks.map((task) =>
          h(
            "li",
            { class: this.ticked.has(task.id) ? "done" : task === open[0] ? "next" : "" },
            icon(this.ticked.has(task.id) ? "check" : "target"),
            task.text,
          ),
        ),
      ),
    );
  }

  /** Point out an option, on the board and among the buttons; Enter then chooses it. @param {Option} option */
  point(option) {
    const { chooser, board, advice, plan, page, host } = this.screen;
    this.fold(true);
    this.screen.insets();
    if (option.choice.at?.length && plan.load(option)) {
      page.planHost.classList.add("spotlight");
      host.focus({ preventScroll: true });
      return;
    }
    chooser.reveal(option);
    board.raise(option.target || option.piece || "");
    board.mark({ advised: advice.marks(option) });
    chooser.preview(option);
    this.shown = chooser.spotOf(option);
    board.look(this.shown);
    const button = chooser.buttons.get(option);
    button?.classList.add("spotlight");
    button?.scrollIntoView({ block: "nearest" });
    button?.focus({ preventScroll: true });
  }

  got() {
    if (this.now) this.done.add(this.now.id);
    this.keep();
    this.next();
    if (this.screen.view && !this.now) this.seen({ ...this.screen.view });
    if (!this.now) this.screen.host.focus({ preventScroll: true });
  }

  /** No more of it: in a guided battle for this battle, else for all that are not guided. */
  leave() {
    this.waiting = [];
    this.now = null;
    if (this.guided) this.left = true;
    else change({ guide: false });
    this.keep();
    if (this.screen.view) this.seen(this.screen.view);
    this.fold(false);
    this.screen.insets();
  }
}
