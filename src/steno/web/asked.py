"""What a request asks for, as values; whatever is wrong with it is a sentence, never a guess."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.datastructures import QueryParams

from steno.api import NotFound, UsageError
from steno.api.shelf import Wanted

_DIGITS = 12
_MOST = 1000


class Asked:
    """The parameters of a request."""

    def __init__(self, path: Mapping[str, Any], query: Mapping[str, str]) -> None:
        self._path, self._query = path, query

    @property
    def key(self) -> str:
        return str(self._path["key"])

    @property
    def event(self) -> int:
        """The number of an event; raises `NotFound`."""
        text = str(self._path["n"])
        if not _is_number(text):
            raise NotFound(f"{text[:40]!r} is no number of an event", "events are counted from 1")
        return int(text)

    @property
    def level(self) -> str | None:
        """How everything is masked; None where it is not."""
        named, masked = self.text("level"), self.text("mask", "0")
        if masked not in ("", "0", "1"):
            raise UsageError(f"mask is {masked[:20]!r}, expected 0 or 1")
        return named or ("secrets" if masked == "1" else None)

    @property
    def filter(self) -> str:
        return self.text("filter", "all") or "all"

    @property
    def depth(self) -> int:
        return self.number("depth", 4)

    @property
    def sessions(self) -> Wanted:
        """Which sessions are listed."""
        return Wanted(
            words=self.text("q"),
            agents=self.several("agent"),
            projects=self.several("project"),
            models=self.several("model"),
            states=self.several("state"),
            costs=self.several("cost"),
            since=self.text("since") or None,
            sort=self.text("sort"),
            first=self.number("a", 0),
            count=min(self.number("n", 100), _MOST),
        )

    def several(self, name: str) -> list[str]:
        """The values of a parameter that may stand several times."""
        values = self._query.getlist(name) if isinstance(self._query, QueryParams) else [self.text(name)]
        return [each for each in values if each]

    def text(self, name: str, usual: str = "") -> str:
        return self._query.get(name, usual)

    def number(self, name: str, usual: int) -> int:
        """A number; raises `UsageError`."""
        text = self._query.get(name)
        if text is None or text == "":
            return usual
        if not _is_number(text):
            raise UsageError(f"{name} is {text[:40]!r}, expected a number")
        return int(text)


def _is_number(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS
