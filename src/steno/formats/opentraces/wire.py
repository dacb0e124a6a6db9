"""The words of an OpenTraces record, and what the schema makes of one.  The fields themselves are in `shapes`."""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec import Raw

from steno.base.exact import JSON
from steno.formats.opentraces.shapes import LATEST, RECORD, SHAPES, coerced, fits, minor
from steno.formats.shapes import Field

Object = dict[str, JSON]

NAME: Final = "opentraces"
WRITTEN: Final = {"0.9": "0.9.0", "0.7": "0.7.0", "0.6": "0.6.0"}
"""The versions that are written, by the word that asks for them; the first is the usual one."""

OWN: Final = "steno"
"""The member of `metadata` that is Steno's own: what a record has no other place for."""
MADE: Final = "steno:"
"""Begins the id of a call that has none: the schema asks for one."""
VALUE: Final = "steno.value"
"""The one key of a tool's input that is no object: the schema asks for one."""
NO_RESULT: Final = "no_result"
"""The error of an observation that there never was."""
FAILED: Final = "the call failed"
"""The error of a call of which the source says no more than that it failed ..."""
EXITED: Final = "exit code "
"""... or with which exit code."""
BETWEEN: Final = "\n\n"
"""Stands between the pieces of a text that were blocks of their own."""
ROLES: Final = ("system", "user", "agent")

_DEFAULTS: Final[dict[tuple[str, str], JSON]] = {
    (RECORD, "lifecycle"): "provisional",
    ("outcome", "signal_source"): "deterministic",
    ("outcome", "signal_confidence"): "derived",
    ("range", "change_type"): "addition",
    ("vcs", "type"): "none",
    ("attribution", "version"): "0.1.0",
    ("attribution", "experimental"): True,
    ("git_link", "vcs_type"): "git",
}
"""What a field is that is left out, where that is not null, nothing or zero."""


class Unfit(ValueError):
    """A value that the schema rejects.  Says where and what."""


def fields(shape: str, version: int) -> dict[str, Field]:
    """The fields of an object in a minor version, in their order."""
    return {key: kind for key, kind in SHAPES[shape].items() if kind.since <= version <= kind.until}


def version_of(record: Object) -> int:
    """The minor version whose fields a record has: the latest, where it names none that is known."""
    found = minor(record.get("schema_version"))
    return LATEST if found is None else found


def filled(value: Object, version: int, shape: str = RECORD) -> Object:
    """An object as the schema's own package dumps it: every field of the version, in order, and no other.

    Raises `Unfit` where the package would reject it.
    """
    whole: Object = {}
    for key, kind in _fields(shape, version).items():
        if key in value:
            whole[key] = _value(value[key], kind, version, f"{shape}.{key}")
        elif kind.required:
            raise Unfit(f"{shape}.{key} is missing")
        else:
            whole[key] = defaults(shape, version)[key]
    return whole


def fitting(value: JSON, version: int, shape: str) -> Object:
    """The same for an object of any origin: a field that does not fit is left at its default."""
    given: Object = value if type(value) is dict else {}
    usual = defaults(shape, version)
    whole = {**usual}
    for key, kind in _fields(shape, version).items():
        if key in given:
            try:
                whole[key] = _value(given[key], kind, version, key)
            except Unfit:
                whole[key] = usual[key]
    return whole


_fields = cache(fields)


@cache
def defaults(shape: str, version: int) -> Object:
    """What each field is that is left out; None for one that may not be.  Not to be changed."""
    return {key: _default(shape, key, version) for key in _fields(shape, version)}


def _default(shape: str, key: str, version: int) -> JSON:
    kind = SHAPES[shape][key]
    if (shape, key) == (RECORD, "schema_version"):
        return f"0.{version}.0"
    if (shape, key) in _DEFAULTS:
        return _DEFAULTS[shape, key]
    if kind.null or kind.required:
        return None
    if kind.array:
        return []
    if kind.map:
        return {}
    return (
        {"integer": 0, "truth": False, "text": ""}[kind.name]
        if kind.name not in SHAPES
        else defaults(kind.name, version)
    )


def lean(value: Object, version: int, shape: str = RECORD) -> Object:
    """A filled object without what every version says by leaving it out."""
    whole: Object = {}
    for key, usual, inner, array in _usual(shape, version):
        each = value[key]
        if each == usual:
            continue
        if inner is None:
            whole[key] = each
        else:
            whole[key] = [lean(one, version, inner) for one in each] if array else lean(each, version, inner)
    return whole


@cache
def _usual(shape: str, version: int) -> list[tuple[str, JSON, str | None, bool]]:
    """Each field with what it is where it is left out, the shape of its objects, and whether there are many."""
    usual = defaults(shape, version)
    return [
        (key, usual[key], kind.name if kind.name in SHAPES and not kind.map else None, kind.array)
        for key, kind in _fields(shape, version).items()
    ]


# Values


def _value(value: JSON, kind: Field, version: int, where: str) -> JSON:
    if value is None:
        if kind.null:
            return None
        raise Unfit(f"{where} is null")
    if not kind.array:
        return _one(value, kind, version, where)
    if type(value) is not list:
        raise Unfit(f"{where} is not an array")
    return [_one(each, kind, version, where) for each in value]


def _one(value: JSON, kind: Field, version: int, where: str) -> JSON:
    name = kind.name
    if name == "text" and type(value) is str and not kind.map and not kind.words:
        return value  # most values
    if kind.map:
        if type(value) is not dict or not all(fits(kind, each) for each in value.values()):
            raise Unfit(f"{where} is not an object of such values")
        return value
    if name in SHAPES:
        if type(value) is not dict:
            raise Unfit(f"{where} is not an object")
        return filled(value, version, name)
    found = value if fits(kind, value) else coerced(kind, value)
    if found is None or (kind.words and found not in kind.words):
        raise Unfit(f"{where} is not one of the allowed values")
    if name == "number":
        found = float(bytes(found)) if type(found) is Raw else float(found)
    if name in ("integer", "number") and not kind.bounds[0] <= found <= kind.bounds[1]:
        raise Unfit(f"{where} is out of bounds")
    return found
