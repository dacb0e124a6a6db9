"""Which files may hold what a regular expression finds: those that hold a text that every match has.

The index of words knows whole words alone; where it does not help, files are looked through for a text, which takes a
millisecond for a megabyte, and only those that hold it are read.
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
_COLOUR: Final = "[0-9]*[A-Za-z]?"
"""Of `ESC [ 3 1 m`, the letters and digits."""
_PIECE: Final = 1 << 22


def needle(pattern: re.Pattern[str]) -> re.Pattern[bytes] | None:
    """What the bytes of a file must hold for the pattern to match in it; None where nobody can tell."""
    longest = max(literals(pattern), key=len)
    if len(longest) < _SHORTEST:
        return None
    return re.compile(re.escape(longest.encode()), pattern.flags & re.IGNORECASE)


def run_of(pattern: re.Pattern[str]) -> str | None:
    """Letters and digits that stand side by side in every match, so that some word holds them; None where none do.

    Those that may be all in what a program prints to colour words are none: the index does not hold it.
    """
    runs = [run for each in literals(pattern) for run in re.findall("[A-Za-z0-9]+", each)]
    longest = max((run for run in runs if not re.fullmatch(_COLOUR, run)), key=len, default="")
    return longest.lower() if len(longest) >= _SHORTEST else None


def rest_of(run: str) -> str:
    """What is left of such letters where the first of them may end a colour."""
    return re.sub(f"^{_COLOUR}", "", run)


def literals(pattern: re.Pattern[str]) -> list[str]:
    """Texts that stand in every match."""
    found = [""]
    for sign, value in parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE & ~re.DEBUG):
        _extend(found, sign, value)
    if pattern.flags & re.IGNORECASE:
        found = [part for each in found for part in re.split("[iksIKS]", each)]  # they have other cases elsewhere
    return found


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
