"""A format without results says so once, of the agent, and not of every call."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from msgspec.structs import replace

from steno import registry
from steno.agents.contract import Pairing
from steno.api.card import card
from steno.diagnostics import Place
from steno.model import ToolResult, Trace
from steno.prices import table

SAMPLE = Path(__file__).parents[1] / "fixtures/pi/tree.jsonl"


def read() -> Trace:
    reader = registry.formats["pi"].reader
    assert reader is not None
    (trace,) = reader.read(io.BytesIO(SAMPLE.read_bytes()), Place(), lambda _: None)
    return trace


def missing(trace: Trace) -> int:
    paired = registry.passes["pair"].run(trace, lambda _: None)
    return sum(isinstance(event.body, ToolResult) and event.body.missing for event in paired.events)


def test_only_where_results_are_recorded_one_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert missing(read()) == 1
    silent = replace(registry.agents["pi"], pairing=Pairing.NONE, cannot=("results",))
    monkeypatch.setattr(registry.agents, "get", lambda name: silent)
    assert missing(read()) == 0
    assert card(read(), table([]), "x").unrecorded == ("results",)
