/** Starts the page: signs in, then shows the screen that the address names. */
import { $, h, takes, typing } from "./dom.js";
import { openHelp } from "./help.js";
import { openPalette } from "./palette.js";
import * as router from "./router.js";
import { SCREENS } from "./screens.js";
import { does, empty, places, restoreTheme, skeleton, theme, watchServer, watchWork } from "./shell.js";
import { login, Refused } from "./source.js";

/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./types.js").Screen} Screen */

const stage = h("div.stage");
/** @type {Screen|null} */
let screen = null;
let shown = "";
let turn = 0;

/** @param {string} path */
function name(path) {
  for (const s of SCREENS) {
    const m = s.at.exec(path);
    if (m) return { name: s.name, key: m[1] ? decodeURIComponent(m[1]) : "" };
  }
  return null;
}

/** @param {Place} place */
async function show(place) {
  // A screen that does not switch its mask itself is opened anew, so that nothing bare stays under a masked address.
  const entry = SCREENS.find((s) => s.name === place.name);
  const id = [place.name, place.key, entry?.masks ? "" : place.query.mask ?? ""].join(" ");
  if (screen?.update && shown === id && screen.update(place) !== false) return;
  const mine = ++turn;
  const late = setTimeout(() => { if (mine === turn) stage.replaceChildren(skeleton(24)); }, 200);
  screen?.close?.();
  screen = null;
  shown = id;
  try {
    if (!entry) throw new Refused(404, "There is no such page", "");
    const made = await (await entry.load()).open(place);
    if (mine !== turn) return made.close?.();
    screen = made;
    document.title = made.title + " · Steno";
    document.body.className = made.body ?? "";
    stage.replaceChildren(made.node);
  } catch (e) {
    if (mine !== turn) return;
    stage.replaceChildren(failure(e));
  } finally {
    clearTimeout(late);
    document.documentElement.dataset.ready = "1";
  }
}

/** @param {unknown} e */
function failure(e) {
  const what = e instanceof Error ? e.message : String(e);
  const why = e instanceof Refused && e.hint ? e.hint : e instanceof Refused && e.code === 401 ? "The address of this page works once. Run `steno view` again and open the new address." : "The list of sessions still works.";
  return h("div.empty.bad", { role: "alert" }, ...empty("fail", what, why, h("a.btn", { href: "/" }, "All sessions")).childNodes);
}

/** @param {KeyboardEvent} e */
function key(e) {
  if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === "k") {
    e.preventDefault();
    return does.palette();
  }
  if (typing(e.target) || e.ctrlKey || e.metaKey || e.altKey || $("dialog[open]") || takes(e.target, e.key)) return;
  if (screen?.keys?.(e)) e.preventDefault();
  else if (e.key === "?") openHelp();
}

async function start() {
  restoreTheme();
  document.body.append(stage);
  watchServer();
  watchWork();
  places.nav = SCREENS.flatMap((s) => s.nav ? [{ text: s.nav, href: s.href ?? "/" + s.name }] : []);
  places.tabs = SCREENS.flatMap((s) => s.tab ? [{ name: s.name, text: s.tab, path: s.path ?? "/" + s.name, count: s.count }] : []);
  does.help = openHelp;
  does.palette = () => openPalette([...(screen?.commands?.() ?? []), { text: "Switch theme", icon: "sun", keys: [], run: theme }, { text: "All sessions", icon: "list", keys: [], run: () => router.go("/") }, { text: "Keyboard help", icon: "help", keys: ["?"], run: openHelp }]);
  addEventListener("keydown", key);
  try {
    await login();
  } catch (e) {
    if (!(e instanceof Refused)) throw e;
    // The cookie of an earlier visit may still hold: the first request shows.
  }
  router.start(name, (place) => void show(place));
}

void start();
