/** Find in this session: `/`, then n and N. */
import { h, icon, kbd } from "../dom.js";
import { num } from "../format.js";
import { say } from "../shell.js";
import * as source from "../source.js";

/** @typedef {import("../types.js").View} View */

export class Find {
  /** @param {{key: string, view: () => View, at: () => number, go: (n: number, position: number|undefined) => void, found: (hits: number[], words: string) => void, query: (q: string) => void, leave: () => void}} o */
  constructor(o) {
    this.o = o;
    /** @type {number[]} */
    this.hits = [];
    /** @type {(number|null)[]} */
    this.positions = [];
    this.i = -1;
    this.jumps = false;
    /** What was asked for last; the field may be ahead of it. */
    this.words = "";
    this.timer = 0;
    this.input = /** @type {HTMLInputElement} */ (h("input", { "aria-label": "Find in this session", placeholder: "Find in this session", autocomplete: "off", spellcheck: "false", oninput: () => this.typed(), onkeydown: (/** @type {KeyboardEvent} */ e) => this.key(e) }));
    this.said = h("span.tn", { role: "status" });
    this.node = h("div.findbar", { role: "search", hidden: true }, h("label.field", {}, icon("search"), this.input, this.said), kbd("n", "N"), h("button.ibtn.sm", { type: "button", "aria-label": "Previous match, N", onclick: () => this.step(-1) }, icon("up")), h("button.ibtn.sm", { type: "button", "aria-label": "Next match, n", onclick: () => this.step(1) }, icon("down")), h("button.ibtn.sm", { type: "button", "aria-label": "Close", onclick: () => this.shut() }, icon("x")));
  }

  open() {
    this.node.hidden = false;
    this.input.focus();
    this.input.select();
  }

  shut() {
    clearTimeout(this.timer);
    this.node.hidden = true;
    this.input.value = "";
    void this.ask("", false);
    this.o.leave();
  }

  /** The session is left: what is under way must not change another's address. */
  close() {
    clearTimeout(this.timer);
    this.asking?.abort();
  }

  /** Seeks what the address says; what is being typed goes before it. @param {string} q */
  restore(q) {
    if (q === this.words) return;
    if (!q) return this.shut();
    this.node.hidden = false;
    this.input.value = q;
    void this.ask(q, false);
  }

  /** Other rows are shown: what was sought is sought among them, and a jump that was not made yet is made. */
  again() {
    if (this.words.trim()) void this.ask(this.words, this.jumps);
  }

  typed() {
    clearTimeout(this.timer);
    const q = this.input.value;
    this.timer = setTimeout(() => void this.ask(q, true), 150);
  }

  /** @param {string} q @param {boolean} jump */
  async ask(q, jump) {
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    this.words = q;
    this.o.query(q);
    const was = this.hits[this.i];
    this.jumps = jump;
    this.hits = [];
    this.i = -1;
    if (!q.trim()) {
      this.said.textContent = "";
      return this.o.found([], "");
    }
    this.said.textContent = "…";
    try {
      const f = await source.find(this.o.key, q, this.o.view(), asking.signal);
      if (asking.signal.aborted) return;
      this.hits = f.hits;
      this.positions = f.positions ?? [];
      this.o.found(f.hits, q);
      this.jumps = false;
      if (jump) this.step(1);
      else {
        this.i = was === undefined ? -1 : f.hits.indexOf(was);
        this.tell();
      }
      if (!this.hits.length) this.said.textContent = "nothing found";
      say(this.hits.length ? `${this.hits.length} found` : "nothing found");
    } catch (e) {
      if (!asking.signal.aborted) this.said.textContent = e instanceof Error ? e.message : "the search failed";
    }
  }

  /** @param {1|-1} by */
  step(by) {
    if (!this.hits.length) return;
    const n = this.o.at();
    if (this.i < 0 || this.hits[this.i] !== n) {
      const after = this.hits.findIndex((x) => x >= n);
      this.i = by > 0 ? (after < 0 ? 0 : this.hits[after] === n && this.i >= 0 ? after + 1 : after) : (after < 0 ? this.hits.length : after) - 1;
    } else this.i += by;
    this.i = (this.i + this.hits.length) % this.hits.length;
    this.tell();
    const hit = this.hits[this.i];
    if (hit !== undefined) this.o.go(hit, this.positions[this.i] ?? undefined);
  }

  tell() {
    this.said.textContent = this.i < 0 ? `${num(this.hits.length)} found` : `${num(this.i + 1)} of ${num(this.hits.length)}`;
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    if (e.key === "Escape") this.shut();
    else if (e.key === "Enter") this.step(e.shiftKey ? -1 : 1);
    else return;
    e.preventDefault();
    e.stopPropagation();
  }

  /** @type {AbortController|undefined} */
  asking;
}
