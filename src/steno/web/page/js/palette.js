/** Ctrl-K: words find events in all sessions, a number jumps to an event, `>` runs a command. */
import { $, add, aria, h, icon, kbd } from "./dom.js";
import { ago, num } from "./format.js";
import { address, go, here } from "./router.js";
import { modal } from "./shell.js";
import { lastPart } from "./session/facts.js";
import { hits, own as ownNumber } from "./source.js";
import { plain } from "./text/plain.js";
import { toast } from "./toast.js";

/** @typedef {import("./types.js").Command} Command */
/** @typedef {import("./types.js").Hit} Hit */
/** @typedef {{group: string, node: HTMLElement, run: (newTab: boolean) => void}} Choice */

const SCOPES = /** @type {const} */ ([["all", "All text"], ["prompts", "Prompts"], ["commands", "Commands run"], ["files", "Files changed"]]);
/** @type {Record<string, string>} */
const GLYPHS = { message: "agent", thought: "thinking", tool_call: "tool", tool_result: "tool", lifecycle: "system", blob: "read", unknown: "unknown" };
/** How many characters stand before the match: it must be in sight. */
const BEFORE = 28;

/** @param {Hit} x @param {string} key the session on the screen @param {Record<string, string>} query @returns {Choice} */
function hitChoice(x, key, query) {
  const own = x.key === key;
  const url = async () => {
    const e = await ownNumber(x.key, x.own);
    return address("/s/" + encodeURIComponent(x.key), own ? { ...query, e } : { e, mask: query.mask });
  };
  const glyph = GLYPHS[x.kind] ?? "read";
  const name = own ? x.tool : x.project ? lastPart(x.project) : x.title;
  const before = x.before.replace(/\s+/g, " ");
  return {
    group: own ? "In this session" : "Other sessions",
    node: h("div.pal-r", { class: "k-" + glyph }, icon(glyph), name && h("b.mono.cut", {}, plain(name)), h("span.cut.rec", {}, plain(before.length > BEFORE ? "…" + before.slice(-BEFORE) : before), h("mark", {}, plain(x.match)), plain(x.after.replace(/\s+/g, " "))), h("span.sp"), h("span.faint", {}, own ? "event " + num(x.own) : ago(x.time))),
    run: (newTab) => void url().then((to) => newTab ? void open(to, "_blank", "noreferrer") : go(to), (e) => toast(e instanceof Error ? e.message : "This event cannot be opened", "fail")),
  };
}

/** @param {Command} c @returns {Choice} */
const commandChoice = (c) => ({ group: "Commands", node: h("div.pal-r", {}, icon(c.icon), h("span.cut", {}, c.text), h("span.sp"), c.keys.length ? kbd(...c.keys) : null), run: () => c.run() });

class Palette {
  /** @param {Command[]} commands */
  constructor(commands) {
    this.commands = commands;
    /** @type {Choice[]} */
    this.choices = [];
    this.at = 0;
    this.scope = "all";
    this.timer = 0;
    /** @type {AbortController|null} */
    this.asking = null;
    this.place = here();
    this.input = /** @type {HTMLInputElement} */ (h("input", { "aria-label": "Search", role: "combobox", "aria-expanded": "true", "aria-controls": "pal-list", placeholder: "Search words, a number for an event, > for commands", autocomplete: "off", spellcheck: "false", oninput: () => this.typed() }));
    this.said = h("span.faint.tn", { role: "status" });
    this.list = h("div.pal-list", { id: "pal-list", role: "listbox", "aria-label": "Results" });
    this.scopes = SCOPES.map(([id, text]) => h("button.filter", { type: "button", "aria-pressed": String(id === "all"), onclick: () => this.pick(id) }, text));
    this.dialog = modal("palette", "Search and commands", h("div.pal", {}, h("div.pal-in", {}, icon("search"), this.input, this.said), h("div.pal-scope", { role: "group", "aria-label": "Where" }, this.scopes), this.list,
      h("div.pal-foot", {}, h("span", {}, kbd("↑", "↓"), " choose"), h("span", {}, kbd("↵"), " jump"), h("span", {}, kbd("Ctrl", "↵"), " new tab"), h("span.sp"), h("span", {}, kbd("Esc"), " close"))));
    this.dialog.addEventListener("keydown", (e) => this.key(e));
    this.dialog.addEventListener("close", () => { clearTimeout(this.timer); this.asking?.abort(); });
    this.input.focus();
    this.draw([], "");
  }

  /** @param {string} id */
  pick(id) {
    this.scope = id;
    SCOPES.forEach(([x], i) => { const b = this.scopes[i]; if (b) aria(b, "pressed", x === id); });
    this.typed();
    this.input.focus();
  }

  typed() {
    clearTimeout(this.timer);
    this.asking?.abort();
    const q = this.input.value.trim();
    if (q.startsWith(">") || q.length < 2) return this.draw([], q);
    if (/^#?\d/.test(q)) this.draw([], q); // a jump need not wait for the search
    this.timer = setTimeout(() => void this.ask(q), 120);
  }

  /** @param {string} q */
  async ask(q) {
    const asking = (this.asking = new AbortController());
    this.said.textContent = "…";
    const t0 = performance.now();
    try {
      const all = await hits({ q, scope: this.scope, n: 40, mask: this.place.query.mask === "1" }, asking.signal);
      if (asking.signal.aborted) return;
      const here = all.hits.filter((x) => x.key === this.place.key), others = all.hits.filter((x) => x.key !== this.place.key);
      const shown = [...here.slice(0, 12), ...others.slice(0, 24)];
      this.draw(shown, q);
      this.said.textContent = `${num(shown.length)} of ${num(Math.max(all.total, shown.length))} hits, ${Math.round(all.ms ?? performance.now() - t0)} ms`;
    } catch (e) {
      if (asking.signal.aborted) return;
      this.said.textContent = e instanceof Error ? e.message : "The search failed";
    }
  }

  /** @param {Hit[]} found @param {string} q */
  draw(found, q) {
    const words = q.replace(/^>\s*/, "").toLowerCase();
    const n = /^#?(\d{1,9})$/.exec(q)?.[1];
    const jump = n && this.place.key ? [commandChoice({ text: `Jump to event ${num(Number(n))}`, icon: "down", keys: [], run: () => go(address(here().path, { ...here().query, e: n })) })] : [];
    const commands = this.commands.filter((c) => c.text.toLowerCase().includes(words)).map(commandChoice);
    this.choices = [...jump, ...found.map((x) => hitChoice(x, this.place.key, this.place.query)), ...(q === "" || q.startsWith(">") || commands.length < this.commands.length ? commands : [])];
    this.said.textContent = "";
    this.list.replaceChildren();
    let group = "";
    this.choices.forEach((c, i) => {
      if (c.group !== group) add(this.list, [h("div.pal-g", { role: "presentation" }, (group = c.group))]);
      c.node.id = "pal-" + i;
      c.node.setAttribute("role", "option");
      c.node.addEventListener("click", (e) => this.run(i, e.ctrlKey || e.metaKey));
      this.list.append(c.node);
    });
    if (!this.choices.length) this.list.append(h("div.pal-none", {}, q.length < 2 ? "Type a word" : "Nothing found. Fewer or shorter words find more."));
    this.move(0);
  }

  /** @param {number} to */
  move(to) {
    this.at = Math.max(0, Math.min(this.choices.length - 1, to));
    this.choices.forEach((c, i) => aria(c.node, "selected", i === this.at));
    const on = this.choices[this.at]?.node;
    on?.scrollIntoView({ block: "nearest" });
    if (on) aria(this.input, "activedescendant", on.id);
    else this.input.removeAttribute("aria-activedescendant");
  }

  /** @param {number} i @param {boolean} newTab */
  run(i, newTab) {
    const c = this.choices[i];
    if (!c) return;
    if (!newTab) this.dialog.close();
    c.run(newTab);
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[e.key];
    if (step) this.move(this.at + step);
    else if (e.key === "Enter") this.run(this.at, e.ctrlKey || e.metaKey);
    else return;
    e.preventDefault();
  }
}

/** @param {Command[]} commands */
export function openPalette(commands) {
  if (!$("dialog[open]")) new Palette(commands);
}
