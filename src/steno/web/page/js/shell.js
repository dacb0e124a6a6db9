/** The frame of every screen: bar, tabs, dialogs, theme, and what is said when the server is lost. */
import { $, h, icon, kbd } from "./dom.js";
import { count } from "./format.js";
import { note, recall } from "./memory.js";
import { masked } from "./router.js";
import { status } from "./source.js";
import { toast } from "./toast.js";

/** @typedef {import("./dom.js").Kid} Kid */
/** @typedef {import("./types.js").Summary} Summary */

/** What the bar's buttons do; `main.js` fills it in, so that the frame need not know the palette. */
export const does = { palette: () => {}, help: () => {} };

/** Screens beside the sessions and views of one session, as `screens.js` lists them. */
export const places = { nav: /** @type {{text: string, href: string}[]} */ ([]), tabs: /** @type {{name: string, text: string, path: string, count?: string}[]} */ ([]) };

export function restoreTheme() {
  const t = recall("theme");
  if (t === "light" || t === "dark") document.documentElement.dataset.theme = t;
}

export function theme() {
  const d = document.documentElement.dataset;
  const dark = d.theme ? d.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  d.theme = dark ? "light" : "dark";
  note("theme", d.theme);
  toast(`Theme: ${d.theme}`);
}

const mark = () => h("span.mark", { "aria-hidden": "true" }, h("i"), h("i"), h("i"));

/** @param {{at?: string, crumbs?: [Kid, string?][]}} o */
export function bar({ at = "", crumbs = [] }) {
  const where = crumbs.length
    ? h("nav.crumbs", { "aria-label": "Where you are" }, crumbs.map(([text, href]) => [h("span.sep", { "aria-hidden": "true" }, "/"), href ? h("a", { href }, text) : h("h1.here.cut", { "aria-current": "page", title: typeof text === "string" ? text : null }, text)]))
    : h("nav.nav", { "aria-label": "Screens" }, places.nav.map((p) => h("a", { href: p.href, "aria-current": p.text === at ? "page" : null }, p.text)));
  return h("header.bar", {},
    h("a.brand", { href: "/", "aria-label": "Steno, all sessions" }, mark(), h("b", {}, "Steno")), where, h("span.sp"),
    h("button.find", { type: "button", onclick: () => does.palette(), "aria-label": "Search or jump to… CtrlK", "aria-keyshortcuts": "Control+K" }, icon("search"), h("span", {}, "Search or jump to…"), kbd("Ctrl", "K")),
    h("button.ibtn", { type: "button", onclick: theme, "aria-label": "Switch theme" }, icon("sun")),
    h("button.ibtn.help-b", { type: "button", onclick: () => does.help(), "aria-label": "Keyboard help, question mark" }, icon("help")));
}

/** The views of one session. @param {string} at the name of the screen @param {Summary} s @param {Kid[]} [right] */
export function tabs(at, s, right = []) {
  return h("section.tabs", { "aria-label": "This session" },
    h("nav.tabl", { "aria-label": "Views of this session" }, places.tabs.map((t) => {
      const n = t.count ? s.counts?.[t.count] : null;
      return h("a", { href: `/s/${encodeURIComponent(s.key)}${t.path}${masked().replace("&", "?")}`, "aria-current": t.name === at ? "page" : null }, t.text, n ? h("span.cnt", {}, String(n)) : null);
    })),
    h("span.sp"), h("div.facts", {}, right));
}

/** @param {string} cls @param {string} label @param {...Kid} kids @returns {HTMLDialogElement} */
export function modal(cls, label, ...kids) {
  const d = /** @type {HTMLDialogElement} */ (h("dialog", { class: cls, "aria-label": label }, ...kids));
  const back = document.activeElement;
  d.addEventListener("close", () => {
    d.remove();
    if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true });
  });
  d.addEventListener("click", (e) => { if (e.target === d) d.close(); });
  document.body.append(d);
  d.showModal();
  return d;
}

/** What is so, why, and one thing to do. @param {string} glyph @param {string} what @param {Kid} why @param {Kid} [action] @param {string} [cls] */
export function empty(glyph, what, why, action = null, cls = "") {
  return h("div.empty", { class: cls }, icon(glyph), h("b", {}, what), h("p", {}, why), action);
}

/** Nothing for 200 ms, then grey rows. @param {number} [rows] */
export function skeleton(rows = 12) {
  return h("div.skel", { role: "status", "aria-busy": "true", "aria-label": "Loading" }, Array.from({ length: rows }, (_, i) => h("div", {}, h("i"), h("i", { vars: { "--w": 30 + ((i * 37) % 50) + "%" } }))));
}

/** Keeps the page, says its age, and asks again by itself. */
export function watchServer() {
  const says = h("span", {});
  const banner = h("div.lost", { role: "status", "aria-live": "polite", hidden: true }, icon("clock"), says);
  document.body.append(banner);
  let timer = 0;
  status.addEventListener("lost", (e) => {
    const { since } = /** @type {CustomEvent} */ (e).detail;
    const say = () => { says.textContent = `The server does not answer. What you see is ${age(Date.now() - since)} old; asking again.`; };
    banner.hidden = false;
    say();
    clearInterval(timer);
    timer = setInterval(say, 5000);
  });
  status.addEventListener("found", () => {
    clearInterval(timer);
    banner.hidden = true;
    toast("The server answers again");
  });
  status.addEventListener("locked", () => {
    clearInterval(timer);
    banner.hidden = false;
    says.textContent = "This page is not signed in any more: its address works once. Run `steno view` again and open the new address.";
  });
}

/** @type {Record<string, string>} */
const WORK = { steps: "Working out what caused what, once; a long session takes a while.", comparing: "Comparing the two sessions, once; long ones take a while." };

/** Says what is waited for, where that takes long. */
export function watchWork() {
  const says = h("span", {});
  const banner = h("div.lost.work", { role: "status", "aria-live": "polite", hidden: true }, h("span.spin", { "aria-hidden": "true" }), says);
  document.body.append(banner);
  status.addEventListener("pending", (e) => {
    const text = WORK[/** @type {CustomEvent} */ (e).detail?.pending ?? ""];
    banner.hidden = !text;
    says.textContent = text ?? "";
  });
}

/** @param {number} ms */
function age(ms) {
  return ms < 60e3 ? count(Math.max(1, Math.round(ms / 1000)), "second") : count(Math.round(ms / 60e3), "minute");
}

/** Said by screen readers, never shown. @param {string} text */
export function say(text) {
  const live = $("#live") ?? document.body.appendChild(h("div.vh", { id: "live", role: "status", "aria-live": "polite" }));
  live.textContent = text;
}
