/** Whose turn it is, for somebody who looks elsewhere: the title of the tab, a chime, a notification if allowed. */

import { settings } from "../settings.js";
import { sound } from "../sound.js";

/** @typedef {import("../types.js").View} View */

export class YourTurn {
  constructor() {
    this.asked = false; // whether the last view had a question
    /** @type {Notification | null} */
    this.note = null;
    this.back = () => {
      if (!document.hidden) this.note?.close();
    };
    document.addEventListener("visibilitychange", this.back);
  }

  /** @param {View} view */
  show(view) {
    const asked = Boolean(view.decision);
    document.title = `${asked ? "Your turn · " : view.result ? "Over · " : ""}${view.title} · Sandtable`;
    if (asked && !this.asked) {
      sound("turn");
      this.notify(view);
    }
    if (!asked) this.note?.close();
    this.asked = asked;
  }

  /** @param {View} view */
  notify(view) {
    if (!settings().notify || !document.hidden || typeof Notification === "undefined") return;
    if (Notification.permission !== "granted") return;
    this.note = new Notification("Your turn", { body: `${view.title}: ${view.decision?.prompt ?? ""}`, tag: "sandtable" });
    this.note.onclick = () => {
      window.focus();
      this.note?.close();
    };
  }

  close() {
    document.removeEventListener("visibilitychange", this.back);
    this.note?.close();
  }
}
