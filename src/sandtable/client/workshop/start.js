/** What to work on in the workshop: a new battle, a scenario that is there, a draft, a bundle. */

import { h, icon } from "../dom.js";
import { toast } from "../popover.js";
import { ask } from "../wire/net.js";
import { forgetDraft, keptDrafts } from "./draft.js";

/** @typedef {import("./form.js").Game} Game */
/** @typedef {import("./screen.js").Workshop} Workshop */

const DRAWN = { letters: "hexes", numbers: "hexes", sheets: "hexes", cards: "cards" };

/** The first page. @param {Workshop} shop */
export function drawStart(shop) {
  const kept = keptDrafts();
  const cards = shop.games.map((game) =>
    h(
      "section.ws-game",
      { "data-game": game.key },
      h("h2", null, game.title),
      h("p.quiet", null, draws(game)),
      h("button.primary", { type: "button", "data-blank": game.key, onclick: () => shop.open(game, blank(game)) }, "New battle"),
      h(
        "select",
        { "aria-label": `From a scenario of ${game.title}`, onchange: (/** @type {any} */ event) => void openScenario(shop, game, event.target.value) },
        h("option", { value: "" }, "From a scenario …"),
        game.scenarios.map((each) => h("option", { value: each.id }, each.name)),
      ),
    ),
  );
  const drafts = kept.map((each) =>
    h(
      "li",
      null,
      h("button.ws-draft", { type: "button", onclick: () => shop.resume(each) }, h("b", null, each.name), ` ${shop.games.find((game) => game.key === each.system)?.title ?? each.system}`),
      h("button.ws-small", { type: "button", "aria-label": `Delete the draft ${each.name}`, onclick: () => {
        forgetDraft(each.id);
        shop.start();
      } }, icon("close")),
    ),
  );
  const file = /** @type {HTMLInputElement} */ (h("input", { type: "file", accept: ".json,.toml", multiple: true, "aria-label": "Open a bundle or files", onchange: () => void openFiles(shop, [...(file.files ?? [])]) }));
  shop.root.replaceChildren(
    h(
      "main.ws-start",
      null,
      h("header", null, h("a.icon", { href: "/", onclick: (/** @type {Event} */ event) => {
        event.preventDefault();
        shop.on.go("/");
      } }, icon("home", "Lobby")), h("h1", null, "Workshop")),
      h("p", null, "Make a battle of your own: paint its map, set up its forces, see whether it is fair, and play it. Drafts stay in this browser until you delete them."),
      drafts.length ? h("section", null, h("h2", null, "Your drafts"), h("ul.ws-drafts", null, drafts)) : null,
      h("div.ws-games", null, cards),
      h("section", null, h("h2", null, "Open a bundle"), h("p.quiet", null, "A bundle that was downloaded here, or a scenario with its maps (.toml)."), file),
    ),
  );
}

/** @param {Workshop} shop @param {Game} game @param {string} id */
async function openScenario(shop, game, id) {
  if (!id) return;
  try {
    const found = await ask(`/workshop/scenarios/${id}`);
    shop.open(game, found.texts);
  } catch (error) {
    toast([/** @type {Error} */ (error).message], "bad");
  }
}

/** @param {Workshop} shop @param {File[]} files */
async function openFiles(shop, files) {
  /** @type {Record<string, string>} */
  let texts = {};
  let system = "";
  for (const file of files) {
    const text = await file.text();
    if (file.name.endsWith(".json")) {
      try {
        const bundle = JSON.parse(text);
        texts = bundle.texts;
        system = bundle.system;
      } catch {
        toast([`${file.name} is not a bundle.`], "bad");
        return;
      }
    } else texts[file.name] = text;
  }
  if (!system) system = /^\s*system\s*=\s*["']([a-z_]+)["']/m.exec(Object.values(texts).join("\n"))?.[1] ?? shop.game?.key ?? "";
  const game = shop.games.find((each) => each.key === system);
  if (!game || !texts || typeof texts !== "object") toast(["This is not a bundle of a game that is here."], "bad");
  else shop.open(game, texts);
}

/** @param {Game} game */
function blank(game) {
  return { "new-battle.toml": (game.fields.blank ?? "").replace(/^\n/, ""), ...(game.fields.maps ?? {}) };
}

/** What the workshop draws for a game. @param {Game} game */
function draws(game) {
  const kind = DRAWN[/** @type {keyof typeof DRAWN} */ (game.fields.grid)] ?? "";
  if (kind === "hexes") return "Maps of hexes are painted here; forces, goals and all other keys are in the form.";
  if (kind === "cards") return "The map of cards is laid here; the Mission and all other keys are in the form.";
  return "Ground is drawn on the table here; Teams and objectives are put down and dragged.";
}
