/** The wire: requests, and a socket that comes back by itself. */

import { changed } from "./changes.js";

/** A refusal in words. */
export class Refused extends Error {
  /** @param {number} status @param {string} sentence @param {string} [rule] */
  constructor(status, sentence, rule = "") {
    super(sentence);
    this.status = status;
    this.rule = rule;
  }
}

/**
 * Ask the server. Raises Refused with its sentence.
 * @param {string} path below /api
 * @param {any} [body] with one it is a POST
 * @param {string} [key] of whoever asks, where that matters
 * @returns {Promise<any>}
 */
export async function ask(path, body, key = "") {
  /** @type {Record<string, string>} */
  const headers = key ? { Authorization: `Bearer ${key}` } : {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const how = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  let answer;
  try {
    answer = await fetch(`/api${path}`, how);
  } catch {
    throw new Refused(0, "The server is not answering. Is it running?");
  }
  const text = await answer.text();
  /** @type {any} */
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    data = null;
  }
  if (!answer.ok)
    throw new Refused(answer.status, data?.error ?? `The server answered with status ${answer.status}.`, data?.rule ?? "");
  return data;
}

/** @typedef {"connecting" | "open" | "lost" | "gone"} LineState */

const UNKNOWN = 4404;
const FLOOD = 1008;
const SILENCE = 45_000; // after which a line counts as dead
const PING = 20_000;

/** A socket for one seat. It reconnects until it is closed or the server does not know the link. */
export class Line {
  /**
   * @param {string} token
   * @param {{message: (data: any) => void, state: (state: LineState, why: string) => void}} on
   */
  constructor(token, on) {
    this.token = token;
    this.on = on;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {any} what the server has shown us last */
    this.view = null;
    this.closed = false;
    this.tries = 0;
    this.heard = 0;
    this.timer = 0;
    this.beat = window.setInterval(() => this.pulse(), PING);
    this.wake = () => {
      if (!this.socket && !this.closed) this.connect();
      else this.ping();
    };
    window.addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    if (this.closed || this.socket) return;
    this.on.state("connecting", "");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${this.token}`);
    this.socket = socket;
    this.heard = Date.now();
    socket.onmessage = (event) => {
      this.heard = Date.now();
      const data = JSON.parse(event.data);
      if (data.type === "pong") return;
      if (data.type === "hello") {
        this.tries = 0;
        this.on.state("open", "");
        if (document.hidden) this.ping();
      }
      if (data.changes) data.view = changed(this.view, data.changes);
      this.view = data.view ?? this.view;
      this.on.message(data);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (this.closed) return;
      if (event.code === UNKNOWN) {
        this.closed = true;
        this.on.state("gone", event.reason || "This link does not open a battle.");
        return;
      }
      const wait =
        event.code === FLOOD ? 3000 : Math.min(6000, 300 * 1.7 ** this.tries) * (0.7 + 0.6 * Math.random());
      this.tries++;
      this.on.state("lost", event.reason);
      this.timer = window.setTimeout(() => this.connect(), wait);
    };
  }

  pulse() {
    if (!this.socket || this.socket.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.heard > SILENCE) {
      const dead = this.socket;
      this.socket = null;
      dead.close();
      this.on.state("lost", "");
      this.connect();
      return;
    }
    this.ping();
  }

  /** Say that this page is there, and whether anybody can see it. */
  ping() {
    this.send({ type: "ping", ...(document.hidden ? { away: true } : {}) });
  }

  /** @param {any} message @returns {boolean} whether it went out */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.beat);
    window.removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
  }
}
