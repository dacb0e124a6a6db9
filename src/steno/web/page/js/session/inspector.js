/** The right pane: one event, five ways to look at it. */
import { aria, h, icon } from "../dom.js";
import { empty, skeleton } from "../shell.js";
import { plain } from "../text/plain.js";
import { evidence } from "./evidence.js";
import { losses } from "./losses.js";
import { patch } from "./patch.js";
import { raw } from "./raw.js";
import { rendered } from "./rendered.js";

/** @typedef {import("../dom.js").Kid} Kid */
/** @typedef {import("../types.js").Row} Row */
/** @typedef {{key: string, n: number, mask: boolean, row: Row, go: (n: number) => void, link: (n: number, tab?: string) => string, signal: AbortSignal}} Ask */

/** @type {[string, string, string, (a: Ask) => Promise<Kid>][]} */
const TABS = [["rendered", "Rendered", "r", rendered], ["raw", "Raw", "x", raw], ["evidence", "Evidence", "v", evidence], ["losses", "Losses", "o", losses], ["patch", "Patch", "p", patch]];
/** Which key opens which tab. @type {Record<string, string>} */
export const TAB_KEYS = Object.fromEntries(TABS.map(([name, , key]) => [key, name]));
/** @param {string|undefined} name */
export const tabNamed = (name) => TABS.some(([n]) => n === name) ? name ?? "rendered" : "rendered";

export class Inspector {
  /** @param {{key: string, picked: (tab: string) => void, copyLink: () => void, shut: () => void, go: (n: number) => void, link: (n: number, tab?: string) => string}} o */
  constructor(o) {
    this.o = o;
    this.tab = "rendered";
    /** @type {Row|null} */
    this.row = null;
    this.mask = false;
    /** @type {AbortController|null} */
    this.asking = null;
    this.title = h("h2.insp-t", {});
    this.body = h("div.ibody", { role: "tabpanel", tabindex: 0, id: "ibody", "aria-label": "Rendered" });
    this.buttons = TABS.map(([name, text, key]) => h("button", { type: "button", role: "tab", "data-tab": name, "aria-controls": "ibody", title: key, onclick: () => o.picked(name) }, text));
    this.tabs = h("div.itabs", { role: "tablist", "aria-label": "Inspector", onkeydown: (/** @type {KeyboardEvent} */ e) => this.arrow(e) }, this.buttons);
    this.node = h("aside.pane.inspector", { id: "inspector", "aria-label": "Inspector", tabindex: -1 },
      h("div.pane-h.insp-h", {}, this.title, h("span.sp"), h("button.ibtn.sm", { type: "button", "aria-label": "Copy link to this event, y", title: "y", onclick: o.copyLink }, icon("link")), h("button.ibtn.sm.close", { type: "button", "aria-label": "Close inspector, Escape", onclick: o.shut }, icon("x"))),
      this.tabs, this.body);
  }

  /** @param {KeyboardEvent} e */
  arrow(e) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (!by) return;
    e.preventDefault();
    e.stopPropagation();
    const i = TABS.findIndex(([n]) => n === this.tab);
    const next = TABS[(i + by + TABS.length) % TABS.length];
    if (!next) return;
    this.o.picked(next[0]);
    this.buttons[(i + by + TABS.length) % TABS.length]?.focus();
  }

  /** @param {Row} row */
  head(row) {
    const words = row.kind === "tool" ? [h("b.mono", {}, plain(row.tool ?? "")), h("span.mono.cut", {}, plain((row.arg ?? "").slice(0, 300)))] : [h("b", {}, row.kind === "human" ? "Prompt" : row.name ?? row.kind), h("span.cut", {}, plain((row.text ?? "").slice(0, 300)))];
    this.title.replaceChildren(h("span.vh", {}, "Event "), h("span.eno.tn", {}, String(row.n)), h("span", { class: `gg k-${row.kind}${row.status === "failed" ? " s-failed" : ""}` }, icon(row.icon ?? row.kind, "g")), ...words);
  }

  /** @param {Row} row @param {string} tab @param {boolean} mask @param {boolean} [anew] whether what is shown may have changed */
  async show(row, tab, mask, anew = false) {
    if (!anew && this.row?.n === row.n && this.tab === tab && this.mask === mask) return;
    const other = this.row?.n !== row.n;
    const masked = mask && !this.mask;
    this.row = row;
    this.tab = tab;
    this.mask = mask;
    this.head(row);
    for (const b of this.buttons) {
      const on = b.dataset.tab === tab;
      aria(b, "selected", on);
      b.tabIndex = on ? 0 : -1;
      if (on) aria(this.body, "label", b.textContent);
    }
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    if (masked) this.body.replaceChildren(); // bare text must not stay while the masked form is made
    const late = setTimeout(() => { if (!asking.signal.aborted) this.body.replaceChildren(skeleton(6)); }, 200);
    try {
      const draw = TABS.find(([n]) => n === tab)?.[3] ?? rendered;
      const made = await draw({ key: this.o.key, n: row.n, mask, row, go: this.o.go, link: this.o.link, signal: asking.signal });
      if (asking.signal.aborted) return;
      this.body.replaceChildren(h("div.ibox", {}, made));
      if (other) this.body.scrollTop = 0;
    } catch (e) {
      if (asking.signal.aborted) return;
      this.body.replaceChildren(h("div.isec", {}, empty("fail", "This cannot be shown", e instanceof Error ? e.message : String(e), null, "sm bad")));
    } finally {
      clearTimeout(late);
    }
  }

  /** Nothing of it stays, and nothing that is under way comes. */
  cover() {
    this.asking?.abort();
    this.row = null;
    this.title.replaceChildren();
    this.body.replaceChildren();
  }

  /** Nothing is chosen. @param {string} why */
  none(why) {
    this.cover();
    this.title.replaceChildren(h("b", {}, "No event"));
    this.body.replaceChildren(h("div.isec", {}, empty("list", "Nothing to inspect", why, null, "sm")));
  }
}
