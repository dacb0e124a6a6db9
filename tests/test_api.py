"""The public names, and what they do."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

import steno
from steno.passes.pair import PASS
from steno.pipeline import PassOrderError, apply
from tests.given.machine import dialogue, lines

SESSION = lines(dialogue("s1"))


def test_every_public_name_is_there_and_no_other() -> None:
    kept = {
        "Actor", "Ambient", "Diagnostic", "Event", "Format", "Header", "Kind", "Note", "Origin", "Place", "Role",
        "Severity", "Trace", "Unreadable", "UsageError", "Visibility", "__version__", "check", "convert",
        "current", "known_formats", "read", "redact", "run", "scan", "step", "tool",
    }  # fmt: skip
    assert kept <= set(steno.__all__)
    assert len(set(steno.__all__)) == len(steno.__all__)
    assert dir(steno) == sorted(steno.__all__)
    assert all(getattr(steno, name) is not None for name in steno.__all__)
    with pytest.raises(AttributeError, match="module 'steno' has no attribute 'rose'"):
        steno.rose  # type: ignore[attr-defined]  # noqa: B018


def test_importing_steno_imports_nothing_else() -> None:
    code = "import sys, steno; print('msgspec' in sys.modules, 'steno.model' in sys.modules)"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout == "False False\n"


def test_a_file_is_read_and_written_back(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(SESSION.replace(b": ", b":").replace(b", ", b","))
    (trace,) = steno.read(source)
    assert trace.header.agent == "claude-code"
    losses: list[steno.Diagnostic] = []
    steno.convert(trace, "claude-code", target, report=losses.append)
    assert target.read_bytes() == source.read_bytes()
    assert losses == []


class Trickle(io.RawIOBase):
    """A pipe that gives few bytes at a time."""

    def __init__(self, data: bytes) -> None:
        self._data = io.BytesIO(data)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        data = self._data.read(min(7, len(buffer)))
        buffer[: len(data)] = data
        return len(data)


def test_a_format_is_known_however_few_bytes_come_at_a_time() -> None:
    (trace,) = steno.read(io.BufferedReader(Trickle(b" " * 9000 + SESSION)))
    assert len(trace.events) == 5


def test_check_finds_what_cannot_be_read() -> None:
    found = steno.check(io.BytesIO(SESSION + b"garbage\n"))
    assert [(each.code, each.severity, each.place.line) for each in found] == [("SRC001", steno.Severity.ERROR, 6)]


def test_an_unknown_format_is_unreadable_and_an_unknown_name_a_mistake() -> None:
    with pytest.raises(steno.Unreadable, match="the input: not a session or trace in a format"):
        list(steno.read(io.BytesIO(b"Dear diary")))
    with pytest.raises(steno.UsageError, match="no format named 'claude'"):
        list(steno.read(io.BytesIO(SESSION), format="claude"))


def test_formats_are_listed() -> None:
    assert [each.name for each in steno.known_formats()][:2] == ["open-token", "awf"]


def test_passes_state_and_check_facts() -> None:
    class Needy:
        name = "needy"
        needs = frozenset({"paired", "watered"})
        makes = frozenset({"happy"})
        unmakes = frozenset({"paired"})

        def run(self, trace: steno.Trace, report: object) -> steno.Trace:
            return trace

    (trace,) = steno.read(io.BytesIO(SESSION))
    paired = apply([PASS], trace, lambda _: None)
    assert paired.facts == {"paired"}
    with pytest.raises(PassOrderError, match="needy needs a trace that is watered"):
        apply([Needy()], paired, lambda _: None)
    Needy.needs = frozenset({"paired"})
    assert apply([Needy()], paired, lambda _: None).facts == {"happy"}
