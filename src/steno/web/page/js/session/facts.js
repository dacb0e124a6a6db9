/** What the bar and the tabs say of a session, on every screen of it. */
import { h, icon } from "../dom.js";
import { count, dur, money, moment, short } from "../format.js";
import { plain } from "../text/plain.js";

/** @typedef {import("../dom.js").Kid} Kid */
/** @typedef {import("../types.js").Summary} Summary */

/** @param {{title?: string|null, id: string}} s */
export const titleOf = (s) => s.title || s.id;

/** The last part of a path, which is the name of a project. @param {string} path */
export const lastPart = (path) => /[^/\\]+(?=[/\\]*$)/.exec(path.slice(-300))?.[0] ?? path;

/** As much of a path as tells it from the others. @param {string} path @param {string[]} all */
export function shortest(path, all) {
  const alone = all.filter((p) => lastPart(p) === lastPart(path)).length < 2;
  return alone ? lastPart(path) : /(?:[^/\\]+[/\\]+)?[^/\\]+(?=[/\\]*$)/.exec(path.slice(-300))?.[0] ?? path;
}

/** @param {Summary} s @returns {[Kid, string?][]} */
export function crumbs(s) {
  /** @type {[Kid, string?][]} */
  const out = [];
  if (s.project) out.push([h("span", { title: s.project }, plain(lastPart(s.project))), "/?project=" + encodeURIComponent(encodeURIComponent(s.project))]);
  out.push([h("span.rec", { title: titleOf(s) }, plain(titleOf(s)))]);
  return out;
}

/** @param {Summary} s */
function calls(s) {
  if (typeof s.calls !== "number") return null;
  return h("span.f.tn", {}, count(s.calls, "call"), s.failed ? [", ", h("span.bad", {}, s.failed + " failed")] : null);
}

/** How the record came to be. @param {Summary} s */
function origin(s) {
  if (!s.mode) return null;
  const how = s.mode === "recorded" ? "observed" : "derived";
  const fidelity = typeof s.fidelity === "number" ? `, ${Math.round(s.fidelity <= 1 ? s.fidelity * 100 : s.fidelity)} %` : s.fidelity ? ", " + s.fidelity : "";
  const title = s.mode === "recorded" ? "Recorded while the agent worked." : "Read from the agent's log afterwards.";
  return h("span.f.ev-badge", { class: how, title }, s.mode + fidelity);
}

/** @param {Summary} s @returns {Kid[]} */
export function chips(s) {
  const model = s.models?.length ? s.models[0] + (s.models.length > 1 ? ` +${s.models.length - 1}` : "") : null;
  return [
    s.live && h("span.chip.live", {}, "live"),
    s.problems?.length ? h("span.chip.warn", { title: s.problems.slice(0, 12).map((p) => [p.code, p.message ?? p.text].filter(Boolean).join(" ")).join("\n") }, icon("unknown"), count(s.problems.length, "problem")) : null,
    model && h("span.f", { title: s.models?.join(", ") }, model),
    typeof s.seconds === "number" && h("span.f.tn", { title: `${moment(s.started)} to ${moment(s.ended)}` }, dur(s.seconds * 1000)),
    calls(s),
    typeof s.tokens === "number" && h("span.f.tn", {}, short(s.tokens) + " tokens"),
    typeof s.cost === "number" && h("span.f.tn", { title: s.cost_is_least ? "at least: some answers have no price" : null }, money(s.cost, s.cost_is_least)),
    s.branch && h("span.f.mono.cut", { title: "branch" }, plain(s.branch)),
    origin(s),
  ];
}
