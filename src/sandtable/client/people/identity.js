/** The dialog about oneself: a name, a badge, other devices, and the way out. */

import { dialog, fill, h, icon, s } from "../dom.js";
import { place } from "../focus.js";
import { badgePicture } from "./badge.js";
import { form } from "./form.js";
import { askAsMe, choose, close, enter, kept, leave, rename, whoAmI } from "./me.js";
import { noticesPart } from "./notices.js";

/** @typedef {import("./me.js").Me} Me */

const LONGEST = 24;
const HAS_RECOVERY = "You have a recovery code. A new one takes its place.";
const NO_RECOVERY = "If this browser forgets you, only a recovery code brings the account back. Print one.";

/** The button that says who we are. @returns {HTMLElement} */
export function meButton() {
  const button = h("button.tool.me-button", { type: "button", onclick: () => void identityDialog() });
  const show = () => {
    const me = kept();
    button.setAttribute("aria-label", me ? `${me.name}: your account` : "Choose a name");
    button.title = me ? "Your account" : "Choose a name to play with others";
    fill(button, me ? badgePicture(me.badge, 26) : icon("person"), h("span", null, me?.name ?? "Choose a name"));
  };
  const heard = () => (button.isConnected ? show() : removeEventListener("sandtable:me", heard));
  addEventListener("sandtable:me", heard);
  show();
  return button;
}

/** Who we are; where we are nobody yet, first choose a name. @param {string} [code] that came with the address @returns {Promise<void>} when it is closed */
export async function identityDialog(code = "") {
  let me = await whoAmI().catch(() => null);
  return new Promise((resolve) => {
    const body = h("div.identity");
    const box = dialog("Who you are", [body], { onclose: resolve });
    const show = () => {
      const back = place(body);
      fill(body, me && !code ? account(me) : nobody());
      back();
      /** @type {HTMLElement | null} */ (body.querySelector("[autofocus]"))?.focus();
    };
    const become = (/** @type {Me} */ now) => {
      const first = !me;
      me = now;
      code = "";
      if (first) box.close();
      else show();
    };

    const nobody = () => [
      code
        ? h("p", null, "This brings an account from another device to this browser.")
        : h("p", null, "Others see this name. There is no password: this browser keeps a key."),
      code
        ? null
        : form("Your name", "Take this name", "", async (name) => become(await choose(name)), {
            maxlength: LONGEST,
            autofocus: true,
          }),
      form(
        code ? "One-time code" : "Or bring your account from another device: its code",
        "Bring it here",
        code,
        async (typed) => become(await enter(typed)),
        { class: "mono" },
      ),
    ];

    /** @param {Me} now */
    const account = (now) => [
      h("div.who", null, badgePicture(now.badge, 64), h("div", null, h("b", null, now.name), h("small", null, since(now)))),
      now.banned ? h("p.bad", null, "Whoever runs this server has banned this account.") : null,
      now.muted ? h("p.bad", null, "Whoever runs this server has muted this account: it cannot talk.") : null,
      form("Name", "Change it", now.name, async (name) => become(await rename(name)), { maxlength: LONGEST }),
      h("h3", null, "When it is my turn"),
      noticesPart(),
      h("h3", null, "Other devices"),
      codes(now),
      h("h3", null, "The way out"),
      ways(now),
    ];

    const codes = (/** @type {Me} */ now) => {
      const host = h("div.codes", { "aria-live": "polite" });
      const recovery = h("p.quiet", null, now.recovery ? HAS_RECOVERY : NO_RECOVERY);
      const get = async (/** @type {string} */ kind) => {
        try {
          const made = await askAsMe(`/people/me/${kind}`, {});
          fill(host, kind === "code" ? oneTime(made) : printed(made, now.name));
          if (kind === "recovery") fill(recovery, HAS_RECOVERY);
          host.scrollIntoView({ block: "nearest" });
        } catch (error) {
          fill(host, h("p.problem", null, /** @type {Error} */ (error).message));
        }
      };
      return h(
        "div",
        null,
        recovery,
        h(
          "div.buttons",
          null,
          h("button", { type: "button", onclick: () => void get("code") }, "Code for another device"),
          h("button", { type: "button", onclick: () => void get("recovery") }, "Recovery code"),
          now.devices > 1
            ? h(
                "button",
                {
                  type: "button",
                  onclick: async () => {
                    await askAsMe("/people/me/leave", { others: true });
                    me = await whoAmI();
                    show();
                  },
                },
                `Forget ${now.devices - 1} other ${now.devices === 2 ? "device" : "devices"}`,
              )
            : null,
        ),
        host,
      );
    };

    const ways = (/** @type {Me} */ now) =>
      h(
        "div",
        null,
        h(
          "div.buttons",
          null,
          h("button", { type: "button", onclick: () => void download(now.name) }, icon("download"), "Take my data with me"),
          h(
            "button",
            {
              type: "button",
              onclick: async () => {
                if (!now.recovery && now.devices === 1 && !confirm("Without a recovery code nobody can bring this account back. Sign out?"))
                  return;
                await leave();
                box.close();
              },
            },
            "Sign out on this device",
          ),
        ),
        h(
          "details",
          null,
          h("summary", null, "Delete my account"),
          h("p.quiet", null, "Your name, your messages and your seats are deleted at once and for good."),
          form(`Type ${now.name} to delete it`, "Delete", "", async (typed) => {
            await close(typed);
            box.close();
          }),
        ),
      );
    show();
  });
}

/** @param {Me} me */
function since(me) {
  return `Here since ${new Date(me.made * 1000).toLocaleDateString()}`;
}

/** @param {{code: string, minutes: number, address: string, picture: string[]}} made */
function oneTime(made) {
  return h(
    "div.code-card",
    null,
    squares(made.picture),
    h(
      "div",
      null,
      h("b.mono.big-code", null, made.code),
      h("p.quiet", null, `Point the camera of the other device at the picture, or type the code there. It works once, for ${made.minutes} minutes.`),
    ),
  );
}

/** @param {{code: string}} made @param {string} name */
function printed(made, name) {
  return h(
    "div.code-card",
    null,
    h(
      "div",
      null,
      h("b.mono.big-code", null, made.code),
      h("p.quiet", null, `The recovery code of ${name} on ${location.host}. Print it or write it down: it is shown this once.`),
      h("button", { type: "button", onclick: () => print() }, "Print"),
    ),
  );
}

/** A picture for a camera, dark on white whatever the theme. @param {string[]} rows */
function squares(rows) {
  const size = rows.length + 8;
  const path = rows
    .flatMap((row, y) => [...row].map((dark, x) => (dark === "1" ? `M${x + 4} ${y + 4}h1v1h-1Z` : "")))
    .join("");
  return s(
    "svg.qr",
    { viewBox: `0 0 ${size} ${size}`, width: 180, height: 180, role: "img", "aria-label": "The code as a picture" },
    s("rect", { width: size, height: size, fill: "#fff" }),
    s("path", { d: path, fill: "#000" }),
  );
}

/** @param {string} name */
async function download(name) {
  const data = await askAsMe("/people/me/export");
  const link = /** @type {HTMLAnchorElement} */ (
    h("a", {
      href: URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: "application/json" })),
      download: `sandtable-${name}.json`,
    })
  );
  link.click();
  URL.revokeObjectURL(link.href);
}
