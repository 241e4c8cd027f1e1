/** The lobby where others come: open tables, and one's own battles wherever they were begun. */

import { copyRow } from "../battle/about.js";
import { dialog, fill, h, icon } from "../dom.js";
import { keepPlace } from "../focus.js";
import { ask } from "../wire/net.js";
import { toast } from "../popover.js";
import { sound } from "../sound.js";
import { badgePicture } from "./badge.js";
import { identityDialog } from "./identity.js";
import { askAsMe, kept } from "./me.js";
import { ago, left, paceWords } from "./times.js";

/** @typedef {import("./me.js").Somebody} Somebody */
/** @typedef {{id: string, system: string, scenario: string, title: string, takers: (Somebody & {seat: string})[], computers: Record<string, string>, open: string[], missing: number, by_link: boolean, pace: import("./times.js").Pace, all_asked: boolean, made: number, mine: boolean, inside: boolean, asked: boolean, link?: string}} Table */
/** @typedef {import("../lobby/screen.js").Listed & {own: string[], my_turn: number | null, runs_out: number | null, made: number, players: Record<string, {kind: string, name: string, badge: string}>}} MyBattle */

/** Make sure that we have a name; whether we have one now. */
export async function haveName() {
  if (!kept()) await identityDialog();
  return Boolean(kept());
}

/** A seat of ours in a battle. @param {string} battle @param {(path: string) => void} go */
export async function openBattle(battle, go) {
  try {
    go(`/b/${(await askAsMe(`/people/battles/${battle}/open`, {})).token}`);
  } catch (error) {
    toast([/** @type {Error} */ (error).message], "bad");
  }
}

export class Hall {
  /** @param {import("../lobby/screen.js").Lobby} lobby */
  constructor(lobby) {
    this.lobby = lobby;
    this.tables = h("section.tables", { "aria-label": "Open tables" });
    this.mine = h("section.mine-all", { "aria-label": "Your battles" });
    /** @type {MyBattle[]} */
    this.battles = [];
    this.search = "";
    this.only = "";
    this.waiting = -1; // how many battles waited for us when we looked last
    this.finished = h("ul.battles");
    this.drawn = "";
    this.expects = false; // somebody at a table where we wait
    /** @type {Set<string>} our battles when we looked last */
    this.known = new Set();
  }

  /** Look again; the battles that are ours. @returns {Promise<Set<string>>} */
  async lists() {
    try {
      const [{ tables }, { battles }] = await Promise.all([
        askAsMe("/people/tables"),
        kept() ? askAsMe("/people/battles") : Promise.resolve({ battles: [] }),
      ]);
      const same = JSON.stringify([tables, battles, Math.floor(Date.now() / 60_000)]);
      if (same !== this.drawn) {
        this.drawn = same;
        this.battles = battles;
        keepPlace(this.tables, () => this.showTables(tables));
        keepPlace(this.mine, () => this.showMine());
        if (!this.lobby.closed) this.announce();
        this.expects = tables.some((/** @type {Table} */ table) => table.inside);
      }
    } catch {
      // The next look will do.
    }
    return new Set(this.battles.map((battle) => battle.id));
  }

  /** A battle has begun while we waited here. */
  announce() {
    const fresh = this.expects ? this.battles.find((battle) => !battle.over && !this.known.has(battle.id)) : null;
    this.known = new Set(this.battles.map((battle) => battle.id));
    const waiting = this.battles.filter((battle) => battle.my_turn !== null).length;
    document.title = `${waiting ? `(${waiting}) ` : ""}Sandtable`;
    if (!fresh) return;
    if (fresh.my_turn === null) sound("turn");
    const names = Object.entries(fresh.players).flatMap(([seat, { name }]) => (name && !fresh.own.includes(seat) ? [name] : []));
    toast(
      [
        `${fresh.title ?? fresh.scenario} begins${names.length ? `, with ${names.join(" and ")}` : ""}. `,
        h("button.small.primary", { type: "button", onclick: () => void openBattle(fresh.id, this.lobby.on.go) }, "Go there"),
      ],
      "good",
    );
  }

  /** A notice led here: into the battle it is about. @param {string} battle */
  async called(battle) {
    if (await haveName()) await openBattle(battle, this.lobby.on.go);
  }

  // Tables ------------------------------------------------------------------------------------------

  /** @param {Table[]} tables */
  showTables(tables) {
    fill(
      this.tables,
      h("h2", null, "Open tables"),
      tables.length
        ? h(
            "ul.battles",
            null,
            tables.map((table) => this.table(table)),
          )
        : h("p.quiet", null, "Nobody is waiting for an opponent. Choose a battle and “With whoever comes”."),
    );
  }

  /** @param {Table} table */
  table(table) {
    const seat = (/** @type {string} */ id) => this.lobby.called(table.scenario, id);
    const who = table.takers.map((taker) =>
      h("span.somebody", null, badgePicture(taker.badge, 18), taker.name, h("small", null, taker.seat ? seat(taker.seat) : "either side")),
    );
    const missing = `${table.missing} more ${table.missing === 1 ? "player" : "players"}`;
    const words = table.asked && !table.inside ? "You are asked to play again" : `Waiting for ${missing}`;
    const several = table.missing > 1 && table.open.length > 1;
    const buttons = table.inside
      ? [
          table.mine && table.by_link ? this.button("New link", () => this.renew(table.id)) : null,
          this.button(table.mine ? "Close" : "Leave", () => this.act(`/people/tables/${table.id}/withdraw`)),
        ]
      : several
        ? table.open.map((id) => this.button(seat(id), () => this.accept(table.id, id), `Play ${seat(id)} in ${table.title}`))
        : [
            this.button("Play", () => this.accept(table.id, ""), `Play ${table.title} with ${table.takers.map((taker) => taker.name).join(" and ")}`),
            table.asked ? this.button("Decline", () => this.act(`/people/tables/${table.id}/withdraw`)) : null,
          ];
    return h(
      "li",
      { class: [table.asked ? "asked" : "", several && !table.inside ? "several" : ""].join(" ") },
      h("div", null, h("b", null, table.title), h("span", null, [words, paceWords(table.pace), table.all_asked ? "all are asked about everything" : "", table.by_link ? "by link" : ""].filter(Boolean).join(" · ")), h("div.who-waits", null, who)),
      h("div.row-buttons", null, buttons),
    );
  }

  /** @param {string} text @param {() => void} act @param {string} [label] */
  button(text, act, label) {
    return h("button.small", { class: text === "Play" ? "primary" : "", type: "button", "aria-label": label, onclick: act }, text);
  }

  /** @param {string} path */
  async act(path) {
    try {
      await askAsMe(path, {});
    } catch (error) {
      toast([/** @type {Error} */ (error).message], "bad");
    }
    void this.lobby.lists();
  }

  /** Take a seat; into the battle if that was the last one. @param {string} id @param {string} seat */
  async accept(id, seat) {
    if (!(await haveName())) return;
    try {
      const { token } = await askAsMe(`/people/tables/${id}/accept`, { seat });
      if (token) return this.lobby.on.go(`/b/${token}`);
      toast(["You have a seat. The battle begins when everyone is here."], "good");
    } catch (error) {
      toast([/** @type {Error} */ (error).message], "bad");
    }
    void this.lobby.lists();
  }

  /** A new table. @param {{scenario: string, seat: string, by_link: boolean, pace: import("./times.js").Pace, visibility?: string, gives_up?: boolean, all_asked?: boolean}} wanted */
  async offer(wanted) {
    if (!(await haveName())) throw new Error("Choose a name first, so that others know who waits for them.");
    /** @type {Table} */
    const table = await askAsMe("/people/tables", wanted);
    if (table.link) this.send("Your table is open", table.link, "Whoever opens it can take a seat; the battle begins when everyone is here.");
    else toast(["Your table is open. It stays in the list until somebody joins you."], "good");
    await this.lobby.lists();
    this.tables.scrollIntoView({ block: "nearest" });
  }

  /** The link to our table was lost, or came to the wrong people. @param {string} id */
  async renew(id) {
    try {
      this.send("A new link", (await askAsMe(`/people/tables/${id}/link`, {})).link, "The one that was sent before no longer works.");
    } catch (error) {
      toast([/** @type {Error} */ (error).message], "bad");
    }
  }

  /** @param {string} title @param {string} link @param {string} words */
  send(title, link, words) {
    dialog(title, [h("p", null, `Send this link. ${words}`), copyRow("Link to the table", `${location.origin}/#table=${link}`)]);
  }

  /** A table to which a link was sent. @param {string} link */
  async invited(link) {
    try {
      /** @type {Table} */
      const table = await ask(`/people/tables/${link}`);
      const box = dialog("You are asked to play", [
        h("ul.battles.tables", null, this.table({ ...table, id: link, inside: table.inside })),
      ]);
      box.addEventListener("click", (event) => {
        if (/** @type {Element} */ (event.target).closest(".row-buttons button")) box.close();
      });
    } catch (error) {
      toast([/** @type {Error} */ (error).message], "bad");
    }
  }

  // My battles --------------------------------------------------------------------------------------

  showMine() {
    const turn = this.battles.filter((battle) => battle.my_turn !== null);
    const going = this.battles.filter((battle) => battle.my_turn === null && !battle.over);
    const over = this.battles.filter((battle) => battle.over);
    if (this.waiting >= 0 && turn.length > this.waiting) sound("turn");
    this.waiting = turn.length;
    const list = (/** @type {string} */ title, /** @type {MyBattle[]} */ battles) =>
      battles.length
        ? [
            h("h3", null, title),
            h(
              "ul.battles",
              null,
              battles.map((battle) => this.battle(battle)),
            ),
          ]
        : null;
    const open = /** @type {HTMLDetailsElement | null} */ (this.mine.querySelector("details"))?.open;
    fill(
      this.mine,
      this.battles.length ? h("h2", null, "Your battles") : null,
      list("Your turn", turn),
      list("Running", going),
      over.length
        ? h(
            "details.finished",
            { open },
            h("summary", null, `Finished (${over.length})`),
            h(
              "div.finder",
              null,
              h("input", {
                type: "search",
                placeholder: "Battle or opponent",
                "aria-label": "Search finished battles",
                value: this.search,
                oninput: (/** @type {Event} */ event) => {
                  this.search = /** @type {HTMLInputElement} */ (event.target).value;
                  this.showFinished();
                },
              }),
              h(
                "select",
                {
                  "aria-label": "How they ended",
                  onchange: (/** @type {Event} */ event) => {
                    this.only = /** @type {HTMLSelectElement} */ (event.target).value;
                    this.showFinished();
                  },
                },
                [
                  ["", "All"],
                  ["won", "Won"],
                  ["lost", "Lost"],
                  ["drawn", "Drawn"],
                ].map(([value, text]) => h("option", { value, selected: value === this.only }, text)),
              ),
            ),
            this.finished,
          )
        : null,
    );
    this.showFinished();
  }

  showFinished() {
    const found = this.battles.filter((battle) => battle.over && this.found(battle));
    fill(this.finished, found.length ? found.map((battle) => this.battle(battle)) : h("li.quiet", null, "No battle matches that."));
  }

  /** @param {MyBattle} battle */
  found(battle) {
    const words = [battle.title, ...Object.values(battle.players).map((player) => player.name || player.kind)];
    const seen = words.some((word) => (word ?? "").toLowerCase().includes(this.search.trim().toLowerCase()));
    return seen && (!this.only || this.only === this.ended(battle));
  }

  /** @param {MyBattle} battle */
  ended(battle) {
    const winner = battle.result?.winner;
    if (!winner) return "drawn";
    return battle.own.some((seat) => this.lobby.sideOf(battle.scenario, seat) === winner) ? "won" : "lost";
  }

  /** @param {MyBattle} battle */
  battle(battle) {
    const others = Object.entries(battle.players).filter(([seat]) => !battle.own.includes(seat));
    const who = others.map(([, player]) =>
      player.name
        ? h("span.somebody", null, badgePicture(player.badge, 18), player.name)
        : h("span.somebody", null, icon(player.kind === "person" ? "person" : "chip"), player.kind === "person" ? "a person" : player.kind),
    );
    const state = battle.over
      ? { won: "Won", lost: "Lost", drawn: "Drawn" }[this.ended(battle)]
      : battle.my_turn !== null
        ? `Your turn for ${ago(battle.my_turn)}${battle.runs_out === null ? "" : `, ${left(battle.runs_out)}`}`
        : [battle.turn ? `${this.lobby.turnWord(battle.scenario)} ${battle.turn}` : "", battle.phase].filter(Boolean).join(", ");
    return h(
      "li",
      { class: battle.my_turn !== null ? "my-turn" : battle.over ? "ended" : "" },
      h("div", null, h("b", null, battle.title ?? battle.scenario), h("span", null, state), h("div.who-waits", null, who)),
      h(
        "div.row-buttons",
        null,
        h(
          "button.small",
          {
            class: battle.over ? "" : "primary",
            type: "button",
            onclick: () => void openBattle(battle.id, this.lobby.on.go),
          },
          battle.over ? "Look back" : "Continue",
        ),
      ),
    );
  }
}
