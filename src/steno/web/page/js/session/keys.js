/** The keys of a session, and the same as commands. */
import { openExport } from "../export/dialog.js";
import { neighbour } from "./neighbours.js";

/** @typedef {import("./screen.js").Session} Session */

/** What each key does. @param {Session} s @returns {Record<string, () => void>} */
export function actions(s) {
  const ev = s.events;
  return {
    J: () => ev.turn(1), K: () => ev.turn(-1), g: () => void ev.select(0, { focus: true }), G: () => void ev.select(ev.index.total - 1, { focus: true }),
    Home: () => void ev.select(0, { focus: true }), End: () => void ev.select(ev.index.total - 1, { focus: true }),
    PageDown: () => void ev.select(ev.at + 20, { focus: true }), PageUp: () => void ev.select(ev.at - 20, { focus: true }),
    h: () => ev.toggle(ev.at, false), l: () => ev.toggle(ev.at, true), ArrowLeft: () => ev.toggle(ev.at, false), ArrowRight: () => ev.toggle(ev.at, true),
    n: () => s.find.step(1), N: () => s.find.step(-1), "/": () => s.find.open(), "!": () => void s.next("failures"), "#": () => void s.next("commits"),
    "[": () => void neighbour(s.key, -1), "]": () => void neighbour(s.key, 1),
    t: () => s.change({ filter: s.view.filter === "thinking" ? "all" : "thinking" }), e: () => s.change({ filter: s.view.filter === "failures" ? "all" : "failures" }),
    w: () => s.wrap(), M: () => s.change({ mask: !s.view.mask }), z: () => s.mapBy(s.strip.by === "time" ? "tokens" : "time"),
    f: () => s.growth.follow(!s.growth.following), E: () => void openExport(s.summary), y: () => s.copyLink(), c: () => s.copyResume(),
    Enter: () => { s.inspect(true); s.inspector.body.focus(); }, Escape: () => s.escape(),
  };
}

/** What the palette offers. @param {Session} s @returns {import("../types.js").Command[]} */
export function commands(s) {
  const c = /** @param {string} text @param {string} glyph @param {string[]} keys @param {() => void} run */ (text, glyph, keys, run) => ({ text, icon: glyph, keys, run });
  return [
    c("Show thinking only", "thinking", ["t"], () => s.change({ filter: "thinking" })), c("Show failures only", "fail", ["e"], () => s.change({ filter: "failures" })), c("Show all events", "list", [], () => s.change({ filter: "all" })),
    c(s.view.mask ? "Show secrets" : "Mask secrets", "lock", ["M"], () => s.change({ mask: !s.view.mask })), c("Follow the end", "down", ["f"], () => s.growth.follow(true)), c("Find in this session", "search", ["/"], () => s.find.open()),
    c("Copy link to this event", "link", ["y"], () => s.copyLink()), c("Copy the command that resumes this session", "copy", ["c"], () => s.copyResume()), c("Map by time or tokens", "clock", ["z"], () => s.mapBy(s.strip.by === "time" ? "tokens" : "time")),
  ];
}
