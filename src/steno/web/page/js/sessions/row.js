/** One session as one line of the table. */
import { h, icon, s } from "../dom.js";
import { ago, count, dur, money, moment, short, unknown } from "../format.js";
import { recall } from "../memory.js";
import { lastPart } from "../session/facts.js";
import { plain } from "../text/plain.js";

/** @typedef {import("../dom.js").Kid} Kid */
/** @typedef {import("../types.js").SessionRow} SessionRow */

/** Activity over time in 96 pixels, failures in red: two paths, so that a row stays at a few nodes. @param {SessionRow} r */
function shape(r) {
  const bars = ["", ""];
  if (!r.shape?.length) return null;
  r.shape.forEach(([high, failed], i) => { bars[failed ? 1 : 0] += `M${i * 4 + 1.5} 15v${-Math.max(1, high * 1.55).toFixed(1)}`; });
  return s("svg.shape", { viewBox: "0 0 96 16", width: 96, height: 16, role: "img", "aria-label": `${r.calls ?? "?"} calls, ${r.failed ?? "?"} failed` }, bars[0] && s("path", { d: bars[0] }), bars[1] && s("path.f", { d: bars[1] }));
}

/** @param {string} title @param {string} glyph @param {Kid} n @param {string} [cls] */
const flag = (title, glyph, n, cls = "") => h("span.chip", { title, class: cls }, icon(glyph), n ?? h("span.vh", {}, title));

/** @param {SessionRow} r @returns {Kid[]} */
function flags(r) {
  return [
    r.live && h("span.chip.live", {}, "live"),
    r.findings ? flag(count(r.findings, "secret") + " found", "lock", String(r.findings), "warn") : null,
    r.commits ? flag(count(r.commits, "commit"), "commit", String(r.commits)) : null,
    r.notes ? flag(count(r.notes, "note"), "note", String(r.notes)) : null,
    r.archived ? flag("kept in the archive", "keep", null) : null,
  ];
}

/** @param {number|null|undefined} n @param {(n: number) => Kid} draw @returns {Kid} */
const known = (n, draw) => typeof n === "number" ? draw(n) : unknown();

/** Has it changed since this browser showed it? @param {SessionRow} r */
function unread(r) {
  const when = recall("seen." + r.key)?.split("|")[1];
  return !!when && !!r.ended && Date.parse(r.ended) > Date.parse(when);
}

/** @param {SessionRow} r @param {{on: boolean, at: number, of: number}} o */
export function sessionRow(r, o) {
  const cell = { role: "cell" };
  return h("div.srow", { class: (o.on ? "on " : "") + (unread(r) ? "unread" : ""), role: "row", "aria-rowindex": o.at + 2, "aria-selected": String(o.on) },
    h("span.s-title", cell, h("span.dot", { "aria-hidden": "true" }), h("a.cut.rec", { href: "/s/" + encodeURIComponent(r.key), tabindex: o.on ? 0 : -1, title: r.title ?? r.id }, plain(r.title || r.id)), h("span.s-flags", {}, flags(r))),
    h("span.s-agent.cut", cell, r.agent), h("span.s-proj.cut", cell, h("span", { title: r.project }, plain(r.project ? lastPart(r.project) : "—")), r.branch && h("span.faint.mono", {}, plain(r.branch))),
    h("span.s-shape", cell, shape(r)),
    h("span.s-num.s-turns", cell, known(r.turns, String)), h("span.s-num.s-calls", cell, known(r.calls, String)),
    h("span.s-num.s-fail", { ...cell, class: r.failed ? "bad" : "" }, r.failed ? [icon("fail"), String(r.failed)] : known(r.failed, () => h("span.faint", {}, "0"))),
    h("span.s-num.s-tok", cell, known(r.tokens, short)), h("span.s-num.s-usd", { ...cell, title: r.cost_is_least ? "at least: some answers have no price" : null }, known(r.cost, (c) => money(c, r.cost_is_least))),
    h("span.s-num.s-len", cell, known(r.seconds, (x) => dur(x * 1000))), h("span.s-num.s-age", { ...cell, title: moment(r.ended ?? r.started) }, ago(r.ended ?? r.started) || unknown()));
}

/** @param {string} label @param {number} n @param {number|null} cost */
export function groupRow(label, n, cost) {
  return h("div.day", { role: "row" }, h("span", { role: "cell" }, label), h("span.faint", { role: "cell" }, count(n, "session") + (typeof cost === "number" ? ", " + money(cost) : "")));
}

export const greySession = () => h("div.srow.grey", { role: "row", "aria-busy": "true" }, h("i"), h("i"));
