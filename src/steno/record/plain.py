"""Python values as JSON values: the one place that decides how a value is spelled in a transcript.  Writes nothing.

    None, bool, int, float, str         themselves
    NaN, Infinity, -Infinity            {"$float": "NaN"}
    an int of more than 4300 digits     {"$int": hexadecimal}
    list, tuple, deque, set             an array; a set in the order of its members' JSON
    dict and other mappings             an object; int keys as text; with other keys {"$entries": [[key, value], ...]}
    named tuple, dataclass, attrs,      an object of the fields
      msgspec.Struct, pydantic model
    Enum                                its value
    datetime, date, time                ISO 8601
    UUID, Decimal, Path                 text
    bytes, bytearray, memoryview        {"$bytes": base64}
    a container inside itself           {"$cycle": JSON pointer to the outer one}
    deeper than 100 levels              {"$deep": type}
    anything else                       {"$repr": repr}

An iterator is spelled by its repr, never consumed.  A caller's dict with one of these words for its only key is spelled
as $entries, so that none is mistaken for another.  To spell twice is the same as once.
"""

from __future__ import annotations

import math
import sys
from base64 import b64encode
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from datetime import date, time
from decimal import Decimal
from enum import Enum
from os import PathLike, fspath
from traceback import format_exception_only
from typing import Any, Final, NamedTuple, TypeAlias, cast
from uuid import UUID

from msgspec import UNSET, Struct

from steno.base.exact import JSON, encode, pointer

DEPTH: Final = 100
"""Deeper than any tool's input, and well within what readers take."""
WORDS: Final = frozenset(("$float", "$int", "$entries", "$bytes", "$cycle", "$deep", "$repr"))


def plain(value: object) -> JSON:
    """The value as JSON, as it is now: what the caller does to it later changes nothing.  Never raises."""
    try:
        return _copied(value, set())
    except (_Odd, RuntimeError):
        pass  # no JSON as it stands, or changed by another thread in the meantime
    try:
        return _plain(value, _Above((), {}))
    except RecursionError:
        # The caller's own stack was nearly full.
        return Word({"$deep": _name(value)})


def failure(error: BaseException | str | None) -> str | None:
    """An exception as the text of `error`: its type, its message and its notes.  A clean `sys.exit()` is none."""
    if error is None or isinstance(error, str):
        return error
    if isinstance(error, SystemExit) and error.code in (None, 0):
        return None
    return "".join(format_exception_only(error)).strip()


class Word(dict[str, JSON]):
    """A spelling that is not the value itself.  Spelled again it stays what it is; a caller's own dict does not."""

    __slots__ = ()


class _Odd(Exception):
    """Not JSON as it stands."""


def _copied(value: Any, around: set[int]) -> JSON:
    """A copy of a value that is JSON as it stands, as nearly all are; raises `_Odd`.  A sixth of the cost."""
    kind = type(value)
    if kind is str or value is None or kind is bool or kind is Word:
        return value
    if kind is int and -_WIDE < value < _WIDE:
        return value
    if kind is float and math.isfinite(value):
        return value
    if kind is not dict and kind is not list and kind is not tuple:
        raise _Odd
    if id(value) in around or len(around) >= DEPTH:
        raise _Odd
    around.add(id(value))
    copy: JSON
    if kind is not dict:
        copy = [each if type(each) is str else _copied(each, around) for each in value]
    elif _TEXT.issuperset(map(type, value)) and (len(value) > 1 or value.keys().isdisjoint(WORDS)):
        copy = {key: each if type(each) is str else _copied(each, around) for key, each in value.items()}
    else:
        raise _Odd
    around.discard(id(value))
    return copy


class _Above(NamedTuple):
    """What a value lies in."""

    parts: tuple[str | int, ...]
    places: dict[int, tuple[str | int, ...]]
    """The containers around a value, by identity, and where each stands."""


def _plain(value: Any, above: _Above) -> JSON:
    spell = _EXACT.get(type(value))
    if spell is not None:
        return spell(value)
    if len(above.parts) >= DEPTH:
        return Word({"$deep": _name(value)})
    if id(value) in above.places:
        return Word({"$cycle": pointer(*above.places[id(value)])})
    above.places[id(value)] = above.parts
    try:
        return _spelled(value, above)
    except RecursionError:
        raise
    except Exception as error:  # noqa: BLE001  the caller's own code ran (a repr, a property): its fault is recorded
        return Word({"$repr": f"<{_name(value)}, which cannot be shown: {failure(error)}>"})
    finally:
        del above.places[id(value)]


def _spelled(value: Any, above: _Above) -> JSON:
    shape = _fields(value)
    if shape is not None:
        return _object(shape, above)
    match value:
        case Enum():
            return _inside(value.value, above)
        case Mapping():
            return _mapping(value, above)
        case AbstractSet():
            return sorted((_inside(each, above) for each in value), key=encode)
        case list() | tuple() | deque():
            return _array(value, above)
        case str() | int() | float() | bytes() | bytearray():
            return _subclass(value)
        case date() | time():
            return value.isoformat()
        case UUID() | Decimal():
            return str(value)
        case PathLike() if isinstance(path := fspath(value), str):
            return path
        case _:
            return Word({"$repr": repr(value)})


def _fields(value: Any) -> Mapping[str, object] | None:
    """The fields of a value that is made of named ones."""
    kind = type(value)
    if is_dataclass(kind):
        return {each.name: getattr(value, each.name) for each in fields(kind) if hasattr(value, each.name)}
    if isinstance(value, Struct):
        named = {name: getattr(value, name) for name in kind.__struct_fields__}
        return {name: each for name, each in named.items() if each is not UNSET}
    if isinstance(value, tuple) and hasattr(kind, "_fields"):
        return dict(zip(kind._fields, value, strict=True))
    if hasattr(kind, "__attrs_attrs__"):
        return {each.name: getattr(value, each.name) for each in kind.__attrs_attrs__ if hasattr(value, each.name)}
    if hasattr(kind, "model_fields") and hasattr(kind, "model_dump"):
        # In Python mode, and walked: in JSON mode one odd value inside would raise.
        return cast(Mapping[str, object], value.model_dump(warnings=False))
    return None


def _mapping(value: Mapping[object, object], above: _Above) -> JSON:
    named = {_key(key): each for key, each in value.items()}
    if (
        len(named) < len(value)
        or not all(type(key) is str for key in named)
        or (len(named) == 1 and named.keys() & WORDS)
    ):
        return Word({"$entries": [[_inside(key, above), _inside(each, above)] for key, each in value.items()]})
    return _object(cast(dict[str, object], named), above)


def _key(key: object) -> object:
    if isinstance(key, str):
        return str.__str__(key)
    return str(key) if type(key) is int else key


def _object(named: Mapping[str, object], above: _Above) -> JSON:
    return {key: _plain(each, _Above((*above.parts, key), above.places)) for key, each in named.items()}


def _array(items: Iterable[object], above: _Above) -> JSON:
    return [_plain(each, _Above((*above.parts, index), above.places)) for index, each in enumerate(items)]


def _inside(value: object, above: _Above) -> JSON:
    # No place of its own in the JSON that a pointer could name, but one level deeper all the same.
    return _plain(value, _Above((*above.parts, "$entries"), above.places))


def _subclass(value: Any) -> JSON:
    """A value of a type derived from a plain one, as that one."""
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        return _integer(int.__int__(value))
    return _number(float.__float__(value)) if isinstance(value, float) else _bytes(value)


def _number(value: float) -> JSON:
    if math.isfinite(value):
        return value
    return Word({"$float": "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"})


def _integer(value: int) -> JSON:
    if -_WIDE < value < _WIDE:
        return value
    limit = sys.get_int_max_str_digits()
    # A digit carries 3.3 bits.
    return value if not limit or value.bit_length() < limit * 3 else Word({"$int": hex(value)})


def _bytes(value: bytes | bytearray | memoryview) -> JSON:
    return Word({"$bytes": b64encode(value).decode()})


def _name(value: object) -> str:
    return f"{type(value).__module__}.{type(value).__qualname__}".removeprefix("builtins.")


def _same(value: JSON) -> JSON:
    return value


_TEXT: Final = frozenset((str,))
_WIDE: Final = 1 << 64
_Spell: TypeAlias = Callable[[Any], JSON]
_EXACT: Final[dict[type, _Spell]] = {
    str: _same,
    type(None): _same,
    bool: _same,
    int: _integer,
    float: _number,
    bytes: _bytes,
    bytearray: _bytes,
    memoryview: _bytes,
    Word: _same,
}
