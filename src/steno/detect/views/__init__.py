"""Views: a text as it reads when one kind of transformation is undone, with the way back.  Knows nothing of secrets."""

import re

from steno.detect.views import base64_runs, hex_runs
from steno.detect.views.ansi import uncoloured
from steno.detect.views.base64_runs import decoded
from steno.detect.views.chunks import assembled
from steno.detect.views.entities import dereferenced
from steno.detect.views.escapes import unescaped
from steno.detect.views.hex_runs import unhexed
from steno.detect.views.invisible import seen
from steno.detect.views.lines import joined
from steno.detect.views.literals import concatenated
from steno.detect.views.page import Page
from steno.detect.views.percent import unquoted
from steno.detect.views.printable import unprinted
from steno.detect.views.view import Edit, Shape, View

SHAPES: tuple[Shape, ...] = (
    seen, unescaped, uncoloured, unquoted, dereferenced, unprinted, joined, concatenated, assembled, decoded, unhexed,
)  # fmt: skip
PLAN: tuple[Shape, ...] = (
    assembled, seen, uncoloured, *(unescaped, uncoloured) * 3, *(unquoted,) * 2, *(dereferenced,) * 2, unprinted,
    joined, concatenated, assembled, decoded, unhexed,
)  # fmt: skip
"""The order in which shapes are undone: first how a character is spelled, then how words are cut, then codes."""

_PLAIN = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|[0-9TZ:.+-]{0,40}")
"""A UUID, a time."""
_SPECIAL = re.compile(r"[\x00\"%&\\`\n\x1b^\x80-\U0010ffff]")
_CODES = [re.compile(pattern).search for pattern in (base64_runs.GROUP * 5, r"[0-9a-fA-F]{24}")]
_OTHERS = [
    (sign, re.compile(pattern).search)
    for sign, pattern in (
        ("'", r"'[ +.&~|<\\]"),
        ("[", r"\[[0-9;]{0,23}m"),
        *((sign, "(?:[02-7][0-9a-fA-F]" + sign + "){4}") for sign in " :,-"),
        *((sign, "(?:[0-9a-fA-F]{4}" + sign + "){4}") for sign in " :,-"),
        (",", hex_runs.ARRAY),
    )
]


def worth(text: str) -> bool:
    """Whether any shape may stand in a text.

    Most strings in a trace are names, words, times and numbers: this is faster for them than asking each shape.
    """
    if _PLAIN.fullmatch(text):
        return False
    if _SPECIAL.search(text) or any(search(text) for search in _CODES):
        return True
    return any(sign in text and search(text) for sign, search in _OTHERS)


__all__ = ["PLAN", "SHAPES", "Edit", "Page", "Shape", "View", "worth"]
