/** The keys, as the help shows them. */
import { $, h, kbd } from "./dom.js";
import { modal } from "./shell.js";

/** @type {[string, [string, string][]][]} */
export const KEYS = [
  ["Move", [["j k", "next, previous event"], ["J K", "next, previous prompt"], ["g G", "first, last event"], ["[ ]", "previous, next session"], ["n N", "next, previous match"], ["! #", "next failure, next commit"]]],
  ["See", [["h l", "fold, unfold"], ["1 … 5", "depth: prompts … everything"], ["t", "thinking only"], ["e", "failures only"], ["w", "wrap long lines"], ["M", "mask secrets on, off"], ["z", "map by time, by tokens"]]],
  ["Inspect", [["Enter", "open the inspector"], ["r x v o p", "Rendered, Raw, Evidence, Losses, Patch"], ["Tab", "next pane"], ["Esc", "back to the list"]]],
  ["Do", [["/", "find in this session"], ["Ctrl K", "search all, run a command"], ["f", "follow the end"], ["y", "copy link to the event"], ["c", "copy the resume command"], ["Shift E", "export"], ["?", "this help"]]],
  ["Graph", [["← →", "cause, effect"], ["↑ ↓", "other effects of one cause"], ["+ −", "zoom; 0 fits"], ["!", "next failure"]]],
  ["Compare", [["n N", "next, previous difference"], ["d", "first divergence"], ["Enter", "what differs"]]],
  ["Redaction", [["m k a", "mask, keep, allow"], ["↑ ↓", "previous, next value"], ["n N", "next, previous place"]]],
  ["Review", [["+ 0 −", "good, neither, bad"], ["d r f", "directive, reason, feedback"], ["Enter", "reviewed, next"], ["u", "take back"]]],
];

export function openHelp() {
  if ($("dialog[open]")) return;
  modal("helpd", "Keyboard help", h("div.help", {}, h("div.help-h", {}, h("b", {}, "Keyboard"), h("span.sp"), kbd("Esc")),
    h("div.help-g", {}, KEYS.map(([g, l]) => h("section", {}, h("h3", {}, g), h("dl", {}, l.map(([k, t]) => [h("dt", {}, kbd(...k.split(" "))), h("dd", {}, t)])))))));
}
