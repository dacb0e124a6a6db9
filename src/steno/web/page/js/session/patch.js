/** What the event changed in files, and what became of it. */
import { h, icon } from "../dom.js";
import { masked } from "../router.js";
import { empty } from "../shell.js";
import * as source from "../source.js";
import { diff } from "../text/diff.js";
import { plain } from "../text/plain.js";
import { facts } from "./rendered.js";

/** @typedef {import("../dom.js").Kid} Kid */
/** @typedef {import("../types.js").Patch} Patch */
/** @typedef {import("./inspector.js").Ask} Ask */

/** @param {unknown} x @param {string} name @returns {string|null} */
function named(x, name) {
  if (typeof x === "string") return x;
  const v = x && typeof x === "object" ? Reflect.get(x, name) : null;
  return typeof v === "string" || typeof v === "number" ? String(v) : null;
}

/** @param {Patch} p @param {string} key @returns {Kid} */
function fate(p, key) {
  const hash = named(p.commit, "hash") ?? named(p.commit, "commit");
  if (!hash) return null;
  const sha = h("span.mono", {}, plain(hash.slice(0, 12)));
  return h("p.hint", {}, icon("commit"), "In commit ", source.fixed ? sha : h("a.lk", { href: `/s/${encodeURIComponent(key)}/code?commit=${encodeURIComponent(hash)}${masked()}` }, sha), ".");
}

/** @param {Ask} a @returns {Promise<Kid>} */
export async function patch(a) {
  const p = await source.patch(a.key, a.n, a.mask, a.signal);
  const tried = p.tried?.length ? h("div.isec", {}, h("h3", {}, "Before it"), facts([["Tried", p.tried.flatMap((n, i) => [i ? ", " : "", h("a.lk", { href: a.link(n, "patch") }, "event " + n)])]])) : null;
  if (p.diffs?.length) return [h("div.isec", {}, p.diffs.map((d) => diff(d)), fate(p, a.key)), tried];
  const next = p.next;
  return [h("div.isec", {}, empty("edit", "This event changed no file", next ? `The next change is event ${next}.` : "No later event changes one.", next ? h("a.btn", { href: a.link(next, "patch") }, `Go to event ${next}`) : null, "sm")), tried];
}
