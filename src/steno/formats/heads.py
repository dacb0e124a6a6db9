"""The beginning of a file, taken apart for those who tell by it what the file is.  Knows no format."""

from __future__ import annotations

from steno.base.scan import tokens

DATABASE = b"SQLite format 3\0"
"""What the file of a database begins with."""
_BOM = b"\xef\xbb\xbf"
_FEW = 50


def body(head: bytes) -> bytes:
    """What stands after a byte order mark and blanks."""
    return head.removeprefix(_BOM).lstrip()


def keys(head: bytes) -> set[str | None]:
    """The keys of the document, or of its first line; none where that is no object."""
    start = body(head)
    return {part.key for part in tokens(start).parts} if start.startswith(b"{") else set()


def lines(head: bytes) -> list[bytes]:
    """The first lines; the last of them may be cut off."""
    return head.removeprefix(_BOM).split(b"\n", _FEW)[:_FEW]
