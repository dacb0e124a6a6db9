"""Reads TOML into structs, and takes no key that nobody knows: every mistake is one sentence with its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Set
from difflib import get_close_matches
from pathlib import PurePath
from typing import Any, Final, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import Struct

from steno.base.learned import learned
from steno.errors import UsageError

FILE: Final = "dataset.toml"
S = TypeVar("S", bound=Struct)


class BadDataset(UsageError):
    """A file that does not say what a dataset is."""

    hint = "`steno dataset init` writes one to begin with; see docs/dataset.md"


def read(text: str, kind: type[S], name: str, needed: Set[str] = frozenset()) -> S:
    """What a text says; raises `BadDataset` with the place of the first mistake.

    A file with none of the keys that are `needed` is something else.
    """
    try:
        value = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadDataset(f"{other(name)}: not TOML: {error}") from None
    if needed and not needed & value.keys():
        found = f"it has {', '.join(list(value)[:5])}" if value else "it says nothing"
        raise BadDataset(f"{other(name)}: it has no {' and no '.join(sorted(needed))}; {found}")
    for path, known in _unknown(value, kind, ()):
        key = str(path[-1])
        near = get_close_matches(key, known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known)}"
        raise BadDataset(f"{_place(name, text, path)}: no key named {_dotted(path)!r}; {hint}")
    try:
        return msgspec.convert(value, learned(kind))
    except msgspec.ValidationError as error:
        said, path = _said(str(error))
        raise BadDataset(f"{_place(name, text, path)}: {said}") from None


def other(name: str) -> str:
    """How a message begins on a file that may be something else; one that is called `dataset.toml` is meant as one."""
    return name if PurePath(name).name == FILE else f"{name} is no {FILE}"


def _said(message: str) -> tuple[str, tuple[str | int, ...]]:
    """A sentence of the decoder's, and the place that it names."""
    sentence, _, where = message.partition(" - at `")
    sentence = sentence.replace("Object missing required field", "no")
    at = where.partition("$")[2]
    path: list[str | int] = []
    for key, number in re.findall(r"\.([\w-]+)|\[(\d+)\]", at):
        path.append(key or int(number))
    before = f"{_dotted(path)}: " if path else ""
    return f"{before}{sentence[:1].lower()}{sentence[1:]}", tuple(path)


def _dotted(path: Any) -> str:
    return ".".join(str(each) for each in path if isinstance(each, str))


def _unknown(value: Any, kind: Any, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], list[str]]]:
    """Where a key stands that its table does not know, and those that it knows."""
    if isinstance(value, list):
        for number, each in enumerate(value):
            yield from _unknown(each, kind, (*path, number))
        return
    struct = _struct(kind)
    if struct is None or not isinstance(value, Mapping):
        return
    known = dict(zip(struct.__struct_encode_fields__, struct.__struct_fields__, strict=True))
    hints = get_type_hints(struct)
    for key, each in value.items():
        if key not in known:
            yield (*path, key), list(known)
        else:
            yield from _unknown(each, hints[known[key]], (*path, key))


def _struct(kind: Any) -> type[Struct] | None:
    """The struct that a type is, or that stands in it."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        return kind
    return next((found for each in get_args(kind) if (found := _struct(each)) is not None), None)


def _place(name: str, text: str, path: tuple[str | int, ...]) -> str:
    """A file with the line in which a key stands, as far as that can be told."""
    tables = [each for each in path[:-1] if isinstance(each, str)]
    number = next((each for each in path if isinstance(each, int)), 0)
    lines = text.splitlines()
    head = re.compile(rf"\s*\[\[?\s*{re.escape('.'.join(tables))}\s*\]\]?") if tables else None
    starts = [at for at, line in enumerate(lines) if head is None or head.match(line)] or [0]
    start = 0 if head is None else starts[min(number, len(starts) - 1)]
    last = next((each for each in reversed(path) if isinstance(each, str)), "")
    wanted = re.compile(
        rf"""(?:^|[\s{{,])["']?{re.escape(last)}["']?\s*=|^\s*\[\[?\s*{re.escape(".".join([*tables, last]))}\s*\]"""
    )
    for at in range(start, len(lines)):
        if last and wanted.search(lines[at]):
            return f"{name}:{at + 1}"
    return name
