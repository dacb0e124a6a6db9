/** A change of a file as nodes: both line numbers, words marked where one line became another. */
import { add, h, icon } from "../dom.js";
import { count, left } from "../format.js";
import { more } from "./block.js";
import { code } from "./code.js";
import { languageOf } from "./languages.js";
import { plain } from "./plain.js";

/** @typedef {import("../dom.js").Kid} Kid */
/** @typedef {import("../types.js").Diff} Diff */
/** @typedef {{o: number, n: number, line: string, pair: string|null, hunk: string}} Line */

/** Beyond this, one line is too long to be compared word by word. */
const WORDS = 2000;

/** What two similar lines share at both ends, by word. @param {string} a @param {string} b @returns {[number, number]} */
function shared(a, b) {
  const A = a.split(/(\W)/), B = b.split(/(\W)/);
  let p = 0, q = 0;
  while (p < A.length && p < B.length && A[p] === B[p]) p++;
  while (q < A.length - p && q < B.length - p && A[A.length - 1 - q] === B[B.length - 1 - q]) q++;
  return [A.slice(0, p).join("").length, A.slice(A.length - q).join("").length];
}

/** @param {Diff} d @returns {Line[]} */
function flat(d) {
  /** @type {Line[]} */
  const out = [];
  d.hunks.forEach((k, nth) => {
    let o = k.from ?? NaN, n = k.to ?? NaN;
    if (nth) out.push({ o, n, line: "", pair: null, hunk: Number.isNaN(o) ? "⋯" : `@@ −${o} +${n} @@` });
    k.lines.forEach((line, i) => {
      out.push({ o, n, line, pair: partner(k.lines, i), hunk: "" });
      if (line[0] !== "+") o++;
      if (line[0] !== "-") n++;
    });
  });
  return out;
}

/** The line this one was or became, when a run of removed lines is followed by as many added ones. @param {string[]} lines @param {number} i */
function partner(lines, i) {
  const sign = lines[i]?.[0];
  if (sign !== "-" && sign !== "+") return null;
  let a = i, b = i;
  if (sign === "+") { while (lines[a - 1]?.[0] === "+" && i - a < 40) a--; b = a; a--; while (lines[a - 1]?.[0] === "-" && b - a < 40) a--; }
  else { while (lines[a - 1]?.[0] === "-" && i - a < 40) a--; while (lines[b]?.[0] === "-" && b - a < 41) b++; }
  let end = b;
  while (lines[end]?.[0] === "+" && end - b < 41) end++;
  if (lines[a]?.[0] !== "-" || b - a !== end - b) return null;
  return (sign === "-" ? lines[i - a + b] : lines[i - b + a])?.slice(1) ?? null;
}

/** @param {Line} l @param {string} lang */
function row(l, lang) {
  if (l.hunk) return h("div.hunk", {}, l.hunk);
  const sign = l.line[0], t = l.line.slice(1);
  const kind = sign === "+" ? "add" : sign === "-" ? "del" : "same";
  /** @type {Kid} */
  let body = code(t, lang, 60);
  if (l.pair !== null && t.length < WORDS && l.pair.length < WORDS) {
    const [a, b] = shared(t, l.pair);
    const mid = t.slice(a, t.length - b);
    if (a + b > 0 && (a + b) * 4 > t.length) body = [code(t.slice(0, a), lang, 30), mid && h("span.w", {}, plain(mid)), code(t.slice(t.length - b), lang, 30)];
  }
  return h("div.dl", { class: kind, "data-o": kind === "add" || Number.isNaN(l.o) ? "" : l.o, "data-n": kind === "del" || Number.isNaN(l.n) ? "" : l.n }, h("span.tx", { "data-sg": kind === "add" ? "+" : kind === "del" ? "−" : " " }, body));
}

/** @param {Diff} d @param {{limit?: import("./slice.js").Limit, state?: Kid, head?: boolean}} [o] */
export function diff(d, o = {}) {
  const lines = flat(d), lang = languageOf(d.path);
  const body = h("div.diff-body", { tabindex: 0, role: "group", "aria-label": "lines" });
  const box = h("div.diff", { role: "group", "aria-label": `Change of ${d.path}: ${count(d.plus ?? 0, "line")} added, ${d.minus ?? 0} removed` },
    o.head !== false && h("div.diff-head", {}, icon("edit"), h("span.path.cut", {}, plain(d.path), d.to ? [" → ", plain(d.to)] : null), h("span.sp"), d.state && h("span.chip.line", {}, d.state), o.state, typeof d.plus === "number" && h("span.plus", {}, "+" + d.plus), d.minus ? h("span.minus", {}, "−" + d.minus) : null), body);
  let at = 0;
  const step = /** @param {number} n */ (n) => {
    add(body, lines.slice(at, at + n).map((l) => row(l, lang)));
    at += n;
    const rest = lines.length - at;
    if (rest <= 0) return;
    const button = more(left({ lines: rest, chars: lines.slice(at).reduce((sum, l) => sum + l.line.length, 0) }), () => { button.remove(); step(2000); });
    box.append(button);
  };
  step(o.limit?.lines ?? 200);
  if (d.hidden) box.append(h("p.dropped", {}, left(d.hidden) + " in the record"));
  return box;
}
