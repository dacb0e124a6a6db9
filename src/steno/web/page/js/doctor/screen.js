/** What is recorded on this machine, whether it can be read, and what threatens it. */
import { h, icon } from "../dom.js";
import { bytes, count, num } from "../format.js";
import { bar, empty } from "../shell.js";
import * as source from "../source.js";
import { inline } from "../text/markdown.js";

/** @typedef {import("../types.js").Health} Health */
/** @typedef {import("../types.js").AgentHealth} AgentHealth */

/** @param {Health} d */
function verdict(d) {
  const sessions = d.agents.reduce((n, a) => n + a.sessions, 0);
  const lost = d.agents.reduce((n, a) => n + (a.unaccounted ?? 0), 0);
  const read = d.agents.reduce((n, a) => n + a.read, 0), files = d.agents.reduce((n, a) => n + a.files, 0);
  return h("div.kpis.four", {},
    h("div.kpi", {}, h("span.faint", {}, "Sessions"), h("b.tn", {}, num(sessions)), h("span.kd", {}, `of ${count(d.agents.length, "agent")}`)),
    h("div.kpi", {}, h("span.faint", {}, "Read to prove it"), h("b.tn", {}, `${num(read)} of ${num(files)}`), h("span.kd", {}, d.full ? "every file" : inline("a sample; `steno doctor --full` reads all"))),
    h("div.kpi", {}, h("span.faint", {}, "Bytes not accounted for"), h("b.tn", {}, num(lost)), h("span.kd", { class: lost ? "warn" : "" }, lost ? "in no event and no diagnostic" : "every byte is in an event or a diagnostic")),
    h("div.kpi", {}, h("span.faint", {}, "Findings"), h("b.tn", {}, num(d.findings.length)), h("span.kd", { class: d.findings.length ? "warn" : "" }, d.findings.length ? "each with what to do" : "nothing to do")));
}

/** @param {AgentHealth} a */
function agent(a) {
  const hook = (a.hooks ?? [])[0];
  return h("tr", {}, h("td", {}, h("b", {}, a.title)), h("td.r.tn", {}, num(a.sessions)), h("td.r.tn.faint", {}, num(a.subagents)), h("td.r.tn", {}, bytes(a.bytes)),
    h("td.r.tn", {}, `${num(a.read)} of ${num(a.files)}`),
    h("td", {}, a.unreadable.length ? h("span.bad.st", {}, icon("fail"), `findings in ${count(a.unreadable.length, "file")}`) : h("span.good.st", {}, icon("ok"), "all accounted for")),
    h("td.faint", {}, hook ? hook.state ?? "" : "—"),
    h("td.mono.faint", {}, a.folders.join("  ")));
}

/** @param {Health} d */
function agents(d) {
  if (!d.agents.length) return empty("search", "No agent keeps sessions here", "Steno looks where agents keep their logs. A file or a folder can be opened by name: `steno view FOLDER`.");
  const heads = ["Agent", "Sessions", "Sub-agents", "Size", "Read", "Bytes", "Hooks", "Where"];
  return h("div.wide", {}, h("table.tt.doc-t", {}, h("thead", {}, h("tr", {}, heads.map((t, i) => h("th", { scope: "col", class: i > 0 && i < 5 ? "r" : "" }, t)))), h("tbody", {}, d.agents.map(agent))));
}

/** @param {string} title @param {import("../dom.js").Kid} body */
const section = (title, body) => h("section.card.w3", {}, h("h2", {}, title), body);

/** @param {{about: string, what: string, advice: string}} f */
const finding = (f) => h("li.find", {}, icon("missing"), h("div", {}, h("b", {}, f.about), h("p", {}, inline(f.what)), h("p.adv", {}, inline(f.advice))));

/** @param {Health} d */
function history(d) {
  const rows = d.agents.flatMap((a) => (a.keeps ?? []).map((k) => ({ about: a.title, what: k.what, advice: k.advice })));
  return rows.length ? h("ul.finds-d", {}, rows.map(finding)) : h("p.hint", {}, "No agent here is known to delete or rewrite its sessions.");
}

/** @param {Health} d */
function own(d) {
  const s = d.steno;
  const extras = Object.entries(s.extras).map(([name, there]) => `${name} ${there ? "installed" : "not installed"}`).join(", ");
  return h("dl.facts-l", {}, [["Version", s.version], ["Overviews", s.overviews ? `${num(s.remembered)} in ${s.overviews}` : "none are kept"], ["Detectors", s.detectors ? count(s.detectors, "compiled set") : "not compiled yet: the first look for secrets takes longer"], ["Extras", extras]].map(([k, v]) => [h("dt", {}, k), h("dd", {}, v)]));
}

export async function open() {
  /** @type {Health} */
  const d = await source.get("doctor");
  const elsewhere = d.elsewhere.length ? section("Here, but not read", h("ul.finds-d", {}, d.elsewhere.map((e) => h("li.find", {}, icon("unknown"), h("div", {}, h("b", {}, e.title), h("p", {}, (e.is_more ? "more than " : "") + count(e.files, "file") + ", and no reader"), h("p.adv.mono", {}, e.path)))))) : null;
  const node = h("div.screen", {}, bar({ at: "Doctor" }), h("main.stats.doctor", { tabindex: 0 }, h("div.st-h", {}, h("h1", {}, "Doctor"), h("span.faint", {}, "what is recorded on this machine, proved by reading it")), verdict(d),
    h("div.cards", {}, section("Agents", agents(d)), section("Findings", d.findings.length ? h("ul.finds-d", {}, d.findings.map(finding)) : h("p.hint", {}, "Nothing is wrong with what was read.")), section("What agents do to their history", history(d)), elsewhere, section("Steno", own(d)))));
  return { node, title: "Doctor", body: "p-doctor" };
}
