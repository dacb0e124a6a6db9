/** Every DOM write of the viewer goes through here: text nodes and attributes, never markup strings. */
import { ICONS } from "./icons.js";

const NS = "http://www.w3.org/2000/svg";

/** @typedef {string|number|Node|null|undefined|false|readonly any[]} Kid a list of them counts as well */
/** @typedef {Record<string, any>} Props `on…` is a listener, `vars` sets custom properties, the rest are attributes. */

/** @param {Element} e @param {Props} props */
export function put(e, props) {
  for (const [k, v] of Object.entries(props)) {
    if (v === undefined || v === null || v === false) continue;
    if (k.startsWith("on")) e.addEventListener(k.slice(2), v);
    else if (k === "vars") vars(e, v);
    else if (k === "class") e.setAttribute("class", ((e.getAttribute("class") ?? "") + " " + v).trim());
    else e.setAttribute(k, v === true ? "" : String(v));
  }
}

/** Custom properties by CSSOM: the policy of the page refuses style attributes. @param {Element} e @param {Record<string, string|number>} values */
export function vars(e, values) {
  for (const [n, x] of Object.entries(values)) /** @type {HTMLElement} */ (e).style.setProperty(n, String(x));
}

/** @param {ParentNode & Node} to @param {readonly Kid[]} kids */
export function add(to, kids) {
  for (const kid of kids) {
    if (kid === null || kid === undefined || kid === false || kid === "") continue;
    if (Array.isArray(kid)) add(to, kid);
    else to.append(typeof kid === "number" ? String(kid) : /** @type {string|Node} */ (kid));
  }
}

/** h("div.row.is-on", {title: "x"}, "text", node, [nodes]) @param {string} spec @param {Props} [props] @param {...Kid} kids @returns {HTMLElement} */
export function h(spec, props = {}, ...kids) {
  const [tag, ...cls] = spec.split(".");
  const e = document.createElement(tag || "div");
  if (cls.length) e.className = cls.join(" ");
  put(e, props);
  add(e, kids);
  return e;
}

/** The same for SVG. @param {string} spec @param {Props} [props] @param {...Kid} kids @returns {SVGElement} */
export function s(spec, props = {}, ...kids) {
  const [tag = "g", ...cls] = spec.split(".");
  const e = /** @type {SVGElement} */ (document.createElementNS(NS, tag));
  if (cls.length) e.setAttribute("class", cls.join(" "));
  put(e, props);
  add(e, kids);
  return e;
}

/** @param {string} name @param {string} [cls] @param {string} [label] @returns {SVGElement} */
export function icon(name, cls = "", label = "") {
  const props = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return s("svg.i", { viewBox: "0 0 16 16", width: 16, height: 16, class: cls, ...props }, s("path", { d: ICONS[name] ?? ICONS.unknown }));
}

/** @param {...string} keys */
export const kbd = (...keys) => h("span.keys", {}, keys.map((x) => h("kbd", {}, x)));

/** @param {string} q @param {ParentNode} [from] @returns {HTMLElement|null} */
export const $ = (q, from = document) => from.querySelector(q);

/** @param {Element} e @param {string} name @param {unknown} value */
export function aria(e, name, value) {
  e.setAttribute("aria-" + name, String(value));
}

/** Is somebody typing? @param {EventTarget|null} t */
export function typing(t) {
  return t instanceof HTMLInputElement || t instanceof HTMLTextAreaElement || t instanceof HTMLSelectElement;
}

const PRESSED = new Set(["Enter", " "]);
const DOWN = new Set(["ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home", "End", " "]);
const SIDEWAYS = new Set(["ArrowLeft", "ArrowRight"]);

/** Is a key the business of what has the focus: a link or a button that it presses, a box that it scrolls? @param {EventTarget|null} t @param {string} key */
export function takes(t, key) {
  if (!(t instanceof Element)) return false;
  // An option of a list has the focus only because it was clicked; keys are those of the list.
  if (PRESSED.has(key) && t.closest("a[href], button:not([role=option]), summary")) return true;
  if (!DOWN.has(key) && !SIDEWAYS.has(key)) return false;
  for (let e = /** @type {Element|null} */ (t); e && !e.matches("[role=feed], [role=listbox], [role=table], [role=rowgroup], [role=tree], body"); e = e.parentElement) {
    const room = SIDEWAYS.has(key) ? e.scrollWidth - e.clientWidth : e.scrollHeight - e.clientHeight;
    if (room > 1 && /auto|scroll/.test(SIDEWAYS.has(key) ? getComputedStyle(e).overflowX : getComputedStyle(e).overflowY)) return true;
  }
  return false;
}
