/** What if: from any moment of a battle that is over one chooses otherwise and goes on. The battle stays as it is. */

import { choosing } from "../choosing/choose.js";
import { fill, h, icon } from "../dom.js";
import { ask } from "../wire/net.js";
import { toast } from "../popover.js";
import { advisers, levelName } from "../lobby/levels.js";
import { percent } from "../percent.js";
import { diceOf, sharing } from "./desk.js";
import { Learn } from "./learn.js";
import { tree } from "./tree.js";

/** @typedef {import("../types.js").Choice} Choice */
/** @typedef {import("../types.js").Probed} Probed */
/** @typedef {import("../types.js").Study} Study */
/** @typedef {import("../types.js").Twig} Twig */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Seen} Seen */
/** @typedef {import("../battle/screen.js").BattleScreen} BattleScreen */

/** @type {[string, string][]} */
const FAR = [
  ["choice", "One choice"],
  ["activation", "The activation"],
  ["end", "To the end"],
];

export class WhatIf {
  /** @param {HTMLElement} host @param {HTMLElement} bar @param {BattleScreen} screen */
  constructor(host, bar, screen) {
    this.host = host;
    this.bar = bar;
    this.screen = screen;
    this.on = false;
    /** @type {Study | null} */
    this.study = null;
    this.writes = false;
    this.secrets = false;
    this.state = 0; // the moment of the battle that one has left
    this.twig = 0; // 0: still at that moment
    /** @type {Seen | null} */
    this.seen = null;
    this.knew = ""; // whose knowledge; empty: everything is open
    this.dice = "fresh";
    this.level = "tactician";
    this.busy = false;
    this.run = 0;
    this.going = false; // computer players go on
    this.learn = new Learn(this);
  }

  get token() {
    return this.screen.replay.token;
  }

  /** The study of this battle, once it is over. @param {boolean} [again] */
  async load(again = false) {
    if (!this.host.hidden) this.learn.load();
    if (this.study && !again) return;
    try {
      const found = await ask(`/seat/${this.token}/study`);
      this.study = found.study;
      this.writes = found.writes;
      this.secrets = found.secrets;
      this.render();
    } catch (error) {
      fill(this.host, h("p.quiet", null, /** @type {Error} */ (error).message));
    }
  }

  // Coming and going ----------------------------------------------------------------------------------

  /** Choose otherwise at the moment that is shown. */
  async begin() {
    const { replay } = this.screen;
    if (!this.screen.info?.over || this.on) return;
    if (!replay.on) await replay.open();
    await this.open(0, replay.moments[replay.index].state);
  }

  /** Go to a twig, or to a moment of the battle to leave it there. @param {number} twig @param {number} state */
  async open(twig, state) {
    await this.load();
    if (!this.study) return;
    const found = (this.study.twigs ?? []).find((each) => each.id === twig);
    if (twig && !found) {
      toast(["This variation no longer exists."], "bad");
      return;
    }
    const { replay } = this.screen;
    if (!this.on) {
      if (!replay.on) await replay.open(found?.state ?? state);
      replay.stop();
      replay.on = false;
      this.on = true;
      this.screen.screen.classList.add("what-if");
      this.seen = null;
    }
    this.twig = twig;
    this.state = found?.state ?? state;
    this.learn.point(this.state); // no arrow gives an answer away
    this.render(); // so that it is seen at once that something comes
    this.screen.story.forget();
    await this.show(twig, found?.state ?? state, false);
  }

  /** Back to the battle as it was. */
  leave() {
    if (!this.on) return;
    this.run++;
    this.going = false;
    this.on = false;
    this.seen = null;
    this.screen.screen.classList.remove("what-if");
    delete this.screen.screen.dataset.twig;
    this.bar.hidden = true;
    this.learn.place = -1;
    const { replay } = this.screen;
    replay.on = true;
    this.screen.story.forget();
    void replay.go(replay.indexOf(this.state), false);
    this.render();
    this.screen.insets();
  }

  /** Everything away: the page returns to the end of the battle. */
  close() {
    if (!this.on) return;
    this.leave();
    this.screen.replay.close();
  }

  /** Put a place on the board. @param {number} twig @param {number} state @param {boolean} moving */
  async show(twig, state, moving) {
    const run = ++this.run;
    const { screen } = this;
    const as = this.knew ? `&as=${encodeURIComponent(this.knew)}` : "";
    const board = encodeURIComponent(screen.boardKey);
    try {
      /** @type {Seen} */
      const seen = await ask(`/seat/${this.token}/study/view?twig=${twig}&state=${state}${as}&board=${board}`);
      if (run !== this.run || !this.on) return;
      this.twig = twig;
      this.state = state;
      this.seen = seen;
      if (seen.board) screen.boards.set(seen.view.board_key ?? "", seen.board);
      if (moving) await screen.animate(seen.view);
      if (run !== this.run || !this.on) return;
      screen.display(seen.view, true);
      screen.screen.dataset.twig = String(twig);
      this.learn.point(state);
      this.render();
    } catch (error) {
      this.fail(error);
    }
  }

  /** One choice back or on in the variation. @param {1 | -1} way */
  step(way) {
    if (!this.on || !this.study) return;
    const twigs = this.study.twigs ?? [];
    if (way < 0) {
      const here = twigs.find((each) => each.id === this.twig);
      if (here) void this.open(here.parent, here.state);
      else this.leave();
    } else {
      const next = twigs.find((each) => each.parent === this.twig && each.state === this.state);
      if (next) void this.show(next.id, next.state, true);
    }
  }

  /** @param {unknown} error */
  fail(error) {
    this.busy = this.going = false;
    this.screen.chooser.waiting = false;
    this.screen.screen.classList.remove("sending");
    const { message } = /** @type {Error} */ (error);
    toast([message], "bad");
    this.screen.say(message);
    this.render();
  }

  // Choosing ------------------------------------------------------------------------------------------

  /** Choose in this variation. @param {Choice} choice @param {number[] | null} [draws] dice that are chosen */
  async choose(choice, draws = null, twig = this.twig) {
    if (this.busy) return;
    if (this.learn.on) return this.learn.attempt(choice);
    if (!this.writes) {
      toast(["Take a copy of your own to try that: the button is in the tab Analysis."], "bad");
      this.screen.chooser.waiting = false;
      return;
    }
    this.busy = true;
    this.screen.chooser.waiting = true;
    this.screen.screen.classList.add("sending");
    const body = {
      twig,
      state: this.state,
      choice,
      seat: this.seen?.seat ?? "",
      dice: draws ? "chosen" : this.dice,
      draws: draws ?? [],
      knew: twig ? "" : this.knew,
    };
    await this.grow("choices", body);
  }

  /** The same choice with other dice. @param {Twig} twig @param {number[]} draws */
  async reroll(twig, draws) {
    if (this.busy || !this.writes) return;
    this.busy = true;
    const body = { twig: twig.parent, state: twig.state, choice: twig.choice, seat: twig.seat, knew: twig.knew ?? "" };
    await this.grow("choices", draws.length ? { ...body, dice: "chosen", draws } : { ...body, dice: "fresh" });
  }

  /** @param {string} path @param {any} body */
  async grow(path, body) {
    try {
      const found = await ask(`/seat/${this.token}/study/${path}`, body);
      this.study = found.study;
      this.busy = false;
      await this.show(found.twig, this.state, true);
      return found;
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  /** Computer players go on from here. @param {string} far */
  async goOn(far) {
    if (this.busy || !this.writes) return;
    this.going = this.busy = true;
    this.render();
    for (;;) {
      const body = { twig: this.twig, state: this.state, level: this.level, far, knew: this.twig ? "" : this.knew };
      const found = await this.grow("onward", body);
      if (!found || found.done || !this.going || !this.on) break;
      this.busy = true;
    }
    this.going = this.busy = false;
    if (this.on) this.render();
  }

  /** What a choice would mean. @param {Choice} choice @param {(answer: Probed) => void} heard */
  probe(choice, heard) {
    const body = { twig: this.twig, state: this.state, choice, seat: this.seen?.seat ?? "" };
    const { run } = this;
    ask(`/seat/${this.token}/study/probe`, body).then(
      (answer) => run === this.run && heard({ ...answer, state: this.screen.seats.get(this.screen.seat)?.state ?? 0 }),
      () => {},
    );
    return 1;
  }

  /** @param {string} name @param {string} note */
  async note(name, note) {
    const at = this.on && this.twig ? { twig: this.twig } : { state: this.moment };
    try {
      const found = await ask(`/seat/${this.token}/study/notes`, { ...at, name, note });
      this.study = found.study;
      this.render();
      this.screen.say("Saved.");
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {number} twig */
  async remove(twig) {
    const here = (this.study?.twigs ?? []).find((each) => each.id === twig);
    try {
      const found = await ask(`/seat/${this.token}/study/removed`, { twig });
      this.study = found.study;
      if (this.on && here) await this.open(here.parent, here.state);
      else this.render();
    } catch (error) {
      this.fail(error);
    }
  }

  // What is shown ---------------------------------------------------------------------------------------

  /** The moment of the battle that is shown, in a variation the one it left. */
  get moment() {
    const { replay } = this.screen;
    return this.on ? this.state : (replay.moments[replay.index]?.state ?? 0);
  }

  /** The side whose chances are told: one's own. */
  get side() {
    const { view, info } = this.screen;
    const sides = [...new Set((view?.seats ?? []).map((seat) => seat.side))];
    const own = view?.seats.find((seat) => seat.id === info?.seat)?.side ?? "";
    return { index: Math.max(0, sides.indexOf(own)), name: this.screen.sideName(own || sides[0] || "") };
  }

  /** @param {number} chance of the first side */
  chance(chance) {
    return percent(1000 * (this.side.index ? 1 - chance : chance));
  }

  /** In the place of the question, where nothing is asked here. @param {View} view */
  idle(view) {
    const names = (this.seen?.asked ?? []).map((seat) => this.screen.seatName(seat));
    return h(
      "div.ask-idle",
      { tabindex: "0" },
      h("h2.prompt", null, view.result ? "This variation ends here" : choosing(names)),
      view.result
        ? h("p", null, `${this.screen.resultTitle(view)}: ${view.result.reason}.`)
        : h("p", null, `You look at it as ${this.screen.seatName(this.knew)} knew it. Let a computer player answer.`),
      h(
        "div.buttons",
        null,
        view.result ? null : h("button.primary", { type: "button", onclick: () => void this.goOn("choice") }, "Let the computer answer"),
        h("button", { type: "button", onclick: () => this.leave() }, "Back to the battle"),
      ),
    );
  }

  /** A note on this moment, in the replay. @param {number} state */
  noteAt(state) {
    const note = this.study?.notes?.[String(state)];
    return note ? h("p.note-card", null, note) : null;
  }

  render() {
    const { study, screen } = this;
    if (!study || screen.closed) return;
    const here = (study.twigs ?? []).find((each) => each.id === this.twig && this.on);
    const focus = document.activeElement instanceof HTMLElement && this.host.contains(document.activeElement) ? document.activeElement.dataset.keep : "";
    const open = [...this.host.querySelectorAll("details[open]")].map((each) => each.className);
    fill(
      this.host,
      this.learn.on ? null : this.where(here),
      this.on && !this.learn.on ? this.onward() : null,
      this.on ? null : this.learn.section(),
      this.learn.on ? null : h("h3", null, "Variations"),
      this.learn.on ? null : tree(study, {
        now: this.on ? this.twig : 0,
        chance: (twig) => this.chance(twig.mean ?? twig.chance ?? 0.5),
        moment: (state) => this.told(state),
        go: (twig, state) => void this.open(twig, state),
      }) ?? h("p.quiet", null, "None yet. Go to a moment of the battle and choose otherwise there."),
      this.learn.on ? null : this.notes(here),
      this.on && !this.learn.on ? this.conditions() : null,
      this.on && here ? diceOf(this, here) : null,
      this.learn.on ? h("p.quiet", null, "The notes and variations come back when you have finished.") : [this.noted(), sharing(this)],
    );
    for (const each of this.host.querySelectorAll("details")) if (open.includes(each.className)) each.open = true;
    if (focus) /** @type {HTMLElement | null} */ (this.host.querySelector(`[data-keep="${focus}"]`))?.focus();
    this.showBar(here);
  }

  /** @param {number} state */
  told(state) {
    const { replay } = this.screen;
    const moment = replay.moments[replay.indexOf(state)];
    if (!moment) return "The battle";
    const word = this.screen.view?.turn_word ?? "Turn";
    return `${moment.turn ? `${word} ${moment.turn}, after “${moment.label.replace(/\.$/, "")}”` : "Before the first choice"}`;
  }

  /** Where one is. @param {Twig | undefined} here */
  where(here) {
    if (!this.on)
      return h(
        "div.whatif-where",
        null,
        h("p", null, this.screen.replay.on ? this.told(this.moment) : "The battle is over."),
        h("button.primary", { type: "button", "data-keep": "begin", onclick: () => void this.begin() }, icon("branch"), "Choose otherwise here", h("kbd", null, "w")),
      );
    return h(
      "div.whatif-where",
      null,
      h("p", null, here ? h("b", null, here.label) : this.told(this.state)),
      h("p.quiet", null, this.seen ? `${this.side.name} would win ${this.chance(this.seen.chance)} from here.` : "Setting up the board …", here?.mean !== undefined && here?.mean !== null ? ` Over ${here.throws} throws it was ${this.chance(here.mean)} on average; this is the throw nearest to that.` : ""),
    );
  }

  /** A list to choose from. @param {string} label @param {[string, string][]} options @param {string} now @param {(value: string) => void} set @param {string} key */
  list(label, options, now, set, key) {
    return h(
      "label.field",
      null,
      h("span", null, label),
      h(
        "select",
        { "data-keep": key, onchange: (/** @type {Event} */ event) => set(/** @type {HTMLSelectElement} */ (event.target).value) },
        options.map(([value, text]) => h("option", { value, selected: value === now }, text)),
      ),
    );
  }

  /** What is known, and how dice fall. */
  conditions() {
    /** @type {[string, string][]} */
    const seats = (this.screen.view?.seats ?? []).map((seat) => [seat.id, `What ${seat.name} knew then`]);
    return [
      this.secrets && !this.twig
        ? this.list("What is known", [["", "Everything is open"], ...seats], this.knew, (value) => {
            this.knew = value;
            void this.show(this.twig, this.state, false);
          }, "knew")
        : null,
      this.list("Dice of your choices", [["fresh", "Fresh"], ["average", "Average: the most typical of 40 throws"]], this.dice, (value) => (this.dice = value), "dice"),
    ];
  }

  /** Computer players on call. */
  onward() {
    if (this.seen?.view.result || !this.writes) return null;
    /** @type {[string, string][]} */
    const players = advisers().map((name) => [name, levelName(name)]);
    return h(
      "fieldset.onward",
      null,
      h("legend", null, "Let a computer player go on"),
      this.list("Player", players, this.level, (value) => (this.level = value), "level"),
      this.going
        ? h("div.buttons", { role: "status" }, h("progress", { "aria-label": "They are playing" }), h("button.small", { type: "button", "data-keep": "stop", onclick: () => (this.going = false) }, "Stop"))
        : h("div.buttons", null, FAR.map(([far, text]) => h("button.small", { type: "button", "data-keep": far, onclick: () => void this.goOn(far) }, text))),
    );
  }

  /** The name and the note of this place. @param {Twig | undefined} here */
  notes(here) {
    const now = here ? (here.note ?? "") : (this.study?.notes?.[String(this.moment)] ?? "");
    if (!this.writes) return now ? h("p.note-card", null, now) : null;
    if (!here && !this.on && !this.screen.replay.on) return null;
    const name = /** @type {HTMLInputElement} */ (h("input", { type: "text", maxlength: 80, value: here?.name ?? "", "data-keep": "name" }));
    const note = /** @type {HTMLTextAreaElement} */ (h("textarea", { rows: 3, maxlength: 4000, "data-keep": "note" }, now));
    const save = () => {
      if (name.value !== (here?.name ?? "") || note.value !== now) void this.note(name.value, note.value);
    };
    note.addEventListener("change", save);
    name.addEventListener("change", save);
    return h(
      "div.whatif-notes",
      null,
      here ? h("label.field", null, h("span", null, "Name of this variation"), name) : null,
      h("label.field", null, h("span", null, here ? "Note" : "Note on this moment of the battle"), note),
      here ? h("button.small.danger", { type: "button", onclick: () => void this.remove(here.id) }, "Remove this choice and what follows") : null,
    );
  }

  /** The notes on the battle itself. */
  noted() {
    const notes = Object.entries(this.study?.notes ?? {});
    if (!notes.length) return null;
    return [
      h("h3", null, "Notes on the battle"),
      h(
        "ol.battle-notes",
        null,
        notes.map(([state, note]) =>
          h("li", null, h("button.link", { type: "button", onclick: () => this.goTo(Number(state)) }, this.told(Number(state))), h("p", null, note)),
        ),
      ),
    ];
  }

  /** A moment of the battle, as it was. @param {number} state */
  goTo(state) {
    if (this.on) this.leave();
    void this.screen.replay.open(state);
  }

  /** @param {Twig | undefined} here */
  showBar(here) {
    this.bar.hidden = !this.on;
    if (!this.on) return;
    if (this.learn.on) {
      this.learn.show(this.bar);
      return;
    }
    fill(
      this.bar,
      h("span.whatif-badge", null, icon("branch"), "What if"),
      h("span.whatif-words", null, here ? (here.name || (here.label ?? "")) : "Choose otherwise"),
      this.seen ? h("b", null, `${this.side.name} ${this.chance(this.seen.chance)}`) : h("progress", { "aria-label": "Setting up the board" }),
      h("button.tool", { type: "button", "aria-label": "Previous choice of the variation", title: "Previous choice of the variation ([)", onclick: () => this.step(-1) }, "‹"),
      h("button.tool", { type: "button", "aria-label": "Next choice of the variation", title: "Next choice of the variation (])", onclick: () => this.step(1) }, "›"),
      h("button.primary", { type: "button", onclick: () => this.leave() }, "Back to the battle"),
    );
  }
}
