/** The address of a page that is a file: only its query changes, and nothing leads away from it but links to the web. */
import * as router from "../router.js";
import { key, level } from "./source.js";
import { toast } from "../toast.js";

/** The session is where the page is. @param {string} path @param {Record<string, string|number|null|undefined>} [query] */
export const address = (path, query = {}) => router.address(path === "/s/" + encodeURIComponent(key) ? location.pathname : path, query);
export const remember = router.remember;
export const set = router.set;
export const keep = router.keep;

/** What was masked is masked, whatever the address says. @param {import("../types.js").Place} place @returns {import("../types.js").Place} */
function covered(place) {
  const { mask, ...query } = place.query;
  return { ...place, query: level === "none" ? query : { ...query, mask: "1" } };
}

/** What links carry on: nothing, as the page is masked or is not. */
export const masked = () => "";
export const here = () => covered(router.here());

const alone = () => toast("This page holds one session", "info");

/** @param {string} url */
export function go(url) {
  if (url.split("?")[0] === location.pathname) router.go(url);
  else alone();
}

/** @param {(path: string) => import("../router.js").Named|null} name @param {(place: import("../types.js").Place) => void} onplace */
export function start(name, onplace) {
  document.addEventListener("click", (e) => {
    const a = e.target instanceof Element ? e.target.closest("a") : null;
    if (!a?.getAttribute("href")?.startsWith("/") || a.pathname === location.pathname) return;
    e.preventDefault();
    e.stopPropagation();
    alone();
  }, true);
  router.start(name, (place) => onplace(covered(place)));
}
