/** The parts of a comparison: what each run is, what differs in numbers, where they part, and one line of both. */
import { h, icon } from "../dom.js";
import { count, dur, money, moment, num, short, unknown } from "../format.js";
import { lastPart } from "../session/facts.js";
import { bare } from "../text/ansi.js";
import { code } from "../text/code.js";
import { plain } from "../text/plain.js";
import { masked } from "../router.js";

/** @typedef {import("../dom.js").Kid} Kid */
/** @typedef {import("../types.js").Beside} Beside */
/** @typedef {import("../types.js").Row} Row */
/** @typedef {import("../types.js").Pair} Pair */

const REL = /** @type {Record<string, [string, string]>} */ ({ same: ["=", "same"], near: ["≈", "similar"], output: ["≠", "same call, another result"], "only-a": ["A", "only in A"], "only-b": ["B", "only in B"] });
const WHO = /** @type {Record<string, string>} */ ({ model: "The model", environment: "The environment", human: "The person" });

/** @param {"a"|"b"} which @param {import("../types.js").BesideRun} r @param {() => void} change */
export function run(which, r, change) {
  const href = `/s/${encodeURIComponent(r.key)}${masked().replace("&", "?")}`;
  return h("div.run", {}, h("b.ab", { class: which }, which.toUpperCase()),
    h("div", {}, h("a.cut.rt", { href, title: r.title ?? r.id }, plain(r.title ?? r.id)), h("div.rm", {}, h("span", {}, r.side.models.join(", ") || "model not known"), r.started ? h("span.tn", {}, moment(r.started)) : null, r.project ? h("span", { title: r.project }, lastPart(r.project)) : null)),
    h("button.ibtn.sm", { type: "button", "aria-label": `Choose another session for ${which.toUpperCase()}`, onclick: change }, icon("chev")));
}

/** @param {string} name @param {number|null|undefined} a @param {number|null|undefined} b @param {(n: number) => string} draw @param {"less"|"percent"|""} good */
function delta(name, a, b, draw, good) {
  const known = typeof a === "number" && typeof b === "number";
  const by = known ? b - a : 0;
  const change = !known || !by ? "" : good === "percent" || good === "less" ? (a ? `${by > 0 ? "+" : "−"}${Math.abs((by / a) * 100).toFixed(0)} %` : "") : `${by > 0 ? "+" : "−"}${num(Math.abs(by))}`;
  const cls = known && by && good === "less" ? (by < 0 ? "good" : "worse") : "";
  const one = /** @param {number|null|undefined} x */ (x) => typeof x === "number" ? draw(x) : unknown("the log does not say");
  return h("div.delta", {}, h("span.faint", {}, name), h("span.tn", {}, one(a), h("span.arr", {}, "→"), h("b", {}, one(b))), h("span.dd.tn", { class: cls }, change || "the same"));
}

/** @param {Beside} d */
export function deltas(d) {
  const a = d.a.side, b = d.b.side;
  return h("div.deltas", {},
    delta("Length", a.seconds, b.seconds, (n) => dur(n * 1000), "less"), delta("Prompts", a.prompts, b.prompts, num, ""), delta("Calls", a.calls, b.calls, num, ""), delta("Failed", a.failed, b.failed, num, "less"),
    delta("Tokens", a.tokens, b.tokens, short, "less"), delta("Written by the model", a.output_tokens, b.output_tokens, short, "percent"), delta(a.lower_bound || b.lower_bound ? "Cost, at least" : "Cost", a.usd, b.usd, money, "less"),
    d.setup.map((x) => h("div.delta", { title: `${x.a ?? "not known"} → ${x.b ?? "not known"}` }, h("span.faint", {}, "Another " + x.what), h("span.cut", {}, brief(x.a)), h("span.dd.cut", {}, brief(x.b)))));
}

/** @param {string|null|undefined} text */
const brief = (text) => !text ? "—" : text.length > 34 ? text.slice(0, 33) + "…" : text;

/** @param {Beside} d */
export const counts = (d) => [count(d.same, "step is", "steps are") + " the same", d.changed ? `${num(d.changed)} similar` : "", d.outputs ? `${num(d.outputs)} with another result` : "", `${num(d.only_a)} only in A`, `${num(d.only_b)} only in B`].filter(Boolean).join(", ") + ".";

/** Where they part, and who made them. @param {Beside} d @param {(line: number) => void} go */
export function divergence(d, go) {
  const p = d.divergence;
  if (!p) return d.relation === "one session" ? "Two records of one session: every difference counts." : "Nothing differs.";
  const side = /** @param {"A"|"B"} name @param {string|null} text */ (name, text) => text === null ? h("span", {}, h("b.ab", { class: name.toLowerCase() }, name), " nothing") : h("span.dvt", {}, h("b.ab", { class: name.toLowerCase() }, name), " ", plain(text));
  const later = d.acted, at = later?.at;
  return [h("b", {}, "First divergence"), h("span.dvw", {}, `${WHO[p.who] ?? p.who}, in ${what(p.what)}.`), side("A", p.texts[0]), side("B", p.texts[1]), h("span.sp"),
    typeof at === "number" ? h("button.lk", { type: "button", onclick: () => go(at) }, `First other ${what(later?.what ?? "call")}`) : null];
}

/** @param {string} what */
const what = (what) => ({ prompt: "a prompt", given: "what the program told the model", words: "what was said", thought: "a thought", call: "a call", result: "a result" })[what] ?? what;

/** @param {Row|undefined} x @param {"a"|"b"} which @param {string} key */
function side(x, which, key) {
  if (!x) return h("div.cside.none", { role: "cell", class: which }, h("span.vh", {}, "nothing"));
  const shell = x.icon === "tool" || x.icon === "commit", arg = bare(x.arg ?? "");
  const res = x.status === "missing" ? "no result" : x.code && x.status === "failed" ? `${x.code}: ${bare(x.res ?? "")}` : bare(x.res ?? "");
  return h("div.cside", { role: "cell", class: `k-${x.kind} s-${x.status ?? ""} ${which}` }, h("a.cn.tn", { href: `/s/${encodeURIComponent(key)}?e=${x.n}${masked()}`, title: `Open event ${x.n}` }, String(x.n)), h("span.g", { class: "k-" + x.kind }, icon(x.icon ?? x.kind)), x.kind === "tool" && h("b.mono.nm", { title: x.tool }, plain(x.tool ?? "")),
    h("span.ct.rec.cut", { class: x.kind === "tool" ? "mono" : "" }, x.kind === "tool" ? (shell ? code(arg, "sh", 4) : plain(arg)) : plain(x.text ?? "")),
    x.kind === "tool" && res ? h("span.cr", { class: x.status === "failed" ? "bad" : "" }, plain(res)) : null);
}

/** @param {Pair} p @param {Beside} d @param {{open: boolean, on: boolean, body: Kid, toggle: () => void}} o */
export function line(p, d, o) {
  const [sign, name] = REL[p.rel] ?? ["", p.rel], opens = p.rel === "near" || p.rel === "output";
  return h("div.crow", { class: `${p.rel} ${o.on ? "on" : ""}`, role: "row", tabindex: o.on ? 0 : -1, "data-elastic": "", "aria-expanded": opens ? String(o.open) : null },
    side(p.a, "a", d.a.key), opens ? h("button.rel", { type: "button", title: `${name}: what differs`, onclick: o.toggle }, sign, h("span.vh", {}, name)) : h("span.rel", { role: "cell", title: name }, sign, h("span.vh", {}, name)), side(p.b, "b", d.b.key),
    o.open ? h("div.cdiff", {}, o.body) : null);
}
