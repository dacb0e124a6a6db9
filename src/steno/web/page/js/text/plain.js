/** Text of a record as nodes: redaction marks become bars, hidden characters become boxes, marked spans become visible. */
import { h } from "../dom.js";

/** @typedef {import("../dom.js").Kid} Kid */
/** @typedef {import("../types.js").Mark} Mark */

// Marks as Steno writes them; then everything that could hide or turn text: bidi, zero width, controls, tags, variation of joins.
const SPECIAL = /\[REDACTED:([a-z_]+):([0-9a-f]{8,12})\]|([\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufff9-\ufffb]|\udb40[\udc00-\udc7f])\3*/g;

/** @param {string} type @param {string} tag */
export function bar(type, tag) {
  return h("span.redacted", { title: `${type}, masked. The same value has the same mark: ${tag}` }, h("b", {}, type), h("i", {}, tag));
}

/** @param {string} run a run of one hidden character */
function box(run) {
  const code = run.codePointAt(0) ?? 0;
  const times = run.length / String.fromCodePoint(code).length;
  const name = "U+" + code.toString(16).toUpperCase().padStart(4, "0");
  return h("span.ctl", { title: "hidden character" }, times > 1 ? `${name} ×${times}` : name);
}

/** @param {string} text @returns {Kid[]} */
export function plain(text) {
  /** @type {Kid[]} */
  const out = [];
  let at = 0;
  for (const m of text.matchAll(SPECIAL)) {
    if (m.index > at) out.push(text.slice(at, m.index));
    out.push(m[1] ? bar(m[1], m[2] ?? "") : box(m[0]));
    at = m.index + m[0].length;
  }
  if (at < text.length) out.push(at ? text.slice(at) : text);
  return out;
}

/** Text whose secrets are shown, underlined as what would be masked. @param {string} text @param {Mark[]} marks @param {number} from where `text` starts in what the marks count @param {(t: string) => Kid[]} draw @returns {Kid[]} */
export function marked(text, marks, from, draw) {
  /** @type {Kid[]} */
  const out = [];
  let at = 0;
  for (const [a, b, type] of marks) {
    const x = Math.max(at, a - from), y = Math.min(text.length, b - from);
    if (y <= x) continue;
    out.push(draw(text.slice(at, x)), h("mark.secret", { title: `${type}: would be masked` }, plain(text.slice(x, y))));
    at = y;
  }
  out.push(draw(text.slice(at)));
  return out;
}
