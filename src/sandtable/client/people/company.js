/** Who is at the table, what was said, and how a battle is ended by agreement. */

import { copyRow } from "../battle/about.js";
import { dialog, fill, h, icon } from "../dom.js";
import { place } from "../focus.js";
import { toast } from "../popover.js";
import { forget, keep, stored } from "../settings.js";
import { advisers, levelName } from "../lobby/levels.js";
import { badgePicture } from "./badge.js";
import { identityDialog } from "./identity.js";
import { askAsMe, kept } from "./me.js";
import { left } from "./times.js";

/** @typedef {{seat: string, kind: string, name: string, badge: string, here: boolean, joined: boolean, given_up: boolean, vacant: boolean, asked: boolean, draw: boolean, undo: boolean, asks_undo: boolean, runs_out: number | null}} Player */
/** @typedef {{room: string, seat: string, name: string, text: string, time: number}} Line */
/** @typedef {import("../battle/screen.js").BattleScreen} BattleScreen */

const LONGEST = 300;
const MUTED = "sandtable.muted";

export class Company {
  /** @param {HTMLElement} host @param {BattleScreen} screen */
  constructor(host, screen) {
    this.host = host;
    this.screen = screen;
    /** @type {Player[]} */
    this.players = [];
    /** @type {Line[]} */
    this.lines = [];
    /** @type {Set<string>} names and seats that are not heard here */
    this.muted = new Set(stored(MUTED) ?? []);
    this.watching = 0;
    this.list = h("ul.players", { "aria-label": "Who plays" });
    this.acts = h("div.buttons.company-acts");
    this.said = h("ol");
    this.log = h("div.talk", { role: "log", "aria-label": "What was said", tabindex: "0" }, this.said);
    this.field = /** @type {HTMLInputElement} */ (
      h("input", { type: "text", maxlength: LONGEST, "aria-label": "Say something", autocomplete: "off" })
    );
    this.form = h(
      "form.say",
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void this.say();
        },
      },
      this.field,
      h("button", { type: "submit" }, "Say"),
    );
    fill(host, this.list, this.acts, this.log, this.form);
    this.times = "";
    const clock = setInterval(() => (host.isConnected ? this.tick() : clearInterval(clock)), 2000);
  }

  /** Time passes: what is left of it is told anew, and whoever is late can be called so. */
  tick() {
    if (this.times !== this.timesLeft()) this.render();
  }

  timesLeft() {
    return this.players.map(({ runs_out }) => (runs_out === null ? "" : left(runs_out))).join();
  }

  /** @param {{players: Player[], talk: Line[], watching: number}} told */
  heard(told) {
    const before = this.players;
    this.players = told.players;
    this.watching = told.watching;
    const known = new Set(this.lines.map((line) => JSON.stringify(line)));
    const fresh = told.talk.filter((line) => !known.has(JSON.stringify(line)));
    this.lines = [...this.lines, ...fresh].sort((a, b) => a.time - b.time);
    this.screen.page.company(true);
    this.announce(before, fresh);
    this.render();
  }

  /** What nobody should miss. @param {Player[]} before @param {Line[]} fresh */
  announce(before, fresh) {
    for (const player of this.players) {
      const was = before.find((each) => each.seat === player.seat);
      if (this.mine(player.seat) || !was) continue;
      if (player.draw && !was.draw) this.tell(`${this.called(player)} offers a draw.`);
      if (player.asks_undo && !was.asks_undo) this.tell(`${this.called(player)} asks to take back the last choice.`);
      if (player.given_up && !was.given_up) this.tell(`${this.called(player)} has given up the seat.`);
    }
    const others = fresh.filter((line) => !this.mine(line.seat) && this.audible(line));
    const last = others.at(-1);
    if (!last || !before.length) return;
    this.screen.page.companyNews(true);
    this.screen.say(`${this.speaker(last)}: ${last.text}`);
  }

  /** @param {string} words */
  tell(words) {
    toast([words]);
    this.screen.say(words);
    this.screen.page.companyNews(true);
  }

  /** @param {string} seat */
  mine(seat) {
    return Boolean(seat) && this.screen.seats.has(seat);
  }

  /** @param {Player} player */
  called(player) {
    return player.name || this.screen.seatName(player.seat);
  }

  /** @param {Line} line */
  speaker(line) {
    return line.name || (line.seat ? this.screen.seatName(line.seat) : "A spectator");
  }

  /** @param {Line} line */
  audible(line) {
    return !this.muted.has(line.name || line.seat);
  }

  render() {
    this.times = this.timesLeft();
    const back = place(this.host);
    fill(
      this.list,
      this.players.map((player) => this.player(player)),
      this.watching ? h("li.quiet", null, `${this.watching} watching`) : null,
      this.screen.info?.all_asked ? h("li.quiet", null, "All are asked about everything.") : null,
    );
    fill(this.acts, this.screen.seat ? endings(this.screen, this.players) : null);
    const low = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < 30;
    fill(
      this.said,
      this.lines.filter((line) => this.audible(line)).map((line) =>
        h(
          "li",
          { class: `${line.room} ${this.mine(line.seat) ? "own" : ""}` },
          h("b", null, this.speaker(line), line.room === "gallery" ? h("small", null, " (gallery)") : null),
          h("span", null, line.text),
        ),
      ),
    );
    if (low) this.log.scrollTop = this.log.scrollHeight;
    back();
  }

  /** @param {Player} player */
  player(player) {
    const { screen } = this;
    const computer = player.kind !== "person";
    const mine = this.mine(player.seat);
    const state = computer
      ? `computer (${player.kind})`
      : player.given_up
        ? "has given up the seat"
        : !player.joined
          ? "has not come yet"
          : [player.here ? "here" : "away", screen.view?.waiting?.includes(player.seat) ? "must choose" : ""].filter(Boolean).join(", ");
    const over = Boolean(screen.view?.result);
    const late = !over && player.runs_out !== null && player.runs_out * 1000 <= Date.now();
    const name = player.name || player.seat;
    return h(
      "li",
      { class: computer ? "computer" : player.here ? "here" : "away" },
      computer ? icon("chip") : player.badge ? badgePicture(player.badge, 26) : icon("person"),
      h(
        "div",
        null,
        h("b", null, player.name || (mine ? "You" : computer ? "Computer" : "A person"), mine && player.name ? h("small", null, " (you)") : null),
        h("small", null, `${screen.seatName(player.seat)} · ${state}`),
        player.runs_out !== null && !over ? h("small.draw", null, left(player.runs_out)) : null,
        player.draw && !over ? h("small.draw", null, "wants a draw") : null,
        player.undo && !over ? h("small.draw", null, player.asks_undo ? "asks to take back the last choice" : "agrees to take it back") : null,
      ),
      !mine && !computer && !player.given_up
        ? h(
            "button.small",
            {
              type: "button",
              "aria-pressed": this.muted.has(name),
              title: "Do not show what this player says",
              onclick: () => this.mute(name),
            },
            this.muted.has(name) ? "Unmute" : "Mute",
          )
        : null,
      late && screen.seat && !mine
        ? h("button.small", { type: "button", onclick: () => claim(screen, player.seat) }, "Claim the win")
        : null,
      player.vacant && !mine && screen.seat && !over && kept()
        ? h("button.small", { type: "button", onclick: () => void invite(screen, player.seat) }, "New link")
        : null,
      (player.given_up || (late && !mine)) && screen.seat && !over
        ? h("button.small", { type: "button", onclick: () => handOver(screen, player.seat) }, "Let a computer play")
        : null,
    );
  }

  /** @param {string} name */
  mute(name) {
    if (!this.muted.delete(name)) this.muted.add(name);
    keep(MUTED, [...this.muted].slice(-100));
    this.render();
  }

  async say() {
    const text = this.field.value.trim();
    if (!text) return;
    if (!this.screen.seat && !kept()) await identityDialog(); // the gallery hears only those who have a name
    try {
      await askAsMe(`/seat/${this.screen.seats.get(this.screen.seat)?.token ?? this.screen.token}/say`, { text });
      this.field.value = "";
    } catch (error) {
      toast([/** @type {Error} */ (error).message], "bad");
    }
  }
}

/** Do something for the seat on the screen. @param {BattleScreen} screen @param {string} what @param {any} body @returns {Promise<boolean>} whether it was done */
async function act(screen, what, body = {}) {
  try {
    await askAsMe(`/seat/${screen.seats.get(screen.seat)?.token ?? screen.token}/${what}`, body);
    return true;
  } catch (error) {
    toast([/** @type {Error} */ (error).message], "bad");
    return false;
  }
}

/** Ask first. @param {string} title @param {string} words @param {string} yes @param {() => void} then */
function sure(title, words, yes, then) {
  const box = dialog(title, [
    h("p", null, words),
    h(
      "div.buttons",
      null,
      h("button.primary", { type: "button", autofocus: true, onclick: () => (box.close(), then()) }, yes),
      h("button", { type: "button", onclick: () => box.close() }, "Not now"),
    ),
  ]);
}

/** The ways to end a battle by agreement. @param {BattleScreen} screen @param {Player[]} players none: against computers alone */
export function endings(screen, players) {
  const { view, info } = screen;
  if (!view || view.result || screen.notice || !info || info.guided || info.hot_seat) return null;
  const own = players.find((player) => player.seat === screen.seat);
  const others = players.filter((player) => player.seat !== screen.seat);
  const accompanied = others.some((player) => player.kind === "person"); // not by computers alone
  const offered = others.some((player) => player.draw);
  const button = (/** @type {string} */ text, /** @type {() => void} */ onclick, kind = "") =>
    h("button.small", { type: "button", class: kind, onclick }, text);
  return [
    offered && !own?.draw ? button("Agree to a draw", () => void act(screen, "draw", { yes: true }), "primary") : null,
    offered ? button("Decline", () => void act(screen, "draw", { yes: false })) : null,
    !offered && (accompanied || (players.length && info.gives_up))
      ? own?.draw
        ? button("Withdraw the offer", () => void act(screen, "draw", { yes: false }))
        : button("Offer a draw", () => void act(screen, "draw", { yes: true }))
      : null,
    ...takingBack(screen, players, button),
    screen.fresh
      ? button("Call it off", () =>
          sure("Call it off?", "Nobody has chosen anything yet. The battle ends without a winner.", "Call it off", () => void act(screen, "abort")),
        )
      : button("Resign", () => sure("Resign?", "You lose this battle, now and for good.", "Resign", () => void act(screen, "resign"))),
    accompanied
      ? button("Give up my seat", () =>
          sure(
            "Give up your seat?",
            "Your link stops working. The others can let somebody else or a computer take over.",
            "Give it up",
            async () => {
              if (!(await act(screen, "leave"))) return;
              forget(screen.info?.battle ?? "");
              dispatchEvent(new CustomEvent("sandtable:go", { detail: "/" }));
            },
          ),
        )
      : null,
  ];
}

/**
 * What is taken back if all agree, though a die has fallen.
 * @param {BattleScreen} screen @param {Player[]} players @param {(text: string, act: () => void, kind?: string) => HTMLElement} button
 */
function takingBack(screen, players, button) {
  const asker = players.find((player) => player.asks_undo);
  const own = players.find((player) => player.seat === screen.seat);
  const say = (/** @type {string} */ seat, /** @type {boolean} */ yes) => void act(screen, "takeback", { seat, yes });
  if (players.filter((player) => player.kind === "person" && !player.given_up).length < 2 || screen.fresh) return [];
  if (!asker) return [button("Ask to take back my last choice", () => say(screen.seat, true))];
  if (asker.seat === screen.seat) return [button("Do not take it back", () => say(asker.seat, false))];
  const name = screen.seatName(asker.seat);
  return [
    own?.undo ? null : button(`Let ${name} take it back`, () => say(asker.seat, true), "primary"),
    button("Let it stand", () => say(asker.seat, false)),
  ];
}

/** A new link for a seat that nobody plays. @param {BattleScreen} screen @param {string} seat */
async function invite(screen, seat) {
  try {
    const { token } = await askAsMe(`/people/battles/${screen.info?.battle}/invite`, { seat });
    dialog("A new link", [
      h("p", null, "Send this link. The one that was sent before no longer works."),
      copyRow(screen.seatName(seat), `${location.origin}/b/${token}#invite`),
    ]);
  } catch (error) {
    toast([/** @type {Error} */ (error).message], "bad");
  }
}

/** @param {BattleScreen} screen @param {string} seat */
function claim(screen, seat) {
  sure(
    "Claim the win?",
    `The time of ${screen.seatName(seat)} is up. You may also wait, or let a computer play on.`,
    "Claim it",
    () => void act(screen, "claim", { seat }),
  );
}

/** @param {BattleScreen} screen @param {string} seat */
function handOver(screen, seat) {
  const player = advisers().includes("tactician") ? "tactician" : advisers()[0];
  sure(
    `Let a computer play ${screen.seatName(seat)}?`,
    `A ${levelName(player)} takes the seat, for the rest of the battle.`,
    "Let it play",
    () => void act(screen, "handover", { seat, player }),
  );
}
