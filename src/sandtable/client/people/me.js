/** Who this browser is: a key that it made and keeps. The server knows only its hash. */

import { newToken } from "../wire/invitation.js";
import { ask } from "../wire/net.js";
import { keep, knownBattles, stored } from "../settings.js";

const KEY = "sandtable.me";

/** @typedef {{id: string, name: string, badge: string, bot?: boolean}} Somebody */
/** @typedef {Somebody & {made: number, muted: boolean, banned: boolean, devices: number, recovery: boolean}} Me */
/** @typedef {{key: string, name: string, badge: string}} Kept */

/** What is kept of us here, if we have a name. @returns {Kept | null} */
export function kept() {
  const found = stored(KEY);
  return found?.name ? found : null;
}

/** The key of this browser; made before the server hears of it, so that it may be asked twice. */
function key() {
  const found = stored(KEY);
  if (found?.key) return found.key;
  const made = newToken();
  keep(KEY, { key: made });
  return made;
}

/** @param {Me} me @returns {Me} */
function remembered(me) {
  keep(KEY, { key: key(), name: me.name, badge: me.badge });
  dispatchEvent(new CustomEvent("sandtable:me"));
  return me;
}

function forgotten() {
  localStorage.removeItem(KEY);
  dispatchEvent(new CustomEvent("sandtable:me"));
}

/** Ask as ourselves. @param {string} path below /api @param {any} [body] @returns {Promise<any>} */
export async function askAsMe(path, body) {
  return ask(path, body, kept()?.key ?? "");
}

/** Who we are to the server; null if to nobody. @returns {Promise<Me | null>} */
export async function whoAmI() {
  if (!kept()) return null;
  try {
    return remembered(await askAsMe("/people/me"));
  } catch (error) {
    if (/** @type {import("../wire/net.js").Refused} */ (error).status === 401) forgotten();
    else throw error;
    return null;
  }
}

/** @param {string} name */
export async function choose(name) {
  return remembered(await ask("/people", { name, key: key() }));
}

/** @param {string} name */
export async function rename(name) {
  return remembered(await askAsMe("/people/me/name", { name }));
}

/** Be somebody here, too. @param {string} code */
export async function enter(code) {
  const fresh = kept() ? newToken() : key(); // a name that was here before goes, and its key with it
  const me = await ask("/people/enter", { code, key: fresh });
  keep(KEY, { key: fresh });
  return remembered(me);
}

export async function leave() {
  await askAsMe("/people/me/leave", {});
  forgotten();
}

/** @param {string} name */
export async function close(name) {
  await askAsMe("/people/me/close", { name });
  forgotten();
}

/** The seat of a link is ours, if we have a name: it is in our list on every device. @param {import("../types.js").SeatInfo} info @param {string} token */
export async function haveSeat(info, token) {
  if (!kept() || !info.seat || info.hot_seat) return;
  const known = knownBattles().find((each) => each.battle === info.battle);
  try {
    await askAsMe("/people/sit", { token, made: Boolean(known?.invites && Object.keys(known.invites).length) });
  } catch {
    // Without it the seat is played all the same.
  }
}

/** Ask those with whom we played to play again. @param {import("../types.js").SeatInfo} info @param {boolean} swap @returns {Promise<string>} where to go: to the lobby, or into the battle if they have asked already; nowhere if somebody has no name */
export async function askAgain(info, swap) {
  const persons = Object.values(info.seats).filter((kind) => kind === "person");
  if (!kept() || !info.seat || persons.length < 2) return "";
  try {
    const { token } = await askAsMe(`/people/battles/${info.battle}/again`, { swap });
    return token ? `/b/${token}` : "/";
  } catch (error) {
    if (![404, 422].includes(/** @type {import("../wire/net.js").Refused} */ (error).status)) throw error;
    return ""; // somebody has no name: he gets a link, as ever
  }
}
