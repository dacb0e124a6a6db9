/** One session: map, outline, events, inspector.  Joins the panes; each of them knows its own matters. */
import { aria, h, icon } from "../dom.js";
import { bytes, count, num } from "../format.js";
import { openExport } from "../export/dialog.js";
import { grip } from "../grip.js";
import { note, recall } from "../memory.js";
import * as router from "../router.js";
import { bar, empty, tabs } from "../shell.js";
import * as source from "../source.js";
import { copy, toast } from "../toast.js";
import { Events } from "./events.js";
import { chips, crumbs, titleOf } from "./facts.js";
import { Find } from "./find.js";
import { Growth } from "./growth.js";
import { Inspector, TAB_KEYS, tabNamed } from "./inspector.js";
import { actions, commands } from "./keys.js";
import { Strip } from "./map.js";
import { Outline } from "./outline.js";

/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Screen} Screen */
/** @typedef {import("../types.js").Summary} Summary */
/** @typedef {import("../types.js").Row} Row */
/** @typedef {import("../types.js").View} View */

/** @type {[string, string, (s: Summary) => number|null|undefined][]} */
const FILTERS = [["all", "All", (s) => s.rows], ["failures", "Failures", (s) => s.counts.failures], ["edits", "Edits", (s) => s.counts.edits], ["thinking", "Thinking", (s) => s.counts.thoughts], ["subagents", "Sub-agents", (s) => s.counts.subagents], ["program", "Program", (s) => s.counts.program]];

/** @param {Place} p @returns {View} */
function viewOf(p) {
  const depth = Number(p.query.depth);
  return { filter: FILTERS.some(([id]) => id === p.query.filter) ? p.query.filter ?? "all" : "all", depth: depth >= 1 && depth <= 5 ? depth : 4, mask: p.query.mask === "1" };
}

const same = /** @param {View} a @param {View} b */ (a, b) => a.filter === b.filter && a.depth === b.depth && a.mask === b.mask;

export class Session {
  /** @param {Place} place @param {Summary} summary */
  constructor(place, summary) {
    this.key = place.key;
    this.summary = summary;
    this.view = viewOf(place);
    this.tab = tabNamed(place.query.tab);
    this.n = 0;
    this.asked = 0;
    this.life = new AbortController();
    this.loading = new AbortController();
    this.events = new Events({ key: this.key, chosen: (r, i) => this.chosen(r, i), sight: (a, b) => this.strip.sight(a, b), rest: () => this.rested() });
    this.inspector = new Inspector({ key: this.key, picked: (t) => this.pick(t), copyLink: () => this.copyLink(), shut: () => this.inspect(false), go: (n) => void this.goto(n), link: (n, tab) => this.link(n, tab) });
    this.outline = new Outline({ key: this.key, depth: (n) => this.change({ depth: n }), go: (n) => { this.drawer(false); void this.goto(n); } });
    this.strip = new Strip({ key: this.key, by: place.query.map === "tokens" ? "tokens" : "time", picked: (by) => this.mapBy(by), go: (n, drag) => void this.scrollTo(n, drag), next: (k) => void this.next(k) });
    this.find = new Find({ key: this.key, view: () => this.view, at: () => this.n, go: (n, i) => void this.goto(n, { position: i }), found: (hits, words) => this.events.mark(hits, words), query: (q) => router.set({ find: q || null }), leave: () => this.focusList() });
    this.growth = new Growth(this);
    this.build();
    this.listen();
  }

  build() {
    this.head = h("div.head");
    this.filters = h("div.filters", { role: "group", "aria-label": "Show" });
    this.maskSwitch = h("button.switch.mask", { type: "button", role: "switch", title: "M", onclick: () => this.change({ mask: !this.view.mask }) }, "Mask");
    this.followSwitch = h("button.switch.follow", { type: "button", role: "switch", "aria-checked": "false", title: "f", onclick: () => this.growth.follow(!this.growth.following) }, "Follow");
    this.pill = h("button.newpill", { type: "button", hidden: true, onclick: () => this.growth.follow(true) }, icon("down"), h("span"));
    this.progress = h("div.reading", { role: "status", hidden: true });
    this.three = h("main.three");
    const events = h("section.pane.events", { "aria-label": "Events" },
      h("div.pane-h.ev-h", {}, h("button.ibtn.sm.only-narrow", { type: "button", "aria-label": "Outline", onclick: () => this.drawer() }, icon("menu")), this.filters, h("span.sp"), h("button.ibtn.sm", { type: "button", "aria-label": "Find in this session, slash", title: "/", onclick: () => this.find.open() }, icon("search")), this.maskSwitch, this.followSwitch),
      this.find.node, this.progress, this.events.list, this.pill);
    this.three.append(this.outline.node, grip({ name: "outline", label: "Width of the outline", on: this.three, min: 160, max: 480, from: "left" }), events, grip({ name: "inspector", label: "Width of the inspector", on: this.three, min: 280, max: 900, from: "right" }), this.inspector.node);
    this.node = h("div.screen", {}, this.head, this.strip.node, this.three);
    this.inspect(innerWidth > 900 && recall("inspector") !== "shut");
    this.heads();
  }

  heads() {
    const s = this.summary;
    this.head?.replaceChildren(bar({ crumbs: crumbs(s) }), tabs("session", s, [...chips(s), source.fixed ? null : h("button.btn.exp-b1", { type: "button", title: "Shift+E", onclick: () => void openExport(s) }, icon("out"), "Export…")]));
    this.filters?.replaceChildren(...FILTERS.map(([id, text, n]) => {
      const k = n(s);
      return h("button.filter", { type: "button", "aria-pressed": String(id === this.view.filter), disabled: id !== "all" && k === 0 ? "" : null, onclick: () => this.change({ filter: id }) }, text, typeof k === "number" ? h("span.n", {}, num(k)) : null);
    }));
    if (this.maskSwitch) aria(this.maskSwitch, "checked", this.view.mask);
    this.strip.end = s.events;
    this.reads();
  }

  /** How far the session is read. */
  reads() {
    const r = this.summary.reading;
    if (!this.progress) return;
    this.progress.hidden = !r;
    if (r) this.progress.textContent = `Reading: ${Math.round(r.done * 100)} %, ${count(r.rows, "row")} so far`;
  }

  listen() {
    const o = { signal: this.life.signal };
    this.events.list.addEventListener("scroll", () => this.growth.letGo(), { passive: true, ...o });
    source.status.addEventListener("pending", (e) => this.pending(/** @type {CustomEvent} */ (e).detail), o);
    addEventListener("pagehide", () => this.growth.seen(), o);
    router.keep(() => ({ top: this.events.index.total ? this.events.list.hold() : null }));
    this.unstream = source.stream(this.key, (what, data) => void this.growth.heard(what, data).catch((e) => { if (!(e instanceof DOMException && e.name === "AbortError")) throw e; })); // what is shown was changed meanwhile
  }

  close() {
    this.growth.seen();
    this.life.abort();
    this.loading.abort();
    this.unstream?.();
    this.find.close();
    this.inspector.cover();
    this.strip.close();
    this.events.close();
    this.growth.close();
    router.keep(() => ({}));
  }

  /** Shows what the address says. */
  load() {
    return (this.loaded = this.fill());
  }

  async fill() {
    this.loading.abort();
    const signal = (this.loading = new AbortController()).signal;
    const late = setTimeout(() => this.events.list.classList.add("waiting"), 200);
    try {
      void this.outline.load(this.view, signal).then(() => this.foot(), (e) => { if (!signal.aborted) this.outline.foot.textContent = e instanceof Error ? e.message : "no outline"; });
      void this.strip.load();
      await this.events.load(this.view, signal);
      if (!signal.aborted) await this.growth.findFresh();
      if (!signal.aborted) await this.restore();
      if (signal.aborted) return;
      this.find.again();
      this.foot();
      if (this.summary.reading) this.growth.poll();
      else void this.growth.look();
    } catch (e) {
      if (signal.aborted) return;
      this.events.list.show({ total: 1, tall: [], draw: () => h("div", { "data-elastic": "" }, empty("fail", "The events cannot be shown", e instanceof Error ? e.message : String(e), h("button.btn", { type: "button", onclick: () => void this.load() }, "Try again"), "bad")) }, { low: 26, high: 34 });
    } finally {
      clearTimeout(late);
      this.events.list.classList.remove("waiting");
    }
  }

  /** Chooses what the address says now: the reader may have gone on while rows were loaded. */
  async restore() {
    const ev = this.events;
    if (!ev.index.total) return this.nothing();
    const place = router.here();
    const e = Number(place.query.e);
    const i = e ? await ev.reach(e) : this.summary.live && ev.fresh > 0 ? ev.fresh : 0;
    if (i < 0 || this.life.signal.aborted) return;
    await ev.select(i, { block: e ? "center" : "nearest" });
    if (ev.at !== i || this.life.signal.aborted) return; // the reader has gone on, or away
    const top = /** @type {{i: number, y: number}|null|undefined} */ (place.state.top);
    if (top && top.i < ev.index.total) ev.list.place(ev.list.offset(top.i) - top.y);
    this.find.restore(router.here().query.find ?? "");
  }

  nothing() {
    const all = this.view.filter === "all";
    const what = all && !this.summary.rows ? "This session has no events" : "No event is shown";
    const why = all && !this.summary.rows ? "Its file is empty, or nothing in it is understood." : `No event passes the filter “${this.view.filter}” at depth ${this.view.depth}.`;
    const action = all && this.view.depth === 5 ? null : h("button.btn", { type: "button", onclick: () => this.change({ filter: "all", depth: 5 }) }, "Show everything");
    this.events.list.show({ total: 1, tall: [], draw: () => h("div", { "data-elastic": "" }, empty("list", what, why, action)) }, { low: 26, high: 34 });
    this.inspector.none(why);
  }

  foot() {
    const files = this.summary.files ?? [];
    const size = files.reduce((n, f) => n + (f.size ?? 0), 0);
    this.outline.foots(this.events.index.total, this.summary.rows, files.length ? `${bytes(size)}, ${count(files.length, "file")}` : "");
  }

  /** @param {Place} place */
  update(place) {
    const view = viewOf(place);
    const tab = tabNamed(place.query.tab);
    this.strip.turnTo(place.query.map === "tokens" ? "tokens" : "time");
    if (!same(view, this.view)) {
      const masks = view.mask !== this.view.mask;
      this.view = view;
      this.tab = tab;
      if (masks && view.mask) this.cover();
      this.heads();
      if (masks) void this.renew().catch((e) => { if (!this.life.signal.aborted) toast(e instanceof Error ? e.message : "The session cannot be read", "fail"); });
      return void this.load();
    }
    this.tab = tab;
    const e = Number(place.query.e);
    if (e && e !== this.n) return void this.restore();
    const row = this.inspector.row;
    if (row) void this.inspector.show(row, tab, view.mask);
    const top = /** @type {{i: number, y: number}|null|undefined} */ (place.state.top);
    if (top && top.i < this.events.index.total) this.events.list.place(this.events.list.offset(top.i) - top.y);
  }

  /** Asks how the session stands. What was asked before the mask was switched, or before somebody asked again, is not taken. @returns {Promise<boolean>} whether it was taken */
  async renew() {
    const mine = ++this.asked, { mask } = this.view;
    const summary = await source.summary(this.key, mask, this.life.signal);
    if (mine !== this.asked || mask !== this.view.mask || this.life.signal.aborted) return false;
    this.summary = summary;
    this.heads();
    return true;
  }

  /** Nothing bare stays on the page while the masked form is made. */
  cover() {
    this.outline.cover();
    this.inspector.cover();
    this.summary = { ...this.summary, title: "…" };
  }

  /** @param {{pending?: string, done?: number}|null} p */
  pending(p) {
    if (!this.progress || (p && p.pending !== "masking")) return;
    this.progress.hidden = !p;
    this.progress.textContent = p ? `Masking secrets${typeof p.done === "number" ? `: ${Math.round(p.done * 100)} %` : ""}. Nothing is shown until it is done.` : "";
    if (!p) this.reads();
  }

  /** @param {Partial<View>} v */
  change(v) {
    if (v.mask !== undefined && source.fixed) return toast(source.fixed, "info");
    const view = { ...this.view, ...v };
    router.set({ filter: view.filter === "all" ? null : view.filter, depth: view.depth === 4 ? null : view.depth, mask: view.mask ? 1 : null, e: this.n || null }, { push: true });
    if (v.mask !== undefined) toast(v.mask ? "Secrets are masked on this page" : "Shown as the record holds it");
  }

  /** @param {Row} row @param {number} at */
  chosen(row, at) {
    this.n = row.n;
    router.set({ e: row.n });
    this.outline.mark(at);
    if (this.node?.classList.contains("insp")) void this.inspector.show(row, this.tab, this.view.mask);
  }

  /** @param {number} n @param {{position?: number}} [o] */
  async goto(n, { position } = {}) {
    const i = position ?? (await this.events.reach(n));
    if (i < 0 || this.life.signal.aborted) return;
    router.remember();
    // Whoever is typing goes on typing.
    await this.events.select(i, { block: "center", focus: document.activeElement !== this.find.input });
  }

  /** @param {number} n @param {boolean} drag */
  async scrollTo(n, drag) {
    const i = await this.events.reach(n);
    if (i < 0 || this.life.signal.aborted) return;
    if (drag) this.events.list.place(this.events.list.offset(i) - this.events.list.view / 3);
    else void this.events.select(i, { block: "center" });
  }

  /** @param {"failures"|"commits"|"compactions"} kind */
  async next(kind) {
    const list = this.strip.map?.[kind].map((x) => x[1]).sort((a, b) => a - b) ?? [];
    const n = list.find((x) => x > this.n) ?? list[0];
    if (n === undefined) return toast(`No ${kind} in this session`, "info");
    await this.goto(n);
  }

  /** @param {string} tab */
  pick(tab) {
    this.inspect(true);
    router.set({ tab: tab === "rendered" ? null : tab }, { push: true });
  }

  /** @param {boolean} on */
  inspect(on) {
    this.node?.classList.toggle("insp", on);
    if (innerWidth > 900) note("inspector", on ? "open" : "shut");
    const row = this.events.pages.get(this.events.at);
    if (on && row) void this.inspector.show(row, this.tab, this.view.mask);
    if (!on) this.focusList();
    else if (innerWidth <= 900) requestAnimationFrame(() => requestAnimationFrame(() => this.events.show()));
  }

  /** @param {boolean} [on] */
  drawer(on) {
    this.node?.classList.toggle("out", on);
  }

  focusList() {
    (this.events.list.drawn.get(this.events.at) ?? this.events.list).focus({ preventScroll: true });
  }

  /** @param {"time"|"tokens"} by */
  mapBy(by) {
    router.set({ map: by === "tokens" ? by : null });
    this.strip.turnTo(by);
  }

  rested() {
    router.remember();
  }

  /** @param {number} n @param {string} [tab] */
  link(n, tab) {
    return router.address(router.here().path, { ...router.here().query, e: n, ...(tab ? { tab } : {}) });
  }

  copyLink() {
    void copy(location.origin + this.link(this.n), `Link to event ${this.n}`);
  }

  copyResume() {
    if (this.summary.resume) void copy(this.summary.resume, "Resume command");
    else toast("This agent has no command that resumes a session", "info");
  }

  /** @param {KeyboardEvent} e @returns {boolean} */
  keys(e) {
    const ev = this.events;
    const step = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (step) return void ev.select(ev.at + step, { focus: true }), true;
    const tab = TAB_KEYS[e.key];
    if (tab) return this.pick(tab), true;
    if (/^[1-5]$/.test(e.key)) return this.change({ depth: Number(e.key) }), true;
    const act = actions(this)[e.key];
    if (!act) return false;
    act();
    return true;
  }

  wrap() {
    const on = this.node?.classList.toggle("wraps");
    toast(on ? "Long lines wrap" : "Long lines scroll sideways");
  }

  escape() {
    if (this.node?.classList.contains("out")) return this.drawer(false);
    if (!this.find.node.hidden) return this.find.shut();
    if (this.inspector.node.contains(document.activeElement) || innerWidth > 900) this.focusList();
    if (innerWidth <= 900) this.inspect(false);
  }

  /** @type {HTMLElement|undefined} */ head;
  /** @type {HTMLElement|undefined} */ filters;
  /** @type {HTMLElement|undefined} */ maskSwitch;
  /** @type {HTMLElement|undefined} */ followSwitch;
  /** @type {HTMLElement|undefined} */ pill;
  /** @type {HTMLElement|undefined} */ progress;
  /** @type {HTMLElement|undefined} */ three;
  /** @type {HTMLElement|undefined} */ node;
  /** @type {(() => void)|undefined} */ unstream;
  /** Ends when the rows that were last asked for are there. @type {Promise<void>|undefined} */ loaded;
}

/** @param {Place} place @returns {Promise<Screen>} */
export async function open(place) {
  const summary = await source.summary(place.key, place.query.mask === "1");
  const s = new Session(place, summary);
  queueMicrotask(() => void s.load());
  return { node: s.node ?? h("div"), title: titleOf(summary), body: "p-session", update: (p) => s.update(p), close: () => s.close(), keys: (e) => s.keys(e), commands: () => commands(s) };
}
