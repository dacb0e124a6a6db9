"""Several logs as one trace: whose events keep their order, their places and what they say of one another."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from steno.model.event import Event, Origin
from steno.model.trace import Header, Source

_ORIGINS = ("parent", "forked_from", "history_base")
"""What a log says of where it comes from: of another one it is part of the trace itself."""


def moved(event: Event, name: str, source: int, **more: Any) -> Event:
    """An event of another trace, as part of the whole: under the name of its log, whose sources come after others."""

    def uid(old: str | UnsetType) -> str | UnsetType:
        return f"{name}/{old}" if isinstance(old, str) else UNSET

    origin = event.origin
    place = (
        replace(origin, source=origin.source + source)
        if isinstance(origin, Origin)
        else replace(origin, of=tuple(f"{name}/{of}" for of in origin.of))
    )
    links = {"replies_to": uid(event.replies_to), "echo_of": uid(event.echo_of)}
    return replace(event, uid=f"{name}/{event.uid}", origin=place, **links, **more)


def merged(header: Header, other: Header) -> Header:
    """A header with what that of another log says too."""
    ids = {
        name: header.ids.get(name, ())
        if name in _ORIGINS
        else _union(header.ids.get(name, ()), other.ids.get(name, ()))
        for name in dict.fromkeys([*header.ids, *other.ids])
    }
    environment = dict(header.environment)
    for key, value in other.environment.items():
        known = environment.get(key)
        if isinstance(known, list) and isinstance(value, list):
            environment[key] = list(_union(known, value))
        else:
            environment.setdefault(key, value)
    return replace(
        header,
        ids={name: values for name, values in ids.items() if values},
        versions=_union(header.versions, other.versions),
        actors={**other.actors, **header.actors},
        environment=environment,
        system_prompts={**other.system_prompts, **header.system_prompts},
        tools={**other.tools, **header.tools},
        thoughts=header.thoughts or other.thoughts,
        sources=_told(header) + _told(other),
    )


def _told(header: Header) -> tuple[Source, ...]:
    """The sources of a trace, each with what it states of itself."""
    return tuple(each if each.ids else replace(each, ids=header.ids, started=header.started) for each in header.sources)


def _union(first: Iterable[str], second: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*first, *second]))
