/** How I am told that it is my turn: in this browser, by mail, or by whatever Apprise knows. */

import { fill, h } from "../dom.js";
import { keepPlace } from "../focus.js";
import { form } from "./form.js";
import { askAsMe } from "./me.js";

/** @typedef {{id: string, kind: string, name: string, always: boolean, confirmed: boolean, trouble: string, made: number}} Way */
/** @typedef {{push: string, mail: boolean, apprise: boolean, ways: Way[]}} Ways */

const PATH = "/people/me/ways";

/** The part of the dialog about oneself. @returns {HTMLElement} */
export function noticesPart() {
  const host = h("div.ways", { "aria-live": "polite" });
  const problem = h("p.problem", { role: "alert" });

  /** @param {string} path @param {any} [body] */
  const ask = async (path, body) => {
    const known = await askAsMe(`${PATH}${path}`, body);
    keepPlace(host, () => show(known));
  };
  /** @param {() => Promise<void>} what */
  const act = (what) => async () => {
    problem.textContent = "";
    try {
      await what();
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  };

  /** A code was sent there: it is typed next. @param {string} address */
  const byMail = async (address) => {
    await ask("", { kind: "mail", address });
    /** @type {HTMLElement | null} */ (host.querySelector("[inputmode=numeric]"))?.focus();
  };

  /** @param {Ways} known */
  const show = (known) => {
    const able = known.push || known.mail || known.apprise;
    fill(
      host,
      able ? null : h("p.quiet", null, "This server sends no notices."),
      known.ways.length ? h("ul.battles", null, known.ways.map(way)) : null,
      known.push && "PushManager" in window
        ? h(
            "div.buttons",
            null,
            h(
              "button",
              { type: "button", onclick: act(async () => ask("", { kind: "push", ...(await subscribed(known.push)) })) },
              "Tell me in this browser",
            ),
          )
        : null,
      known.mail ? more("By mail", form("Mail address", "Send a code there", "", byMail, { type: "email" })) : null,
      known.apprise
        ? more(
            "By Discord, ntfy, Matrix, a webhook …",
            h("p.quiet", null, "An address as Apprise writes it, for example ntfy://ntfy.sh/a-topic-of-yours or jsons://example.org/hook."),
            form("Address", "Tell me there", "", (address) => ask("", { kind: "apprise", address }), { class: "mono" }),
          )
        : null,
      problem,
    );
  };

  /** @param {Way} each */
  const way = (each) =>
    h(
      "li",
      null,
      h(
        "div",
        null,
        h("b", null, each.name),
        each.trouble ? h("span.bad", null, `The last notice did not get there: ${each.trouble}`) : null,
        each.confirmed
          ? h(
              "label.check",
              null,
              h("input", {
                type: "checkbox",
                checked: each.always,
                onchange: act(() => ask(`/${each.id}`, { always: !each.always })),
              }),
              "Also about what I am looking at",
            )
          : form("The code that was sent there", "Confirm", "", (code) => ask(`/${each.id}`, { code }), { inputmode: "numeric" }),
      ),
      h(
        "div.row-buttons",
        null,
        each.confirmed
          ? h("button.small", { type: "button", "aria-label": `Try out ${each.name}`, onclick: act(() => ask(`/${each.id}/try`, {})) }, "Try")
          : null,
        h("button.small", { type: "button", "aria-label": `Remove ${each.name}`, onclick: act(() => ask(`/${each.id}/remove`, {})) }, "Remove"),
      ),
    );

  void act(() => ask(""))();
  return host;
}

/** @param {string} title @param {...HTMLElement} parts */
function more(title, ...parts) {
  return h("details", null, h("summary", null, title), ...parts);
}

/** Ask the push service of this browser for an address. @param {string} key of the server */
async function subscribed(key) {
  if ((await Notification.requestPermission()) !== "granted")
    throw new Error("This browser shows no notices from here. Allow them in its settings first.");
  await navigator.serviceWorker.register("/push-worker.js");
  const ready = await navigator.serviceWorker.ready;
  const found = (await ready.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
  return {
    name: browserName(),
    browser: { endpoint: found.endpoint, p256dh: found.keys?.p256dh, auth: found.keys?.auth },
  };
}

/** Which browser this is, roughly: "Firefox on Linux". */
function browserName() {
  const known = /** @type {[RegExp, string][]} */ ([
    [/Firefox/, "Firefox"],
    [/Edg\//, "Edge"],
    [/Chrome|Chromium/, "Chrome"],
    [/Safari/, "Safari"],
  ]);
  const places = /** @type {[RegExp, string][]} */ ([
    [/Android/, "Android"],
    [/iPhone|iPad/, "iOS"],
    [/Windows/, "Windows"],
    [/Mac OS/, "macOS"],
    [/Linux/, "Linux"],
  ]);
  const find = (/** @type {[RegExp, string][]} */ names) => names.find(([sign]) => sign.test(navigator.userAgent))?.[1];
  return [find(known) ?? "A browser", find(places)].filter(Boolean).join(" on ");
}
