"""Counts of Codex rollouts agree with those of an independent program, and every line comes back."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from steno.agents.codex.counts import count
from steno.agents.codex.reader import WRITER, read
from steno.agents.codex.sniff import sniff
from steno.base.exact import BadJSON, decode, encode
from steno.diagnostics import Diagnostic, Place
from steno.registry import formats
from steno.testing.accounting import unaccounted
from tests.given.corpus import answers, corpus

KNOWN = answers("codex")
each_file = pytest.mark.parametrize("path", list(KNOWN), ids=lambda path: path.parent.name)


def test_there_is_a_corpus() -> None:
    corpus()
    assert len(KNOWN) == 21


@each_file
def test_every_figure_agrees(path: Path) -> None:
    expected: dict[str, Any] = {k: v for k, v in KNOWN[path].items() if k not in ("bytes", "sha256")}
    with path.open("rb") as stream:
        (trace,) = read(stream, Place(str(path)), lambda _: None)
    assert count(trace) == expected


@each_file
def test_every_rollout_is_recognised_but_the_hand_made_summary(path: Path) -> None:
    assert sniff(path.read_bytes()[:65536]) is ("trade_arena" not in path.parent.name)


@each_file
def test_every_line_comes_back_with_its_values_and_key_order(path: Path) -> None:
    data = path.read_bytes()
    found: list[Diagnostic] = []
    (trace,) = read(io.BytesIO(data), Place(), found.append)
    out = io.BytesIO()
    WRITER.write([trace], out, found.append)
    assert [_value(line) for line in out.getvalue().split(b"\n")] == [_value(line) for line in data.split(b"\n")]
    assert unaccounted(trace, found, len(data)) == []


def _value(line: bytes) -> bytes:
    try:
        return encode(decode(line).value)
    except BadJSON:
        return line.rstrip(b"\r")


def test_no_session_of_another_agent_is_taken_for_a_rollout() -> None:
    paths = [path for path in corpus().rglob("*.jsonl") if path not in KNOWN and path.is_file()]
    taken = [path for path in paths if path.parts[-3] != "codex" and sniff(path.read_bytes()[:65536])]
    # TraeX writes Codex's own records.
    assert [path for path in taken if "codex" not in str(path) and "traex" not in path.parts] == []


def test_no_rollout_is_taken_for_a_session_of_another_agent() -> None:
    corpus()
    other = formats["claude-code"].sniff
    assert other is not None
    assert [path for path in KNOWN if other(path.read_bytes()[:65536])] == []
