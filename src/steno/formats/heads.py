"""The beginning of a file, taken apart for those who tell by it what the file is.  Knows no format."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from steno.base.files import opened
from steno.base.scan import tokens

DATABASE = b"SQLite format 3\0"
"""What the file of a database begins with."""
_BOM = b"\xef\xbb\xbf"
_FEW = 50


_LOG = 1 << 20


def of_database(path: str) -> bytes:
    """What tells whose a database is: what its tables were made by, wherever in the file that stands, or in its log."""
    import sqlite3  # few files are one

    made: list[str] = []
    try:
        base = sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        try:
            made = [str(sql) for (sql,) in base.execute("SELECT sql FROM sqlite_master")]
        finally:
            base.close()
    except (sqlite3.Error, UnicodeDecodeError):
        pass  # a damaged one may still say it in the log
    try:
        with opened(Path(path + "-wal")) as log:
            recent = log.read(_LOG)
    except OSError:
        recent = b""
    return DATABASE + "\n".join(made).encode("utf-8", "replace") + recent


def body(head: bytes) -> bytes:
    """What stands after a byte order mark and blanks."""
    return head.removeprefix(_BOM).lstrip()


@lru_cache(1)  # one format after the other asks it of one file
def keys(head: bytes) -> frozenset[str | None]:
    """The keys of the document, or of its first line; none where that is no object."""
    start = body(head)
    return frozenset(part.key for part in tokens(start).parts) if start.startswith(b"{") else frozenset()


def lines(head: bytes) -> list[bytes]:
    """The first lines; the last of them may be cut off."""
    return head.removeprefix(_BOM).split(b"\n", _FEW)[:_FEW]
