/** The line between two panes: dragged, or moved with the arrow keys, and remembered. */
import { aria, h, vars } from "./dom.js";
import { note, recall } from "./memory.js";

/** @param {{name: string, label: string, on: HTMLElement, min: number, max: number, from: "left"|"right"}} o `on` gets the custom property `--w-NAME` */
export function grip(o) {
  const put = /** @param {number} w */ (w) => {
    const width = Math.round(Math.max(o.min, Math.min(o.max, Math.min(w, innerWidth * 0.6))));
    vars(o.on, { ["--w-" + o.name]: width + "px" });
    aria(bar, "valuenow", width);
    note("w." + o.name, width);
  };
  const width = () => (o.from === "left" ? bar.previousElementSibling : bar.nextElementSibling)?.getBoundingClientRect().width ?? o.min;
  const sign = o.from === "left" ? 1 : -1;
  const bar = h("div.grip", {
    role: "separator", tabindex: 0, "aria-orientation": "vertical", "aria-label": o.label, "aria-valuemin": o.min, "aria-valuemax": o.max,
    onkeydown: (/** @type {KeyboardEvent} */ e) => {
      const by = { ArrowLeft: -16, ArrowRight: 16 }[e.key];
      if (!by) return;
      e.preventDefault();
      e.stopPropagation();
      put(width() + by * sign);
    },
    onpointerdown: (/** @type {PointerEvent} */ e) => {
      const x = e.clientX, w = width();
      bar.setPointerCapture(e.pointerId);
      const move = /** @param {PointerEvent} m */ (m) => put(w + (m.clientX - x) * sign);
      bar.addEventListener("pointermove", move);
      bar.addEventListener("lostpointercapture", () => bar.removeEventListener("pointermove", move), { once: true });
    },
    ondblclick: () => { o.on.style.removeProperty("--w-" + o.name); note("w." + o.name, ""); aria(bar, "valuenow", Math.round(width())); },
  });
  const kept = Number(recall("w." + o.name));
  if (kept >= o.min && kept <= o.max) vars(o.on, { ["--w-" + o.name]: kept + "px" });
  requestAnimationFrame(() => aria(bar, "valuenow", Math.round(width())));
  return bar;
}
