/** Judge the steps of a session by keyboard; written at once, by the same checks as `steno review`. */
import { h, icon, kbd } from "../dom.js";
import { count, num } from "../format.js";
import { List } from "../list.js";
import { Pages } from "../pages.js";
import * as router from "../router.js";
import { bar, empty, say, tabs } from "../shell.js";
import { crumbs } from "../session/facts.js";
import { rendered } from "../session/rendered.js";
import * as source from "../source.js";
import { plain } from "../text/plain.js";
import { toast } from "../toast.js";
import { form, known, remember } from "./author.js";

/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Judged} Judged */
/** @typedef {import("../types.js").ReviewProgress} Progress */
/** @typedef {import("./author.js").Author} Author */

const ROW = { low: 30, high: 30 };
const EVALS = /** @type {[number, string, string, string][]} */ ([[1, "+", "Good", "ok"], [0, "0", "Neither", "missing"], [-1, "-", "Bad", "fail"]]);
const WORDS = /** @type {Record<string, string>} */ ({ eval: "Judgement", eval_reason: "Reason", directive: "Directive", feedback_type: "Feedback", feedback_content: "Feedback, in words", message_role: "Role of the message", success: "Worked", observation: "Observation", reasoning: "Reasoning", state_change: "What it changed", alternatives_considered: "Alternatives", causal_note: "Cause" });

class Screen {
  /** @param {Place} place @param {import("../types.js").Summary} summary @param {Author} author @param {import("../types.js").ReviewRoll} roll */
  constructor(place, summary, author, roll) {
    this.key = place.key;
    this.mask = place.query.mask === "1";
    this.author = author;
    this.progress = roll.progress;
    this.feedback = roll.feedback;
    const asked = Number(place.query.step);
    this.at = asked >= 1 && asked <= roll.progress.steps ? asked : roll.progress.at;
    this.busy = false;
    this.life = new AbortController();
    this.loading = new AbortController();
    this.list = new List();
    this.list.className = "rv-list";
    this.list.tabIndex = 0;
    this.list.setAttribute("role", "listbox");
    this.list.setAttribute("aria-label", "Steps");
    /** @type {Pages<Judged>} */
    this.pages = new Pages(async (a, n, signal) => (await source.get(source.of(this.key, "review"), { author: author.name, role: author.role, a: String(a + 1), n, mask: this.mask }, signal)).rows,
      (a, n) => { for (let i = a; i < a + n; i++) this.list.refresh(i); if (this.at - 1 >= a && this.at - 1 < a + n) this.panel(); }, (e) => toast(e instanceof Error ? e.message : "Steps cannot be loaded", "fail"));
    this.top = h("section.rtop", { "aria-label": "Progress" });
    this.head = h("div.pane-h");
    this.body = h("div.ibody.rv-body", { tabindex: 0 });
    this.side = h("div.rv-side");
    this.node = h("div.screen", {}, bar({ crumbs: crumbs(summary) }), tabs("review", summary), this.top,
      h("main.rv", {}, h("aside.pane.rv-steps", { "aria-label": "Steps" }, this.list), h("section.pane", { "aria-label": "The step" }, this.head, this.body), h("aside.pane.dec", { "aria-label": "Judgement" }, this.side)));
    this.heads();
    this.list.show({ total: roll.progress.steps, tall: [], draw: (i) => this.row(i), sight: (a, b) => this.pages.want(a, b) }, ROW);
    requestAnimationFrame(() => { if (!this.life.signal.aborted) void this.go(this.at, true); });
  }

  heads() {
    const p = this.progress, left = p.steps - p.reviewed;
    this.top.replaceChildren(h("div.prog", { role: "progressbar", "aria-valuenow": p.reviewed, "aria-valuemin": 0, "aria-valuemax": p.steps, "aria-label": "Reviewed" }, p.reviewed ? h("i.a", { vars: { "--n": p.reviewed } }) : null, left ? h("i.o", { vars: { "--n": left } }) : null),
      h("span.tn", {}, h("b", {}, `${num(p.reviewed)} of ${num(p.steps)}`), " reviewed"), p.level ? h("span.chip.ok", {}, icon("ok"), p.level.replace(/_/g, " ")) : "", h("span.sp"), h("span.faint.cut", { title: p.notes }, p.author.replace(":", ", "), " writes to ", h("span.mono", {}, p.notes.split(/[\\/]/).pop() ?? "")), h("button.btn", { type: "button", title: "u", onclick: () => void this.undo() }, icon("retry"), "Undo"), h("button.btn", { type: "button", onclick: () => { remember({ name: "", role: "" }); router.set({ who: "1" }, { push: true }); } }, "Not you?"));
  }

  /** @param {number} i */
  row(i) {
    const j = this.pages.get(i), on = i + 1 === this.at;
    if (!j) return h("div.rv-r.grey", { "aria-busy": "true" });
    const e = j.said?.eval, judged = e && !e.derived ? EVALS.find((x) => x[0] === e.value) : null, r = j.row;
    return h("div.rv-r", { class: (on ? "on " : "") + (r ? `k-${r.kind} s-${r.status ?? ""}` : ""), role: "option", "aria-selected": String(on), onclick: () => void this.go(i + 1) }, h("span.tn.faint", {}, String(j.number)), h("span.g", { class: r ? "k-" + r.kind : "" }, icon(r ? r.icon ?? r.kind : "unknown")), h("span.cut", {}, r ? (r.kind === "tool" ? [h("b.mono", {}, plain(r.tool ?? "")), " ", plain(r.arg ?? "")] : plain(r.text ?? "")) : "not shown yet"),
      judged ? icon(judged[3], "ev" + judged[0], judged[2]) : null, j.said?.directive && !j.said.directive.derived ? icon("note", "dir", "directive") : null, j.reviewed ? icon("ok", "rvd", "reviewed") : h("i.todo", { title: "not reviewed" }));
  }

  /** @param {number} step @param {boolean} [centre] */
  async go(step, centre = false) {
    if (step < 1 || step > this.progress.steps) return toast(step < 1 ? "This is the first step" : "This is the last step", "info");
    const old = this.at;
    this.at = step;
    this.list.selected = step - 1;
    this.loading.abort();
    const { signal } = (this.loading = new AbortController());
    router.set({ step });
    this.list.refresh(old - 1);
    const j = await this.pages.bring(step - 1);
    if (signal.aborted) return;
    this.list.reveal(step - 1, centre ? "center" : "nearest");
    this.list.refresh(step - 1);
    this.panel();
    const n = j?.row?.n;
    this.head.replaceChildren(h("b", {}, `Step ${num(step)}`), h("span.muted", {}, (j?.action ?? "").replace(/_/g, " ")), h("span.sp"), n ? h("a.lk", { href: `/s/${encodeURIComponent(this.key)}?e=${n}${router.masked()}` }, `Open event ${n}`) : "");
    if (!n) return this.body.replaceChildren(empty("clock", "This step is not shown yet", "The session has grown; load the page again."));
    say(`step ${step}, ${j.action.replace(/_/g, " ")}`);
    try {
      const kids = await rendered({ key: this.key, n, mask: this.mask, signal, row: j.row ?? { n, kind: "unknown" }, go: () => {}, link: (x) => `/s/${encodeURIComponent(this.key)}?e=${x}${router.masked()}` });
      if (signal.aborted) return;
      this.body.replaceChildren(h("div", {}, kids));
      this.body.scrollTop = 0;
    } catch (e) {
      if (!signal.aborted) this.body.replaceChildren(h("p.hint.pad.top", { role: "alert" }, e instanceof Error ? e.message : String(e)));
    }
  }

  /** What is said of the step, and the keys that say more. */
  panel() {
    const j = this.pages.get(this.at - 1);
    if (!j) return;
    const user = j.action === "user_message", value = j.said?.eval && !j.said.eval.derived ? j.said.eval.value : null;
    const evals = h("div.dec-b", { role: "radiogroup", "aria-label": "Judgement" }, EVALS.map(([v, k, t, g]) => h("button.choice", { type: "button", role: "radio", disabled: user && v !== 0 ? "" : null, "aria-checked": String(v === value), class: v === value ? "on" : "", onclick: () => void this.tell({ eval: v }) }, icon(g), h("span", {}, h("b", {}, t)), kbd(k))));
    const ask = /** @param {string} name @param {string} k @param {string} text @param {boolean} off */ (name, k, text, off) => h("button.btn", { type: "button", disabled: off ? "" : null, onclick: () => this.write(name) }, text, kbd(k));
    const said = Object.entries(j.said ?? {}).map(([name, s]) => [h("dt", {}, WORDS[name] ?? name), h("dd", {}, plain(typeof s.value === "string" ? s.value : JSON.stringify(s.value)), h("span.by", { class: s.derived ? "derived" : "annotated" }, s.by))]);
    this.side.replaceChildren(h("div.pane-h", {}, h("b", {}, "Judgement"), h("span.sp"), j.reviewed ? h("span.chip.ok", {}, icon("ok"), "reviewed") : null), evals,
      h("div.rv-b", {}, ask("eval_reason", "r", "Reason", user), ask("directive", "d", "Directive", user), ask("feedback", "f", "Feedback", !user)),
      h("div.rv-w"), h("div.dec-f", {}, h("button.btn.primary", { type: "button", onclick: () => void this.next() }, "Reviewed, next"), kbd("↵"), h("span.sp"), h("button.btn", { type: "button", onclick: () => void this.go(this.at + 1) }, "Skip"), kbd("s")),
      said.length ? h("div.isec", {}, h("h3", {}, "Said of this step"), h("dl.facts-l.rv-d", {}, said)) : "");
  }

  /** @param {Record<string, unknown>} what @param {boolean} [reviewed] @returns {Promise<boolean>} */
  async tell(what, reviewed = false) {
    const step = this.at;
    try {
      const got = await source.send(this.key, "review", { author: this.author.name, role: this.author.role, step, say: what, reviewed }, this.life.signal);
      if (this.life.signal.aborted) return false;
      this.heard(got);
      return true;
    } catch (e) {
      if (this.life.signal.aborted) return false;
      toast(e instanceof Error ? e.message : String(e), "fail");
      return false;
    }
  }

  /** @param {import("../types.js").ReviewRoll} got */
  heard(got) {
    this.progress = got.progress;
    this.heads();
    for (const j of got.rows) {
      const page = this.pages.pages.get(Math.floor((j.number - 1) / 100));
      if (page) page[(j.number - 1) % 100] = j;
      this.list.refresh(j.number - 1);
      if (j.number === this.at) this.panel();
    }
  }

  /** Asks for words. @param {string} name */
  write(name) {
    const box = this.side.querySelector(".rv-w");
    if (!box) return;
    const kind = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "Kind of feedback" }, this.feedback.map((f) => h("option", { value: f }, f.replace(/_/g, " ")))));
    const text = /** @type {HTMLTextAreaElement} */ (h("textarea", { rows: 3, "aria-label": name === "feedback" ? "Feedback, in words" : WORDS[name] ?? name, placeholder: name === "directive" ? "Read the file before you edit it" : "" }));
    const done = async () => {
      /** @type {Record<string, string>} */
      const what = name === "feedback" ? { feedback_type: kind.value, ...(text.value.trim() ? { feedback_content: text.value } : {}) } : { [name]: text.value };
      if (await this.tell(what)) this.list.focus({ preventScroll: true });
      else text.focus();
    };
    text.addEventListener("keydown", (e) => {
      if (e.key === "Enter" && !e.shiftKey) { e.preventDefault(); void done(); }
      if (e.key === "Escape") { box.replaceChildren(); this.list.focus({ preventScroll: true }); }
    });
    box.replaceChildren(h("label.reason", {}, h("span", {}, name === "feedback" ? "Feedback" : WORDS[name] ?? name), name === "feedback" ? kind : null, text), h("div.dec-f", {}, h("button.btn", { type: "button", onclick: () => void done() }, "Keep"), kbd("↵")));
    (name === "feedback" ? kind : text).focus();
  }

  /** Marks the step as reviewed, and goes to the next that is not. One at a time: a key that is pressed twice must not pass over a step. */
  async next() {
    if (this.busy) return;
    this.busy = true;
    const told = await this.tell({}, true);
    this.busy = false;
    if (!told) return;
    if (this.progress.reviewed === this.progress.steps) return toast(this.progress.level ? `Every step is reviewed: ${this.progress.level.replace(/_/g, " ")}` : "Every step is reviewed");
    if (this.at < this.progress.steps) return this.go(this.at + 1);
    await this.go(this.progress.at);
  }

  async undo() {
    try {
      const got = await source.send(this.key, "undo", { author: this.author.name, role: this.author.role }, this.life.signal);
      if (this.life.signal.aborted) return;
      this.heard(got);
      await this.go(got.first);
      toast("Taken back");
    } catch (e) {
      if (!this.life.signal.aborted) toast(e instanceof Error ? e.message : String(e), "info");
    }
  }

  /** @param {KeyboardEvent} e */
  keys(e) {
    const user = this.pages.get(this.at - 1)?.action === "user_message";
    /** @type {Record<string, () => void>} */
    const act = { "+": () => void this.tell({ eval: 1 }), "=": () => void this.tell({ eval: 1 }), 0: () => void this.tell({ eval: 0 }), "-": () => void this.tell({ eval: -1 }), d: () => this.write("directive"), r: () => this.write("eval_reason"), f: () => this.write("feedback"), n: () => void this.next(), Enter: () => void this.next(), s: () => void this.go(this.at + 1), j: () => void this.go(this.at + 1), ArrowDown: () => void this.go(this.at + 1), ArrowRight: () => void this.next(), p: () => void this.go(this.at - 1), k: () => void this.go(this.at - 1), ArrowUp: () => void this.go(this.at - 1), ArrowLeft: () => void this.go(this.at - 1), g: () => void this.go(1), G: () => void this.go(this.progress.steps), u: () => void this.undo() };
    if (e.key === "f" && !user) return toast("Only a user message has feedback", "info"), true;
    if ((e.key === "d" || e.key === "r") && user) return toast(`A user message has no ${e.key === "d" ? "directive" : "judgement"}`, "info"), true;
    const f = act[e.key];
    if (!f) return false;
    f();
    return true;
  }

  /** @param {Place} place */
  update(place) {
    const step = Number(place.query.step);
    if (step && step !== this.at) void this.go(step);
  }

  close() {
    this.life.abort();
    this.loading.abort();
    this.pages.clear();
  }
}

/** @param {Place} place @returns {Promise<import("../types.js").Screen>} */
export async function open(place) {
  const mask = place.query.mask === "1";
  const summary = await source.summary(place.key, mask);
  const holder = h("div.stage", {});
  /** @type {Screen|null} */
  let s = null;
  const life = new AbortController();
  const frame = /** @param {import("../dom.js").Kid} kid */ (kid) => h("div.screen", {}, bar({ crumbs: crumbs(summary) }), tabs("review", summary), h("main", { tabindex: -1 }, kid));
  const ask = async () => {
    s?.close();
    s = null;
    const nobody = await source.get(source.of(place.key, "review"), { mask }, life.signal);
    holder.replaceChildren(frame(form(nobody, (a) => { remember(a); router.set({ who: null }); void begin(a); })));
  };
  const again = () => void ask().catch((e) => { if (!life.signal.aborted) toast(e instanceof Error ? e.message : String(e), "fail"); });
  const begin = /** @param {Author} a */ async (a) => {
    try {
      const roll = await source.get(source.of(place.key, "review"), { author: a.name, role: a.role, n: 1, mask }, life.signal);
      if (life.signal.aborted) return;
      s = new Screen({ ...place, query: router.here().query }, summary, a, roll);
      holder.replaceChildren(s.node);
    } catch (e) {
      if (life.signal.aborted) return;
      if (!(e instanceof source.Refused)) throw e;
      holder.replaceChildren(frame(h("div", {}, empty("fail", e.message, e.hint || "Notes are kept beside a file of one session.", h("button.btn", { type: "button", onclick: again }, "Review as somebody else")))));
    }
  };
  const a = place.query.who ? null : known();
  if (a) await begin(a);
  else await ask();
  return { node: holder, title: `Review, ${count(s === null ? 0 : /** @type {Screen} */ (s).progress.steps, "step")}`, body: "p-review", update: (p) => { if (p.query.who) again(); else s?.update(p); }, close: () => { life.abort(); s?.close(); }, keys: (e) => s?.keys(e) ?? false, commands: () => s ? [{ text: "Take back the last note", icon: "retry", keys: ["u"], run: () => void s?.undo() }] : [] };
}
