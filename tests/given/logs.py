"""The samples of agents' logs, read."""

from __future__ import annotations

from pathlib import Path

from steno import pipeline
from steno.base.files import opened
from steno.diagnostics import Diagnostic, Place
from steno.model import Trace

FIXTURES = Path(__file__).parents[1] / "fixtures"


def fixtures(agent: str, name: str) -> list[Trace]:
    """The sessions of a sample, with the files beside it; nothing is to be said about it."""
    found: list[Diagnostic] = []
    path = FIXTURES / agent.replace("-", "_") / name
    with opened(path) as stream:
        traces = list(pipeline.read(stream, Place(str(path)), found.append, agent))
    assert found == []
    return traces


def fixture(agent: str, name: str) -> Trace:
    """The one session of a sample."""
    (trace,) = fixtures(agent, name)
    return trace
