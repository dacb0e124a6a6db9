"""Samples of agents' sessions, read."""

from __future__ import annotations

from pathlib import Path

from steno import registry
from steno.base.files import opened
from steno.diagnostics import Diagnostic, Place
from steno.model import Event, Kind, Text, Trace
from steno.usage import requests, sums
from steno.usage.request import Sums

FIXTURES = Path(__file__).parents[1] / "fixtures"


def sessions(agent: str, name: str) -> list[Trace]:
    """What a sample of an agent holds, read without a word."""
    path, found = FIXTURES / agent.replace("-", "_") / name, list[Diagnostic]()
    reader = registry.formats[agent].reader
    assert reader is not None
    with opened(path) as stream:
        traces = list(reader.read(stream, Place(str(path)), found.append))
    assert found == []
    return traces


def one(agent: str, name: str) -> Trace:
    """The only session of a sample."""
    (trace,) = sessions(agent, name)
    return trace


def said(trace: Trace, actor: str = "") -> list[str]:
    """The messages of somebody, or of all."""
    return [e.body.text for e in trace.events if isinstance(e.body, Text) and e.actor.startswith(actor)]


def of(trace: Trace, *kinds: Kind) -> list[Event]:
    return [event for event in trace.events if event.kind in kinds]


def spent(trace: Trace) -> Sums:
    return sums(requests(trace))
