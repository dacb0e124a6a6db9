/** Markdown as nodes.  HTML stays text, images stay text, links go only where a person can be sent safely.  Linear in the text. */
import { h } from "../dom.js";
import { block } from "./block.js";
import { plain } from "./plain.js";

/** @typedef {import("../dom.js").Kid} Kid */
/** @typedef {import("./slice.js").Limit} Limit */

const DEEP = 8;
/** Pieces that one paragraph may have; what follows stays plain, and is all there. */
const PIECES = 600;
const SAFE = /^(?:https?:\/\/|mailto:)[^\s\u0000-\u001f]+$/i;

/** Finds a mark once, and remembers where there is none. */
class Seeker {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    /** @type {Set<string>} */
    this.none = new Set();
  }

  /** @param {string} what @param {number} from */
  next(what, from) {
    if (this.none.has(what)) return -1;
    const at = this.text.indexOf(what, from);
    if (at < 0) this.none.add(what);
    return at;
  }
}

/** @param {string} text @param {number} [depth] @returns {Kid[]} */
export function inline(text, depth = 0) {
  if (depth > DEEP) return plain(text);
  /** @type {Kid[]} */
  const out = [];
  const seek = new Seeker(text);
  let from = 0, i = 0;
  const emit = /** @param {number} to @param {Kid} node @param {number} after */ (to, node, after) => {
    if (to > from) out.push(plain(text.slice(from, to)));
    out.push(node);
    from = i = after;
  };
  const stop = /[`*_~[!\\h]/g;
  while (i < text.length && out.length < PIECES) {
    stop.lastIndex = i;
    const m = stop.exec(text);
    if (!m) break;
    i = m.index;
    if (!span(text, i, seek, depth, emit)) i++;
  }
  if (from < text.length) out.push(plain(text.slice(from)));
  return out;
}

/** @param {string} text @param {number} i @param {Seeker} seek @param {number} depth @param {(to: number, node: Kid, after: number) => void} emit @returns {boolean} whether something began here */
function span(text, i, seek, depth, emit) {
  const c = text[i];
  if (c === "\\" && /[\\`*_{}[\]()#+.!~|>-]/.test(text[i + 1] ?? "")) return emit(i, text[i + 1], i + 2), true;
  if (c === "`") return codeSpan(text, i, seek, emit);
  if (c === "*" || c === "_" || c === "~") return emphasis(text, i, seek, depth, emit);
  if (c === "[") return link(text, i, i, seek, depth, emit);
  if (c === "!" && text[i + 1] === "[") return link(text, i, i + 1, seek, depth, emit);
  if (c === "h" && /^https?:\/\//.test(text.slice(i, i + 8)) && !/\w/.test(text[i - 1] ?? "")) return bareLink(text, i, emit);
  return false;
}

/** @param {string} text @param {number} i @param {Seeker} seek @param {(to: number, node: Kid, after: number) => void} emit */
function codeSpan(text, i, seek, emit) {
  let n = 1;
  while (text[i + n] === "`" && n < 8) n++;
  const end = seek.next("`".repeat(n), i + n);
  if (end < 0) return false;
  emit(i, h("code", {}, plain(text.slice(i + n, end).trim() || text.slice(i + n, end))), end + n);
  return true;
}

/** @param {string} text @param {number} i @param {Seeker} seek @param {number} depth @param {(to: number, node: Kid, after: number) => void} emit */
function emphasis(text, i, seek, depth, emit) {
  const c = text[i] ?? "";
  const two = text[i + 1] === c;
  if (c === "~" && !two) return false;
  const mark = two ? c + c : c, from = i + mark.length;
  if (!text[from] || /\s/.test(text[from] ?? "")) return false;
  if (c === "_" && /\w/.test(text[i - 1] ?? "")) return false;
  const end = seek.next(mark, from + 1);
  if (end < 0 || /\s/.test(text[end - 1] ?? "") || (c === "_" && /\w/.test(text[end + mark.length] ?? ""))) return false;
  emit(i, h(c === "~" ? "del" : two ? "strong" : "em", {}, inline(text.slice(from, end), depth + 1)), end + mark.length);
  return true;
}

/** @param {string} url @param {Kid} kids */
function anchor(url, kids) {
  return SAFE.test(url) ? h("a.lk", { href: url, rel: "noreferrer noopener", target: "_blank", title: url }, kids) : null;
}

/** @param {string} text @param {number} i @param {number} open @param {Seeker} seek @param {number} depth @param {(to: number, node: Kid, after: number) => void} emit */
function link(text, i, open, seek, depth, emit) {
  const close = seek.next("](", open + 1);
  if (close < 0 || close - open > 2000) return false;
  const end = seek.next(")", close + 2);
  if (end < 0 || end - close > 4000) return false;
  const label = text.slice(open + 1, close), url = text.slice(close + 2, end).trim().split(/\s/, 1)[0] ?? "";
  if (open !== i) return emit(i, h("span.img", { title: "an image that is not loaded" }, plain(`image: ${label || url}`), h("span.faint", {}, plain(" " + url))), end + 1), true;
  const a = anchor(url, inline(label, depth + 1));
  emit(i, a ?? plain(text.slice(i, end + 1)), end + 1);
  return true;
}

/** @param {string} text @param {number} i @param {(to: number, node: Kid, after: number) => void} emit */
function bareLink(text, i, emit) {
  const m = /^https?:\/\/[^\s<>"'`)\]]{1,2000}/.exec(text.slice(i, i + 2010));
  const url = m?.[0].replace(/[.,;:!?]$/, "") ?? "";
  const a = url.length > 8 ? anchor(url, plain(url)) : null;
  if (a) emit(i, a, i + url.length);
  return !!a;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]*)/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*)$/;
const ITEM = /^(\s{0,40})([-*+]|\d{1,9}[.)])\s+(.*)$/;
const RULE = /^ {0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/;
const TABLE = /^\s{0,3}\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?)?\s*$/;

/** @param {string} text @param {{limit?: Limit}} [o] */
export function markdown(text, o = {}) {
  return h("div.prose", {}, blocks(text.split("\n"), 0, o));
}

/** @param {string[]} lines @param {number} depth @param {{limit?: Limit}} o @returns {Kid[]} */
function blocks(lines, depth, o) {
  /** @type {Kid[]} */
  const out = [];
  for (let i = 0; i < lines.length;) {
    const line = lines[i] ?? "";
    const fence = FENCE.exec(line);
    if (!line.trim()) i++;
    else if (fence) i = fenced(lines, i, fence[1] ?? "```", fence[2] ?? "", out, o);
    else if (HEADING.test(line)) i = heading(line, i, out);
    else if (RULE.test(line)) { out.push(h("hr")); i++; }
    else if (/^ {0,3}>/.test(line) && depth < DEEP) i = quote(lines, i, depth, out, o);
    else if (ITEM.test(line)) i = list(lines, i, out, o);
    else if (isTable(lines, i)) i = table(lines, i, out);
    else i = paragraph(lines, i, out);
  }
  return out;
}

/** @param {string[]} lines @param {number} i @param {string} mark @param {string} lang @param {Kid[]} out @param {{limit?: Limit}} o */
function fenced(lines, i, mark, lang, out, o) {
  let end = i + 1;
  while (end < lines.length && !(lines[end] ?? "").trimStart().startsWith(mark)) end++;
  out.push(block(lines.slice(i + 1, end).join("\n"), { lang, limit: o.limit }));
  return end + 1;
}

/** @param {string} line @param {number} i @param {Kid[]} out */
function heading(line, i, out) {
  const m = HEADING.exec(line);
  out.push(h(`h${Math.min(6, 3 + (m?.[1]?.length ?? 1))}`, {}, inline(m?.[2] ?? "")));
  return i + 1;
}

/** @param {string[]} lines @param {number} i @param {number} depth @param {Kid[]} out @param {{limit?: Limit}} o */
function quote(lines, i, depth, out, o) {
  let end = i;
  while (end < lines.length && /^ {0,3}>/.test(lines[end] ?? "")) end++;
  out.push(h("blockquote", {}, blocks(lines.slice(i, end).map((l) => l.replace(/^ {0,3}> ?/, "")), depth + 1, o)));
  return end;
}

/** Items nested by their indentation; a line that is indented belongs to the item above. @param {string[]} lines @param {number} i @param {Kid[]} out @param {{limit?: Limit}} o */
function list(lines, i, out, o) {
  /** @type {{at: number, list: HTMLElement, item: HTMLElement}[]} */
  const stack = [];
  for (; i < lines.length; i++) {
    const line = lines[i] ?? "";
    const m = ITEM.exec(line);
    const top = stack.at(-1);
    if (m) item(stack, m, out);
    else if (top && FENCE.test(line.trimStart()) && /^\s/.test(line)) {
      const f = FENCE.exec(line.trimStart());
      /** @type {Kid[]} */
      const inner = [];
      i = fenced(lines.map((l) => l), i, f?.[1] ?? "```", f?.[2] ?? "", inner, o) - 1;
      top.item.append(.../** @type {Node[]} */ (inner));
    } else if (top && line.trim() && (/^\s{2,}/.test(line) || (lines[i - 1] ?? "").trim()) && !HEADING.test(line) && !FENCE.test(line)) top.item.append(" ", ...nodes(inline(line.trim())));
    else if (!line.trim() && (ITEM.test(lines[i + 1] ?? "") || /^\s{2,}\S/.test(lines[i + 1] ?? ""))) continue;
    else break;
  }
  return i;
}

/** @param {{at: number, list: HTMLElement, item: HTMLElement}[]} stack @param {RegExpExecArray} m @param {Kid[]} out */
function item(stack, m, out) {
  const at = (m[1] ?? "").replaceAll("\t", "    ").length, mark = m[2] ?? "-", words = m[3] ?? "";
  while (stack.length > 1 && at < (stack.at(-1)?.at ?? 0)) stack.pop();
  let top = stack.at(-1);
  const tag = /\d/.test(mark) ? "ol" : "ul";
  const deeper = !!top && at > top.at + 1 && stack.length < DEEP;
  if (top && !deeper && top.list.localName !== tag) {
    stack.pop();
    top = undefined;
  }
  if (!top || deeper) {
    const made = h(tag, { start: tag === "ol" ? parseInt(mark, 10) : null });
    const under = top ?? stack.at(-1);
    if (under) under.item.append(made);
    else out.push(made);
    top = { at, list: made, item: made };
    stack.push(top);
  }
  const task = /^\[([ xX])\] /.exec(words);
  const li = h("li", { class: task ? "task" : null }, task && h("span.tick", { role: "img", "aria-label": task[1] === " " ? "to do" : "done" }, task[1] === " " ? "☐" : "☑"), inline(task ? words.slice(4) : words));
  if (/\d/.test(mark)) li.dataset.no = mark.replace(/[.)]/, ".");
  top.list.append(li);
  top.item = li;
}

/** @param {Kid[]} kids @returns {Node[]} */
function nodes(kids) {
  return [...h("span", {}, kids).childNodes];
}

/** @param {string[]} lines @param {number} i */
const isTable = (lines, i) => (lines[i] ?? "").includes("|") && TABLE.test((lines[i + 1] ?? "").slice(0, 2000));

/** @param {string} line */
const cells = (line) => line.trim().replace(/^\|/, "").replace(/\|$/, "").split("|").map((c) => c.trim());

/** @param {string[]} lines @param {number} i @param {Kid[]} out */
function table(lines, i, out) {
  const head = cells(lines[i] ?? "");
  const right = cells(lines[i + 1] ?? "").map((c) => c.endsWith(":"));
  let end = i + 2;
  while (end < lines.length && (lines[end] ?? "").includes("|")) end++;
  const row = /** @param {string} tag @param {string[]} c */ (tag, c) => h("tr", {}, c.slice(0, 40).map((x, k) => h(tag, { class: right[k] ? "r" : null }, inline(x))));
  out.push(h("div.tbl", { tabindex: 0, role: "group", "aria-label": "table" }, h("table", {}, h("thead", {}, row("th", head)), h("tbody", {}, lines.slice(i + 2, end).map((l) => row("td", cells(l)))))));
  return end;
}

/** @param {string[]} lines @param {number} i @param {Kid[]} out */
function paragraph(lines, i, out) {
  let end = i + 1;
  while (end < lines.length) {
    const l = lines[end] ?? "";
    if (!l.trim() || FENCE.test(l) || HEADING.test(l) || ITEM.test(l) || /^ {0,3}>/.test(l) || isTable(lines, end)) break;
    end++;
  }
  out.push(h("p", {}, lines.slice(i, end).flatMap((l, k) => [k ? h("br") : null, ...inline(l)])));
  return end;
}
