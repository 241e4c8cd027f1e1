/** The log as a story: steps of one march are one line, dice have faces, every rule is a link, every line is a moment. */

import { fill, h, icon } from "../dom.js";
import { diceRow } from "../panel/diefaces.js";
import { modifier } from "../choosing/odds.js";
import { ruleLink } from "../rulebook/rules.js";

/** @typedef {import("../types.js").LogLine} LogLine */
/** @typedef {import("../battle/screen.js").BattleScreen} BattleScreen */
/** @typedef {{line: LogLine, path: string[], last: number}} Entry */

export class Story {
  /** @param {HTMLElement} host @param {BattleScreen} screen */
  constructor(host, screen) {
    this.screen = screen;
    /** @type {Map<number, LogLine>} all lines this page has seen */
    this.lines = new Map();
    this.complete = false; // nothing was told before the first of them
    this.top = h("div.story-top");
    this.list = h("ol.story");
    const live = { role: "log", "aria-live": "polite", "aria-relevant": "additions", "aria-label": "What happened" };
    /** @type {HTMLElement} */
    this.scroller = h("div.story-scroll", { tabindex: "0" }, this.top, h("div", live, this.list));
    host.append(this.scroller);
    this.atEnd = true; // until somebody scrolls up to read
    let before = 0;
    this.scroller.addEventListener("scroll", () => {
      const { scrollHeight, scrollTop, clientHeight } = this.scroller;
      // Where the panel has only shrunk or the story grown, nobody has scrolled up.
      this.atEnd = scrollHeight - scrollTop - clientHeight < 40 || (this.atEnd && scrollTop >= before);
      before = scrollTop;
    });
    new ResizeObserver(() => this.follow()).observe(this.scroller);
    this.shownFrom = 0;
    this.shownTo = 0;
    this.entries = 0;
    /** @type {LogLine | null} the line that is looked at */
    this.at = null;
  }

  /**
   * Take in the lines of a view.
   * @param {LogLine[]} lines
   * @param {boolean} [all] these are all there are up to the last: later ones were taken back
   */
  take(lines, all = true) {
    const last = lines.length ? lines[lines.length - 1].number : 0;
    if (all) for (const number of [...this.lines.keys()]) if (number > last) this.lines.delete(number);
    for (const line of lines) this.lines.set(line.number, line);
    this.render();
  }

  /** Somebody else looks, who was told other things. */
  forget() {
    this.lines.clear();
    this.complete = false;
  }

  /** The earliest line that this page has seen. @returns {LogLine | undefined} */
  get first() {
    return this.sorted()[0];
  }

  /** @returns {LogLine[]} */
  sorted() {
    return [...this.lines.values()].sort((a, b) => a.number - b.number);
  }

  render() {
    const sorted = this.sorted();
    const entries = merge(sorted);
    const { list } = this;
    // Only what changed, so that a live region reads out just the news, and a long story costs no more than a short one.
    const old = [...list.children];
    let same = 0;
    while (same < old.length && same < entries.length && old[same].getAttribute("data-key") === keyOf(entries[same]))
      same++;
    for (const item of old.slice(same)) item.remove();
    list.append(...entries.slice(same).map((entry) => this.item(entry)));
    if (sorted.length && sorted[0].number > 1 && !this.complete) {
      fill(
        this.top,
        h("button.link", { type: "button", onclick: () => this.screen.earlier() }, icon("up"), "Earlier"),
      );
    } else fill(this.top, this.goals());
    this.follow();
    this.lightUp();
  }

  /** Before anything is told: what it is about. */
  goals() {
    const goals = this.screen.view?.goals ?? [];
    return goals.length
      ? h("section.goals", null, h("h4", null, "How to win"), goals.map((goal) => h("p", null, goal)))
      : null;
  }

  /** Back from the past: what is told next is in sight. */
  toEnd() {
    this.atEnd = true;
    this.follow();
  }

  /** Whoever reads the end goes on reading the end. */
  follow() {
    if (this.atEnd) this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  /** Whether it is a place with a name, rather than a point of a table. @param {string} name */
  named(name) {
    return !name.includes(",") && Boolean(this.screen.board.layout?.centre(name));
  }

  /** @param {Entry} entry */
  item(entry) {
    const { line } = entry;
    const look = this.screen.sideColour(line.side ?? "");
    const sort = line.tone ? `${line.tone}-line` : "";
    return h(
      "li",
      {
        class: `${sort} ${line.shows === "flip" ? "flip-line" : ""} ${line.side ? `side-${look}` : ""}`,
        "data-key": keyOf(entry),
        "data-line": entry.last,
        "data-state": line.state ?? 0,
      },
      h(
        "button.story-line",
        {
          type: "button",
          onclick: () => void this.screen.goToLine(line),
          title: "Show this moment",
          onpointerenter: () => this.screen.pointOut(line, entry.path),
          onpointerleave: () => this.screen.pointOut(null, []),
          onfocus: () => this.screen.pointOut(line, entry.path),
          onblur: () => this.screen.pointOut(null, []),
        },
        h("span.story-text", null, line.text),
        entry.path.length > 2 && entry.path.every((name) => this.named(name))
          ? h("span.way", null, ` ${entry.path.join(" → ")}`)
          : null,
        diceRow(line),
      ),
      ruleLink(line.rule),
      line.modifiers?.length ? h("ul.notes", null, line.modifiers.map(modifier)) : null,
    );
  }

  /** Show which line is being looked at; what came after its moment is pale. @param {LogLine | null} [line] */
  lightUp(line = this.at) {
    if (!line && !this.at) return; // nothing is lit
    this.at = line;
    for (const item of this.list.children) {
      item.classList.toggle("here", item.getAttribute("data-line") === String(line?.number));
      item.classList.toggle("future", line !== null && Number(item.getAttribute("data-state")) > (line.state ?? 0));
    }
    if (line) this.list.querySelector(".here")?.scrollIntoView({ block: "nearest" });
  }
}

/** What tells an entry from every other, and from itself when it has grown. @param {Entry} entry */
function keyOf({ line, last }) {
  return `${line.number}-${last}-${line.state}-${line.text}`;
}

/** Steps of one march become one line. @param {LogLine[]} lines @returns {Entry[]} */
export function merge(lines) {
  /** @type {Entry[]} */
  const entries = [];
  for (const line of lines) {
    const last = entries[entries.length - 1];
    const path = line.path ?? [];
    if (
      last &&
      line.kind === last.line.kind &&
      line.piece === last.line.piece &&
      line.target === last.line.target &&
      path.length &&
      last.path.length &&
      path[0] === last.path[last.path.length - 1]
    ) {
      last.path = [...last.path, ...path.slice(1)];
      last.line = line;
      last.last = line.number;
    } else entries.push({ line, path: [...path], last: line.number });
  }
  return entries;
}
