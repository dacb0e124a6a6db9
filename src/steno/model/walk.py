"""Every string of a trace, wherever it stands.  Knows how a trace is built up, not what its fields mean."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter, is_
from typing import Any, TypeVar

from msgspec import UNSET, Struct
from msgspec.structs import replace

from steno.base.exact import JSON

T = TypeVar("T")
TextMap = Callable[[str], str]
LinesMap = Callable[[list[str]], list[str]]
PairMap = Callable[[str, str], str]

_SHORT, _MANY = 200, 200_000
"""How long a string is remembered, and how many: ids, names and keys stand in every record, long texts once."""


def map_strings(trace: T, text: TextMap, lines: LinesMap | None = None, pair: PairMap | None = None) -> T:
    """The trace, or any part of one, with `text` applied to every string in it, keys of objects included.

    What does not change is not copied: a trace in which nothing changes is returned as it is.  Keys that become equal
    are told apart by a suffix.  Numbers, bytes, enumerations and UNSET stay.  `lines`, where given, gets each list
    that holds nothing but strings, because text is often kept as a list of its lines; `pair`, where given, gets the key
    and the value of each string in an object before `text` does, because a name may say what a value is.
    """
    return _Walk(text, lines, pair).value(trace)


def map_tree(tree: JSON, text: TextMap) -> JSON:
    """A JSON value with `text` applied to every string in it but the keys of objects."""
    return _Walk(text, None, None, keys=False).value(tree)


class _Walk:
    def __init__(self, text: TextMap, lines: LinesMap | None, pair: PairMap | None, *, keys: bool = True) -> None:
        self._map, self._lines, self._pair, self._keys = text, lines, pair, keys
        self._known: dict[str, str | None] = {}
        """What became of a short string; None where it stays."""

    def value(self, value: T) -> T:
        kind = type(value)
        if kind is str:
            new: Any = self._text(value)  # type: ignore[arg-type]
        elif kind is dict or kind is list:
            new = self._tree(value)
        elif kind is tuple or kind is frozenset:
            items = list(value)  # type: ignore[call-overload]
            mapped = [self.value(item) for item in items]
            new = value if all(map(is_, mapped, items)) else kind(mapped)  # type: ignore[call-arg]
        elif isinstance(value, Struct):
            new = self._struct(value)
        else:
            new = value
        return new  # type: ignore[no-any-return]

    def _text(self, text: str) -> str:
        if len(text) > _SHORT:
            new = self._map(text)
            return text if new == text else new
        if text in self._known:
            known = self._known[text]
            return text if known is None else known
        new = self._map(text)
        if len(self._known) < _MANY:
            self._known[text] = None if new == text else new
        return text if new == text else new

    def _struct(self, struct: Struct) -> Struct:
        names, values_of = _fields(type(struct))
        values = values_of(struct)
        new = [value if value is UNSET else self.value(value) for value in values]
        if all(map(is_, new, values)):
            return struct
        return replace(struct, **{name: a for name, a, b in zip(names, new, values, strict=True) if a is not b})

    def _tree(self, root: JSON) -> JSON:
        # Containers in the order parent, child: no recursion, however deep they nest.
        order = [root]
        for node in order:
            children = node.values() if type(node) is dict else node
            order.extend(child for child in children if type(child) is dict or type(child) is list)
        changed: dict[int, JSON] = {}
        for node in reversed(order):
            new = self._object(node, changed) if type(node) is dict else self._array(node, changed)
            if new is not node:
                changed[id(node)] = new
        return changed.get(id(root), root)

    def _child(self, child: JSON, changed: dict[int, JSON]) -> JSON:
        kind = type(child)
        if kind is str:
            return self._text(child)
        if kind is dict or kind is list:
            return changed.get(id(child), child)
        return self.value(child)

    def _array(self, node: list[JSON], changed: dict[int, JSON]) -> list[JSON]:
        if self._lines and len(node) > 1 and all(type(item) is str for item in node):
            new = self._lines(node)
            return node if new == node else new
        new = [self._child(child, changed) for child in node]
        return node if all(map(is_, new, node)) else new

    def _object(self, node: dict[str, JSON], changed: dict[int, JSON]) -> dict[str, JSON]:
        keys = [self._text(key) for key in node] if self._keys else list(node)
        pair = self._pair
        values = [
            self._child(child if pair is None or type(child) is not str else pair(key, child), changed)
            for key, child in node.items()
        ]
        if all(map(is_, keys, node)) and all(map(is_, values, node.values())):
            return node
        new: dict[str, JSON] = {}
        copies: dict[str, int] = {}
        for key, value in zip(keys, values, strict=True):
            unique = key
            while unique in new:
                copies[key] = copies.get(key, 1) + 1
                unique = f"{key}~{copies[key]}"
            new[unique] = value
        return new


@cache
def _fields(kind: type[Struct]) -> tuple[tuple[str, ...], Callable[[Struct], tuple[Any, ...]]]:
    names = kind.__struct_fields__
    if len(names) > 1:
        return names, attrgetter(*names)
    return names, lambda struct: tuple(getattr(struct, name) for name in names)
