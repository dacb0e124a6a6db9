/** The shapes of docs/viewer-api.md, for the type checker.  Holds no code. */

/** @typedef {"human"|"agent"|"thinking"|"tool"|"sub"|"system"|"stop"|"compact"|"note"|"unknown"|"broken"} Kind */
/** @typedef {"ok"|"failed"|"missing"|"running"|"unknown"} Status */

/**
 * @typedef {object} SessionRow
 * @property {string} key
 * @property {string} id
 * @property {string|null} [title]
 * @property {string} agent
 * @property {string|null} [project]
 * @property {string|null} [branch]
 * @property {string|null} [started]
 * @property {string|null} [ended]
 * @property {number|null} [seconds]
 * @property {number|null} [turns]
 * @property {number|null} [calls]
 * @property {number|null} [failed]
 * @property {number|null} [tokens]
 * @property {number|null} [cost]
 * @property {boolean} [cost_is_least]
 * @property {number|null} [size]
 * @property {number|null} [findings]
 * @property {number|null} [commits]
 * @property {number|null} [notes]
 * @property {boolean} [live]
 * @property {boolean} [archived]
 * @property {[number, number|boolean|null][]} [shape]
 */
/** @typedef {{text: string, action?: string}} Notice */
/**
 * @typedef {object} Sessions
 * @property {number} total
 * @property {number} of
 * @property {SessionRow[]} rows
 * @property {Record<string, [string|null, number][]>} facets
 * @property {[string, number, number, number|null][]} groups
 * @property {Notice[]} notices
 * @property {number|null} [syncing]
 */
/** @typedef {{key: string, title?: string|null, project?: string|null, own: number, kind: string, tool?: string|null, before: string, match: string, after: string, time?: string|null}} Hit */
/** @typedef {{total: number, ms?: number, hits: Hit[]}} Hits */
/** @typedef {{code?: string, severity?: string, message?: string, text?: string, place?: string}} Problem */

/**
 * @typedef {object} Summary
 * @property {string} key
 * @property {string} id
 * @property {string|null} [title]
 * @property {string} agent
 * @property {string} [format]
 * @property {string[]} [versions]
 * @property {string[]} [models]
 * @property {string|null} [project]
 * @property {string|null} [branch]
 * @property {string|null} [started]
 * @property {string|null} [ended]
 * @property {number|null} [seconds]
 * @property {number|null} [turns]
 * @property {number|null} [calls]
 * @property {number|null} [failed]
 * @property {number|null} [tokens]
 * @property {number|null} [cost]
 * @property {boolean} [cost_is_least]
 * @property {number} events
 * @property {number} rows
 * @property {{name: string, size: number, sha256?: string|null}[]} [files]
 * @property {boolean} [live]
 * @property {"recorded"|"retraced"} [mode]
 * @property {number|string|null} [fidelity]
 * @property {Record<string, number|null>} counts
 * @property {Problem[]} [problems]
 * @property {string|null} [resume]
 * @property {{done: number, rows: number}|null} [reading]
 * @property {string|number} version
 */
/** @typedef {{version: string|number, total: number, rows: number, tall: number[], open: number[], turns: [number, number, number][], position?: number|null}} Index */
/** @typedef {{filter: string, depth: number, mask: boolean}} View */
/** @typedef {{calls?: number|null, failed?: number|null, missing?: number|null, running?: number|null, seconds?: number|null, tokens?: number|null, cost?: number|null}} TurnSum */

/**
 * @typedef {object} Row
 * @property {number} n
 * @property {Kind} kind
 * @property {string} [name]
 * @property {string|null} [time]
 * @property {number} [lane]
 * @property {string[]|null} [lanes]
 * @property {string|null} [run]
 * @property {string} [icon]
 * @property {number} [turn]
 * @property {string} [text]
 * @property {number} [more]
 * @property {boolean} [final]
 * @property {boolean} [md]
 * @property {string} [tool]
 * @property {string} [arg]
 * @property {string} [arg2]
 * @property {Status} [status]
 * @property {string} [res]
 * @property {string} [code]
 * @property {number|null} [ms]
 * @property {number|null} [tokens]
 * @property {number|null} [context]
 * @property {number|null} [cost]
 * @property {"first"|"mid"|"last"} [par]
 * @property {number} [retry]
 * @property {number} [plus]
 * @property {number} [minus]
 * @property {number} [files]
 * @property {string} [commit] what git printed of the commit that the call made
 * @property {number|null} [secrets]
 * @property {number} [line]
 * @property {number} [rline]
 * @property {string} [file]
 * @property {TurnSum} [sum]
 * @property {number} [size]
 * @property {boolean} [open]
 * @property {string} [by]
 * @property {number|string} [from]
 * @property {number|string} [to]
 */
/** @typedef {{lines?: number|null, chars?: number|null}} Hidden */
/** @typedef {[number, number, string, string]} Mark */
/** @typedef {{from?: number|null, to?: number|null, lines: string[]}} Hunk */
/** @typedef {{path: string, plus?: number|null, minus?: number|null, hunks: Hunk[], hidden?: Hidden|null, state?: string|null, to?: string|null}} Diff */
/**
 * @typedef {object} Part
 * @property {"call"|"result"|"text"|"thought"|"change"|"settings"|"data"} what
 * @property {"markdown"|"code"|"ansi"|"json"|"diff"|"image"|"plain"} as
 * @property {string|null} [lang]
 * @property {string|null} [text]
 * @property {Diff|null} [diff]
 * @property {unknown} [value]
 * @property {Hidden|null} [hidden]
 * @property {Mark[]|null} [marks]
 * @property {number} [at] where the text begins in the whole
 * @property {number|null} [total] characters of the whole, where this is a part of it
 */
/** @typedef {{before?: number|null, after?: number|null, parent?: number|null, retry_of?: number|null, retried_by?: number|null, mates?: number[], run?: string|number|null}} Links */
/** @typedef {{row: Row, parts: Part[], facts: [string, string|number|null, string?][], links: Links}} Full */
/** @typedef {{what: string, file: string, line?: number|null, from?: number|null, to?: number|null, bytes?: string|null, why?: string|null, encoding?: string|null, ends?: string|null, sha256?: string|null, changed?: boolean, hidden?: Hidden|null}} Raw */
/** @typedef {{field: string, value: unknown, how: "observed"|"derived"|"annotated"|"absent", more?: number|null, rule?: string|null, why?: string|null, lines?: (number|string)[]}} Field */
/** @typedef {{counts: Record<string, number>, fields?: Field[], rules?: Record<string, {name: string, page: string}>}} Evidence */
/** @typedef {{format: string, title: string, lost: number|null, why?: string|null, codes?: {code: string, name: string, what: string, count: number}[]}} Loss */
/** @typedef {{diffs?: Diff[], commit?: unknown, tried?: number[], next?: number|null}} Patch */
/** @typedef {{n: number, position: number, icon: string, text: string, depth: number, kind: string, failed?: number|boolean, missing?: number|boolean, running?: number|boolean, count?: number, secret?: number|boolean}} OutlineItem */
/** @typedef {{from: string|number|null, to: string|number|null, ticks: [number, string][], bars: [number, number, number, string, boolean|number][], turns: [number, number, number][], failures: [number, number][], commits: [number, number][], shas?: Record<string, string>, compactions: [number, number][], context: [number, number][]}} SessionMap */
/** @typedef {{total: number, hits: number[], positions: (number|null)[], next?: number|null}} Found */
/** @typedef {{rows: number, version: string|number, live: boolean, changed?: number[]}} Grown */

/** What the address says. @typedef {{path: string, name: string, key: string, query: Record<string, string>, state: Record<string, unknown>}} Place */
/** What a screen gives back. @typedef {{node: Node, title: string, body?: string, update?: (place: Place) => unknown, close?: () => void, keys?: (e: KeyboardEvent) => boolean, commands?: () => Command[]}} Screen */
/** @typedef {{text: string, icon: string, keys: string[], run: () => void}} Command */
export {};

/** @typedef {{first: string, usd: number, is_least: boolean, parts: number[], fresh: number, cache_read: number, cache_write: number, output: number}} Span */
/** @typedef {{name: string, key?: string|null, project?: string|null, sessions: number, requests: number, tokens: number, cached?: number|null, cost?: number|null, cost_is_least?: boolean, unpriced?: number, calls?: number, failed?: number, unanswered?: number, retried?: number}} Sum */
/** @typedef {{name: string, calls: number, failed: number, unanswered: number, retried: number, median: number|null}} ToolUse */
/** @typedef {{ms: number, kind: string, name: string, title: string|null, key: string|null, own: number}} Slow */
/** @typedef {{first: string|null, last: string|null, total: Sum, before: Sum|null, size: number, series: string[], spans: Span[], by: string, groups: Sum[], of: number, tools: ToolUse[], waits: Slow[], unpriced: Record<string, number>, undated: number}} Board */
/** @typedef {{about: string, what: string, advice: string}} Trouble */
/** @typedef {{agent: string, title: string, folders: string[], sessions: number, subagents: number, files: number, bytes: number, read: number, unaccounted?: number, unreadable: unknown[], keeps?: {what: string, advice: string}[], hooks?: {state?: string}[]}} AgentHealth */
/** @typedef {{full: boolean, agents: AgentHealth[], elsewhere: {agent: string, title: string, path: string, files: number, is_more?: boolean}[], steno: {version: string, overviews?: string, remembered: number, detectors: number, extras: Record<string, boolean>}, findings: Trouble[]}} Health */

/** @typedef {{version: number, steps: number, links: number, retries: number, failed: number, lanes: {name: string, kind: string}[], boxes: {id: string, lane: number, first: number, last: number, steps: number}[], turns: {first: number, steps: number, failed: number, turn: number|null, n: number, text: string|null}[]}} Graph */
/** @typedef {{n: number, kind: string, icon: string, lane: number, turn?: number|null, name?: string|null, text?: string|null, status?: string|null, says?: string|null, retry?: [number, number]|null, causes?: [number, number][], effects?: [number, number][], more?: number}} GraphNode */
/** @typedef {{i: number, chain: [number, GraphNode][], left: number, counts: Record<string, number>, rules: string[]}} Why */
/** @typedef {{kind: string, depth: number, name: string, n?: number|null, text?: string|null, calls?: number, failed?: number, tokens?: number|null, cost?: number|null}} Spent */

/** @typedef {{name: string, session: string|null, agent: string|null, models: string[], events: number, prompts: number, calls: number, failed: number, seconds: number|null, tokens: number|null, output_tokens: number|null, usd: number|null, lower_bound: boolean}} Side */
/** @typedef {{key: string, id: string, title: string|null, project: string|null, started: string|null, side: Side}} BesideRun */
/** @typedef {{at: number|null, who: string, what: string, a: number|null, b: number|null, texts: [string|null, string|null]}} Parted */
/** @typedef {{a: BesideRun, b: BesideRun, relation: string, setup: {what: string, a: string|null, b: string|null}[], same: number, changed: number, outputs: number, only_a: number, only_b: number, total: number, shape: {per: number, rel: string, a: string, b: string}, differing: number[], divergence: Parted|null, acted: Parted|null}} Beside */
/** @typedef {{at: number, rel: string, a?: Row, b?: Row}} Pair */

/** @typedef {{id: string, type: string, tag: string, rule?: string|null, name?: string|null, group: string, places: number, value?: string|null, decision?: string|null, reason?: string|null}} Finding */
/** @typedef {{at: string, values: number, places: number, counts: Record<string, number>, findings: Finding[], policy: string|null, masked: boolean}} Reviewed */
/** @typedef {{n?: number|null, path: string, line?: number|null}} Spot */
/** @typedef {{finding: Finding, spots: Spot[], more: number, context: {before?: string|null, marks?: [number, number][]|null, after: string, cut?: [number, number], was_cut?: [number, number]}}} ShownFinding */
/** @typedef {{formats: {name: string, title: string, summary: string, options: Record<string, string[]>, own: boolean}[], usual: string, levels: string[], level: string, confirm: string, reviews: Record<string, boolean>}} Offer */
/** @typedef {{code: string, name: string, what: string, count: number, bookkeeping: boolean}} ExportLoss */
/** @typedef {{ticket: string, file: string, target: string, size: number, events: number, calls: number, level: string, masked: Record<string, number>, characters: number, withheld: number, losses: ExportLoss[], troubles: string[], broken: string[], left: number, unchecked: boolean, reviewed: boolean, policy: string[]}} Prepared */

/** @typedef {{number: number, action: string, row?: Row|null, reviewed?: boolean, said?: Record<string, {value: unknown, by: string, derived?: boolean}>}} Judged */
/** @typedef {{author: string, steps: number, reviewed: number, at: number, level: string|null, notes: string}} ReviewProgress */
/** @typedef {{progress: ReviewProgress, first: number, rows: Judged[], feedback: string[], roles: string[]}} ReviewRoll */
/** @typedef {{path: string, edits: number[], plus?: number|null, minus?: number|null, state?: string|null}} TouchedFile */
/** @typedef {{commit: string, subject: string|null, time: string|null, tier: string, lines: number, reachable: boolean, unaccounted: string[]}} MadeCommit */
/** @typedef {{state: string, folder: string|null, why: string|null, hint: string|null, commits: MadeCommit[], files: TouchedFile[], asked: number[]}} Code */
/** @typedef {{diff: Diff, by: (number|null)[][], mine: number}} CommitFile */
/** @typedef {{commit: string, files: CommitFile[], hidden: number}} CommitLines */
