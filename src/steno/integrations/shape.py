"""Reads what providers send, as JSON, without trusting its shape.  Knows pydantic models by their method alone."""

from __future__ import annotations

from collections.abc import Mapping

from steno.base.exact import JSON, BadJSON, decode
from steno.record.plain import plain

_LEFT_OUT = ("NotGiven", "Omit")
"""The classes of the values by which a client says that an argument was not given; they are never sent."""


def shape(value: object) -> JSON:
    """A request or a reply as JSON, with the fields that were stated and no others."""
    return plain(_stated(value))


def _stated(value: object) -> object:
    match value:
        case Mapping():
            return {key: _stated(each) for key, each in value.items() if type(each).__name__ not in _LEFT_OUT}
        case list() | tuple():
            return [_stated(each) for each in value]
    dump = getattr(value, "model_dump", None)
    if dump is None or isinstance(value, type):
        return value
    return _stated(dump(exclude_unset=True, by_alias=True, warnings=False))


def taken(holder: JSON, *keys: str) -> dict[str, JSON]:
    """Those of the keys that an object states; null counts as not stated."""
    return {key: holder[key] for key in keys if holder.get(key) is not None} if isinstance(holder, dict) else {}


def objects(value: JSON) -> list[dict[str, JSON]]:
    """The objects in an array; none where there is no array."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def object_in(value: JSON) -> dict[str, JSON]:
    """The object; an empty one where there is none."""
    return value if isinstance(value, dict) else {}


def number(value: JSON) -> int:
    """An index; the first where none is stated."""
    return value if isinstance(value, int) else 0


def word(value: JSON) -> str:
    """A name, of a type or a role; an empty one where none is stated."""
    return value if isinstance(value, str) else ""


def unquoted(text: JSON) -> JSON:
    """The object or array that a text spells in JSON; the text itself where it spells none, or one that a value
    cannot hold exactly (a repeated key, a number with more digits than a float)."""
    if not isinstance(text, str):
        return text
    try:
        value, duplicate = decode(text.encode("utf-8", "surrogatepass"))
    except BadJSON:
        return text
    return value if isinstance(value, dict | list) and duplicate is None and plain(value) == value else text
