/** Learn from your mistakes: one is put back before each of them and may try again. */

import { fill, h, icon } from "../dom.js";
import { ask } from "../wire/net.js";
import { same } from "../guide/advice.js";
import { accountsOf, follow, learnButtons, mistakesOf, turningList } from "./analysis.js";

/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("../types.js").Choice} Choice */
/** @typedef {import("../types.js").Turning} Turning */
/** @typedef {import("./whatif.js").WhatIf} WhatIf */

const ENOUGH = 0.01; // of a chance: so much better counts

export class Learn {
  /** @param {WhatIf} whatif */
  constructor(whatif) {
    this.whatif = whatif;
    /** @type {Analysis | null} */
    this.found = null;
    this.state = "";
    this.error = "";
    this.asking = false;
    /** @type {Turning[]} */
    this.tasks = [];
    this.place = -1; // of the task one is at
    /** @type {string[]} */
    this.words = [];
    this.solved = false;
    this.busy = false;
  }

  get on() {
    return this.place >= 0;
  }

  /** Ask for what was found, as long as somebody looks. */
  load() {
    if (this.asking || this.found?.complete) return;
    this.asking = true;
    const { whatif } = this;
    follow(
      whatif.token,
      () => !whatif.screen.closed && (!whatif.host.hidden || this.on),
      (report) => {
        this.state = report.state;
        this.error = report.error;
        const whole = report.analysis?.complete && !this.found?.complete;
        this.found = report.analysis ?? this.found;
        if (whole || !this.found?.complete) whatif.render();
        if (whole) this.point();
      },
    )
      .catch((error) => (this.error = error.message))
      .finally(() => {
        this.asking = false;
        whatif.render();
      });
  }

  /** Stop working on it. */
  async stop() {
    await fetch(`/api/seat/${this.whatif.token}/analysis`, { method: "DELETE" }).catch(() => {});
  }

  /** The moments that mattered, with what can be learnt from them. */
  section() {
    const { found } = this;
    const head = h("h3", null, "Moments that mattered");
    if (this.error) return [head, h("p.bad", null, this.error)];
    if (!found) return [head, h("p.quiet", null, "Looking at the battle …")];
    if (!found.complete)
      return [
        head,
        h("p.quiet", { role: "status" }, `${found.done} of ${found.of} choices looked at. `, h("progress", { max: found.of, value: found.done, "aria-label": "Choices looked at" })),
        this.state === "stopped"
          ? h("button.small", { type: "button", onclick: () => this.load() }, "Go on")
          : h("button.small", { type: "button", onclick: () => void this.stop() }, "Stop"),
      ];
    return [
      h("h3", null, "Skill and luck"),
      accountsOf(found, this.whatif.screen),
      head,
      found.turnings.length
        ? turningList(found, (state) => this.whatif.goTo(state))
        : h("p.quiet", null, "Nothing stood out beyond the noise."),
      learnButtons(found, this.whatif.screen, (side) => this.begin(side)),
    ];
  }

  /** Arrows on the board where a mistake was made. @param {number} [state] */
  point(state = this.whatif.moment) {
    const { whatif } = this;
    const mistake = this.found?.turnings.find((each) => each.kind === "choice" && each.state === state);
    const kinds = /** @type {const} */ (["chosen", "better"]);
    const hidden = whatif.on && !(this.on && this.solved);
    const arrows = hidden ? [] : (mistake?.arrows ?? []).map((each, i) => ({ piece: each.piece ?? "", target: each.target ?? "", place: each.place ?? "", kind: kinds[i] }));
    whatif.screen.board.mark({ arrows });
  }

  // Trying again ----------------------------------------------------------------------------------------

  /** @param {string} side @param {Analysis | null} [found] what is known, where it is known already */
  begin(side, found = this.found) {
    this.found = found;
    this.tasks = mistakesOf(this.found, side);
    void this.go(0);
  }

  /** @param {number} place */
  async go(place) {
    if (place >= this.tasks.length) return this.end();
    this.place = place;
    this.solved = false;
    const task = this.tasks[place];
    this.words = [`What would have been better? Choose it on the board or in the list.`];
    this.whatif.knew = task.seat ?? "";
    await this.whatif.open(0, task.state);
    const { screen } = this.whatif;
    if (screen.page.phone && screen.screen.dataset.tab !== "ask") screen.showTab("ask");
    screen.say(`${this.title()} ${this.words[0]}`);
  }

  /** @param {Choice} choice */
  async attempt(choice) {
    const task = this.tasks[this.place];
    if (this.busy || !task) return;
    this.busy = true;
    this.words = ["Trying it out …"];
    this.whatif.render();
    try {
      const tried = await ask(`/seat/${this.whatif.token}/study/attempt`, { state: task.state, choice });
      const found = task.arrows?.[1]?.choice;
      const engine = found !== undefined && same(found, choice);
      this.answer(tried, engine);
    } catch (error) {
      this.words = [/** @type {Error} */ (error).message];
    }
    this.busy = false;
    this.whatif.screen.chooser.waiting = false;
    this.whatif.screen.screen.classList.remove("sending");
    this.whatif.render();
    this.point(task.state);
    this.whatif.screen.say(this.words.join(" "));
  }

  /** @param {{label: string, mean: number, low: number, high: number, same: boolean}} tried @param {boolean} engine */
  answer(tried, engine) {
    const by = Math.round(100 * Math.abs(tried.mean));
    const range = `${Math.round(100 * tried.low)} to ${Math.round(100 * tried.high)}`;
    const better = tried.mean >= ENOUGH;
    this.solved = engine || better;
    if (tried.same) this.words = [`“${tried.label}” is what was played. Try something else.`];
    else if (engine && better) this.words = [`Yes: “${tried.label}” is what the computer player found, too. It is better by ${by} points (${range}).`];
    else if (engine) this.words = [`Yes: “${tried.label}” is what the computer player found, too.`];
    else if (better && tried.low > 0) this.words = [`Yes: “${tried.label}” is better than what was played, by ${by} points (${range}).`];
    else if (better) this.words = [`Good: “${tried.label}” is probably better than what was played, by ${by} points, though the tries leave some doubt (${range}).`];
    else this.words = [`“${tried.label}” is no better than what was played (${range} points). Try again.`];
  }

  /** Show what the computer player found. */
  reveal() {
    const task = this.tasks[this.place];
    this.solved = true;
    this.words = [task.text];
    this.whatif.render();
    this.point(task.state);
    this.whatif.screen.say(task.text);
  }

  end() {
    this.place = -1;
    this.tasks = [];
    this.whatif.knew = "";
    if (this.whatif.on) this.whatif.leave();
  }

  title() {
    const task = this.tasks[this.place];
    const word = this.whatif.screen.view?.turn_word ?? "Turn";
    return `Mistake ${this.place + 1} of ${this.tasks.length}, ${word.toLowerCase()} ${task.turn ?? 0}.`;
  }

  /** In the bar below the board. @param {HTMLElement} bar */
  show(bar) {
    const last = this.place === this.tasks.length - 1;
    fill(
      bar,
      h("span.whatif-badge", null, icon("bulb"), "Learn"),
      h("div.whatif-words.learning", null, h("b", null, this.title()), " ", this.words.join(" ")),
      this.solved ? null : h("button", { type: "button", onclick: () => this.reveal() }, "Show the answer"),
      h("button.primary", { type: "button", onclick: () => void this.go(this.place + 1) }, last ? "Finish" : this.solved ? "Next" : "Skip"),
      last ? null : h("button.tool", { type: "button", "aria-label": "Stop learning", title: "Stop learning", onclick: () => this.end() }, icon("close")),
    );
  }
}
