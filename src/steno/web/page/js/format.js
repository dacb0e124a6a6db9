/** Numbers, times and sizes as people read them.  What is not known is "—", never 0. */
import { h } from "./dom.js";

/** @param {number} n */
export const num = (n) => n.toLocaleString("en-GB");

/** @param {number} n */
export function short(n) {
  if (n < 1000) return String(n);
  return n < 1e6 ? (n / 1e3).toFixed(n < 1e4 ? 1 : 0) + "k" : (n / 1e6).toFixed(1) + "M";
}

/** A length of time. @param {number|null|undefined} ms */
export function dur(ms) {
  if (ms === undefined || ms === null) return "";
  if (ms < 1000) return Math.round(ms) + " ms";
  if (ms < 60e3) return (ms / 1e3).toFixed(1) + " s";
  if (ms < 3600e3) return Math.floor(ms / 60e3) + "m " + String(Math.floor(ms / 1e3) % 60).padStart(2, "0") + "s";
  if (ms < 86400e3) return Math.floor(ms / 3600e3) + "h " + String(Math.floor(ms / 60e3) % 60).padStart(2, "0") + "m";
  return Math.floor(ms / 86400e3) + "d " + Math.floor((ms % 86400e3) / 3600e3) + "h";
}

/** @param {number} n */
export function bytes(n) {
  if (n < 1000) return n + " B";
  if (n < 1e6) return (n / 1e3).toFixed(n < 1e4 ? 1 : 0) + " KB";
  return n < 1e9 ? (n / 1e6).toFixed(1) + " MB" : (n / 1e9).toFixed(1) + " GB";
}

/** @param {number} usd @param {boolean} [least] */
export const money = (usd, least = false) => (least ? "≥ " : "") + "$" + usd.toFixed(usd !== 0 && usd < 0.1 ? 3 : 2);

const two = /** @param {number} n */ (n) => String(n).padStart(2, "0");

/** The time of day, of this machine. @param {string|null|undefined} iso @param {boolean} [ms] */
export function clock(iso, ms = false) {
  const d = iso ? new Date(iso) : null;
  if (!d || Number.isNaN(d.getTime())) return "";
  return `${two(d.getHours())}:${two(d.getMinutes())}:${two(d.getSeconds())}` + (ms ? "." + String(d.getMilliseconds()).padStart(3, "0") : "");
}

/** Day and time, in full. @param {string|null|undefined} iso */
export function moment(iso) {
  const d = iso ? new Date(iso) : null;
  if (!d || Number.isNaN(d.getTime())) return "";
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())} ${clock(iso)}`;
}

/** How long ago. @param {string|null|undefined} iso @param {number} [now] */
export function ago(iso, now = Date.now()) {
  const t = iso ? Date.parse(iso) : NaN;
  if (Number.isNaN(t)) return "";
  const m = (now - t) / 60e3;
  if (m < 1) return "now";
  if (m < 60) return Math.floor(m) + " min";
  if (m < 24 * 60) return Math.floor(m / 60) + " h";
  const days = Math.floor(m / 1440);
  if (days === 1) return "yesterday";
  if (days < 7) return days + " days";
  if (days < 60) return Math.floor(days / 7) + (days < 14 ? " week" : " weeks");
  return moment(iso).slice(0, 10);
}

/** @param {number} n @param {string} one @param {string} [many] */
export const count = (n, one, many = one + "s") => `${num(n)} ${n === 1 ? one : many}`;

/** What a shortened text leaves out, never more than is known. @param {import("./types.js").Hidden} x */
export function left(x) {
  const parts = [];
  if (x.lines) parts.push(count(x.lines, "more line"));
  if (x.chars) parts.push(parts.length ? bytes(x.chars) : bytes(x.chars) + " more");
  return parts.join(", ") || "more";
}

/** A value that is not in the log. @param {string} [why] */
export const unknown = (why = "not in the log") => h("span.faint", { title: why }, "—");
