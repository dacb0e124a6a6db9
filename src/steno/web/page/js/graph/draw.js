/** Draws the part of a graph that is in sight: x is the order of the log, y the lane.  Knows where things lie, nothing of the page. */
import { icon, s } from "../dom.js";
import { count, num } from "../format.js";

/** @typedef {import("../types.js").Graph} Graph */
/** @typedef {import("../types.js").GraphNode} GraphNode */
/** @typedef {{x: number, y: number, z: number, width: number, height: number}} Sight `x`: the first step in sight, `y`: pixels from the top, `z`: zoom */
/** @typedef {{graph: Graph, node: (i: number) => GraphNode|null, path: Set<number>, chosen: number}} Shown */

export const LEFT = 92;
export const STEP = 34;
/** Below this zoom a turn is one mark. */
export const JOINED = 0.5;
const HEAD = 76, FOOT = 70, SHORT = 62, TALL = 156, RIGHT = 44;

/** Pixels between two steps. @param {number} z */
export const step = (z) => STEP * z;

/** @param {Sight} v @param {number} i */
export const xOf = (v, i) => LEFT + 16 + (i - v.x) * step(v.z);

/** @param {Graph} g @param {Sight} v */
export function lanes(g, v) {
  const n = Math.max(2, g.lanes.length);
  const gap = Math.max(SHORT, Math.min(TALL, (v.height - HEAD - FOOT) / (n - 1)));
  return { gap, y: /** @param {number} l */ (l) => HEAD + l * gap - v.y, all: HEAD + (g.lanes.length - 1) * gap + FOOT };
}

/** The zoom at which all steps are in sight. @param {Graph} g @param {number} width */
export const fitting = (g, width) => Math.max(0.002, (width - LEFT - RIGHT - 16) / (STEP * Math.max(1, g.steps - 1)));

/** The steps in sight. @param {Graph} g @param {Sight} v @returns {[number, number]} */
export function inSight(g, v) {
  const per = step(v.z);
  return [Math.max(0, Math.floor(v.x - 1 - LEFT / per)), Math.min(g.steps - 1, Math.ceil(v.x + (v.width - LEFT) / per) + 1)];
}

/** @param {[number, number]} a @param {[number, number]} b */
function curve([x1, y1], [x2, y2]) {
  const m = (x1 + x2) / 2;
  if (Math.abs(y1 - y2) >= 2) return `M${x1} ${y1}C${m} ${y1} ${m} ${y2} ${x2} ${y2}`;
  // Two steps of one lane that are not neighbours: over those between them.
  return x2 - x1 <= STEP * 2.2 ? `M${x1} ${y1}H${x2}` : `M${x1} ${y1 - 9}C${x1 + 24} ${y1 - 34} ${x2 - 24} ${y1 - 34} ${x2} ${y1 - 9}`;
}

/** @param {Shown} d @param {Sight} v */
function edges(d, v) {
  const { y } = lanes(d.graph, v), [first, last] = inSight(d.graph, v);
  /** @type {SVGElement[]} */
  const out = [];
  const draw = /** @param {number} a @param {number} la @param {number} b @param {number} lb @param {string} cls */ (a, la, b, lb, cls) => {
    const on = d.path.has(a) && d.path.has(b) ? " on" : "";
    out.push(s("path.e", { d: curve([xOf(v, a), y(la)], [xOf(v, b), y(lb)]), class: cls + on }));
  };
  for (let i = first; i <= last; i++) {
    const n = d.node(i);
    if (!n) continue;
    for (const [a, lane] of n.causes ?? []) draw(a, lane, i, n.lane, n.status === "missing" ? "gone" : "");
    for (const [b, lane] of n.effects ?? []) if (b > last) draw(i, n.lane, b, lane, "");
    if (n.retry) out.push(s("path.e.retry", { d: arc(xOf(v, n.retry[0]), y(n.retry[1]), xOf(v, i), y(n.lane)) }));
  }
  return out;
}

/** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 */
const arc = (x1, y1, x2, y2) => `M${x1} ${y1 + 11}C${x1 + 10} ${y1 + 36} ${x2 - 10} ${y2 + 36} ${x2} ${y2 + 11}`;

/** @param {GraphNode} n */
function shape(n) {
  if (n.icon === "commit") return s("path.sh", { d: "M0-12 12 0 0 12-12 0Z" });
  return n.kind === "tool" ? s("rect.sh", { x: -11, y: -11, width: 22, height: 22, rx: 4 }) : s("circle.sh", { r: 11 });
}

/** What a step is, in words. @param {GraphNode} n @param {number} i */
export const says = (n, i) => [`step ${i + 1}, event ${n.n}`, n.kind === "tool" ? n.name ?? "a call" : n.kind === "human" ? "prompt" : n.kind, n.text ?? "", n.status && n.status !== "ok" ? n.status : "", n.retry ? `tries step ${n.retry[0] + 1} again` : ""].filter(Boolean).join(", ");

/** @param {Shown} d @param {Sight} v @param {number} i */
function node(d, v, i) {
  const n = d.node(i), { y } = lanes(d.graph, v);
  if (!n) return s("circle.gwait", { cx: xOf(v, i), cy: y(1), r: 4 });
  const kind = n.icon === "commit" ? "commit" : n.kind;
  const glyph = icon(n.kind === "tool" ? n.icon : n.kind);
  for (const [k, x] of [["x", -7], ["y", -7], ["width", 14], ["height", 14]]) glyph.setAttribute(String(k), String(x));
  const cls = `n-${kind} s-${n.status ?? ""}` + (d.path.has(i) ? " on" : "") + (d.chosen === i ? " sel" : "");
  return s("g.node", { class: cls, "data-i": i, role: "button", "aria-label": says(n, i), transform: `translate(${xOf(v, i)} ${y(n.lane)})` }, s("title", {}, says(n, i)), shape(n), glyph, n.says ? s("text.lb", { y: 26, "text-anchor": "middle", class: n.status === "failed" ? "fl" : n.status === "running" ? "ok" : "ls" }, v.z > 0.85 ? n.says : "") : null);
}

/** The prompt of each turn, above its first step. @param {Shown} d @param {Sight} v */
function titles(d, v) {
  const { y } = lanes(d.graph, v), [first, last] = inSight(d.graph, v);
  return d.graph.turns.filter((t) => t.turn !== null && t.first >= first - 40 && t.first <= last).map((t, k, all) => {
    const x = xOf(v, t.first), next = all[k + 1];
    const room = Math.floor(((next ? xOf(v, next.first) : v.width + 200) - x - 30) / 6.1);
    const text = t.text ?? "";
    return s("g", {}, s("text.lb.hn", { x: x - 4, y: y(0) - 20 }, String(t.turn)), room > 3 && s("text.lb.hl", { x: x + 6 + 7 * String(t.turn).length, y: y(0) - 20 }, text.length > room ? text.slice(0, Math.max(2, room - 1)).trimEnd() + "…" : text));
  });
}

/** Turns too narrow to be told apart are one mark. @param {Shown} d @param {Sight} v @returns {{a: number, b: number, first: number, steps: number, failed: number, n: number}[]} */
export function marks(d, v) {
  /** @type {{a: number, b: number, first: number, steps: number, failed: number, n: number}[]} */
  const out = [];
  const least = 30 / step(v.z);
  for (const t of d.graph.turns) {
    const before = out[out.length - 1];
    if (before && before.steps < least) Object.assign(before, { b: t.turn ?? before.b, steps: before.steps + t.steps, failed: before.failed + t.failed });
    else out.push({ a: t.turn ?? 0, b: t.turn ?? 0, first: t.first, steps: t.steps, failed: t.failed, n: t.n });
  }
  return out;
}

/** @param {Shown} d @param {Sight} v */
function joined(d, v) {
  const { y } = lanes(d.graph, v), top = y(0) - 12, bottom = y(d.graph.lanes.length - 1) + 12, [first, last] = inSight(d.graph, v);
  return marks(d, v).filter((m) => m.first <= last && m.first + m.steps >= first).map((m) => {
    const x = xOf(v, m.first), w = Math.max(4, m.steps * step(v.z) - 3), mid = (top + bottom) / 2;
    const at = d.chosen >= m.first && d.chosen < m.first + m.steps ? " sel" : "";
    const name = m.a === m.b ? `turn ${m.a}` : `turns ${m.a} to ${m.b}`;
    const says = `${name}, ${count(m.steps, "step")}` + (m.failed ? `, ${m.failed} failed` : "");
    return s("g.gturn", { class: at, "data-turn": m.first, role: "button", "aria-label": says }, s("title", {}, says), s("rect", { x, y: top, width: w, height: bottom - top, rx: 5 }),
      m.failed ? s("rect.gfail", { x, y: bottom - 5, width: Math.max(2, (w * m.failed) / m.steps), height: 5, rx: 2 }) : null,
      w > 26 && [s("text.lb.hn", { x: x + w / 2, y: top + 18, "text-anchor": "middle" }, m.a === m.b ? String(m.a) : w > 50 ? `${m.a}–${m.b}` : `${m.a}…`), s("text.gcount", { x: x + w / 2, y: mid + 5, "text-anchor": "middle" }, num(m.steps)), m.failed && s("text.lb.fl", { x: x + w / 2, y: bottom - 12, "text-anchor": "middle" }, w > 54 ? `${m.failed} failed` : String(m.failed))]);
  });
}

/** @param {Shown} d @param {Sight} v */
export function draw(d, v) {
  const { y } = lanes(d.graph, v), [first, last] = inSight(d.graph, v), g = d.graph;
  const many = v.z < JOINED;
  const lines = g.lanes.map((l, i) => s("line.lane", { x1: LEFT - 14, x2: v.width, y1: y(i), y2: y(i) }));
  const names = s("g", {}, s("rect.gedge", { x: 0, y: 0, width: LEFT - 14, height: v.height }), g.lanes.map((l, i) => s("text.lt", { x: 14, y: y(i) + 4 }, l.name)));
  const boxes = g.boxes.filter((b) => b.first <= last && b.last >= first).map((b) => s("g", {}, s("rect.subbox", { x: xOf(v, b.first) - 18, y: y(b.lane) - 22, width: xOf(v, b.last) - xOf(v, b.first) + 36, height: 48, rx: 8 }), s("text.lb.ag", { x: Math.max(LEFT, xOf(v, b.first) - 14), y: y(b.lane) + 38 }, b.id.length > 22 ? b.id.slice(0, 21) + "…" : b.id)));
  const nodes = [];
  if (!many) for (let i = first; i <= last; i++) nodes.push(node(d, v, i));
  return s("svg.gsvg", { viewBox: `0 0 ${v.width} ${v.height}`, width: v.width, height: v.height, role: "group", "aria-label": `Causal graph: ${count(g.steps, "step")} in ${count(g.lanes.length, "lane")}` },
    lines, many ? joined(d, v) : [boxes, edges(d, v), titles(d, v), nodes], names);
}
