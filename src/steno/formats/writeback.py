"""Writes an agent's own records back: each record's residue with the values of its events put in again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import BinaryIO

from msgspec import UNSET

from steno.base.exact import JSON, encode, spells
from steno.diagnostics import Losses, Report
from steno.formats.losses import CODE, FOREIGN, RESPELLED, without_a_place
from steno.model import Event, Origin, Trace

Fill = Callable[[list[Event]], JSON]
"""The record that these events were read from, every UNSET of its residue filled from an event."""


Spell = Callable[[JSON], bytes]
"""The line of a record."""


def write_back(
    traces: Iterable[Trace], stream: BinaryIO, report: Report, format: str, fill: Fill, spell: Spell = encode
) -> None:
    """One line per record, in order.  Events that are not of this format are losses.

    Records that stood in one line do so again.
    """
    losses = Losses()
    for trace in traces:
        before: object = None
        end = b""
        for line, events in _records(trace, format, losses):
            stream.write((end if line != before else b"") + _line(events, fill, spell, losses))
            before, end = line, b"\n"
        stream.write(end)
        for code, count in without_a_place(trace.notes):
            losses.add(code.code, "notes have no place in an agent's own log", "/notes", count, code.severity)
        for name in ("patches", "git_links", "attributions", "artifacts"):
            if parts := getattr(trace, name):
                losses.add(CODE.code, f"{name} have no place in an agent's own log", f"/{name}", len(parts))
    for loss in losses:
        report(loss)


def _records(trace: Trace, format: str, losses: Losses) -> Iterator[tuple[object, list[Event]]]:
    """The events of each record, with the line that it stood in."""

    def record(event: Event) -> tuple[int, int, int] | None:
        origin = event.origin
        if isinstance(origin, Origin) and trace.header.sources[origin.source].format == format:
            return origin.source, origin.line, origin.offset
        return None

    for key, group in groupby(trace.events, record):
        events = list(group)
        if key is None or (events[0].residue is UNSET and events[0].raw is UNSET):
            message = f"the event was not read from a {format} file"
            losses.add(FOREIGN.code, message, "/events/*", len(events))
        else:
            yield key[:2], events


def _line(events: list[Event], fill: Fill, spell: Spell, losses: Losses) -> bytes:
    first = events[0]
    raw = first.raw.rstrip(b"\r\n") if isinstance(first.raw, bytes) else None
    if raw is not None and first.residue is UNSET:
        return raw  # no JSON at all
    value = fill(events)
    if raw is not None:
        if spells(raw, value):
            return raw
        losses.add(RESPELLED.code, "a record with a repeated key was changed", "/events/*/raw")
    return spell(value)
