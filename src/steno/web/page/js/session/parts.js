/** What an event holds, drawn: in the list in a few lines, in the inspector in full. */
import { h } from "../dom.js";
import { count, left } from "../format.js";
import { block, more, remaining } from "../text/block.js";
import { diff } from "../text/diff.js";
import { markdown } from "../text/markdown.js";
import { plain } from "../text/plain.js";
import { points } from "../text/points.js";
import { cut } from "../text/slice.js";

/** @typedef {import("../dom.js").Kid} Kid */
/** @typedef {import("../types.js").Part} Part */
/** @typedef {import("../text/slice.js").Limit} Limit */
/** @typedef {(part: number, at: number) => Promise<{text: string, total: number}>} Rest */

const IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]+$/;

/** @param {Part} p @param {number} i @param {{limit: Limit, rest: Rest, failed?: boolean, wrap?: boolean}} o @returns {Kid} */
export function part(p, i, o) {
  const text = p.text ?? (p.value === undefined || p.value === null ? "" : typeof p.value === "string" ? p.value : JSON.stringify(p.value, null, 2));
  const cls = o.wrap ? "wrap" : "";
  const rest = /** @param {number} at */ (at) => o.rest(i, at);
  if (p.diff) return diff(p.diff, { limit: o.limit });
  if (p.as === "image") return image(text);
  if (p.as === "markdown") return prose(p, text, o.limit, rest);
  const lang = p.as === "json" || (p.value !== undefined && p.value !== null) ? "json" : p.as === "code" ? p.lang : p.lang ?? "";
  const end = !!o.failed && p.what === "result";
  const inks = end && p.as !== "json" ? "" : lang; // what failed is a message, whatever was asked for
  const well = block(text, { lang: inks, ansi: p.as === "ansi" || (p.as === "plain" && text.includes("\u001b")), cls, limit: o.limit, end, marks: p.marks ?? [], hidden: p.at ? null : p.hidden, rest });
  if (p.at && p.hidden) well.prepend(before(p, well, rest, lang, cls));
  return well;
}

/** What stands before the end of a long output. @param {Part} p @param {HTMLElement} well @param {(at: number) => Promise<{text: string, total: number}>} rest @param {string|null|undefined} lang @param {string} cls */
function before(p, well, rest, lang, cls) {
  const button = more(`${left(p.hidden ?? {})} before`, async () => {
    const got = await rest(0);
    const more = got.total - points(got.text);
    well.replaceWith(block(got.text, { lang, ansi: p.as === "ansi", cls, hidden: more > 0 ? { chars: more } : null, rest }));
  }, "up");
  button.classList.add("before");
  return button;
}

/** Words, with the rest of a long text on demand. @param {Part} p @param {string} text @param {Limit} limit @param {(at: number) => Promise<{text: string, total: number}>} rest */
function prose(p, text, limit, rest) {
  const end = cut(text, 0, limit);
  const box = h("div.prose-w", {}, markdown(text.slice(0, end), { limit }));
  const after = remaining(text, end, p.hidden ?? null);
  if (after.chars <= 0) return box;
  const button = more(left(after), async () => {
    let all = text;
    for (let total = Infinity; p.hidden && points(all) < total && all.length < 2e6;) {
      const got = await rest(points(all));
      if (!got.text) break;
      all += got.text;
      total = got.total;
    }
    box.replaceChildren(markdown(all, { limit: { lines: 2000, chars: 100000 } }));
  });
  box.append(button);
  return box;
}

/** @param {string} url */
function image(url) {
  if (!IMAGE.test(url)) return h("p.hint", {}, plain(url.startsWith("data:") ? `An image of a kind that is not shown, ${count(url.length, "character")}` : url));
  return h("img.shot", { src: url, alt: "image in the record", loading: "lazy" });
}
