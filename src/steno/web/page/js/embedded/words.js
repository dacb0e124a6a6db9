/** What can be read of an event, to be searched; and parts of long texts, by characters as the server counts them. */

/** @typedef {import("../types.js").Full} Full */
/** @typedef {import("../types.js").Part} Part */
/** @typedef {{before: string, match: string, after: string}} Around */

const AROUND = 80;

/** Where in a text a number of characters ends. @param {string} text @param {number} from @param {number} count */
function end(text, from, count) {
  let at = from;
  for (let n = 0; n < count && at < text.length; n++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}

/** @param {string} text @param {number} at @param {number} count */
export function stretch(text, at, count) {
  const from = end(text, 0, at), to = end(text, from, count);
  let total = at;
  for (let i = from; i < text.length; total++) i = end(text, i, 1);
  const length = [...text.slice(from, to)].length;
  return { text: text.slice(from, to), at, next: at + length, total };
}

/** @param {Part} p @param {string} scope */
function wanted(p, scope) {
  if (scope === "commands") return p.what === "call";
  return scope !== "files" || p.what === "change";
}

/** @param {Part} p */
function words(p) {
  if (p.diff) return [p.diff.path, ...p.diff.hunks.flatMap((h) => h.lines.map((l) => l.slice(1)))].join("\n");
  return p.text ?? (typeof p.value === "string" ? p.value : JSON.stringify(p.value ?? ""));
}

/** @param {string} text @param {string} q @returns {Around|null} */
function around(text, q) {
  const at = text.toLowerCase().indexOf(q.toLowerCase());
  if (at < 0) return null;
  return { before: text.slice(Math.max(0, at - AROUND), at), match: text.slice(at, at + q.length), after: text.slice(at + q.length, at + q.length + AROUND) };
}

/** Where an event holds a text, whatever its case. @param {Full} f @param {string} q @param {string} scope @param {(part: number) => Promise<string|null>} whole @returns {Promise<Around|null>} */
export async function holding(f, q, scope, whole) {
  if (scope === "prompts" && f.row.kind !== "human") return null;
  if (scope === "all" && f.row.tool) {
    const named = around(f.row.tool, q);
    if (named) return named;
  }
  for (const [i, p] of f.parts.entries()) {
    if (!wanted(p, scope)) continue;
    const found = around(words(p), q) ?? (p.hidden && !p.diff ? around((await whole(i)) ?? "", q) : null);
    if (found) return found;
  }
  return null;
}
