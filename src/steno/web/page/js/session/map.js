/** The whole session in one strip, drawn in pixels of its own box: dragged, clicked, or moved over with the arrow keys. */
import { aria, h, icon, s, vars } from "../dom.js";
import { count } from "../format.js";
import * as source from "../source.js";

/** @typedef {import("../types.js").SessionMap} SessionMap */
/** @typedef {import("../types.js").Row} Row */

const HIGH = 38;
const NAMED = 60;
/** @type {Record<string, string>} */
const INK = { human: "human", agent: "agent", thinking: "thinking", sub: "agent", tool: "tool", commit: "result", note: "annotated", failed: "failure" };

/** @param {SessionMap} m @param {number} w */
function strip(m, w) {
  const x = /** @param {number} v */ (v) => Math.round((4 + v * (w - 8)) * 10) / 10;
  /** @type {Map<string, string>} */
  const bars = new Map();
  for (const [at, width, high, kind, failed] of m.bars) {
    const ink = failed ? "failure" : INK[kind] ?? "system";
    const wide = Math.max(2, Math.min(40, width * (w - 8))), tall = Math.max(3, high * 27);
    bars.set(ink, (bars.get(ink) ?? "") + `M${x(at)} ${HIGH}v${-tall.toFixed(1)}h${wide.toFixed(1)}v${tall.toFixed(1)}z`);
  }
  const near = spaced(m.turns.map((t) => x(t[0])), 16);
  return s("svg", { viewBox: `0 0 ${w} ${HIGH}`, width: w, height: HIGH, "aria-hidden": "true" },
    ["system", "thinking", "tool", "agent", "human", "result", "annotated", "failure"].map((k) => bars.has(k) ? s("path.b", { d: bars.get(k), class: k }) : null),
    m.context.length > 1 && s("path.ctx", { d: "M" + m.context.map(([a, y]) => `${x(a)} ${(HIGH - 2 - y * 30).toFixed(1)}`).join("L") }),
    m.turns.length ? s("path.turn", { d: m.turns.map((t) => `M${x(t[0])} 0V${HIGH}`).join("") }) : null,
    m.turns.map((t, i) => near[i] ? s("text.tl", { x: x(t[0]) + 4, y: 9 }, String(t[1])) : null),
    m.compactions.length ? s("path.cmp", { d: m.compactions.map((c) => `M${x(c[0])} 3V${HIGH}`).join("") }) : null,
    commits(m, x),
    m.failures.length ? s("path.err", { d: m.failures.map((f) => `M${x(f[0]) - 3} 2h6l-3 6z`).join("") }) : null);
}

/** Each says which commit it is; very many are one drawing, to save nodes. @param {SessionMap} m @param {(v: number) => number} x */
function commits(m, x) {
  const shape = /** @param {[number, number]} c */ (c) => `M${x(c[0])} 2l5 5-5 5-5-5z`;
  if (m.commits.length > NAMED) return s("path.cmt", { d: m.commits.map(shape).join("") });
  return m.commits.map((c) => s("path.cmt", { d: shape(c) }, s("title", {}, m.shas?.[c[1]] ? `Commit ${m.shas[c[1]]}` : `Event ${c[1]} asked git for a commit`)));
}

/** Which of these labels have room. @param {number[]} xs @param {number} room */
function spaced(xs, room) {
  let last = -Infinity;
  return xs.map((x) => x - last >= room && !!(last = x, true));
}

export class Strip {
  /** @param {{key: string, by: "time"|"tokens", picked: (by: "time"|"tokens") => void, go: (n: number, drag: boolean) => void, next: (kind: "failures"|"commits"|"compactions") => void}} o */
  constructor(o) {
    this.o = o;
    this.by = o.by;
    /** @type {SessionMap|null} */
    this.map = null;
    this.width = 0;
    /** Places on the map whose event is known, by number. @type {[number, number][]} */
    this.anchors = [];
    this.box = h("div.map-s");
    this.view = h("div.view", { "aria-hidden": "true" });
    this.ticks = h("div.map-x", { "aria-hidden": "true" });
    this.area = h("div.map-c", { tabindex: 0, role: "slider", "aria-label": "Place in the session", "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": 0, onpointerdown: (/** @type {PointerEvent} */ e) => this.drag(e), onkeydown: (/** @type {KeyboardEvent} */ e) => this.key(e) }, this.box, this.view, this.ticks);
    this.seg = h("div.seg", { role: "group", "aria-label": "Map by" }, /** @type {const} */ (["time", "tokens"]).map((by) => h("button", { type: "button", title: "z", "data-by": by, "aria-pressed": String(by === this.by), onclick: () => o.picked(by) }, by === "time" ? "Time" : "Tokens")));
    this.jumps = h("div.map-r");
    this.node = h("section.map", { "aria-label": "Map of the session" }, h("div.map-l", {}, this.seg), this.area, this.jumps);
    this.sizes = new ResizeObserver(() => { if (Math.abs(this.box.clientWidth - this.width) > 1) void this.load(); });
    this.sizes.observe(this.box);
  }

  close() {
    this.sizes.disconnect();
    this.asking?.abort();
  }

  /** @param {"time"|"tokens"} by */
  turnTo(by) {
    if (by === this.by) return;
    this.by = by;
    for (const b of this.seg.children) aria(b, "pressed", /** @type {HTMLElement} */ (b).dataset.by === by);
    void this.load();
  }

  async load() {
    const width = this.box.clientWidth;
    if (!width) return;
    this.width = width;
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    try {
      const m = await source.map(this.o.key, this.by, Math.min(width, 2000), asking.signal);
      if (asking.signal.aborted) return;
      this.map = m;
      this.draw(m, width);
    } catch (e) {
      if (!asking.signal.aborted) this.ticks.replaceChildren(h("span", {}, e instanceof Error ? e.message : "no map"));
    }
  }

  /** @param {SessionMap} m @param {number} width */
  draw(m, width) {
    this.box.replaceChildren(strip(m, width));
    const room = spaced(m.ticks.map(([x]) => x * width), 56);
    this.ticks.replaceChildren(...m.ticks.flatMap(([x, text], i) => room[i] ? [h("span", { vars: { left: x * 100 + "%" } }, text)] : []));
    this.anchors = /** @type {[number, number][]} */ ([...m.turns.map((t) => [t[0], t[2]]), ...m.failures, ...m.commits, ...m.compactions]).sort((a, b) => a[1] - b[1]);
    const jump = /** @param {"failures"|"commits"|"compactions"} kind @param {string} glyph @param {string} cls @param {string} what */ (kind, glyph, cls, what) => m[kind].length ? h("button.jump", { type: "button", class: cls, title: what, "aria-label": `${what}, ${m[kind].length}`, onclick: () => this.o.next(kind) }, icon(glyph), String(m[kind].length)) : null;
    this.jumps.replaceChildren(...[jump("failures", "fail", "", "Next failure, !"), jump("commits", "commit", "c", "Next commit, #"), jump("compactions", "compact", "k", "Next compaction")].filter((x) => x !== null));
    aria(this.area, "description", `${count(m.failures.length, "failure")}, ${count(m.commits.length, "commit")}, ${count(m.compactions.length, "compaction")}`);
    if (this.shown) this.sight(...this.shown);
  }

  /** Where an event lies on the strip, 0 to 1. @param {Row} r */
  at(r) {
    const m = this.map;
    if (m && this.by === "time" && r.time && m.from !== null && m.to !== null) {
      const a = stamp(m.from), b = stamp(m.to), t = Date.parse(r.time);
      if (b > a && !Number.isNaN(t)) return Math.max(0, Math.min(1, (t - a) / (b - a)));
    }
    return this.between(r.n, 1, 0);
  }

  /** From one side of the anchors to the other, in a straight line between two of them. @param {number} v @param {0|1} from @param {0|1} to */
  between(v, from, to) {
    const list = this.anchors;
    const i = list.findIndex((x) => x[from] > v);
    const last = list.length - 1;
    const a = list[i < 0 ? last : Math.max(0, i - 1)], b = list[i < 0 ? last : i];
    if (!a || !b) return 0;
    const span = b[from] - a[from];
    return span > 0 ? a[to] + ((v - a[from]) / span) * (b[to] - a[to]) : a[to];
  }

  /** The rows in sight. @param {Row} first @param {Row} last */
  sight(first, last) {
    this.shown = /** @type {[Row, Row]} */ ([first, last]);
    const a = this.at(first), b = Math.max(a, this.at(last)), w = Math.max(0.012, b - a);
    vars(this.view, { left: `calc(4px + (100% - 8px) * ${Math.min(a, 1 - w).toFixed(4)})`, width: `calc((100% - 8px) * ${w.toFixed(4)})` });
    aria(this.area, "valuenow", Math.round(a * 100));
    aria(this.area, "valuetext", `event ${first.n}`);
  }

  /** @param {PointerEvent} e */
  drag(e) {
    if (e.button) return;
    const move = /** @param {PointerEvent} p @param {boolean} drag */ (p, drag) => {
      const r = this.box.getBoundingClientRect();
      this.goto((p.clientX - r.left - 4) / (r.width - 8), drag);
    };
    this.area.setPointerCapture(e.pointerId);
    move(e, true);
    const moved = /** @param {PointerEvent} p */ (p) => move(p, true);
    this.area.addEventListener("pointermove", moved);
    this.area.addEventListener("lostpointercapture", () => this.area.removeEventListener("pointermove", moved), { once: true });
  }

  /** @param {number} x @param {boolean} drag */
  goto(x, drag) {
    const v = Math.max(0, Math.min(1, x));
    const n = Math.round(this.between(v, 0, 1));
    const last = this.anchors.at(-1);
    if (!this.anchors.length) return;
    this.o.go(last && v > last[0] ? Math.round(last[1] + ((v - last[0]) / Math.max(0.0001, 1 - last[0])) * Math.max(0, (this.end ?? last[1]) - last[1])) : Math.max(1, n), drag);
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const by = { ArrowRight: 0.02, ArrowLeft: -0.02, PageDown: 0.1, PageUp: -0.1, Home: -1, End: 1 }[e.key];
    if (!by) return;
    e.preventDefault();
    e.stopPropagation();
    this.goto(Number(this.area.getAttribute("aria-valuenow")) / 100 + by, false);
  }

  /** The number of the last event, to reach what comes after the last anchor. @type {number|undefined} */
  end;
  /** @type {[Row, Row]|undefined} */
  shown;
  /** @type {AbortController|undefined} */
  asking;
}

/** @param {string|number} t */
const stamp = (t) => typeof t === "number" ? t * (t < 1e11 ? 1000 : 1) : Date.parse(t);
