/** Looking back: scrub by choice, impulse and turn, play, link to a moment, go on from there as a new battle. */

import { follow, ownSide } from "../analysis/analysis.js";
import { Curve, LOW } from "../analysis/curve.js";
import { ask } from "../wire/net.js";
import { dialog, fill, h, icon } from "../dom.js";
import { copyRow } from "../battle/about.js";
import { knownBattles, settings } from "../settings.js";
import { toast } from "../popover.js";
import { seatPicker } from "../lobby/seats.js";

/** @typedef {import("../types.js").Moment} Moment */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").LogLine} LogLine */
/** @typedef {import("../battle/screen.js").BattleScreen} BattleScreen */

const KEPT = 120;

export class Replay {
  /** @param {HTMLElement} host @param {BattleScreen} screen */
  constructor(host, screen) {
    this.host = host;
    this.screen = screen;
    this.on = false;
    /** @type {Moment[]} */
    this.moments = [];
    this.index = 0;
    this.as = "";
    this.stale = true;
    this.playing = 0;
    this.returning = false; // to the present when all is shown
    this.run = 0;
    /** @type {Map<string, View>} */
    this.views = new Map();
    this.slider = /** @type {HTMLInputElement} */ (
      h("input.scrub", {
        type: "range",
        min: 0,
        max: 0,
        step: 1,
        "aria-label": "Moment",
        oninput: () => void this.go(Number(this.slider.value), false),
      })
    );
    /** @type {Curve | null} */
    this.curve = null;
    this.curvePlace = h("div.replay-curve", { hidden: true });
    this.label = h("div.moment", { "aria-live": "off" });
    this.ticks = h("div.ticks", { "aria-hidden": "true" });
    const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ act) =>
      h(
        "button.tool",
        { type: "button", "aria-label": label, title: label, onclick: act, "data-replay": name },
        icon(name),
      );
    this.playButton = button("play", "Play", () => this.pause());
    this.seatSelect = /** @type {HTMLSelectElement} */ (
      h("select", {
        "aria-label": "Seen by",
        onchange: () => {
          this.as = this.seatSelect.value;
          this.screen.story.forget();
          void this.go(this.index, false);
        },
      })
    );
    this.curveButton = button("bend", "Who was winning", () => this.toggleCurve());
    this.curveButton.hidden = true;
    this.buttons = h(
      "div.replay-buttons",
      null,
      button("backfar", "Previous turn", () => this.jump(-1, "turn")),
      button("back", "Previous impulse", () => this.jump(-1, "impulse")),
      h(
        "button.tool",
        { type: "button", "aria-label": "Previous choice", title: "Previous choice", onclick: () => this.jump(-1, "choice") },
        "‹",
      ),
      this.playButton,
      h(
        "button.tool",
        { type: "button", "aria-label": "Next choice", title: "Next choice", onclick: () => this.jump(1, "choice") },
        "›",
      ),
      button("next", "Next impulse", () => this.jump(1, "impulse")),
      button("nextfar", "Next turn", () => this.jump(1, "turn")),
    );
    fill(
      host,
      h(
        "div.replay-row",
        null,
        this.buttons,
        this.label,
        this.seatSelect,
        h(
          "span.replay-more",
          null,
          this.curveButton,
          button("link", "Link to this moment", () => void this.link()),
          button("branch", "Continue from here as a new battle", () => this.branch()),
        ),
        h("button.primary.now", { type: "button", onclick: () => this.close() }, "Back to now"),
      ),
      this.curvePlace,
      h("div.scrubber", null, this.slider, this.ticks),
    );
  }

  get token() {
    return this.screen.seats.get(this.screen.seat)?.token ?? this.screen.token;
  }

  /** More has happened. */
  grown() {
    this.stale = true;
  }

  async refresh() {
    if (!this.stale && this.moments.length) return;
    const info = await ask(`/seat/${this.token}`);
    this.screen.info = { ...info, links: info.links };
    this.moments = info.moments;
    this.stale = false;
    const last = this.moments.length - 1;
    this.slider.max = String(last);
    fill(
      this.ticks,
      this.moments.map((moment, i) =>
        moment.kind === "choice"
          ? null
          : h(
              "i",
              { class: moment.kind, style: `left:${(100 * i) / Math.max(1, last)}%` },
              moment.kind === "turn" && moment.turn ? String(moment.turn) : null,
            ),
      ),
    );
    const view = this.screen.view;
    const seats = (view?.seats ?? []).map((seat) => [seat.id, `As ${seat.name}`]);
    if (!info.seat) seats.unshift(["", "As a spectator"]);
    this.seatSelect.hidden = !info.over;
    this.curveButton.hidden = !info.over;
    fill(
      this.seatSelect,
      seats.map(([id, name]) => h("option", { value: id, selected: id === (this.as || info.seat) }, name)),
    );
  }

  toggle() {
    if (this.on) this.close();
    else void this.open();
  }

  /** @param {number} [state] */
  async open(state) {
    if (this.screen.whatif.on) this.screen.whatif.leave();
    try {
      this.stale = this.stale || !this.moments.length;
      await this.refresh();
    } catch (error) {
      toast([String(/** @type {Error} */ (error).message)], "bad");
      return;
    }
    this.as = this.seatSelect.value;
    this.on = true;
    this.host.hidden = false;
    this.screen.screen.classList.add("replaying");
    this.screen.animator.stop();
    if (this.screen.page.phone && this.screen.info?.explained?.length && this.screen.screen.dataset.tab !== "ask")
      this.screen.showTab("ask"); // there computer players say why
    this.screen.insets();
    if (this.screen.info?.over) void this.screen.whatif.load();
    await this.go(state === undefined ? this.moments.length - 1 : this.indexOf(state), false);
  }

  /** Show or hide who was winning when. */
  /** Stop playing, or play on. */
  pause() {
    if (this.playing) this.stop();
    else void this.play();
  }

  toggleCurve() {
    const show = this.curvePlace.hidden;
    this.curvePlace.hidden = !show;
    this.curveButton.setAttribute("aria-pressed", String(show));
    this.screen.insets();
    if (!show || this.curve) return;
    fill(this.curvePlace, h("p.quiet", { role: "status" }, "Looking at the battle …"));
    follow(
      this.token,
      () => !this.curve && !this.curvePlace.hidden,
      ({ error, analysis }) => {
        if (error) fill(this.curvePlace, h("p.bad", null, error));
        if (!analysis) return;
        const side = ownSide(analysis, this.screen);
        const go = (/** @type {number} */ state) => void this.go(this.indexOf(state), false);
        this.curve = new Curve(analysis, this.screen.sideColour(analysis.sides[side]), side, go, LOW);
        fill(this.curvePlace, this.curve.element);
        this.curve.at(this.moments[this.index].state);
        this.screen.insets();
      },
    ).catch((error) => fill(this.curvePlace, h("p.bad", null, error.message)));
  }

  close() {
    this.stop();
    if (this.screen.whatif.on) this.screen.whatif.leave();
    if (!this.on) return;
    this.on = false;
    this.host.hidden = true;
    this.screen.screen.classList.remove("replaying");
    if (this.as !== this.screen.info?.seat) this.screen.story.forget();
    if (location.hash) history.replaceState(null, "", location.pathname);
    this.screen.present();
    this.screen.insets();
  }

  /** Show what happened from a state on, and return to the present. @param {number} state */
  async again(state) {
    await this.open(Math.max(0, state - 1));
    if (!this.on) return;
    this.returning = true;
    this.play();
  }

  /** The view of a moment. @param {number} index @returns {Promise<View>} */
  async viewAt(index) {
    const moment = this.moments[index];
    const over = this.screen.info?.over;
    const as = over && this.as && this.as !== this.screen.info?.seat ? `&as=${encodeURIComponent(this.as)}` : "";
    const key = `${this.token} ${moment.state}${as}`;
    let view = this.views.get(key);
    if (!view) {
      view = /** @type {View} */ (await ask(`/seat/${this.token}/view?state=${moment.state}${as}`));
      if (this.views.size > KEPT) this.views.clear();
      this.views.set(key, view);
    }
    return view;
  }

  /** @param {number} index @param {boolean} moving show what happens on the way there */
  async go(index, moving) {
    const run = ++this.run;
    index = Math.max(0, Math.min(this.moments.length - 1, index));
    const on = moving && index === this.index + 1;
    this.index = index;
    this.slider.value = String(index);
    const moment = this.moments[index];
    const word = this.screen.view?.turn_word ?? "Turn";
    this.slider.setAttribute("aria-valuetext", `${word} ${moment.turn}: ${moment.label}`);
    fill(
      this.label,
      h("b", null, moment.turn ? `${word} ${moment.turn}` : `Before the first ${word.toLowerCase()}`),
      " ",
      moment.label,
      h("small", null, `${index} of ${this.moments.length - 1}`),
    );
    try {
      const view = await this.viewAt(index);
      if (run !== this.run || !this.on) return;
      if (on) await this.screen.animate(view);
      if (run !== this.run || !this.on) return;
      this.screen.display(view, false);
      this.screen.screen.dataset.state = String(moment.state);
      this.host.dataset.shown = String(index);
      this.screen.story.take(view.log ?? [], false);
      const last = view.log?.[view.log.length - 1];
      // Nothing need have been told by this choice: what came after it is pale all the same.
      this.screen.story.lightUp(last ? { ...last, state: moment.state } : null);
      if (last?.place) this.screen.board.mark({ lit: last.place });
      this.curve?.at(moment.state);
      if (!this.playing) this.screen.advice.why(moment.state);
      this.screen.whatif.learn.point(moment.state);
      if (!this.playing) this.screen.whatif.render();
    } catch (error) {
      toast([String(/** @type {Error} */ (error).message)], "bad");
    }
  }

  /** @param {1 | -1} way @param {"choice" | "impulse" | "turn"} kind */
  jump(way, kind) {
    this.stop();
    const wanted = { choice: ["choice", "impulse", "turn"], impulse: ["impulse", "turn"], turn: ["turn"] }[kind];
    let i = this.index + way;
    while (i > 0 && i < this.moments.length - 1 && !wanted.includes(this.moments[i].kind)) i += way;
    void this.go(i, way === 1 && kind === "choice");
  }

  play() {
    if (this.index >= this.moments.length - 1 && (this.screen.info?.over || this.screen.notice)) this.index = 0;
    this.playing = 1;
    fill(this.playButton, icon("pause"));
    this.playButton.setAttribute("aria-label", "Pause");
    const pause = (/** @type {number} */ time) => new Promise((resolve) => setTimeout(resolve, time));
    const next = async () => {
      while (this.playing && this.on) {
        if (this.index >= this.moments.length - 1) {
          if (this.returning) break;
          if ((this.screen.info?.over || this.screen.notice) && !this.stale) break;
          await this.refresh().catch(() => {}); // a battle that is still going on grows while one looks
          if (this.index >= this.moments.length - 1) await pause(600);
          continue;
        }
        if (this.index + 2 < this.moments.length) void this.viewAt(this.index + 2).catch(() => {});
        await this.go(this.index + 1, true);
        await pause(settings().motion === "slow" ? 650 : 220);
      }
      const done = this.playing && this.on;
      const back = this.returning;
      this.stop();
      if (done && back) this.close();
      else if (done) this.screen.showEnd();
    };
    void next();
  }

  stop() {
    const moment = this.playing && this.on ? this.moments[this.index] : undefined;
    this.playing = 0;
    this.returning = false;
    if (moment) this.screen.advice.why(moment.state);
    fill(this.playButton, icon("play"));
    this.playButton.setAttribute("aria-label", "Play");
  }

  /** Where the scrubber stands for a state. @param {number} state */
  indexOf(state) {
    const later = this.moments.findIndex((moment) => moment.state > state);
    return Math.max(0, (later < 0 ? this.moments.length : later) - 1);
  }

  /** Show the moment at which a line was told. @param {LogLine} line */
  async toLine(line) {
    try {
      await this.refresh();
      if (!this.on) await this.open(line.state ?? 0);
      else await this.go(this.indexOf(line.state ?? 0), false);
      this.screen.story.lightUp(line);
    } catch (error) {
      toast([String(/** @type {Error} */ (error).message)], "bad");
    }
  }

  /** Lines of the log up to this one: of its own moment, and of the one before. @param {LogLine} line @returns {Promise<LogLine[]>} */
  async linesBefore(line) {
    await this.refresh();
    const at = this.indexOf(line.state ?? 0);
    const views = [await this.viewAt(Math.max(0, at - 1)), await this.viewAt(at)];
    return views.flatMap((view) => view.log ?? []).filter((each) => each.number <= line.number);
  }

  async link() {
    const { info } = this.screen;
    try {
      const own = info?.seat === "" ? this.screen.token : knownBattles().find((each) => each.battle === info?.battle)?.spectator;
      const spectator = own || (await ask(`/battles/${info?.battle}/watch`, {})).spectator;
      const url = `${location.origin}/b/${spectator}#at=${this.moments[this.index].state}`;
      dialog("A link to this moment", [
        h("p", null, "Anyone who opens it sees this moment as a spectator."),
        copyRow("Link", url),
      ]);
    } catch (error) {
      toast([String(/** @type {Error} */ (error).message)], "bad");
    }
  }

  branch() {
    this.stop();
    const { view, info } = this.screen;
    const moment = this.moments[this.index];
    if (!view || !info) return;
    const picker = seatPicker(view.seats, info.seat || view.seats[0].id);
    const problem = h("p.problem", { role: "alert" });
    const box = dialog("Continue from here", [
      h(
        "p",
        null,
        `A new battle begins at this moment (${moment.label.replace(/\.$/, "")}), with fresh dice. The old battle stays as it is.`,
      ),
      picker.element,
      problem,
      h(
        "button.primary",
        {
          type: "button",
          onclick: async () => {
            try {
              const { seats } = picker.read();
              const made = await ask(`/seat/${this.token}/fork`, { state: moment.state, seats });
              box.close();
              dispatchEvent(
                new CustomEvent("sandtable:made", {
                  detail: {
                    made,
                    title: info.title,
                    scenario: info.scenario,
                    own: picker.read().own,
                    hot: picker.read().hot,
                  },
                }),
              );
            } catch (error) {
              problem.textContent = /** @type {Error} */ (error).message;
            }
          },
        },
        "Begin",
      ),
    ]);
  }
}
