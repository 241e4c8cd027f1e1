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
    this.title(view, view.result ? "Over · " : "");
    if (asked && !this.asked) {
      sound("turn");
      this.notify(view);
    }
    if (!asked) this.note?.close();
    this.asked = asked;
  }

  /** The tab's. While events are shown nobody is told how it ends. @param {View} view @param {string} [over] */
  title(view, over = "") {
    document.title = `${view.decision ? "Your turn · " : over}${view.title} · Sandtable`;
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
