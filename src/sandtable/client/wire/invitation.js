/** Taking a seat that somebody was invited to. */

import { ask } from "./net.js";
import { toast } from "../popover.js";
import { keep, stored } from "../settings.js";

const KEY = "sandtable.invitations";
const KEPT = 60;
const AGAIN = [0, 503]; // nobody answered, or not now: ask again

/**
 * The new link of the seat. It is made here and kept before the server hears of it, so that this browser gets the same
 * seat however often it asks: if the answer was lost, and when the invitation is opened again.
 * @param {string} invitation @returns {Promise<string>}
 */
export async function takeSeat(invitation) {
  /** @type {[string, string][]} */
  const kept = stored(KEY) ?? [];
  const token = kept.find(([old]) => old === invitation)?.[1] ?? newToken();
  keep(KEY, [[invitation, token], ...kept.filter(([old]) => old !== invitation)].slice(0, KEPT));
  for (let pause = 600; ; pause = Math.min(6000, pause * 1.6)) {
    try {
      await ask(`/seat/${invitation}/take`, { token });
      return token;
    } catch (error) {
      if (!AGAIN.includes(/** @type {import("./net.js").Refused} */ (error).status)) throw error;
      toast([/** @type {Error} */ (error).message, " Trying again …"]);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** 32 characters that nobody can guess: 192 random bits. */
export function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}
