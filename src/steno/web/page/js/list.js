/**
 * A list of up to a million rows.  Only rows in sight and some each way are in the document.
 * Folded rows have fixed heights; the others are measured when drawn and summed in a Fenwick tree.
 * Above the tallest box a browser can make, the scroll bar is scaled and the rows are not.
 */
import { h, vars } from "./dom.js";
import { Fenwick } from "./fenwick.js";

/** The tallest box we ask for; Chromium's limit is about 33 million pixels, Firefox's 17. */
const TALLEST = 12_000_000;
/** Rows drawn beyond the screen each way: one screen, but no more than this, for the sake of the node count. */
const MARGIN = 16;

/**
 * @typedef {object} Model
 * @property {number} total
 * @property {ArrayLike<number>} tall positions of the taller rows, ascending
 * @property {(i: number) => HTMLElement} draw the row at a position; with `data-elastic` its height is measured
 * @property {(first: number, last: number) => void} [sight] called when other rows come into sight
 * @property {() => void} [moved] called when the rows in sight may lie elsewhere
 * @property {() => void} [rest] called when scrolling has come to rest
 * @property {number} [pad] empty pixels after the last row
 */

export class List extends HTMLElement {
  constructor() {
    super();
    /** @type {Model} */
    this.model = { total: 0, tall: [], draw: () => h("div") };
    this.extra = new Fenwick(0);
    this.low = 26;
    this.high = 34;
    this.top = 0;
    this.view = 0;
    this.width = 0;
    this.y = 0;
    this.first = 0;
    this.last = -1;
    /** The row whose place on the screen stays when heights change. */
    this.selected = -1;
    /** Whether the end stays in sight, whatever the rows above it turn out to measure. */
    this.pinned = false;
    this.frame = 0;
    this.timer = 0;
    /** @type {Map<number, HTMLElement>} */
    this.drawn = new Map();
    this.space = h("div.vl-space", { role: "presentation" });
    this.box = h("div.vl-box", { role: "presentation" });
    this.sizes = new ResizeObserver((entries) => this.measured(entries));
    this.frameSize = new ResizeObserver(() => this.resized());
  }

  connectedCallback() {
    if (!this.space.isConnected) {
      this.space.append(this.box);
      this.append(this.space);
    }
    this.addEventListener("scroll", this, { passive: true });
    this.frameSize.observe(this);
  }

  disconnectedCallback() {
    this.removeEventListener("scroll", this);
    this.frameSize.disconnect();
    this.sizes.disconnect();
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
  }

  /** Other rows altogether. @param {Model} model @param {{low: number, high: number}} heights */
  show(model, { low, high }) {
    this.pinned = false;
    this.model = model;
    this.low = low;
    this.high = high;
    this.extra = new Fenwick(model.total);
    this.clear();
    this.fit();
    this.place(0);
  }

  /** The same rows and more after them. @param {number} total @param {ArrayLike<number>} tall */
  grow(total, tall) {
    this.model.total = total;
    this.model.tall = tall;
    this.extra = this.extra.grow(total);
    this.fit();
    this.request();
  }

  clear() {
    for (const e of this.drawn.values()) this.drop(e);
    this.drawn.clear();
    this.first = 0;
    this.last = -1;
  }

  /** @param {HTMLElement} e */
  drop(e) {
    if (e.dataset.elastic !== undefined) this.sizes.unobserve(e);
    e.remove();
  }

  /** How many tall rows come before `i`. @param {number} i */
  tallBefore(i) {
    const t = this.model.tall;
    let a = 0, b = t.length;
    while (a < b) {
      const m = (a + b) >> 1;
      if ((t[m] ?? 0) < i) a = m + 1;
      else b = m;
    }
    return a;
  }

  /** @param {number} i */
  isTall(i) {
    return this.model.tall[this.tallBefore(i)] === i;
  }

  /** The distance of a row from the start. @param {number} i */
  offset(i) {
    return i * this.low + this.tallBefore(i) * (this.high - this.low) + this.extra.sum(i);
  }

  /** @param {number} i */
  height(i) {
    return (this.isTall(i) ? this.high : this.low) + this.extra.get(i);
  }

  get whole() {
    return this.offset(this.model.total) + (this.model.pad ?? 0);
  }

  /** The row at a distance from the start. @param {number} y */
  at(y) {
    let a = 0, b = Math.max(0, this.model.total - 1);
    while (a < b) {
      const m = (a + b + 1) >> 1;
      if (this.offset(m) <= y) a = m;
      else b = m - 1;
    }
    return a;
  }

  /** Pixels of rows for one pixel of the scroll bar. */
  get ratio() {
    const box = Math.min(this.whole, TALLEST);
    return box <= this.view ? 1 : Math.max(1, (this.whole - this.view) / (box - this.view));
  }

  fit() {
    vars(this.space, { height: Math.min(this.whole, TALLEST) + "px" });
  }

  /** Puts a distance at the top of the screen. @param {number} top */
  place(top) {
    this.top = Math.max(0, Math.min(top, this.whole - this.view));
    this.scrollTop = this.top / this.ratio;
    this.y = this.scrollTop;
    this.request();
  }

  handleEvent() {
    const y = this.scrollTop, by = y - this.y;
    if (!by) return;
    this.pinned = false;
    const ratio = this.ratio;
    const end = this.whole - this.view;
    const atEnd = y >= Math.min(this.whole, TALLEST) - this.view - 1;
    if (ratio === 1) this.top = y;
    else if (Math.abs(by) > this.view * 2 || y <= 0 || atEnd) this.top = y <= 0 ? 0 : atEnd ? end : y * ratio;
    else this.top = Math.max(0, Math.min(end, this.top + by));
    this.y = y;
    this.request();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.rested(), 160);
  }

  rested() {
    this.handleEvent(); // a scroll of which there was no word yet must not be taken back
    if (this.ratio !== 1) this.place(this.top);
    this.model.rest?.();
  }

  resized() {
    const wide = this.clientWidth !== this.width;
    this.view = this.clientHeight;
    this.width = this.clientWidth;
    if (wide) for (const e of this.drawn.values()) e.style.removeProperty("min-height");
    this.fit();
    this.request();
  }

  request() {
    this.frame ||= requestAnimationFrame(() => this.redraw());
  }

  redraw() {
    this.frame = 0;
    const { total } = this.model;
    if (!total || !this.view) return this.clear();
    const a = this.at(this.top), b = this.at(this.top + this.view);
    const first = Math.max(0, a - MARGIN, this.at(this.top - this.view));
    const last = Math.min(total - 1, b + MARGIN, this.at(this.top + 2 * this.view));
    for (const [i, e] of this.drawn) {
      if (i >= first && i <= last) continue;
      if (e.contains(document.activeElement)) this.focus({ preventScroll: true });
      this.drop(e);
      this.drawn.delete(i);
    }
    /** @type {Element|null} */
    let next = this.box.firstElementChild;
    for (let i = first; i <= last; i++) {
      const have = this.drawn.get(i);
      if (have) next = have.nextElementSibling;
      else this.insert(i, next);
    }
    const moved = first !== this.first || last !== this.last;
    this.first = first;
    this.last = last;
    this.shift();
    if (moved) this.model.sight?.(first, last);
    this.model.moved?.();
  }

  /** @param {number} i @param {Element|null} before */
  insert(i, before) {
    const e = this.model.draw(i);
    e.dataset.i = String(i);
    this.box.insertBefore(e, before);
    this.drawn.set(i, e);
    if (e.dataset.elastic !== undefined) this.sizes.observe(e);
    else this.extra.set(i, 0);
  }

  shift() {
    const y = this.offset(this.first) - (this.ratio === 1 ? 0 : this.top - this.y);
    vars(this.box, { transform: `translateY(${y}px)` });
  }

  /** Draws one row again, where it is in the document. @param {number} i */
  refresh(i) {
    const old = this.drawn.get(i);
    if (!old) return;
    const focused = old.contains(document.activeElement);
    const next = old.nextElementSibling;
    const kept = this.hold();
    this.drop(old);
    this.insert(i, next);
    if (focused) this.drawn.get(i)?.focus({ preventScroll: true });
    this.settle(kept);
  }

  /** Draws all rows again. */
  refreshAll() {
    for (const i of [...this.drawn.keys()]) this.refresh(i);
  }

  /** What must not move: the chosen row if it is in sight, else the first one in sight. @returns {{i: number, y: number}} */
  hold() {
    this.handleEvent(); // as above
    const s = this.selected;
    const seen = s >= 0 && s < this.model.total && this.offset(s) >= this.top && this.offset(s) < this.top + this.view;
    const i = seen ? s : this.at(this.top);
    return { i, y: this.offset(i) - this.top };
  }

  /** @param {{i: number, y: number}} kept */
  settle(kept) {
    this.fit();
    const top = this.pinned ? this.whole - this.view : this.offset(kept.i) - kept.y;
    if (Math.abs(top - this.top) > 0.5) this.place(top);
    else this.shift();
    this.request();
  }

  /** @param {ResizeObserverEntry[]} entries */
  measured(entries) {
    const kept = this.hold();
    let changed = 0;
    for (const { target, borderBoxSize } of entries) {
      if (!(target instanceof HTMLElement) || !target.isConnected) continue;
      const i = Number(target.dataset.i);
      const tall = Math.ceil((borderBoxSize[0]?.blockSize ?? 0) - 0.01);
      if (!tall || this.drawn.get(i) !== target) continue;
      vars(target, { "min-height": tall + "px" });
      changed |= this.extra.set(i, tall - (this.isTall(i) ? this.high : this.low));
    }
    if (changed) this.settle(kept);
  }

  /** Goes to the end, and stays there until somebody scrolls. */
  end() {
    this.place(this.whole);
    this.pinned = true;
  }

  /** @param {number} i @param {"nearest"|"start"|"center"|"end"} block @param {number} [above] pixels covered at the top */
  reveal(i, block, above = 0) {
    this.pinned = false;
    const a = this.offset(i), b = a + this.height(i);
    if (block === "nearest") {
      if (a < this.top + above) this.place(a - above);
      else if (b > this.top + this.view) this.place(Math.min(a - above, b - this.view + 8));
    } else if (block === "center") this.place(a - Math.max(above, (this.view - (b - a)) / 2.5));
    else if (block === "end") this.end();
    else this.place(a - above);
    if (this.frame) {
      cancelAnimationFrame(this.frame);
      this.redraw();
    }
  }
}

customElements.define("steno-list", List);
