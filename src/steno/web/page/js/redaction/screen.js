/** What would be masked, value by value: mask it, keep it this once, or allow it for good.  Export opens when nothing is left open. */
import { h, icon, kbd, typing } from "../dom.js";
import { openExport } from "../export/dialog.js";
import { count, num } from "../format.js";
import * as router from "../router.js";
import { bar, empty, modal, say, tabs } from "../shell.js";
import { crumbs } from "../session/facts.js";
import * as source from "../source.js";
import { plain } from "../text/plain.js";
import { toast } from "../toast.js";
import { context } from "./context.js";

/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Reviewed} Reviewed */
/** @typedef {import("../types.js").Finding} Finding */

const LEVELS = ["secrets", "pii", "strict"];
const GROUPS = ["Secrets", "Personal data", "Might be"];
const SHOWN = 400;
/** @type {[string, string, string, string][]} */
const CHOICES = [["mask", "m", "Mask", "Every place gets the same mark"], ["keep", "k", "Keep", "Leaves as it stands, this once"], ["allow", "a", "Allow-list", "Never asked again, in steno.toml"]];
const STATES = /** @type {Record<string, string>} */ ({ mask: "masked", keep: "kept", allow: "allowed", open: "open" });

class Screen {
  /** @param {Place} place @param {import("../types.js").Summary} summary @param {Reviewed} d */
  constructor(place, summary, d) {
    this.key = place.key;
    this.mask = place.query.mask === "1";
    this.summary = summary;
    this.d = d;
    this.at = place.query.id ?? "";
    this.spot = 0;
    this.choice = "mask";
    this.busy = false;
    this.life = new AbortController();
    this.top = h("section.rtop", { "aria-label": "Level and progress" });
    this.list = h("div.finds-l", { role: "listbox", tabindex: 0, "aria-label": "Findings" });
    this.head = h("div.pane-h");
    this.body = h("div.rscroll", { tabindex: 0 });
    this.radios = h("div.dec-b", { role: "radiogroup", "aria-label": "Decision" });
    this.reason = /** @type {HTMLTextAreaElement} */ (h("textarea", { rows: 2, placeholder: "An address made for the tests", "aria-label": "Reason" }));
    this.reason.addEventListener("keydown", (e) => { if (e.key === "Enter" && !e.shiftKey) { e.preventDefault(); void this.decide(); } });
    this.does = h("button.btn.primary", { type: "button", onclick: () => void this.decide() });
    this.log = h("div.isec");
    this.scope = h("span.faint");
    this.node = h("div.screen", {}, bar({ crumbs: crumbs(summary) }), tabs("redaction", summary), this.top, this.main());
    this.shown(this.at, 0, false);
  }

  main() {
    if (!this.d.values) return h("main", {}, empty("shield", `Nothing would be masked at level ${this.d.at}`, this.d.at === "strict" ? "No secret, no personal data and nothing suspicious was found." : "A higher level looks for more: names, addresses, and what only might be a secret.", h("button.btn", { type: "button", onclick: () => void this.export() }, icon("out"), "Export…")));
    return h("main.red", {},
      h("aside.pane.finds", { "aria-label": "Findings" }, h("div.pane-h", {}, h("b", {}, "Findings"), h("span.sp"), h("span.faint.tn", {}, `${count(this.d.values, "value")}, ${count(this.d.places, "place")}`)), this.list),
      h("section.pane.rctx", { "aria-label": "In context" }, this.head, this.body),
      h("aside.pane.dec", { "aria-label": "Decision" }, h("div.pane-h", {}, h("b", {}, "Decision"), h("span.sp"), this.scope), this.radios,
        h("label.reason", {}, h("span", {}, "Reason", h("span.faint", {}, "needed to keep or allow")), this.reason),
        h("div.dec-f", {}, this.does, kbd("↵"), h("span.sp"), h("button.btn", { type: "button", onclick: () => this.step(1) }, "Skip"), kbd("j")), this.log));
  }

  /** The findings in the order of the list. */
  findings() {
    return GROUPS.flatMap((g) => this.d.findings.filter((f) => f.group === g));
  }

  heads() {
    const c = this.d.counts, done = this.d.values - (c.open ?? 0), open = c.open ?? 0;
    const part = /** @param {string} cls @param {string} name */ (cls, name) => c[name] ? h("i", { class: cls, vars: { "--n": c[name] ?? 0 } }) : null;
    const key = /** @param {string} cls @param {string} name */ (cls, name) => h("span", {}, h("i", { class: cls }), `${num(c[name] ?? 0)} ${STATES[name]}`);
    this.top.replaceChildren(
      h("div.seg", { role: "group", "aria-label": "Level" }, LEVELS.map((l) => h("button", { type: "button", "aria-pressed": String(l === this.d.at), onclick: () => router.set({ at: l === "secrets" ? null : l, id: null }, { push: true }) }, l))),
      h("div.prog", { role: "progressbar", "aria-valuenow": done, "aria-valuemin": 0, "aria-valuemax": this.d.values, "aria-label": "Reviewed" }, part("m", "mask"), part("k", "keep"), part("a", "allow"), part("o", "open")),
      h("span.tn", {}, h("b", {}, `${num(done)} of ${num(this.d.values)}`), " reviewed"), h("span.legend", {}, key("m", "mask"), key("k", "keep"), key("a", "allow"), key("o", "open")), h("span.sp"),
      open ? h("button.btn.rest", { type: "button", title: "Every value without a decision is masked", onclick: () => void this.rest() }, `Mask the other ${num(open)}`) : h("span.why", {}, this.d.values ? "Everything is reviewed" : ""),
      h("button.btn", { type: "button", class: open ? "" : "primary", "aria-disabled": open ? "true" : null, title: open ? "Opens when nothing is open" : "Shift+E", onclick: () => void this.export() }, icon(open ? "lock" : "out"), "Export…"));
  }

  draw() {
    this.heads();
    const all = this.findings(), rows = [];
    for (const g of GROUPS) {
      const own = all.filter((f) => f.group === g);
      if (own.length) rows.push(h("h2", {}, g), ...own.slice(0, SHOWN).map((f) => this.row(f)), own.length > SHOWN ? h("p.hint.pad.top", {}, `${count(own.length - SHOWN, "more value")}; j goes on to them.`) : "");
    }
    this.list.replaceChildren(...rows);
    this.list.querySelector(".on")?.scrollIntoView({ block: "nearest" });
    const log = all.filter((f) => f.decision && f.decision !== "mask");
    this.log.replaceChildren(...(log.length ? [h("h3", {}, "Decided"), h("dl.facts-l.log", {}, log.slice(0, 50).map((f) => [h("dt.mono", {}, f.tag), h("dd", {}, `${STATES[f.decision ?? ""] ?? ""}: ${f.reason ?? ""}`, " ", h("button.lk", { type: "button", onclick: () => void this.put(f.id, null, "") }, "take back"))]))] : []));
  }

  /** @param {Finding} f */
  row(f) {
    const st = f.decision ?? "open", on = f.id === this.at;
    const glyph = st === "mask" ? h("span.bar-i") : icon(st === "keep" ? "eye" : st === "allow" ? "ok" : "unknown");
    return h("button.find-r", { type: "button", role: "option", "aria-selected": String(on), tabindex: -1, class: (on ? "on " : "") + "st-" + st, onclick: () => this.shown(f.id) },
      h("span.fst", {}, glyph), h("span.fw", {}, h("b", {}, f.type.replace("_", " ")), h("span.cut", {}, f.value ? plain(f.value.length > 60 ? f.value.slice(0, 59) + "…" : f.value) : f.name ?? "")), h("span.fn.tn", {}, count(f.places, "place")), h("span.vh", {}, STATES[st]));
  }

  /** @param {string} id @param {number} [spot] @param {boolean} [told] whether the address says it; that of a screen that is still made is another's */
  shown(id, spot = 0, told = true) {
    const f = this.d.findings.find((x) => x.id === id) ?? this.findings()[0];
    if (!f) return this.draw();
    const other = this.at !== f.id || !told;
    this.at = f.id;
    this.spot = spot;
    if (other || !this.reason.value) this.reason.value = f.reason ?? "";
    if (other) this.choice = f.decision ?? "mask";
    if (told) router.set({ id: f.id });
    this.draw();
    this.pick(this.choice);
    this.scope.textContent = f.places === 1 ? "for its one place" : `for all ${num(f.places)} places`;
    this.head.replaceChildren(h("b", {}, f.type.replace("_", " ")), h("span.muted.cut", {}, f.name ?? ""), h("span.rule", {}, f.rule ?? ""), h("span.sp"), h("span.mono.faint", {}, f.tag));
    say(`${f.type}, ${count(f.places, "place")}, ${STATES[f.decision ?? "open"]}`);
    void this.load(f.id, spot);
  }

  /** @param {string} id @param {number} spot */
  async load(id, spot) {
    try {
      const s = await source.get(source.of(this.key, "finding"), { at: this.d.at, id, place: String(spot), mask: this.mask }, this.life.signal);
      if (this.at === id && this.spot === spot) this.body.replaceChildren(...context(s, this.key, spot, (i) => this.shown(id, i)));
    } catch (e) {
      if (!this.life.signal.aborted && this.at === id && this.spot === spot) this.body.replaceChildren(h("p.hint", { role: "alert" }, e instanceof Error ? e.message : String(e)));
    }
  }

  /** @param {string} choice */
  pick(choice) {
    this.choice = choice;
    this.radios.replaceChildren(...CHOICES.map(([id, k, t, d]) => h("button.choice", { type: "button", role: "radio", "aria-checked": String(id === choice), class: id === choice ? "on" : "", onclick: () => { this.pick(id); if (id !== "mask") this.reason.focus(); } }, id === "mask" ? h("span.bar-i") : icon(id === "keep" ? "eye" : "ok"), h("span", {}, h("b", {}, t), h("span", {}, d)), kbd(k))));
    this.does.textContent = { mask: "Mask and next", keep: "Keep and next", allow: "Show the lines…" }[choice] ?? "";
  }

  /** One at a time: a key that is pressed twice must not pass over a value. */
  async decide() {
    if (this.busy) return;
    this.busy = true;
    try {
      if (this.choice === "allow") await this.allow();
      else if (await this.put(this.at, this.choice, this.reason.value)) this.step(1, true);
    } finally {
      this.busy = false;
    }
  }

  /** @param {string} id @param {string|null} decision @param {string} reason @returns {Promise<boolean>} */
  async put(id, decision, reason) {
    try {
      this.d = await source.send(this.key, "findings", { at: this.d.at, id, decision, reason }, this.life.signal);
      if (this.life.signal.aborted) return false;
      this.draw();
      return true;
    } catch (e) {
      if (this.life.signal.aborted) return false;
      toast(e instanceof Error ? e.message : String(e), "fail");
      if (decision && decision !== "mask") this.reason.focus();
      return false;
    }
  }

  /** Masks what has no decision yet. */
  async rest() {
    for (const f of this.findings()) if (!f.decision && !(await this.put(f.id, "mask", ""))) return;
    this.shown(this.at);
    toast("Everything is reviewed");
  }

  /** Shows the lines first; only the button under them writes. */
  async allow() {
    const id = this.at, reason = this.reason.value;
    try {
      const got = await source.send(this.key, "allowance", { at: this.d.at, id, reason }, this.life.signal);
      if (this.life.signal.aborted) return;
      const write = h("button.btn.primary", { type: "button" }, "Write these lines");
      const d = modal("allowd", "Allow-list", h("div.allow", {}, h("h2", {}, "Allow this value for good?"), h("p.hint", {}, got.new ? "A new file " : "At the end of ", h("span.mono", {}, got.file), ". It holds the hash of the value, not the value."), h("div.well", {}, h("pre", { tabindex: 0 }, got.lines)), h("div.dlg-f", {}, h("span.sp"), h("button.btn", { type: "button", onclick: () => d.close() }, "Cancel"), write)));
      write.addEventListener("click", () => { d.close(); void this.write(id, reason); });
      write.focus();
    } catch (e) {
      toast(e instanceof Error ? e.message : String(e), "fail");
      this.reason.focus();
    }
  }

  /** @param {string} id @param {string} reason */
  async write(id, reason) {
    try {
      this.d = await source.send(this.key, "allow", { at: this.d.at, id, reason }, this.life.signal);
      toast("Written to steno.toml");
      if (!this.life.signal.aborted) this.step(1, true);
    } catch (e) {
      toast(e instanceof Error ? e.message : String(e), "fail");
    }
  }

  /** The next finding; after a decision, the next without one. @param {1|-1} by @param {boolean} [open] */
  step(by, open = false) {
    const all = this.findings(), i = all.findIndex((f) => f.id === this.at);
    const rest = open ? [...all.slice(i + 1), ...all.slice(0, i)].find((f) => !f.decision) : all[Math.max(0, Math.min(all.length - 1, i + by))];
    this.reason.value = "";
    this.shown(rest?.id ?? this.at);
    if (open && !rest) say("Everything is reviewed");
    if (typing(document.activeElement)) /** @type {HTMLElement} */ (document.activeElement).blur();
  }

  async export() {
    if (this.d.counts.open) return toast(`${count(this.d.counts.open, "value")} not reviewed yet`, "info");
    await openExport(this.summary, { level: this.d.at, reviewed: true });
  }

  /** @param {KeyboardEvent} e */
  keys(e) {
    /** @type {Record<string, () => void>} */
    const act = { j: () => this.step(1), k: () => this.pick("keep"), ArrowDown: () => this.step(1), ArrowUp: () => this.step(-1), J: () => this.step(1, true), K: () => this.step(-1), m: () => this.pick("mask"), a: () => this.pick("allow"), n: () => this.shown(this.at, this.spot + 1), N: () => this.shown(this.at, Math.max(0, this.spot - 1)), Enter: () => void this.decide(), E: () => void this.export() };
    const f = act[e.key];
    if (!f || !this.d.values) return false;
    f();
    if ((e.key === "k" || e.key === "a")) this.reason.focus();
    return true;
  }

  close() {
    this.life.abort();
  }
}

/** @param {Place} p */
const levelOf = (p) => LEVELS.find((l) => l === p.query.at) ?? "secrets";

/** @param {Place} place @returns {Promise<import("../types.js").Screen>} */
export async function open(place) {
  const mask = place.query.mask === "1", at = levelOf(place);
  const summary = await source.summary(place.key, mask);
  const d = await source.get(source.of(place.key, "findings"), { at, mask });
  const s = new Screen(place, summary, d);
  const update = /** @param {Place} p */ (p) => {
    if (levelOf(p) !== at) return false; // another level is another screen
    if (p.query.id && p.query.id !== s.at) s.shown(p.query.id);
  };
  return { node: s.node, title: "Redaction", body: "p-redaction", update, close: () => s.close(), keys: (e) => s.keys(e), commands: () => [{ text: "Export…", icon: "out", keys: ["Shift", "E"], run: () => void s.export() }] };
}
