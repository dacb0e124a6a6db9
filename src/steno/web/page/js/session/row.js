/** One event as one line: few nodes, since hundreds of them are drawn at a time. */
import { h, icon } from "../dom.js";
import { bytes, clock, count, dur, money, short } from "../format.js";
import { masked } from "../router.js";
import { bare } from "../text/ansi.js";
import { code } from "../text/code.js";
import { inline } from "../text/markdown.js";
import { plain } from "../text/plain.js";

/** @typedef {import("../dom.js").Kid} Kid */
/** @typedef {import("../types.js").Row} Row */

/**
 * @typedef {object} Around
 * @property {Row} [before] the rows beside it, where they are loaded
 * @property {Row} [after]
 * @property {boolean} on whether it is the chosen one
 * @property {boolean} open
 * @property {Kid} [body] what is unfolded below
 * @property {number} at its position
 * @property {number} of how many there are
 * @property {boolean} [found] whether the search found it
 * @property {Kid} [mark] the line above it that says what is new
 * @property {string} [code] the address of the screen that shows commits, where there is one
 * @property {boolean} [elastic] whether every row is measured: narrow pages have rows of two lines
 */

const WHO = { human: "Prompt", agent: "Agent", thinking: "Thinking", tool: "Tool", sub: "Sub-agent", system: "Program", stop: "Stopped", compact: "Compaction", note: "Note", unknown: "Not understood", broken: "Broken line" };
/** Rows that unfold. */
const FOLDS = new Set(["tool", "thinking", "agent", "human", "system", "sub", "compact", "unknown", "broken", "note", "stop"]);

/** @param {Row|undefined} r */
const runs = (r) => r ? [...(r.lanes ?? []), ...(r.lane && r.run ? [r.run] : [])] : [];

/** The rail: the session's own line, a line for each sub-agent at work, a bracket around calls asked for together. @param {Row} r @param {Around} o */
function rail(r, o) {
  const here = runs(r), next = o.after ? runs(o.after) : here;
  /** @type {Kid[]} */
  const g = here.slice(0, 2).map((id, k) => h("i", { class: `l${k + 1}${next.includes(id) ? "" : " to"}` }));
  if (next.some((id) => !here.includes(id))) g.push(h("i", { class: "fork f" + Math.min(2, here.length + 1) }));
  if (r.par) g.push(h("i.par", { class: r.par }));
  else if (r.lane && o.before && o.after && (o.before.lane || o.before.par) && inBracket(o)) g.push(h("i.par.mid"));
  return h("span.rail", { "aria-hidden": "true" }, g);
}

/** Between calls that were asked for together stand the events of a sub-agent that one of them started. @param {Around} o */
const inBracket = (o) => o.before?.par === "first" || o.before?.par === "mid" || o.after?.par === "last" || o.after?.par === "mid";

/** @param {Row} r @returns {Kid} */
export function status(r) {
  switch (r.status) {
    case "ok": return icon("ok", "st ok", "ok");
    case "failed": return h("span.st.failed", {}, icon("fail"), r.code ?? "failed");
    case "missing": return h("span.st.missing", { title: "The record has no result" }, icon("missing"), "no result");
    case "running": return h("span.st.running", {}, h("span.spin", { "aria-hidden": "true" }), "running");
    default: return null;
  }
}

/** @param {Row} r @returns {Kid} */
const tokens = (r) => typeof r.tokens === "number" ? h("span.tok.tn", {}, short(r.tokens) + " tok") : null;
/** @param {Row} r @returns {Kid} */
const changed = (r) => typeof r.plus === "number" || r.minus ? h("span.pm", {}, h("span.plus", {}, "+" + (r.plus ?? 0)), r.minus ? h("span.minus", {}, "−" + r.minus) : null) : null;
/** @param {Row} r @returns {Kid} */
const rest = (r) => r.more ? h("span.m1.tn", { title: "left out here; unfold to read it" }, "+" + bytes(r.more)) : null;
/** @param {Row} r @returns {Kid} */
const secrets = (r) => r.secrets ? h("span.sec", { title: count(r.secrets, "secret") + ", would be masked" }, icon("lock"), r.secrets) : null;

/** @param {Row} r @returns {[Kid[], Kid[]]} */
function human(r) {
  const q = r.sum ?? {};
  return [
    [h("span.tno", {}, String(r.turn ?? "")), h("span.sum.rec", {}, plain(r.text ?? ""))],
    [rest(r), typeof q.calls === "number" && h("span.m1", {}, q.calls ? count(q.calls, "call") : "no calls"), q.failed ? h("span.st.failed", {}, icon("fail"), q.failed) : null, q.missing ? h("span.st.missing", {}, icon("missing"), q.missing) : null, q.running ? h("span.spin") : null, typeof q.seconds === "number" && h("span.m1.tn", {}, dur(q.seconds * 1000)), typeof q.cost === "number" && h("span.m1.tn", {}, money(q.cost))],
  ];
}

/** @param {Row} r @param {boolean} open @returns {[Kid[], Kid[]]} */
function agent(r, open) {
  return [[open ? null : h("div.body.prose", {}, inline(r.text ?? ""), r.more ? "…" : null)], [r.final && h("span.fin", {}, "answer"), open ? null : rest(r), tokens(r)]];
}

/** The commit that a call made, and the way to its lines. @param {Row} r @param {string|undefined} at @returns {Kid} */
function made(r, at) {
  if (!r.commit) return null;
  const sha = r.commit.slice(0, 12), inner = [icon("commit"), plain(sha)];
  return at ? h("a.sha", { href: `${at}?commit=${encodeURIComponent(r.commit)}${masked()}`, title: `Lines of commit ${sha}`, tabindex: -1 }, inner) : h("span.sha", { title: `Commit ${sha}` }, inner);
}

/** @param {Row} r @param {Around} o @returns {[Kid[], Kid[]]} */
function tool(r, o) {
  const shell = r.icon === "tool" || r.icon === "commit";
  const arg = bare(r.arg ?? "");
  return [
    [h("b.nm.mono", { title: r.tool }, plain(r.tool ?? r.name ?? "")), h("span.sum.rec.cut", {}, h("span.arg.mono", {}, shell ? code(arg, "sh", 4) : plain(arg)), r.arg2 && h("span.arg2", {}, plain(r.arg2)), r.res && r.status !== "missing" ? h("span.res", { class: r.status }, plain(bare(r.res))) : null)],
    [r.retry ? h("span.retry", { title: "Tried again after event " + r.retry }, icon("retry"), "of " + r.retry) : null, made(r, o.code), changed(r), secrets(r), status(r), h("span.ms.tn", {}, dur(r.ms)), tokens(r)],
  ];
}

/** @param {Row} r @returns {[Kid[], Kid[]]} */
function other(r) {
  const size = typeof r.size === "number" ? h("span.m1.tn", {}, bytes(r.size)) : null;
  const said = plain(r.text ?? "");
  const name = (/** @type {string} */ cls, /** @type {string|undefined} */ text) => h("b.nm" + cls, { title: text }, plain(text ?? ""));
  switch (r.kind) {
    case "thinking": return [[name("", "Thinking"), h("span.sum.rec.cut", {}, said)], [rest(r), tokens(r)]];
    case "sub": return [[name(".mono", r.name ?? r.run ?? "sub-agent"), h("span.sum.rec.cut", {}, said)], [rest(r), r.sum && typeof r.sum.calls === "number" && h("span.m1", {}, count(r.sum.calls, "call")), r.sum && typeof r.sum.cost === "number" && h("span.m1.tn", {}, money(r.sum.cost))]];
    case "note": return [[name("", r.name ?? "note"), h("span.sum.rec.cut", {}, said, r.by && h("span.arg2", {}, plain("by " + r.by)))], [h("span.ev-badge.annotated", {}, "annotated")]];
    case "compact": return [[name("", r.name ?? "compaction"), h("span.sum.cut", {}, said, r.from || r.to ? h("span.arg2.tn", {}, [r.from, r.to].map((x) => typeof x === "number" ? short(x) : x ?? "—").join(" → ") + " tokens") : null)], [size]];
    case "broken": return [[name(".mono", r.name ?? "broken line"), h("span.sum.rec.cut", {}, said.length ? said : "This line cannot be read. It is kept as it stands.")], [r.line ? h("span.m1.tn", {}, "line " + r.line) : null, size]];
    case "unknown": return [[name(".mono", r.name ?? "?"), h("span.sum.rec.cut", {}, said.length ? said : "Not understood, kept as it stands")], [size]];
    default: return [[name(".mono", r.name ?? r.kind), h("span.sum.rec.cut", {}, said)], [rest(r), size]];
  }
}

/** @param {Row} r @param {Around} o */
function label(r, o) {
  const what = r.kind === "tool" ? `${r.tool ?? "Tool"} ${r.status ?? ""}` : WHO[r.kind] ?? r.kind;
  return `${what}, event ${r.n}${o.found ? ", found" : ""}: ${(r.kind === "tool" ? r.arg ?? "" : r.text ?? "").slice(0, 120)}`;
}

/** @param {Row} r @param {Around} o @returns {HTMLElement} */
export function eventRow(r, o) {
  const [middle, meta] = r.kind === "human" ? human(r) : r.kind === "agent" ? agent(r, o.open) : r.kind === "tool" ? tool(r, o) : other(r);
  const classes = ["k-" + r.kind, r.status && "s-" + r.status, r.commit && "k-commit", r.lane && "lane1", o.on && "on", o.open && "opened", o.found && "found", o.mark && "fresh"];
  const elastic = o.elastic || o.open || !!o.mark || r.kind === "human" || r.kind === "agent";
  return h("article.ev", {
    class: classes.filter(Boolean).join(" "), tabindex: o.on ? 0 : -1, "data-n": r.n, "data-elastic": elastic ? "" : null,
    "aria-posinset": o.at + 1, "aria-setsize": o.of, "aria-label": label(r, o), "aria-expanded": FOLDS.has(r.kind) ? String(o.open) : null, "aria-current": o.on ? "true" : null,
  }, o.mark, rail(r, o), h("time.t", {}, clock(r.time)), icon(r.icon ?? r.kind, "g"), middle, h("span.meta", {}, meta), o.open ? h("div.open", {}, o.body) : null);
}

/** A row that is not here yet. @param {boolean} tall @param {number} at @param {number} of */
export function greyRow(tall, at, of) {
  return h("article.ev.grey", { class: tall ? "k-human" : "", "aria-busy": "true", "aria-posinset": at + 1, "aria-setsize": of, "aria-label": "Loading", tabindex: -1 }, h("i"), h("i"));
}
