/** The strip over all lines of a comparison: A above, B below, what they share between them; a click goes there. */
import { h, s } from "../dom.js";
import { num } from "../format.js";

/** @typedef {import("../types.js").Beside} Beside */

const HIGH = 48;
const PATHS = /** @type {Record<string, string>} */ ({ ".": "seg-a", h: "seg-a h", f: "seg-a f" });

export class Strip {
  /** @param {Beside} d @param {(line: number) => void} go */
  constructor(d, go) {
    this.d = d;
    this.view = h("i.view");
    this.box = h("div.rib-c", { role: "slider", tabindex: 0, "aria-label": `${num(d.total)} lines: arrow keys go along`, "aria-valuemin": 1, "aria-valuemax": Math.max(1, d.total), "aria-valuenow": 1 });
    this.node = h("div.ribs", {}, h("span.rl", {}, h("b.ab.a", {}, "A"), h("b.ab.b", {}, "B")), this.box);
    const to = /** @param {MouseEvent} e */ (e) => {
      const r = this.box.getBoundingClientRect();
      go(Math.max(0, Math.min(d.total - 1, Math.floor(((e.clientX - r.left) / r.width) * d.total))));
    };
    this.box.addEventListener("pointerdown", (e) => {
      to(e);
      this.box.setPointerCapture(e.pointerId);
      this.box.addEventListener("pointermove", to);
      this.box.addEventListener("lostpointercapture", () => this.box.removeEventListener("pointermove", to), { once: true });
    });
    this.box.addEventListener("keydown", (e) => {
      const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -20, PageDown: 20 }[e.key];
      if (!by) return;
      e.preventDefault();
      e.stopPropagation();
      go(Math.max(0, Math.min(d.total - 1, this.at + by * Math.max(1, Math.round(d.total / 100)))));
    });
    this.at = 0;
    this.watch = new ResizeObserver(() => this.draw());
    this.watch.observe(this.box);
  }

  draw() {
    const W = Math.max(100, Math.round(this.box.clientWidth)), { shape, total } = this.d, n = shape.rel.length || 1;
    const per = W / n, gap = per > 6 ? 2 : 0;
    /** @type {Record<string, string>} */
    const d = { "seg-a": "", "seg-a h": "", "seg-a f": "", "rib same": "", "rib near": "" };
    for (let i = 0; i < n; i++) {
      const x = (i * per).toFixed(2), w = Math.max(0.5, per - gap).toFixed(2);
      const a = PATHS[shape.a[i] ?? " "], b = PATHS[shape.b[i] ?? " "], rel = shape.rel[i];
      if (a) d[a] += `M${x} 2h${w}v12h-${w}z`;
      if (b) d[b] += `M${x} 34h${w}v12h-${w}z`;
      if (rel === "=") d["rib same"] += `M${x} 15h${w}v18h-${w}z`;
      if (rel === "~" || rel === "o") d["rib near"] += `M${x} 15h${w}v18h-${w}z`;
    }
    const at = this.d.divergence?.at;
    this.box.replaceChildren(s("svg", { viewBox: `0 0 ${W} ${HIGH}`, width: W, height: HIGH, "aria-hidden": "true" }, Object.entries(d).map(([cls, path]) => path && s("path", { class: cls, d: path })), typeof at === "number" ? s("line.dv", { x1: (at / total) * W, x2: (at / total) * W, y1: 0, y2: HIGH }) : null), this.view);
  }

  /** @param {number} first @param {number} last */
  sight(first, last) {
    this.at = first;
    const all = Math.max(1, this.d.total);
    this.view.style.setProperty("left", (first / all) * 100 + "%");
    this.view.style.setProperty("width", Math.max(0.4, ((last - first + 1) / all) * 100) + "%");
    this.box.setAttribute("aria-valuenow", String(first + 1));
  }

  close() {
    this.watch.disconnect();
  }
}
