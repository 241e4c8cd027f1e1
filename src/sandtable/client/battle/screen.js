/** The battle screen: it holds the wire, shows views one after another, and hands clicks to whom they belong. */

import { aboutDialog } from "./about.js";
import { Advice } from "../guide/advice.js";
import { Animator } from "../board/animate.js";
import { showBare } from "../board/bare.js";
import { BoardView } from "../board/board.js";
import { picture } from "../board/counters.js";
import { noAdvice } from "../board/marks.js";
import { platePicture } from "../board/plate.js";
import { teamPicture } from "../board/teams.js";
import { briefingDialog } from "../lobby/briefing.js";
import { Chooser, choosing } from "../choosing/choose.js";
import { fillable } from "../choosing/counting.js";
import { curtain } from "./curtain.js";
import { drawing, fill, h } from "../dom.js";
import { endDialog } from "./end.js";
import { Guide } from "../guide/guide.js";
import { Inspector } from "../panel/inspector.js";
import { battleKeys, describe, helpDialog } from "./keys.js";
import { merge, Story } from "../story/log.js";
import { ask, Line } from "../wire/net.js";
import { reaction } from "../choosing/options.js";
import { Page } from "./page.js";
import { Company } from "../people/company.js";
import { haveSeat } from "../people/me.js";
import { Pointing } from "./pointing.js";
import { closePopovers, toast } from "../popover.js";
import { Replay } from "../story/replay.js";
import { Rulebook } from "../rulebook/rulebook.js";
import { ruleLink, useRules } from "../rulebook/rules.js";
import { capital, keep, knownBattles, onSettings, remember, settings, settingsDialog, stored } from "../settings.js";
import { MeasureTool } from "../tools/measure.js";
import { Plan } from "../choosing/plan.js";
import { SightTool } from "../tools/sight.js";
import { ZonesTool } from "../tools/zones.js";
import { soundOf, soundOfAll, sound } from "../sound.js";
import { Trails } from "../story/trails.js";
import { WhatIf } from "../analysis/whatif.js";
import { YourTurn } from "./yourturn.js";
import { showHands, showInitiative, showStack } from "../panel/hand.js";
import { showForces, showTracks, tighten } from "../panel/tracks.js";
import { setLevels } from "../lobby/levels.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Choice} Choice */
/** @typedef {import("../types.js").LogLine} LogLine */
/** @typedef {import("../types.js").Probed} Probed */
/** @typedef {import("../types.js").SeatInfo} SeatInfo */
/** @typedef {{seat: string, state: number, view: View}} News */

const LEFT = "sandtable.left"; // the state after our last choice, by link

export class BattleScreen {
  /** @param {HTMLElement} root @param {string} token */
  constructor(root, token) {
    this.root = root;
    this.token = token;
    /** @type {SeatInfo | null} */
    this.info = null;
    this.missed = false; // others did something while we were away, and it has not been shown yet
    /** @type {Map<string, {token: string, line: Line, state: number, view: View | null}>} the seats that are played on this screen */
    this.seats = new Map();
    this.seat = "";
    /** @type {View | null} */
    this.view = null; // what is on the screen
    /** @type {Map<string, Board>} */
    this.boards = new Map();
    this.boardKey = "";
    /** @type {News[]} */
    this.queue = [];
    this.busy = false;
    this.closed = false;
    this.lost = false;
    this.ended = false;
    this.notice = ""; // why it can be looked at and not played
    /** @type {Set<string>} kinds of question that could be passed, met so far */
    this.passable = new Set();
    /** @type {Map<number, (answer: Probed) => void>} questions to the rules that are not answered yet */
    this.probes = new Map();
    this.probed = 0; // how many were asked
    this.picked = { place: "", piece: "" }; // what was clicked last
    /** @type {Rulebook | null} */
    this.book = null;
    this.pointing = new Pointing(this);
    const page = new Page(root, {
      sight: () => this.sight.toggle(),
      measure: () => this.measure.toggle(),
      zones: () => this.zones.toggle(),
      replay: () => this.replay.toggle(),
      briefing: () => briefingDialog(this),
      rules: () => this.book?.toggle(),
      settings: () => settingsDialog([...this.passable]),
      help: () => helpDialog(),
      more: () => aboutDialog(this),
      zoom: (factor) => this.board.panzoom.zoomBy(factor),
      fit: () => this.board.whole(),
      tab: (key) => this.showTab(key),
    });
    this.page = page;
    this.screen = page.screen;
    this.host = page.host;
    this.topbar = page.topbar;
    this.askHost = page.askHost;
    this.board = new BoardView(page.host, {
      tap: (place, piece, event) => this.pointing.tap(place, piece, event),
      hover: (place, piece, spot) => this.pointing.hover(place, piece, spot),
      inspect: (place, piece) => {
        this.select(piece, place);
        this.showTab("inspect");
      },
      grab: (piece, event) => this.plan.grab(event, piece),
      drag: (event) => this.plan.drag(event),
      drop: () => this.plan.drop(),
      wheel: (event) => this.plan.wheel(event),
    });
    this.board.symbols = settings().symbols;
    this.animator = new Animator(this.board);
    this.advice = new Advice(this);
    this.chooser = new Chooser(page.askHost, this);
    this.story = new Story(page.storyHost, this);
    this.inspector = new Inspector(page.inspectPanel, this); // what was clicked, with links
    this.card = new Inspector(page.hoverCard, this); // what the pointer is on
    this.sight = new SightTool(this);
    this.measure = new MeasureTool(this);
    this.zones = new ZonesTool(this);
    this.trails = new Trails(this);
    this.turn = new YourTurn();
    this.skipping = false;
    this.plan = new Plan(this);
    this.replay = new Replay(page.replayHost, this);
    this.whatif = new WhatIf(page.analysisHost, page.whatifBar, this);
    this.guide = new Guide(page.guideHost, this);
    this.company = new Company(page.companyHost, this);
    this.forgetSettings = onSettings((now) => {
      if (this.board.symbols !== now.symbols && this.view) {
        this.board.symbols = now.symbols;
        this.board.show(this.view);
        this.refresh();
      }
    });
    this.keys = (/** @type {KeyboardEvent} */ event) => battleKeys(this, event);
    document.addEventListener("keydown", this.keys);
    let wide = innerWidth > innerHeight;
    this.resized = () => {
      if (wide !== innerWidth > innerHeight) this.board.panzoom.touched = false; // a phone on its side shows the battle anew
      wide = innerWidth > innerHeight;
      this.insets();
      tighten(page.tracks);
    };
    addEventListener("resize", this.resized);
    this.insets();
    void this.start();
  }

  // The page ----------------------------------------------------------------------------------------

  /** @param {string} key */
  showTab(key) {
    this.page.showTab(key);
    if (key === "forces") this.showForces();
    if (key === "analysis") void this.whatif.load();
    if (key === "story") this.story.follow();
    this.insets();
  }

  insets() {
    const { panzoom } = this.board;
    panzoom.insets = this.page.insets();
    document.documentElement.style.setProperty("--covered", `${panzoom.insets.top}px`);
    if (panzoom.touched) panzoom.settle();
    else panzoom.open();
  }

  /** A card about something on the board is open, or closed: on a phone the board makes room for it. @param {HTMLElement | null} card @param {string} what */
  cardShown(card, what) {
    const { page, guide, board } = this;
    if (!page.phone) return;
    guide.stepAside(card !== null);
    page.card = card;
    this.insets();
    if (card) board.look(what);
  }

  // The wire ----------------------------------------------------------------------------------------

  async start() {
    try {
      this.info = await ask(`/seat/${this.token}`);
      setLevels(this.info?.levels);
    } catch (error) {
      const refused = /** @type {import("../wire/net.js").Refused} */ (error);
      if (refused.status === 0) {
        this.status("lost", "");
        window.setTimeout(() => {
          if (!this.closed) void this.start();
        }, 1500);
        return;
      }
      this.gone(refused.message);
      return;
    }
    if (this.closed) return;
    const info = /** @type {SeatInfo} */ (this.info);
    this.book = new Rulebook(this.page.bookHost, info.system, () => this.insets());
    useRules(info.system, (at) => void this.book?.show(at));
    this.page.title.textContent = info.title;
    document.title = `${info.title} · Sandtable`;
    const links = info.links && Object.keys(info.links).length > 1 ? info.links : { [info.seat]: this.token };
    this.seat = info.seat;
    const known = knownBattles().find((each) => each.battle === info.battle);
    if (info.seat || !known) {
      remember({
        battle: info.battle,
        title: info.title,
        scenario: info.scenario,
        seats: { ...(known?.seats ?? {}), ...(info.seat ? links : {}) },
        spectator: known?.spectator ?? (info.seat ? "" : this.token),
        invites: known?.invites,
        hot: info.hot_seat,
        time: Date.now(),
      });
    }
    void haveSeat(info, this.token);
    for (const [seat, token] of Object.entries(links)) {
      /** @type {{token: string, line: Line, state: number, view: View | null}} */
      const place = { token, line: /** @type {any} */ (null), state: -1, view: null };
      this.seats.set(seat, place);
      place.line = new Line(token, {
        message: (data) => this.heard(seat, data),
        state: (state, why) => this.status(state, why),
      });
    }
    this.page.analysis(info.over);
    void this.guide.begin(info.system, info.guided);
  }

  /** @param {import("../wire/net.js").LineState} state @param {string} why */
  status(state, why) {
    if (this.closed) return;
    if (state === "gone") return this.gone(why);
    const lost = state === "lost" || (state === "connecting" && this.lost);
    if (state === "open" && this.lost) toast(["Reconnected."], "good");
    this.lost = lost;
    this.screen.classList.toggle("offline", lost);
    const bot = this.view?.waiting?.find((seat) => (this.info?.seats[seat] ?? "person") !== "person");
    fill(
      this.page.connection,
      lost
        ? [h("i.pulse"), "Reconnecting …"]
        : bot && !this.replay.on && !this.whatif.on
          ? [h("i.pulse"), `${this.seatName(bot)}: thinking …`]
          : null,
    );
  }

  /** @param {string} why */
  gone(why) {
    fill(
      this.root,
      h(
        "div.nothing",
        null,
        h("h1", null, "No battle found"),
        h("p", null, why),
        h("a.button.primary", { href: "/" }, "All battles"),
      ),
    );
    this.close();
  }

  /** @param {string} seat @param {any} data */
  heard(seat, data) {
    const place = this.seats.get(seat);
    if (!place || this.closed) return;
    if (data.type === "hello" || data.type === "view") {
      if (data.board) this.boards.set(data.view.board_key ?? "", data.board);
      if (data.type === "hello") this.notify(data.notice ?? "");
      data.view = fillable(data.view);
      data.view.state = data.state;
      data.view.step = data.step ?? -1;
      data.view.astray = Boolean(data.astray);
      place.state = data.state;
      place.view = data.view;
      this.queue.push({ seat, state: data.state, view: data.view });
      this.replay.grown();
      void this.work();
    } else if (data.type === "company") {
      if (seat === this.seat) this.company.heard(data);
    } else if (data.type === "probed") {
      const answer = this.probes.get(data.id);
      this.probes.delete(data.id);
      if (seat === this.seat) answer?.(data);
    } else if (data.type === "refused") {
      this.chooser.waiting = false;
      this.chooser.then = "";
      this.screen.classList.remove("sending");
      toast([data.error, " ", ruleLink(data.rule)], "bad");
      this.say(data.error);
    } else if (data.type === "error") {
      this.chooser.waiting = false;
      toast([data.error], "bad");
    }
  }

  /** Whether the battle can only be looked at, and why. @param {string} notice */
  notify(notice) {
    if (notice === this.notice) return;
    this.notice = notice;
    this.say(notice);
    if (notice && this.page.phone) this.showTab("ask");
  }

  /** Show what has come, one view after the other. */
  async work() {
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.queue.length && !this.closed) {
        const news = /** @type {News} */ (this.queue.shift());
        if (this.replay.on || this.whatif.on) {
          this.story.take(news.view.log ?? []);
          continue; // the past is on the screen; the present is shown when one returns
        }
        if (this.overtaken(news)) {
          this.story.take(news.view.log ?? []);
          continue;
        }
        await this.turnTo(news);
      }
    } finally {
      this.busy = false;
    }
  }

  /** Whether a view need not be shown: nothing moves, nothing is asked, and a later one is here already. @param {News} news */
  overtaken({ seat, view }) {
    const { motion, guide } = settings();
    const still = motion === "off" && !guide && this.seats.size === 1 && this.view !== null;
    return still && !view.decision && !view.result && this.queue[0]?.seat === seat;
  }

  /** @param {News} news */
  async turnTo(news) {
    if (this.seats.size > 1) {
      const waiting = news.view.waiting ?? [];
      const asked = waiting.includes(this.seat)
        ? this.seat
        : [...this.seats.keys()].find((seat) => waiting.includes(seat));
      if (news.seat !== this.seat && !(asked === news.seat && this.seats.get(this.seat)?.state === news.state))
        return; // the other chair tells the same
      if (this.info?.curtain && !this.view) await curtain(this, asked ?? this.seat);
      if (asked && asked !== this.seat) {
        await this.animate(news.view);
        if (this.info?.curtain && this.view) await curtain(this, asked);
        else if (this.view) toast([`${choosing([this.seatName(asked)])}.`]);
        this.sitDown(asked);
        const own = this.seats.get(asked);
        if (!own?.view || own.state < news.state) return; // its own view is on the way
        news = { seat: asked, state: own.state, view: own.view };
        this.display(own.view, true);
        this.pass(own.view);
        return;
      }
      if (news.seat !== this.seat) return;
    }
    await this.animate(news.view);
    if (this.closed || this.replay.on) return;
    this.display(news.view, true);
    this.pass(news.view);
  }

  /** Answer what is never wanted. @param {View} view */
  pass(view) {
    const option = this.chooser.automatic(view);
    if (option) this.choose(option.choice);
  }

  /** Another player looks at the screen now: what the last one knew goes away. @param {string} seat */
  sitDown(seat) {
    this.seat = seat;
    if (!this.info?.curtain) return;
    this.story.forget();
    this.trails.clear();
    this.replay.views.clear();
    this.picked = { place: "", piece: "" };
    this.pointing.leave();
  }

  /** @param {View} view */
  async animate(view) {
    const before = this.view;
    const last = before?.log?.length ? before.log[before.log.length - 1].number : 0;
    if (!before) return;
    const fresh = (view.log ?? []).filter((line) => line.number > last);
    if (!fresh.length) return;
    this.board.mark({
      ready: new Map(),
      reach: new Map(),
      targets: new Map(),
      path: [],
      dangers: [],
      acting: "",
      party: [],
      advised: noAdvice(),
      arrows: [],
    });
    this.page.tip.hidden = true;
    this.chooser.clear(view);
    this.turn.title(view);
    // Every event gets its time, unless so much is waiting that nobody would want to see it all.
    this.animator.hurry = this.queue.length > 80 ? 0.15 : this.queue.length > 30 ? 0.5 : 1;
    const live = !this.replay.on;
    const motion = this.skipping ? "off" : settings().motion;
    if (live && motion === "off") soundOfAll(merge(fresh));
    await this.animator.play(fresh, motion, {
      begins: soundOf,
      // No line is ahead of its dice.
      told: (entry) => {
        if (live && motion !== "off") this.story.take(fresh.filter((line) => line.number <= entry.last), false);
        if (live) this.trails.take(entry);
      },
    });
  }

  /** Show the rest of what others do at once. */
  skip() {
    if (this.view?.decision || this.replay.on || this.whatif.on) return;
    this.skipping = true;
    this.animator.stop();
  }

  /** Whether nobody has chosen anything yet. */
  get fresh() {
    return this.seats.get(this.seat)?.state === 0;
  }

  /** Whether others did something since one's last choice. */
  get acted() {
    return this.trails.since >= 0 && !this.replay.on && !this.whatif.on;
  }

  /** Play the last activation of the enemy again, and come back. */
  again() {
    if (this.acted) void this.replay.again(this.trails.since);
  }

  /** Back after a while: what happened since one's last choice, which is then played again. */
  comeBack() {
    const place = this.seats.get(this.seat);
    const last = place && stored(LEFT)?.[place.token];
    if (!place || !last || place.state <= last) return;
    this.trails.since = last + 1;
    this.missed = this.withOthers && settings().motion !== "off";
  }

  /** Whether other persons play too, each at a screen of their own. */
  get withOthers() {
    const persons = Object.values(this.info?.seats ?? {}).filter((kind) => kind === "person");
    return persons.length > 1 && !this.info?.hot_seat;
  }

  /** Put a view on the screen. @param {View} view @param {boolean} live */
  display(view, live) {
    if (live && !this.view) this.comeBack();
    const key = view.board_key ?? "";
    const board = view.board ?? this.boards.get(key);
    if (board && (key !== this.boardKey || !this.board.layout)) {
      this.boardKey = key;
      this.board.setBoard(board);
      this.screen.dataset.board = board.kind;
      this.insets();
    } else if (!board && !key) this.screen.dataset.board = "none";
    this.view = view;
    this.screen.dataset.state = String(this.seats.get(this.seat)?.state ?? "");
    this.screen.classList.remove("sending");
    if (view.decision && (view.decision.rare || reaction(view))) this.passable.add(view.decision.kind);
    if (live && (view.decision || view.result)) this.skipping = false;
    const tried = this.whatif.on; // it is no battle, only a thought
    this.board.show(view);
    if (live) this.board.frameBattle();
    this.trails.draw(!live);
    this.chooser.show(view, live);
    this.plan.show();
    this.zones.show();
    if (live) {
      this.story.take(view.log ?? []);
      if (this.lost === false) this.status("open", "");
    }
    this.refresh();
    if (live) {
      this.pointing.forget();
      const { decision } = view;
      if (decision) {
        this.say(decision.prompt);
        if (this.page.phone) requestAnimationFrame(() => this.board.frameMarks());
        else this.board.lookAtMarks();
      }
      if (view.result && !this.ended && !tried) {
        this.ended = true;
        sound("end");
        void this.finished();
      }
      if (!tried) this.guide.seen(view);
      if (!tried) this.turn.show(view);
      if (this.page.phone && decision && this.screen.dataset.tab !== "ask") this.showTab("ask");
    }
    requestAnimationFrame(() => this.insets());
    if (this.missed && !view.result) {
      this.missed = false;
      this.again();
      toast(["This is what happened since your last move. Esc skips it."]);
    }
  }

  async finished() {
    try {
      this.info = await ask(`/seat/${this.token}`);
    } catch {
      // The end screen says what it knows.
    }
    this.page.analysis(Boolean(this.info?.over));
    if (!this.closed) this.showEnd();
  }

  showEnd() {
    if (this.view?.result || this.info?.result) endDialog(this);
  }

  /** Draw again what hangs on the view. */
  refresh() {
    const { view } = this;
    if (!view) return;
    showTracks(this.page.tracks, view, this);
    showHands(this.page.handsHost, view, this);
    showStack(this.page.stackHost, view, this);
    showInitiative(this.page.initiativeHost, view, this);
    if (!this.page.forcesHost.hidden) this.showForces();
    if (this.screen.dataset.board === "none") showBare(this.page.bare, view, this);
    if (this.company.players.length) this.company.render();
    this.inspector.show(view, this.picked.place, this.picked.piece);
    this.card.show(view, this.pointing.place, this.pointing.piece);
  }

  showForces() {
    if (this.view) showForces(this.page.forcesHost, this.view, this);
  }

  // What players do -----------------------------------------------------------------------------------

  /** @param {Choice} choice */
  choose(choice) {
    if (this.whatif.on) {
      this.pointing.leave();
      void this.whatif.choose(choice);
      return;
    }
    const place = this.seats.get(this.seat);
    if (!place || this.chooser.waiting) return;
    if (!place.line.send({ type: "choose", state: place.state, choice })) {
      toast(["The server cannot be reached. Your choice was not sent."], "bad");
      return;
    }
    this.chooser.waiting = true;
    this.guide.chosen();
    keep(LEFT, { ...(stored(LEFT) ?? {}), [place.token]: place.state + 1 });
    this.trails.clear();
    this.pointing.leave();
    if (this.board.finger) this.board.unfan(); // no hand rests there, and what comes next may be under it
    this.screen.classList.add("sending");
  }

  /** Set a wish, whether or not anything is asked. @param {Choice} choice */
  wish(choice) {
    const place = this.seats.get(this.seat);
    if (!place?.line.send({ type: "choose", state: place.state, choice }))
      toast(["The server cannot be reached. Your wish was not sent."], "bad");
  }

  /**
   * Ask the rules what a choice would mean. Nothing is chosen.
   * @param {Choice} choice @param {(answer: Probed) => void} heard
   * @returns {number} the number that the answer will have; 0: it cannot be asked
   */
  probe(choice, heard) {
    if (this.whatif.on) return this.whatif.probe(choice, heard);
    const place = this.seats.get(this.seat);
    const id = this.probed + 1;
    if (!place?.line.send({ type: "probe", state: place.state, id, choice })) return 0;
    this.probed = id;
    this.probes.set(id, heard);
    return id;
  }

  /** Say why a choice is not allowed. @param {Choice} choice */
  why(choice) {
    this.probe(choice, (answer) => {
      if (this.seats.get(this.seat)?.state !== answer.state) return; // another question is asked meanwhile
      const reason = answer.reason || "That is not one of the choices.";
      toast([reason, " ", ruleLink(answer.rule)], "bad");
      this.say(reason);
    });
  }

  undo() {
    const place = this.seats.get(this.seat);
    if (!place || !this.view?.may_undo || this.chooser.waiting) return;
    if (place.line.send({ type: "undo", state: place.state })) this.chooser.waiting = true;
  }

  /** @param {string} piece @param {string} [place] */
  select(piece, place = "") {
    this.picked = { piece, place: place || (this.view?.pieces?.find((each) => each.id === piece)?.place ?? "") };
    this.board.mark({ selected: piece });
    void this.zones.of(piece);
    if (this.view) this.inspector.show(this.view, this.picked.place, piece);
  }

  /** A counter in the list of forces. @param {Piece} piece */
  fromForces(piece) {
    this.select(piece.id);
    this.board.look(piece.id, { always: true });
    const meant = this.chooser.meant("", piece.id);
    // A finger that looks through a list has not seen what it would order.
    if (meant.length === 1 && !this.chooser.options.names(meant[0])) this.chooser.menu(meant, this.board.pagePoint(piece.id) ?? { x: 0, y: 0 });
    else if (meant.length) this.chooser.tap("", piece.id, null);
  }

  /** Light up on the board what a line speaks of. @param {LogLine | null} line @param {string[]} path */
  pointOut(line, path) {
    const at =
      line?.place || this.view?.pieces?.find((each) => each.id === (line?.target || line?.piece))?.place || "";
    const pointed = [line?.piece, line?.target].filter((id) => id !== undefined && this.board.spots.has(id));
    this.board.mark({ lit: at, path: path.length > 1 ? path : [], pointed: /** @type {string[]} */ (pointed) });
  }

  // The past ------------------------------------------------------------------------------------------

  /** The moment at which this was told. @param {LogLine} line */
  async goToLine(line) {
    if (!this.whatif.on) await this.replay.toLine(line);
    const at = line.place || "";
    if (at) {
      this.board.mark({ lit: at, path: (line.path?.length ?? 0) > 1 ? line.path : [] });
      this.board.look(at);
    }
  }

  /** Fetch older lines of the log. */
  async earlier() {
    const { first } = this.story;
    if (first && !this.whatif.on) this.story.take(await this.replay.linesBefore(first), false);
    this.story.complete = this.story.first?.number === first?.number;
    this.story.render();
  }

  /** Back to the present. */
  present() {
    const place = this.seats.get(this.seat);
    this.queue.length = 0;
    this.story.lightUp(null);
    this.story.toEnd();
    if (place?.view) this.display(place.view, true);
  }

  // Names and colours -----------------------------------------------------------------------------------

  /** @param {string} id */
  nameOf(id) {
    const view = this.view ?? this.seats.get(this.seat)?.view;
    return (
      view?.pieces?.find((each) => each.id === id)?.name ?? view?.groups?.find((each) => each.id === id)?.name ?? id
    );
  }

  /** @param {string} side */
  sideColour(side) {
    return this.view?.seats.find((seat) => seat.side === side)?.colour ?? "";
  }

  /** @param {string} side */
  sideName(side) {
    return this.view?.seats.find((seat) => seat.side === side)?.name ?? capital(side);
  }

  /** @param {string} seat */
  seatName(seat) {
    return this.view?.seats.find((each) => each.id === seat)?.name ?? capital(seat);
  }

  /** @param {View} view */
  resultTitle(view) {
    if (!view.result) return "";
    if (!view.result.winner) return "A draw";
    const won = this.sideName(view.result.winner);
    const mine = this.seats.size === 1 ? view.seats.find((seat) => seat.id === this.seat)?.side : "";
    if (!mine) return `Victory: ${won}`;
    return mine === view.result.winner ? "Victory: you have won" : `Defeat: ${won} won`;
  }

  /** @param {Piece} piece @param {number} pixels */
  counterPicture(piece, pixels) {
    const holder = h("span.picture");
    const look = this.board.sideLook(piece.side);
    const inside = this.board.spots.get(piece.id)?.box
      ? (this.view?.pieces ?? []).filter((each) => each.inside === piece.id)
      : [];
    const drawn = drawing(
      piece.at
        ? teamPicture(piece, look, pixels)
        : inside.length
          ? platePicture(piece, inside, look, pixels)
          : picture(piece, look, pixels),
    );
    if (drawn.firstElementChild) holder.append(drawn.firstElementChild);
    return holder;
  }

  /** For ears. @param {string} text */
  say(text) {
    this.page.live.textContent = text;
  }

  /** What lies at a place, in words. @param {string} place */
  describe(place) {
    return describe(this, place);
  }

  close() {
    this.closed = true;
    this.animator?.stop();
    for (const place of this.seats.values()) place.line?.close();
    document.removeEventListener("keydown", this.keys);
    removeEventListener("resize", this.resized);
    this.forgetSettings?.();
    this.replay?.stop();
    this.turn.close();
    document.documentElement.style.removeProperty("--covered");
    closePopovers();
    useRules("");
  }
}
