/** Cards around the board: one's own hand to play from, the hands of others counted, what waits to be carried out. */

import { fill, h } from "../dom.js";
import { cardFace } from "./cardface.js";
import { toast } from "../popover.js";
import { ruleLink, titled } from "../rulebook/rules.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Hand} Hand */
/** @typedef {import("../types.js").Card} Card */
/** @typedef {import("../battle/screen.js").BattleScreen} BattleScreen */

/** @param {HTMLElement} host @param {View} view @param {BattleScreen} screen */
export function showHands(host, view, screen) {
  const hands = (view.hands ?? []).some((hand) => hand.count) ? (view.hands ?? []) : [];
  host.classList.toggle("empty", !hands.length);
  fill(
    host,
    hands.map((hand) => showHand(hand, view, screen)),
  );
}

/** @param {Hand} hand @param {View} view @param {BattleScreen} screen */
function showHand(hand, view, screen) {
  const seat = view.seats.find((each) => each.id === hand.seat);
  const cards = hand.cards ?? [];
  const own = hand.seat === view.seat;
  const asked = Boolean(screen.chooser.options.decision);
  const title = `${seat?.name ?? hand.seat}: ${hand.count} ${hand.count === 1 ? "card" : "cards"}`;
  return h(
    "section.hand",
    { class: `side-${seat?.colour ?? ""}${own ? " own" : ""}` },
    h("h4", null, h("i.side-dot"), title),
    h(
      "div.cards",
      { style: `--count:${Math.max(1, cards.length)}` },
      own
        ? cards.map((card, i) => inHand(card, i, cards.length, asked, screen))
        : [
            cards.map((card) => cardFace(card)), // what is known of it
            Array.from({ length: Math.max(0, Math.min(hand.count - cards.length, 7)) }, () => h("i.card-back")),
          ],
    ),
  );
}

/** @param {Card} card @param {number} i @param {number} count @param {boolean} asked @param {BattleScreen} screen */
function inHand(card, i, count, asked, screen) {
  const meant = screen.chooser.options.list.filter(
    (option) => option.choice.to === card.id || option.choice.piece === card.id,
  );
  const idle = asked && !meant.length;
  const element = cardFace(card, meant.length ? () => play() : idle && card.why ? () => refuse() : null, { idle });
  element.classList.toggle("advised", screen.advice.means(card.id));
  if (meant.length) {
    for (const look of ["pointerenter", "focus"])
      element.addEventListener(look, () => screen.chooser.narrow(meant));
    for (const away of ["pointerleave", "blur"]) element.addEventListener(away, () => screen.chooser.narrow(null));
  }
  const tilt = count > 1 ? (i / (count - 1) - 0.5) * Math.min(10, count * 1.6) : 0;
  element.style.setProperty("--tilt", `${tilt.toFixed(1)}deg`);
  element.style.setProperty("--sink", `${(Math.abs(tilt) * 1.1).toFixed(1)}px`);
  // A finger cannot hover: its first tap lifts the card, the second plays it.
  const play = () => {
    if (matchMedia("(hover: none)").matches && !element.classList.contains("lifted")) {
      for (const other of element.parentElement?.children ?? []) other.classList.remove("lifted");
      element.classList.add("lifted");
      element.scrollIntoView({ block: "nearest", inline: "nearest" });
      return;
    }
    const box = element.getBoundingClientRect();
    screen.chooser.menuFor(meant, { x: box.right - 20, y: box.top });
  };
  const refuse = () => {
    toast([card.why ?? "", " ", ruleLink(card.why_rule)], "bad");
    screen.say(card.why ?? "");
  };
  return element;
}

/** What waits to be carried out, the next one first. @param {HTMLElement} host @param {View} view @param {BattleScreen} screen */
export function showStack(host, view, screen) {
  const stack = (view.piles ?? []).find((pile) => pile.kind === "stack");
  const cards = [...(stack?.cards ?? [])].reverse();
  host.hidden = !cards.length;
  fill(
    host,
    cards.length
      ? [
          titled("h4", stack?.name ?? "", stack?.rule),
          h(
            "ol.stack-cards",
            null,
            cards.map((card, i) =>
              h(
                "li",
                { class: `${i ? "" : "next"} side-${screen.sideColour(card.side ?? "")}` },
                h("p.stack-what", null, h("small", null, i ? "then" : "next"), card.text || card.name),
                i ? null : cardFace({ ...card, text: "", parts: inUse(card) }),
              ),
            ),
          ),
        ]
      : null,
  );
}

/** Of the two uses of a card the one it was played for. @param {Card} card */
function inUse(card) {
  const parts = card.parts ?? [];
  const used = parts.filter((part) => part.name === card.name);
  return used.length ? used : parts;
}

/** The order in which they act, as a strip over the board. @param {HTMLElement} host @param {View} view @param {BattleScreen} screen */
export function showInitiative(host, view, screen) {
  const track = (view.tracks ?? []).find((each) => each.kind === "initiative");
  const boxes = (track?.boxes ?? []).filter((box) => box.occupants?.length);
  host.hidden = !boxes.length;
  fill(
    host,
    boxes.length
      ? [
          h("h4.sr", null, track?.name ?? ""),
          h(
            "ol.initiative",
            { "aria-label": track?.name ?? "" },
            boxes.map((box) =>
              h(
                "li",
                { class: box.now ? "now" : "", "aria-current": box.now ? "step" : null },
                (box.occupants ?? []).map((each) =>
                  h(
                    "button",
                    {
                      type: "button",
                      class: `side-${screen.sideColour(each.side ?? "")}${each.done && !box.now ? " done" : ""}`,
                      title: each.text,
                      onclick: () => {
                        if (!each.piece) return;
                        screen.select(each.piece);
                        screen.board.look(each.piece, { always: true });
                      },
                    },
                    h("i.side-dot"),
                    // Long names keep their last word: the number of the team.
                    h("span.long", null, each.text.split(" ").slice(0, -1).join(" ")),
                    h("span", null, each.text.split(" ").at(-1) ?? ""),
                  ),
                ),
              ),
            ),
          ),
          ruleLink(track?.rule),
        ]
      : null,
  );
  // Where there is no room for names, the colour and the number of a team must do.
  host.classList.remove("short");
  host.classList.toggle("short", host.scrollWidth > host.clientWidth + 1);
  const now = /** @type {HTMLElement | null} */ (host.querySelector(".now"));
  if (now) host.scrollLeft = now.offsetLeft - host.clientWidth / 2 + now.offsetWidth / 2;
}
