"""What is special about OpenCode-Go beside the rows that Crush keeps too."""

from __future__ import annotations

from pathlib import Path

from steno import registry
from steno.diagnostics import Diagnostic, Place

MAIN = Path(__file__).parents[2] / "fixtures" / "opencode_go" / "orchard" / "main.db"


def test_times_that_are_texts_stay_what_they_are() -> None:
    found: list[Diagnostic] = []
    reader = registry.formats["opencode-go"].reader
    assert reader is not None
    with MAIN.open("rb") as stream:
        (trace,) = reader.read(stream, Place(str(MAIN)), found.append)
    assert trace.events[0].time == "2026-01-31T09:00:00Z"
    assert found == []


def test_it_is_told_from_crush_by_the_columns_that_only_crush_has() -> None:
    head = MAIN.read_bytes()
    assert registry.formats["opencode-go"].knows(head)
    assert not registry.formats["crush"].knows(head)
