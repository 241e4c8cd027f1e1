/** The way in: the address says whether this is the lobby or a battle. */

import { BattleScreen } from "./battle/screen.js";
import { byId } from "./dom.js";
import { takeSeat } from "./wire/invitation.js";
import { inviteDialog, Lobby } from "./lobby/screen.js";
import { toast } from "./popover.js";
import { dressPage, knownBattles, remember } from "./settings.js";
import { PrintScreen } from "./print/screen.js";
import { Workshop } from "./workshop/screen.js";

/** @type {Lobby | BattleScreen | Workshop | PrintScreen | null} */
let shown = null;
const root = byId("app");

/** @param {string} path */
function go(path) {
  history.pushState(null, "", path);
  void route();
}

async function route() {
  shown?.close();
  shown = null;
  for (const box of document.querySelectorAll("dialog, .popover, .curtain")) box.remove();
  if (location.pathname === "/workshop") {
    shown = new Workshop(root, { go, made });
    return;
  }
  const paper = /^\/print\/([^/]+)\/([^/]+)$/.exec(location.pathname);
  if (paper) {
    shown = new PrintScreen(root, paper[1], decodeURIComponent(paper[2]), { go });
    return;
  }
  const found = /^\/b\/([^/]+)$/.exec(location.pathname);
  if (!found) {
    shown = new Lobby(root, { go, made });
    return;
  }
  let token = decodeURIComponent(found[1]);
  if (location.hash === "#invite") {
    try {
      token = await takeSeat(token);
      history.replaceState(null, "", `/b/${token}`);
    } catch (error) {
      toast([/** @type {Error} */ (error).message], "bad");
    }
  }
  const screen = new BattleScreen(root, token);
  shown = screen;
  const at = /^#(?:at=(\d+)|watch|line=(\d+)|study)$/.exec(location.hash);
  if (at) {
    screen.ended = true; // how it ended is not told before it is seen
    const wait = window.setInterval(() => {
      if (shown !== screen) clearInterval(wait);
      else if (screen.view) {
        clearInterval(wait);
        if (at[1]) void screen.replay.open(Number(at[1]));
        else if (at[2]) void screen.whatif.open(Number(at[2]), 0).then(() => screen.showTab("analysis"));
        else if (location.hash === "#study") void screen.replay.open(0).then(() => screen.showTab("analysis"));
        else void screen.replay.open(0).then(() => screen.replay.play());
      }
    }, 60);
  }
}

/**
 * A battle was made here.
 * @param {{made: import("./types.js").Made, title: string, scenario: string, own: string[], hot: boolean, far?: string[], names?: Record<string, string>, studied?: boolean}} detail
 */
function made(detail) {
  const { made: battle } = detail;
  const seats = Object.fromEntries(
    detail.own.filter((seat) => battle.seats[seat]).map((seat) => [seat, battle.seats[seat]]),
  );
  const invites = Object.fromEntries(Object.entries(battle.seats).filter(([seat]) => !detail.own.includes(seat)));
  remember({
    battle: battle.battle,
    title: detail.title,
    scenario: detail.scenario,
    seats,
    spectator: battle.spectator,
    invites,
    hot: detail.hot,
    time: Date.now(),
  });
  const path = `/b/${Object.values(seats)[0] ?? battle.spectator}`;
  if (Object.keys(invites).length && !detail.hot)
    inviteDialog(invites, detail.names ?? {}, battle.spectator, () => go(path));
  else if (detail.studied) go(`${path}#study`);
  else go(Object.keys(seats).length ? path : `${path}#watch`); // computers are quick: they are watched from the start, at one's own pace
}

addEventListener("popstate", () => void route());
addEventListener("hashchange", () => {
  const line = /^#line=(\d+)$/.exec(location.hash);
  if (line && shown instanceof BattleScreen) void shown.whatif.open(Number(line[1]), 0);
  const at = /^#at=(\d+)$/.exec(location.hash);
  if (at && shown instanceof BattleScreen) void shown.replay.open(Number(at[1]));
});
addEventListener("sandtable:go", (event) => go(/** @type {CustomEvent} */ (event).detail));
addEventListener("sandtable:made", (event) => made(/** @type {CustomEvent} */ (event).detail));
addEventListener("sandtable:me", () => {
  if (shown instanceof Lobby && shown.hall) void shown.lists();
});
// A battle of this browser in another tab: lists are read again.
addEventListener("storage", () => {
  if (shown instanceof Lobby && knownBattles()) void shown.lists();
});

dressPage();
void route();
