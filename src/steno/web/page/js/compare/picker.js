/** Chooses the session to compare with: those of the same project first. */
import { h, icon } from "../dom.js";
import { ago, count, money } from "../format.js";
import { lastPart, titleOf } from "../session/facts.js";
import { modal } from "../shell.js";
import * as source from "../source.js";
import { plain } from "../text/plain.js";

/** @typedef {import("../types.js").SessionRow} SessionRow */

const SHOWN = 60;

/** @param {SessionRow} r @param {(key: string) => void} chosen */
const line = (r, chosen) => h("button.pick-r", { type: "button", onclick: () => chosen(r.key) }, icon("agent"), h("span.cut", {}, plain(titleOf(r))), h("span.faint", {}, r.project ? lastPart(r.project) : ""), h("span.faint.tn", {}, [ago(r.ended ?? r.started), typeof r.calls === "number" ? count(r.calls, "call") : "", typeof r.cost === "number" ? money(r.cost, r.cost_is_least) : ""].filter(Boolean).join(", ")));

/** @param {{key: string, project?: string|null}} of @param {boolean} mask @param {(key: string) => void} chosen */
export function pick(of, mask, chosen) {
  const input = h("input", { type: "search", placeholder: "Title, project or id", "aria-label": "Find a session" });
  const list = h("div.pick-l", {});
  const d = modal("picker", "Compare with", h("div.pick", {}, h("div.pick-h", {}, h("b", {}, "Compare with"), h("span.sp"), h("label.field", {}, icon("search"), input)), list));
  const done = /** @param {string} key */ (key) => { d.close(); chosen(key); };
  let asked = new AbortController(), timer = 0;
  const load = async () => {
    clearTimeout(timer);
    asked.abort();
    const { signal } = (asked = new AbortController());
    const q = /** @type {HTMLInputElement} */ (input).value;
    try {
      // A project is masked in what the page shows, and then cannot be asked for.
      const near = of.project && !q && !mask ? (await source.sessions({ project: [of.project], mask }, 0, SHOWN, signal)).rows : [];
      const all = await source.sessions({ q, mask }, 0, SHOWN, signal);
      if (signal.aborted) return;
      // The catalog is brought up to date behind our back: what is not listed yet may be in a moment.
      const reading = typeof all.syncing === "number" || !all.of;
      if (reading) timer = setTimeout(() => void load(), 1000);
      const at = [...list.querySelectorAll("button")].findIndex((b) => b === document.activeElement);
      const same = near.filter((r) => r.key !== of.key), known = new Set(near.map((r) => r.key));
      const rest = all.rows.filter((r) => r.key !== of.key && !known.has(r.key));
      list.replaceChildren(...[same.length ? h("h3", {}, "Same project") : null, ...same.map((r) => line(r, done)), rest.length ? h("h3", {}, same.length ? "Other sessions" : q ? "Found" : "All sessions") : null, ...rest.map((r) => line(r, done)), !same.length && !rest.length ? h("p.hint.pad.top", { role: "status" }, reading ? "Reading the sessions…" : "No other session fits.") : null, all.total > SHOWN ? h("p.hint.pad.top", {}, `${SHOWN} of ${all.total} shown: type a word of the title to find others.`) : null].filter((x) => x !== null));
      list.querySelectorAll("button")[at]?.focus();
    } catch (e) {
      if (!signal.aborted) list.replaceChildren(h("p.hint.pad.top", { role: "alert" }, e instanceof Error ? e.message : String(e)));
    }
  };
  input.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(() => void load(), 150); });
  d.addEventListener("close", () => { clearTimeout(timer); asked.abort(); });
  d.addEventListener("keydown", (e) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (!step) return;
    e.preventDefault();
    const all = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("button")]);
    all[Math.max(0, Math.min(all.length - 1, all.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step))]?.focus();
  });
  void load();
  input.focus();
}
