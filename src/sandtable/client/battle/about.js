/** The dialog about a battle: who plays, links for others, the digest of the dice, and all tools. */

import { briefingDialog } from "../lobby/briefing.js";
import { dialog, h } from "../dom.js";
import { helpDialog } from "./keys.js";
import { endings } from "../people/company.js";
import { toast } from "../popover.js";
import { change, knownBattles, settingsDialog } from "../settings.js";
import { ask } from "../wire/net.js";
import { keepDraft } from "../workshop/draft.js";

/** @param {import("./screen.js").BattleScreen} screen */
export function aboutDialog(screen) {
  const { info } = screen;
  const known = knownBattles().find((each) => each.battle === info?.battle);
  const act = (/** @type {string} */ text, /** @type {() => void} */ what) => {
    const click = () => {
      box.close();
      what();
    };
    return h("button", { type: "button", onclick: click }, text);
  };
  const fact = (/** @type {string} */ name, /** @type {string} */ text, exact = false) =>
    h("div", null, h("dt", null, name), h(exact ? "dd.mono" : "dd", null, text));
  const seats = Object.entries(info?.seats ?? {}).map(([seat, kind]) =>
    fact(screen.seatName(seat), kind === "person" ? "a person" : `computer (${kind})`),
  );
  const invites = Object.entries(known?.invites ?? {});
  const proof =
    "The digest was published before the first roll, and the seed is revealed after the last. " +
    "Together they prove that no die was tampered with.";
  const practice =
    "This is practice: the seed was chosen when the battle was made, and whoever chose it can know every die. " +
    "The digest proves that it was not changed since.";
  const box = dialog("This battle", [
    h("p", null, info?.title ?? ""),
    h(
      "div.buttons",
      null,
      screen.view?.result ? act("How it went", () => screen.showEnd()) : null,
      act("Briefing", () => briefingDialog(screen)),
      act("Rulebook", () => void screen.book?.show()),
      act("Line of sight", () => screen.sight.toggle()),
      screen.measure.layout ? act("Measure", () => screen.measure.toggle()) : null,
      act("Zones and ranges", () => screen.zones.toggle()),
      act("Replay", () => screen.replay.toggle()),
      act("Settings", () => settingsDialog([...screen.passable])),
      act("Keys and help", () => helpDialog()),
      act("Explain everything again", () => {
        change({ guide: true });
        screen.guide.restart();
      }),
      act("Save this position as a scenario", () => void savePosition(screen)),
    ),
    h(
      "dl.facts",
      null,
      seats,
      info?.seed_digest ? fact("Digest of the seed", info.seed_digest, true) : null,
      info?.seed ? fact("Seed", info.seed, true) : null,
      info ? fact("Who may watch", WATCHERS[info.visibility]) : null,
    ),
    info?.seed_digest ? h("p.quiet", null, info.seed_chosen ? practice : proof) : null,
    invites.length ? h("h3", null, "Links for the other players") : null,
    invites.map(([seat, token]) => copyRow(screen.seatName(seat), `${location.origin}/b/${token}#invite`)),
    known?.spectator ? copyRow("Link for spectators", `${location.origin}/b/${known.spectator}`) : null,
    screen.seat && screen.seats.size === 1 && !screen.company.players.length
      ? h("div.buttons", null, endings(screen, []))
      : null,
  ]);
}

/** The present moment becomes a draft in the workshop. @param {import("./screen.js").BattleScreen} screen */
async function savePosition(screen) {
  try {
    const found = await ask(`/seat/${screen.token}/position`);
    const id = keepDraft(found.system, found.name, found.texts);
    const box = dialog("Saved as a scenario", [
      h("p", null, `“${found.name}” is among your drafts in the workshop.`),
      found.left_out?.length ? [h("p", null, "What a file of this game cannot say:"), h("ul", null, found.left_out.map((/** @type {string} */ each) => h("li", null, each)))] : null,
      h("button.primary", { type: "button", onclick: () => {
        box.close();
        dispatchEvent(new CustomEvent("sandtable:go", { detail: `/workshop#${id}` }));
      } }, "Open the workshop"),
    ]);
  } catch (error) {
    toast([/** @type {Error} */ (error).message], "bad");
  }
}

/** Who may see a battle, in words. @type {Record<import("../types.js").Visibility, string>} */
export const WATCHERS = {
  private: "Only those who play",
  unlisted: "Anyone with a link",
  public: "Everyone",
};

/** A link to copy. @param {string} label @param {string} text */
export function copyRow(label, text) {
  const field = /** @type {HTMLInputElement} */ (
    h("input.mono", { type: "text", readonly: true, value: text, "aria-label": label, onfocus: () => field.select() })
  );
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      field.select();
      document.execCommand("copy");
    }
    button.textContent = "Copied";
  };
  const button = h("button", { type: "button", onclick: () => void copy() }, "Copy");
  return h("label.copy", null, h("span", null, label), h("span.copy-row", null, field, button));
}
