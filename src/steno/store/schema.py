"""The tables and views of the catalog, and how an older one becomes this one.  Knows no session.

Tables have names in the singular and may change with any version.  Views have names in the plural and are what `steno
sql` and other programs read: their columns stay.

An event is known by its session and its number: `event.id = session.key << 24 | number`, counted from 1.  So the
events of a session lie together, and a hit in the index of words says at once whose it is.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Final

SHIFT: Final = 24
MOST: Final = (1 << SHIFT) - 1
"""How many events a session can have here."""
REPLAYED, ECHO, FAILED, LOOSE = 1, 2, 4, 8
"""Flags of an event: another session made it; it states another event again; it is of a call that failed; the index of
words lacks some of its text."""
APPLICATION: Final = 0x5374656E
"""By which SQLite knows the file: `Sten`."""
UNSEEN: Final = "unseen"
"""The setting that counts rows of the index whose text is gone."""
DELETES: Final = sqlite3.sqlite_version_info >= (3, 43)
"""Whether an index without text can forget a row; where it cannot, rows of what is gone stay until there are many."""

_TABLES: Final = """
CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE name (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE source (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    agent TEXT NOT NULL,
    is_run INTEGER NOT NULL,
    size INTEGER NOT NULL,
    modified REAL NOT NULL,
    inode INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    read_at TEXT NOT NULL,
    beside TEXT NOT NULL,
    why TEXT NOT NULL
) STRICT;
CREATE TABLE state (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
    sha256 TEXT NOT NULL,
    size INTEGER NOT NULL,
    modified REAL NOT NULL,
    read_at TEXT NOT NULL,
    replaced_at TEXT NOT NULL
) STRICT;
CREATE INDEX state_source ON state (source);
CREATE TABLE session (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    source INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
    number INTEGER NOT NULL,
    shared INTEGER NOT NULL,
    id TEXT NOT NULL,
    own_id TEXT,
    agent TEXT NOT NULL,
    parent TEXT,
    forked_from TEXT,
    title TEXT,
    project TEXT,
    branch TEXT,
    version TEXT,
    started TEXT,
    ended TEXT,
    active INTEGER NOT NULL,
    turns INTEGER NOT NULL,
    events INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    files TEXT NOT NULL,
    digest INTEGER NOT NULL
) STRICT;
CREATE INDEX session_source ON session (source);
CREATE INDEX session_id ON session (id);
CREATE INDEX session_own_id ON session (own_id);
CREATE INDEX session_active ON session (active);
CREATE TABLE event (
    id INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL,
    role INTEGER,
    tool INTEGER,
    model INTEGER,
    time INTEGER,
    turn INTEGER,
    file INTEGER,
    offset INTEGER,
    length INTEGER,
    pointer INTEGER,
    flags INTEGER NOT NULL,
    words INTEGER
) STRICT;
CREATE TABLE ident (hash INTEGER NOT NULL, event INTEGER NOT NULL, PRIMARY KEY (hash, event)) STRICT, WITHOUT ROWID;
CREATE TABLE call (
    event INTEGER PRIMARY KEY, result INTEGER, failed INTEGER, latency INTEGER, took INTEGER
) STRICT;
CREATE TABLE touched (
    event INTEGER NOT NULL, path INTEGER NOT NULL, action TEXT NOT NULL, failed INTEGER,
    PRIMARY KEY (event, path, action)
) STRICT, WITHOUT ROWID;
CREATE INDEX touched_path ON touched (path);
CREATE TABLE command (
    event INTEGER PRIMARY KEY, program INTEGER, subcommand INTEGER, operation INTEGER, line TEXT NOT NULL,
    is_cut INTEGER NOT NULL
) STRICT;
CREATE TABLE made (
    event INTEGER NOT NULL, hash TEXT NOT NULL, branch TEXT, subject TEXT, PRIMARY KEY (event, hash)
) STRICT, WITHOUT ROWID;
CREATE TABLE note (
    id INTEGER PRIMARY KEY, session INTEGER NOT NULL, event INTEGER, key TEXT NOT NULL, author TEXT NOT NULL,
    time TEXT, value TEXT NOT NULL
) STRICT;
CREATE INDEX note_session ON note (session);
CREATE TABLE request (
    event INTEGER NOT NULL,
    number INTEGER NOT NULL,
    key INTEGER NOT NULL,
    inherited INTEGER,
    model INTEGER,
    time INTEGER,
    stated_input INTEGER NOT NULL,
    input INTEGER NOT NULL,
    cache_read INTEGER NOT NULL,
    cache_write INTEGER NOT NULL,
    cache_write_1h INTEGER NOT NULL,
    output INTEGER NOT NULL,
    reasoning INTEGER NOT NULL,
    nested INTEGER NOT NULL,
    replayed INTEGER NOT NULL,
    missing INTEGER,
    counted INTEGER NOT NULL,
    usd REAL,
    is_floor INTEGER NOT NULL,
    unpriced INTEGER,
    PRIMARY KEY (event, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX request_key ON request (key);
CREATE INDEX request_inherited ON request (inherited) WHERE inherited IS NOT NULL;
"""

_WORDS: Final = (
    "CREATE VIRTUAL TABLE words USING fts5(text, parts, content='', tokenize='unicode61 remove_diacritics 2'"
    + (", contentless_delete=1" if DELETES else "")
    + ");"
)

_TIME: Final = "strftime('%Y-%m-%dT%H:%M:%fZ', {} / 1000.0, 'unixepoch')"
_EVENT: Final = f"JOIN session s ON s.key = {{0}}.event >> {SHIFT} JOIN event e ON e.id = {{0}}.event"
_PARENT: Final = (
    "coalesce((SELECT p.id FROM session p WHERE p.id = s.parent LIMIT 1), (SELECT p.id FROM session p"
    " WHERE p.own_id = s.parent AND p.key <> s.key ORDER BY p.parent IS NOT NULL LIMIT 1), s.parent)"
)
"""By the id that `steno ls` shows, whatever id the log names."""
_NAMED: Final = "(SELECT text FROM name WHERE id = {})"

_VIEWS: Final = f"""
CREATE VIEW sessions AS SELECT
    s.id AS session, s.agent, f.path, {_PARENT} AS parent, s.forked_from, s.title, s.project, s.branch, s.version,
    s.started, s.ended, s.turns, s.events, s.calls, s.failures, f.size AS bytes, f.sha256, f.read_at,
    (SELECT count(*) FROM state t WHERE t.source = f.id) AS rewritten, f.is_archived AS deleted,
    CASE WHEN EXISTS (SELECT 1 FROM looked l WHERE l.source = f.id)
    THEN (SELECT coalesce(sum(d.count), 0) FROM finding d WHERE d.session = s.key) END AS secrets
    FROM session s JOIN source f ON f.id = s.source;
CREATE VIEW events AS SELECT
    s.id AS session, e.id & {MOST} AS event, {_NAMED.format("e.kind")} AS kind, {_NAMED.format("e.role")} AS role,
    {_NAMED.format("e.tool")} AS tool, {_NAMED.format("e.model")} AS model, {_TIME.format("e.time")} AS time, e.turn,
    CASE e.file WHEN 0 THEN f.path ELSE json_extract(s.files, '$[' || e.file || ']') END AS path, e.offset, e.length,
    {_NAMED.format("e.pointer")} AS pointer, f.sha256, e.flags & 1 AS replayed, e.flags >> 1 & 1 AS echo
    FROM event e JOIN session s ON s.key = e.id >> {SHIFT} JOIN source f ON f.id = s.source;
CREATE VIEW tool_calls AS SELECT
    s.id AS session, e.id & {MOST} AS event, {_NAMED.format("e.tool")} AS tool, {_TIME.format("e.time")} AS time,
    c.result & {MOST} AS result, c.failed, c.latency AS latency_ms, c.took AS took_ms
    FROM call c {_EVENT.format("c")};
CREATE VIEW files AS SELECT
    s.id AS session, e.id & {MOST} AS event, {_NAMED.format("t.path")} AS path, t.action, t.failed,
    {_NAMED.format("e.tool")} AS tool, {_TIME.format("e.time")} AS time
    FROM touched t {_EVENT.format("t")};
CREATE VIEW commands AS SELECT
    s.id AS session, e.id & {MOST} AS event, {_NAMED.format("c.program")} AS program,
    {_NAMED.format("c.subcommand")} AS subcommand, {_NAMED.format("c.operation")} AS operation, c.line, c.is_cut,
    k.failed, k.took AS took_ms, {_TIME.format("e.time")} AS time
    FROM command c {_EVENT.format("c")} LEFT JOIN call k ON k.event = c.event;
CREATE VIEW commits AS SELECT
    s.id AS session, e.id & {MOST} AS event, m.hash, m.branch, m.subject, s.project, {_TIME.format("e.time")} AS time,
    'printed' AS known_by, NULL AS tier, NULL AS lines, NULL AS evidence
    FROM made m {_EVENT.format("m")}
    UNION ALL SELECT s.id, NULL, l.hash, NULL, NULL, s.project, {_TIME.format("l.time * 1000")}, 'linked', l.tier,
    l.lines, l.evidence
    FROM linked l JOIN source f ON f.path = l.path LEFT JOIN session s ON s.source = f.id AND s.shared = 1;
CREATE VIEW findings AS SELECT
    s.id AS session, nullif(d.event & {MOST}, 0) AS event, d.rule, d.type, d.count
    FROM finding d JOIN session s ON s.key = d.session;
CREATE VIEW notes AS SELECT
    s.id AS session, n.event & {MOST} AS event, n.key, n.author, n.time, n.value
    FROM note n JOIN session s ON s.key = n.session;
CREATE VIEW costs AS SELECT
    s.id AS session, {_PARENT} AS parent, s.agent, s.project, r.event & {MOST} AS event,
    {_NAMED.format("r.model")} AS model,
    {_TIME.format("r.time")} AS time, r.input, r.cache_read, r.cache_write + r.cache_write_1h AS cache_write, r.output,
    r.reasoning, r.usd, r.is_floor, {_NAMED.format("r.missing")} AS missing,
    {_NAMED.format("r.unpriced")} AS unpriced
    FROM request r JOIN session s ON s.key = r.event >> {SHIFT} WHERE r.counted;
"""

VIEWS: Final = ("sessions", "events", "tool_calls", "files", "commands", "commits", "findings", "notes", "costs")
"""What `steno sql` may read."""

_FIGURES: Final = """
ALTER TABLE request ADD COLUMN tool INTEGER;
ALTER TABLE request ADD COLUMN waited INTEGER;
ALTER TABLE call ADD COLUMN key INTEGER NOT NULL DEFAULT 0;
UPDATE source SET modified = -1;
"""
"""What an answer called and how long it took, and what every copy of a call has; all files are read again for it."""

_LISTING: Final = """
ALTER TABLE session ADD COLUMN shape TEXT NOT NULL DEFAULT '[]';
ALTER TABLE source ADD COLUMN is_archived INTEGER NOT NULL DEFAULT 0;
CREATE TABLE spent (
    session INTEGER PRIMARY KEY,
    requests INTEGER NOT NULL,
    input INTEGER NOT NULL,
    cache_read INTEGER NOT NULL,
    cache_write INTEGER NOT NULL,
    output INTEGER NOT NULL,
    usd REAL,
    is_floor INTEGER NOT NULL,
    models TEXT NOT NULL
) STRICT;
CREATE TABLE looked (
    source INTEGER PRIMARY KEY REFERENCES source ON DELETE CASCADE, made_by TEXT NOT NULL
) STRICT;
CREATE TABLE finding (
    session INTEGER NOT NULL, event INTEGER NOT NULL, rule TEXT NOT NULL, type TEXT NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (session, event, rule, type)
) STRICT, WITHOUT ROWID;
CREATE TABLE memory (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, modified REAL NOT NULL
) STRICT;
CREATE TABLE linked (
    memory INTEGER NOT NULL REFERENCES memory ON DELETE CASCADE, path TEXT NOT NULL, hash TEXT NOT NULL,
    tier TEXT NOT NULL, lines INTEGER NOT NULL, evidence TEXT NOT NULL, time INTEGER NOT NULL,
    PRIMARY KEY (memory, path, hash)
) STRICT, WITHOUT ROWID;
UPDATE source SET modified = -1;
"""
"""What a list of sessions says of each, what scans found, and what `steno link` proved; all files are read again."""

_MARKS: Final = """
ALTER TABLE source ADD COLUMN mark TEXT NOT NULL DEFAULT '';
CREATE TABLE vocabulary (id INTEGER PRIMARY KEY, terms TEXT NOT NULL) STRICT;
CREATE TABLE unlisted (session INTEGER PRIMARY KEY) STRICT;
CREATE INDEX event_loose ON event (flags) WHERE flags & 8;
UPDATE source SET modified = -1;
"""
"""From where a grown file may be read, the words that the index has, and the sessions that have had others since; and
requests are numbered within their event."""

MIGRATIONS: Final[Sequence[str]] = (_TABLES + _WORDS, _FIGURES, _LISTING, _MARKS)
"""Each makes a catalog of one version out of that of the version before; the views are made anew after them."""
VERSION: Final = len(MIGRATIONS)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a catalog, or an empty file, to this version: all of it, or nothing where that is interrupted."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version < VERSION:  # another process may have been faster
            for steps in MIGRATIONS[version:]:
                _run(connection, steps)
            for view in VIEWS:
                connection.execute(f"DROP VIEW IF EXISTS {view}")
            _run(connection, _VIEWS)
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _run(connection: sqlite3.Connection, script: str) -> None:
    """Statement by statement: `executescript` would commit first."""
    for statement in script.split(";\n"):
        if statement.strip():
            connection.execute(statement.strip().removesuffix(";"))
