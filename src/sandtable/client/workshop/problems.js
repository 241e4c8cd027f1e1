/** What is wrong with a draft: where it stands, and how it can be mended. */

import { h, icon } from "../dom.js";
import { valueAt } from "./form.js";

/** @typedef {import("./draft.js").Problem} Problem */
/** @typedef {import("./draft.js").Step} Step */
/** @typedef {import("./screen.js").Workshop} Workshop */

/** @param {Workshop} shop */
export function problems(shop) {
  const reading = shop.draft?.reading;
  const row = (/** @type {Problem} */ each, /** @type {string} */ kind) =>
    h(
      "li",
      { class: kind },
      h("button.ws-problem", { type: "button", onclick: () => goTo(shop, each) }, each.place ? h("small", null, `${each.place}${each.line ? `, line ${each.line}` : ""}`) : null, each.message),
      each.repair ? h("button.ws-repair", { type: "button", onclick: () => void repair(shop, each) }, `Use “${each.repair}”`) : null,
    );
  const problems = (reading?.problems ?? []).map((each) => row(each, "bad"));
  const warnings = (reading?.warnings ?? []).map((each) => row(each, "warn"));
  if (!problems.length && !warnings.length) return h("p.ws-good", null, icon("check"), " Nothing is wrong with this draft.");
  return h("div", null, h("ul.ws-problems", null, problems), warnings.length ? [h("h3", null, "A good designer would ask"), h("ul.ws-problems", null, warnings)] : null);
}

/** @param {Workshop} shop @param {Problem} problem */
function goTo(shop, problem) {
  if (problem.cell) shop.choose(problem.cell);
  if (problem.line) shop.toLine(problem.file, problem.line, problem.column ?? 1);
}

/** @param {Workshop} shop @param {Problem} problem */
async function repair(shop, problem) {
  const path = steps(problem.place);
  const file = problem.file === shop.draft?.file ? "" : problem.file;
  if (problem.of === "key") {
    const values = file ? shop.draft?.reading?.maps[file] : shop.draft?.reading?.values;
    const around = path.slice(0, -1);
    await shop.edit([
      { do: "set", path: [...around, problem.repair ?? ""], value: valueAt(values, path), file },
      { do: "remove", path, file },
    ]);
  } else await shop.edit([{ do: "set", path, value: problem.repair, file }]);
}

/** The steps of a place: "units[2].type" is units, 1, type. @param {string} place @returns {Step[]} */
function steps(place) {
  /** @type {Step[]} */
  const found = [];
  for (const part of place.matchAll(/\[(\d+)\]|'([^']*)'|"([^"]*)"|([^.[\]'"]+)/g)) found.push(part[1] ? Number(part[1]) - 1 : (part[2] ?? part[3] ?? part[4]));
  return found;
}
