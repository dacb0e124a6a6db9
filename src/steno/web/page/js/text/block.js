/** A well of code or output.  Long texts come in slices, and what is left out is counted and one click away. */
import { add, h, icon } from "../dom.js";
import { count, left } from "../format.js";
import { ansi } from "./ansi.js";
import { code } from "./code.js";
import { marked } from "./plain.js";
import { points } from "./points.js";
import { countLines, cut, cutBack, IN_INSPECTOR, MORE } from "./slice.js";

/** @typedef {import("../dom.js").Kid} Kid */
/**
 * @typedef {object} BlockOptions
 * @property {string|null} [lang]
 * @property {boolean} [ansi]
 * @property {string} [cls]
 * @property {import("./slice.js").Limit} [limit]
 * @property {boolean} [end] show the end, where the reason of a failure stands
 * @property {import("../types.js").Mark[]} [marks]
 * @property {import("../types.js").Hidden|null} [hidden] what the server has left out
 * @property {(at: number) => Promise<{text: string, total: number}>} [rest] brings it
 */

/** @param {string} what @param {() => void} onclick @param {string} [glyph] */
export const more = (what, onclick, glyph = "chev") => h("button.more", { type: "button", onclick }, icon(glyph), h("span", {}, what));

/** @param {string} text @param {BlockOptions} [o] */
export function block(text, o = {}) {
  const pre = h("pre", { tabindex: 0, "aria-label": "text" });
  const well = h("div.well", { class: o.cls }, pre);
  let dropped = 0;
  const draw = /** @param {string} t @param {number} from */ (t, from) => {
    const one = /** @param {string} x @returns {Kid[]} */ (x) => {
      if (!o.ansi) return code(x, o.lang);
      const a = ansi(x);
      dropped += a.dropped;
      return a.nodes;
    };
    return o.marks?.length ? marked(t, o.marks, from, one) : one(t);
  };
  const body = text.endsWith("\n") ? text.slice(0, -1) : text;
  if (o.end && !o.hidden) fromEnd(well, pre, body, o, draw);
  else fromStart(well, pre, body, o, draw);
  if (dropped) well.append(h("p.dropped", {}, `${count(dropped, "cursor movement")} left out`));
  return well;
}

/** @param {HTMLElement} well @param {HTMLElement} pre @param {string} body @param {BlockOptions} o @param {(t: string, from: number) => Kid[]} draw */
function fromEnd(well, pre, body, o, draw) {
  const at = cutBack(body, o.limit ?? IN_INSPECTOR);
  add(pre, draw(body.slice(at), at));
  if (!at) return;
  const button = more(left({ lines: countLines(body, 0, at), chars: at }) + " before", () => {
    button.remove();
    pre.replaceChildren();
    fromStart(well, pre, body, { ...o, limit: MORE }, draw);
  }, "up");
  button.classList.add("before");
  well.prepend(button);
}

/** What comes after a place; a line of which a part is shown is not counted again. @param {string} body @param {number} at @param {import("../types.js").Hidden|null} hidden */
export function remaining(body, at, hidden) {
  const begun = at > 0 && body[at - 1] !== "\n" ? 1 : 0;
  const joined = hidden && at < body.length && !body.endsWith("\n") ? 1 : 0;
  const lines = countLines(body, at) + (hidden?.lines ?? 0) - begun - joined;
  return { lines: Math.max(0, lines), chars: body.length - at + (hidden?.chars ?? 0) };
}

/** @param {HTMLElement} well @param {HTMLElement} pre @param {string} start @param {BlockOptions} o @param {(t: string, from: number) => Kid[]} draw */
function fromStart(well, pre, start, o, draw) {
  let body = start, at = 0, hidden = o.hidden ?? null;
  /** @type {HTMLElement|null} */
  let button = null;
  const step = /** @param {import("./slice.js").Limit} limit */ (limit) => {
    const end = cut(body, at, limit);
    add(pre, draw(body.slice(at, end), at));
    at = end;
    button?.remove();
    const rest = remaining(body, at, hidden);
    button = !rest.chars ? null : at >= body.length && !o.rest ? h("p.dropped", {}, left(rest) + " not given here") : more(left(rest), () => void onward());
    if (button) pre.after(button);
  };
  const onward = async () => {
    if (at >= body.length && hidden && o.rest) {
      const got = await o.rest(points(body));
      body += got.text;
      const chars = got.total - points(body);
      hidden = chars > 0 ? { chars, lines: null } : null;
    }
    step(MORE);
  };
  step(o.limit ?? IN_INSPECTOR);
}
