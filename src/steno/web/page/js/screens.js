/**
 * The screens, one line each.
 *
 * How to add one (say, the graph of a session):
 * 1. Write `js/graph/screen.js` that exports `open(place)`. It gives back, or promises, a Screen (types.js):
 *      export async function open(place) {
 *        const summary = await source.summary(place.key);
 *        const node = h("div.screen", {}, bar({crumbs: crumbs(summary)}), tabs("graph", summary), h("main.gr", {}, …));
 *        return { node, title: "Graph", body: "p-graph", update, close, keys, commands };
 *      }
 *    `update(place)` is called when only the query changed (back, forward, a link); without it, or where it gives false, the screen is opened anew.
 *    Where the mask is switched it is opened anew too, unless its line says `masks`.
 *    `close()` ends streams and observers. `keys(e)` says whether it used the key. `commands()` adds lines to Ctrl-K.
 * 2. Add its line below. `tab` puts it among the views of a session (`count` names a number of Summary.counts),
 *    `nav` into the bar. The first group of `at` is the key of the session.
 * 3. Put its style into `css/graph.css` (tokens only) and link that in index.html.
 * Parts to reuse: dom.js (h, s, icon), format.js, shell.js (bar, tabs, modal, empty, skeleton, say), toast.js, list.js
 * (virtual list), pages.js (rows in pages), text/* (plain, markdown, code, ansi, diff, block), session/facts.js (crumbs, chips),
 * session/row.js (an event row), router.js (go, set, address, keep). State belongs in the query: `router.set({zoom: 2})`.
 * Ask for data through source.js only: `source.get("s/KEY/graph")`, or a function of your own there.
 */

/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./types.js").Screen} Screen */
/** @typedef {{open: (place: Place) => Screen|Promise<Screen>}} Module */
/** @typedef {{name: string, at: RegExp, nav?: string, href?: string, tab?: string, path?: string, count?: string, masks?: boolean, load: () => Promise<Module>}} Entry */

/** @type {Entry[]} */
export const SCREENS = [
  { name: "sessions", at: /^\/$/, nav: "Sessions", href: "/", load: () => import("./sessions/screen.js") },
  { name: "session", at: /^\/s\/([^/]+)$/, tab: "Events", path: "", masks: true, load: () => import("./session/screen.js") },
  { name: "graph", at: /^\/s\/([^/]+)\/graph$/, tab: "Graph", load: () => import("./graph/screen.js") },
  { name: "compare", at: /^\/s\/([^/]+)\/compare$/, tab: "Compare", load: () => import("./compare/screen.js") },
  { name: "redaction", at: /^\/s\/([^/]+)\/redaction$/, tab: "Redaction", count: "findings", load: () => import("./redaction/screen.js") },
  { name: "code", at: /^\/s\/([^/]+)\/code$/, tab: "Code", count: "commits", load: () => import("./code/screen.js") },
  { name: "review", at: /^\/s\/([^/]+)\/review$/, tab: "Review", count: "notes", load: () => import("./review/screen.js") },
  { name: "stats", at: /^\/stats$/, nav: "Stats", href: "/stats", load: () => import("./stats/screen.js") },
  { name: "doctor", at: /^\/doctor$/, nav: "Doctor", href: "/doctor", load: () => import("./doctor/screen.js") },
];
