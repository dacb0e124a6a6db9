"""The different strings of a trace or of any part of one, without the places where they stand.

Goes through everything as `walk.Strings` does, in the same order, and keeps a small part of it: most traces hold
nothing that has to be changed, and who has to change something goes through them again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from steno.base.exact import JSON
from steno.model.kept import Paths, Shape
from steno.model.walk import HOLDERS, PLAIN, fields_of

Lines = Callable[[list[str]], list[str]]


class Gather:
    """What stands in all that was added: texts, values that are kept apart, and values under telling names."""

    def __init__(self, telling: Callable[[str], bool], lines: Lines | None = None) -> None:
        """Each list that holds nothing but strings is shown to `lines`, which says what to make of it."""
        self.texts: dict[str, None] = {}
        """The ordinary ones, keys of objects included."""
        self.kept: dict[tuple[str, Shape], None] = {}
        """Those at one of the paths that have the shape promised there."""
        self.pairs: dict[tuple[str, str], None] = {}
        """Texts that stand in an object, each under a telling name."""
        self.rewritten = False
        """Whether `lines` would change any list: then the texts are not those that there will be."""
        self._telling, self._lines = telling, lines
        self._named: dict[tuple[str, ...], tuple[str, ...]] = {}
        """Keys that stand together, and those of them that are telling: records of one kind have the same."""
        self._plain: set[type] = set(PLAIN)
        self._holders: set[type] = set(HOLDERS)

    def add(self, root: object, paths: Paths | None = None) -> None:
        """Strings at one of the `paths`, which begin at the root, are kept apart if they have the shape named there."""
        nodes: list[tuple[Any, Paths | None]] = []
        self._inside(root, paths, nodes)
        for node, here in nodes:  # it grows while it is gone through
            kind = type(node)
            if kind is dict:
                self._object(node, here, nodes)
            elif kind is list:
                self._array(node, None if here is None else here.get("[]"), nodes)
            elif kind is tuple or kind is frozenset:
                self._row(node, None if here is None else here.get("[]"), nodes)
            else:
                self._struct(node, here, nodes)

    def _object(self, node: dict[str, JSON], paths: Paths | None, nodes: list[tuple[Any, Paths | None]]) -> None:
        texts, plain = self.texts, self._plain
        telling = self._names(node, None if paths is None else paths.get("{}"))
        if paths is None:
            for child in node.values():
                kind = type(child)
                if kind is str:
                    texts[child] = None
                elif kind not in plain:
                    self._inside(child, None, nodes)
        else:
            get, every = paths.get, paths.get("*")
            for key, child in node.items():
                kind = type(child)
                if kind is str:
                    if (below := get(key, every)) is None or below.shape is None:
                        texts[child] = None
                    else:
                        self._text(child, below.shape)
                elif kind not in plain:
                    self._inside(child, get(key, every), nodes)
        for key in telling:
            value = node[key]
            below = None if paths is None else paths.get(key, paths.get("*"))
            if isinstance(value, str) and (
                below is None or below.shape is None or (value, below.shape) not in self.kept
            ):
                self.pairs[key, str(value)] = None

    def _names(self, node: dict[str, JSON], paths: Paths | None) -> tuple[str, ...]:
        """The telling keys of an object; all of them are texts, but for those that are kept."""
        keys = tuple(node)
        if paths is not None and (shape := paths.shape) is not None:
            for key in keys:
                self._text(key, shape)
            return tuple(filter(self._telling, keys))
        telling = self._named.get(keys)
        if telling is None:
            self.texts.update(dict.fromkeys(keys))
            telling = self._named[keys] = tuple(filter(self._telling, keys))
        return telling

    def _array(self, node: list[JSON], paths: Paths | None, nodes: list[tuple[Any, Paths | None]]) -> None:
        if self._lines and paths is None and len(node) > 1 and all(type(item) is str for item in node):
            self.rewritten = self._lines(node) != node or self.rewritten
        self._row(node, paths, nodes)

    def _row(self, node: Any, paths: Paths | None, nodes: list[tuple[Any, Paths | None]]) -> None:
        shape = None if paths is None else paths.shape
        for child in node:
            kind = type(child)
            if kind is str:
                self._text(child, shape)
            elif kind not in self._plain:
                self._inside(child, paths, nodes)

    def _struct(self, node: Struct, paths: Paths | None, nodes: list[tuple[Any, Paths | None]]) -> None:
        names, values_of = fields_of(type(node))
        texts, plain = self.texts, self._plain
        for name, child in zip(names, values_of(node), strict=True):
            kind = type(child)
            if kind in plain:
                continue
            below = None if paths is None else paths.get(name)
            if kind is not str:
                self._inside(child, below, nodes)
            elif below is None or below.shape is None:
                texts[child] = None
            else:
                self._text(child, below.shape)

    def _text(self, text: str, shape: Shape | None) -> None:
        if shape is not None and ((text, shape) in self.kept or shape.fits(text)):
            self.kept[text, shape] = None
        else:
            self.texts[text] = None

    def _inside(self, child: object, paths: Paths | None, nodes: list[tuple[Any, Paths | None]]) -> None:
        if type(child) not in self._holders:
            if isinstance(child, str):  # of a class of its own
                self._text(str(child), None if paths is None else paths.shape)
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
        nodes.append((child, paths))
