/** Sums of many numbers of which few differ from zero: what open rows are taller than folded ones. */
export class Fenwick {
  /** @param {number} size */
  constructor(size) {
    this.size = size;
    this.tree = new Int32Array(size + 1);
    /** @type {Map<number, number>} */
    this.values = new Map();
  }

  /** @param {number} i */
  get(i) {
    return this.values.get(i) ?? 0;
  }

  /** @param {number} i @param {number} value @returns {number} how much it grew */
  set(i, value) {
    const by = value - this.get(i);
    if (!by) return 0;
    if (value) this.values.set(i, value);
    else this.values.delete(i);
    for (let k = i + 1; k <= this.size; k += k & -k) this.tree[k] = (this.tree[k] ?? 0) + by;
    return by;
  }

  /** The sum of those before `i`. @param {number} i */
  sum(i) {
    let total = 0;
    for (let k = Math.min(i, this.size); k > 0; k -= k & -k) total += this.tree[k] ?? 0;
    return total;
  }

  /** Room for more at the end. @param {number} size */
  grow(size) {
    const next = new Fenwick(size);
    for (const [i, v] of this.values) next.set(i, v);
    return next;
  }
}
