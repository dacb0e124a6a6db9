/** How we know each field: observed, derived by a named rule, annotated, or not known. */
import { h } from "../dom.js";
import * as source from "../source.js";
import { markdown } from "../text/markdown.js";
import { plain } from "../text/plain.js";

/** @typedef {import("../dom.js").Kid} Kid */
/** @typedef {import("../types.js").Evidence} Evidence */
/** @typedef {import("../types.js").Field} Field */
/** @typedef {import("./inspector.js").Ask} Ask */

const HOWS = /** @type {const} */ (["observed", "derived", "annotated", "absent"]);
/** @param {string} how */
const word = (how) => how === "absent" ? "not known" : how;

/** @param {unknown} v */
const spelled = (v) => v === null || v === undefined ? "—" : typeof v === "string" ? v : JSON.stringify(v);

/** @param {Field} f @param {(code: string) => void} explain */
function line(f, explain) {
  const value = spelled(f.value).slice(0, 2000);
  const rule = f.rule;
  return h("tr", {}, h("td.mono", {}, f.field), h("td.rec", {}, h("span.v", { title: value.slice(0, 400) }, plain(value.slice(0, 300)))),
    h("td", {}, h("span.ev-badge", { class: f.how, title: word(f.how) }, h("span.wd", {}, word(f.how))), rule ? h("button.rule", { type: "button", title: f.why ?? rule, onclick: () => explain(rule) }, rule) : f.why ? h("span.rule", {}, plain(f.why)) : null),
    h("td.mono.tn", {}, f.lines?.length ? ":" + f.lines.join(", ") : "—"));
}

/** @param {Ask} a @returns {Promise<Kid>} */
export async function evidence(a) {
  const e = await source.evidence(a.key, a.n, a.mask, a.signal);
  const page = h("div.isec.rulec", {});
  const explain = /** @param {string} code */ (code) => {
    const r = e.rules?.[code];
    page.replaceChildren(h("h3", {}, h("span.mono", {}, code), " " + (r?.name ?? "")), r?.page ? markdown(r.page) : h("p", {}, "No page for this rule."));
    page.scrollIntoView({ block: "nearest" });
  };
  const fields = e.fields ?? [];
  const counts = HOWS.map((k) => /** @type {const} */ ([k, e.counts?.[k] ?? fields.filter((f) => f.how === k).length]));
  const known = fields.filter((f) => f.how !== "absent"), absent = fields.filter((f) => f.how === "absent");
  return [
    h("div.isec", {}, h("div.evbar", { role: "img", "aria-label": counts.map(([k, n]) => `${n} ${word(k)}`).join(", ") }, counts.map(([k, n]) => n ? h("span.seg-b", { class: k, vars: { "--n": n } }) : null)),
      h("div.evleg", {}, counts.map(([k, n]) => h("span", {}, h("span.ev-badge", { class: k }, word(k)), h("b.tn", {}, " " + n))))),
    h("table.evt", {}, h("thead", {}, h("tr", {}, ["Field", "Value", "How", "At"].map((x) => h("th", { scope: "col" }, x)))), h("tbody", {}, known.map((f) => line(f, explain)))),
    page,
    absent.length ? h("details.unknowns", {}, h("summary", {}, `${absent.length} not known`), h("p.hint", {}, absent.map((f) => f.field).join(", "))) : null,
  ];
}
