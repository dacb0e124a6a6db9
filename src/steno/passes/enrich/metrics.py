"""Adds up a session: tokens and time.  Knows no prices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import UNSET

from steno.base.exact import JSON
from steno.base.time import ends
from steno.model import Event, Lifecycle
from steno.passes.enrich.seen import code
from steno.usage import Missing, Request, sums

METRICS = code(
    "010", "metrics",
    "Totals of the session, sub-agents included; the writer of a record counts the steps. Tokens are counted by the "
    "policy  of the agent that wrote the log: the last record of each answer, or the growth of a running sum without "
    "what a fork copied. An answer that is in several files counts once. `total_input_tokens` is what the agent calls "
    "input; some agents include cached tokens, some do not. `cache_hit_rate` is the share of all prompt tokens, each "
    "counted once, that came from the cache.  `total_duration_s` is the time between the first and the last event "
    "with a time, without the program's bookkeeping. What the log does not say is absent. If a log has an "
    "answer only in records that were written while it still came in, so that none of them says why it ended, its "
    "output tokens are a lower bound, and so is their total: the note `lower_bounds` says of how many answers. "
    "It is based on every event that states usage or has a time; its evidence names the first and the last that state "
    "usage.",
)  # fmt: skip
CODES = (METRICS,)

_PLACES = 6


def metrics(events: Iterable[Event], found: Sequence[Request]) -> dict[str, JSON]:
    """The totals, by OpenTraces' names, without the cost."""
    values: dict[str, JSON] = {}
    if found and not any(each.missing is Missing.COUNT for each in found):
        total = sums(found)
        values |= {"total_input_tokens": total.input, "total_output_tokens": total.output}
        stated = [each.usage for each in found]
        if any(usage.cache_read is not UNSET for usage in stated):
            values["total_cache_read_tokens"] = total.cache_read
            if total.prompt and not total.shared:
                values["cache_hit_rate"] = round(min(1.0, total.cache_read / total.prompt), _PLACES)
        if any(usage.cache_write is not UNSET for usage in stated):
            values["total_cache_creation_tokens"] = total.cache_write
    if (seconds := duration(events)) is not None:
        values["total_duration_s"] = seconds
    return values


def lower_bounds(found: Sequence[Request]) -> dict[str, JSON]:
    """The totals that may be higher, each with the number of answers of which the log has no complete count."""
    partial = sum(each.partial for each in found)
    return {"total_output_tokens": partial} if partial else {}


def evidence(found: Sequence[Request]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((found[0].event, found[-1].event))) if found else ()


def duration(events: Iterable[Event]) -> float | None:
    """Seconds from the earliest to the latest time; None where fewer than two events have one."""
    texts = [
        event.time
        for event in events
        if event.time is not UNSET and not (type(event.body) is Lifecycle and event.body.transient)
    ]
    found = ends(texts) if len(texts) > 1 else None
    return None if found is None else round((found[1][0] - found[0][0]).total_seconds(), _PLACES)
