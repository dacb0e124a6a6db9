/** Beside the graph: how the chosen step came about, and what each part of the session cost. */
import { h, icon } from "../dom.js";
import { count, money, short, unknown } from "../format.js";
import { more } from "../text/block.js";
import { plain } from "../text/plain.js";
import { masked } from "../router.js";

/** @typedef {import("../types.js").Why} Why */
/** @typedef {import("../types.js").Spent} Spent */

const LINES = 200;

/** @param {Why} w @param {(i: number) => void} go */
export function why(w, go) {
  const li = /** @param {[number, import("../types.js").GraphNode]} x */ ([i, n]) => h("li", { class: `k-${n.icon === "commit" ? "commit" : n.kind} s-${n.status ?? ""}` }, h("button", { type: "button", onclick: () => go(i) }, h("span.tn.faint", {}, String(n.n)), h("span.g", { class: `k-${n.icon === "commit" ? "commit" : n.kind}` }, icon(n.kind === "tool" ? n.icon : n.kind)), h("span.cut", {}, n.kind === "tool" ? [h("b.mono", {}, n.name ?? ""), " "] : null, plain(n.text ?? ""), n.says ? h("span", { class: n.status === "failed" ? "bad" : "faint" }, ": " + n.says) : null)));
  const known = Object.entries(w.counts).map(([how, k]) => h("span.ev-badge", { class: how }, `${count(k, "link")} ${how}`));
  return [w.left ? h("p.hint.pad.top", {}, `${count(w.left, "step")} before these`) : null, h("ol.why-l", {}, w.chain.map(li)),
    h("p.hint.pad", {}, known, w.rules.map((r) => [" ", h("span.rule", {}, r)]), w.chain.length === 1 ? "Nothing in the log caused it." : null)];
}

const GLYPHS = /** @type {Record<string, string>} */ ({ session: "agent", turn: "human", main: "agent", run: "sub" });

/** @param {Spent} x @param {number} most @param {string} key */
function line(x, most, key) {
  const by = x.cost ?? x.tokens ?? 0;
  const inner = [icon(GLYPHS[x.kind] ?? "agent"), h("span.cut", { title: x.text }, x.name, x.text ? h("span.faint", {}, "  " + x.text) : null), h("span.rb", {}, h("i", { vars: { "--w": Math.max(by ? 2 : 0, (by / most) * 100) + "%" } })),
    h("span.tn", { title: [count(x.calls ?? 0, "call"), x.failed ? x.failed + " failed" : "", x.tokens ? short(x.tokens) + " tokens" : ""].filter(Boolean).join(", ") }, typeof x.cost === "number" ? money(x.cost) : typeof x.tokens === "number" ? short(x.tokens) + " tok" : unknown("the log states no tokens"))];
  const cls = `d${Math.min(x.depth, 5)} ${x.kind === "run" ? "sub" : ""}`;
  return x.n ? h("a.roll", { class: cls, href: `/s/${encodeURIComponent(key)}?e=${x.n}${masked()}` }, inner) : h("div.roll", { class: cls }, inner);
}

/** @param {Spent[]} list @param {string} key */
export function rolls(list, key) {
  const whole = list[0], priced = typeof whole?.cost === "number";
  const most = (priced ? whole?.cost : whole?.tokens) || 1;
  const box = h("div.rolls", {});
  const put = /** @param {number} at */ (at) => {
    box.append(...list.slice(at, at + LINES).map((x) => line(x, most, key)));
    if (at + LINES < list.length) {
      const button = more(count(list.length - at - LINES, "more line"), () => { button.remove(); put(at + LINES); });
      box.append(button);
    }
  };
  put(0);
  return box;
}
