/** What this browser remembers of its reader: theme, widths, what was last seen.  Losing it harms nothing. */

/** @param {string} name @returns {string|null} */
export function recall(name) {
  try {
    return localStorage.getItem("steno." + name);
  } catch {
    return null; // storage is refused in some private windows; the page works without
  }
}

/** @param {string} name @param {string|number} value */
export function note(name, value) {
  try {
    localStorage.setItem("steno." + name, String(value));
  } catch {
    return; // as above: full or refused
  }
}
