/** Is it fair? Battles between computer players in the background, and what they show so far. */

import { h } from "../dom.js";
import { percent } from "../percent.js";
import { ask } from "../wire/net.js";
import { capital, keep, stored } from "../settings.js";

/** @typedef {{side: string, wins: number, share: number, low: number, high: number}} Share */
/** @typedef {{digest: string, level: string, state: string, games: number, most: number, shares: Share[], draws: number, turns: number, choices: number, lost: Record<string, number>, reasons: Record<string, number>, objectives?: {name: string, held: Record<string, number>, decides: number}[], error?: string}} Result */
/** @typedef {{name: string, when: number, result: Result}} Version */

const VERSIONS = "sandtable.workshop.fair";
const EVERY = 1500;
const STATES = /** @type {Record<string, string>} */ ({
  waiting: "Waiting for its turn …",
  running: "Playing …",
  narrow: "Done: every share is known to within 5 percent.",
  enough: "Done: all the battles you asked for were played.",
  stopped: "Stopped.",
});

export class FairPanel {
  /** @param {import("./screen.js").Workshop} shop */
  constructor(shop) {
    this.shop = shop;
    /** @type {Result | null} */
    this.result = null;
    this.level = "";
    this.most = 400;
    this.all = false; // whether all of them are played, however narrow the interval is
    this.timer = 0;
    this.showHeat = true;
    this.asked = ""; // the digest and the player whose results were asked for last
    this.host = h("div.ws-fair");
  }

  close() {
    window.clearInterval(this.timer);
  }

  /** Where pieces were lost. @returns {Record<string, number>} */
  heat() {
    return this.showHeat && this.shop.tab === "Fair?" && this.result?.digest === this.shop.draft?.reading?.digest ? (this.result?.lost ?? {}) : {};
  }

  draw() {
    const { draft, game } = this.shop;
    const ready = draft?.reading?.digest ?? "";
    const bots = game?.bots ?? [];
    if (!bots.includes(this.level)) this.level = bots.includes("greedy") ? "greedy" : (bots[0] ?? "");
    if (ready && this.level) this.recall(ready);
    const result = this.result?.digest === ready && ready && this.result?.level === this.level ? this.result : null;
    const going = result && ["waiting", "running"].includes(result.state);
    const level = h("select", { "aria-label": "Computer player", onchange: (/** @type {any} */ event) => {
      this.level = event.target.value;
      this.shop.drawTabs();
    } }, bots.map((bot) => h("option", { value: bot, selected: bot === this.level }, bot)));
    const most = h("input", { type: "number", min: 1, max: 400, value: this.most, "aria-label": "Battles at most", onchange: (/** @type {any} */ event) => (this.most = Math.max(1, Math.min(400, Number(event.target.value)))) });
    this.host.replaceChildren(
      h("p.ws-help", null, "The same computer player plays both sides, battle after battle, until every share is known to within 5 percent or you stop it. A draft that has not changed is not played again."),
      h("div.ws-row", null, "Player ", level, " at most ", most, " battles"),
      h("label.ws-row", null, h("input", { type: "checkbox", checked: this.all, "aria-label": "Play all of them", onchange: (/** @type {any} */ event) => (this.all = event.target.checked) }), " play all of them"),
      h(
        "div.ws-row",
        null,
        going
          ? h("button", { type: "button", onclick: () => void this.stop() }, "Stop")
          : h("button.primary", { type: "button", disabled: !ready, onclick: () => void this.start() }, result?.games ? "Go on" : "Is it fair?"),
        ready ? null : h("span.quiet", null, " The draft has problems. Fix them first."),
      ),
      ...(result ? this.shown(result) : []),
      ...this.versions(ready),
    );
    return this.host;
  }

  /** @param {Result} result @returns {HTMLElement[]} */
  shown(result) {
    const seats = this.shop.draft?.reading?.view?.seats ?? [];
    const name = (/** @type {string} */ side) => seats.find((seat) => seat.side === side)?.name ?? capital(side);
    const bars = result.shares.map((share) =>
      h(
        "div.ws-share",
        { "data-side": share.side },
        h("span", null, name(share.side)),
        h("span.ws-bar-of", { role: "img", "aria-label": `${part(share.share)}, between ${part(share.low)} and ${part(share.high)}` }, h("i.ws-span", { style: `left:${share.low * 100}%;width:${(share.high - share.low) * 100}%` }), h("i.ws-mid", { style: `left:${share.share * 100}%` })),
        h("span", null, `${part(share.share)} (${part(share.low)} to ${part(share.high)})`),
      ),
    );
    const reasons = Object.entries(result.reasons).map(([reason, count]) => h("li", null, `${count} × ${reason}`));
    const held = (result.objectives ?? []).filter((each) => Object.keys(each.held).length);
    const objective = (/** @type {typeof held[number]} */ each) =>
      h("tr", null, h("td", null, each.name), h("td", null, Object.entries(each.held).map(([side, count]) => `${name(side)} ${part(count / Math.max(1, result.games))}`).join(", ")), h("td", null, part(each.decides)));
    const heat = h("label", null, h("input", { type: "checkbox", checked: this.showHeat, onchange: (/** @type {any} */ event) => {
      this.showHeat = event.target.checked;
      this.shop.drawMarks();
    } }), " Show on the board where units were lost");
    return [
      h("p", { class: result.error ? "bad" : "quiet", role: "status" }, result.error || STATES[result.state] || result.state),
      h("progress", { max: result.most, value: result.games, "aria-label": "Battles played" }),
      h("p", null, `${result.games} battles, ${result.draws} drawn, ${result.turns} turns and ${result.choices} choices on average.`),
      ...bars,
      h("h3", null, "What decides"),
      h("ul", null, reasons),
      ...(held.length ? [h("table.ws-held", null, h("tr", null, ["Objective", "Held at the end", "Its holder won"].map((head) => h("th", null, head))), held.map(objective))] : []),
      heat,
      ...this.writing(result),
    ];
  }

  /** The result as a part of the file, where nothing more is played. @param {Result} result @returns {HTMLElement[]} */
  writing(result) {
    if (!result.games || ["waiting", "running"].includes(result.state)) return [];
    return [h("p", null, h("button", { type: "button", "data-write": "", title: "As a table [balance] at the end of the file; the lobby shows it", onclick: () => void this.write() }, "Write it into the file"))];
  }

  async write() {
    const { draft } = this.shop;
    if (!draft) return;
    try {
      const { texts } = await ask("/workshop/balance", { system: draft.system, texts: draft.texts, level: this.level });
      await draft.replace(texts);
    } catch (error) {
      this.shop.say(/** @type {Error} */ (error).message);
    }
  }

  /** What is known of this draft from before, if it was measured. @param {string} digest */
  recall(digest) {
    const key = `${digest}/${this.level}`;
    if (this.asked === key || (this.result?.digest === digest && this.result.level === this.level)) return;
    this.asked = key;
    void fetch(`/api/workshop/fairness/${key}?quiet=true`).then(async (answer) => {
      const found = answer.ok ? await answer.json() : null;
      if (!found || this.asked !== key) return;
      this.take(found);
      if (["waiting", "running"].includes(found.state)) this.watch();
    }).catch(() => {}); // it can be asked for again
  }

  /** Earlier versions of this draft. @param {string} digest @returns {HTMLElement[]} */
  versions(digest) {
    const known = this.known().filter((each) => each.result.digest !== digest);
    if (!known.length) return [];
    const row = (/** @type {Version} */ each) =>
      h("tr", null, h("td", null, new Date(each.when).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })), h("td", null, each.result.level), h("td", null, String(each.result.games)), h("td", null, each.result.shares.map((share) => `${share.side} ${part(share.share)}`).join(", ")), h("td", null, part(each.result.games ? each.result.draws / each.result.games : 0)));
    return [h("h3", null, "Earlier versions of this draft"), h("table.ws-versions", null, h("tr", null, ["When", "Player", "Battles", "Won", "Drawn"].map((head) => h("th", null, head))), known.map(row))];
  }

  /** @returns {Version[]} */
  known() {
    return stored(VERSIONS)?.[this.shop.draft?.id ?? ""] ?? [];
  }

  note() {
    const { draft } = this.shop;
    if (!draft || !this.result) return;
    const all = stored(VERSIONS) ?? {};
    const rest = this.known().filter((each) => each.result.digest !== this.result?.digest || each.result.level !== this.result?.level);
    all[draft.id] = [{ name: draft.name, when: Date.now(), result: { ...this.result, lost: {}, reasons: {} } }, ...rest].slice(0, 12);
    keep(VERSIONS, all);
  }

  async start() {
    const { draft } = this.shop;
    if (!draft) return;
    try {
      this.take(await ask("/workshop/fairness", { system: draft.system, texts: draft.texts, level: this.level, most: this.most, all: this.all }));
    } catch (error) {
      this.shop.say(/** @type {Error} */ (error).message);
    }
    this.watch();
  }

  /** Look at it from time to time. */
  watch() {
    window.clearInterval(this.timer);
    this.timer = window.setInterval(() => void this.look(), EVERY);
  }

  async look() {
    if (!this.result) return;
    try {
      this.take(await ask(`/workshop/fairness/${this.result.digest}/${this.result.level}`));
    } catch {
      return; // the next look may be answered
    }
    if (!["waiting", "running"].includes(this.result?.state ?? "")) window.clearInterval(this.timer);
  }

  async stop() {
    if (!this.result) return;
    const answer = await fetch(`/api/workshop/fairness/${this.result.digest}/${this.result.level}`, { method: "DELETE" });
    if (answer.ok) this.take(await answer.json());
  }

  /** @param {Result} result */
  take(result) {
    this.result = result;
    this.note();
    if (this.shop.tab === "Fair?") {
      this.shop.drawTabs();
      this.shop.drawMarks();
    }
  }
}

/** @param {number} share */
function part(share) {
  return percent(1000 * share);
}
