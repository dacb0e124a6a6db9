/** How much of a long text is shown at first: so many lines, so many characters, whichever ends sooner. */

/** @typedef {{lines: number, chars: number}} Limit */
/** @type {Limit} */
export const IN_LIST = { lines: 12, chars: 3000 };
/** @type {Limit} */
export const IN_INSPECTOR = { lines: 200, chars: 24000 };
/** @type {Limit} */
export const MORE = { lines: 2000, chars: 100000 };

/** Where the first slice after `from` ends. @param {string} text @param {number} from @param {Limit} limit */
export function cut(text, from, limit) {
  let at = from;
  for (let n = 0; n < limit.lines; n++) {
    const nl = text.indexOf("\n", at);
    if (nl < 0) { at = text.length; break; }
    at = nl + 1;
    if (at - from > limit.chars) break;
  }
  return whole(text, Math.min(at, from + limit.chars, text.length));
}

/** Where the last slice before the end starts. @param {string} text @param {Limit} limit */
export function cutBack(text, limit) {
  let at = text.length;
  for (let n = 0; n < limit.lines && at > 0; n++) {
    const nl = text.lastIndexOf("\n", at - 2);
    at = nl + 1;
    if (text.length - at > limit.chars) break;
    if (nl < 0) break;
  }
  return whole(text, Math.max(at, text.length - limit.chars, 0));
}

/** Never between the halves of a character. @param {string} text @param {number} at */
function whole(text, at) {
  const c = text.charCodeAt(at);
  return c >= 0xdc00 && c <= 0xdfff ? at + 1 : at;
}

/** @param {string} text @param {number} from @param {number} [to] */
export function countLines(text, from, to = text.length) {
  let n = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) n++;
  return n + (to > from && text[to - 1] !== "\n" ? 1 : 0);
}
