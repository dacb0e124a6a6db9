/** The steps of a session as a graph: drawn where one looks, brought in parts, walked with the arrow keys. */
import { h, icon } from "../dom.js";
import { count, num } from "../format.js";
import * as router from "../router.js";
import { bar, empty, say, tabs } from "../shell.js";
import { crumbs, titleOf } from "../session/facts.js";
import * as source from "../source.js";
import { draw, fitting, inSight, JOINED, lanes, LEFT, says, step, xOf } from "./draw.js";
import { rolls, why } from "./side.js";
import { toast } from "../toast.js";

/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Graph} Graph */
/** @typedef {import("../types.js").GraphNode} GraphNode */

const PART = 500;
const LEGEND = [["", "caused"], ["on", "on the path"], ["retry", "tried again"], ["gone", "no result"]];

class Screen {
  /** @param {Place} place @param {import("../types.js").Summary} summary @param {Graph} graph */
  constructor(place, summary, graph) {
    this.key = place.key;
    this.mask = place.query.mask === "1";
    this.summary = summary;
    this.graph = graph;
    /** @type {Map<number, GraphNode[]>} */
    this.parts = new Map();
    /** Parts under way. @type {Map<number, Promise<void>>} */
    this.asked = new Map();
    /** How often the reader has gone somewhere: what was looked for before that comes too late. */
    this.moves = 0;
    /** @type {Set<number>} */
    this.path = new Set();
    this.chosen = -1;
    this.life = new AbortController();
    this.sight = { x: 0, y: 0, z: 1, width: 0, height: 0 };
    this.frame = 0;
    this.wrap = h("div.gwrap", { tabindex: 0, role: "group", "aria-label": "Graph: arrow keys walk along the links, Enter opens the event" });
    this.zoomText = h("button.tn", { type: "button", title: "0", onclick: () => this.fit() }, "Fit");
    this.whyHead = h("b", {}, "Choose a step");
    this.whyBody = h("div.whyb", {}, h("p.hint.pad.top", {}, "Click a step, or walk with the arrow keys."));
    this.cost = h("div", {});
    this.costSum = h("span.tn");
    this.strip = h("div.gstrip", { "aria-hidden": "true" }, h("i"));
    this.node = this.build();
    this.listen();
    this.watch = new ResizeObserver(() => this.resized());
    this.watch.observe(this.wrap);
    this.place = place;
  }

  build() {
    const g = this.graph, facts = [h("span.f.tn", {}, `${count(g.steps, "step")}, ${count(g.links, "link")}`), g.retries ? h("span.f", {}, count(g.retries, "retry", "retries")) : null, g.failed ? h("span.f.bad", {}, `${num(g.failed)} failed`) : null, g.boxes.length ? h("span.f", {}, count(g.boxes.length, "sub-agent")) : null];
    return h("div.screen", {}, bar({ crumbs: crumbs(this.summary) }), tabs("graph", this.summary, facts), h("main.gr", {},
      h("section.pane.gmain", { "aria-label": "Graph" },
        h("div.pane-h", {}, h("button.filter", { type: "button", disabled: g.failed ? null : "", onclick: () => void this.next((n) => n.status === "failed") }, icon("fail"), "Next failure", h("span.n", {}, num(g.failed))), h("button.filter", { type: "button", disabled: g.retries ? null : "", onclick: () => void this.next((n) => !!n.retry) }, icon("retry"), "Next retry", h("span.n", {}, num(g.retries))), h("span.sp"),
          h("div.seg", { role: "group", "aria-label": "Zoom" }, h("button", { type: "button", "aria-label": "Smaller", title: "−", onclick: () => this.zoom(1 / 1.4) }, "−"), this.zoomText, h("button", { type: "button", "aria-label": "Larger", title: "+", onclick: () => this.zoom(1.4) }, "+"))),
        this.wrap, this.strip,
        h("div.gleg", {}, LEGEND.map(([c, t]) => h("span", {}, h("i", { class: c }), t)), h("span.sp"), h("span.faint", {}, "Left to right in the order of the log. Below 50 % zoom, the steps of a turn are one mark with a count."))),
      h("aside.pane.gside", { "aria-label": "About the chosen step" }, h("div.pane-h", {}, this.whyHead), this.whyBody, h("div.pane-h.mid", {}, h("b", {}, "Cost by turn and sub-agent"), h("span.sp"), this.costSum), this.cost)));
  }

  async start() {
    void source.get(`s/${encodeURIComponent(this.key)}/tree`, { mask: this.mask }, this.life.signal).then((list) => {
      this.cost.replaceChildren(rolls(list, this.key));
    }, (e) => { if (!this.life.signal.aborted) this.cost.replaceChildren(h("p.hint.pad.top", {}, e instanceof Error ? e.message : String(e))); });
  }

  listen() {
    const w = this.wrap;
    w.addEventListener("wheel", (e) => this.wheeled(e), { passive: false });
    w.addEventListener("pointerdown", (e) => this.dragged(e));
    w.addEventListener("click", (e) => this.clicked(e));
    w.addEventListener("dblclick", (e) => { if (this.under(e) >= 0) this.enter(); });
  }

  /** The first size says how much is shown at first. */
  resized() {
    const first = !this.sight.width, box = this.wrap.getBoundingClientRect();
    this.sight = { ...this.sight, width: Math.round(box.width), height: Math.round(box.height) };
    if (first && this.sight.width) this.from(this.place);
    this.request();
  }

  /** @param {Place} place */
  from(place) {
    const fit = fitting(this.graph, this.sight.width), zoom = Number(place.query.zoom);
    this.sight.z = zoom > 0 ? this.bounded(zoom) : Math.max(0.85, Math.min(1.4, fit));
    this.sight.x = Number(place.query.x) || 0;
    const e = Number(place.query.e);
    if (e) void this.chooseEvent(e, !place.query.x);
    this.keepInside();
    this.request();
  }

  /** @param {number} z */
  bounded(z) {
    return Math.max(Math.min(fitting(this.graph, this.sight.width), 1), Math.min(2.5, z));
  }

  keepInside() {
    const v = this.sight, room = (v.width - LEFT - 60) / step(v.z), { all } = lanes(this.graph, v);
    v.x = Math.max(0, Math.min(v.x, this.graph.steps - 1 - room));
    if (this.graph.steps - 1 <= room) v.x = 0;
    v.y = Math.max(0, Math.min(v.y, all - v.height));
  }

  request() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.paint();
    });
  }

  paint() {
    const v = this.sight;
    if (!v.width) return;
    if (v.z >= JOINED) this.bring(...inSight(this.graph, v));
    this.wrap.replaceChildren(draw({ graph: this.graph, node: (i) => this.get(i), path: this.path, chosen: this.chosen }, v));
    this.zoomText.textContent = Math.round(v.z * 100) + " %";
    const all = Math.max(1, this.graph.steps), room = (v.width - LEFT) / step(v.z);
    this.strip.style.setProperty("--a", (v.x / all) * 100 + "%");
    this.strip.style.setProperty("--w", Math.min(100, (room / all) * 100) + "%");
    this.strip.hidden = room >= all;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { if (!this.life.signal.aborted) router.set({ zoom: v.z.toFixed(3).replace(/\.?0+$/, ""), x: Math.round(v.x) || null }); }, 300);
  }

  /** @param {number} i @returns {GraphNode|null} */
  get(i) {
    return this.parts.get(Math.floor(i / PART))?.[i % PART] ?? null;
  }

  /** @param {number} first @param {number} last */
  bring(first, last) {
    for (let p = Math.floor(first / PART); p <= Math.floor(Math.max(0, last) / PART); p++) void this.part(p);
  }

  /** Ends when a part is there, or cannot be had. @param {number} p @returns {Promise<void>} */
  part(p) {
    if (this.parts.has(p) || p < 0 || p * PART >= this.graph.steps) return Promise.resolve();
    const asked = this.asked.get(p) ?? this.fetch(p).finally(() => this.asked.delete(p));
    this.asked.set(p, asked);
    return asked;
  }

  /** @param {number} p */
  async fetch(p) {
    try {
      const got = await source.get(`s/${encodeURIComponent(this.key)}/steps`, { a: String(p * PART), n: PART, mask: this.mask }, this.life.signal);
      this.parts.set(p, got.nodes);
      this.request();
    } catch (e) {
      if (!this.life.signal.aborted) toast(e instanceof Error ? e.message : String(e), "fail");
    }
  }

  /** Where the step cannot be had, the one before stays chosen. @param {number} i @param {boolean} [centre] */
  async choose(i, centre = false) {
    if (i < 0 || i >= this.graph.steps) return;
    const mine = ++this.moves, before = this.chosen;
    this.chosen = i;
    await this.part(Math.floor(i / PART));
    if (mine !== this.moves || this.life.signal.aborted) return;
    const n = this.get(i);
    if (!n) {
      this.chosen = before;
      return;
    }
    this.show(i, centre);
    say(says(n, i));
    router.set({ e: n.n });
    await this.explain(n.n);
  }

  /** @param {number} n @param {boolean} centre */
  async chooseEvent(n, centre) {
    const mine = ++this.moves, w = await this.explain(n);
    if (!w || mine !== this.moves) return;
    this.chosen = w.i;
    this.bring(w.i, w.i);
    this.show(w.i, centre);
  }

  /** @param {number} n @returns {Promise<import("../types.js").Why|null>} */
  async explain(n) {
    const mine = this.moves;
    try {
      const w = await source.get(`s/${encodeURIComponent(this.key)}/why/${n}`, { mask: this.mask }, this.life.signal);
      if (mine !== this.moves) return null;
      this.path = new Set(w.chain.map((/** @type {[number, GraphNode]} */ x) => x[0]));
      this.whyHead.textContent = `Why is event ${n} here?`;
      this.whyBody.replaceChildren(...why(w, (i) => void this.choose(i)).filter((x) => x !== null), h("p.hint.pad", {}, h("a.lk", { href: `/s/${encodeURIComponent(this.key)}?e=${n}${router.masked()}` }, "Open the event")));
      this.request();
      return w;
    } catch (e) {
      if (!this.life.signal.aborted && mine === this.moves) this.whyBody.replaceChildren(h("p.hint.pad.top", {}, e instanceof Error ? e.message : String(e)));
      return null;
    }
  }

  /** Brings a step into sight. @param {number} i @param {boolean} [centre] */
  show(i, centre = false) {
    const v = this.sight, per = step(v.z), room = (v.width - LEFT - 60) / per;
    if (centre || i < v.x + 1 || i > v.x + room - 1) v.x = i - room / 2;
    const n = this.get(i), { y } = lanes(this.graph, v);
    if (n && (y(n.lane) < 30 || y(n.lane) > v.height - 40)) v.y += y(n.lane) - v.height / 2;
    this.keepInside();
    this.request();
  }

  /** @param {number} by @param {number} [at] pixels from the left that stay where they are */
  zoom(by, at) {
    const v = this.sight, held = at ?? (this.chosen >= 0 ? Math.max(LEFT, Math.min(v.width, xOf(v, this.chosen))) : v.width / 2);
    const i = v.x + (held - LEFT - 16) / step(v.z);
    v.z = this.bounded(v.z * by);
    v.x = i - (held - LEFT - 16) / step(v.z);
    this.keepInside();
    this.request();
  }

  fit() {
    const fit = fitting(this.graph, this.sight.width);
    this.sight.z = Math.abs(this.sight.z - 1) > 0.01 && this.sight.z <= fit * 1.01 ? 1 : Math.min(1.4, fit);
    this.keepInside();
    if (this.chosen >= 0) this.show(this.chosen);
    this.request();
  }

  /** @param {WheelEvent} e */
  wheeled(e) {
    e.preventDefault();
    const v = this.sight, sideways = Math.abs(e.deltaX) > Math.abs(e.deltaY) ? e.deltaX : e.shiftKey ? e.deltaY : 0;
    if (sideways) v.x += sideways / step(v.z);
    else return this.zoom(Math.exp(-Math.max(-120, Math.min(120, e.deltaY)) / 300), e.clientX - this.wrap.getBoundingClientRect().left);
    this.keepInside();
    this.request();
  }

  /** @param {PointerEvent} e */
  dragged(e) {
    if (e.button) return;
    const x = e.clientX, y = e.clientY, v = this.sight, from = { x: v.x, y: v.y };
    this.moved = false;
    const move = /** @param {PointerEvent} m */ (m) => {
      if (!this.moved && Math.abs(m.clientX - x) + Math.abs(m.clientY - y) < 5) return;
      this.moved = true;
      v.x = from.x - (m.clientX - x) / step(v.z);
      v.y = from.y - (m.clientY - y);
      this.keepInside();
      this.request();
    };
    const end = () => { removeEventListener("pointermove", move); removeEventListener("pointerup", end); removeEventListener("pointercancel", end); };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  /** The step under the pointer, or -1. @param {Event} e */
  under(e) {
    const g = e.target instanceof Element ? e.target.closest("[data-i]") : null;
    return g ? Number(g.getAttribute("data-i")) : -1;
  }

  /** @param {MouseEvent} e */
  clicked(e) {
    if (this.moved) return;
    const i = this.under(e);
    if (i >= 0) return void this.choose(i);
    const turn = e.target instanceof Element ? e.target.closest("[data-turn]") : null;
    if (!turn) return;
    this.sight.z = 1;
    this.sight.x = Number(turn.getAttribute("data-turn")) - 1;
    this.keepInside();
    void this.choose(Number(turn.getAttribute("data-turn")));
  }

  /** The next step of which something is so, and again from the start. @param {(n: GraphNode) => boolean} is */
  async next(is) {
    const mine = ++this.moves, from = Math.max(-1, this.chosen);
    for (let k = 1; k <= this.graph.steps; k++) {
      const i = (from + k) % this.graph.steps;
      if (!this.parts.has(Math.floor(i / PART))) {
        await this.part(Math.floor(i / PART));
        if (mine !== this.moves || this.life.signal.aborted || !this.parts.has(Math.floor(i / PART))) return;
      }
      const n = this.get(i);
      if (n && is(n)) {
        if (this.sight.z < JOINED) this.sight.z = 1;
        return this.choose(i);
      }
    }
  }

  /** Along the links: to the nearest cause, to the first effect, among the effects of one cause. @param {string} key */
  async walk(key) {
    const i = Math.max(0, this.chosen), n = this.get(i);
    if (this.chosen < 0 || !n) return this.choose(i);
    const causes = (n.causes ?? []).map((x) => x[0]), effects = (n.effects ?? []).map((x) => x[0]);
    if (key === "ArrowLeft") return this.choose(causes.length ? Math.max(...causes) : i - 1);
    if (key === "ArrowRight") return this.choose(effects[0] ?? i + 1);
    const parent = causes.length ? this.get(Math.max(...causes)) : null;
    const mates = (parent?.effects ?? []).map((x) => x[0]), at = mates.indexOf(i);
    const to = at < 0 ? undefined : mates[at + (key === "ArrowDown" ? 1 : -1)];
    if (to !== undefined) return this.choose(to);
  }

  enter() {
    const n = this.get(this.chosen);
    if (n) router.go(`/s/${encodeURIComponent(this.key)}?e=${n.n}${router.masked()}`);
  }

  /** @param {KeyboardEvent} e */
  keys(e) {
    if (e.key.startsWith("Arrow")) return void this.walk(e.key), true;
    const v = this.sight, page = ((v.width - LEFT) / step(v.z)) * 0.8;
    const pan = /** @param {number} by */ (by) => { v.x += by; this.keepInside(); this.request(); };
    /** @type {Record<string, () => void>} */
    const act = { j: () => void this.choose(this.chosen + 1), k: () => void this.choose(this.chosen - 1), g: () => void this.choose(0), Home: () => void this.choose(0), G: () => void this.choose(this.graph.steps - 1), End: () => void this.choose(this.graph.steps - 1), "+": () => this.zoom(1.4), "=": () => this.zoom(1.4), "-": () => this.zoom(1 / 1.4), 0: () => this.fit(), PageDown: () => pan(page), PageUp: () => pan(-page), "!": () => void this.next((n) => n.status === "failed"), Enter: () => this.enter() };
    const f = act[e.key];
    if (!f) return false;
    f();
    return true;
  }

  /** @param {Place} place */
  update(place) {
    const e = Number(place.query.e), at = this.chosen >= 0 ? this.get(this.chosen) : null;
    this.from({ ...place, query: e && at?.n === e ? { ...place.query, e: "" } : place.query });
  }

  close() {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    this.life.abort();
    this.watch.disconnect();
  }

  /** @type {number|undefined} */ timer;
  moved = false;
}

/** @param {Place} place @returns {Promise<import("../types.js").Screen>} */
export async function open(place) {
  const mask = place.query.mask === "1", title = "Graph";
  const summary = await source.summary(place.key, mask);
  /** @type {Graph} */
  const graph = await source.get(`s/${encodeURIComponent(place.key)}/graph`, { mask });
  if (!graph.steps) return { title, body: "p-graph", node: h("div.screen", {}, bar({ crumbs: crumbs(summary) }), tabs("graph", summary), h("main", {}, empty("graph", "There is no step to draw", "A step is a prompt, a call or an answer, and this session has none.", h("a.btn", { href: `/s/${encodeURIComponent(place.key)}` }, "Events")))) };
  const s = new Screen(place, summary, graph);
  void s.start();
  return { node: s.node, title: `${titleOf(summary)}, graph`, body: "p-graph", update: (p) => s.update(p), close: () => s.close(), keys: (e) => s.keys(e), commands: () => [{ text: "Show the whole graph", icon: "graph", keys: ["0"], run: () => s.fit() }] };
}
