/** The screens of a page that holds one session: whatever its address is, it shows that. */
import { key } from "./source.js";

/** @typedef {import("../screens.js").Entry} Entry */

const at = /** @type {RegExp} */ (/** @type {unknown} */ ({ exec: (/** @type {string} */ path) => path === location.pathname ? [path, encodeURIComponent(key)] : null }));

/** @type {Entry[]} */
export const SCREENS = [
  { name: "session", at, masks: true, load: () => import("../session/screen.js") },
];
