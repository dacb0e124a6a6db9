/** The filters beside the sessions, each with its count. */
import { h, icon } from "../dom.js";
import { num } from "../format.js";
import { lastPart, shortest } from "../session/facts.js";

/** @typedef {import("../dom.js").Kid} Kid */
/** @typedef {import("../types.js").Sessions} Sessions */

const GROUPS = /** @type {const} */ ([["state", "State"], ["agent", "Agent"], ["project", "Project"], ["model", "Model"], ["cost", "Cost"]]);
export const FACETS = GROUPS.map(([id]) => id);
/** @type {Record<string, string>} */
const WORDS = { live: "Live", quiet: "Quiet", deleted: "Deleted, kept here", failed: "Has failures", findings: "Has secrets", commits: "With commits", notes: "With notes", priced: "With costs" };
/** How many values of a facet are shown at first. */
const FEW = 8;

/** The values of a facet that the address names. @param {Record<string, string>} query @param {string} facet @returns {string[]} */
export const chosen = (query, facet) => (query[facet] ?? "").split(",").filter(Boolean).map((v) => { try { return decodeURIComponent(v); } catch { return v; /* typed by hand */ } });

/** @param {string} facet @param {string} value */
export const named = (facet, value) => facet === "state" ? WORDS[value] ?? value : facet === "project" ? lastPart(value) : value;

/** @param {Sessions} s @param {Record<string, string>} query @param {(facet: string, value: string, on: boolean) => void} pick @returns {Kid[]} */
export function facets(s, query, pick) {
  return GROUPS.map(([id, title]) => {
    const values = s.facets[id] ?? [];
    if (!values.length) return null;
    const names = values.flatMap(([v]) => v ? [v] : []);
    const one = /** @param {[string|null, number]} v */ ([value, n]) => {
      const name = value ?? "";
      const on = chosen(query, id).includes(name);
      return h("button.facet", { type: "button", role: "checkbox", disabled: name ? null : "", "aria-checked": String(on), onclick: () => pick(id, name, !on) }, h("span.bx", {}, icon("ok")), h("span.cut", { title: name }, !name ? "not in the log" : id === "project" ? shortest(name, names) : named(id, name)), h("span.n", {}, num(n)));
    };
    const rest = values.slice(FEW);
    const more = rest.length ? h("button.facet.more-f", { type: "button", onclick: () => more?.replaceWith(...rest.map(one)) }, `${num(rest.length)} more`) : null;
    return h("div", { role: "group", "aria-label": title }, h("h2", {}, title), values.slice(0, FEW).map(one), more);
  });
}
