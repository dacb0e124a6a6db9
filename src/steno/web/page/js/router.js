/**
 * All state is in the address: screen, session, event, tab, filters.  Back and forward give it back, and the scroll position with it.
 * Knows no screen: `main.js` gives it a function that names the place.
 */

/** @typedef {import("./types.js").Place} Place */
/** @typedef {{name: string, key: string}} Named */

/** @type {(path: string) => Named|null} */
let namer = () => null;
/** @type {(place: Place) => void} */
let heard = () => {};
/** What the screen in sight wants kept for the way back. @type {() => Record<string, unknown>} */
let keeper = () => ({});

/** @returns {Place} */
export function here() {
  const named = namer(location.pathname) ?? { name: "nowhere", key: "" };
  return { path: location.pathname, ...named, query: Object.fromEntries(new URLSearchParams(location.search)), state: history.state ?? {} };
}

/** @param {string} path @param {Record<string, string|number|null|undefined>} [query] */
export function address(path, query = {}) {
  const q = new URLSearchParams();
  for (const [k, v] of Object.entries(query)) if (v !== null && v !== undefined && v !== "") q.set(k, String(v));
  const text = q.toString();
  return path + (text ? "?" + text : "");
}

/** What keeps a masked page masked where a link leads: `&mask=1`, or nothing. */
export const masked = () => new URLSearchParams(location.search).get("mask") === "1" ? "&mask=1" : "";

/** Writes what must survive into this entry: before it is left, and when scrolling comes to rest, since going back gives no notice. */
export function remember() {
  history.replaceState({ ...(history.state ?? {}), ...keeper() }, "");
}

/** Goes somewhere else; the way back stays. @param {string} url */
export function go(url) {
  remember();
  history.pushState({}, "", url);
  heard(here());
}

/** Changes the query of this place. `push` makes a step of the way back. @param {Record<string, string|number|null|undefined>} change @param {{push?: boolean}} [how] */
export function set(change, { push = false } = {}) {
  const url = address(location.pathname, { ...here().query, ...change });
  if (url === location.pathname + location.search) return;
  if (push) {
    remember();
    history.pushState({}, "", url);
    heard(here());
  } else history.replaceState(history.state, "", url);
}

/** @param {() => Record<string, unknown>} f */
export function keep(f) {
  keeper = f;
}

/** @param {(path: string) => Named|null} name @param {(place: Place) => void} onplace */
export function start(name, onplace) {
  namer = name;
  heard = onplace;
  history.scrollRestoration = "manual";
  addEventListener("popstate", () => heard(here()));
  addEventListener("pagehide", remember);
  document.addEventListener("click", (e) => {
    const a = e.target instanceof Element ? e.target.closest("a") : null;
    if (!(a instanceof HTMLAnchorElement) || e.defaultPrevented || e.button || e.metaKey || e.ctrlKey || e.shiftKey || a.target) return;
    if (a.origin !== location.origin || !namer(a.pathname)) return;
    e.preventDefault();
    go(a.pathname + a.search);
  });
  heard(here());
}
