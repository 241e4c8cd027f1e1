/** The rulebook as a page beside the board: chapters with drawings, a search, and everything on one page to print. */

import { drawDiagram } from "./diagram.js";
import { fill, h, icon } from "../dom.js";
import { handbook, rulebook, ruleLink, ruleText, titled } from "./rules.js";

/** @typedef {import("../types.js").Rule} Rule */
/** @typedef {import("../types.js").Handbook} Handbook */

const MOST = 60; // rules that a search shows
const SHORT = 8; // letters of a cell that is not broken into two lines
const HIGH = 970; // pixels of the lower of two papers between their margins, Letter, with a little to spare
const [SMALLEST, BIGGEST] = [6, 11]; // points of what is printed on one page

export class Rulebook {
  /**
   * @param {HTMLElement} host empty, and hidden while the book is closed
   * @param {string} system
   * @param {() => void} [changed] it was opened or closed: the board has less or more room
   */
  constructor(host, system, changed = () => {}) {
    this.host = host;
    this.system = system;
    this.changed = changed;
    this.chapter = -1;
    /** @type {HTMLElement | null} what had the focus before */
    this.before = null;
    this.search = /** @type {HTMLInputElement} */ (
      h("input", {
        type: "search",
        placeholder: "Search the rules",
        "aria-label": "Search the rules",
        oninput: () => this.find(),
      })
    );
    this.body = h("div.book-body", { tabindex: "0", role: "region", "aria-label": "Pages of the rulebook" });
    this.title = h("h2", null, "Rulebook");
    fill(
      host,
      h(
        "header.book-head",
        null,
        this.title,
        h("button.icon", { type: "button", "aria-label": "Close the rulebook", onclick: () => this.close() }, icon("close")),
      ),
      h(
        "nav.book-tools",
        { "aria-label": "Rulebook" },
        this.search,
        h("button.small", { type: "button", onclick: () => void this.contents() }, "Contents"),
        h("button.small", { type: "button", onclick: () => void this.aid() }, "On one page"),
      ),
      this.body,
    );
    host.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
  }

  get open() {
    return !this.host.hidden;
  }

  /** Open the book: at a rule, or with a search that waits for words. @param {string} [at] */
  async show(at = "") {
    if (!this.open) this.before = /** @type {HTMLElement | null} */ (document.activeElement);
    const was = this.open;
    this.host.hidden = false;
    if (!was) this.changed();
    if (at) await this.turnTo(at);
    else {
      if (!was || this.chapter < 0) await this.contents();
      this.search.focus();
    }
  }

  close() {
    if (!this.open) return;
    this.host.hidden = true;
    this.changed();
    this.before?.focus?.({ preventScroll: true });
  }

  toggle() {
    if (this.open) this.close();
    else void this.show();
  }

  /** Both books, or a word of regret on the page. @returns {Promise<[Map<string, Rule>, Handbook] | null>} */
  async books() {
    if (!this.body.childElementCount) fill(this.body, h("p.quiet", null, "Opening the book …"));
    const found = await Promise.all([rulebook(this.system), handbook(this.system)]).catch(() => null);
    if (!found)
      fill(
        this.body,
        h("p", null, "The rules could not be loaded."),
        h("button", { type: "button", onclick: () => void this.contents() }, "Try again"),
      );
    return found;
  }

  /** @param {(Node | string | null)[]} nodes */
  page(...nodes) {
    fill(this.body, ...nodes);
    this.body.scrollTop = 0;
  }

  /** The list of chapters, with the sequence of play. */
  async contents() {
    this.chapter = -1;
    this.search.value = "";
    const found = await this.books();
    if (!found) return;
    const [, book] = found;
    this.page(
      book.sequence.length ? h("section.book-sequence", null, h("h3", null, "Sequence of play"), sequence(book)) : null,
      h("h3", null, "Chapters"),
      h(
        "ol.chapters",
        null,
        book.chapters.map((chapter, i) => this.listed(i, chapter)),
      ),
    );
  }

  /** A chapter in a list, with its number. @param {number} i @param {{title: string, text?: string}} chapter */
  listed(i, chapter) {
    return h(
      "li",
      { style: `counter-set: chapter ${i + 1}` },
      h(
        "button.chapter",
        { type: "button", onclick: () => void this.read(i) },
        h("b", null, chapter.title),
        chapter.text ? h("span", null, chapter.text) : null,
      ),
    );
  }

  /** A chapter from its beginning, or at a rule. @param {number} index @param {string} [at] */
  async read(index, at = "") {
    const found = await this.books();
    if (!found) return;
    const [rules, book] = found;
    const chapter = book.chapters[index];
    this.chapter = index;
    /** @type {Set<number>} drawings that were shown */
    const drawn = new Set();
    const step = (/** @type {number} */ to, /** @type {string} */ word) =>
      book.chapters[to]
        ? h(
            "button.link",
            { type: "button", onclick: () => void this.read(to) },
            `${word}: ${book.chapters[to].title}`,
          )
        : h("span");
    this.page(
      h(
        "p.crumbs",
        null,
        h("button.link", { type: "button", onclick: () => void this.contents() }, "Contents"),
        ` / Chapter ${index + 1}`,
      ),
      h("h3.chapter-title", null, chapter.title),
      chapter.text ? h("p.chapter-text", null, chapter.text) : null,
      ...chapter.rules.map((id) => this.entry(rules, book, id, at, drawn)),
      h("p.turn-page", null, step(index - 1, "Before"), step(index + 1, "Next")),
    );
    const here = at ? this.body.querySelector(".rule-entry.at") : null;
    if (here instanceof HTMLElement) {
      this.body.scrollTop = here.offsetTop - this.body.offsetTop - 70;
      here.focus({ preventScroll: true });
    } else this.body.focus({ preventScroll: true });
  }

  /** A rule with the drawings that belong to it. @param {Map<string, Rule>} rules @param {Handbook} book @param {string} id @param {string} at @param {Set<number>} drawn */
  entry(rules, book, id, at, drawn) {
    const rule = rules.get(id);
    if (!rule) return null;
    const figures = book.diagrams
      .map((diagram, i) => ({ diagram, i }))
      .filter(({ diagram, i }) => diagram.rules.includes(id) && !drawn.has(i));
    for (const { i } of figures) drawn.add(i);
    return h(
      "article.rule-entry",
      { "data-id": id, class: id === at ? "at" : "", tabindex: id === at ? "-1" : null },
      h("h4", null, h("span.rule-id", null, rule.id), " ", rule.title),
      ...ruleText(rule, (other) => (rules.has(other) && other !== id ? () => void this.turnTo(other) : null)),
      figures.map(({ diagram }) => figure(diagram)),
    );
  }

  /** Open the chapter of a rule at it. @param {string} id */
  async turnTo(id) {
    const found = await this.books();
    if (!found) return;
    const index = found[1].chapters.findIndex((chapter) => chapter.rules.includes(id));
    if (index >= 0) await this.read(index, id);
    else await this.contents();
  }

  /** What holds all of the words, chapter by chapter. */
  async find() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return this.contents();
    const found = await this.books();
    if (!found) return;
    const [rules, book] = found;
    this.chapter = -1;
    let count = 0;
    const titled = book.chapters.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
    const parts = book.chapters.map((chapter) => {
      const hits = chapter.rules.filter((id) => {
        const rule = rules.get(id);
        const text = `${id} ${rule?.title} ${rule?.text} ${rule?.ruling ?? ""}`.toLowerCase();
        return words.every((word) => text.includes(word));
      });
      const shown = hits.slice(0, Math.max(0, MOST - count));
      count += hits.length;
      return shown.length
        ? h(
            "section",
            null,
            h("h3", null, chapter.title),
            h(
              "ul.hits",
              null,
              shown.map((id) => {
                const rule = rules.get(id);
                return h(
                  "li",
                  null,
                  h(
                    "button.hit",
                    { type: "button", onclick: () => void this.turnTo(id) },
                    h("b", null, h("span.rule-id", null, id), " ", rule?.title),
                    h("span", null, excerpt(rule?.text ?? "", words[0])),
                  ),
                );
              }),
            ),
          )
        : null;
    });
    this.page(
      h(
        "p.quiet",
        { role: "status" },
        count || titled.length ? `${count} ${count === 1 ? "rule" : "rules"}` : "No rule contains all of these words.",
      ),
      titled.length ? h("ol.chapters", null, titled.map((each) => this.listed(book.chapters.indexOf(each), each))) : null,
      ...parts,
    );
  }

  /** Sequence and charts on one page, to read and to print. */
  async aid() {
    const found = await this.books();
    if (!found) return;
    this.chapter = -1;
    const [, book] = found;
    this.page(
      h(
        "p.aid-tools",
        null,
        h("button.small.primary", { type: "button", onclick: () => printed(this.sheet(book)) }, "Print this page"),
      ),
      this.sheet(book),
    );
  }

  /** @param {Handbook} book */
  sheet(book) {
    return h(
      "div.aid",
      null,
      h("h3.aid-title", null, `${book.title}: the game on one page`),
      h(
        "div.aid-columns",
        null,
        book.sequence.length ? h("section.aid-part", null, h("h4", null, "Sequence of play"), sequence(book)) : null,
        book.charts.map(chart),
        book.charts.length || book.sequence.length ? null : h("p.quiet", null, "This game has no charts."),
      ),
    );
  }
}

/** @param {import("./diagram.js").Diagram} diagram */
function figure(diagram) {
  return h(
    "figure.rule-figure",
    null,
    drawDiagram(diagram),
    h("figcaption", null, h("b", null, `${diagram.title}. `), diagram.text),
  );
}

/** Steps in their order; what is repeated has a bow at its side. @param {Handbook} book */
function sequence(book) {
  /** @type {{step: import("../types.js").SequenceStep, within: import("../types.js").SequenceStep[]}[]} */
  const steps = [];
  for (const step of book.sequence) {
    if (step.depth && steps.length) steps[steps.length - 1].within.push(step);
    else steps.push({ step, within: [] });
  }
  const line = (/** @type {import("../types.js").SequenceStep} */ step) => [step.text, " ", ruleLink(step.rule)];
  return h(
    "ol.flow",
    null,
    steps.map(({ step, within }) =>
      h(
        "li",
        { class: step.again ? "loop" : "" },
        h("div.flow-box", null, line(step)),
        within.length
          ? h(
              "ol.flow-within",
              null,
              within.map((each) => h("li", null, line(each))),
            )
          : null,
        step.again ? h("p.again", null, `again ${step.again}`) : null,
      ),
    ),
  );
}

/** @param {import("../types.js").Chart} chart */
function chart(chart) {
  const cite = (/** @type {number} */ i) => ruleLink(chart.cites?.[i]);
  return h(
    "section.aid-part",
    { class: (chart.heads?.length ?? 0) > 6 ? "broad" : "" },
    titled("h4", chart.title, chart.rule),
    chart.heads?.length
      ? h(
          "div.aid-scroll",
          { tabindex: "0", role: "group", "aria-label": chart.title },
          h(
            "table",
            null,
            h("thead", null, h("tr", null, chart.heads.map((head) => h("th", { scope: "col" }, head || " ")))),
            h(
              "tbody",
              null,
              chart.rows.map((row, i) =>
                h(
                  "tr",
                  null,
                  row.map((cell, n) => (n ? h("td", { class: cell.length <= SHORT ? "short" : "" }, cell) : h("th", { scope: "row" }, cell, " ", cite(i)))),
                ),
              ),
            ),
          ),
        )
      : h(
          "ul",
          null,
          chart.rows.map((row, i) => h("li", null, row[0], " ", cite(i))),
        ),
  );
}

/** The words around a hit. @param {string} text @param {string} word */
function excerpt(text, word) {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 50);
  return `${at ? "… " : ""}${text.slice(at, at + 150)}${at + 150 < text.length ? " …" : ""}`;
}

/** Print this alone, on one page. @param {HTMLElement} sheet */
function printed(sheet) {
  const paper = h("div.print-sheet", null, sheet);
  document.body.append(paper);
  enlarge(paper);
  document.documentElement.classList.add("printing");
  const done = () => {
    document.documentElement.classList.remove("printing");
    paper.remove();
  };
  addEventListener("afterprint", done, { once: true });
  print();
}

/** The biggest letters with which everything is on one page, of A4 as well as of Letter. @param {HTMLElement} paper */
function enlarge(paper) {
  const columns = /** @type {HTMLElement} */ (paper.querySelector(".aid-columns"));
  const tables = [...paper.querySelectorAll("table")];
  for (let size = BIGGEST; size >= SMALLEST; size -= 0.25)
    for (const count of [2, 3]) {
      paper.style.fontSize = `${size}pt`;
      columns.style.columns = String(count);
      const wide = tables.some((table) => table.offsetWidth > /** @type {HTMLElement} */ (table.parentElement).offsetWidth);
      if (!wide && paper.offsetHeight <= HIGH) return;
    }
}
