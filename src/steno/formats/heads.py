"""The beginning of a file, taken apart for those who tell by it what the file is.  Knows no format."""

from __future__ import annotations

from functools import lru_cache

from steno.base.scan import tokens

DATABASE = b"SQLite format 3\0"
"""What the file of a database begins with."""
_BOM = b"\xef\xbb\xbf"
_FEW = 50


@lru_cache(1)  # one format after the other asks it of one file
def keys(head: bytes) -> frozenset[str | None]:
    """The keys of the document, or of its first line; none where that is no object."""
    body = head.removeprefix(_BOM).lstrip()
    return frozenset(part.key for part in tokens(body).parts) if body.startswith(b"{") else frozenset()


def lines(head: bytes) -> list[bytes]:
    """The first lines; the last of them may be cut off."""
    return head.removeprefix(_BOM).split(b"\n", _FEW)[:_FEW]
