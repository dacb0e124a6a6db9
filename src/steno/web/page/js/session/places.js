/** Where an event stands in the list: rows are in the order of their numbers, so a few pages find any of them. */

/** @typedef {import("../types.js").Row} Row */
/** @typedef {import("../types.js").Index} Index */

/** The last turn that starts at or before what `key` picks. @param {Index} index @param {0|1} key 0: position, 1: number @param {number} value */
export function turnBefore(index, key, value) {
  let a = -1, b = index.turns.length - 1;
  while (a < b) {
    const m = (a + b + 1) >> 1;
    if ((index.turns[m]?.[key] ?? Infinity) <= value) a = m;
    else b = m - 1;
  }
  return a;
}

/** The position of the row that holds event `n`, or of the last one before it. @param {Index} index @param {import("../pages.js").Pages<Row>} pages @param {number} n @returns {Promise<number>} */
export async function positionOf(index, pages, n) {
  const t = turnBefore(index, 1, n);
  let a = Math.min(index.turns[t]?.[0] ?? 0, index.total - 1), b = Math.min(index.turns[t + 1]?.[0] ?? index.total - 1, index.total - 1);
  let na = index.turns[t]?.[1] ?? 1, nb = index.turns[t + 1]?.[1] ?? Infinity;
  for (let tries = 0; a < b && tries < 30; tries++) {
    const share = Number.isFinite(nb) && nb > na ? (n - na) / (nb - na) : tries ? 0.5 : (n - na) / Math.max(b - a, n - na, 1);
    let m = Math.max(a, Math.min(b, Math.round(a + share * (b - a))));
    if (m === a && a + 1 === b) m = b;
    let row = await pages.bring(m);
    while (row && row.n < 0 && m > a) row = await pages.bring(--m); // a note has no place in the order
    if (!row) return a;
    if (row.n === n) return m;
    if (row.n > n) { b = Math.max(a, m - 1); nb = row.n; }
    else if (m === a) {
      const next = await pages.bring(a + 1);
      if (!next || next.n > n) return a;
      a += 1;
      na = next.n;
    } else { a = m; na = row.n; }
  }
  return a;
}
