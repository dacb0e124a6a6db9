"""What the redaction engine finds in a trace, and where.  Says of which kind it is, never the value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from steno.base.exact import JSON

_PERSONAL: Final = frozenset({"email", "phone", "address", "person", "identifier"})
_HOME: Final = frozenset({"SEC503", "SEC504", "SEC535"})
"""The detectors of user names in the paths of home directories."""
_KEPT: Final = frozenset({"trace_id", "prior_trace_id", "hash"})
"""Ids and hashes look like secrets and are none."""


class Leak(NamedTuple):
    path: tuple[str | int, ...]
    type: str
    code: str
    """Of the detector; empty where the text could not be scanned."""

    @property
    def in_a_path(self) -> bool:
        return self.code in _HOME

    @property
    def personal(self) -> bool:
        return self.type in _PERSONAL and not self.in_a_path

    @property
    def secret(self) -> bool:
        return self.type not in _PERSONAL


def leaks(value: JSON) -> list[Leak]:
    """Secrets and personal data in the strings of a value, its keys included."""
    from steno.detect import Level, Unscannable, finder  # costs start-up, and only the release gate needs it

    engine = finder(Level.PII)
    known: dict[str, list[tuple[str, str]]] = {}
    found: list[Leak] = []
    for path, text in _strings(value):
        if text not in known:
            try:
                known[text] = [(span.type, span.code) for span in engine.find(text)]
            except Unscannable:
                known[text] = [("secret", "")]
        found += [Leak(path, *each) for each in known[text]]
    return found


def _strings(value: JSON) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Every string with where it stands, in order."""
    stack: list[tuple[tuple[str | int, ...], JSON]] = [((), value)]
    while stack:
        path, part = stack.pop()
        if type(part) is str:
            yield path, part
        elif type(part) is dict:
            yield from (((*path, key), key) for key in part)
            stack += [((*path, key), each) for key, each in reversed(part.items()) if key not in _KEPT]
        elif type(part) is list:
            stack += [((*path, index), each) for index, each in reversed(list(enumerate(part)))]
