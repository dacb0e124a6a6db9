/**
 * The functions of source.js for a page that holds its session: nothing is asked of anybody.
 * What was not put into the page, it says; it never makes anything up.
 */
import * as server from "../source.js";
import { block, once } from "./blocks.js";
import { all, list, lower, opens } from "./lists.js";
import { holding, stretch } from "./words.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {{page: number, size: number, lists: string[], level: string, detailed: boolean, summary: import("../types.js").Summary}} Head */
/** @typedef {{texts?: Record<string, string>, full: import("../types.js").Full, patch: import("../types.js").Patch, raw?: import("../types.js").Raw[], losses?: import("../types.js").Loss[], evidence?: import("../types.js").Evidence}} Entry */

export const Refused = server.Refused;
export const status = server.status;

const told = document.documentElement.dataset;
export const key = told.key ?? "";
export const level = told.embedded ?? "secrets";
/** Why the mask of the page cannot be switched. */
export const fixed = level === "none" ? "This page was made without masking, and cannot mask" : "This page was made masked: it holds nothing else";

const WHERE = "`steno view` shows it, where the session is.";
/** @param {string} what @returns {never} */
const absent = (what) => { throw new Refused(404, `${what} is not in this page. ${WHERE}`); };

/** @type {Promise<Head>|null} */
let first = null;
/** @returns {Promise<Head>} */
const head = () => (first ??= once("head"));

/** The block and the place in it of any event of a row, or of a note. @param {number} n @returns {Promise<number>} */
async function rowOf(n) {
  const { rows, numbers } = await all();
  const row = n > 0 ? rows[n - 1] : numbers.indexOf(n);
  if (row === undefined || row < 0) throw new Refused(404, `There is no event ${n}`);
  return row;
}

/** @param {number} n @returns {Promise<Entry>} */
async function entry(n) {
  const [row, { size }] = await Promise.all([rowOf(n), head()]);
  return (await block("full-" + Math.floor(row / size)))[row % size];
}

/** @param {string} path @returns {Promise<any>} */
export const get = async (path) => absent(path);
/** @param {string} path @returns {Promise<any>} */
export const post = async (path) => absent(path);
export const login = async () => {};
/** @returns {Promise<import("../types.js").Sessions>} */
export const sessions = async () => ({ total: 0, of: 0, rows: [], facets: {}, groups: [], notices: [] });
export const look = async () => {};
/** @param {string} _key @param {number} n */
export const own = async (_key, n) => n;
export const summary = async () => ({ ...(await head()).summary, live: false });
export const stream = () => () => {};

/** @param {string} _key @param {View} v @returns {Promise<import("../types.js").Index>} */
export async function index(_key, v) {
  const { lists } = await head();
  const [rows, { flags, turns }] = [await list(v, lists), await all()];
  const tall = /** @type {number[]} */ ([]), open = /** @type {number[]} */ ([]);
  rows.forEach((row, i) => {
    const f = flags[row] ?? 0;
    if (f >> lists.length & 1) tall.push(i);
    if (opens(f, v.depth, lists.length)) open.push(i);
  });
  return { version: 1, total: rows.length, rows: flags.length, tall, open, turns: turns.map(([row, n, number]) => [lower(rows, row), n, number]) };
}

/** @param {string} _key @param {View} v @param {number} a @param {number} n @returns {Promise<{version: number, a: number, rows: import("../types.js").Row[]}>} */
export async function rows(_key, v, a, n) {
  const { lists, size } = await head();
  const [every, { flags }] = [await list(v, lists), await all()];
  /** @type {import("../types.js").Row[]} */
  const found = [];
  for (const row of every.slice(a, a + n)) {
    const made = (await block("rows-" + Math.floor(row / size)))[row % size];
    found.push({ ...made, open: opens(flags[row] ?? 0, v.depth, lists.length) });
  }
  return { version: 1, a, rows: found };
}

/** @param {string} _key @param {number} n @returns {Promise<import("../types.js").Full>} */
export const full = async (_key, n) => (await entry(n)).full;
/** @param {string} _key @param {number} n @returns {Promise<import("../types.js").Patch>} */
export const patch = async (_key, n) => (await entry(n)).patch;
/** @param {string} _key @param {number} n @returns {Promise<import("../types.js").Raw[]>} */
export const raw = async (_key, n) => (await entry(n)).raw ?? absent("The record itself");
/** @param {string} _key @param {number} n @returns {Promise<import("../types.js").Loss[]>} */
export const losses = async (_key, n) => (await entry(n)).losses ?? absent("What formats lose");

/** @param {string} _key @param {number} n @returns {Promise<import("../types.js").Evidence>} */
export async function evidence(_key, n) {
  const found = (await entry(n)).evidence ?? absent("How each value is known");
  return { ...found, rules: await block("rules") };
}

/** A text of which only a part stands with its row. @param {Entry} e @param {number} part @returns {Promise<string|null>} */
async function whole(e, part) {
  const name = e.texts?.[part];
  return name ? (await block(name))[`${e.full.row.n}-${part}`] : null;
}

/** @param {string} _key @param {number} n @param {number} part @param {number} at */
export async function text(_key, n, part, at) {
  const e = await entry(n);
  return stretch((await whole(e, part)) ?? e.full.parts[part]?.text ?? absent("The rest of this text"), at, 100000);
}

/** @param {string} _key @param {View} v @returns {Promise<import("../types.js").OutlineItem[]>} */
export async function outline(_key, v) {
  const [rows, items] = [await list(v, (await head()).lists), await once("outline-" + Math.min(3, v.depth))];
  return items.map((/** @type {import("../types.js").OutlineItem} */ x) => ({ ...x, position: lower(rows, x.position) }));
}

/** @param {string} _key @param {"time"|"tokens"} by @returns {Promise<import("../types.js").SessionMap>} */
export const map = (_key, by) => block("map-" + by);

/** Every row that holds a text, block by block. @param {string} q @param {string} scope @param {AbortSignal} [signal] */
async function* searched(q, scope, signal) {
  const { size } = await head();
  const count = (await all()).flags.length;
  for (let k = 0; k * size < count; k++) {
    signal?.throwIfAborted();
    const entries = /** @type {Entry[]} */ (await once("full-" + k));
    for (let i = 0; i < entries.length; i++) {
      const e = entries[i];
      const hit = e && (await holding(e.full, q, scope, (part) => whole(e, part)));
      if (e && hit) yield { row: k * size + i, full: e.full, ...hit };
    }
  }
}

/** @param {string} _key @param {string} q @param {View} v @param {AbortSignal} [signal] @returns {Promise<import("../types.js").Found>} */
export async function find(_key, q, v, signal) {
  const rows = await list(v, (await head()).lists);
  /** @type {import("../types.js").Found} */
  const found = { total: 0, hits: [], positions: [] };
  for await (const hit of searched(q, "all", signal)) {
    const at = lower(rows, hit.row);
    found.hits.push(hit.full.row.n);
    found.positions.push(rows[at] === hit.row ? at : null);
  }
  found.total = found.hits.length;
  return found;
}

/** @param {Record<string, any>} query @param {AbortSignal} [signal] @returns {Promise<import("../types.js").Hits>} */
export async function hits(query, signal) {
  /** @type {import("../types.js").Hits} */
  const found = { total: 0, hits: [] };
  for await (const hit of searched(String(query.q), String(query.scope ?? "all"), signal)) {
    found.total++;
    const r = hit.full.row;
    if (found.hits.length < query.n) found.hits.push({ key, own: r.n, kind: r.kind === "tool" ? "tool_call" : r.kind === "thinking" ? "thought" : r.kind === "human" || r.kind === "agent" ? "message" : "lifecycle", tool: r.tool ?? null, before: hit.before, match: hit.match, after: hit.after, time: r.time ?? null });
  }
  return found;
}
