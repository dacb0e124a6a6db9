/** A commit line by line: which event of the session wrote each, and which lines are not its own. */
import { h, icon } from "../dom.js";
import { count, num } from "../format.js";
import { more } from "../text/block.js";
import { code } from "../text/code.js";
import { languageOf } from "../text/languages.js";
import { plain } from "../text/plain.js";
import { masked } from "../router.js";

/** @typedef {import("../types.js").CommitFile} CommitFile */

const HUES = 6;
const LINES = 400;

/** @param {CommitFile[]} files @returns {Map<number, number>} the colour of each event */
export function hues(files) {
  /** @type {Map<number, number>} */
  const seen = new Map();
  for (const f of files) for (const hunk of f.by) for (const n of hunk) if (n && !seen.has(n)) seen.set(n, seen.size % HUES);
  return seen;
}

/** @param {string} line @param {number|null} n @param {number} no @param {string} lang @param {Map<number, number>} ink @param {string} key */
function row(line, n, no, lang, ink, key) {
  const kind = line[0] === "+" ? "add" : line[0] === "-" ? "del" : "";
  return h("div.cl", { class: kind }, n ? h("a", { href: `/s/${encodeURIComponent(key)}?e=${n}${masked()}`, class: "h" + ink.get(n), title: `Written by event ${n}` }, "event " + n) : h("span", { title: kind === "add" ? "No event of this session is known to have written it" : "" }, kind === "add" ? "—" : ""), h("span.no", {}, kind === "del" ? "" : String(no)), h("span.tx", {}, line[0] === "+" ? "+ " : line[0] === "-" ? "− " : "  ", code(line.slice(1), lang, 40)));
}

/** @param {CommitFile} f @param {Map<number, number>} ink @param {string} key */
export function file(f, ink, key) {
  const d = f.diff, lang = languageOf(d.path), body = h("div.cd-b", { tabindex: 0, role: "group", "aria-label": "lines" });
  /** @type {(() => HTMLElement)[]} */
  const rows = [];
  d.hunks.forEach((k, at) => {
    if (at) rows.push(() => h("div.hunk", {}, `@@ ${k.to ?? ""} @@`));
    let no = k.to ?? 0;
    k.lines.forEach((line, i) => {
      const mine = no, n = f.by[at]?.[i] ?? null;
      rows.push(() => row(line, n, mine, lang, ink, key));
      if (line[0] !== "-") no++;
    });
  });
  const box = h("div.cd-f", {}, h("div.diff-head", {}, icon("edit"), h("span.path.cut", {}, plain(d.path)), h("span.sp"), d.state && h("span.chip.line", {}, d.state), h("span.faint.tn", {}, f.mine ? `${count(f.mine, "line")} of this session` : "nothing of this session"), h("span.plus", {}, "+" + (d.plus ?? 0)), d.minus ? h("span.minus", {}, "−" + d.minus) : null), body);
  let at = 0;
  const step = () => {
    body.append(...rows.slice(at, at + LINES).map((f) => f()));
    at += LINES;
    if (at < rows.length) {
      const button = more(count(rows.length - at, "more line"), () => { button.remove(); step(); });
      box.append(button);
    }
  };
  step();
  if (d.hidden) box.append(h("p.dropped", {}, `${num(d.hidden.lines ?? 0)} more lines not given here: \`git show\` has them`));
  return box;
}
