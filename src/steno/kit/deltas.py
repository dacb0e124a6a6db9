"""Logs of changes to one document: a snapshot, then values that are set and items that are added, by their path.

Each change is a record.  `operation` tells records apart by what they change, so that a table says what each becomes;
`replayed` is the document that they lead to, for a spec's `scan`.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from msgspec import UNSET

from steno.base.exact import JSON
from steno.base.jsonl import Line


class Delta(NamedTuple):
    """The keys of a record that say what it changes, and the kinds of change."""

    kind: str = "kind"
    path: str = "k"
    value: str = "v"
    position: str = "i"
    snapshot: int | str = 0
    sets: int | str = 1
    adds: int | str = 2


USUAL = Delta()


def operation(keys: Delta = USUAL) -> Callable[[dict[str, JSON]], str]:
    """Tells a record by what it does and where: `snapshot`, `set.requests.*.result`, `add.requests`."""
    names: dict[Any, str] = {keys.snapshot: "snapshot", keys.sets: "set", keys.adds: "add"}

    def tell(record: dict[str, JSON]) -> str:
        kind, path = record.get(keys.kind), record.get(keys.path)
        name = names.get(kind, "") if type(kind) in (int, str) else ""
        if not name or name == "snapshot":
            return name
        steps = path if type(path) is list else []
        return ".".join([name, *(step if type(step) is str else "*" for step in steps)])

    return tell


def replayed(lines: Iterable[Line], keys: Delta = USUAL) -> JSON:
    """The document after all changes; one that leads nowhere is passed over, as its record is kept anyway."""
    document: JSON = UNSET
    for line in lines:
        record = line.value
        if type(record) is dict:
            if record.get(keys.kind) == keys.snapshot:
                document = copy.deepcopy(record.get(keys.value))
            else:
                _changed(document, record, keys)
    return document


def _changed(document: JSON, record: dict[str, JSON], keys: Delta) -> None:
    path, value = record.get(keys.path), copy.deepcopy(record.get(keys.value, UNSET))
    if type(path) is not list or not path:
        return
    *above, last = path
    holder: Any = document
    for step in above:
        holder = holder[step] if _has(holder, step) else None
    kind = record.get(keys.kind)
    if kind == keys.sets and (_has(holder, last) or (type(holder) is dict and type(last) is str)):
        holder[last] = value
    elif kind == keys.adds and type(holder) is dict and type(last) is str:
        held, at = holder.setdefault(last, []), record.get(keys.position)
        if type(held) is list and type(value) is list:
            held[at if type(at) is int and 0 <= at <= len(held) else len(held) :] = value


def _has(holder: Any, step: Any) -> bool:
    if type(holder) is dict:
        return type(step) is str and step in holder
    return type(holder) is list and type(step) is int and 0 <= step < len(holder)
