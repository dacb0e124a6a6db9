"""Cuts one text to its beginning and its end, never inside something that has to stay whole."""

from __future__ import annotations

import unicodedata

from steno.formats.open_token.wire import ELLIPSIS, HEAD, REDACTED, TAIL

_OPENING = "[REDACTED:"
_LONGEST = 80
"""No placeholder is longer."""
_JOINER = "\u200d"


def cut(text: str) -> str | None:
    """The first 1024 and the last 256 characters with an ellipsis between; None where that would not be shorter."""
    if len(text) <= HEAD + len(ELLIPSIS) + TAIL:
        return None
    return text[: _head(text)] + ELLIPSIS + text[_tail(text) :]


def _head(text: str) -> int:
    end = HEAD
    if (token := _token_over(text, end)) is not None:
        end = token[0]
    while end > 0 and not _boundary(text, end):
        end -= 1
    return end


def _tail(text: str) -> int:
    start = len(text) - TAIL
    if (token := _token_over(text, start)) is not None:
        start = token[1]
    while start < len(text) and not _boundary(text, start):
        start += 1
    return start


def _token_over(text: str, at: int) -> tuple[int, int] | None:
    """The placeholder that begins before a position and ends after it."""
    start = text.rfind(_OPENING, max(0, at - _LONGEST), at + len(_OPENING) - 1)
    found = REDACTED().match(text, start) if 0 <= start < at else None
    return found.span() if found and found.end() > at else None


def _boundary(text: str, at: int) -> bool:
    """Whether two characters may be parted: not a base from its marks, not the halves of a surrogate pair."""
    if at >= len(text):
        return True
    before, after = text[at - 1], text[at]
    if after == _JOINER or before == _JOINER or "\ufe00" <= after <= "\ufe0f" or "\U0001f3fb" <= after <= "\U0001f3ff":
        return False
    if "\ud800" <= before <= "\udbff" and "\udc00" <= after <= "\udfff":
        return False
    return unicodedata.combining(after) == 0
