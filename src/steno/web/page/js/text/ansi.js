/** Output of a terminal as nodes.  Colours become the page's own; what moves the cursor is dropped and counted. */
import { h } from "../dom.js";
import { plain } from "./plain.js";

/** @typedef {import("../dom.js").Kid} Kid */

const ESCAPE = /\u001b\[([0-9;:]*)m|\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]|\r(?!\n)|\u0008/g;

/** @typedef {{fg: string, bg: string, bold: boolean, dim: boolean, it: boolean, u: boolean, rev: boolean, strike: boolean}} Pen */
/** @returns {Pen} */
const fresh = () => ({ fg: "", bg: "", bold: false, dim: false, it: false, u: false, rev: false, strike: false });

/** The sixteen, by number. @param {number} n */
const base = (n) => n === 8 ? "8" : n % 8 === 0 ? "0" : n % 8 === 7 ? "" : String(n % 8);

/** Any colour as the nearest of ours, by hue. @param {number} r @param {number} g @param {number} b */
function nearest(r, g, b) {
  const max = Math.max(r, g, b), min = Math.min(r, g, b);
  if (max - min < 40) return max > 150 ? "" : max > 60 ? "8" : "0";
  const hi = (max + min) / 2;
  return String((r > hi ? 1 : 0) + (g > hi ? 2 : 0) + (b > hi ? 4 : 0)).replace("7", "");
}

/** One of the 256. @param {number} n */
function indexed(n) {
  if (n < 16) return base(n);
  if (n >= 232) return nearest((n - 232) * 10 + 8, (n - 232) * 10 + 8, (n - 232) * 10 + 8);
  const c = n - 16;
  return nearest(Math.floor(c / 36) * 51, (Math.floor(c / 6) % 6) * 51, (c % 6) * 51);
}

/** @param {Pen} pen @param {number[]} codes */
function apply(pen, codes) {
  for (let i = 0; i < codes.length; i++) {
    const c = codes[i] ?? 0;
    if (c === 0) Object.assign(pen, fresh());
    else if (c === 1) pen.bold = true;
    else if (c === 2) pen.dim = true;
    else if (c === 3) pen.it = true;
    else if (c === 4) pen.u = true;
    else if (c === 7) pen.rev = true;
    else if (c === 9) pen.strike = true;
    else if (c === 22) pen.bold = pen.dim = false;
    else if (c === 23) pen.it = false;
    else if (c === 24) pen.u = false;
    else if (c === 27) pen.rev = false;
    else if (c === 29) pen.strike = false;
    else if (c >= 30 && c <= 37) pen.fg = base(c - 30);
    else if (c >= 90 && c <= 97) pen.fg = base(c - 82);
    else if (c >= 40 && c <= 47) pen.bg = base(c - 40);
    else if (c >= 100 && c <= 107) pen.bg = base(c - 92);
    else if (c === 39) pen.fg = "";
    else if (c === 49) pen.bg = "";
    else if (c === 38 || c === 48) i += extended(pen, c === 38 ? "fg" : "bg", codes.slice(i + 1, i + 5));
  }
}

/** @param {Pen} pen @param {"fg"|"bg"} what @param {number[]} rest @returns {number} how many codes it took */
function extended(pen, what, rest) {
  if (rest[0] === 5) pen[what] = indexed(rest[1] ?? 0);
  else if (rest[0] === 2) pen[what] = nearest(rest[1] ?? 0, rest[2] ?? 0, rest[3] ?? 0);
  return rest[0] === 5 ? 2 : rest[0] === 2 ? 4 : 0;
}

/** @param {Pen} p */
function classes(p) {
  const c = [p.bold && "a-b", p.dim && "a-dim", p.it && "a-it", p.u && "a-u", p.rev && "a-rev", p.strike && "a-s", p.fg && "a-c" + p.fg, p.bg && "a-bg" + p.bg];
  return c.filter(Boolean).join(" ");
}

/** @param {string} text @returns {{nodes: Kid[], dropped: number}} */
export function ansi(text) {
  /** @type {Kid[]} */
  const nodes = [];
  const pen = fresh();
  let at = 0, dropped = 0;
  const put = /** @param {string} t */ (t) => {
    if (!t) return;
    const cls = classes(pen);
    nodes.push(cls ? h("span", { class: cls }, plain(t)) : plain(t));
  };
  for (const m of text.matchAll(ESCAPE)) {
    put(text.slice(at, m.index));
    at = m.index + m[0].length;
    if (m[1] !== undefined) apply(pen, m[1] ? m[1].split(/[;:]/).map(Number) : [0]);
    else {
      dropped++;
      // What a lone carriage return would have overwritten stays, on a line of its own.
      if (m[0] === "\r" && at < text.length) nodes.push("\n");
    }
  }
  put(text.slice(at).replaceAll("\r\n", "\n"));
  return { nodes, dropped };
}

/** The same text without any escape, for one line. @param {string} text */
export const bare = (text) => text.replace(ESCAPE, "");
