"""The requests of a trace, by the policies of the agents whose logs state them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from steno.model import Event, Header, Origin, Trace
from steno.usage.policies import policy
from steno.usage.request import Key, Request


def requests(trace: Trace, *, nested: bool = False, replayed: bool = False) -> list[Request]:
    """The requests of a trace, in their order; an answer that several files hold counts once, where it stands first.

    With `nested`, those of runs that are not part of the trace too, as far as it mentions them; with `replayed`, those
    of the session from which it goes on.
    """
    found: dict[Key, Request] = {}
    for each in _stated(trace):
        before = found.get(each.key)
        # A copy may have been made while the answer was still coming in.
        if before is None or _rank(each) > _rank(before):
            found[each.key] = each
    return [each for each in found.values() if (nested or not each.nested) and (replayed or not each.replayed)]


def _rank(request: Request) -> tuple[bool, int, int]:
    return not request.nested and not request.replayed, request.usage.output or 0, request.usage.total or 0


def _stated(trace: Trace) -> Iterator[Request]:
    header = trace.header
    policies = [policy(source.format) for source in header.sources]
    found: dict[int, list[Event]] = {}
    for event in trace.events:
        origin = event.origin
        if type(origin) is Origin and origin.source < len(policies) and policies[origin.source].states(event):
            found.setdefault(origin.source, []).append(event)
    for source, events in found.items():
        yield from policies[source].requests(_own(header, source), events)


def _own(header: Header, source: int) -> Header:
    """What the log itself says of itself, where it is one of several."""
    stated = header.sources[source]
    return replace(header, ids=stated.ids, started=stated.started) if stated.ids else header
