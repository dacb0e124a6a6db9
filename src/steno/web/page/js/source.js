/**
 * The only module that asks for data.  Over HTTP here; an export serves the same functions from blocks inside the page.
 * A lost server is asked again until it answers; a form that is still being masked is waited for, and its bare text never given.
 */

/** @typedef {import("./types.js").View} View */
/** @typedef {Record<string, string|number|boolean|null|undefined|readonly string[]>} Query */

const API = "/api/1/";
const WAITS = [500, 1000, 2000, 4000, 8000, 15000];

/** Tells of "lost", "found", "pending" and "locked". */
export const status = new EventTarget();
let lostSince = 0;
/** How many requests wait for something that is being made. */
let waiting = 0;

/** Why the mask cannot be switched here; nothing stands against it where a server answers. */
export const fixed = "";

export class Refused extends Error {
  /** @param {number} code @param {string} message @param {string} [hint] */
  constructor(code, message, hint = "") {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

/** @param {string} what @param {unknown} [detail] */
const tell = (what, detail) => status.dispatchEvent(new CustomEvent(what, { detail }));

/** @param {number} ms @param {AbortSignal} [signal] @returns {Promise<void>} */
function pause(ms, signal) {
  return new Promise((done, fail) => {
    if (signal?.aborted) return fail(signal.reason);
    const stop = () => { clearTimeout(timer); fail(signal?.reason); };
    const timer = setTimeout(() => { signal?.removeEventListener("abort", stop); done(); }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/** @param {Query} query */
function search(query) {
  const q = new URLSearchParams();
  for (const [k, v] of Object.entries(query)) {
    if (Array.isArray(v)) v.forEach((x) => q.append(k, x));
    else if (v !== undefined && v !== null && v !== "" && v !== false) q.set(k, v === true ? "1" : String(v));
  }
  const text = q.toString();
  return text ? "?" + text : "";
}

/** @param {Response} r @returns {Promise<Refused>} */
async function refusal(r) {
  const body = await r.json().catch(() => ({}));
  const e = body.error ?? {};
  return new Refused(r.status, e.message ?? `The server answered ${r.status}`, e.hint ?? "");
}

/** @param {string} url @param {RequestInit} init @returns {Promise<Response>} */
async function reach(url, init) {
  for (let i = 0; ; i++) {
    try {
      const r = await fetch(url, init);
      if (lostSince) { tell("found", { since: lostSince }); lostSince = 0; }
      return r;
    } catch (e) {
      if (init.signal?.aborted) throw e;
      if (!(e instanceof TypeError) || (init.method ?? "GET") !== "GET") throw e;
      lostSince ||= Date.now();
      tell("lost", { since: lostSince });
      await pause(WAITS[Math.min(i, WAITS.length - 1)] ?? 15000, init.signal ?? undefined);
    }
  }
}

/** @param {string} path @param {Query} [query] @param {AbortSignal} [signal] @param {boolean} [quiet] says nothing of what is waited for @returns {Promise<any>} */
export async function get(path, query = {}, signal, quiet = false) {
  let waited = 0;
  try {
    for (;;) {
      const r = await reach(API + path + search(query), { signal, credentials: "same-origin" });
      if (r.status === 401) tell("locked");
      if (!r.ok) throw await refusal(r);
      const body = await r.json();
      if (r.status !== 202) return body;
      if (!waited++ && !quiet) waiting++;
      if (!quiet) tell("pending", body);
      await pause(waited < 6 ? 200 : 700, signal);
    }
  } finally {
    // Also where it was given up: whoever says what is waited for must hear that it is not.
    if (waited && !quiet && !--waiting) tell("pending", null);
  }
}

/** A request that changes something. @param {string} path @param {unknown} body @returns {Promise<any>} */
export async function post(path, body) {
  const r = await posted(path, body);
  return r.status === 204 ? null : r.json().catch(() => null);
}

/** It is sent once, since it changes something. @param {string} path @param {unknown} body @returns {Promise<Response>} */
async function posted(path, body) {
  const init = { method: "POST", credentials: /** @type {const} */ ("same-origin"), headers: { "Content-Type": "application/json", "X-Steno": "1" }, body: JSON.stringify(body) };
  const r = await fetch(API + path, init).catch(() => { throw new Refused(0, "The server does not answer, so nothing was done"); });
  if (!r.ok) throw await refusal(r);
  return r;
}

/** The same, asked again while something is made for it. @param {string} key @param {string} what @param {unknown} body @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function send(key, what, body, signal) {
  for (;;) {
    const got = await post(of(key, what), body);
    if (!got?.pending) return got;
    await pause(250, signal);
  }
}

/** A file that the server has made, under its name. @param {string} key @param {unknown} body @returns {Promise<{name: string, data: Blob}>} */
export async function saved(key, body) {
  const r = await posted(of(key, "save"), body);
  return { name: /filename="([\w.-]+)"/.exec(r.headers.get("Content-Disposition") ?? "")?.[1] ?? "session", data: await r.blob() };
}

/** Exchanges the token of the address for a cookie, and takes it out of the address. */
export async function login() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? (/^#[\w-]{16,}$/.test(location.hash) ? location.hash.slice(1) : "");
  if (!token) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  await post("login", { token });
}

/** @param {string} key @param {string} what */
export const of = (key, what) => `s/${encodeURIComponent(key)}${what && "/" + what}`;
/** @param {View} v */
const shown = (v) => ({ filter: v.filter, depth: v.depth });

/** @param {Query} q @param {number} a @param {number} n @param {AbortSignal} [signal] @returns {Promise<import("./types.js").Sessions>} */
export const sessions = (q, a, n, signal) => get("sessions", { ...q, a, n }, signal);
/** @param {Query} q @param {AbortSignal} [signal] @returns {Promise<import("./types.js").Hits>} */
export const hits = (q, signal) => get("search", q, signal);
/** Has a session looked through for secrets, behind the reader's back. @param {string} key @param {AbortSignal} signal @returns {Promise<void>} */
export const look = (key, signal) => get(of(key, ""), { mask: true }, signal, true);
/** The number of an event that a search has found, in the session with its sub-agents. @param {string} key @param {number} n @returns {Promise<number>} */
export const own = async (key, n) => (await get(of(key, "own/" + n))).n;
/** @param {string} key @param {boolean} [mask] @param {AbortSignal} [signal] @returns {Promise<import("./types.js").Summary>} */
export const summary = (key, mask = false, signal) => get(of(key, ""), { mask }, signal);
/** @param {string} key @param {View} v @param {AbortSignal} [signal] @returns {Promise<import("./types.js").Index>} */
export const index = (key, v, signal) => get(of(key, "index"), { ...shown(v), mask: v.mask }, signal);
/** @param {string} key @param {View} v @param {number} a @param {number} n @param {AbortSignal} [signal] @returns {Promise<{version: string|number, a: number, rows: import("./types.js").Row[]}>} */
export const rows = (key, v, a, n, signal) => get(of(key, "rows"), { ...shown(v), a, n, mask: v.mask }, signal);
/** @param {string} key @param {number} n @param {boolean} mask @param {AbortSignal} [signal] @returns {Promise<import("./types.js").Full>} */
export const full = (key, n, mask, signal) => get(of(key, "ev/" + n), { mask }, signal);
/** @param {string} key @param {number} n @param {number} part @param {number} at @param {boolean} mask @returns {Promise<{text: string, at: number, next: number, total: number}>} */
export const text = (key, n, part, at, mask) => get(of(key, "text/" + n), { part: String(part), at: String(at), n: 100000, mask });
/** @param {string} key @param {number} n @param {boolean} mask @param {AbortSignal} [signal] @returns {Promise<import("./types.js").Raw[]>} */
export const raw = (key, n, mask, signal) => get(of(key, "raw/" + n), { mask }, signal);
/** @param {string} key @param {number} n @param {boolean} mask @param {AbortSignal} [signal] @returns {Promise<import("./types.js").Evidence>} */
export const evidence = (key, n, mask, signal) => get(of(key, "evidence/" + n), { mask }, signal);
/** @param {string} key @param {number} n @param {boolean} mask @param {AbortSignal} [signal] @returns {Promise<import("./types.js").Loss[]>} */
export const losses = (key, n, mask, signal) => get(of(key, "losses/" + n), { mask }, signal);
/** @param {string} key @param {number} n @param {boolean} mask @param {AbortSignal} [signal] @returns {Promise<import("./types.js").Patch>} */
export const patch = (key, n, mask, signal) => get(of(key, "patch/" + n), { mask }, signal);
/** @param {string} key @param {View} v @param {AbortSignal} [signal] @returns {Promise<import("./types.js").OutlineItem[]>} */
export const outline = (key, v, signal) => get(of(key, "outline"), { depth: v.depth, filter: v.filter, list: v.depth, mask: v.mask }, signal);
/** @param {string} key @param {"time"|"tokens"} by @param {number} width @param {AbortSignal} [signal] @returns {Promise<import("./types.js").SessionMap>} */
export const map = (key, by, width, signal) => get(of(key, "map"), { by, width }, signal);
/** @param {string} key @param {string} q @param {View} v @param {AbortSignal} [signal] @returns {Promise<import("./types.js").Found>} */
export const find = (key, q, v, signal) => get(of(key, "find"), { q, ...shown(v), mask: v.mask }, signal);

/** Follows a session that grows. Gives back what ends it. @param {string} key @param {(what: "grown"|"gone"|"replaced", data: import("./types.js").Grown|null) => void} heard @returns {() => void} */
export function stream(key, heard) {
  const es = new EventSource(API + of(key, "stream"));
  es.addEventListener("grown", (e) => heard("grown", JSON.parse(e.data)));
  es.addEventListener("gone", () => heard("gone", null));
  es.addEventListener("replaced", () => heard("replaced", null));
  return () => es.close();
}
