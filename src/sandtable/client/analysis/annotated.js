/** Annotated battles: those that come with Sandtable, and files that others have sent. */

import { dialog, fill, h, icon } from "../dom.js";
import { ask } from "../wire/net.js";
import { arrived, bring } from "./desk.js";

/** Choose one to look at. */
export async function annotatedDialog() {
  const list = h("ul.battles", null, h("li.quiet", null, "Looking for them …"));
  const problem = h("p.problem", { role: "alert" });
  /** Do something, and say so if it fails. @param {HTMLElement} button @param {() => Promise<void>} act */
  const doing = async (button, act) => {
    problem.textContent = "";
    button.setAttribute("aria-busy", "true");
    try {
      await act();
      box.close();
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
    button.removeAttribute("aria-busy");
  };
  const file = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "file",
      accept: ".json,application/json",
      onchange: () => {
        const chosen = file.files?.[0];
        if (chosen) void doing(file, async () => bring(read(await chosen.text()), ""));
      },
    })
  );
  const box = dialog("Annotated battles", [
    h("p", null, "Battles between strategists with notes and variations. You get a copy of your own: choose otherwise, write, share it."),
    list,
    h("h3", null, "Open a file"),
    h("label.field", null, h("span", null, "A battle that somebody saved with its notes and variations"), file),
    problem,
  ]);
  try {
    /** @type {{examples: {system: string, game: string, title: string}[]}} */
    const { examples } = await ask("/examples");
    fill(
      list,
      examples.map((each) =>
        h(
          "li.annotated",
          null,
          h("span", null, h("b", null, each.title), " ", h("small", null, each.game)),
          h(
            "button.small",
            {
              type: "button",
              "aria-label": `Open ${each.title}`,
              onclick: (/** @type {MouseEvent} */ event) =>
                void doing(/** @type {HTMLElement} */ (event.currentTarget), async () => arrived(await ask(`/examples/${each.system}`, {}), each.title)),
            },
            icon("bend"),
            "Open",
          ),
        ),
      ),
    );
  } catch (error) {
    fill(list, h("li.problem", null, /** @type {Error} */ (error).message));
  }
}

/** @param {string} text */
function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("This is not the file of an annotated battle.");
  }
}
