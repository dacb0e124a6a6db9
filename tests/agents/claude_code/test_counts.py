"""Counts of Claude Code sessions agree with those of an independent program."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from steno.agents.claude_code.counts import count
from steno.agents.claude_code.reader import read
from steno.agents.claude_code.sniff import sniff
from steno.diagnostics import Place
from tests.given.corpus import answers

KNOWN = answers("claude-code")


@pytest.mark.parametrize("path", list(KNOWN), ids=lambda path: path.parent.name)
def test_every_figure_agrees(path: Path) -> None:
    expected: dict[str, Any] = {k: v for k, v in KNOWN[path].items() if k not in ("bytes", "sha256")}
    with path.open("rb") as stream:
        (trace,) = read(stream, Place(str(path)), lambda _: None)
    assert count(trace) == expected


@pytest.mark.parametrize("path", list(KNOWN), ids=lambda path: path.parent.name)
def test_every_session_is_recognised_but_the_hand_made_summary(path: Path) -> None:
    assert sniff(path.read_bytes()[:65536]) is ("trade_arena" not in path.parent.name)


def test_the_fixture_is_counted() -> None:
    path = Path(__file__).parents[2] / "fixtures/claude_code/every_record.jsonl"
    with path.open("rb") as stream:
        (trace,) = read(stream, Place(), lambda _: None)
    found = count(trace)
    assert {name: found[name] for name in ("user_messages", "user_messages_main", "tool_calls", "unpaired_calls")} == {
        "user_messages": 6,
        "user_messages_main": 5,
        "tool_calls": 5,
        "unpaired_calls": 1,
    }
    assert found["orphan_results"] == 1
    assert found["tokens"] == {
        "cache_creation_input_tokens": 40,
        "cache_read_input_tokens": 8000,
        "input_tokens": 12,
        "output_tokens": 123,
    }
    assert found["tokens_naive_sum_all_records"]["input_tokens"] == 24
