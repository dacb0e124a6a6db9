"""How Qwen Code counts tokens: each answer its own, and one that a branched session copied from its parent once."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from steno.model import Event, Header
from steno.usage.policies import INCLUSIVE
from steno.usage.request import Request


def _requests(header: Header, events: list[Event]) -> Iterable[Request]:
    found = INCLUSIVE.requests(header, events)
    parents = header.ids.get("forked_from")
    if not parents:
        return found
    return [replace(each, inherited=(parents[0], each.response)) if each.response else each for each in found]


POLICY = INCLUSIVE._replace(name="inclusive, copies once", requests=_requests, inherits=True)
