/** The first tab: what was asked, what came back, and the facts. */
import { h, icon } from "../dom.js";
import { count, dur, moment, num, unknown } from "../format.js";
import { empty } from "../shell.js";
import { full, text } from "../source.js";
import { plain } from "../text/plain.js";
import { IN_INSPECTOR } from "../text/slice.js";
import { copy } from "../toast.js";
import { part } from "./parts.js";
import { status } from "./row.js";

/** @typedef {import("../dom.js").Kid} Kid */
/** @typedef {import("../types.js").Full} Full */
/** @typedef {import("./inspector.js").Ask} Ask */

/** @type {Record<string, string>} */
const HEADS = { call: "Call", result: "Result", text: "Text", thought: "Thinking", change: "Change", settings: "Settings", data: "Data" };

/** A fact by its kind. @param {string|number|null} v @param {string|undefined} kind @returns {Kid} */
function value(v, kind) {
  if (v === null || v === undefined || v === "") return unknown();
  if (kind === "time") return h("span.tn", { title: String(v) }, moment(String(v)) + (/\.\d{3}/.exec(String(v))?.[0] ?? ""));
  if (kind === "usd") return h("span.tn", {}, "$" + v);
  if (kind === "bytes") return h("span.tn", {}, num(Number(v)) + " B");
  if (typeof v === "number") return h("span.tn", {}, num(v));
  return h(/^[\w.:@/+-]{12,}$/.test(v) ? "span.mono.rec" : "span.rec", {}, plain(v));
}

/** @param {[Kid, Kid][]} list */
export function facts(list) {
  return h("dl.facts-l", {}, list.map(([k, v]) => [h("dt", {}, k), h("dd", {}, v)]));
}

/** @param {Full} f @param {Ask} a @returns {[Kid, Kid][]} */
function links(f, a) {
  const to = /** @param {number} n */ (n) => h("a.lk", { href: a.link(n) }, `event ${num(n)}`);
  const l = f.links ?? {};
  /** @type {[Kid, Kid][]} */
  const out = [];
  if (l.mates?.length) out.push(["Together with", l.mates.flatMap((n, i) => [i ? ", " : "", to(n)])]);
  if (l.retry_of) out.push(["Tried again after", to(l.retry_of)]);
  if (l.retried_by) out.push(["Tried again by", to(l.retried_by)]);
  if (l.parent) out.push(["Belongs to", to(l.parent)]);
  return out;
}

/** @param {Full} f @returns {Kid} */
function noResult(f) {
  if (f.parts.some((p) => p.what === "result" || p.what === "change")) return null;
  if (f.row.status === "missing") return h("div.isec", {}, h("h3", {}, "Result"), empty("missing", "The record has no result for this call", "Steno adds none.", null, "sm"));
  if (f.row.status === "running") return h("div.isec", {}, h("h3", {}, "Result", h("span.sp"), status(f.row)), empty("clock", "Nothing yet", "The record is read as it grows; the result appears here.", null, "sm"));
  return null;
}

/** @param {Full} f @param {Ask} a @returns {Kid} */
function secrets(f, a) {
  const n = f.row.secrets ?? f.parts.reduce((sum, p) => sum + (p.marks?.length ?? 0), 0);
  if (!n) return null;
  return h("div.isec", {}, h("p.hint", {}, icon("lock"), a.mask ? `${count(n, "secret")} masked on this page.` : `${count(n, "secret")} shown; an export would mask ${n === 1 ? "it" : "them"}.`));
}

/** @param {Ask} a @returns {Promise<Kid>} */
export async function rendered(a) {
  const f = await full(a.key, a.n, a.mask, a.signal);
  const rest = /** @param {number} i @param {number} at */ (i, at) => text(a.key, a.n, i, at, a.mask);
  const failed = f.row.status === "failed";
  const sections = f.parts.map((p, i) => h("div.isec", { class: "p-" + p.what },
    h("h3", {}, HEADS[p.what] ?? p.what, h("span.sp"), p.what === "result" ? [status(f.row), f.row.ms !== undefined && h("span.faint.tn", {}, dur(f.row.ms))] : null,
      p.text ? h("button.ibtn.sm", { type: "button", "aria-label": "Copy " + (HEADS[p.what] ?? p.what), onclick: () => void copy(p.text ?? "", p.hidden ? "What is shown is" : (HEADS[p.what] ?? "Text")) }, icon("copy")) : null),
    part(p, i, { limit: IN_INSPECTOR, rest, failed, wrap: true })));
  const known = /** @type {[Kid, Kid][]} */ ((f.facts ?? []).map(([k, v, kind]) => [k, value(v, kind)]));
  const list = [...known, ...links(f, a)];
  return [sections, noResult(f), secrets(f, a), list.length ? h("div.isec", {}, h("h3", {}, "Facts"), facts(list)) : null];
}
