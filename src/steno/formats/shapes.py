"""The shape language: what the fields of a record hold, said once.  Finds what does not fit, and knows no rule.

A shape is a mapping from keys to `Field`s.  Rules about fields are made of shapes (`rulebook.Rulebook.shape`), and
readers and writers may look up in the same tables which type a field has and which versions know it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from msgspec import UNSET, Raw

from steno.base.exact import JSON, said
from steno.contracts import Finding

Says = Callable[..., Finding]
"""Makes a finding of a message and the path from the record to the value it is about."""
Part = tuple[dict[str, JSON], Says]
"""An object of a document, and how to speak of it."""

_ONE: Final = {
    "text": "a string", "texts": "a string or an array of strings", "integer": "an integer", "number": "a number",
    "truth": "true or false", "any": "any value", "array": "an array",
}  # fmt: skip
_MANY: Final = {
    "text": "strings", "texts": "strings or arrays of strings", "integer": "integers", "number": "numbers",
}  # fmt: skip
_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "text": (str,), "integer": (int,), "number": (int, float, Raw), "truth": (bool,), "array": (list,),
}  # fmt: skip
_DICT: Final = (dict,)
_ODD: Final = ("any", "texts", "integer")
"""Kinds that a value's type alone does not decide."""
UNBOUNDED: Final = (-math.inf, math.inf)


class Field(NamedTuple):
    """What stands under a key."""

    kinds: tuple[str, ...]
    """`text`, `integer`, `number`, `truth`, `array`, `object`, `any`, or a shape's name; a value is one of them."""
    null: bool = False
    """Whether it may be null."""
    array: bool = False
    """Whether it is an array, whose members are of this kind."""
    map: bool = False
    """Whether it is an object with keys of anybody's choice, whose values are of this kind."""
    required: bool = False
    words: tuple[str, ...] = ()
    """The closed list it is taken from."""
    bounds: tuple[float, float] = UNBOUNDED
    since: int = 1
    until: int = 1_000
    """The minor versions in which it has a place."""
    test: Callable[[Any], object] | None = None
    """What a value of the right kind has to pass: a pattern, a format.  Of words, bounds and a test it has one."""
    said: str = ""
    """What was expected, where the parts above do not say it in the best words."""
    bare: bool = False
    """Whether a message that it is missing leaves out what was expected."""

    @property
    def name(self) -> str:
        return self.kinds[0]

    def __str__(self) -> str:
        """What was expected: `a string or null`."""
        if self.said:
            return self.said
        named = [self._one(each) for each in self.kinds] + ["null"] * self.null
        return " or ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)

    def _one(self, kind: str) -> str:
        if self.array:
            return "an array of objects" if self.map else f"an array of {_MANY.get(kind, 'objects')}"
        if self.map:
            return "an object" if kind == "any" else f"an object with {_MANY.get(kind, 'objects')} as values"
        return "one of " + ", ".join(self.words) if self.words else _ONE.get(kind, "an object")

    def fits(self, value: JSON) -> bool:
        """Whether a value may stand here."""
        if value is None:
            return self.null
        if self.array:
            return type(value) is list and all(self._holds(each) for each in value)
        return self._holds(value)

    def _holds(self, value: JSON) -> bool:
        found = type(value)
        for each in self.kinds:  # the first half is `is_kind` for nearly all values, which are many
            if found in _TYPES.get(each, _DICT) or (each in _ODD and is_kind(each, value)):
                break
        else:
            return False
        if self.words:
            return value in self.words
        if self.bounds is not UNBOUNDED:
            return self.bounds[0] <= number(value) <= self.bounds[1]
        return self.test is None or bool(self.test(value))


def is_kind(name: str, value: JSON) -> bool:
    """Whether a single value is of a kind, by its type alone."""
    found = type(value)
    if name == "any":
        return True
    if name == "texts":
        return found is str or (found is list and all(type(each) is str for each in value))
    if found is Raw and name == "integer":
        return bytes(value) == b"-0"
    return found in _TYPES.get(name, _DICT)


def number(value: JSON) -> float:
    """What a number is worth, also one that is kept as it is spelled."""
    return float(bytes(value)) if type(value) is Raw else value


# How fields are written in tables

TEXT: Final = Field(("text",))
OBJECT: Final = Field(("object",))


def required(field: Field) -> Field:
    return field._replace(required=True)


def nullable(field: Field) -> Field:
    return field._replace(null=True)


def one_of(words: tuple[str, ...], said: str = "") -> Field:
    return Field(("text",), words=words, said=said)


def like(test: Callable[[Any], object], said: str, kind: str = "text") -> Field:
    """A value of a kind that passes a test: a pattern's `fullmatch`, a parser."""
    return Field((kind,), test=test, said=said)


def text_like(test: Callable[[str], object], said: str) -> Field:
    """The same, and whatever is no text: of that another rule speaks."""
    return Field(("any",), null=True, test=lambda value: type(value) is not str or test(value), said=said)


def filled(said: str = "a string") -> Field:
    """A text that is not empty."""
    return like(bool, said)


def counted(low: int, said: str) -> Field:
    return Field(("integer",), bounds=(low, math.inf), said=said)


# What does not fit


def misfits(part: Part, shape: Mapping[str, Field], *, empty_is_null: bool = False) -> Iterator[Finding]:
    """What is wrong with the fields of an object, in the order of the shape."""
    return every_misfit((part,), shape, empty_is_null=empty_is_null)


def every_misfit(
    parts: Iterable[Part], shape: Mapping[str, Field], *, empty_is_null: bool = False
) -> Iterator[Finding]:
    """The same of many objects, one after the other."""
    fields = tuple(shape.items())
    for whole, says in parts:
        for key, field in fields:
            value = whole.get(key, UNSET)
            if value is UNSET:
                if field.required:
                    yield says(f"{key} is missing" + ("" if field.bare else f", expected {field}"), key)
            elif not field.fits(None if empty_is_null and value == "" else value):
                yield says(f"{key} is {said(value)}, expected {field}", key)
