"""What the paths of a trace say of the strings and containers that are gone through.  Goes through none itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any

from msgspec import Struct

from steno.model.kept import Paths, Shape

Keys = tuple["list[Spot] | None", tuple[str, ...], list[int]]
"""Of all objects at a spot that have the same keys: where on the paths their values stand, which keys are telling, and
the numbers of the objects.

Most records have equals."""
Fields = tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]], "list[Spot] | None"]
"""Of all structs of one class: their fields, what gives the values of these, and where on the paths those stand."""


class Spot:
    """A place in the tree of paths, for all the strings and containers that stand there."""

    __slots__ = ("_below", "_nowhere", "_paths", "fields", "keys", "known", "shape")

    def __init__(self, paths: Paths | None = None, nowhere: Spot | None = None) -> None:
        self._paths, self._nowhere = paths, nowhere or self
        self.shape = None if paths is None else paths.shape
        self.known: dict[str, tuple[str, Shape]] | None = None if self.shape is None else {}
        """Strings that have the shape, each with it; None where none is promised."""
        self.keys: dict[tuple[str, ...], Keys] = {}
        self.fields: dict[type, Fields] = {}
        self._below: dict[str, Spot] = {}

    def to(self, step: str, otherwise: str = "") -> Spot:
        """A step further on the paths."""
        if self._paths is None:
            return self._nowhere
        if step not in self._paths:
            if otherwise not in self._paths:
                return self._nowhere
            step = otherwise
        if step not in self._below:
            self._below[step] = Spot(self._paths[step], self._nowhere)
        return self._below[step]

    def keeps(self, text: str) -> bool:
        """Whether a string that stands here is kept apart."""
        return self.known is not None and text in self.known

    def of_values(self, keys: tuple[str, ...]) -> list[Spot] | None:
        """Where the values of an object with these keys stand; None where no path leads to any."""
        below = [self.to(key, "*") for key in keys]
        return below if any(each is not self._nowhere for each in below) else None

    def of_items(self) -> Spot:
        return self.to("[]")

    def of_keys(self) -> Spot:
        return self.to("{}")

    def fields_of(self, kind: type[Struct]) -> Fields:
        """What there is to know of a struct of this class that stands here."""
        known = self.fields.get(kind)
        if known is None:
            names, values_of = _fields_of(kind)
            below = [self.to(name) for name in names]
            found = below if any(each is not self._nowhere for each in below) else None
            known = self.fields[kind] = names, values_of, found
        return known


@cache
def _fields_of(kind: type[Struct]) -> tuple[tuple[str, ...], Callable[[Struct], tuple[Any, ...]]]:
    names = kind.__struct_fields__
    if len(names) > 1:
        return names, attrgetter(*names)
    return names, lambda struct: tuple(getattr(struct, name) for name in names)
