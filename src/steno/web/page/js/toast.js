/** Short notices that ask nothing and go by themselves. */
import { h, icon } from "./dom.js";

/** @type {HTMLElement|null} */
let tray = null;

/** @param {string} text @param {"ok"|"fail"|"info"} [kind] */
export function toast(text, kind = "ok") {
  tray ??= document.body.appendChild(h("div.toasts", { role: "status", "aria-live": "polite" }));
  const t = h("div.toast", { class: kind }, icon(kind === "info" ? "help" : kind), h("span", {}, text));
  tray.append(t);
  while (tray.childElementCount > 3) tray.firstElementChild?.remove();
  setTimeout(() => t.remove(), 4000);
}

/** @param {string} text @param {string} what what was copied, for the notice */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(what + " copied");
  } catch (e) {
    toast(`Not copied: ${e instanceof Error ? e.message : "the browser refused"}`, "fail");
  }
}
