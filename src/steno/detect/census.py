"""What the source files of the detectors say of them, read as text: a digest, and who is there.  Imports none of them.

A kept finder is held against this: it was made of these very files and tries every detector that stands in them.
"""

from __future__ import annotations

import hashlib
import os
import re
from functools import cache
from typing import NamedTuple

from steno.detect.rule import Level

_TOKENS, FOLDERS = "rules", ("rules", "context", "pii")
"""Where detectors stand."""
_CODE, _LEVEL = re.compile(rb'"(SEC[0-9]{3})"'), re.compile(rb"\blevel=Level\.([A-Z]+)")


class Census(NamedTuple):
    digest: str
    """Of every source file of this package."""
    entries: tuple[tuple[str, str, Level], ...]
    """The detectors: code, module, level."""

    def of(self, level: Level, *, tokens: bool) -> set[tuple[str, str]]:
        """Code and module of each detector that a finder of a level tries; `tokens`: of those that tell themselves."""
        own = f"{_PACKAGE}.{_TOKENS}."
        return {
            (code, home)
            for code, home, least in self.entries
            if level.includes(least) and (not tokens or home.startswith(own))
        }


_PACKAGE = __name__.rpartition(".")[0]


@cache
def census() -> Census | None:
    """None where the sources are not there to be read."""
    try:
        return _counted()
    except (OSError, KeyError):  # nothing is kept then, and everything is compiled at each start
        return None


def _counted() -> Census | None:
    """By hand and not by `Path`: these are more than a hundred files, at every start."""
    top = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100,PTH120
    sources: dict[str, bytes] = {}
    for folder, _, names in os.walk(top):
        inside = folder[len(top) + 1 :].replace(os.sep, ".")
        for name in names:
            if name.endswith(".py"):
                with open(f"{folder}{os.sep}{name}", "rb", buffering=0) as file:
                    sources[f"{inside}.{name[:-3]}".removeprefix(".")] = file.read()
    digest = hashlib.sha256()
    entries: list[tuple[str, str, Level]] = []
    for home, source in sorted(sources.items()):
        digest.update(f"{home} {len(source)}\n".encode())
        digest.update(source)
        if home.partition(".")[0] in FOLDERS:
            entries += ((code, f"{_PACKAGE}.{home}", level) for code, level in _said(source))
    return Census(digest.hexdigest(), tuple(entries)) if entries else None


def _said(source: bytes) -> list[tuple[str, Level]]:
    """The codes that a module brings, each with the level that is stated before the next code, or the usual one."""
    _, *parts = _CODE.split(source)
    stated = [_LEVEL.search(text) for text in parts[1::2]]
    levels = [Level[each[1].decode()] if each else Level.SECRETS for each in stated]
    return [(code.decode(), level) for code, level in zip(parts[::2], levels, strict=True)]
