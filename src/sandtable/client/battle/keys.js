/** Everything by keyboard: a cursor on the map, a key for every option, names of places typed after g. */

import { ADVICE } from "../guide/advice.js";
import { dialog, fill, h, handy } from "../dom.js";
import { GO } from "../choosing/options.js";
import { briefingDialog } from "../lobby/briefing.js";
import { anyPopover, closeTop, toast } from "../popover.js";
import { change, settings, settingsDialog } from "../settings.js";
import { sound } from "../sound.js";
import { HexLayout } from "../board/hexes.js";
import { pointOf, wordOf } from "../board/plane.js";

/** @typedef {import("./screen.js").BattleScreen} BattleScreen */

/** @type {Record<string, "up" | "down" | "left" | "right">} */
const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };

let typed = ""; // the name of a place, while it is typed
let typing = false;

/** @param {BattleScreen} screen @param {KeyboardEvent} event */
export function battleKeys(screen, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = /** @type {HTMLElement} */ (event.target);
  if (
    target.closest("input:not([type=radio]):not([type=checkbox]):not([type=range]), textarea, select") ||
    document.querySelector("dialog[open], .curtain")
  )
    return;
  const { key } = event;
  if (typing) return spell(screen, event);
  if (!anyPopover() && !target.closest(".plan-bar") && screen.plan.key(event)) return;
  if (key === "Escape") {
    if (closeTop()) return;
    if (screen.sight.on) screen.sight.toggle();
    else if (screen.measure.on) screen.measure.toggle();
    else if (screen.zones.on) screen.zones.toggle();
    else if (screen.whatif.on) screen.whatif.leave();
    else if (screen.replay.on) screen.replay.close();
    else if (screen.advice.hint) void screen.advice.toggle();
    else {
      screen.select("");
      screen.board.mark({ cursor: "" });
      screen.board.unfan();
      screen.chooser.back();
    }
    return;
  }
  if (anyPopover()) {
    const button = /** @type {HTMLElement | null} */ (
      document.querySelector(`.menu-popover [data-key="${CSS.escape(key)}"]`)
    );
    if (button) {
      event.preventDefault();
      button.click();
      return;
    }
    if (key === "Enter" || key === " " || key === "Tab") return;
    if (key === "ArrowDown" || key === "ArrowUp") return step(event, document.querySelector(".popover"));
  }
  const inRail = target.closest(".rail, .replay, .topbar, .guide, .popover, .zoomer");
  if (screen.replay.on && (key === "ArrowLeft" || key === "ArrowRight") && !target.closest("input")) {
    event.preventDefault();
    screen.replay.jump(key === "ArrowRight" ? 1 : -1, event.shiftKey ? "impulse" : "choice");
    return;
  }
  if (ARROWS[key]) {
    if (target.closest("input")) return;
    if (inRail && (key === "ArrowDown" || key === "ArrowUp"))
      return step(event, target.closest(".ask, .story, .forces, .popover, .tabs"));
    event.preventDefault();
    if (event.shiftKey) screen.board.panzoom.pan(...pan(ARROWS[key]));
    else moveCursor(screen, ARROWS[key]);
    return;
  }
  if ((key === "Enter" || key === " ") && !target.closest("button, a, summary, label, input")) {
    const { cursor } = screen.board.marks;
    event.preventDefault();
    if (screen.replay.on && key === " ") return screen.replay.pause();
    if (!cursor) return;
    const piece = screen.measure.layout ? (screen.board.stack(cursor)[0]?.id ?? "") : "";
    if (screen.sight.on) screen.sight.tap(piece || cursor);
    else if (screen.measure.on) screen.measure.tap(piece || cursor);
    else if (!screen.replay.on && !screen.plan.takeUp(piece)) screen.chooser.tap(piece ? "" : cursor, piece, null);
    return;
  }
  if (!screen.replay.on) {
    const option = screen.chooser.options.withKey(key);
    if (option) {
      event.preventDefault();
      screen.chooser.picked(option, null);
      return;
    }
  }
  const act = COMMANDS[key];
  if (act) {
    event.preventDefault();
    act[0](screen, event);
  }
}

/** @param {"up" | "down" | "left" | "right"} way @returns {[number, number]} */
function pan(way) {
  return /** @type {Record<string, [number, number]>} */ ({
    up: [0, 90],
    down: [0, -90],
    left: [90, 0],
    right: [-90, 0],
  })[way];
}

/** What keys do, and how that is called. @type {Record<string, [(screen: BattleScreen, event: KeyboardEvent) => void, string]>} */
const COMMANDS = {
  [GO]: [(screen) => begin(screen), "go to a place: type its name, then Enter"],
  n: [(screen) => cycle(screen, 1), "go to the next place or counter you can choose"],
  b: [(screen) => cycle(screen, -1), "go to the previous one"],
  m: [(screen) => screen.chooser.nextMode(), "show the next kind of place (moves, smoke …)"],
  i: [(screen) => inspect(screen), "inspect what is under the cursor"],
  u: [(screen) => screen.undo(), "take back the last choice, unless a die has been rolled since"],
  Backspace: [(screen) => screen.undo(), "the same"],
  l: [(screen) => screen.sight.toggle(), "line of sight"],
  d: [(screen) => screen.measure.toggle(), "measure a distance in inches (on a table without hexes)"],
  f: [(screen) => screen.zones.toggle(), "zones of control and exits, or the arcs and ranges of a piece"],
  r: [(screen) => screen.replay.toggle(), "replay: the arrow keys step, Shift and an arrow key jump, Space plays and stops"],
  w: [(screen) => void screen.whatif.begin(), "what if: after the battle, choose otherwise at the moment shown"],
  "[": [(screen) => screen.whatif.step(-1), "in a variation: one choice back"],
  "]": [(screen) => screen.whatif.step(1), "in a variation: one choice on"],
  ";": [(screen) => screen.again(), "replay the enemy’s last activation"],
  ".": [(screen) => screen.skip(), "show the rest of the enemy’s turn at once"],
  v: [() => turnSound(), "sound on or off"],
  "#": [() => change({ names: !settings().names }), "names of all places on or off"],
  [ADVICE]: [(screen) => void screen.advice.toggle(), "a hint: what would a computer player do here?"],
  a: [(screen) => focusAsk(screen), "go to the list of choices; the arrow keys move through it"],
  "+": [(screen) => screen.board.panzoom.zoomBy(1.3), "zoom in"],
  "=": [(screen) => screen.board.panzoom.zoomBy(1.3), ""],
  "-": [(screen) => screen.board.panzoom.zoomBy(1 / 1.3), "zoom out"],
  0: [(screen) => screen.board.whole(), "the whole map"],
  k: [(screen) => briefingDialog(screen), "the briefing: map, forces, goals"],
  "/": [(screen) => void screen.book?.show(), "the rulebook"],
  ",": [(screen) => settingsDialog([...screen.passable]), "settings"],
  "?": [() => helpDialog(), "this list"],
};

function turnSound() {
  change({ sound: !settings().sound });
  toast([settings().sound ? "Sound on." : "Sound off."]);
  sound("dice", 2);
}

/** Move the focus in a list of buttons. @param {KeyboardEvent} event @param {Element | null} list */
function step(event, list) {
  if (!list) return;
  event.preventDefault();
  const buttons = /** @type {HTMLElement[]} */ (
    [...list.querySelectorAll("button:not([hidden])")].filter(
      (each) => !each.classList.contains("rule") && !each.classList.contains("popover-close"),
    )
  );
  const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const next = buttons[(at + (event.key === "ArrowDown" ? 1 : -1) + buttons.length) % buttons.length];
  next?.focus();
}

/** @param {BattleScreen} screen */
function focusAsk(screen) {
  const first = (/** @type {string} */ what) => /** @type {HTMLElement | null} */ (screen.askHost.querySelector(what));
  (first("button.option") ?? first("button.mode") ?? first("button"))?.focus();
}

/** Where the cursor begins. @param {BattleScreen} screen */
function start(screen) {
  const { marks, layout } = screen.board;
  const piece = screen.view?.pieces?.find(
    (each) => each.id === (marks.acting || [...marks.ready.keys()][0] || [...marks.targets.keys()][0]),
  );
  const at = piece ? placeOf(piece) : "";
  const place = at && layout?.centre(at) ? at : "";
  return place || [...marks.reach.keys()][0] || layout?.places()[0] || "";
}

/** @param {BattleScreen} screen @param {"up" | "down" | "left" | "right"} way */
function moveCursor(screen, way) {
  const { board } = screen;
  const now = board.marks.cursor;
  setCursor(screen, now ? (board.layout?.step(now, way) ?? "") : start(screen));
}

/** @param {BattleScreen} screen @param {string} place */
export function setCursor(screen, place) {
  if (!place) return;
  screen.board.mark({ cursor: place });
  screen.board.look(place);
  screen.say(describe(screen, place));
  screen.pointing.show(place, "");
  if (screen.view) screen.card.show(screen.view, place, screen.board.stack(place)[0]?.id ?? "");
  if (document.activeElement instanceof HTMLElement && !document.activeElement.closest(".board-host"))
    screen.host.focus({ preventScroll: true });
}

/** @param {BattleScreen} screen @param {1 | -1} way */
function cycle(screen, way) {
  const { marks, layout } = screen.board;
  const wanted = new Set([...marks.reach.keys()]);
  for (const id of [...marks.ready.keys(), ...marks.targets.keys()]) {
    const piece = screen.view?.pieces?.find((each) => each.id === id);
    const place = piece ? placeOf(piece) : "";
    if (layout?.centre(place)) wanted.add(place);
  }
  const places = [...wanted].sort((a, b) => rank(screen, a) - rank(screen, b));
  if (!places.length) {
    screen.say("There is nothing to choose on the map right now.");
    return;
  }
  const at = places.indexOf(marks.cursor);
  setCursor(screen, places[(at + way + places.length) % places.length] ?? places[0]);
}

/** Where the cursor finds a piece: on a plane by its point. @param {import("../types.js").Piece} piece */
function placeOf(piece) {
  return piece.at ? wordOf(piece.at) : (piece.place ?? "");
}

/** Targets and counters before plain places, then from left to right. @param {BattleScreen} screen @param {string} place */
function rank(screen, place) {
  const { marks, layout } = screen.board;
  const at = layout?.centre(place);
  return (marks.reach.has(place) ? 1e7 : 0) + (at ? at.x * 10 + at.y / 100 : 0);
}

/** @param {BattleScreen} screen */
function inspect(screen) {
  const { cursor } = screen.board.marks;
  if (!cursor || !screen.view) return;
  const stack = screen.board.stack(cursor);
  screen.select(stack[0]?.id ?? "", cursor);
  screen.showTab("inspect");
  screen.say(
    [
      describe(screen, cursor),
      ...stack.map(
        (piece) =>
          `${piece.name}: ${(piece.values ?? []).map((value) => `${value.label} ${value.text}`).join(", ")}. ${(piece.markers ?? []).map((marker) => marker.text).join(", ")}`,
      ),
    ].join(". "),
  );
}

/** What is at a place, for the ear. @param {BattleScreen} screen @param {string} place */
export function describe(screen, place) {
  const { layout } = screen.board;
  const point = pointOf(place);
  const words = [point ? `${point[0] / 100} inches east, ${point[1] / 100} north` : place];
  if (layout instanceof HexLayout) {
    const hex = layout.hexes.get(place);
    words.push(layout.board.terrain.find((kind) => kind.key === hex?.terrain)?.name ?? "");
  }
  for (const piece of screen.board.stack(place)) words.push(`${screen.sideName(piece.side)} ${piece.name}`);
  for (const marker of screen.view?.markers ?? []) if (marker.place === place) words.push(marker.text ?? marker.kind);
  const options = screen.chooser.meant(place, "");
  if (options.length) words.push(`Enter: ${options.length > 1 ? `${options.length} choices` : options[0].label}`);
  return words.filter(Boolean).join(", ");
}

// Typing the name of a place -----------------------------------------------------------------------------

/** @param {BattleScreen} screen */
function begin(screen) {
  typing = true;
  typed = "";
  show(screen);
}

/** @param {BattleScreen} screen @param {KeyboardEvent} event */
function spell(screen, event) {
  const { key } = event;
  event.preventDefault();
  if (key === "Escape") {
    end(screen);
    return;
  }
  if (key === "Enter") {
    const place = screen.board.layout?.places().find((name) => name.toLowerCase() === typed.toLowerCase());
    end(screen);
    if (!place) {
      screen.say(`There is no place ${typed}.`);
      return;
    }
    setCursor(screen, place);
    if (screen.sight.on) screen.sight.tap(place);
    else if (!screen.replay.on) {
      const { chooser } = screen;
      const top = screen.view?.pieces?.find((each) => each.place === place)?.id ?? "";
      chooser.tap(place, chooser.meant(place, "").length ? "" : top, null); // what cannot be chosen says why
    }
    return;
  }
  if (key === "Backspace") typed = typed.slice(0, -1);
  else if (key.length === 1) typed += key;
  show(screen);
}

/** @param {BattleScreen} screen */
function show(screen) {
  let box = screen.screen.querySelector(".spelling");
  if (!box) {
    box = h("div.spelling", { role: "status" });
    screen.screen.append(box);
  }
  fill(box, "Go to ", h("b", null, typed.toUpperCase() || "…"), h("small", null, "Enter chooses, Escape cancels"));
  const place = screen.board.layout?.places().find((name) => name.toLowerCase() === typed.toLowerCase());
  if (place) screen.board.mark({ cursor: place });
}

/** @param {BattleScreen} screen */
function end(screen) {
  typing = false;
  screen.screen.querySelector(".spelling")?.remove();
}

export function helpDialog() {
  const rows = Object.entries(COMMANDS).filter(([, [, text]]) => text);
  dialog(
    "Keys and help",
    [
      h(
        "p",
        null,
        handy("Click a counter with a ring to see what it can do: shaded places show what it costs to go there, red rings show targets and the odds. Click where it should go or what it should shoot at. Every option is also a button with a key."),
      ),
      h(
        "p",
        null,
        handy("Drag the map to move it; turn the wheel or pinch to zoom. Point at a stack, or tap it, to fan it out. Click a line of the story to see that moment again, or a number in a box, like 5.1, to read that rule."),
      ),
      h(
        "dl.keys",
        null,
        h(
          "div",
          null,
          h("dt", null, h("kbd", null, "1"), "…", h("kbd", null, "9"), " and letters"),
          h("dd", null, "the option with that key"),
        ),
        h(
          "div",
          null,
          h("dt", null, h("kbd", null, "←"), h("kbd", null, "↑"), h("kbd", null, "↓"), h("kbd", null, "→")),
          h("dd", null, "move the cursor; with Shift, move the map"),
        ),
        h("div", null, h("dt", null, h("kbd", null, "Enter")), h("dd", null, "choose what is under the cursor")),
        rows.map(([key, [, text]]) => h("div", null, h("dt", null, h("kbd", null, key)), h("dd", null, text))),
        h("div", null, h("dt", null, h("kbd", null, "Esc")), h("dd", null, "close, cancel or let go")),
        h(
          "div",
          null,
          h("dt", null, "While you move a team"),
          h(
            "dd",
            null,
            "the arrow keys move it (with Shift in small steps), Page Up and Page Down turn it, comma and full stop turn its turret, s switches between one team and the whole unit, Space adds a bend, Enter confirms",
          ),
        ),
      ),
    ],
    { wide: true },
  );
}
