/** Rows fetched in pages, with a small cache.  Pages nobody looks at any more are not asked for. */

const SIZE = 100;
const KEPT = 24;
const AT_ONCE = 2;

/** @template T */
export class Pages {
  /** @param {(a: number, n: number, signal: AbortSignal) => Promise<T[]>} fetch @param {(a: number, n: number) => void} arrived @param {(e: unknown) => void} failed */
  constructor(fetch, arrived, failed) {
    this.fetch = fetch;
    this.arrived = arrived;
    this.failed = failed;
    /** In the order of their last use. @type {Map<number, T[]>} */
    this.pages = new Map();
    /** @type {Map<number, AbortController>} */
    this.asked = new Map();
    /** @type {number[]} */
    this.wanted = [];
    /** How often pages were forgotten: what was asked for before that is not kept. */
    this.age = 0;
    this.life = new AbortController();
  }

  /** @param {number} i @returns {T|undefined} */
  get(i) {
    return this.pages.get(Math.floor(i / SIZE))?.[i % SIZE];
  }

  /** Brings the rows from `a` to `b`, and lets go of requests for others. @param {number} a @param {number} b */
  want(a, b) {
    this.wanted = [];
    for (let p = Math.floor(a / SIZE); p <= Math.floor(b / SIZE); p++) {
      const have = this.pages.get(p);
      if (have) {
        this.pages.delete(p);
        this.pages.set(p, have);
      } else this.wanted.push(p);
    }
    for (const [p, c] of this.asked) {
      if (this.wanted.includes(p)) continue;
      c.abort();
      this.asked.delete(p);
    }
    this.next();
  }

  next() {
    for (const p of this.wanted) {
      if (this.asked.size >= AT_ONCE) return;
      if (!this.asked.has(p) && !this.pages.has(p)) this.ask(p);
    }
  }

  /** @param {number} p */
  async ask(p) {
    const c = new AbortController();
    this.asked.set(p, c);
    try {
      const rows = await this.fetch(p * SIZE, SIZE, c.signal);
      if (this.asked.get(p) !== c || c.signal.aborted) return;
      this.asked.delete(p);
      this.put(p, rows);
      this.arrived(p * SIZE, rows.length);
    } catch (e) {
      if (c.signal.aborted) return;
      this.asked.delete(p);
      this.wanted = this.wanted.filter((x) => x !== p);
      this.failed(e);
    }
    this.next();
  }

  /** @param {number} p @param {T[]} rows */
  put(p, rows) {
    this.pages.set(p, rows);
    for (const old of this.pages.keys()) {
      if (this.pages.size <= KEPT) break;
      this.pages.delete(old);
    }
  }

  /** One row, fetched if need be; none where the rows are not shown any more, or cannot be loaded. @param {number} i @returns {Promise<T|undefined>} */
  async bring(i) {
    const p = Math.floor(i / SIZE), { signal } = this.life;
    try {
      while (!this.pages.has(p) && !signal.aborted) {
        const age = this.age, rows = await this.fetch(p * SIZE, SIZE, signal);
        if (age !== this.age || signal.aborted || this.pages.has(p)) continue;
        this.put(p, rows);
        this.arrived(p * SIZE, rows.length);
      }
    } catch (e) {
      if (!signal.aborted) this.failed(e);
    }
    return this.get(i);
  }

  /** The first loaded row of which something is so. @param {(row: T) => boolean} is */
  first(is) {
    for (const p of [...this.pages.keys()].sort((a, b) => a - b)) {
      const k = this.pages.get(p)?.findIndex(is) ?? -1;
      if (k >= 0) return p * SIZE + k;
    }
    return Infinity;
  }

  /** Forgets the page that holds `i` and all after it, also those under way: a session has grown. @param {number} i */
  stale(i) {
    const from = Math.floor(i / SIZE);
    this.age++;
    for (const p of [...this.pages.keys()]) if (p >= from) this.pages.delete(p);
    for (const [p, c] of this.asked) {
      if (p < from) continue;
      c.abort();
      this.asked.delete(p);
    }
    this.next();
  }

  /** The end: nothing that is still under way arrives. */
  clear() {
    this.life.abort();
    for (const c of this.asked.values()) c.abort();
    this.asked.clear();
    this.pages.clear();
    this.wanted = [];
  }
}
