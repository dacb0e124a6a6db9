/** A session that grows under the reader's eyes: what is new, what is followed, how far a long one is read. */
import { aria } from "../dom.js";
import { num } from "../format.js";
import { note, recall } from "../memory.js";
import { say } from "../shell.js";
import * as source from "../source.js";
import { toast } from "../toast.js";

/** So many bytes are looked through without being asked. */
const LOOKED = 8_000_000;

export class Growth {
  /** @param {import("./screen.js").Session} s */
  constructor(s) {
    this.s = s;
    this.following = false;
    /** Rows that came since the end was last in sight. */
    this.fresh = 0;
    this.timer = 0;
    /** One after the other: an older answer must not come after a newer one. @type {Promise<void>} */
    this.turn = Promise.resolve();
    /** Rows of which it was told that they changed, and which were not fetched again yet. @type {Set<number>} */
    this.changed = new Set();
  }

  /** Looks for secrets in a session that is not long, so that those in sight are marked although nothing is masked. */
  async look() {
    const s = this.s, size = (s.summary.files ?? []).reduce((n, f) => n + (f.size ?? 0), 0);
    if (s.view.mask || s.summary.reading || typeof s.summary.counts.findings === "number" || size > LOOKED) return;
    try {
      await source.look(s.key, s.life.signal);
      if (!(await s.renew()) || !s.summary.counts.findings || s.view.mask) return;
      s.events.renew();
      const row = s.inspector.row;
      if (row) void s.inspector.show(row, s.tab, s.view.mask, true);
    } catch (e) {
      if (!s.life.signal.aborted) toast(e instanceof Error ? e.message : "Secrets cannot be looked for", "fail");
    }
  }

  close() {
    clearTimeout(this.timer);
  }

  /** The row from which on everything is new. */
  async findFresh() {
    const [n, when] = (recall("seen." + this.s.key) ?? "").split("|");
    if (!n || Number(n) >= this.s.summary.events) return;
    this.s.events.fresh = (await this.s.events.position(Number(n))) + 1;
    this.s.events.freshSince = when ?? "";
    this.s.events.list.refresh(this.s.events.fresh);
  }

  seen() {
    note("seen." + this.s.key, `${this.s.summary.events}|${new Date().toISOString()}`);
  }

  /** Scrolling up lets go of the end. */
  letGo() {
    const l = this.s.events.list;
    if (this.following && l.top < l.whole - l.view - 60) this.follow(false);
  }

  /** @param {boolean} on */
  follow(on) {
    this.following = on;
    if (this.s.followSwitch) aria(this.s.followSwitch, "checked", on);
    if (!on) return;
    this.fresh = 0;
    this.news();
    void this.s.events.select(this.s.events.index.total - 1, { block: null });
    this.s.events.list.end();
  }

  news() {
    if (!this.s.pill) return;
    this.s.pill.hidden = !this.fresh;
    if (this.s.pill.lastElementChild) this.s.pill.lastElementChild.textContent = `${num(this.fresh)} new`;
  }

  /** @param {"grown"|"gone"|"replaced"} what @param {import("../types.js").Grown|null} data */
  async heard(what, data) {
    if (what === "gone") return toast("The session's file is gone; what was read stays", "fail");
    for (const n of data?.changed ?? []) this.changed.add(n);
    const last = (this.turn = this.turn.catch(() => {}).then(() => what === "replaced" ? this.anew() : this.refresh(data)));
    await last;
  }

  /** Another file took the place of the one that was read. */
  async anew() {
    if (await this.s.renew()) await this.s.load();
  }

  /** Takes in what the session has grown by; nothing that is read moves. @param {import("../types.js").Grown|null} data */
  async refresh(data) {
    await this.s.loaded;
    if (!data || (data.rows === this.s.summary.rows && data.version === this.s.summary.version)) return;
    const { signal } = this.s.loading, changed = [...this.changed];
    if (!(await this.s.renew()) || signal.aborted) return; // what is loaded anew is up to date
    const more = await this.s.events.grow(signal, changed);
    if (signal.aborted) return;
    for (const n of changed) this.changed.delete(n);
    this.s.foot();
    void this.s.outline.load(this.s.view, signal).catch(() => {});
    void this.s.strip.load();
    if (this.following) this.follow(true);
    else if (more > 0) {
      this.fresh += more;
      this.news();
      say(`${this.fresh} new`);
    }
    const row = this.s.events.pages.get(this.s.events.at);
    if (row && (row.status === "running" || changed.includes(row.n))) void this.s.inspector.show(row, this.s.tab, this.s.view.mask, true);
  }

  /** While a long session is read. */
  poll() {
    clearTimeout(this.timer);
    const { signal } = this.s.loading;
    this.timer = setTimeout(async () => {
      try {
        const taken = await this.s.renew();
        await this.s.events.grow(signal);
        if (signal.aborted) return; // what is loaded anew polls by itself
        this.s.foot();
        if (!taken || this.s.summary.reading) return this.poll();
        void this.s.outline.load(this.s.view, signal).catch(() => {});
        void this.s.strip.load();
      } catch (e) {
        if (!signal.aborted) toast(e instanceof Error ? e.message : "Reading failed", "fail");
      }
    }, 400);
  }
}
