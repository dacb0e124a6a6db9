/** Charts drawn in pixels of their own box, so that type keeps its size.  Knows numbers, nothing of sessions. */
import { s } from "../dom.js";

const HEIGHT = 190, LEFT = 40, FOOT = 20, HEAD = 8;

/** @typedef {{label: string, title: string, parts: number[]}} Column */

/** A round number not below the greatest, and the lines up to it. @param {number} most @returns {number[]} */
export function steps(most) {
  if (!(most > 0)) return [0, 1];
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [0.25, 0.5, 1, 2, 2.5].map((x) => x * power).find((x) => most / x <= 4) ?? power * 5;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, i) => i * step);
}

/** Stacked columns. @param {number} width @param {Column[]} columns @param {string} says @param {(n: number) => string} unit @param {string} cls the class of a part is this and its number */
export function stacked(width, columns, says, unit, cls) {
  const lines = steps(Math.max(0, ...columns.map((c) => c.parts.reduce((a, b) => a + b, 0))));
  const most = lines[lines.length - 1] ?? 1, room = HEIGHT - FOOT - HEAD;
  const y = /** @param {number} v */ (v) => HEIGHT - FOOT - (v / most) * room;
  const step = (width - LEFT) / Math.max(1, columns.length), pad = step > 12 ? 3 : step > 5 ? 1.5 : 0.5;
  const every = Math.max(1, Math.ceil(columns.length / Math.max(2, Math.floor(width / 110))));
  const drawn = [];
  for (const v of lines) drawn.push(s("line.gl", { x1: LEFT, x2: width, y1: y(v), y2: y(v) }), s("text.ax", { x: LEFT - 6, y: y(v) + 3.5, "text-anchor": "end" }, v ? unit(v) : "0"));
  columns.forEach((c, i) => {
    const x = LEFT + i * step;
    let top = 0;
    const bars = c.parts.map((v, k) => {
      top += v;
      return v > 0 && s("rect", { x: x + pad, y: y(top), width: Math.max(0.5, step - 2 * pad), height: Math.max(0.5, (v / most) * room - (k ? 1 : 0)), class: cls + k, rx: 1 });
    });
    drawn.push(s("g", {}, s("title", {}, c.title), s("rect.hit", { x, y: HEAD, width: step, height: room }), bars));
    if (i % every === 0) drawn.push(s("text.ax", { x: Math.min(width - 14, x + step / 2), y: HEIGHT - 5, "text-anchor": "middle" }, c.label));
  });
  return s("svg.chart", { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": says }, drawn);
}
