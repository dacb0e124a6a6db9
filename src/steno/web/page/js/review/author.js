/** Who judges: asked once, and remembered by this browser. */
import { h } from "../dom.js";
import { note, recall } from "../memory.js";

/** @typedef {{name: string, role: string}} Author */

/** @returns {Author|null} */
export function known() {
  const name = recall("author"), role = recall("role");
  return name && role ? { name, role } : null;
}

/** @param {Author} a */
export function remember(a) {
  note("author", a.name);
  note("role", a.role);
}

const ROLES = /** @type {Record<string, string>} */ ({ human: "a person", expert: "an expert of the field", client: "whom the work is for", model: "a model" });

/** @param {{name?: string|null, role?: string|null, roles: string[]}} suggested @param {(a: Author) => void} done */
export function form(suggested, done) {
  const name = /** @type {HTMLInputElement} */ (h("input", { type: "text", id: "author-name", autocomplete: "off", value: suggested.name ?? "" }));
  const role = /** @type {HTMLSelectElement} */ (h("select", { id: "author-role" }, suggested.roles.map((r) => h("option", { value: r, selected: r === (suggested.role ?? "human") ? "" : null }, `${r}: ${ROLES[r] ?? ""}`))));
  const go = () => { if (name.value.trim()) done({ name: name.value.trim(), role: role.value }); else name.focus(); };
  name.addEventListener("keydown", (e) => { if (e.key === "Enter") go(); });
  queueMicrotask(() => requestAnimationFrame(() => name.focus()));
  return h("div.who", {}, h("h2", {}, "Who reviews?"), h("p.hint", {}, "Every judgement says who made it. You are asked once; this browser remembers it."), h("label", {}, h("span", {}, "Name"), name), h("label", {}, h("span", {}, "As"), role), h("button.btn.primary", { type: "button", onclick: go }, "Begin"));
}
