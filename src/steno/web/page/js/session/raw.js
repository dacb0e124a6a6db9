/** The exact bytes, with file, line, offsets and hash. */
import { aria, h, icon } from "../dom.js";
import { count, num } from "../format.js";
import { note, recall } from "../memory.js";
import { empty } from "../shell.js";
import * as source from "../source.js";
import { block } from "../text/block.js";
import { copy } from "../toast.js";

/** @typedef {import("../dom.js").Kid} Kid */
/** @typedef {import("../types.js").Raw} Raw */
/** @typedef {import("./inspector.js").Ask} Ask */

const WAYS = /** @type {const} */ ([["as", "As it stands"], ["indented", "Indented"], ["hex", "Hex"]]);

/** @type {Record<string, string>} */
const ENDS = { "\n": "ends in LF", "\r\n": "ends in CRLF", "\r": "ends in CR", "": "no line end" };

/** @param {Raw} r @returns {Uint8Array} */
function octets(r) {
  if (r.encoding !== "base64") return new TextEncoder().encode(r.bytes ?? "");
  return Uint8Array.from(atob(r.bytes ?? ""), (c) => c.charCodeAt(0));
}

/** @param {Uint8Array} b @param {number} from */
function hex(b, from) {
  const lines = [];
  for (let i = 0; i < b.length; i += 16) {
    const part = b.subarray(i, i + 16);
    const digits = [...part].map((x) => x.toString(16).padStart(2, "0")).join(" ").padEnd(47);
    const letters = [...part].map((x) => x >= 32 && x < 127 ? String.fromCharCode(x) : ".").join("");
    lines.push(`${(from + i).toString(16).padStart(8, "0")}  ${digits}  ${letters}`);
  }
  return lines.join("\n");
}

/** @param {string} text */
function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text; // a line that is no JSON stands as it is
  }
}

/** @param {Raw} r @param {string} way */
function drawn(r, way) {
  if (typeof r.bytes !== "string") return empty("missing", "No bytes to show", r.why ?? "The log has none for it.", null, "sm");
  const text = r.encoding === "base64" ? new TextDecoder("utf-8").decode(octets(r)) : r.bytes;
  if (way === "hex") return block(hex(octets(r), r.from ?? 0), { cls: "rawb", hidden: r.hidden });
  return block(way === "indented" && !r.hidden ? indented(text) : text, { lang: "json", cls: "wrap rawb", hidden: r.hidden });
}

/** @param {Raw} r @param {string} way */
function one(r, way) {
  const size = typeof r.from === "number" && typeof r.to === "number" ? r.to - r.from : octets(r).length;
  return h("div.isec", {}, h("h3", {}, r.what, h("span.sp"), h("span.mono.where.cut", { title: r.file }, r.file + (r.line ? ":" + r.line : ""))),
    h("div.bytes", {}, typeof r.from === "number" ? h("span.tn", {}, `bytes ${num(r.from)}–${num(r.to ?? r.from)}`) : null, h("span.tn", {}, num(size) + " B"), typeof r.ends === "string" ? h("span", {}, ENDS[r.ends] ?? "ends in " + r.ends) : null, h("span.sp"),
      h("button.ibtn.sm", { type: "button", "aria-label": "Copy the bytes", onclick: () => void copy(r.bytes ?? "", r.hidden ? "The bytes shown are" : "Bytes") }, icon("copy"))),
    drawn(r, way), r.why && typeof r.bytes === "string" ? h("p.hint", {}, r.why) : null);
}

/** @param {Raw[]} list */
function unchanged(list) {
  const sha = list[0]?.sha256;
  if (!sha) return null;
  return list.some((r) => r.changed) ? h("span.chip.warn", { title: "the file is not as it was when it was read" }, icon("fail"), "the file has changed") : h("span.chip.ok", { title: "sha256 " + sha }, icon("ok"), `sha256 ${sha.slice(0, 8)}…`);
}

/** @param {Ask} a @returns {Promise<Kid>} */
export async function raw(a) {
  const list = await source.raw(a.key, a.n, a.mask, a.signal);
  if (!list.length) return h("div.isec", {}, empty("missing", "No bytes of their own", "This event stands in no line of the log: somebody added it later.", null, "sm"));
  let way = recall("raw") ?? "as";
  const box = h("div", {});
  const draw = () => box.replaceChildren(...list.map((r) => one(r, way)));
  const seg = h("div.seg", { role: "group", "aria-label": "Show bytes" }, WAYS.map(([id, text]) => h("button", { type: "button", "aria-pressed": String(id === way), "data-way": id, onclick: () => {
    way = id;
    note("raw", id);
    for (const b of seg.children) aria(b, "pressed", /** @type {HTMLElement} */ (b).dataset.way === id);
    draw();
  } }, text)));
  draw();
  const bars = list.reduce((n, r) => n + (r.bytes?.match(/\[REDACTED:/g)?.length ?? 0), 0);
  return [h("div.itool", {}, seg, h("span.sp"), unchanged(list)), a.mask ? h("p.hint.pad.top", {}, icon("lock"), `Mask is on: ${count(bars, "value is", "values are")} covered here. The bytes on disk are as they were.`) : null, box];
}
