"""The strings of a trace, to be replaced together.  Knows how a trace is built up, not what its fields mean."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import compress, count, repeat
from typing import Any, Final, Generic, TypeVar, cast

from msgspec import Struct, UnsetType
from msgspec.structs import replace

from steno.base.exact import JSON
from steno.model.kept import Paths, Shape
from steno.model.spots import Keys, Spot

T = TypeVar("T")
LinesMap = Callable[[list[str]], list[str]]
Kept = tuple[str, Shape]
Step = str | int
"""Where in a container something stands: at which key, field or index."""
Pair = tuple[str, str]
"""A name and what stands under it."""

_PLAIN: Final[frozenset[type]] = frozenset({int, float, bool, type(None), bytes, UnsetType})
_HOLDERS: Final[frozenset[type]] = frozenset({dict, list, tuple, frozenset})


class Strings(Generic[T]):
    """The strings of a trace or of a part of one, in the order of their containers from the outside in.

    They are gathered once, and remembered in rows side by side: a large trace has hundreds of thousands of places.
    """

    def __init__(
        self,
        root: T,
        paths: Paths | None = None,
        lines: LinesMap | None = None,
        telling: Callable[[str], bool] | None = None,
        *,
        keys: bool = True,
    ) -> None:
        """Strings at one of the `paths` are kept apart if they have the shape promised there.

        Each list that holds nothing but strings is replaced by what `lines` makes of it, before they are gathered.
        """
        self.kept: dict[Kept, None] = {}
        """Those at one of the paths."""
        self._lines, self._telling, self._keys = lines, telling, keys
        self._root = root
        self._flat: list[str] = []
        """The ordinary ones, container by container, and ..."""
        self._steps: list[Step | None] = []
        """... where in its container each of them stands; the keys of an object, where they are new, stand nowhere."""
        self._aside: list[tuple[Kept, int, Step]] = []
        """Those that are kept, the container of each, and where in it."""
        self._nodes: list[Any] = []
        """Every container; one stands behind the one that holds it."""
        self._spots: list[Spot] = []
        self._begins = array("Q")
        """Where the strings of each begin."""
        self._parents, self._places = array("Q"), list[Step]()
        """Which holds it, and where."""
        self._more: dict[int, list[tuple[int, Step]]] = {}
        """Which others hold it, and where."""
        self._rewritten: set[int] = set()
        """The lists of which `lines` made others."""
        self._keyed: list[tuple[Spot, tuple[str, ...]]] = []
        """The keys that objects have, by where these stand."""
        self._names: set[str] = set()
        self._plain: set[type] = set(_PLAIN)
        self._holders: set[type] = set(_HOLDERS)
        """What may hold strings.  Who builds a trace in a program may use classes of their own: what an encoder would
        write is gone through as one of these."""
        self._seen: dict[int, int] = {}
        """Structs to which no path leads, by their identity, and which container each is: many events share one."""
        self._nowhere = Spot()
        self._top = Spot(None if paths is None else Paths({"[]": paths}), self._nowhere)
        self._gather()

    @cached_property
    def texts(self) -> dict[str, None]:
        """The ordinary ones, keys of objects included."""
        return dict.fromkeys(self._flat)

    def pairs(self) -> Iterator[Pair]:
        """Every string that stands in an object under a telling name, with that name; in the order of the strings."""
        found: dict[str, dict[str, None]] = {}
        for _, name, value in self._under():
            found.setdefault(value, {})[name] = None
        if found:
            yield from ((name, text) for text in self.texts if text in found for name in found[text])

    def _under(self) -> Iterator[tuple[int, str, str]]:
        """The same with the object in which it stands, in the order of these."""
        known = (spot.keys[keys] for spot, keys in self._keyed)
        for index, names in sorted((index, names) for _, names, objects in known if names for index in objects):
            node, spot = self._nodes[index], self._spots[index]
            for name in names:
                value = node[name]
                if isinstance(value, str) and not spot.to(name, "*").keeps(value):
                    yield index, name, str(value)

    # How they are gathered

    def _gather(self) -> None:
        nodes, spots, flat, plain = self._nodes, self._spots, self._flat, self._plain
        nowhere, hold, apart = self._nowhere, self._hold, self._apart
        add, step_of, own, place = flat.append, self._steps.append, self._parents.append, self._places.append
        hold([self._root], 0, 0, self._top)
        for index, node in enumerate(nodes):  # it grows while it is gone through
            self._begins.append(len(flat))
            children: Iterable[tuple[Any, Any]]
            below: Iterable[Spot] | None
            if type(node) is dict:
                spot = spots[index]
                known = spot.keys.get(keys := tuple(node))
                below, _, objects = known or self._keys_of(keys, spot)
                children = node.items()
                objects.append(index)
            else:
                children, below = self._held(index, node, spots[index])
            if below is None:
                for step, child in children:
                    kind = type(child)
                    if kind is str:
                        add(child)
                        step_of(step)
                    elif kind is dict or kind is list:
                        nodes.append(child)
                        spots.append(nowhere)
                        own(index)
                        place(step)
                    elif kind not in plain:
                        hold(child, index, step, nowhere)
                continue
            for (step, child), spot in zip(children, below, strict=False):
                kind = type(child)
                if kind in plain:
                    continue
                if kind is str:
                    if spot.known is None:
                        add(child)
                        step_of(step)
                    else:
                        apart(child, index, step, spot)
                elif kind is dict or kind is list:
                    nodes.append(child)
                    spots.append(spot)
                    own(index)
                    place(step)
                else:
                    hold(child, index, step, spot)

    def _held(self, index: int, node: Any, spot: Spot) -> tuple[Iterable[tuple[Any, Any]], Iterable[Spot] | None]:
        """What a list or a struct holds, and where on the paths that stands, if any path leads there."""
        kind = type(node)
        if kind is list or kind is tuple or kind is frozenset:
            there = spot.of_items()
            if there is not self._nowhere:
                return enumerate(node), repeat(there)
            return enumerate(self._read(index, node) if kind is list and self._lines else node), None
        names, values_of, below = spot.fields.get(kind) or spot.fields_of(kind)
        return zip(names, values_of(node), strict=True), below

    def _keys_of(self, keys: tuple[str, ...], spot: Spot) -> Keys:
        names = spot.of_keys()
        for key in keys if self._keys else ():
            if names.shape is not None and names.shape.fits(key):
                self.kept[key, names.shape] = None
            else:
                self._names.add(key)
                self._flat.append(key)
                self._steps.append(None)
        telling = tuple(filter(self._telling, keys)) if self._telling else ()
        known = spot.keys[keys] = spot.of_values(keys), telling, []
        self._keyed.append((spot, keys))
        return known

    def _read(self, index: int, node: list[JSON]) -> list[JSON]:
        """A list, or what `lines` makes of it."""
        if self._lines is None or len(node) <= 1 or not all(type(item) is str for item in node):
            return node
        lines = self._lines(node)
        if lines == node:
            return node
        self._rewritten.add(index)
        self._nodes[index] = lines
        return lines

    def _hold(self, child: Any, index: int, step: Step, spot: Spot) -> None:
        if type(child) not in self._holders:
            if isinstance(child, str):  # of a class of its own
                self._apart(str(child), index, step, spot)
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
        if spot is self._nowhere and isinstance(child, Struct):
            first = self._seen.get(id(child), 0)
            if first > index:  # it is yet to come
                self._more.setdefault(first, []).append((index, step))
                return
            self._seen[id(child)] = len(self._nodes)
        self._nodes.append(child)
        self._spots.append(spot)
        self._parents.append(index)
        self._places.append(step)

    def _apart(self, text: str, index: int, step: Step, spot: Spot) -> None:
        """A string that may be kept."""
        if spot.known is not None and spot.shape is not None:
            known = spot.known.get(text)
            if known is None and spot.shape.fits(text):
                known = spot.known[text] = text, spot.shape
                self.kept[known] = None
            if known is not None:
                self._aside.append((known, index, step))
                return
        self._flat.append(text)
        self._steps.append(step)

    # How they are put

    def put(
        self, texts: Mapping[str, str], kept: Mapping[Kept, str] | None = None, pairs: Mapping[Pair, str] | None = None
    ) -> T:
        """The trace with other strings in the place of those that are named; `pairs` has the last word."""
        new = {old: new for old, new in texts.items() if old != new}
        apart = {each: new for each, new in (kept or {}).items() if each[0] != new}
        changes = self._changes(new, apart, pairs or {})
        renamed = self._renamed(new, apart)
        marked = bytearray(len(self._nodes))
        for index in (*changes, *renamed, *self._rewritten):
            marked[index] = 1
        for index in range(len(self._nodes) - 1, 0, -1):
            if marked[index]:
                made = _with(self._nodes[index], changes.get(index, {}), renamed.get(index))
                for parent, step in ((self._parents[index], self._places[index]), *self._more.get(index, ())):
                    marked[parent] = 1
                    changes[parent][step] = made
        return cast(T, changes[0].get(0, self._root))

    def _changes(
        self, texts: Mapping[str, str], kept: Mapping[Kept, str], pairs: Mapping[Pair, str]
    ) -> defaultdict[int, dict[Step, Any]]:
        """What stands in the place of strings, by container and by where in it."""
        changes: defaultdict[int, dict[Step, Any]] = defaultdict(dict)
        index, steps = 0, self._steps
        for at in compress(count(), map(texts.__contains__, self._flat)) if texts else ():
            if (step := steps[at]) is not None:
                index = bisect_right(self._begins, at, index) - 1
                changes[index][step] = texts[self._flat[at]]
        for each, holder, step in self._aside if kept else ():
            if each in kept:
                changes[holder][step] = kept[each]
        for holder, name, value in self._under() if pairs else ():
            if (name, value) in pairs:
                changes[holder][name] = pairs[name, value]
        return changes

    def _renamed(self, texts: Mapping[str, str], kept: Mapping[Kept, str]) -> dict[int, dict[str, str]]:
        """The objects of which a key changes, each with the keys that do."""
        names = {old: new for old, new in texts.items() if old in self._names}
        either = names.keys() | {text for text, _ in kept}
        found: dict[int, dict[str, str]] = {}
        for spot, keys in self._keyed if either else ():
            if not either.isdisjoint(keys) and (new := dict(self._new_names(keys, spot.of_keys(), names, kept))):
                found.update((index, new) for index in spot.keys[keys][2])
        return found

    def _new_names(
        self, keys: Iterable[str], spot: Spot, names: Mapping[str, str], kept: Mapping[Kept, str]
    ) -> Iterator[Pair]:
        for key in keys:
            if spot.shape is not None and spot.shape.fits(key):
                if (key, spot.shape) in kept:
                    yield key, kept[key, spot.shape]
            elif key in names:
                yield key, names[key]


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
