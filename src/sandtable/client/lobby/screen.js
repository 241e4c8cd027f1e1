/** The first page: which battles there are, which are running, and how to begin one. */

import { annotatedDialog } from "../analysis/annotated.js";
import { briefing } from "./briefing.js";
import { dialog, drawing, fill, h, icon } from "../dom.js";
import { Filters } from "./filters.js";
import { percent } from "../percent.js";
import { ask } from "../wire/net.js";
import { Hall } from "../people/hall.js";
import { identityDialog, meButton } from "../people/identity.js";
import { toast } from "../popover.js";
import { Rulebook } from "../rulebook/rulebook.js";
import { useRules } from "../rulebook/rules.js";
import { ShelfPictures } from "./shelfpictures.js";
import { levelName, setLevels } from "./levels.js";
import { seatPicker } from "./seats.js";
import { forget, keep, knownBattles, settingsDialog, stored } from "../settings.js";
import { copyRow, WATCHERS } from "../battle/about.js";

/** @typedef {import("../types.js").Games} Games */
/** @typedef {import("../types.js").System} System */
/** @typedef {import("../types.js").Scenario} Scenario */
/** @typedef {{id: string, scenario: string, title?: string, turn?: number, turns?: number, phase?: string, seats: Record<string, string>, over: boolean, guided?: boolean, result?: import("../types.js").Result | null}} Listed */

/** The easy ones first; those that are the same battle together. @param {Scenario[]} list @returns {Scenario[][]} */
function variants(list) {
  /** @type {Map<string, Scenario[]>} */
  const found = new Map();
  const rank = (/** @type {Scenario} */ each) => each.variant?.rank ?? 0;
  const easy = (/** @type {Scenario} */ a, /** @type {Scenario} */ b) =>
    a.complexity - b.complexity || a.minutes - b.minutes || rank(a) - rank(b);
  for (const each of [...list].sort(easy)) {
    const name = each.variant?.family ?? each.name;
    found.set(name, [...(found.get(name) ?? []), each]);
  }
  return [...found.values()];
}

export class Lobby {
  /** @param {HTMLElement} root @param {{go: (path: string) => void, made: (detail: any) => void}} on */
  constructor(root, on) {
    this.root = root;
    this.on = on;
    this.closed = false;
    this.shelves = h("div.shelves", null, h("p.quiet", null, "Laying out the maps …"));
    this.mine = h("section.mine");
    /** @type {Hall | null} where others come */
    this.hall = null;
    this.side = h("div.lobby-side", null, this.mine);
    this.running = h("section.running");
    this.side.append(this.running);
    this.bookHost = h("aside.rulebook.floating", { "aria-label": "Rulebook", hidden: true });
    this.pictures = new ShelfPictures();
    this.timer = 0;
    /** @type {Map<string, Listed | undefined>} */
    this.unlisted = new Map(); // our battles that are not public
    document.title = "Sandtable";
    this.nav = h(
      "nav",
      null,
      h(
        "button.tool",
        { type: "button", "aria-label": "Workshop", title: "Workshop: make a battle of your own", onclick: () => on.go("/workshop") },
        icon("ruler"),
        h("span", null, "Workshop"),
      ),
      h(
        "button.tool",
        { type: "button", "aria-label": "Annotated battles", title: "Annotated battles: look at one, or open a file", onclick: () => void annotatedDialog() },
        icon("bend"),
        h("span", null, "Annotated battles"),
      ),
      h(
        "button.tool",
        { type: "button", "aria-label": "Settings", title: "Settings", onclick: () => settingsDialog() },
        icon("gear"),
        h("span", null, "Settings"),
      ),
    );
    fill(
      root,
      h(
        "div.lobby",
        null,
        h(
          "header.masthead",
          null,
          logo(),
          h(
            "div",
            null,
            h("h1", null, "Sandtable"),
            h("p", null, "Wargames of the Second World War, by their own rules"),
          ),
          this.nav,
        ),
        h("main.lobby-main", null, this.side, this.shelves),
        h(
          "footer.lobby-foot",
          null,
          "Every rule is enforced and explained.",
          onThisMachine() ? " Nothing leaves this machine unless you send it." : "",
        ),
        this.bookHost,
      ),
    );
    void this.load();
  }

  async load() {
    try {
      /** @type {Games} */
      const games = await ask("/games");
      if (this.closed) return;
      this.games = games;
      setLevels(games.levels);
      if (games.people) this.welcome();
      this.offer(games);
      await this.lists();
      this.timer = window.setInterval(() => {
        if (!document.hidden || this.hall?.expects) void this.lists();
      }, 8000);
    } catch (error) {
      fill(
        this.shelves,
        h(
          "div.nothing",
          null,
          h("p", null, /** @type {Error} */ (error).message),
          h("button.primary", { type: "button", onclick: () => void this.load() }, "Try again"),
        ),
      );
    }
  }

  /** Others come here: one may have a name. */
  welcome() {
    if (this.nav.querySelector(".me-button")) return;
    this.nav.prepend(meButton());
    this.hall = new Hall(this);
    this.side.prepend(this.hall.mine, this.hall.tables);
    const sent = new URLSearchParams(location.hash.slice(1));
    const [code, table, battle] = [sent.get("enter"), sent.get("table"), sent.get("battle")];
    if (!code && !table && !battle) return;
    history.replaceState(null, "", "/");
    if (battle) void this.hall.called(battle);
    else if (code) void identityDialog(code);
    else void this.hall.invited(table ?? "");
  }

  /** What there is, as far as it is wanted. @param {Games} games */
  offer(games) {
    const all = games.systems.filter((system) => system.scenarios.length);
    const host = h("div.shelf-list");
    const show = () => {
      const shelves = all
        .map((system) => ({
          ...system,
          scenarios: system.scenarios.filter((each) => filters.passes(system, each)),
        }))
        .filter((system) => system.scenarios.length);
      this.pictures.close();
      this.pictures = new ShelfPictures();
      const parts = shelves.map((system) => this.shelf(system));
      filters.tell(shelves.reduce((sum, system) => sum + variants(system.scenarios).length, 0));
      fill(
        host,
        parts.length ? parts : h("p.quiet.none", null, "No battle matches that. Clear a filter."),
      );
    };
    const filters = new Filters(all, show);
    fill(this.shelves, this.lessons(all), filters.element, host, leftOut(games.left_out ?? []));
    show();
  }

  /** Where somebody begins who knows none of the games. @param {System[]} systems */
  lessons(systems) {
    const taught = systems.flatMap((system) => {
      const scenario = system.scenarios.find((each) => each.id === system.guided?.scenario);
      return scenario ? [{ system, scenario }] : [];
    });
    if (!taught.length) return null;
    return h(
      "section.lessons",
      { "aria-label": "Guided first battles" },
      h(
        "p",
        null,
        h("b", null, "New here?"),
        " Learn a game by playing a small battle: a guide explains each step and leads you to the end. ",
        `If in doubt, begin with ${taught[0].system.title}.`,
      ),
      h(
        "div.lesson-row",
        null,
        taught.map(({ system, scenario }) =>
          h(
            "button",
            {
              type: "button",
              "aria-label": `Learn ${system.title}`,
              onclick: () => void this.guided(system, scenario),
            },
            icon("star"),
            system.title,
            h("small", null, `${scenario.minutes} min`),
          ),
        ),
      ),
    );
  }

  /** @param {System} system */
  shelf(system) {
    return h(
      "section.shelf",
      null,
      h(
        "div.shelf-head",
        null,
        h("h2", null, system.title, system.publisher ? h("small", null, system.publisher) : null),
        h(
          "button.small",
          { type: "button", "aria-label": `Rules of ${system.title}`, onclick: () => this.rules(system) },
          icon("book"),
          "Rules",
        ),
      ),
      system.about ? h("p", null, system.about) : null,
      h(
        "div.scenario-grid",
        null,
        variants(system.scenarios).map((scenarios) => this.card(system, scenarios)),
      ),
    );
  }

  /** The book of a game beside the list. @param {System} system */
  rules(system) {
    const book = new Rulebook(this.bookHost, system.key);
    useRules(system.key, (at) => void book.show(at));
    this.bookHost.hidden = true;
    void book.show();
  }

  /** @param {System} system @param {Scenario[]} scenarios one, or several that differ in a word of their names */
  card(system, scenarios) {
    const [scenario] = scenarios;
    const short = (/** @type {Scenario} */ each) => each.variant?.name ?? "";
    const guided = scenarios.some((each) => each.id === system.guided?.scenario) ? system.guided : null;
    const frame = h("div.map-picture");
    const card = h(
      "article.scenario",
      null,
      frame,
      h(
        "div.scenario-body",
        null,
        h(
          "p.date",
          null,
          scenarios.some((each) => each.own)
            ? h("span.own-tag", { title: "From a folder of the person who runs this server" }, "Custom scenario")
            : null,
          scenario.practice
            ? h("span.own-tag", { title: "Made for learning, so it need not be fair" }, "Practice")
            : null,
          scenario.date ?? "",
        ),
        h(
          "h3",
          null,
          h(
            "button.link.scenario-title",
            { type: "button", onclick: () => this.create(system, scenario) },
            scenarios.length > 1 ? (scenario.variant?.family ?? scenario.name) : scenario.name,
          ),
        ),
        h("p.background", null, scenario.background ?? ""),
        h(
          "ul.scenario-facts",
          null,
          h(
            "li",
            null,
            icon("clock"),
            `${scenario.turns ? `${scenario.turns} ${(system.turn_word ?? "Turn").toLowerCase()}s, ` : ""}about ${times(scenarios.map((each) => each.minutes))}`,
          ),
          h(
            "li",
            { title: `Complexity ${scenario.complexity} of 5` },
            h(
              "span.dots5",
              { role: "img", "aria-label": `Complexity ${scenario.complexity} of 5` },
              Array.from({ length: 5 }, (_, i) => h("i", { class: i < scenario.complexity ? "on" : "" })),
            ),
            "complexity",
          ),
          h(
            "li.sides-line",
            null,
            scenario.seats.map((seat) =>
              h("span.side-tag", { class: `side-${seat.colour ?? ""}` }, h("i.side-dot"), seat.name),
            ),
          ),
          scenarios.map((each) => balanceLine(each, scenarios.length > 1 ? short(each) : "")),
        ),
        guided
          ? h("p.quiet.guided-note", null, "Guided practice: luck is the same each time, so that you see what is explained.")
          : null,
        h(
          "div.buttons",
          null,
          scenarios.map((each, i) =>
            h(
              "button",
              {
                class: i || scenario.practice ? "" : "primary",
                type: "button",
                title: each.variant?.text || null,
                onclick: () => this.create(system, each),
              },
              scenarios.length > 1 ? cap(short(each)) || "Play" : "Play",
            ),
          ),
          guided
            ? h(
                "button",
                {
                  class: scenario.practice ? "primary" : "",
                  type: "button",
                  onclick: () => void this.guided(system, scenario),
                },
                icon("star"),
                guided.offer,
              )
            : null,
        ),
      ),
    );
    this.pictures.add(frame, scenario);
    return card;
  }

  /** The first battle of a game, with a guide. @param {System} system @param {Scenario} scenario */
  async guided(system, scenario) {
    try {
      const made = await ask(`/guides/${system.key}`, {});
      this.on.made({ made, title: scenario.name, scenario: scenario.id, own: Object.keys(made.seats), hot: false });
    } catch (error) {
      toast([/** @type {Error} */ (error).message], "bad");
    }
  }

  async lists() {
    /** @type {Listed[]} */
    let listed = [];
    try {
      listed = (await ask("/battles")).battles;
    } catch {
      return;
    }
    if (this.closed) return;
    const ours = (await this.hall?.lists()) ?? new Set();
    const known = knownBattles().filter((battle) => !ours.has(battle.battle));
    await this.askAbout(known.slice(0, 12).filter((battle) => !listed.some((each) => each.id === battle.battle)));
    if (this.closed) return;
    const recent = known.slice(0, 12);
    const sits = (/** @type {import("../settings.js").Known} */ battle) => Object.keys(battle.seats).length > 0;
    fill(
      this.mine,
      this.remembered(ours.size ? "More in this browser" : "Your battles", recent.filter(sits), listed),
      this.remembered("Battles you watch", recent.filter((battle) => !sits(battle)), listed),
    );
    const others = listed.filter(
      (each) => !ours.has(each.id) && !recent.some((battle) => battle.battle === each.id),
    );
    fill(
      this.running,
      h("h2", null, "Running here"),
      others.length
        ? h(
            "ul.battles",
            null,
            others
              .slice(0, 8)
              .map((each) =>
                this.row(
                  each.title ?? this.nameOf(each.scenario),
                  each,
                  [
                    h(
                      "button.small",
                      { type: "button", onclick: () => void this.watch(each.id) },
                      icon("eye"),
                      "Watch",
                    ),
                  ],
                  [],
                ),
              ),
          )
        : h("p.quiet", null, "Nobody else is playing at the moment."),
    );
  }

  /** Battles that this browser knows. @param {string} title @param {import("../settings.js").Known[]} battles @param {Listed[]} listed */
  remembered(title, battles, listed) {
    if (!battles.length) return [];
    const rows = battles.map((battle) => {
      const now = listed.find((each) => each.id === battle.battle) ?? this.unlisted.get(battle.battle);
      const seats = Object.keys(battle.seats);
      const open = h(
        "button.primary.small",
        { type: "button", onclick: () => this.on.go(`/b/${Object.values(battle.seats)[0] ?? battle.spectator}`) },
        now?.over ? "Look back" : seats.length ? "Continue" : "Watch",
      );
      const drop = h(
        "button.icon",
        {
          type: "button",
          "aria-label": `Forget ${battle.title}`,
          title: "Remove from this list",
          onclick: () => {
            forget(battle.battle);
            void this.lists();
          },
        },
        icon("close"),
      );
      return this.row(battle.title || now?.title || battle.scenario, now, [open, drop], seats);
    });
    return [h("h2", null, title), h("ul.battles", null, rows)];
  }

  /** How those of our battles stand that are not listed: asked once. @param {import("../settings.js").Known[]} battles */
  async askAbout(battles) {
    const fresh = battles.filter((battle) => !this.unlisted.has(battle.battle));
    for (const battle of fresh) this.unlisted.set(battle.battle, undefined);
    await Promise.all(
      fresh.map(async ({ battle, seats, spectator }) => {
        try {
          /** @type {import("../types.js").SeatInfo} */
          const info = await ask(`/seat/${Object.values(seats)[0] ?? spectator}`);
          const { scenario, title, over, result } = info;
          this.unlisted.set(battle, { id: battle, scenario, title, over, result, seats: info.seats, turn: info.moments.at(-1)?.turn });
        } catch {
          // It is gone, or cannot be opened any more: opening it says why.
        }
      }),
    );
  }

  /** @param {string} id */
  nameOf(id) {
    return (
      this.games?.systems.flatMap((system) => system.scenarios).find((scenario) => scenario.id === id)?.name ?? id
    );
  }

  /** What is counted in a scenario. @param {string} id */
  turnWord(id) {
    const system = this.games?.systems.find((each) => each.scenarios.some((scenario) => scenario.id === id));
    return system?.turn_word ?? "Turn";
  }

  /** A seat or side by its name. @param {string} scenario @param {string} id */
  called(scenario, id) {
    const offered = this.games?.systems.flatMap((system) => system.scenarios).find((each) => each.id === scenario);
    return offered?.seats.find((seat) => seat.id === id || seat.side === id)?.name ?? cap(id);
  }

  /** The side of a seat. @param {string} scenario @param {string} id */
  sideOf(scenario, id) {
    const offered = this.games?.systems.flatMap((system) => system.scenarios).find((each) => each.id === scenario);
    return offered?.seats.find((seat) => seat.id === id)?.side ?? id;
  }

  /** @param {string} title @param {Listed | undefined} now @param {Node[]} buttons @param {string[]} own */
  row(title, now, buttons, own) {
    const state = !now
      ? ""
      : now.over
        ? now.result?.winner
          ? `Over: ${this.called(now.scenario, now.result.winner)} won`
          : "Over: a draw"
        : [now.turn ? `${this.turnWord(now.scenario)} ${now.turn}` : "", now.phase].filter(Boolean).join(", ");
    const who = now
      ? Object.entries(now.seats)
          .map(
            ([seat, kind]) => `${this.called(now.scenario, seat)}: ${own.includes(seat) ? "you" : kind === "person" ? "a person" : now.guided ? "part of the lesson" : levelName(kind)}`,
          )
          .join(" · ")
      : own.map(cap).join(" · ");
    return h(
      "li",
      { class: now?.over ? "ended" : "" },
      h("div", null, h("b", null, title), h("span", null, state), h("small", null, who)),
      h("div.row-buttons", null, buttons),
    );
  }

  /** @param {string} id */
  async watch(id) {
    try {
      const made = await ask(`/battles/${id}/watch`, {});
      this.on.go(`/b/${made.spectator}`);
    } catch (error) {
      toast([/** @type {Error} */ (error).message], "bad");
    }
  }

  /** @param {System} system @param {Scenario} scenario */
  create(system, scenario) {
    const begins = h("span", null, "Begin the battle");
    const all = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox" }));
    const settled = h(
      "div",
      { hidden: true },
      h("label.check", null, all, h("span", null, "Ask everybody about everything")),
      h("p.quiet", null, `${scenario.all_asked} It is settled now and for all alike, so that nobody can tell what another wishes.`),
    );
    const picker = seatPicker(scenario.seats, scenario.seats[0].id, {
      people: this.games?.people,
      changed: (mode) => {
        begins.textContent = mode === "open" ? "Open a table" : "Begin the battle";
        settled.hidden = !scenario.all_asked || !["far", "open"].includes(mode);
      },
    });
    const problem = h("p.problem", { role: "alert" });
    const seed = /** @type {HTMLInputElement} */ (
      h("input", { type: "text", inputmode: "numeric", placeholder: "random", pattern: "[0-9]*" })
    );
    const who = /** @type {HTMLSelectElement} */ (
      h(
        "select",
        null,
        Object.entries(WATCHERS).map(([key, words]) =>
          h("option", { value: key, selected: key === this.games?.visibility }, words),
        ),
      )
    );
    const gives = /** @type {HTMLInputElement} */ (
      h("input", { type: "checkbox", checked: stored(GIVES_UP) !== false, onchange: () => keep(GIVES_UP, gives.checked) })
    );
    const level = scenario.variant?.text;
    const box = dialog(
      scenario.name,
      [
        h(
          "div.before",
          null,
          h(
            "div.before-seats",
            null,
            scenario.background ? h("p.background", null, scenario.background) : null,
            level ? h("p.quiet", null, level) : null,
            picker.element,
            h(
              "details.advanced",
              null,
              h("summary", null, advanced(system, scenario)),
              h("label.field", null, h("span", null, "Who may watch"), who),
              h("label.check", null, gives, h("span", null, "A computer player gives up when it has lost")),
              settled,
              system.secrets
                ? null
                : [
                    h("label.field", null, h("span", null, "Seed, to play with the same dice again"), seed),
                    h(
                      "p.quiet",
                      null,
                      "Without a seed of yours nobody can know the dice in advance: a digest is published at the start and the seed at the end. With one, both sides are told that this is practice.",
                    ),
                  ],
            ),
            problem,
            h(
              "button.primary.wide-button",
              {
                type: "button",
                onclick: async () => {
                  try {
                    const picked = { ...picker.read(), visibility: who.value, gives_up: gives.checked, all_asked: !settled.hidden && all.checked };
                    await this.begin(scenario, picked, seed.value ? Number(seed.value) : null);
                    box.close();
                  } catch (error) {
                    problem.textContent = /** @type {Error} */ (error).message;
                  }
                },
              },
              begins,
            ),
          ),
          briefing(scenario.id),
        ),
      ],
      { wide: true, class: "briefing-dialog" },
    );
  }

  /** @param {Scenario} scenario @param {import("./seats.js").Picked & {visibility?: string, gives_up?: boolean, all_asked?: boolean}} picked @param {number | null} seed */
  async begin(scenario, picked, seed) {
    if (picked.open && this.hall)
      return this.hall.offer({
        scenario: scenario.id,
        ...picked.open,
        visibility: picked.visibility,
        gives_up: picked.gives_up,
        all_asked: picked.all_asked,
      });
    const body = {
      scenario: scenario.id,
      seats: picked.seats,
      ...(picked.hot ? { hot_seat: true } : {}),
      ...(picked.visibility ? { visibility: picked.visibility } : {}),
      ...(picked.gives_up ? { gives_up: true } : {}),
      ...(picked.all_asked ? { all_asked: true } : {}),
      ...(seed === null ? {} : { seed }),
    };
    const made = await ask("/battles", body);
    this.on.made({
      made,
      title: scenario.name,
      scenario: scenario.id,
      own: picked.own,
      hot: picked.hot,
      far: picked.far,
      names: Object.fromEntries(scenario.seats.map((seat) => [seat.id, seat.name])),
    });
  }

  close() {
    this.closed = true;
    this.pictures.close();
    clearInterval(this.timer);
  }
}

/** What can be settled beside the seats. @param {System} system @param {Scenario} scenario */
function advanced(system, scenario) {
  const found = ["who may watch", "giving up", scenario.all_asked ? "what is asked" : "", system.secrets ? "" : "the dice"].filter(Boolean);
  const words = `${found.slice(0, -1).join(", ")} and ${found.at(-1)}`;
  return words[0].toUpperCase() + words.slice(1);
}

/** Scenario files of whoever runs the server that cannot be played. @param {{file: string, reason: string}[]} files */
function leftOut(files) {
  if (!files.length) return null;
  return h(
    "section.left-out",
    { "aria-label": "Files left out" },
    files.map((each) => h("p", null, h("b", null, each.file), ` was left out: ${each.reason}`)),
  );
}

/** What is measured with fewer games or with other players says little. */
const GIVES_UP = "sandtable.gives-up";
const ENOUGH_GAMES = 100;
const STRONG = ["tactician", "strategist", "master"];

/** Who won how often when a computer player fought itself. @param {Scenario} scenario @param {string} name where a card has several */
export function balanceLine(scenario, name) {
  const { balance, seats } = scenario;
  if (!balance?.games) return null;
  const part = (/** @type {number} */ games) => percent((1000 * games) / balance.games);
  const won = (/** @type {import("../types.js").Seat} */ seat) => balance.wins[seat.id] ?? 0;
  const first = seats.reduce((a, b) => (won(b) > won(a) ? b : a));
  const even = seats.length > 1 && seats.every((seat) => won(seat) === won(first));
  const words = [
    even ? `${seats.map((seat) => seat.name).join(" and ")} won ${part(won(first))} each` : "",
    even ? "" : `${first.name} won ${part(won(first))}`,
    balance.draws ? `${part(balance.draws)} draws` : "",
  ].filter(Boolean);
  const few = balance.games < ENOUGH_GAMES;
  if (few || !STRONG.includes(balance.level)) {
    const why = [
      few ? `only ${balance.games} ${balance.games === 1 ? "game" : "games"}` : `${balance.games} games`,
      `${balance.level} players`,
    ].join(", ");
    return h("li.balance", null, h("small", null, name ? `${name}: ` : "", `${words.join(", ")} (${why})`));
  }
  const bar = (/** @type {string} */ sort, /** @type {number} */ games) =>
    games ? h("i", { class: sort, style: `flex-grow:${games}` }) : null;
  return h(
    "li.balance",
    null,
    h(
      "span.balance-bar",
      { "aria-hidden": "true" },
      bar(`side-${seats[0].colour ?? ""}`, won(seats[0])),
      bar("nobody", balance.games - seats.reduce((sum, seat) => sum + won(seat), 0)),
      seats.slice(1).map((seat) => bar(`side-${seat.colour ?? ""}`, won(seat))),
    ),
    h(
      "span",
      null,
      name ? `${name}: ` : "",
      h("b", null, words.join(", ")),
      h("small", null, ` (${balance.level} against itself, ${balance.games} games)`),
    ),
  );
}

/** Whether the page comes from this machine, and nobody else can open it. */
function onThisMachine() {
  return ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
}

/** Links to send to those who play from elsewhere. @param {Record<string, string>} invites @param {Record<string, string>} names @param {string} spectator @param {() => void} go */
export function inviteDialog(invites, names, spectator, go) {
  dialog(
    "Your battle is ready",
    [
      h(
        "p",
        null,
        "Send this link to the other player. The first person to open it takes the seat, and then it works for nobody else.",
      ),
      ...Object.entries(invites).map(([seat, token]) =>
        copyRow(names[seat] ?? seat, `${location.origin}/b/${token}#invite`),
      ),
      spectator ? copyRow("Link for spectators", `${location.origin}/b/${spectator}`) : null,
      h(
        "p.quiet",
        null,
        onThisMachine()
          ? "This address works only on this machine. For players elsewhere, start the server with --lan or on the internet."
          : "",
      ),
    ],
    { onclose: go },
  );
}

/** 20 to 45 minutes, where a card has several scenarios. @param {number[]} minutes */
function times(minutes) {
  const [least, most] = [Math.min(...minutes), Math.max(...minutes)];
  return `${least === most ? "" : `${least < 90 === most < 90 ? time(least).split(" ")[0] : time(least)} to `}${time(most)}`;
}

/** @param {number} minutes */
function time(minutes) {
  if (minutes < 90) return `${minutes} minutes`;
  const halves = Math.round(minutes / 30);
  return `${Math.floor(halves / 2)}${halves % 2 ? "½" : ""} hours`;
}

/** @param {string} text */
function cap(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function logo() {
  return drawing(
    '<svg class="logo" viewBox="0 0 64 64" width="56" height="56" aria-hidden="true"><path class="l-hex" d="M18 6h28l14 26-14 26H18L4 32Z"/><path class="l-hill" d="M12 38q10-16 20-6t20-6l4 7-10 21H18Z"/><rect class="l-counter" x="21" y="16" width="24" height="24" rx="4"/><path class="l-sign" d="M26 23h14v10H26Zm0 0 14 10m0-10L26 33"/></svg>',
  ).firstElementChild;
}
