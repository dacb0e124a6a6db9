/** Marks the words that a search has found in the rows in sight, without a node more: the browser paints over ranges of text. */

const NAME = "found";
/** Words marked in one row. */
const MOST = 40;

/** @param {Iterable<HTMLElement>} rows @param {string} words */
export function highlight(rows, words) {
  if (typeof Highlight === "undefined") return; // the rows found are marked in the margin as well
  const sought = words.trim().toLowerCase();
  const ranges = sought ? [...rows].flatMap((row) => within(row, sought)) : [];
  if (ranges.length) CSS.highlights.set(NAME, new Highlight(...ranges));
  else CSS.highlights.delete(NAME);
}

/** @param {HTMLElement} row @param {string} sought @returns {Range[]} */
function within(row, sought) {
  /** @type {Range[]} */
  const out = [];
  const walk = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node && out.length < MOST; node = walk.nextNode()) {
    const text = (node.nodeValue ?? "").toLowerCase();
    for (let at = text.indexOf(sought); at >= 0 && out.length < MOST; at = text.indexOf(sought, at + sought.length)) {
      if (at + sought.length > (node.nodeValue ?? "").length) break; // a letter whose small form is longer
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + sought.length);
      out.push(range);
    }
  }
  return out;
}
