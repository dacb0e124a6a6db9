/** What a session did to files, and which commits it led to; each line with the event that wrote it. */
import { h, icon } from "../dom.js";
import { count, moment, num } from "../format.js";
import * as router from "../router.js";
import { bar, empty, tabs } from "../shell.js";
import { crumbs } from "../session/facts.js";
import * as source from "../source.js";
import { diff } from "../text/diff.js";
import { inline } from "../text/markdown.js";
import { plain } from "../text/plain.js";
import { copy } from "../toast.js";
import { file, hues } from "./lines.js";

/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Code} Code */

const TIERS = /** @type {[RegExp, string][]} */ ([[/^tool_emitted/, "lines found in it"], [/./, "by its time and its files"]]);

class Screen {
  /** @param {Place} place @param {import("../types.js").Summary} summary @param {Code} d */
  constructor(place, summary, d) {
    this.key = place.key;
    this.mask = place.query.mask === "1";
    this.d = d;
    /** Ends with what is shown: what was asked for of another commit or file comes too late. */
    this.showing = new AbortController();
    this.at = "";
    this.left = h("aside.pane.code-l", { "aria-label": "Commits and files" });
    this.right = h("section.pane.code-r", { tabindex: 0, "aria-label": "Change" });
    this.node = h("div.screen", {}, bar({ crumbs: crumbs(summary) }), tabs("code", summary, [h("span.f.tn", {}, count(d.commits.length, "commit")), h("span.f.tn", {}, count(d.files.length, "file"))]), h("main.code", {}, this.left, this.right));
    this.update(place);
  }

  /** @param {Place} place */
  update(place) {
    const first = this.d.commits[0] ? "c" + this.d.commits[0].commit : this.d.files[0] ? "f" + this.d.files[0].path : "";
    // A log has the first characters of a commit's hash.
    const named = place.query.commit, known = named && this.d.commits.find((c) => c.commit.startsWith(named));
    const asked = named ? "c" + (known ? known.commit : named) : place.query.file ? "f" + place.query.file : first;
    if (asked === this.at && asked) return;
    this.at = asked;
    this.showing.abort();
    this.showing = new AbortController();
    this.lists();
    void (asked[0] === "c" ? this.commit(asked.slice(1)) : asked ? this.file(asked.slice(1)) : this.nothing());
  }

  lists() {
    const d = this.d;
    const go = /** @param {Record<string, string|null>} q */ (q) => () => router.set({ commit: null, file: null, ...q }, { push: true });
    const commit = /** @param {import("../types.js").MadeCommit} c */ (c) => h("button.cm-r", { type: "button", class: this.at === "c" + c.commit ? "on" : "", "aria-pressed": String(this.at === "c" + c.commit), onclick: go({ commit: c.commit }) }, icon("commit"), h("span.cut", {}, plain(c.subject ?? "no message")), h("span.mono.tn", {}, c.commit.slice(0, 8)), h("span.faint", {}, [moment(c.time), `${count(c.lines, "line")} of this session`, TIERS.find(([r]) => r.test(c.tier))?.[1] ?? "", c.reachable ? "" : "on no branch any more", c.unaccounted.length ? `${count(c.unaccounted.length, "other file")}` : ""].filter(Boolean).join(", ")));
    const one = /** @param {import("../types.js").TouchedFile} f */ (f) => h("button.fl-r", { type: "button", class: this.at === "f" + f.path ? "on" : "", "aria-pressed": String(this.at === "f" + f.path), title: f.path, onclick: go({ file: f.path }) }, icon("edit"), h("span.mono.cut", {}, h("bdi", {}, plain(f.path))), f.state && h("span.chip.line", {}, f.state), h("span.faint.tn", {}, count(f.edits.length, "edit")), typeof f.plus === "number" ? h("span.plus", {}, "+" + f.plus) : null, f.minus ? h("span.minus", {}, "−" + f.minus) : null);
    const why = d.state === "linked" && d.commits.length ? null : h("div.code-n", {}, h("p.hint", {}, inline(d.why ?? "")), d.hint ? h("div.well", {}, h("pre", { tabindex: 0 }, d.hint)) : null, d.hint ? h("p.hint", {}, h("button.lk", { type: "button", onclick: () => void copy(d.hint ?? "", "The command is") }, "Copy"), " it, run it, then load this page again.") : null, d.asked.length ? h("p.hint", {}, `The log holds ${count(d.asked.length, "call")} of git for a commit: `, d.asked.slice(0, 12).flatMap((n, i) => [i ? ", " : "", h("a.lk", { href: `/s/${encodeURIComponent(this.key)}?e=${n}${router.masked()}` }, "event " + n)]), d.asked.length > 12 ? ` and ${num(d.asked.length - 12)} more` : "") : null);
    this.left.replaceChildren(...[h("h2", {}, d.commits.length ? count(d.commits.length, "commit") : "Commits"), ...d.commits.map(commit), why, h("h2", {}, d.files.length ? `${count(d.files.length, "file")} changed by calls` : "No file was changed by a call"), ...d.files.map(one)].filter((x) => x !== null));
  }

  nothing() {
    this.right.replaceChildren(empty("edit", "This session changed no file", "No call wrote to one, and no commit holds lines of it."));
  }

  /** @param {string} id */
  async commit(id) {
    const { signal } = this.showing;
    const known = this.d.commits.find((c) => c.commit === id);
    if (!known) return this.right.replaceChildren(empty("commit", `The lines of commit ${id.slice(0, 12)} are not known here`, inline(this.d.hint ? `The log says that it was made. \`${this.d.hint}\` finds which lines of it the session wrote.` : this.d.why ?? "It is not among the commits that this session is known to have led to.")));
    try {
      /** @type {import("../types.js").CommitLines} */
      const c = await source.get(source.of(this.key, "commit"), { id, mask: this.mask }, signal);
      if (signal.aborted) return;
      const ink = hues(c.files), mine = c.files.reduce((n, f) => n + f.mine, 0), all = c.files.reduce((n, f) => n + (f.diff.plus ?? 0), 0);
      this.right.replaceChildren(h("div.cd-h", {}, h("h2", {}, plain(known.subject ?? id.slice(0, 12))), h("span.faint.tn", {}, `${num(mine)} of ${num(all)} added lines by this session`), ink.size > 1 && ink.size <= 24 ? h("span.legend", {}, [...ink].map(([n, k]) => h("a", { href: `/s/${encodeURIComponent(this.key)}?e=${n}${router.masked()}`, class: "h" + k }, h("i"), "event " + n))) : null), ...c.files.map((f) => file(f, ink, this.key)), c.hidden ? h("p.hint", {}, `${num(c.hidden)} lines are not given here.`) : "");
      this.right.scrollTop = 0;
    } catch (e) {
      this.failed(e, signal);
    }
  }

  /** The changes of one file, call by call. @param {string} path */
  async file(path) {
    const f = this.d.files.find((x) => x.path === path);
    if (!f) return this.right.replaceChildren(empty("edit", "No call changed this file", "Choose another one."));
    this.right.replaceChildren(h("div.cd-h", {}, h("h2.mono", {}, plain(path)), h("span.faint.tn", {}, count(f.edits.length, "edit"))));
    let at = 0;
    const { signal } = this.showing;
    const step = async () => {
      for (const n of f.edits.slice(at, at + 10)) {
        const p = await source.patch(this.key, n, this.mask, signal);
        if (signal.aborted) return;
        this.right.append(...(p.diffs ?? []).filter((d) => d.path === path).map((d) => diff(d, { limit: { lines: 120, chars: 40000 }, state: h("a.lk", { href: `/s/${encodeURIComponent(this.key)}?e=${n}${router.masked()}` }, "event " + n) })));
      }
      at += 10;
      if (at >= f.edits.length) return;
      const button = h("button.btn", { type: "button", onclick: () => { button.remove(); void more(); } }, count(f.edits.length - at, "more edit"));
      this.right.append(button);
    };
    const more = () => step().catch((e) => this.failed(e, signal));
    await more();
  }

  /** @param {unknown} e @param {AbortSignal} signal */
  failed(e, signal) {
    if (!signal.aborted) this.right.replaceChildren(empty("fail", "The change cannot be shown", e instanceof Error ? e.message : String(e), null, "bad"));
  }

  /** @param {KeyboardEvent} e */
  keys(e) {
    const by = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (!by || (e.key.startsWith("Arrow") && this.right.contains(document.activeElement))) return false;
    const all = [...this.d.commits.map((c) => "c" + c.commit), ...this.d.files.map((f) => "f" + f.path)];
    const to = all[Math.max(0, Math.min(all.length - 1, all.indexOf(this.at) + by))];
    if (to) router.set({ commit: to[0] === "c" ? to.slice(1) : null, file: to[0] === "f" ? to.slice(1) : null }, { push: true });
    return true;
  }

  close() {
    this.showing.abort();
  }
}

/** @param {Place} place @returns {Promise<import("../types.js").Screen>} */
export async function open(place) {
  const mask = place.query.mask === "1";
  const summary = await source.summary(place.key, mask);
  const s = new Screen(place, summary, await source.get(source.of(place.key, "code"), { mask }));
  return { node: s.node, title: "Code", body: "p-code", update: (p) => s.update(p), close: () => s.close(), keys: (e) => s.keys(e) };
}
