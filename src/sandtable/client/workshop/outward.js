/** Ways out of the workshop: a bundle, the folder of whoever runs the server, a battle. */

import { dialog, h } from "../dom.js";
import { toast } from "../popover.js";
import { ask } from "../wire/net.js";
import { slug } from "./form.js";

/** @typedef {import("./screen.js").Workshop} Workshop */
/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./form.js").Game} Game */

/** Offer the files of a draft. @param {Workshop} shop */
export function downloadDraft(shop) {
  const draft = /** @type {Draft} */ (shop.draft);
  const one = Object.keys(draft.texts).length === 1;
  const name = slug(draft.name) || "draft";
  const bundle = JSON.stringify({ sandtable: "bundle", system: draft.system, texts: draft.texts }, null, 1);
  const offer = (/** @type {string} */ file, /** @type {string} */ text) => {
    const address = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
    const link = /** @type {HTMLAnchorElement} */ (h("a", { href: address, download: file }));
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  };
  if (one) {
    dialog("Download", [
      h("p", null, "The scenario as a text file, or as a bundle that the workshop opens."),
      h("button.primary", { type: "button", onclick: () => offer(`${name}.toml`, draft.texts[draft.file]) }, `${name}.toml`),
      " ",
      h("button", { type: "button", onclick: () => offer(`${name}.sandtable.json`, bundle) }, `${name}.sandtable.json`),
    ]);
  } else offer(`${name}.sandtable.json`, bundle);
}

/** Save a draft on this server. @param {Workshop} shop */
export async function saveDraft(shop) {
  const draft = /** @type {Draft} */ (shop.draft);
  try {
    const saved = await ask("/workshop/scenarios", { system: draft.system, texts: draft.texts });
    toast([`Saved as ${saved.file}. It is in the lobby in a few seconds.`], "good");
  } catch (error) {
    shop.say(/** @type {Error} */ (error).message);
  }
}

/** Begin a battle of a draft. @param {Workshop} shop */
export function playDraft(shop) {
  const draft = /** @type {Draft} */ (shop.draft);
  const game = /** @type {Game} */ (shop.game);
  const seats = draft.reading?.view?.seats ?? [];
  const kinds = ["person", ...game.bots];
  const usual = game.bots.includes("greedy") ? "greedy" : game.bots[0];
  const choices = seats.map((seat, i) => ({
    seat,
    select: /** @type {HTMLSelectElement} */ (h("select", { "aria-label": seat.name }, kinds.map((kind) => h("option", { value: kind, selected: kind === (i ? usual : "person") }, kind === "person" ? "A person" : `Computer: ${kind}`)))),
  }));
  const begin = async () => {
    const wanted = Object.fromEntries(choices.map(({ seat, select }) => [seat.id, select.value]));
    const persons = seats.filter((seat) => wanted[seat.id] === "person").map((seat) => seat.id);
    try {
      const made = await ask("/workshop/battles", { system: draft.system, texts: draft.texts, seats: wanted });
      box.close();
      shop.on.made({
        made,
        title: draft.name,
        scenario: `${draft.system}/${slug(draft.name)}`,
        own: persons.slice(0, 1),
        hot: false,
        names: Object.fromEntries(seats.map((seat) => [seat.id, seat.name])),
      });
    } catch (error) {
      shop.say(/** @type {Error} */ (error).message);
    }
  };
  const box = dialog("Play it", [
    h("p", null, "The battle keeps the text as it is now; go on editing as you like."),
    choices.map(({ seat, select }) => h("p.ws-seat", null, h("b", null, seat.name), " ", select)),
    h("button.primary", { type: "button", onclick: () => void begin() }, "Begin"),
  ]);
}
