/** Two sessions side by side: where they part, who made them, and every line of both. */
import { h, kbd } from "../dom.js";
import { List } from "../list.js";
import { Pages } from "../pages.js";
import * as router from "../router.js";
import { bar, empty, say, tabs } from "../shell.js";
import { crumbs } from "../session/facts.js";
import * as source from "../source.js";
import { diff } from "../text/diff.js";
import { IN_LIST } from "../text/slice.js";
import { toast } from "../toast.js";
import { counts, deltas, divergence, line, run } from "./parts.js";
import { pick } from "./picker.js";
import { Strip } from "./strip.js";

/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Beside} Beside */
/** @typedef {import("../types.js").Pair} Pair */
/** @typedef {import("../dom.js").Kid} Kid */

const ROW = { low: 31, high: 31 };

class Screen {
  /** @param {Place} place @param {import("../types.js").Summary} summary @param {Beside} d */
  constructor(place, summary, d) {
    this.d = d;
    this.mask = place.query.mask === "1";
    this.only = place.query.only === "1";
    this.at = -1;
    /** @type {Map<number, Kid>} */
    this.open = new Map();
    this.life = new AbortController();
    this.list = new List();
    this.list.className = "cmp-list";
    this.list.setAttribute("role", "table");
    this.list.setAttribute("aria-label", "Aligned steps");
    this.list.tabIndex = 0;
    this.strip = new Strip(d, (at) => void this.go(at));
    this.pages = this.cache();
    this.seg = h("div.seg", { role: "group", "aria-label": "Lines" });
    const swap = () => router.go(router.address(`/s/${encodeURIComponent(d.b.key)}/compare`, { with: d.a.key, mask: this.mask ? 1 : null }));
    const other = /** @param {"a"|"b"} which */ (which) => pick(which === "a" ? d.b : d.a, this.mask, (key) => router.go(router.address(`/s/${encodeURIComponent(which === "a" ? key : d.a.key)}/compare`, { with: which === "a" ? d.b.key : key, mask: this.mask ? 1 : null })));
    const at = d.divergence?.at;
    this.node = h("div.screen", {}, bar({ crumbs: crumbs(summary) }), tabs("compare", summary), h("main.cmp", {},
      h("div.cmp-top", {}, h("div.runs", {}, run("a", d.a, () => other("a")), run("b", d.b, () => other("b"))), deltas(d), this.strip.node),
      h("div.cmp-tools", {}, this.seg, h("button.filter", { type: "button", onclick: swap }, "Swap"), h("span.faint", {}, (d.relation === "two runs" ? "Aligned by tool and arguments, without paths and times. " : "Compared to the letter. ") + counts(d)), h("span.sp"), h("span.keys-l", {}, kbd("n"), " next difference")),
      d.divergence || d.relation === "one session" || !d.differing.length ? h("div.dvm", { role: "note" }, divergence(d, (x) => void this.go(x)), typeof at === "number" ? h("button.lk", { type: "button", onclick: () => void this.go(at) }, "Show") : null) : null,
      this.list));
    this.show();
  }

  /** @returns {Pages<Pair>} */
  cache() {
    const { only } = this;
    return new Pages(async (a, n, signal) => (await source.get("compare/rows", { a: this.d.a.key, b: this.d.b.key, from: String(a), n, only, mask: this.mask }, signal)).rows,
      (a, n) => { for (let i = a; i < a + n; i++) this.list.refresh(i); }, (e) => toast(e instanceof Error ? e.message : "Lines cannot be loaded", "fail"));
  }

  get total() {
    return this.only ? this.d.differing.length : this.d.total;
  }

  show() {
    this.seg.replaceChildren(...[["", "All"], ["1", "Differences"]].map(([id, text]) => h("button", { type: "button", "aria-pressed": String(this.only === !!id), onclick: () => router.set({ only: id || null, at: null }, { push: true }) }, text)));
    this.pages.clear();
    this.pages = this.cache();
    this.open.clear();
    if (!this.total) return this.list.show({ total: 1, tall: [], draw: () => h("div", { "data-elastic": "" }, empty("ok", this.only ? "No line differs" : "There is nothing to compare", this.only ? "Both did the same, in the same order." : "Neither session has a step.")) }, ROW);
    this.list.show({ total: this.total, tall: [], pad: 32, draw: (i) => this.draw(i), sight: (a, b) => this.pages.want(a, b), moved: () => this.moved(), rest: () => router.remember() }, ROW);
  }

  moved() {
    const a = this.list.at(this.list.top), b = this.list.at(this.list.top + this.list.view);
    this.strip.sight(this.lineOf(a), this.lineOf(b));
  }

  /** The line of a position, which differs from it where only differences are shown. @param {number} i */
  lineOf(i) {
    return this.only ? this.d.differing[i] ?? 0 : i;
  }

  /** @param {number} i */
  draw(i) {
    const p = this.pages.get(i);
    if (!p) return h("div.crow.grey", { role: "row", "aria-busy": "true" });
    return line(p, this.d, { on: i === this.at, open: this.open.has(i), body: this.open.get(i), toggle: () => void this.toggle(i) });
  }

  /** @param {number} i */
  async toggle(i) {
    const p = this.pages.get(i);
    if (!p || (p.rel !== "near" && p.rel !== "output")) return;
    if (this.open.delete(i)) return this.list.refresh(i);
    const { pages } = this;
    try {
      const d = await source.get("compare/diff", { a: this.d.a.key, b: this.d.b.key, at: String(p.at), mask: this.mask }, this.life.signal);
      if (pages !== this.pages) return; // another line is at this place now
      this.open.set(i, diff(d, { limit: IN_LIST }));
    } catch (e) {
      if (this.life.signal.aborted || pages !== this.pages) return;
      this.open.set(i, h("p.hint.pad.top", {}, e instanceof Error ? e.message : String(e)));
    }
    this.list.refresh(i);
  }

  /** @param {number} i */
  async select(i) {
    if (i < 0 || i >= this.total) return;
    const old = this.at, { pages } = this;
    this.at = i;
    this.list.selected = i;
    this.list.refresh(old);
    await pages.bring(i);
    if (this.at !== i || pages !== this.pages || this.life.signal.aborted) return; // the reader has gone on, or away
    this.list.reveal(i, "nearest", 4);
    this.list.refresh(i);
    this.list.drawn.get(i)?.focus({ preventScroll: true });
    router.set({ at: this.lineOf(i) });
    const p = this.pages.get(i);
    if (p) say(`line ${i + 1} of ${this.total}, ${p.rel}`);
  }

  /** @param {number} at a line */
  async go(at) {
    const i = this.only ? Math.max(0, this.d.differing.findIndex((x) => x >= at)) : at;
    this.list.reveal(i, "center");
    await this.select(i);
  }

  /** @param {1|-1} by */
  next(by) {
    const all = this.d.differing, here = this.at < 0 ? -1 : this.lineOf(this.at);
    const to = by > 0 ? all.find((x) => x > here) : all.findLast((x) => x < here);
    if (to === undefined) return toast(by > 0 ? "No further difference" : "No earlier difference", "info");
    void this.go(to);
  }

  /** @param {KeyboardEvent} e */
  keys(e) {
    const i = this.at;
    /** @type {Record<string, () => void>} */
    const act = { j: () => void this.select(i + 1), ArrowDown: () => void this.select(i + 1), k: () => void this.select(Math.max(0, i - 1)), ArrowUp: () => void this.select(Math.max(0, i - 1)), g: () => void this.select(0), G: () => void this.select(this.total - 1), n: () => this.next(1), N: () => this.next(-1), l: () => void this.toggle(i), h: () => void this.toggle(i), Enter: () => this.enter(), d: () => { const at = this.d.divergence?.at; if (typeof at === "number") void this.go(at); } };
    const f = act[e.key];
    if (!f) return false;
    f();
    return true;
  }

  enter() {
    const p = this.pages.get(this.at);
    if (!p) return;
    if (p.rel === "near" || p.rel === "output") return void this.toggle(this.at);
    const [key, row] = p.a ? [this.d.a.key, p.a] : [this.d.b.key, p.b];
    if (row) router.go(`/s/${encodeURIComponent(key)}?e=${row.n}${router.masked()}`);
  }

  /** @param {Place} place */
  update(place) {
    const only = place.query.only === "1", at = Number(place.query.at ?? NaN);
    if (only !== this.only) {
      this.only = only;
      this.at = -1;
      this.show();
    }
    if (!Number.isNaN(at) && this.lineOf(this.at) !== at) void this.go(at);
  }

  close() {
    this.life.abort();
    this.pages.clear();
    this.strip.close();
  }
}

/** @param {Place} place @returns {Promise<import("../types.js").Screen>} */
export async function open(place) {
  const mask = place.query.mask === "1", other = place.query.with ?? "";
  const summary = await source.summary(place.key, mask);
  const title = "Compare", to = /** @param {string} key */ (key) => router.go(router.address(`/s/${encodeURIComponent(place.key)}/compare`, { with: key, mask: mask ? 1 : null }));
  const choose = () => pick({ key: place.key, project: summary.project }, mask, to);
  if (!other) return { title, body: "p-compare", keys: (e) => e.key === "Enter" && !document.querySelector("dialog[open]") ? (choose(), true) : false, update: reopen, node: h("div.screen", {}, bar({ crumbs: crumbs(summary) }), tabs("compare", summary), h("main", {}, empty("graph", "Compare this session with another", "Two runs of one task, or two records of one session: what is the same, what differs, and who made it differ.", h("button.btn.primary", { type: "button", onclick: choose }, "Choose a session…")))) };
  /** @type {Beside} */
  const d = await source.get("compare", { a: place.key, b: other, mask });
  const s = new Screen(place, summary, d);
  const at = Number(place.query.at ?? NaN);
  if (!Number.isNaN(at)) requestAnimationFrame(() => { if (!s.life.signal.aborted) void s.go(at); });
  return { node: s.node, title, body: "p-compare", update: (p) => p.query.with === other ? s.update(p) : reopen(), close: () => s.close(), keys: (e) => s.keys(e), commands: () => [{ text: "Compare with another session…", icon: "graph", keys: [], run: choose }] };
}

/** Another pair is another screen. */
const reopen = () => false;
