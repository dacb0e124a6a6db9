/** All sessions: a dense table that one can filter, sort and walk through. */
import { add, aria, h, icon, kbd } from "../dom.js";
import { num } from "../format.js";
import { List } from "../list.js";
import { Pages } from "../pages.js";
import * as router from "../router.js";
import { bar, empty } from "../shell.js";
import * as source from "../source.js";
import { remember } from "../session/neighbours.js";
import { toast } from "../toast.js";
import { chosen, facets, FACETS, named } from "./facets.js";
import { greySession, groupRow, sessionRow } from "./row.js";

/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Screen} Screen */
/** @typedef {import("../types.js").Sessions} Sessions */
/** @typedef {import("../types.js").SessionRow} SessionRow */

/** @type {[string, string, string][]} */
const COLUMNS = [["title", "Session", "s-title"], ["agent", "Agent", "s-agent"], ["project", "Project", "s-proj"], ["", "Shape", "s-shape"], ["turns", "Turns", "s-num s-turns"], ["calls", "Calls", "s-num s-calls"], ["failed", "Failed", "s-num s-fail"], ["tokens", "Tokens", "s-num s-tok"], ["cost", "Cost", "s-num s-usd"], ["", "Length", "s-num s-len"], ["active", "Last", "s-num s-age"]];
/** Columns of words, which start with A; the others start with the greatest. */
const WORDS = new Set(["title", "agent", "project"]);
const NONE = /** @type {Sessions} */ ({ total: 0, of: 0, rows: [], facets: {}, groups: [], notices: [] });

class SessionList {
  /** @param {Place} place */
  constructor(place) {
    this.place = place;
    this.data = NONE;
    this.at = 0;
    this.timer = 0;
    this.again = 0;
    /** @type {AbortController|null} */
    this.asking = null;
    this.list = new List();
    this.list.className = "s-scroll";
    this.list.setAttribute("role", "rowgroup");
    this.list.tabIndex = -1;
    this.head = h("div.shead", { role: "row" });
    this.aside = h("aside.pane.facets", { "aria-label": "Filters" });
    this.said = h("span.faint.tn", { role: "status" });
    this.notices = h("div");
    this.quick = h("div.quick");
    this.input = /** @type {HTMLInputElement} */ (h("input", { placeholder: "Filter by title, project, branch", "aria-label": "Filter", autocomplete: "off", spellcheck: "false", value: place.query.q, oninput: () => this.typed(), onkeydown: (/** @type {KeyboardEvent} */ e) => { if (e.key === "Escape" || e.key === "Enter") this.walk(0); } }));
    this.table = h("div.s-table", { role: "table", "aria-label": "Sessions" }, this.head, this.list);
    this.node = h("div.screen", {}, bar({ at: "Sessions" }), h("main", {}, h("h1.vh", {}, "Sessions"), this.aside,
      h("section.pane.slist", { "aria-label": "Sessions" }, h("div.s-tools", {}, h("button.ibtn.sm.only-facets", { type: "button", "aria-label": "Filters", onclick: () => this.node.classList.toggle("out") }, icon("filter")), h("label.field", {}, icon("search"), this.input, kbd("/")), this.quick, h("span.sp"), this.said), this.notices, this.table)));
    this.list.addEventListener("click", (e) => this.click(e));
    this.pages = this.cache();
    this.life = new AbortController();
    source.status.addEventListener("pending", (e) => this.pending(/** @type {CustomEvent} */ (e).detail), { signal: this.life.signal });
    router.keep(() => ({ top: this.list.top, at: this.at }));
  }

  /** What the server is asked for. @returns {Record<string, string|string[]>} */
  get query() {
    const q = this.place.query;
    const facets = Object.fromEntries(FACETS.map((f) => [f, chosen(q, f)]));
    return { q: q.q ?? "", sort: q.sort ?? "", since: q.since ?? "", ...facets };
  }

  /** @returns {Pages<SessionRow>} */
  cache() {
    const { query } = this;
    return new Pages(async (a, n, signal) => (await source.sessions(query, a, n, signal)).rows, () => this.list.refreshAll(), (e) => toast(e instanceof Error ? e.message : "Sessions cannot be loaded", "fail"));
  }

  /** @param {boolean} [same] whether it is the same list, asked for again: then the reader stays where they are */
  async load(same = false) {
    clearTimeout(this.again);
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    try {
      const data = await source.sessions(this.query, 0, 100, asking.signal);
      if (asking.signal.aborted) return;
      this.pages.clear();
      this.pages = this.cache();
      this.pages.put(0, data.rows);
      this.data = data;
      remember(data.rows.map((r) => r.key));
      this.draw(same);
      // The catalog is brought up to date behind our back; an empty one may be about to fill.
      if (typeof data.syncing === "number" || !data.of) this.again = setTimeout(() => void this.load(true), 1500);
    } catch (e) {
      if (!asking.signal.aborted) this.fill(empty("fail", "The sessions cannot be listed", e instanceof Error ? e.message : String(e), h("button.btn", { type: "button", onclick: () => void this.load() }, "Try again"), "bad"));
    }
  }

  /** Before there is any catalog. @param {{pending?: string, done?: number|null}|null} p */
  pending(p) {
    if (p?.pending === "indexing") this.said.textContent = "Reading the sessions for the first time" + (typeof p.done === "number" ? `: ${Math.round(p.done * 100)} %` : "…");
  }

  /** @param {HTMLElement} what */
  fill(what) {
    this.list.show({ total: 1, tall: [], draw: () => { what.dataset.elastic = ""; return what; } }, { low: 32, high: 40 });
  }

  /** @param {boolean} same */
  draw(same) {
    const d = this.data, q = this.place.query;
    this.said.textContent = `${num(d.total)} of ${num(d.of)}` + (typeof d.syncing === "number" ? `, reading ${Math.round(d.syncing * 100)} %` : "");
    aria(this.table, "rowcount", d.total + 1);
    this.aside.replaceChildren();
    add(this.aside, facets(d, q, (f, v, on) => this.pick(f, v, on)));
    this.notices.replaceChildren(...d.notices.map((n) => h("div.notice", {}, icon("clock"), h("span", {}, n.text, n.action ? [" ", h("code.md-code", {}, n.action)] : null))));
    this.quick.replaceChildren(...FACETS.flatMap((f) => chosen(q, f).map((v) => h("button.filter", { type: "button", "aria-pressed": "true", title: "Remove this filter", onclick: () => this.pick(f, v, false) }, named(f, v), icon("x")))));
    this.heads();
    if (!d.total) return this.fill(d.of ? empty("search", "No session matches", "Fewer filters show more.", h("button.btn", { type: "button", onclick: () => router.go("/") }, "Show all")) : empty("list", "No sessions found", "Steno looks where agents keep their logs. Run `steno doctor` to see which places it knows."));
    const { top } = this.list, focused = same && this.list.contains(document.activeElement);
    const coarse = matchMedia("(pointer: coarse)").matches, narrow = matchMedia("(max-width: 560px)").matches;
    this.list.show({ total: d.total + d.groups.length, tall: d.groups.map((g, i) => g[1] + i), draw: (i) => this.row(i), sight: (a, b) => this.pages.want(Math.max(0, this.session(a)), Math.min(d.total - 1, this.session(b))), rest: () => router.remember(), pad: 24 }, { low: narrow ? 58 : coarse ? 48 : 32, high: narrow ? 40 : coarse ? 48 : 36 });
    const s = same ? { top, at: this.at } : this.place.state;
    this.at = typeof s.at === "number" && s.at < d.total ? s.at : 0;
    this.list.place(typeof s.top === "number" ? s.top : 0);
    if (focused) this.walk(this.at);
  }

  heads() {
    const by = this.place.query.sort || "active";
    this.head.replaceChildren(...COLUMNS.map(([id, text, cls]) => {
      const on = id !== "" && id === by, up = WORDS.has(id);
      return h("span", { class: cls, role: "columnheader", "aria-sort": on ? (up ? "ascending" : "descending") : null }, id ? h("button", { type: "button", onclick: () => this.sort(on ? "active" : id) }, text + (on ? (up ? " ↑" : " ↓") : "")) : text);
    }));
  }

  /** @param {string} by */
  sort(by) {
    router.set({ sort: by === "active" ? null : by }, { push: true });
  }

  /** @param {string} facet @param {string} value @param {boolean} on */
  pick(facet, value, on) {
    const rest = chosen(this.place.query, facet).filter((v) => v !== value);
    router.set({ [facet]: (on ? [...rest, value] : rest).map(encodeURIComponent).join(",") || null }, { push: true });
  }

  typed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      router.set({ q: this.input.value || null });
      this.place = router.here();
      void this.load();
    }, 150);
  }

  /** Which group starts at a line of the list. @param {number} i */
  group(i) {
    return this.data.groups.findIndex((g, k) => g[1] + k === i);
  }

  /** The session at a line of the list; headings stand before the first of theirs. @param {number} i */
  session(i) {
    let k = 0;
    while (k < this.data.groups.length && (this.data.groups[k]?.[1] ?? 0) + k < i) k++;
    return i - k;
  }

  /** The line of a session. @param {number} n */
  line(n) {
    return n + this.data.groups.filter((g) => g[1] <= n).length;
  }

  /** @param {number} i */
  row(i) {
    const g = this.data.groups[this.group(i)];
    if (g) return groupRow(g[0], g[2], g[3]);
    const n = this.session(i), r = this.pages.get(n);
    return r ? sessionRow(r, { on: n === this.at, at: n, of: this.data.total }) : greySession();
  }

  /** @param {number} n */
  walk(n) {
    const old = this.at;
    this.at = Math.max(0, Math.min(this.data.total - 1, n));
    this.list.selected = this.line(this.at);
    this.list.reveal(this.line(this.at), "nearest");
    this.list.refresh(this.line(old));
    this.list.refresh(this.line(this.at));
    this.list.drawn.get(this.line(this.at))?.querySelector("a")?.focus({ preventScroll: true });
  }

  /** @param {Event} e */
  click(e) {
    const row = e.target instanceof Element ? e.target.closest(".srow") : null;
    if (row instanceof HTMLElement) this.at = this.session(Number(row.dataset.i));
  }

  /** @param {Place} place */
  update(place) {
    this.place = place;
    if (document.activeElement !== this.input) this.input.value = place.query.q ?? "";
    void this.load();
  }

  /** @param {KeyboardEvent} e */
  keys(e) {
    const to = { j: this.at + 1, ArrowDown: this.at + 1, k: this.at - 1, ArrowUp: this.at - 1, g: 0, Home: 0, G: this.data.total - 1, End: this.data.total - 1, PageDown: this.at + 20, PageUp: this.at - 20 }[e.key];
    if (to !== undefined) return this.walk(to), true;
    if (e.key === "/") return this.input.focus(), true;
    if (e.key === "Escape") return this.node.classList.remove("out"), false;
    const r = this.pages.get(this.at);
    if ((e.key === "Enter" || e.key === "l") && r) return router.go("/s/" + encodeURIComponent(r.key)), true;
    return false;
  }

  close() {
    this.asking?.abort();
    this.life.abort();
    this.pages.clear();
    clearTimeout(this.timer);
    clearTimeout(this.again);
    router.keep(() => ({}));
  }
}

/** @param {Place} place @returns {Screen} */
export function open(place) {
  const s = new SessionList(place);
  void s.load();
  return { node: s.node, title: "Sessions", body: "p-sessions", update: (p) => s.update(p), close: () => s.close(), keys: (e) => s.keys(e) };
}
