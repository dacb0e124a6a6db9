"""Every string of a trace, wherever it stands.  Knows how a trace is built up, not what its fields mean."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter, is_
from typing import Any, NamedTuple, TypeVar

from msgspec import UNSET, Struct
from msgspec.structs import replace

from steno.base.exact import JSON
from steno.model.kept import Paths, Shape

T = TypeVar("T")
TextMap = Callable[[str], str]
LinesMap = Callable[[list[str]], list[str]]
PairMap = Callable[[str, str], str]


class Apart(NamedTuple):
    """What has a function of its own: the strings at some paths, as long as they have the shape promised there."""

    paths: Paths
    text: Callable[[str, Shape], str]


_SHORT, _MANY = 200, 200_000
"""How long a string is remembered, and how many: ids, names and keys stand in every record, long texts once."""


def map_strings(
    trace: T, text: TextMap, lines: LinesMap | None = None, pair: PairMap | None = None, apart: Apart | None = None
) -> T:
    """The trace, or any part of one, with `text` applied to every string in it, keys of objects included.

    What does not change is not copied: a trace in which nothing changes is returned as it is.  Keys that become equal
    are told apart by a suffix.  Numbers, bytes, enumerations and UNSET stay.  `lines`, where given, gets each list
    that holds nothing but strings, because text is often kept as a list of its lines; `pair`, where given, gets the key
    and the value of each string in an object before `text` does, because a name may say what a value is.  What is
    `apart` goes to none of them; its paths begin at what is given here.
    """
    return _Walk(text, lines, pair, apart).value(trace, apart.paths if apart else None)


def map_tree(tree: JSON, text: TextMap, apart: Apart | None = None) -> JSON:
    """A JSON value with `text` applied to every string in it but the keys of objects."""
    return _Walk(text, None, None, apart, keys=False).value(tree, apart.paths if apart else None)


_PLAIN = frozenset({int, float, bool, type(None)})
_DEEP = 64
"""From here on a tree is gone through without recursion."""

Inner = Callable[[JSON, Paths | None], JSON]
"""What becomes of a container inside another."""


class _Walk:
    def __init__(
        self, text: TextMap, lines: LinesMap | None, pair: PairMap | None, apart: Apart | None, *, keys: bool = True
    ) -> None:
        self._map, self._lines, self._pair, self._keys = text, lines, pair, keys
        self._apart = apart.text if apart else lambda text, shape: text
        self._known: dict[str, str | None] = {}
        """What became of a short string; None where it stays."""
        self._stay: set[tuple[str, ...]] = set()
        """Keys of objects, together, that stay."""
        self._known_apart: dict[str, tuple[Shape, str | None]] = {}

    def value(self, value: T, paths: Paths | None = None) -> T:
        kind = type(value)
        if kind is str:
            new: Any = self._text(value) if paths is None else self._either(value, paths)  # type: ignore[arg-type]
        elif kind is dict or kind is list:
            new = self._tree(value, paths)
        elif kind is tuple or kind is frozenset:
            items = list(value)  # type: ignore[call-overload]
            below = None if paths is None else paths.get("[]")
            mapped = [self.value(item, below) for item in items]
            new = value if all(map(is_, mapped, items)) else kind(mapped)  # type: ignore[call-arg]
        elif isinstance(value, Struct):
            new = self._struct(value) if paths is None else self._struct_at(value, paths)
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

    def _at(self, text: str, paths: Paths | None) -> str | None:
        """A string at the end of a path; None where none ends there, or the string is not what was promised."""
        shape = None if paths is None else paths.shape
        if shape is None:
            return None
        known = self._known_apart.get(text) if len(text) <= _SHORT else None
        if known is not None and known[0] is shape:
            return text if known[1] is None else known[1]
        if not shape.fits(text):
            return None
        new = self._apart(text, shape)
        if len(text) <= _SHORT and len(self._known_apart) < _MANY:
            self._known_apart[text] = shape, None if new == text else new
        return text if new == text else new

    def _either(self, text: str, paths: Paths | None) -> str:
        new = self._at(text, paths)
        return self._text(text) if new is None else new

    def _struct(self, struct: Struct) -> Struct:
        names, values_of = _fields(type(struct))
        values = values_of(struct)
        new = [value if value is UNSET or type(value) in _PLAIN else self.value(value) for value in values]
        return _with(struct, names, values, new)

    def _struct_at(self, struct: Struct, paths: Paths) -> Struct:
        names, values_of = _fields(type(struct))
        values = values_of(struct)
        below = paths.get
        new = [
            value if value is UNSET or type(value) in _PLAIN else self.value(value, below(name))
            for name, value in zip(names, values, strict=True)
        ]
        return _with(struct, names, values, new)

    def _tree(self, node: JSON, paths: Paths | None, depth: int = 0) -> JSON:
        if depth == _DEEP:
            return self._unnested(node, paths)

        def inner(child: JSON, below: Paths | None) -> JSON:
            return self._tree(child, below, depth + 1)

        return self._object(node, inner, paths) if type(node) is dict else self._array(node, inner, paths)

    def _unnested(self, root: JSON, paths: Paths | None) -> JSON:
        # Containers in the order parent, child: no recursion, however deep they nest.
        order, places = [root], [paths]
        for node, here in zip(order, places, strict=True):  # both grow as they are gone through
            _descend(node, here, order, places)
        changed: dict[int, JSON] = {}

        def inner(child: JSON, below: Paths | None) -> JSON:
            return changed.get(id(child), child)

        for node, here in zip(reversed(order), reversed(places), strict=True):
            new = self._object(node, inner, here) if type(node) is dict else self._array(node, inner, here)
            if new is not node:
                changed[id(node)] = new
        return changed.get(id(root), root)

    def _array(self, node: list[JSON], inner: Inner, paths: Paths | None) -> list[JSON]:
        below = None if paths is None else paths.get("[]")
        if self._lines and below is None and len(node) > 1 and all(type(item) is str for item in node):
            lines = self._lines(node)
            return node if lines == node else lines
        new = [self._child(child, inner, below) for child in node]
        return node if all(map(is_, new, node)) else new

    def _child(self, child: JSON, inner: Inner, paths: Paths | None) -> JSON:
        kind = type(child)
        if kind is str:
            return self._text(child) if paths is None else self._either(child, paths)
        if kind is dict or kind is list:
            return inner(child, paths)
        return child if kind in _PLAIN else self.value(child, paths)

    def _object(self, node: dict[str, JSON], inner: Inner, paths: Paths | None) -> dict[str, JSON]:
        if paths is None:
            keys = self._same_keys(node) if self._keys else tuple(node)
            values = [
                child if type(child) in _PLAIN else self._named(key, child, inner, None) for key, child in node.items()
            ]
        else:
            keys = self._keys_of(node, paths) if self._keys else tuple(node)
            get, every = paths.get, paths.get("*")
            values = [
                child if type(child) in _PLAIN else self._named(key, child, inner, get(key, every))
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

    def _keys_of(self, node: dict[str, JSON], paths: Paths) -> tuple[str, ...]:
        below = paths.get("{}")
        return self._same_keys(node) if below is None else tuple(self._either(key, below) for key in node)

    def _same_keys(self, node: dict[str, JSON]) -> tuple[str, ...]:
        """The keys of an object.  Records of one kind have the same, again and again."""
        keys = tuple(node)
        if keys in self._stay:
            return keys
        new = tuple(map(self._text, keys))
        if len(self._stay) < _MANY and new == keys and sum(map(len, keys)) <= _SHORT * 4:
            self._stay.add(keys)
        return new

    def _named(self, key: str, child: JSON, inner: Inner, paths: Paths | None) -> JSON:
        if type(child) is not str:
            return self._child(child, inner, paths)
        new = None if paths is None else self._at(child, paths)
        if new is not None:
            return new
        return self._text(child if self._pair is None else self._pair(key, child))


def _descend(node: JSON, paths: Paths | None, order: list[JSON], places: list[Paths | None]) -> None:
    """Add the containers that a container holds, each with the paths that go on in it."""
    if type(node) is dict:
        every = None if paths is None else paths.get("*")
        for key, child in node.items():
            if type(child) is dict or type(child) is list:
                order.append(child)
                places.append(None if paths is None else paths.get(key, every))
    else:
        below = [child for child in node if type(child) is dict or type(child) is list]
        order += below
        places += [None if paths is None else paths.get("[]")] * len(below)


def _with(struct: Struct, names: tuple[str, ...], values: tuple[Any, ...], new: list[Any]) -> Struct:
    if all(map(is_, new, values)):
        return struct
    return replace(struct, **{name: a for name, a, b in zip(names, new, values, strict=True) if a is not b})


@cache
def _fields(kind: type[Struct]) -> tuple[tuple[str, ...], Callable[[Struct], tuple[Any, ...]]]:
    names = kind.__struct_fields__
    if len(names) > 1:
        return names, attrgetter(*names)
    return names, lambda struct: tuple(getattr(struct, name) for name in names)
