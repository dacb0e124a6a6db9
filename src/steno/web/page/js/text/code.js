/** Code as nodes: keywords, strings, numbers, calls and comments in the page's five inks.  Linear in the text. */
import { h } from "../dom.js";
import { language, pattern } from "./languages.js";
import { plain } from "./plain.js";

/** @typedef {import("../dom.js").Kid} Kid */
/** @typedef {import("./languages.js").Language} Language */

/** Spans a text may have; what follows stays uncoloured, and is all there. */
const SPANS = 3000;

/** @param {Language} l @param {RegExpMatchArray} m @param {string} text */
function ink(l, m, text) {
  if (m[1]) return "com";
  const end = (m.index ?? 0) + m[0].length;
  if (m[2]) return l.keys && /^\s{0,8}:/.test(text.slice(end, end + 9)) ? "key" : "str";
  if (m[3]) return "num";
  const w = m[4] ?? "";
  if (l.flags && w.startsWith("-")) return "num";
  if (l.flags && w.startsWith("$")) return "key";
  if (l.word) return /^[<@.#]/.test(w) ? "key" : text[end] === ":" ? "fn" : "";
  if (l.words.has(w) || l.words.has(w.toLowerCase())) return "key";
  if (l.keys && /^\s{0,8}[:=]/.test(text.slice(end, end + 9))) return "key";
  return text[end] === "(" || (l.flags && isCommand(text, m.index ?? 0)) ? "fn" : "";
}

/** Does a command start here? @param {string} text @param {number} at */
function isCommand(text, at) {
  let i = at - 1;
  while (i >= 0 && text[i] === " ") i--;
  return i < 0 || "\n|;&(".includes(text[i] ?? "");
}

/** @param {string} text @param {string|null} [lang] @param {number} [most] @returns {Kid[]} */
export function code(text, lang = "", most = SPANS) {
  const l = language(lang);
  if (!l) return plain(text);
  /** @type {Kid[]} */
  const out = [];
  let at = 0, spans = 0;
  for (const m of text.matchAll(pattern(l))) {
    if (spans >= most) break;
    const k = ink(l, m, text);
    if (!k) continue;
    if (m.index > at) out.push(plain(text.slice(at, m.index)));
    out.push(h("span", { class: "y-" + k }, plain(m[0])));
    at = m.index + m[0].length;
    spans++;
  }
  out.push(plain(text.slice(at)));
  return out;
}
