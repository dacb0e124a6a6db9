"""The strings of decoded JSON, gathered fast: their values as they come, all else once.  Knows no format."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from steno.base.exact import JSON

_REMEMBERED: Final = 512
"""Texts of so many characters are known again in the next block: ids, names, paths.  Longer ones seldom come again."""


class Strings:
    """The strings of records: their values as they come, all else once."""

    def __init__(self, telling: Callable[[str], bool]) -> None:
        self._telling = telling
        self._named: dict[tuple[str, ...], tuple[str, ...]] = {}
        """Keys that stand together, and those of them that are telling: records of one kind have the same."""
        self.names: dict[str, None] = {}
        self.lists: dict[tuple[str, ...], None] = {}
        """Those that hold several strings and nothing else, since somebody cleared them."""
        self.pairs: dict[tuple[str, str], None] = {}
        self.told = False
        """Whether any of the last records has a telling name."""

    def of(self, records: Iterable[JSON]) -> list[str]:
        """The values of some records."""
        nodes: list[Any] = [*records]
        texts: list[str] = []
        self.told = False
        add, named = texts.append, self._named
        push = nodes.append
        for node in nodes:  # it grows while it is gone through
            if type(node) is dict:
                keys = tuple(node)
                telling = named.get(keys)
                if telling is None:
                    telling = named[keys] = tuple(filter(self._telling, keys))
                    self.names.update(dict.fromkeys(keys))
                for child in node.values():
                    kind = type(child)
                    if kind is str:
                        add(child)
                    elif kind is dict or kind is list:
                        push(child)
                for key in telling:
                    self.told = True
                    if type(value := node[key]) is str:
                        self.pairs[key, value] = None
            else:
                strings = len(node) > 1
                for child in node:
                    kind = type(child)
                    if kind is str:
                        add(child)
                        continue
                    strings = False
                    if kind is dict or kind is list:
                        push(child)
                if strings:
                    self.lists[tuple(node)] = None
        return texts


class Fresh:
    """Tells which texts come for the first time."""

    def __init__(self) -> None:
        self._known: set[str] = set()

    def of(self, texts: Iterable[str]) -> list[str]:
        known = self._known
        found = [text for text in dict.fromkeys(texts) if text not in known]
        known.update([text for text in found if len(text) <= _REMEMBERED])
        return found
