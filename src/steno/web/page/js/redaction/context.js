/** A value where it stands: what the record holds, and what would leave. */
import { h, icon } from "../dom.js";
import { count, num } from "../format.js";
import { marked, plain } from "../text/plain.js";
import { masked } from "../router.js";

/** @typedef {import("../types.js").ShownFinding} ShownFinding */
/** @typedef {import("../types.js").Mark} Mark */

/** @param {string} text @param {[number, number][]} marks @param {[number, number]} cut @param {string} type */
function well(text, marks, cut, type) {
  const spans = /** @type {Mark[]} */ (marks.map(([a, b]) => [a, b, type, ""]));
  return h("div.well", {}, cut[0] ? h("p.dropped.top", {}, `${num(cut[0])} characters before`) : null, h("pre", { tabindex: 0, "aria-label": "text" }, spans.length ? marked(text, spans, 0, plain) : plain(text)), cut[1] ? h("p.dropped", {}, `${num(cut[1])} characters after`) : null);
}

/** @param {ShownFinding} s @param {string} key @param {number} at @param {(place: number) => void} go */
export function context(s, key, at, go) {
  const c = s.context, f = s.finding, cut = c.cut ?? [0, 0];
  const before = c.before !== undefined && c.before !== null ? well(c.before, c.marks ?? [], c.was_cut ?? [0, 0], f.type) : h("p.hint", {}, s.finding.value === undefined ? "Not shown: everything is masked on this page." : "This place is no text: it cannot be shown as it stands.");
  const place = /** @param {import("../types.js").Spot} p @param {number} i */ (p, i) => h("button.place", { type: "button", "aria-pressed": String(i === at), onclick: () => go(i) }, h("span.tn.faint", {}, p.n ? "event " + p.n : "head"), h("span.mono.cut", {}, plain(p.path)), h("span.sp"), h("span.mono.faint", {}, p.line ? "line " + p.line : ""));
  const spot = s.spots[at];
  return [
    h("div.ba", {}, h("div", {}, h("h3", {}, "Before", h("span.faint", {}, "what the record holds")), before), h("div", {}, h("h3", {}, "After", h("span.faint", {}, "what would leave if it is masked")), well(c.after, [], cut, f.type))),
    h("div.places", {}, h("h3", {}, `${count(f.places, "place")} with this value`, spot?.n ? h("a.lk", { href: `/s/${encodeURIComponent(key)}?e=${spot.n}${masked()}` }, `Open event ${spot.n}`) : null), s.spots.map(place), s.more ? h("p.hint", {}, `${count(s.more, "further place")}; each gets the same mark.`) : null),
    h("p.hint", {}, icon("shield"), "After masking, what leaves is searched once more for what was masked. If anything is found, nothing is written."),
  ];
}
