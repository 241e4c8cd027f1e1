/** What can be shown on demand: zones of control, set-up areas and ways out, and the arcs and ranges of a piece. */

import { ask } from "../wire/net.js";
import { fill, h, icon } from "../dom.js";
import { areaArt, areaName } from "../board/areas.js";
import { PlaneLayout } from "../board/plane.js";

/** @typedef {import("../types.js").Zone} Zone */
/** @typedef {import("../battle/screen.js").BattleScreen} BattleScreen */

export class ZonesTool {
  /** @param {BattleScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.on = false;
    this.piece = ""; // whose arcs are shown
    /** @type {Map<string, Zone[]>} by state and piece */
    this.known = new Map();
    this.bar = h("div.tool-bar.zones-bar", { role: "status", hidden: true });
    screen.screen.append(this.bar);
  }

  toggle() {
    this.on = !this.on;
    this.piece = "";
    this.screen.topbar.querySelector('[data-tool="layers"]')?.setAttribute("aria-pressed", String(this.on));
    this.screen.screen.classList.toggle("zoning", this.on);
    this.bar.hidden = !this.on;
    this.show();
    if (this.on && this.screen.picked.piece) void this.of(this.screen.picked.piece);
  }

  /** Draw what there is now. */
  show() {
    const { board, view } = this.screen;
    const printed = (board.layout?.board.zones ?? []).filter((zone) => zone.kind !== "objective"); // always shown
    const zones = this.on ? [...(view?.zones ?? []).filter((zone) => !zone.of?.length), ...printed] : [];
    const own = this.on ? (this.known.get(this.key(this.piece)) ?? []) : [];
    if (board.parts.fields)
      board.parts.fields.innerHTML =
        zones.map((zone) => this.art(zone)).join("") + own.map((zone) => this.art(zone)).join("");
    if (this.on) this.legend([...zones, ...own]);
  }

  /** @param {string} piece */
  key(piece) {
    return `${this.screen.seats.get(this.screen.seat)?.state} ${piece}`;
  }

  /** The arcs and ranges of a piece. @param {string} piece */
  async of(piece) {
    if (!this.on || !piece || piece === this.piece) return;
    this.piece = piece;
    const { screen } = this;
    const key = this.key(piece);
    if (!this.known.has(key)) {
      const token = screen.seats.get(screen.seat)?.token ?? screen.token;
      try {
        const found = await ask(`/seat/${token}/overlays?piece=${encodeURIComponent(piece)}`);
        this.known.set(key, found.zones);
      } catch {
        return; // it has left the table meanwhile
      }
    }
    if (this.piece === piece) this.show();
  }

  /** @param {Zone} zone */
  art(zone) {
    const { board } = this.screen;
    const { layout } = board;
    return layout ? areaArt(zone, layout, zone.side ? board.sideLook(zone.side).colour : "none") + areaName(zone, layout) : "";
  }

  /** @param {Zone[]} zones */
  legend(zones) {
    /** @type {Map<string, Zone>} */
    const kinds = new Map();
    for (const zone of zones)
      kinds.set(`${zone.kind} ${zone.side ?? ""} ${zone.kind === "control" ? "" : zone.name}`, zone);
    fill(
      this.bar,
      icon("layers"),
      kinds.size
        ? h(
            "ul.legend",
            null,
            [...kinds.values()].map((zone) =>
              h(
                "li",
                {
                  class: `side-${zone.side ? this.screen.sideColour(zone.side) : "none"} l-${zone.kind.replace(/[^a-z]+/g, "-")}`,
                },
                h("i"),
                zone.name || zone.kind,
              ),
            ),
          )
        : h(
            "span",
            null,
            this.screen.board.layout instanceof PlaneLayout
              ? "Point at a piece to see its arcs and ranges."
              : "There is nothing to show right now.",
          ),
      h(
        "button.icon",
        { type: "button", "aria-label": "Hide the zones", onclick: () => this.toggle() },
        icon("close"),
      ),
    );
  }
}
