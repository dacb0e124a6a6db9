/** Which rows a list holds, by the flags that the page has of each: the same lists as the server's. */
import { once } from "./blocks.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {{flags: number[], numbers: number[], rows: number[], turns: [number, number, number][]}} Kept */

/** @type {Promise<Kept>|null} */
let kept = null;
/** @type {Map<string, Uint32Array>} */
const made = new Map();

/** @returns {Promise<Kept>} */
export const all = () => (kept ??= once("lists"));

/** @param {View} v @param {string[]} names @returns {Promise<Uint32Array>} the rows, in order */
export async function list(v, names) {
  const name = v.filter === "all" ? "all " + v.depth : v.filter;
  const before = made.get(name);
  if (before) return before;
  const { flags } = await all();
  const bit = names.indexOf(name);
  const rows = new Uint32Array(flags.length);
  let n = 0;
  for (let i = 0; i < flags.length; i++) if (bit < 0 || (flags[i] ?? 0) >> bit & 1) rows[n++] = i;
  const found = rows.slice(0, n);
  made.set(name, found);
  return found;
}

/** The position of the first row that is not before one. @param {Uint32Array} rows @param {number} row */
export function lower(rows, row) {
  let a = 0, b = rows.length;
  while (a < b) {
    const m = (a + b) >> 1;
    if ((rows[m] ?? 0) < row) a = m + 1;
    else b = m;
  }
  return a;
}

/** Whether a row is open from the start. @param {number} flags @param {number} depth @param {number} first the bit behind those of the lists */
export function opens(flags, depth, first) {
  return depth >= 4 && !!((flags >> (first + 1) & 1) || (depth === 5 && flags >> (first + 2) & 1));
}
