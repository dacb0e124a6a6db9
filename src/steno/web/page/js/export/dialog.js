/** Export: choose a format and what is masked, look at what becomes of the session, then save exactly that. */
import { h, icon } from "../dom.js";
import { bytes, count, num } from "../format.js";
import { modal } from "../shell.js";
import * as source from "../source.js";
import { inline } from "../text/markdown.js";
import { toast } from "../toast.js";

/** @typedef {import("../types.js").Summary} Summary */
/** @typedef {import("../types.js").Offer} Offer */
/** @typedef {import("../types.js").Prepared} Prepared */

const LEVELS = /** @type {Record<string, string>} */ ({ none: "nothing but private keys", secrets: "keys, tokens, passwords", pii: "also names, addresses, phone numbers", strict: "also what only might be one", structure: "every text: only the structure leaves" });

class Dialog {
  /** @param {Summary} summary @param {Offer} offer @param {{level?: string, reviewed?: boolean}} o */
  constructor(summary, offer, o) {
    this.key = summary.key;
    this.offer = offer;
    this.reviewed = o.reviewed ?? false;
    this.level = o.level ?? offer.level;
    /** @type {Prepared|null} */
    this.made = null;
    this.life = new AbortController();
    this.to = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "Format", onchange: () => this.changed() }, offer.formats.map((f) => h("option", { value: f.name, selected: f.name === offer.usual ? "" : null }, f.title + (f.own ? " (its own)" : "")))));
    this.options = h("div.exp-o");
    this.says = h("p.hint");
    this.levels = h("div.exp-l", { role: "radiogroup", "aria-label": "What is masked" });
    this.subs = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", checked: "", onchange: () => this.stale() }));
    this.words = /** @type {HTMLInputElement} */ (h("input", { type: "text", autocomplete: "off", "aria-label": `Type: ${offer.confirm}`, placeholder: offer.confirm }));
    this.confirm = h("label.exp-c", { hidden: true }, icon("unknown"), h("span", {}, "Nothing will be masked. Whoever gets the file gets every secret in it. To confirm, type “", h("b", {}, offer.confirm), "”."), this.words);
    this.result = h("div.exp-r", { role: "status", "aria-live": "polite" });
    this.look = h("button.btn", { type: "button", onclick: () => void this.preview() }, icon("eye"), "Look");
    this.save = h("button.btn.primary", { type: "button", disabled: "", onclick: () => void this.download() }, icon("down"), "Save");
    this.node = modal("exportd", "Export", h("div.exp", {},
      h("div.exp-h", {}, h("h2", {}, "Export"), h("span.sp"), h("button.ibtn.sm", { type: "button", "aria-label": "Close", onclick: () => this.node.close() }, icon("x"))),
      h("div.exp-b", {},
        h("section.exp-f", {}, h("label.exp-row", {}, h("span", {}, "Format"), this.to), this.says, this.options, h("label.exp-row.chk", {}, this.subs, h("span", {}, "With its sub-agents")), h("h3", {}, "Masked before it leaves"), this.levels, this.confirm),
        h("section.exp-s", {}, this.result)),
      h("div.dlg-f", {}, h("span.hint", {}, inline(this.reviewed ? "By your decisions in the redaction review." : "As `steno export` does it.")), h("span.sp"), this.look, this.save)));
    this.node.addEventListener("close", () => this.life.abort());
    this.words.addEventListener("input", () => this.stale());
    this.changed();
    this.drawLevels();
    void this.preview();
  }

  get format() {
    return this.offer.formats.find((f) => f.name === this.to.value);
  }

  /** Another format has other options. */
  changed() {
    const f = this.format;
    this.says.textContent = f?.summary ?? "";
    this.options.replaceChildren(...Object.entries(f?.options ?? {}).map(([name, values]) => h("label.exp-row", {}, h("span", {}, name.replace(/_/g, " ")), values.length
      ? h("select", { "data-option": name, onchange: () => this.stale() }, h("option", { value: "" }, values.length > 1 ? `usual (${values[0]})` : "not set"), values.map((v) => h("option", { value: v }, v)))
      : h("input", { type: "text", "data-option": name, placeholder: "not set", oninput: () => this.stale() }))));
    this.stale();
  }

  drawLevels() {
    this.levels.replaceChildren(...this.offer.levels.map((l) => h("button.choice", { type: "button", role: "radio", "aria-checked": String(l === this.level), class: l === this.level ? "on" : "", disabled: this.reviewed && l !== this.level ? "" : null, onclick: () => { this.level = l; this.drawLevels(); this.stale(); } }, h("span", {}, h("b", {}, l), h("span", {}, LEVELS[l] ?? "")))));
    this.confirm.hidden = this.level !== "none";
  }

  /** What was looked at is not what would be saved any more. */
  stale() {
    this.made = null;
    this.save.setAttribute("disabled", "");
    this.result.replaceChildren(h("p.hint", {}, "“Look” shows what would be masked and lost. Nothing is saved by that."));
  }

  body() {
    /** @type {Record<string, string>} */
    const options = {};
    for (const e of this.options.querySelectorAll("[data-option]")) {
      const { value, dataset } = /** @type {HTMLSelectElement} */ (e);
      if (value) options[dataset.option ?? ""] = value;
    }
    return { to: this.to.value, level: this.level, options, subagents: this.subs.checked, reviewed: this.reviewed, confirm: this.words.value };
  }

  async preview() {
    this.stale();
    if (this.level === "none" && this.words.value !== this.offer.confirm) return this.words.focus();
    const asked = this.body();
    this.look.setAttribute("disabled", "");
    this.result.replaceChildren(h("p.hint", {}, h("span.spin"), " Making it, to see what becomes of it…"));
    try {
      const made = await source.send(this.key, "export", asked, this.life.signal);
      if (JSON.stringify(asked) !== JSON.stringify(this.body())) return;
      this.made = made;
      this.result.replaceChildren(...outcome(made));
      this.save.removeAttribute("disabled");
      this.save.focus();
    } catch (e) {
      if (!this.life.signal.aborted) this.result.replaceChildren(h("p.hint.bad", { role: "alert" }, icon("fail"), e instanceof Error ? e.message : String(e)));
    } finally {
      this.look.removeAttribute("disabled");
    }
  }

  async download() {
    if (!this.made) return;
    try {
      const got = await source.saved(this.key, { ticket: this.made.ticket });
      const url = URL.createObjectURL(got.data);
      const a = h("a", { href: url, download: got.name, target: "_self" });
      a.addEventListener("click", (e) => e.stopPropagation());
      document.body.append(a);
      a.click();
      a.remove();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
      toast(`Saved as ${got.name}`);
      this.node.close();
    } catch (e) {
      this.stale();
      toast(e instanceof Error ? e.message : String(e), "fail");
    }
  }
}

/** What became of the session. @param {Prepared} p */
function outcome(p) {
  const masked = Object.entries(p.masked), values = masked.reduce((n, [, k]) => n + k, 0);
  const told = p.level === "none" ? h("p.exp-k.warn", {}, icon("unknown"), "Nothing was masked but private keys: level none.")
    : p.level === "structure" ? h("p.exp-k.good", {}, icon("shield"), "Every text was taken out.")
    : h("p.exp-k.good", {}, icon("shield"), values ? `${count(values, "value")} masked: ${masked.map(([t, k]) => `${num(k)} ${t.replace(/_/g, " ")}`).join(", ")}.` : `Nothing was found to mask in ${num(p.characters)} characters.`);
  const own = p.losses.filter((l) => !l.bookkeeping), kept = p.losses.filter((l) => l.bookkeeping);
  const table = /** @param {import("../types.js").ExportLoss[]} list */ (list) => h("table.tt.exp-t", {}, h("tbody", {}, list.map((l) => h("tr", {}, h("td.mono", {}, l.code), h("td", {}, l.name.replace(/-/g, " "), h("span.faint", {}, " " + l.what)), h("td.r.tn", {}, num(l.count))))));
  return [
    h("p.exp-k", {}, icon("read"), h("b", {}, p.file), h("span.faint.tn", {}, `${bytes(p.size)}, ${count(p.events, "event")}, ${count(p.calls, "call")}`)),
    told,
    p.withheld ? h("p.exp-k.warn", {}, icon("unknown"), `${count(p.withheld, "text")} could not be searched and ${p.withheld === 1 ? "is" : "are"} withheld.`) : null,
    h("h3", {}, own.length ? `${count(own.reduce((n, l) => n + l.count, 0), "thing")} that this format has no place for` : "Nothing that was said or done is lost"), own.length ? table(own) : null,
    kept.length ? h("details", {}, h("summary", {}, `${num(kept.reduce((n, l) => n + l.count, 0))} ids, places and other bookkeeping not kept`), table(kept)) : null,
    p.broken.length ? [h("h3.bad", {}, `Breaks ${count(p.broken.length, "rule")} of its own format`), h("ul.exp-u", {}, p.broken.map((x) => h("li", {}, x)))] : h("p.exp-k", {}, icon("ok"), p.unchecked ? inline("Too large to be checked here: `steno check` looks at it.") : "It keeps the rules of its format."),
    p.troubles.length ? [h("h3", {}, "Said while it was made"), h("ul.exp-u", {}, p.troubles.map((x) => h("li", {}, x)))] : null,
    p.left ? h("p.hint", {}, inline(`${count(p.left, "further sentence")} left out here; \`steno export\` prints all.`)) : null,
    p.policy.map((x) => h("p.hint", {}, x)),
  ].flat().filter((x) => x !== null);
}

/** @param {Summary} summary @param {{level?: string, reviewed?: boolean}} [o] */
export async function openExport(summary, o = {}) {
  if (document.querySelector("dialog[open]")) return;
  if (source.fixed) return void toast("This page has no server that could export", "info");
  try {
    const path = location.pathname, offer = await source.get(source.of(summary.key, "export"));
    if (path === location.pathname && !document.querySelector("dialog[open]")) new Dialog(summary, offer, o); // the reader may be elsewhere
  } catch (e) {
    toast(e instanceof Error ? e.message : String(e), "fail");
  }
}
