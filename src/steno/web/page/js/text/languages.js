/** What sets each language apart for highlighting: comments, strings, keywords.  Small on purpose. */

/** @typedef {{com: string[], str: string[], words: Set<string>, word?: string, flags?: boolean, keys?: boolean}} Language */

// Every pattern ends at a closing mark, the end of the line or the end of the text, so none is tried twice from one place.
const DQ = '"(?:[^"\\\\\\n]|\\\\[\\s\\S])*(?:"|$|(?=\\n))';
const SQ = "'(?:[^'\\\\\\n]|\\\\[\\s\\S])*(?:'|$|(?=\\n))";
const TICK = "`(?:[^`\\\\]|\\\\[\\s\\S])*(?:`|$)";
const HASH = "#[^\\n]*";
const SLASH = "//[^\\n]*";
const BLOCK = "/\\*[\\s\\S]*?(?:\\*/|$)";

/** @param {string} words */
const set = (words) => new Set(words.split(" "));

/** @type {Record<string, Language>} */
const TABLE = {
  python: { com: [HASH], str: ['[rbfuRBFU]{0,2}"""[\\s\\S]*?(?:"""|$)', "[rbfuRBFU]{0,2}'''[\\s\\S]*?(?:'''|$)", "[rbfuRBFU]{0,2}" + DQ, "[rbfuRBFU]{0,2}" + SQ], words: set("and as assert async await break case class continue def del elif else except False finally for from global if import in is lambda match None nonlocal not or pass raise return True try while with yield") },
  js: { com: [SLASH, BLOCK], str: [DQ, SQ, TICK], words: set("abstract as async await break case catch class const continue default delete do else enum export extends false finally for from function get if implements import in instanceof interface let new null of private protected public readonly return set static super switch this throw true try type typeof undefined var void while yield") },
  json: { com: [], str: [DQ], words: set("true false null"), keys: true },
  sh: { com: ["(?<=^|\\s)#[^\\n]*"], str: ['"(?:[^"\\\\]|\\\\[\\s\\S])*(?:"|$)', "'[^']*(?:'|$)"], words: set("if then else elif fi for in do done while until case esac function return exit export local set unset shift trap source"), flags: true },
  rust: { com: [SLASH, BLOCK], str: [DQ], words: set("as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait true type unsafe use where while") },
  go: { com: [SLASH, BLOCK], str: [DQ, TICK], words: set("break case chan const continue default defer else fallthrough for func go goto if import interface map nil package range return select struct switch true false type var") },
  html: { com: ["<!--[\\s\\S]*?(?:-->|$)"], str: [DQ, SQ], words: new Set(), word: "</?[A-Za-z][\\w-]*" },
  css: { com: [BLOCK], str: [DQ, SQ], words: set("important media supports keyframes from to and not"), word: "[@.#]?[A-Za-z_-][\\w-]*" },
  yaml: { com: ["(?<=^|\\s)#[^\\n]*"], str: [DQ, SQ], words: set("true false null yes no on off"), keys: true },
  toml: { com: [HASH], str: ['"""[\\s\\S]*?(?:"""|$)', DQ, SQ], words: set("true false"), keys: true },
  sql: { com: ["--[^\\n]*", BLOCK], str: [SQ, DQ], words: set("add all alter and as asc begin between by case commit create cross default delete desc distinct drop else end exists foreign from full group having if in index inner insert into is join key left like limit not null on or order outer primary references returning right rollback select set table then transaction union unique update using values view when where with") },
  c: { com: [SLASH, BLOCK], str: [DQ, SQ], words: set("auto bool break case catch char class const constexpr continue default delete do double else enum extern false final float for friend goto if inline int long namespace new null nullptr operator override private protected public return short signed sizeof static struct super switch template this throw true try typedef typename union unsigned using virtual void volatile while import package extends implements") },
};

/** @type {Record<string, string>} */
const OTHER = { py: "python", py3: "python", python3: "python", javascript: "js", jsx: "js", ts: "js", tsx: "js", typescript: "js", mjs: "js", cjs: "js", jsonl: "json", json5: "json", ndjson: "json", bash: "sh", shell: "sh", zsh: "sh", console: "sh", rs: "rust", golang: "go", xml: "html", svg: "html", vue: "html", svelte: "html", scss: "css", less: "css", yml: "yaml", ini: "toml", cfg: "toml", psql: "sql", sqlite: "sql", cpp: "c", cc: "c", h: "c", hpp: "c", java: "c", kt: "c", cs: "c", swift: "c" };

/** @param {string|null|undefined} name @returns {Language|undefined} */
export function language(name) {
  const n = (name ?? "").toLowerCase();
  return TABLE[OTHER[n] ?? n];
}

/** The language of a file, by its name. @param {string} path */
export function languageOf(path) {
  const dot = path.lastIndexOf(".");
  return dot < 0 ? "" : path.slice(dot + 1).toLowerCase();
}

/** @type {Map<Language, RegExp>} */
const made = new Map();

/** One pattern for all of it: comment, string, number, word. @param {Language} l @returns {RegExp} */
export function pattern(l) {
  let re = made.get(l);
  if (!re) {
    const any = /** @param {string[]} x */ (x) => x.length ? x.join("|") : "(?!)";
    const words = (l.flags ? "(?<=\\s)--?[A-Za-z][\\w-]*|\\$\\w+|" : "") + (l.word ?? "[A-Za-z_]\\w*");
    re = new RegExp(`(${any(l.com)})|(${any(l.str)})|(\\b\\d[\\w.]*)|(${words})`, "g");
    made.set(l, re);
  }
  return re;
}
