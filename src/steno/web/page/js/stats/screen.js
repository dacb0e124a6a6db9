/** Figures on all sessions: cost, tokens, tools, waits. */
import { h } from "../dom.js";
import { count, dur, money, num, short, unknown } from "../format.js";
import * as router from "../router.js";
import { bar, empty } from "../shell.js";
import * as source from "../source.js";
import { inline } from "../text/markdown.js";
import { stacked } from "./charts.js";

/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Sum} Sum */
/** @typedef {import("../dom.js").Kid} Kid */

const PERIODS = [["7", "7 days"], ["30", "30 days"], ["all", "All"]];
const GROUPS = [["session", "Sessions"], ["project", "Projects"], ["model", "Models"], ["agent", "Agents"]];
const TOKENS = [["tc", "output"], ["tb", "input and cache written"], ["ta", "read from cache"]];
const TOOLS = 12;

/** @param {string} iso */
const day = (iso) => new Date(iso + "T12:00").toLocaleDateString("en-GB", { day: "numeric", month: "short" });
/** @param {number} part @param {number} whole */
const percent = (part, whole) => (whole ? ((part / whole) * 100).toFixed(1) + " %" : "—");

/** @param {string} label @param {string[][]} options @param {string} at @param {string} name */
function choice(label, options, at, name) {
  return h("div.seg", { role: "group", "aria-label": label }, options.map(([id, text]) => h("button", { type: "button", "aria-pressed": String(id === at), onclick: () => router.set({ [name]: id ?? null }, { push: true }) }, text)));
}

/** @param {string} title @param {Kid} value @param {Kid} more @param {string} [cls] */
const figure = (title, value, more, cls = "") => h("div.kpi", {}, h("span.faint", {}, title), h("b.tn", {}, value), h("span.kd", { class: cls }, more));

/** @param {Board} d */
function figures(d) {
  const t = d.total, b = d.before;
  const change = b?.cost && t.cost !== null && t.cost !== undefined ? `${t.cost >= b.cost ? "+" : "−"}${Math.abs(((t.cost - b.cost) / b.cost) * 100).toFixed(0)} % on the days before` : "at list prices";
  const earlier = b?.calls ? `, before ${percent(b.failed ?? 0, b.calls)}` : "";
  return h("div.kpis", {},
    figure("Cost", t.cost === null || t.cost === undefined ? unknown("no request has a price") : money(t.cost, t.cost_is_least), change),
    figure("Tokens", short(t.tokens), t.cached === null || t.cached === undefined ? "share of the cache not known" : `${(t.cached * 100).toFixed(0)} % read from cache`),
    figure("Requests", num(t.requests), count(t.sessions, "session")),
    figure("Calls", num(t.calls ?? 0), t.sessions ? `${Math.round((t.calls ?? 0) / t.sessions)} a session, ${count(t.retried ?? 0, "retry", "retries")}` : "none"),
    figure("Failed calls", percent(t.failed ?? 0, t.calls ?? 0), `${num(t.failed ?? 0)}${earlier}`, t.failed ? "warn" : ""),
    figure("Not priced", num(t.unpriced ?? 0), t.unpriced ? Object.keys(d.unpriced)[0] ?? "requests" : "every request has a price", t.unpriced ? "warn" : ""));
}

/** @param {string[][]} keys */
const legend = (keys) => h("span.legend", {}, keys.map(([cls, text]) => h("span", {}, h("i", { class: cls }), text)));

/** @param {Board} d @param {Element} cost @param {Element} tokens */
function charts(d, cost, tokens) {
  const per = d.size === 1 ? "day" : `${d.size} days`;
  const width = /** @param {Element} e */ (e) => Math.max(260, Math.round(e.clientWidth));
  cost.replaceChildren(stacked(width(cost), d.spans.map((x) => ({ label: day(x.first), title: `${x.first}: ${money(x.usd, x.is_least)}`, parts: x.parts })), `Cost per ${per}`, (v) => "$" + (v < 1 ? v.toFixed(2) : v), "q"));
  tokens.replaceChildren(stacked(width(tokens), d.spans.map((x) => ({ label: day(x.first), title: `${x.first}: ${short(x.fresh + x.cache_read + x.cache_write + x.output)} tokens`, parts: [x.output, x.fresh + x.cache_write, x.cache_read] })), `Tokens per ${per}`, short, "t"));
}

/** @param {Board} d */
function tools(d) {
  const most = Math.max(1, ...d.tools.map((t) => t.calls));
  const rows = d.tools.slice(0, TOOLS), rest = d.tools.length - rows.length;
  return h("section.card.w2", {}, h("h2", {}, "Tools", h("span.sp"), legend([["ok", "worked"], ["bad", "failed"]])),
    h("table.tt", {}, h("thead", {}, h("tr", {}, ["Tool", "Share", "Calls", "Failed", "Rate", "Median"].map((t, i) => h("th", { scope: "col", class: i > 1 ? "r" : "" }, i === 1 ? h("span.vh", {}, t) : t)))),
      h("tbody", {}, rows.map((t) => h("tr", {}, h("td.mono", {}, t.name || unknown("the log names no tool")), h("td.bb", {}, h("span.hb", {}, h("i", { vars: { "--w": ((t.calls - t.failed) / most) * 100 + "%" } }), h("i.f", { vars: { "--w": (t.failed / most) * 100 + "%" } }))), h("td.r.tn", {}, num(t.calls)), h("td.r.tn", { class: t.failed ? "bad" : "faint" }, num(t.failed)), h("td.r.tn", {}, percent(t.failed, t.calls)), h("td.r.tn.faint", {}, t.median === null ? unknown("no call has both times") : dur(t.median)))))),
    rest > 0 && h("p.hint", {}, inline(`${rows.length} of ${d.tools.length} tools; \`steno stats --by tool\` lists all.`)));
}

/** @param {Sum} g @param {string} by @param {number} most */
function group(g, by, most) {
  const inner = [h("span.cut", {}, g.name), g.project && h("span.faint", {}, g.project), h("span.faint.tn", {}, short(g.tokens) + " tok"), h("span.tn.usd", {}, g.cost === null || g.cost === undefined ? unknown("not priced") : money(g.cost, g.cost_is_least)), h("i", { vars: { "--w": ((g.cost ?? 0) / most) * 100 + "%" } })];
  const to = g.key ? `/s/${encodeURIComponent(g.key)}` : by === "session" ? null : router.address("/", { [by]: encodeURIComponent(g.name) });
  return to ? h("a.flr.q", { href: to }, inner) : h("div.flr.q", {}, inner);
}

/** @param {Board} d @param {string} by */
function groups(d, by) {
  const most = Math.max(0.000001, ...d.groups.map((g) => g.cost ?? 0));
  return h("section.card.w2", {}, h("h2", {}, "Most expensive", h("span.sp"), choice("Groups", GROUPS, by, "by")),
    h("div.fl", {}, d.groups.map((g) => group(g, by, most))),
    d.of > d.groups.length && h("p.hint", {}, `${d.groups.length} of ${num(d.of)} shown.`));
}

/** @param {Board} d */
function waits(d) {
  const rows = d.waits.filter((w) => w.kind === "tool").slice(0, 6).concat(d.waits.filter((w) => w.kind === "answer").slice(0, 6));
  return h("section.card", {}, h("h2", {}, "Longest waits"), rows.length ? h("div.fl", {}, rows.map((w) => h(w.key ? "a.flr.nb" : "div.flr.nb", w.key ? { href: router.address(`/s/${encodeURIComponent(w.key)}`, { own: w.own }) } : {}, h("span.mono", {}, w.name), h("span.cut.faint", {}, w.title ?? ""), h("span.tn", {}, dur(w.ms))))) : h("p.hint", {}, "No call and no answer has two times."));
}

/** @param {Place} place */
export async function open(place) {
  const period = place.query.period ?? "30", by = place.query.by ?? "session";
  /** @type {Board} */
  const d = await source.get("stats", { period, by });
  const cost = h("div.plot"), tokens = h("div.plot");
  const head = h("div.st-h", {}, h("h1", {}, d.first && d.last ? `${day(d.first)} to ${day(d.last)}` : "No days"), h("span.faint", {}, count(d.total.sessions, "session")), h("span.sp"), choice("Period", PERIODS, period, "period"));
  const none = empty("clock", "Nothing was recorded in these days", "A longer time may show more.", h("button.btn", { type: "button", onclick: () => router.set({ period: "all" }, { push: true }) }, "Show all"));
  const body = d.spans.length
    ? [figures(d), h("div.cards", {},
        h("section.card.w2", {}, h("h2", {}, "Cost", h("span.sp"), legend(d.series.map((x, i) => ["q" + i, x]))), cost),
        h("section.card", {}, h("h2", {}, "Tokens", h("span.sp"), legend(TOKENS.map(([, text], i) => ["t" + i, text ?? ""]))), tokens),
        tools(d), waits(d), groups(d, by)),
        d.undated ? h("p.hint", {}, `${count(d.undated, "request")} without a time ${d.undated === 1 ? "is" : "are"} not counted here.`) : null]
    : [none];
  const node = h("div.screen", {}, bar({ at: "Stats" }), h("main.stats", { tabindex: 0 }, head, body));
  const watch = new ResizeObserver(() => charts(d, cost, tokens));
  if (d.spans.length) watch.observe(cost);
  return { node, title: "Stats", body: "p-stats", close: () => watch.disconnect() };
}
