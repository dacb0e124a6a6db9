/** The left pane: prompts, answers, calls as a tree, as deep as one likes. */
import { aria, h, icon } from "../dom.js";
import { count, num } from "../format.js";
import { List } from "../list.js";
import * as source from "../source.js";
import { plain } from "../text/plain.js";

/** @typedef {import("../dom.js").Kid} Kid */
/** @typedef {import("../types.js").OutlineItem} OutlineItem */
/** @typedef {import("../types.js").View} View */

const DEPTHS = ["prompts", "and answers", "and calls", "and results", "everything"];
/** @type {Record<string, string>} */
const LOOK = { prompt: "hum", words: "ans", sub: "sub", note: "note" };

/** @param {OutlineItem} o @returns {Kid} */
function right(o) {
  if (o.failed) return h("span.r.bad", { title: "failed" }, icon("fail"), o.failed === true ? null : String(o.failed));
  if (o.running) return h("span.r", {}, h("span.spin"));
  if (o.missing) return h("span.r", { title: "no result" }, icon("missing"), o.missing === true ? null : String(o.missing));
  if (o.secret) return h("span.r", { title: "has a secret" }, icon("lock"));
  return o.count && o.count > 1 ? h("span.r.tn", {}, String(o.count)) : null;
}

export class Outline {
  /** @param {{key: string, depth: (n: number) => void, go: (n: number) => void}} o */
  constructor(o) {
    this.o = o;
    /** @type {OutlineItem[]} */
    this.items = [];
    this.on = -1;
    this.focus = 0;
    this.asked = 0;
    this.list = new List();
    this.list.className = "ol-list";
    this.list.setAttribute("role", "tree");
    this.list.tabIndex = -1;
    aria(this.list, "label", "Prompts, answers, calls");
    this.list.addEventListener("click", (e) => this.click(e));
    this.list.addEventListener("keydown", (e) => this.key(e));
    this.depths = h("div.seg.depth", { role: "group", "aria-label": "Depth" }, DEPTHS.map((t, i) => h("button", { type: "button", title: `${i + 1}: ${t}`, "aria-label": `Depth ${i + 1}, ${t}`, onclick: () => o.depth(i + 1) }, String(i + 1))));
    this.foot = h("div.pane-f");
    this.node = h("aside.pane.outline", { id: "outline", "aria-label": "Outline" }, h("div.pane-h", {}, h("b", {}, "Outline"), h("span.sp"), this.depths), this.list, this.foot);
  }

  /** @param {View} v @param {AbortSignal} signal */
  async load(v, signal) {
    const mine = ++this.asked;
    [...this.depths.children].forEach((b, i) => aria(b, "pressed", i + 1 === v.depth));
    const items = await source.outline(this.o.key, v, signal);
    if (mine !== this.asked || signal.aborted) return; // another view is shown, or what was bare is covered
    const same = items.length >= this.items.length && this.list.model.total > 0 && this.depth === v.depth;
    this.items = items;
    this.depth = v.depth;
    const tall = [];
    for (let i = 1; i < items.length; i++) if (items[i]?.kind === "prompt") tall.push(i);
    if (same) {
      this.list.grow(items.length, tall);
      this.list.refreshAll();
    } else this.list.show({ total: items.length, tall, draw: (i) => this.draw(i), pad: 12 }, { low: 24, high: 30 });
  }

  /** Nothing of it stays, and nothing that is under way comes. */
  cover() {
    this.asked++;
    this.items = [];
    this.on = -1;
    this.list.show({ total: 0, tall: [], draw: () => h("div") }, { low: 24, high: 30 });
    this.list.clear();
  }

  /** @param {number} shown @param {number} all @param {string} [size] */
  foots(shown, all, size = "") {
    this.foot.replaceChildren(h("span", { title: "rows shown of all" }, `${num(shown)} of ${count(all, "row")}`), h("span.sp"), h("span", {}, size));
  }

  /** @param {number} i */
  draw(i) {
    const o = this.items[i];
    if (!o) return h("div.ol");
    const depth = Math.min(4, o.depth);
    return h("a.ol", { href: `?e=${o.n}`, role: "treeitem", tabindex: i === this.focus ? 0 : -1, "aria-level": o.depth + 1, "aria-setsize": this.items.length, "aria-posinset": i + 1, "aria-selected": String(i === this.on), class: `d${depth} ${LOOK[o.kind] ?? ""}${i === this.on ? " on" : ""}${o.kind === "prompt" && i ? " gap" : ""}` }, icon(o.icon), h("span.cut", { title: o.text }, plain(o.text)), right(o));
  }

  /** @param {Event} e */
  click(e) {
    const a = e.target instanceof Element ? e.target.closest("a.ol") : null;
    if (!(a instanceof HTMLElement) || (e instanceof MouseEvent && (e.ctrlKey || e.metaKey))) return;
    e.preventDefault();
    const o = this.items[Number(a.dataset.i)];
    if (o) this.o.go(o.n);
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15, Home: -1e9, End: 1e9 }[e.key];
    if (!by) return;
    e.preventDefault();
    e.stopPropagation();
    this.move(Math.max(0, Math.min(this.items.length - 1, this.focus + by)), true);
  }

  /** @param {number} i @param {boolean} take whether it takes the focus */
  move(i, take) {
    const old = this.focus;
    this.focus = i;
    this.list.reveal(i, "nearest");
    this.list.refresh(old);
    this.list.refresh(i);
    if (take) this.list.drawn.get(i)?.focus({ preventScroll: true });
  }

  /** The chosen event, or what it belongs to. @param {number} position of its row in the list */
  mark(position) {
    let a = -1, b = this.items.length - 1;
    while (a < b) {
      const m = (a + b + 1) >> 1;
      if ((this.items[m]?.position ?? Infinity) <= position) a = m;
      else b = m - 1;
    }
    if (a === this.on) return;
    const old = this.on;
    this.on = a;
    this.list.refresh(old);
    if (a >= 0) this.move(a, false);
  }

  /** @type {number|undefined} */
  depth;
}
