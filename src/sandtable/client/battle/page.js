/** The parts of the battle screen: the board fills the window, everything else lies on it. */

import { fill, h, icon } from "../dom.js";

/**
 * @typedef {object} Acts what the tools of the page do
 * @property {() => void} sight
 * @property {() => void} measure
 * @property {() => void} zones
 * @property {() => void} replay
 * @property {() => void} briefing
 * @property {() => void} rules
 * @property {() => void} settings
 * @property {() => void} help
 * @property {() => void} more
 * @property {(factor: number) => void} zoom
 * @property {() => void} fit
 * @property {(tab: string) => void} tab
 */

const HAND = 154; // pixels of a hand that stand over the edge of the window
const STACK = 186; // pixels beside the board for what waits to be carried out, where the window is wide
const WIDE = "(min-width: 1200px)";

export const PHONE = "(max-width: 760px)";
const UPRIGHT = "(min-width: 761px) and (max-width: 1100px) and (orientation: portrait)"; // a tablet

/** A panel that its tab brings up. @param {string} what @param {string} id @param {string} label */
function hiddenPanel(what, id, label) {
  return h(what, { id, role: "tabpanel", "aria-label": label, hidden: true });
}

export class Page {
  /** @param {HTMLElement} root @param {Acts} acts */
  constructor(root, acts) {
    const tool = (
      /** @type {string} */ name,
      /** @type {string} */ label,
      /** @type {() => void} */ act,
      /** @type {string} */ key,
    ) =>
      h(
        "button.tool",
        { type: "button", "aria-label": label, title: `${label} (${key})`, "data-tool": name, onclick: act },
        icon(name),
      );
    this.title = h("h1.battle-title");
    this.tracks = h("div.tracks", { role: "region", "aria-label": "Turn and phase" });
    this.connection = h("span.connection", { role: "status" });
    this.topbar = h(
      "header.topbar",
      null,
      h(
        "a.tool.home",
        { href: "/", "aria-label": "All battles", title: "All battles", "data-route": "lobby" },
        icon("home"),
      ),
      this.title,
      this.tracks,
      this.connection,
      h(
        "nav.tools",
        { "aria-label": "Tools" },
        tool("eye", "Line of sight", acts.sight, "l"),
        tool("ruler", "Measure", acts.measure, "d"),
        tool("layers", "Zones and ranges", acts.zones, "f"),
        tool("film", "Replay", acts.replay, "r"),
        tool("target", "Briefing", acts.briefing, "k"),
        tool("book", "Rulebook", acts.rules, "/"),
        tool("gear", "Settings", acts.settings, ","),
        tool("help", "Keys and help", acts.help, "?"),
        h(
          "button.tool.info",
          {
            type: "button",
            "aria-label": "This battle",
            title: "This battle: seats, links, dice",
            onclick: acts.more,
          },
          icon("menu"),
        ),
      ),
    );
    this.host = h("div.board-host", {
      tabindex: "0",
      role: "application",
      "aria-roledescription": "map",
      "aria-label": "Map. Arrow keys move the cursor, Enter chooses, i inspects, question mark lists all keys.",
    });
    this.bare = h("div.bare", { role: "group", "aria-label": "The table" }); // where a game has no map
    this.zoomer = h(
      "div.zoomer",
      null,
      h(
        "button.tool",
        { type: "button", "aria-label": "Zoom in", title: "Zoom in (+)", onclick: () => acts.zoom(1.4) },
        icon("plus"),
      ),
      h(
        "button.tool",
        { type: "button", "aria-label": "Zoom out", title: "Zoom out (−)", onclick: () => acts.zoom(1 / 1.4) },
        icon("minus"),
      ),
      h(
        "button.tool",
        { type: "button", "aria-label": "Whole map", title: "Whole map (0)", onclick: acts.fit },
        icon("fit"),
      ),
    );
    this.tip = h("div.tip", { role: "tooltip", hidden: true });
    this.askHost = h("section.ask", { id: "panel-ask", "aria-label": "Current question" });
    this.storyHost = h("div.panel", { id: "panel-story", role: "tabpanel", "aria-label": "Story" });
    this.forcesHost = hiddenPanel("div.panel.forces", "panel-forces", "Forces");
    this.inspectPanel = hiddenPanel("div.panel.inspect-panel", "panel-inspect", "Inspector");
    this.companyHost = hiddenPanel("div.panel.company", "panel-company", "Players");
    this.analysisHost = hiddenPanel("div.panel.whatif", "panel-analysis", "Analysis");
    this.whatifBar = h("section.whatif-bar", { "aria-label": "What if", hidden: true });
    this.handsHost = h("div.hands.empty");
    this.stackHost = h("section.stack", { "aria-label": "Waiting to be carried out", hidden: true });
    this.initiativeHost = h("section.strip", { "aria-label": "Order of initiative", hidden: true });
    this.hoverCard = h("aside.inspector.empty", { "aria-hidden": "true" });
    this.replayHost = h("section.replay", { "aria-label": "Replay", hidden: true });
    this.planHost = h("section.plan-bar", { "aria-label": "The planned move", hidden: true });
    this.guideHost = h("section.guide", { "aria-label": "Guide", hidden: true });
    this.bookHost = h("aside.rulebook", { "aria-label": "Rulebook", hidden: true });
    /** @type {HTMLElement | null} what is open about a target or a place: on a phone it lies on the sheet */
    this.card = null;
    this.live = h("div.sr", { role: "status", "aria-live": "polite" });
    this.tabs = h(
      "div.tabs",
      { role: "tablist" },
      [
        ["ask", "Orders"],
        ["story", "Story"],
        ["forces", "Forces"],
        ["inspect", "Details"],
        ["company", "Players"],
        ["analysis", "Analysis"],
      ].map(([key, text]) =>
        h(
          "button",
          {
            type: "button",
            role: "tab",
            class: `tab-${key}`,
            hidden: key === "company" || key === "analysis",
            "aria-selected": key === "story",
            "aria-controls": `panel-${key}`,
            onclick: () => acts.tab(key),
          },
          text,
        ),
      ),
    );
    this.rail = h(
      "div.rail",
      null,
      this.guideHost,
      this.planHost,
      this.askHost,
      this.tabs,
      this.storyHost,
      this.forcesHost,
      this.inspectPanel,
      this.companyHost,
      this.analysisHost,
    );
    this.screen = h(
      "div.battle",
      { "data-tab": "story" },
      this.host,
      this.bare,
      this.topbar,
      this.zoomer,
      this.initiativeHost,
      this.stackHost,
      this.hoverCard,
      this.rail,
      this.handsHost,
      this.replayHost,
      this.whatifBar,
      this.bookHost,
      this.tip,
      this.live,
    );
    fill(root, this.screen);
    this.screen.addEventListener("click", (event) => {
      if (!(/** @type {Element} */ (event.target).closest("[data-route]"))) return;
      event.preventDefault();
      dispatchEvent(new CustomEvent("sandtable:go", { detail: "/" }));
    });
  }

  get phone() {
    return matchMedia(PHONE).matches;
  }

  /** @param {string} key */
  showTab(key) {
    const again = this.phone && this.screen.dataset.tab === key && !this.screen.classList.contains("folded");
    this.screen.classList.toggle("folded", again);
    this.screen.dataset.tab = key;
    if (!this.phone && key === "ask") key = "story";
    for (const [name, panel] of /** @type {[string, HTMLElement][]} */ ([
      ["story", this.storyHost],
      ["forces", this.forcesHost],
      ["inspect", this.inspectPanel],
      ["company", this.companyHost],
      ["analysis", this.analysisHost],
    ]))
      panel.hidden = name !== key;
    if (key === "company") this.companyNews(false);
    for (const tab of this.tabs.children)
      tab.setAttribute("aria-selected", String(tab.classList.contains(`tab-${key}`)));
  }

  /** Whether others sit at this table, each at his own screen. @param {boolean} on */
  company(on) {
    /** @type {HTMLElement} */ (this.tabs.querySelector(".tab-company")).hidden = !on;
  }

  /** The battle is over, and can be analysed. @param {boolean} on */
  analysis(on) {
    /** @type {HTMLElement} */ (this.tabs.querySelector(".tab-analysis")).hidden = !on;
  }

  /** Something was said that nobody has looked at. @param {boolean} on */
  companyNews(on) {
    this.tabs.querySelector(".tab-company")?.classList.toggle("news", on && Boolean(this.companyHost.hidden));
  }

  /** How much of the window panels cover. @returns {import("../board/panzoom.js").Insets} */
  insets() {
    const high = (/** @type {HTMLElement} */ element) =>
      element.hidden ? 0 : element.getBoundingClientRect().height;
    this.seatHands();
    const top = high(this.topbar) + high(this.initiativeHost);
    const replay = high(this.replayHost) + high(this.whatifBar);
    if (this.phone) {
      const sheet = Math.max(high(this.rail), this.card ? high(this.card) + 6 : 0);
      return { left: 4, top: top + 4 + high(this.guideHost) + replay, right: 4, bottom: sheet + 4 };
    }
    const cards = !this.handsHost.classList.contains("empty");
    const sheet = matchMedia(UPRIGHT).matches ? high(this.rail) : 0;
    if (sheet) this.screen.style.setProperty("--foot", `${sheet}px`); // what lies above it
    const book = this.bookHost.hidden ? 0 : this.bookHost.getBoundingClientRect().width;
    return {
      left: 10 + book + (cards && !book && matchMedia(WIDE).matches ? STACK : 0),
      top: top + 8,
      right: sheet ? 10 : this.rail.getBoundingClientRect().width + 10,
      bottom: 10 + sheet + (replay ? replay + 10 : cards ? HAND : 0),
    };
  }

  /** Where a card may lie on the board: not on panels. On a phone it lies on the sheet. @param {DOMRect[]} clear @param {DOMRect[]} about @returns {import("../popover.js").Room | undefined} */
  room(clear, about) {
    if (this.phone) return undefined;
    const { left, top, right, bottom } = this.insets();
    const within = new DOMRect(left, top, innerWidth - left - right, innerHeight - top - bottom);
    return { within, clear, about };
  }

  /** On a phone the hand is part of the sheet below; else it lies at the edge of the board. */
  seatHands() {
    const [host, before] = this.phone ? [this.rail, this.tabs] : [this.screen, this.replayHost];
    if (this.handsHost.parentElement !== host) host.insertBefore(this.handsHost, before);
  }

  /** The card is never where the pointer is. @param {{x: number, y: number}} point */
  dodge(point) {
    const box = this.hoverCard.getBoundingClientRect();
    if (!this.hoverCard.classList.contains("aside") && point.x < 340 && point.y > box.top - 60)
      this.hoverCard.classList.add("aside");
    else if (point.x > 420) this.hoverCard.classList.remove("aside");
  }

  /** @param {(Node | string)[]} words @param {{x: number, y: number}} point @param {boolean} [left] on that side of it, if there is room */
  showTip(words, point, left = false) {
    this.tip.hidden = !words.length || !point.x;
    if (this.tip.hidden) return;
    fill(this.tip, ...words);
    const wide = this.tip.offsetWidth;
    const turn = left ? point.x - wide - 14 > 4 : point.x + 18 + wide > innerWidth;
    const x = turn ? point.x - wide - 14 : point.x + 18;
    const y = Math.min(innerHeight - this.tip.offsetHeight - 8, point.y + 16);
    this.tip.style.transform = `translate(${Math.max(4, x)}px, ${Math.max(4, y)}px)`;
  }
}
