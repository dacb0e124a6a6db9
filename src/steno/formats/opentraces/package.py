"""Asks the published schema package, where it is installed, what it makes of a record.  It is never a dependency."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from msgspec import UNSET

from steno.base.exact import JSON, at, pointer

NAME = "opentraces_schema"


class Rejected(NamedTuple):
    """One thing for which the package rejects a record."""

    path: tuple[str | int, ...]
    """As far as it exists in the record."""
    message: str


@cache
def _package() -> Any:
    try:
        return import_module(NAME)
    except ImportError:
        return None


def version() -> str | None:
    """The version of the schema that the installed package has; None where there is none."""
    found = _package()
    return None if found is None else str(found.SCHEMA_VERSION)


def rejections(data: bytes, value: JSON) -> Iterator[Rejected]:
    """Everything for which the installed package rejects these bytes, of which `value` is what they say."""
    package = _package()
    if package is None:
        return
    refused = import_module("pydantic").ValidationError  # which the package is made with
    try:
        package.TraceRecord.model_validate_json(data)
    except refused as error:
        for each in error.errors(include_url=False, include_context=False, include_input=False):
            yield Rejected(_existing(each["loc"], value), _sentence(each["msg"]))


def _existing(where: tuple[str | int, ...], value: JSON) -> tuple[str | int, ...]:
    """The path as far as it leads: at its end the package names the alternatives it tried, or what is missing."""
    path: list[str | int] = []
    for key in where:
        value = at(value, pointer(key))
        if value is UNSET:
            break
        path.append(key)
    return tuple(path)


def _sentence(text: str) -> str:
    return text[:1].lower() + text[1:]
