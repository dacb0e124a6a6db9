"""Which files may hold what a regular expression finds: those that hold a text that every match has.

No index finds a part of a word, so files are looked through; that takes a millisecond for a megabyte, and only those
that hold the text are read.
"""

from __future__ import annotations

import re
from pathlib import Path
from re import _constants as signs  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, Final

from steno.base.files import opened
from steno.errors import Unreadable
from steno.formats.heads import DATABASE

_PLAIN: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 _-.,:;=()[]{}@#$%^*+?!~|`")
"""Signs that JSON has no other spelling for that anybody uses."""
_SHORTEST: Final = 3
_PIECE: Final = 1 << 22


def needle(pattern: re.Pattern[str]) -> re.Pattern[bytes] | None:
    """What the bytes of a file must hold for the pattern to match in it; None where nobody can tell."""
    literals = [""]
    for sign, value in parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE & ~re.DEBUG):
        _extend(literals, sign, value)
    if pattern.flags & re.IGNORECASE:
        literals = [part for each in literals for part in re.split("[iksIKS]", each)]  # they have other cases elsewhere
    longest = max(literals, key=len)
    if len(longest) < _SHORTEST:
        return None
    return re.compile(re.escape(longest.encode()), pattern.flags & re.IGNORECASE)


def _extend(literals: list[str], sign: Any, value: Any) -> None:
    """Add to the last literal what must follow it, or begin another."""
    if sign is signs.LITERAL and chr(value) in _PLAIN:
        literals[-1] += chr(value)
        return
    if sign is signs.SUBPATTERN and not value[1] and not value[2]:
        for inner, its in value[3]:
            _extend(literals, inner, its)
        return
    literals.append("")


def may_hold(path: str, literal: re.Pattern[bytes]) -> bool:
    """Whether a file may hold it.  One that cannot be read as text may hold anything."""
    before = b""
    try:
        with opened(Path(path)) as file:
            while piece := file.read(_PIECE):
                if piece.startswith(DATABASE) or literal.search(before + piece):
                    return True
                before = piece[-1024:]
    except (Unreadable, OSError):
        return False
    return False
