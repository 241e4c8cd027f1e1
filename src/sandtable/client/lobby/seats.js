/** Who plays whom: you, another at this screen, somebody far away, a computer. */

import { fill, h, icon } from "../dom.js";
import { levelAbout, levelName, levelNames, usualLevel } from "./levels.js";
import { PACES } from "../people/times.js";
import { toggle } from "../settings.js";

/** @typedef {import("../types.js").Seat} Seat */
/** @typedef {{seats: Record<string, string>, own: string[], hot: boolean, far: string[], open?: {seat: string, by_link: boolean, pace: import("../people/times.js").Pace}}} Picked */

/**
 * @param {Seat[]} seats @param {string} mine
 * @param {{mode?: string, level?: string, people?: boolean, changed?: (mode: string) => void}} [first]
 * @returns {{element: HTMLElement, read: () => Picked}}
 */
export function seatPicker(seats, mine, first = {}) {
  let mode = first.mode ?? "computer";
  let side = mine;
  let level = first.level ?? usualLevel();
  const body = h("div.seat-picker");
  const modes = /** @type {[string, string, string, string][]} */ ([
    ["computer", "chip", "Against the computer", "You choose a side and it plays the other"],
    ["here", "people", "Two players at this screen", "You take turns at one device"],
    ["far", "world", "With someone far away", "You get a link to send"],
    ...(first.people ? [["open", "bell", "With whoever comes", "An open table: others here see it"]] : []),
    ["watch", "eye", "Watch two computers", "Sit back and see how it goes"],
  ]);
  let either = true;
  let byLink = false;
  let pace = 0;
  const select = () => {
    const about = h("p.quiet.level-about", { role: "status" }, levelAbout(level));
    return h(
      "div",
      null,
      h(
        "label.field",
        null,
        h("span", null, "Computer level"),
        h(
          "select",
          {
            onchange: (/** @type {Event} */ event) => {
              level = /** @type {HTMLSelectElement} */ (event.target).value;
              about.textContent = levelAbout(level);
            },
          },
          levelNames().map((name) => h("option", { value: name, selected: name === level }, levelName(name))),
        ),
      ),
      about,
    );
  };
  const sides = () =>
    h(
      "fieldset.sides",
      null,
      h("legend", null, "Your side"),
      h(
        "div.side-cards",
        null,
        mode === "open"
          ? h(
              "label.side-card",
              null,
              h("input", { type: "radio", name: "side", value: "", checked: either, onchange: () => (either = true) }),
              h("span", null, "Either"),
            )
          : null,
        seats.map((seat) =>
          h(
            "label.side-card",
            { class: `side-${seat.colour ?? ""}` },
            h("input", {
              type: "radio",
              name: "side",
              value: seat.id,
              checked: seat.id === side && !(mode === "open" && either),
              onchange: () => {
                side = seat.id;
                either = false;
              },
            }),
            h("i.side-dot"),
            h("span", null, seat.name),
          ),
        ),
      ),
    );
  const render = () =>
    fill(
      body,
      h(
        "div.modes",
        { role: "radiogroup", "aria-label": "Who plays" },
        modes.map(([key, sign, title, text]) =>
          h(
            "label.mode-card",
            { class: key === mode ? "on" : "" },
            h("input", {
              type: "radio",
              name: "mode",
              value: key,
              checked: key === mode,
              onchange: () => {
                mode = key;
                render();
                first.changed?.(mode);
                /** @type {HTMLElement | null} */ (body.querySelector(`input[value="${key}"]`))?.focus();
              },
            }),
            icon(sign),
            h("span", null, h("b", null, title), h("small", null, text)),
          ),
        ),
      ),
      ["computer", "far", "open"].includes(mode) ? sides() : null,
      mode === "open"
        ? h(
            "label.field",
            null,
            h("span", null, "Time"),
            h(
              "select",
              { onchange: (/** @type {Event} */ event) => (pace = /** @type {HTMLSelectElement} */ (event.target).selectedIndex) },
              PACES.map(([words], i) => h("option", { value: i, selected: i === pace }, words)),
            ),
          )
        : null,
      mode === "open" ? toggle("Only for those I send a link", "", byLink, (on) => (byLink = on)) : null,
      mode === "computer" || mode === "watch" ? select() : null,
    );
  render();
  return {
    element: body,
    read() {
      /** @type {Record<string, string>} */
      const kinds = {};
      for (const seat of seats) {
        if (mode === "computer") kinds[seat.id] = seat.id === side ? "person" : level;
        else if (mode === "watch") kinds[seat.id] = level;
        else kinds[seat.id] = "person";
      }
      const own = mode === "here" ? seats.map((seat) => seat.id) : mode === "watch" ? [] : [side];
      return {
        seats: kinds,
        own,
        hot: mode === "here",
        ...(mode === "open" ? { open: { seat: either ? "" : side, by_link: byLink, pace: PACES[pace][1] } } : {}),
        far: mode === "far" ? seats.map((seat) => seat.id).filter((id) => id !== side) : [],
      };
    },
  };
}
