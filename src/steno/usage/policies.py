"""The ways in which logs count tokens.  Knows no agent: each names its own way in its folder.

A log of which nobody says how it counts states usage once for each response, or for each event where it knows of none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from msgspec import UNSET

from steno import registry
from steno.model import Event, Header, Usage
from steno.usage.request import Key, Missing, Policy, Request, Share, request


def policy(agent: object) -> Policy:
    """How the log of an agent counts."""
    known = registry.agents.get(agent)
    return known.usage() if known is not None and known.usage is not None else LAST


def stated(header: Header, events: Iterable[Event], id_of: Callable[[Event], object]) -> Iterable[Request]:
    """What events state: of those with one id the last, and each that has none."""
    session = next((ids[0] for ids in header.ids.values() if ids), None) or _file(header)
    share = _share(header)
    found: dict[Key, Request] = {}
    for event in events:
        if isinstance(event.usage, Usage):
            id = id_of(event)
            key = (session, None, event.uid) if id is UNSET else (session, id)
            found[key] = _request(event, key, event.usage, share)
    return found.values()


def _file(header: Header) -> str | None:
    """What tells sessions apart whose logs name none: where they lie."""
    path = header.sources[0].path if header.sources else UNSET
    return path if isinstance(path, str) else None


LAST: Final = Policy(lambda header, events: stated(header, events, lambda event: event.response), name="last")
"""The last statement for each response counts."""
SUM: Final = Policy(lambda header, events: stated(header, events, lambda event: UNSET), name="sum")
"""Every statement counts."""
FINAL: Final = Policy(lambda header, events: stated(header, events, lambda event: None), name="final")
"""The last statement counts for the whole log: a sum that grows, or one that is stated when the agent ends."""
NONE: Final = Policy(lambda header, events: (), name="none")
"""The log says nothing of tokens that can be counted."""

INCLUSIVE: Final = LAST._replace(share=Share.INCLUSIVE, name="inclusive")
"""As `LAST`, and what is called input includes what the cache gave and took."""
EXCLUSIVE: Final = LAST._replace(share=Share.EXCLUSIVE, name="exclusive")
"""As `LAST`, and what is called input does not include it."""
_PROVIDERS: Final = {"anthropic": Share.EXCLUSIVE}
"""What the answers of a provider call input, where the agent says nothing."""


def _share(header: Header) -> Share | None:
    return policy(header.agent).share or _PROVIDERS.get(str(header.agent)) or _PROVIDERS.get(str(header.provider))


def _request(event: Event, key: Key, usage: Usage, share: Share | None) -> Request:
    if share is Share.INCLUSIVE:
        return inclusive(event, key, usage)
    known = share is not None or not (usage.cache_read or usage.cache_write)
    missing = None if known else Missing.SHARE
    return request(event, key, usage, input=usage.input or 0, cache_write=usage.cache_write or 0, missing=missing)


def inclusive(event: Event, key: Key, usage: Usage, inherited: Key | None = None) -> Request:
    """What an event states, where the input includes what the cache gave and took."""
    read, write = usage.cache_read or 0, usage.cache_write or 0
    rest = max(0, (usage.input or 0) - read - write)
    return request(event, key, usage, input=rest, cache_write=write, inherited=inherited)
