"""Every string of a trace, wherever it stands.  Knows how a trace is built up, not what its fields mean."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from operator import attrgetter
from typing import Any, Generic, TypeVar, cast

from msgspec import Struct, UnsetType
from msgspec.structs import replace

from steno.base.exact import JSON
from steno.model.kept import Paths, Shape

T = TypeVar("T")
TextMap = Callable[[str], str]
LinesMap = Callable[[list[str]], list[str]]
PairMap = Callable[[str, str], str]
Slot = tuple[int, str | int]
"""Where a string stands: in which container, and at which key, field or index of it."""
Kept = tuple[str, Shape]


class Apart(Struct, frozen=True):
    """What has a function of its own: the strings at some paths, as long as they have the shape promised there."""

    paths: Paths
    text: Callable[[str, Shape], str]


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
    return _mapped(Strings(trace, apart.paths if apart else None, lines), text, pair, apart)


def map_tree(tree: JSON, text: TextMap, apart: Apart | None = None) -> JSON:
    """A JSON value with `text` applied to every string in it but the keys of objects."""
    return _mapped(Strings(tree, apart.paths if apart else None, keys=False), text, None, apart)


def _mapped(strings: Strings[T], text: TextMap, pair: PairMap | None, apart: Apart | None) -> T:
    pairs: dict[Slot, str] = {}
    for slot, name, value in strings.pairs(_every) if pair else ():
        if pair and (new := pair(name, value)) != value:
            pairs[slot] = text(new)
    kept = {each: apart.text(*each) for each in strings.kept} if apart else {}
    return strings.put({each: text(each) for each in strings.texts}, kept, pairs)


def _every(name: str) -> bool:
    return True


PLAIN: tuple[type, ...] = (int, float, bool, type(None), bytes, UnsetType)
HOLDERS: tuple[type, ...] = (dict, list, tuple, frozenset)


class Strings(Generic[T]):
    """The strings of a trace or of a part of one, each once, with every place where it stands.

    They are gathered once, in the order of their containers from the outside in, and may be replaced together.
    """

    def __init__(
        self, root: T, paths: Paths | None = None, lines: LinesMap | None = None, *, keys: bool = True
    ) -> None:
        """Strings at one of the `paths` are kept apart if they have the shape promised there.

        Each list that holds nothing but strings is replaced by what `lines` makes of it, before they are gathered.
        """
        self.texts: dict[str, list[Slot]] = {}
        """The ordinary ones, keys of objects included; keys have no slots."""
        self.kept: dict[Kept, list[Slot]] = {}
        """Those at one of the paths."""
        self._lines, self._keys = lines, keys
        self._root = root
        self._nodes: list[Any] = []
        """Every container; one stands behind the one that holds it."""
        self._slots: list[Slot] = []
        """Where each of them stands."""
        self._paths: list[Paths | None] = []
        self._changed: defaultdict[int, dict[str | int, Any]] = defaultdict(dict)
        """What `lines` made of a list."""
        self._names: set[str] = set()
        self._together: set[tuple[str, ...]] = set()
        """Keys that stand together: records of one kind have the same, again and again."""
        self._kept_names: dict[int, dict[str, Shape]] = {}
        self._plain: set[type] = set(PLAIN)
        self._holders: set[type] = set(HOLDERS)
        """What may hold strings.  Who builds a trace in a program may use classes of their own: what an encoder would
        write is gone through as one of these."""
        self._gather(root, paths)

    def pairs(self, telling: Callable[[str], bool]) -> Iterator[tuple[Slot, str, str]]:
        """Every string that stands in an object under a telling name: where, the name, and the string."""
        apart = (name for names in self._kept_names.values() for name in names)
        wanted = {name for name in (*self._names, *apart) if telling(name)}
        if not wanted:
            return
        for text, slots in self.texts.items():
            for slot in slots:
                if slot[1] in wanted and type(self._nodes[slot[0]]) is dict:
                    yield slot, slot[1], text

    def put(
        self, texts: Mapping[str, str], kept: Mapping[Kept, str] | None = None, pairs: Mapping[Slot, str] | None = None
    ) -> T:
        """The trace with other strings in the place of those that are named; `pairs` has the last word."""
        kept = kept or {}
        changes = defaultdict(dict, {index: dict(change) for index, change in self._changed.items()})
        for old, new in texts.items():
            if old != new:
                for index, step in self.texts[old]:
                    changes[index][step] = new
        for each, new in kept.items():
            if each[0] != new:
                for index, step in self.kept[each]:
                    changes[index][step] = new
        for (index, step), new in (pairs or {}).items():
            changes[index][step] = new
        renamed = self._renamed(texts, kept)
        for index in range(len(self._nodes) - 1, 0, -1):
            if index in changes or index in renamed:
                parent, step = self._slots[index]
                changes[parent][step] = _with(self._nodes[index], changes.get(index, {}), renamed.get(index))
        return cast(T, changes[0].get(0, self._root))

    def _renamed(self, texts: Mapping[str, str], kept: Mapping[Kept, str]) -> dict[int, dict[str, str]]:
        """The objects of which a key changes, each with the keys that do."""
        names = {old: new for old, new in texts.items() if old != new and old in self._names}
        found: dict[int, dict[str, str]] = {}
        if names:
            for index, node in enumerate(self._nodes):
                if type(node) is dict and (some := names.keys() & node.keys()):
                    found[index] = {key: names[key] for key in some}
        for index, apart in self._kept_names.items():
            mine = found.setdefault(index, {})
            for key, shape in apart.items():
                mine[key] = kept.get((key, shape), key)
        return {index: new for index, new in found.items() if any(old != name for old, name in new.items())}

    # How they are gathered

    def _gather(self, root: T, paths: Paths | None) -> None:
        whole = None if paths is None else Paths({"[]": paths})
        self._inside([root], (0, 0), whole)
        for index, node in enumerate(self._nodes):  # it grows while it is gone through
            kind, here = type(node), self._paths[index]
            if kind is dict:
                self._object(index, node, here)
            elif kind is list:
                self._array(index, node, here)
            elif kind is tuple or kind is frozenset:
                self._row(index, list(node), None if here is None else here.get("[]"))
            else:
                self._struct(index, node, here)

    def _object(self, index: int, node: dict[str, JSON], paths: Paths | None) -> None:
        if self._keys:
            self._named(index, node, None if paths is None else paths.get("{}"))
        texts, plain = self.texts, self._plain
        if paths is None:
            for key, child in node.items():
                kind = type(child)
                if kind is str:
                    if child in texts:
                        texts[child].append((index, key))
                    else:
                        texts[child] = [(index, key)]
                elif kind not in plain:
                    self._inside(child, (index, key), None)
            return
        get, every = paths.get, paths.get("*")
        for key, child in node.items():
            kind = type(child)
            if kind is str:
                self._text(child, (index, key), get(key, every))
            elif kind not in plain:
                self._inside(child, (index, key), get(key, every))

    def _array(self, index: int, node: list[JSON], paths: Paths | None) -> None:
        below = None if paths is None else paths.get("[]")
        if self._lines and below is None and len(node) > 1 and all(type(item) is str for item in node):
            lines = self._lines(node)
            if lines != node:
                self._changed[index] = dict(enumerate(lines))
                node = lines
        self._row(index, node, below)

    def _row(self, index: int, items: list[JSON], paths: Paths | None) -> None:
        for place, child in enumerate(items):
            kind = type(child)
            if kind is str:
                self._text(child, (index, place), paths)
            elif kind not in self._plain:
                self._inside(child, (index, place), paths)

    def _struct(self, index: int, struct: Struct, paths: Paths | None) -> None:
        names, values_of = fields_of(type(struct))
        plain = self._plain
        for name, child in zip(names, values_of(struct), strict=True):
            kind = type(child)
            if kind is str:
                self._text(child, (index, name), None if paths is None else paths.get(name))
            elif kind not in plain:
                self._inside(child, (index, name), None if paths is None else paths.get(name))

    def _inside(self, child: object, slot: Slot, paths: Paths | None) -> None:
        if type(child) not in self._holders:
            if isinstance(child, str):  # of a class of its own
                self._text(str(child), slot, paths)
                return
            if isinstance(child, Struct):
                self._holders.add(type(child))
            elif isinstance(child, dict):
                child = dict(child)
            elif isinstance(child, list | tuple | set | frozenset):
                child = list(child)
            else:
                self._plain.add(type(child))  # an enumeration, a number with its spelling: it holds no string
                return
        self._nodes.append(child)
        self._slots.append(slot)
        self._paths.append(paths)

    def _text(self, text: str, slot: Slot, paths: Paths | None) -> None:
        shape = None if paths is None else paths.shape
        if shape is not None:
            apart = text, shape
            if apart in self.kept:
                self.kept[apart].append(slot)
                return
            if shape.fits(text):
                self.kept[apart] = [slot]
                return
        if text in self.texts:
            self.texts[text].append(slot)
        else:
            self.texts[text] = [slot]

    def _named(self, index: int, node: dict[str, JSON], paths: Paths | None) -> None:
        shape = None if paths is None else paths.shape
        if shape is None:
            keys = tuple(node)
            if keys not in self._together:
                self._together.add(keys)
                self._name(*keys)
            return
        fitting = {key: shape for key in node if shape.fits(key)}
        self._kept_names[index] = fitting
        for key in fitting:
            self.kept.setdefault((key, shape), [])
        self._name(*(key for key in node if key not in fitting))

    def _name(self, *keys: str) -> None:
        self._names.update(keys)
        for key in keys:
            self.texts.setdefault(key, [])


def _with(node: Any, change: Mapping[Any, Any], names: Mapping[str, str] | None) -> Any:
    """A copy of a container with some of what it holds replaced."""
    kind = type(node)
    if kind is dict:
        return {**node, **change} if names is None else _with_names({**node, **change}, names)
    if isinstance(node, Struct):
        return replace(node, **change)
    items = list(node)
    for place, new in change.items():
        items[place] = new
    return items if kind is list else kind(items)


def _with_names(node: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    new: dict[str, Any] = {}
    copies: dict[str, int] = {}
    for key, value in node.items():
        unique = name = names.get(key, key)
        while unique in new:
            copies[name] = copies.get(name, 1) + 1
            unique = f"{name}~{copies[name]}"
        new[unique] = value
    return new


@cache
def fields_of(kind: type[Struct]) -> tuple[tuple[str, ...], Callable[[Struct], tuple[Any, ...]]]:
    names = kind.__struct_fields__
    if len(names) > 1:
        return names, attrgetter(*names)
    return names, lambda struct: tuple(getattr(struct, name) for name in names)
