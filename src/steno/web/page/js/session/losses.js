/** What each format has no place for, of this event. */
import { h, icon } from "../dom.js";
import { count } from "../format.js";
import { empty } from "../shell.js";
import * as source from "../source.js";
import { plain } from "../text/plain.js";

/** @typedef {import("../dom.js").Kid} Kid */
/** @typedef {import("./inspector.js").Ask} Ask */

/** @param {import("../types.js").Loss} l @param {boolean} open */
function format(l, open) {
  return h("details.lossf", { open }, h("summary", {}, icon("chev", "tw"), h("b.mono", {}, l.format), h("span.faint.cut", {}, l.title), h("span.sp"), l.lost === null ? h("span.loss-badge", { title: l.why }, "cannot be told") : l.lost ? h("span.loss-badge", {}, `${l.lost} lost`) : h("span.loss-badge.none", {}, "lossless")),
    l.codes?.length ? h("ul", {}, l.codes.map((c) => h("li", {}, h("span.rule", {}, c.code), h("span.cut", { title: c.what }, h("span", {}, (c.name ?? "").replaceAll("-", " ")), h("span.faint", {}, "  ", plain(c.what ?? ""))), h("span.tn", {}, "×" + c.count)))) : h("p.hint", {}, l.why ? plain(l.why) : l.lost ? count(l.lost, "thing") + " lost" : "Nothing of this event is lost."));
}

/** @param {Ask} a @returns {Promise<Kid>} */
export async function losses(a) {
  const list = await source.losses(a.key, a.n, a.mask, a.signal);
  if (!list.length) return h("div.isec", {}, empty("ok", "No format loses anything", "Every format has a place for all of this event.", null, "sm"));
  const worst = Math.max(...list.map((l) => l.lost ?? 0));
  return [h("p.lead", {}, "What each format has no place for, of this event."), list.map((l) => format(l, !!l.lost && l.lost === worst))];
}
