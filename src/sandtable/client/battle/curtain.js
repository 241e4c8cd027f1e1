/** Between two players at one screen, where the game has secrets. */

import { h, icon } from "../dom.js";

/** @param {import("./screen.js").BattleScreen} screen @param {string} seat who comes next @returns {Promise<void>} */
export function curtain(screen, seat) {
  return new Promise((resolve) => {
    const name = screen.seatName(seat);
    const colour =
      (screen.view ?? screen.seats.get(seat)?.view)?.seats.find((each) => each.id === seat)?.colour ?? "";
    const cloth = h(
      "div.curtain",
      { class: `side-${colour}`, role: "dialog", "aria-modal": "true", "aria-label": `${name} is next` },
      h(
        "div.curtain-card",
        null,
        icon("people"),
        h("h2", null, `${name} is next`),
        h("p", null, "Hand over the screen. Nobody else should look."),
        h(
          "button.primary",
          {
            type: "button",
            onclick: () => {
              cloth.remove();
              resolve();
            },
          },
          `I am the ${name} player`,
        ),
      ),
    );
    document.body.append(cloth);
    /** @type {HTMLElement} */ (cloth.querySelector("button")).focus();
  });
}
