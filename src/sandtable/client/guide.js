/** The guide for newcomers: a card that explains what happens for the first time, and a list of things to try. */

import { fill, h, icon } from "./dom.js";
import { LESSONS as NATIONS_AT_WAR, TASKS as NATIONS_TASKS } from "./guide/nations_at_war.js";
import { LESSONS as OF_WAR_AND_MEN, TASKS as OF_WAR_TASKS } from "./guide/of_war_and_men.js";
import { ruleLink } from "./rules.js";
import { change, settings } from "./settings.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./battle.js").BattleScreen} BattleScreen */

/**
 * @typedef {object} Lesson
 * @property {string} id
 * @property {string} title
 * @property {string[]} text paragraphs
 * @property {string} [rule] where it stands in the book
 * @property {string} [kind] shown when this kind of question is asked
 * @property {string} [event] or when this kind of line was told
 * @property {string} [about] and it was about this
 * @property {"mine" | "theirs"} [whose] and it was told by this side
 * @property {string} [does] or an option with this verb is there
 * @property {string} [look] a part of the page to look at
 * @property {string[]} [after] lessons that come first
 */

/**
 * @typedef {object} Task
 * @property {string} id
 * @property {string} text
 * @property {string} how in plain words
 * @property {string} [rule] where it stands in the book
 * @property {string[]} [does] verbs of options with which it can be done
 * @property {boolean} [patient] it can be done at any time, and should be done when its turn has come
 * @property {string[]} [event] it was done when a line of such a kind was told
 * @property {"mine" | "theirs"} [whose] by this side
 * @property {number} [from] and came to so much or more
 * @property {string} [kind] it was done when this kind of question was answered
 */

/** @type {Record<string, {lessons: Lesson[], tasks: Task[]}>} */
const COURSES = {
  nations_at_war: { lessons: NATIONS_AT_WAR, tasks: NATIONS_TASKS },
  of_war_and_men: { lessons: OF_WAR_AND_MEN, tasks: OF_WAR_TASKS },
};

const KEY = "sandtable.lessons";

export class Guide {
  /** @param {HTMLElement} host @param {BattleScreen} screen */
  constructor(host, screen) {
    this.host = host;
    this.screen = screen;
    /** @type {Set<string>} */
    this.done = new Set();
    /** @type {Set<string>} */
    this.ticked = new Set();
    /** @type {Lesson[]} */
    this.waiting = [];
    /** @type {Lesson | null} */
    this.now = null;
    this.last = -1;
    this.guided = false;
    this.pendingKind = "";
  }

  get course() {
    return COURSES[this.screen.info?.system ?? ""];
  }

  /** @param {boolean} guided a battle begun for learning: everything is explained, whatever is known */
  begin(guided) {
    this.guided = guided;
    try {
      const kept = JSON.parse(localStorage.getItem(KEY + (guided ? `.${this.screen.info?.battle}` : "")) ?? "[]");
      this.done = new Set(kept.filter((/** @type {string} */ id) => !id.startsWith("task:")));
      this.ticked = new Set(
        kept
          .filter((/** @type {string} */ id) => id.startsWith("task:"))
          .map((/** @type {string} */ id) => id.slice(5)),
      );
    } catch {
      this.done = new Set();
    }
    if (this.screen.view) this.seen(this.screen.view);
  }

  restart() {
    this.guided = true;
    this.done.clear();
    this.last = -1;
    if (this.screen.view) this.seen(this.screen.view);
  }

  keep() {
    try {
      localStorage.setItem(
        KEY + (this.guided ? `.${this.screen.info?.battle}` : ""),
        JSON.stringify([...this.done, ...[...this.ticked].map((id) => `task:${id}`)]),
      );
    } catch {
      // Then it will be told again.
    }
  }

  /** @param {View} view */
  seen(view) {
    const { course } = this;
    const lines = view.log ?? [];
    const last = lines.length ? lines[lines.length - 1].number : 0;
    if (!course || !settings().guide || !view.seat || view.result) {
      this.last = last;
      this.host.hidden = true;
      return;
    }
    const fresh = this.last < 0 ? (lines.length < 40 ? lines : []) : lines.filter((line) => line.number > this.last);
    this.last = last;
    const side = view.seats.find((seat) => seat.id === view.seat)?.side;
    const whose = (/** @type {string | undefined} */ who, /** @type {string | undefined} */ by) =>
      !who || (who === "mine" ? by === side : by !== side && Boolean(by));
    for (const task of course.tasks) {
      if (this.ticked.has(task.id)) continue;
      if (
        fresh.some(
          (line) =>
            task.event?.includes(line.kind ?? "") &&
            whose(task.whose, line.side) &&
            (line.value ?? 0) >= (task.from ?? 0),
        )
      )
        this.ticked.add(task.id);
      if (task.kind && view.decision && view.decision.kind !== task.kind && this.pendingKind === task.kind)
        this.ticked.add(task.id);
    }
    this.pendingKind = view.decision?.kind ?? this.pendingKind;
    for (const lesson of course.lessons) {
      if (this.done.has(lesson.id) || this.waiting.includes(lesson) || this.now === lesson) continue;
      if (lesson.after?.some((id) => !this.done.has(id))) continue;
      const asked = view.decision && lesson.kind === view.decision.kind;
      const told =
        lesson.event &&
        fresh.some(
          (line) =>
            line.kind === lesson.event &&
            (!lesson.about || lesson.about === line.about) &&
            whose(lesson.whose, line.side),
        );
      const can = lesson.does && view.decision?.options?.some((option) => option.choice.do === lesson.does);
      if (asked || told || can) this.waiting.push(lesson);
    }
    // What is no longer asked need no longer be explained.
    const past = (/** @type {Lesson} */ lesson) =>
      Boolean(lesson.kind) &&
      view.decision !== null &&
      view.decision !== undefined &&
      lesson.kind !== view.decision.kind;
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

  next() {
    // What is asked now is explained first.
    const asked = this.waiting.findIndex((lesson) => lesson.kind && lesson.kind === this.screen.view?.decision?.kind);
    this.now = this.waiting.splice(Math.max(0, asked), 1)[0] ?? null;
    this.render();
  }

  render() {
    const lesson = this.now;
    this.host.classList.remove("brief");
    for (const element of document.querySelectorAll(".spotlight")) element.classList.remove("spotlight");
    const tasks = this.guided && this.course ? this.course.tasks : [];
    const open = tasks.filter((task) => !this.ticked.has(task.id));
    this.host.hidden = !lesson && !(this.guided && tasks.length && open.length);
    if (this.host.hidden) return;
    if (lesson?.look) document.querySelector(lesson.look)?.classList.add("spotlight");
    const focused = this.host.contains(document.activeElement);
    fill(
      this.host,
      lesson
        ? h(
            "article.lesson",
            { role: "note", "aria-live": "polite" },
            h("h3", null, icon("star"), lesson.title, ruleLink(lesson.rule)),
            lesson.text.map((part) => h("p", null, part)),
            h(
              "div.buttons",
              null,
              h(
                "button.primary",
                { type: "button", onclick: () => this.got() },
                this.waiting.length ? "Next" : "Got it",
              ),
              h("button.link", { type: "button", onclick: () => this.leave() }, "No more explanations"),
            ),
          )
        : null,
      this.guided && !lesson ? this.coach(open) : null,
      tasks.length
        ? h(
            "details.tasks",
            null,
            h(
              "summary",
              null,
              `Your first battle: ${tasks.length - open.length} of ${tasks.length}`,
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
          )
        : null,
    );
    this.screen.insets();
    if (focused) /** @type {HTMLElement | null} */ (this.host.querySelector("button"))?.focus();
  }

  /** What to try now: the first thing on the list that can be done, or the next one to come. @param {Task[]} open */
  coach(open) {
    const view = this.screen.view;
    const options = view?.decision?.options ?? [];
    const can = (/** @type {Task} */ task) =>
      task.kind ? view?.decision?.kind === task.kind : options.some((option) => task.does?.includes(option.choice.do));
    const task = open.find((each, i) => can(each) && (!each.patient || i === 0)) ?? open[0];
    if (!task) return null;
    const found = options.filter((option) => task.does?.includes(option.choice.do));
    const chance = (/** @type {import("./types.js").Option} */ option) =>
      Math.max(0, ...(option.odds ?? []).map((each) => each.chance));
    const best = found.sort((a, b) => chance(b) - chance(a))[0];
    return h(
      "article.coach",
      { role: "note", "aria-live": "polite" },
      h("h3", null, icon("target"), task.text, ruleLink(task.rule)),
      h("p", null, task.how),
      best
        ? h("button.small", { type: "button", onclick: () => this.point(best) }, icon("eye"), "Show me")
        : !view?.decision
          ? h("p.quiet", null, "There is nothing to do right now.")
          : task.does
            ? h("p.quiet", null, "You cannot do this right now. Choose what you like until you can, or ask for a hint.")
            : null,
    );
  }

  /** Point out an option, on the board and among the buttons. @param {import("./types.js").Option} option */
  point(option) {
    const { chooser, board } = this.screen;
    this.host.classList.add("brief"); // on a small screen it makes room
    this.screen.insets();
    chooser.preview(option);
    board.look(option.target || option.place || option.piece || "");
    const buttons = [...this.screen.askHost.querySelectorAll("button.option")];
    const button = buttons.find(
      (each) =>
        each.getAttribute("data-do") === option.choice.do &&
        (each.getAttribute("data-place") ?? "") === (option.place ?? ""),
    );
    button?.classList.add("spotlight");
    button?.scrollIntoView({ block: "nearest" });
  }

  got() {
    if (this.now) this.done.add(this.now.id);
    this.keep();
    this.next();
    if (this.screen.view && !this.now) this.seen({ ...this.screen.view });
    if (!this.now) this.screen.host.focus({ preventScroll: true });
  }

  leave() {
    this.waiting = [];
    this.now = null;
    this.guided = false;
    change({ guide: false });
    this.render();
  }
}
