/** The server counts characters, a browser counts halves of them. */

const PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g;

/** How many characters a text has. @param {string} text */
export function points(text) {
  let n = text.length;
  for (const _ of text.matchAll(PAIRS)) n--;
  return n;
}
