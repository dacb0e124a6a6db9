/** The session before or after this one, in the order in which the list of sessions was last shown. */
import * as router from "../router.js";
import { sessions } from "../source.js";
import { toast } from "../toast.js";

/** @type {string[]} */
let order = [];

/** @param {string[]} keys */
export function remember(keys) {
  order = keys;
}

/** @param {string} key @param {1|-1} by */
export async function neighbour(key, by) {
  if (!order.includes(key)) order = (await sessions({}, 0, 500)).rows.map((r) => r.key);
  const to = order[order.indexOf(key) + by];
  if (!order.includes(key) || !to) return toast(by > 0 ? "This is the last session" : "This is the first session", "info");
  router.go("/s/" + encodeURIComponent(to));
}
