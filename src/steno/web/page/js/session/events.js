/** The middle pane: the list of events, what is chosen in it, and what is unfolded. */
import { h } from "../dom.js";
import { ago, count } from "../format.js";
import { List } from "../list.js";
import { Pages } from "../pages.js";
import * as source from "../source.js";
import { IN_LIST } from "../text/slice.js";
import { toast } from "../toast.js";
import { highlight } from "./highlight.js";
import { part } from "./parts.js";
import { positionOf, turnBefore } from "./places.js";
import { eventRow, greyRow } from "./row.js";

/** @typedef {import("../dom.js").Kid} Kid */
/** @typedef {import("../types.js").Row} Row */
/** @typedef {import("../types.js").Full} Full */
/** @typedef {import("../types.js").Index} Index */
/** @typedef {import("../types.js").View} View */

/** How many unfolded events are kept. */
const KEPT = 80;
const NONE = /** @type {Index} */ ({ version: "", total: 0, rows: 0, tall: [], open: [], turns: [] });

/** Heights of folded rows, as tokens.css has them. */
function heights() {
  if (matchMedia("(max-width: 560px)").matches) return { low: 42, high: 62, elastic: true };
  return matchMedia("(pointer: coarse)").matches ? { low: 36, high: 44, elastic: false } : { low: 26, high: 34, elastic: false };
}

export class Events {
  /** @param {{key: string, chosen: (row: Row, at: number) => void, sight: (first: Row, last: Row) => void, rest: () => void}} o */
  constructor(o) {
    this.o = o;
    this.view = /** @type {View} */ ({ filter: "all", depth: 4, mask: false });
    this.index = NONE;
    this.at = -1;
    this.elastic = false;
    /** What the reader has folded or unfolded. @type {Map<number, boolean>} */
    this.folds = new Map();
    /** What is unfolded; a symbol stands for what is under way. @type {Map<number, Full|symbol>} */
    this.fulls = new Map();
    /** What stood there before something changed; it stays until the new is there. @type {Map<number, Full|symbol>} */
    this.before = new Map();
    /** How often the reader has gone somewhere: whoever looked for a place before that comes too late. */
    this.moves = 0;
    /** @type {Set<number>} */
    this.found = new Set();
    this.words = "";
    /** The position of the first row that is new since the last visit. */
    this.fresh = -1;
    this.freshSince = "";
    this.list = new List();
    this.list.className = "ev-list";
    this.list.setAttribute("role", "feed");
    this.list.setAttribute("aria-label", "Events");
    this.list.tabIndex = -1;
    this.sticky = h("div.sticky", { "aria-hidden": "true" });
    this.list.append(this.sticky);
    this.stuck = -1;
    this.list.addEventListener("click", (e) => this.click(e));
    this.pages = this.cache();
  }

  close() {
    highlight([], "");
    this.pages.clear();
    this.index = NONE;
    this.moves++;
    this.list.remove();
  }

  /** @returns {Pages<Row>} */
  cache() {
    const v = this.view;
    return new Pages(async (a, n, signal) => (await source.rows(this.o.key, v, a, n, signal)).rows,
      (a, n) => this.arrived(a, n), (e) => toast(e instanceof Error ? e.message : "Rows cannot be loaded", "fail"));
  }

  /** Shows the list anew. What was bare is gone from the page before anything masked is asked for. @param {View} v @param {AbortSignal} signal */
  async load(v, signal) {
    this.pages.clear();
    this.view = v;
    this.index = NONE;
    this.moves++;
    this.pages = this.cache();
    this.fulls.clear();
    this.before.clear();
    this.found.clear();
    this.at = this.stuck = this.fresh = -1;
    this.sticky.replaceChildren();
    this.list.show({ total: 0, tall: [], draw: () => h("div") }, heights());
    this.list.clear();
    const index = await source.index(this.o.key, v, signal);
    if (signal.aborted) return;
    this.index = index;
    const size = heights();
    this.elastic = size.elastic;
    this.list.show({ total: index.total, tall: index.tall, draw: (i) => this.draw(i), sight: (a, b) => this.pages.want(a, b), moved: () => this.moved(), rest: this.o.rest, pad: 64 }, size);
  }

  /** The session has more rows. @param {AbortSignal} signal @param {number[]} [changed] numbers of rows that are not as they were @returns {Promise<number>} how many more */
  async grow(signal, changed = []) {
    const old = this.index, pages = this.pages;
    const index = await source.index(this.o.key, this.view, signal);
    if (pages !== this.pages || signal.aborted || old !== this.index) return 0; // other rows are shown meanwhile
    this.index = index;
    const first = changed.length ? this.pages.first((r) => changed.includes(r.n)) : Infinity;
    this.pages.stale(index.version === old.version ? Math.max(0, Math.min(first, old.total - 1)) : 0);
    this.outdate(index.version !== old.version ? [...this.fulls.keys()] : changed);
    this.list.grow(index.total, index.tall);
    if (this.list.last >= 0) this.pages.want(this.list.first, Math.min(this.list.last, index.total - 1));
    return index.total - old.total;
  }

  /** The same rows may say more now: those in sight are fetched again, and stand until then. */
  renew() {
    const drawn = [...this.list.drawn.keys()];
    this.outdate([...this.fulls.keys()]);
    this.pages.stale(0);
    if (drawn.length) this.pages.want(Math.min(...drawn), Math.max(...drawn));
  }

  /** What is unfolded of some rows may have changed. @param {number[]} rows their numbers */
  outdate(rows) {
    for (const n of rows) {
      const f = this.fulls.get(n);
      if (f && typeof f !== "symbol") this.before.set(n, f);
      this.fulls.delete(n);
    }
  }

  /** @param {number} a @param {number} n */
  arrived(a, n) {
    for (const i of [...this.list.drawn.keys()]) if (i >= a - 1 && i <= a + n) this.list.refresh(i);
    this.moved();
  }

  /** @param {number} i @param {Row} r */
  isOpen(i, r) {
    return this.folds.get(r.n) ?? !!r.open;
  }

  /** @param {number} i */
  draw(i) {
    const r = this.pages.get(i);
    if (!r) return greyRow(this.list.isTall(i), i, this.index.total);
    const open = this.isOpen(i, r);
    return eventRow(r, {
      before: this.pages.get(i - 1), after: this.pages.get(i + 1), on: i === this.at, open, at: i, of: this.index.total, elastic: this.elastic, code: source.fixed ? "" : `/s/${encodeURIComponent(this.o.key)}/code`,
      found: this.found.has(r.n), body: open ? this.body(i, r) : null,
      mark: i === this.fresh ? h("div.seen", {}, h("span", {}, this.freshSince ? `Last seen here, ${ago(this.freshSince) === "now" ? "just now" : ago(this.freshSince) + (ago(this.freshSince) === "yesterday" ? "" : " ago")}` : "Last seen here"), h("span.faint", {}, count(this.index.total - i, "row") + " since")) : null,
    });
  }

  /** What is unfolded below a row. @param {number} i @param {Row} r @returns {Kid} */
  body(i, r) {
    const now = this.fulls.get(r.n);
    if (now === undefined) void this.fetch(i, r.n);
    const f = typeof now === "object" ? now : this.before.get(r.n);
    if (f === undefined || typeof f === "symbol") return h("div.wait", {}, "…");
    const rest = /** @param {number} k @param {number} at */ (k, at) => source.text(this.o.key, r.n, k, at, this.view.mask);
    const shown = f.parts.map((p, k) => /** @type {const} */ ([p, k])).filter(([p]) => r.kind !== "tool" || p.what === "result" || p.what === "change" || (p.what === "call" && (p.text ?? "").trim().includes("\n")));
    const changed = r.status === "ok" && shown.some(([p]) => p.what === "change");
    if (changed) shown.splice(0, shown.length, ...shown.filter(([p]) => p.what !== "result")); // the change says what the tool did
    const list = shown.length ? shown : f.parts.map((p, k) => /** @type {const} */ ([p, k]));
    if (!list.length) return h("p.hint", {}, r.status === "missing" ? "The record has no result for this call." : "Nothing more stands in the record.");
    return list.slice(0, 6).map(([p, k]) => part(p, k, { limit: IN_LIST, rest, failed: r.status === "failed" }));
  }

  /** @param {number} i @param {number} n */
  async fetch(i, n) {
    const asked = Symbol("under way"), { signal } = this.pages.life;
    const mine = () => this.fulls.get(n) === asked && !signal.aborted; // it may have been asked for again, as it has changed
    this.fulls.set(n, asked);
    try {
      const f = await source.full(this.o.key, n, this.view.mask, signal);
      if (!mine()) return;
      this.fulls.delete(n);
      this.fulls.set(n, f);
      this.before.delete(n);
      for (const [old, kept] of this.fulls) {
        if (this.fulls.size <= KEPT) break;
        if (typeof kept !== "symbol") this.fulls.delete(old);
      }
      this.list.refresh(i);
    } catch (e) {
      if (!mine()) return;
      this.fulls.delete(n);
      this.folds.set(n, false);
      this.list.refresh(i);
      toast(e instanceof Error ? e.message : "This event cannot be shown", "fail");
    }
  }

  /** @param {Event} e */
  click(e) {
    const t = e.target;
    if (!(t instanceof Element) || t.closest("a,button,pre,.diff-body,.tbl")) return;
    if (getSelection()?.toString()) return;
    if (t.closest(".sticky")) return void this.select(this.stuck, { block: "start" });
    const row = t.closest(".ev");
    if (!(row instanceof HTMLElement)) return;
    const i = Number(row.dataset.i);
    if (i === this.at) { if (!t.closest(".open")) this.toggle(i); } else void this.select(i, { block: null });
  }

  /** @param {number} i @param {boolean} [open] */
  toggle(i, open) {
    const r = this.pages.get(i);
    if (!r) return;
    const want = open ?? !this.isOpen(i, r);
    if (want === this.isOpen(i, r)) return;
    this.folds.set(r.n, want);
    this.list.selected = i;
    this.list.refresh(i);
  }

  /** @param {number} i @param {{block?: "nearest"|"start"|"center"|null, focus?: boolean}} [how] */
  async select(i, { block = "nearest", focus = false } = {}) {
    if (!this.index.total) return;
    this.moves++;
    const to = Math.max(0, Math.min(this.index.total - 1, i));
    const old = this.at;
    this.at = this.list.selected = to;
    if (block) this.list.reveal(to, block, this.cover(to));
    this.list.refresh(old);
    this.list.refresh(to);
    if (focus) this.list.drawn.get(to)?.focus({ preventScroll: true });
    const pages = this.pages;
    const row = await pages.bring(to);
    if (row && this.at === to && pages === this.pages && !pages.life.signal.aborted) this.o.chosen(row, to);
  }

  /** Brings the chosen row into sight: a pane has opened over it. */
  show() {
    if (this.at >= 0) this.list.reveal(this.at, "nearest", this.cover(this.at));
  }

  /** How much the prompt that stays on top covers. @param {number} i */
  cover(i) {
    return this.list.isTall(i) ? 0 : Math.min(90, this.sticky.firstElementChild?.clientHeight ?? 34) + 4;
  }

  /** The same for whoever goes there: -1 where the reader has gone elsewhere meanwhile. @param {number} n @returns {Promise<number>} */
  async reach(n) {
    const mine = ++this.moves;
    const i = await this.position(n);
    return mine === this.moves ? i : -1;
  }

  /** Where the row is that holds an event, be it the first of the row or not. @param {number} n @returns {Promise<number>} */
  async position(n) {
    if (!this.index.total) return -1;
    const i = await positionOf(this.index, this.pages, n);
    if (this.pages.get(i)?.n === n) return i;
    try {
      const holder = (await source.full(this.o.key, n, this.view.mask)).row.n;
      return holder === n || holder < 0 ? i : await positionOf(this.index, this.pages, holder);
    } catch (e) {
      if (e instanceof source.Refused && e.code === 404) toast(e.message, "fail");
      return i;
    }
  }

  /** The next prompt, or the one before. @param {1|-1} by */
  turn(by) {
    const t = turnBefore(this.index, 0, this.at);
    const here = this.index.turns[t]?.[0] === this.at;
    const to = this.index.turns[by > 0 ? t + 1 : here ? t - 1 : t];
    if (to) void this.select(to[0], { block: "start", focus: true });
  }

  /** What the search has found. @param {number[]} hits @param {string} words */
  mark(hits, words) {
    this.found = new Set(hits);
    this.words = words;
    this.list.refreshAll();
    this.paint();
  }

  paint() {
    highlight([...this.list.drawn.values()].filter((e) => e.classList.contains("found")), this.found.size ? this.words : "");
  }

  moved() {
    const l = this.list;
    if (!this.index.total) return;
    if (this.found.size) this.paint();
    const top = l.at(l.top + 1), end = l.at(l.top + l.view - 1);
    const t = this.index.turns[turnBefore(this.index, 0, top)]?.[0] ?? -1;
    const hidden = t >= 0 && l.isTall(t) && l.offset(t) < l.top - 1;
    this.stick(hidden ? t : -1);
    const a = this.pages.get(top), b = this.pages.get(end);
    if (a && b) this.o.sight(a, b);
  }

  /** Keeps the prompt of what is read in sight. @param {number} t */
  stick(t) {
    if (t === this.stuck && (t < 0 || this.sticky.firstElementChild)) return;
    this.stuck = t;
    this.sticky.replaceChildren();
    if (t < 0) return;
    const r = this.pages.get(t);
    if (!r) return void this.pages.bring(t).then((got) => { if (got && this.stuck === t) { this.stuck = -2; this.stick(t); } });
    const row = eventRow(r, { on: false, open: false, at: t, of: this.index.total });
    row.removeAttribute("data-elastic");
    row.tabIndex = -1;
    this.sticky.append(row);
  }
}
