"""Of a long session the beginning is shown at once; what is shown in the end is what `show` shows of any session."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.api import show
from steno.api.show import Beginning, beginning
from steno.api.world import World
from steno.base.time import system_clock
from steno.diagnostics import Place
from steno.model import Trace
from steno.pipeline import read
from steno.render.opening import opening, rest
from steno.render.terminal import Paint
from steno.render.transcript import View, head, transcript
from tests.given import garden
from tests.given.machine import claude, lines, record, steno
from tests.given.terminal import steno_in_terminal
from tests.given.timing import PATIENCE

PAINT, VIEW = Paint(colour=False), View()
SEEMED = "is not as it seemed"


def trace_of(records: list[Any]) -> Trace:
    (trace,) = read(io.BytesIO(lines(records)), Place("s.jsonl"), lambda _: None, "claude-code")
    return trace


def call(number: int, id: str) -> dict[str, object]:
    return record("assistant", [garden.water(id, "Water")], number, "s")


def result(number: int, id: str) -> dict[str, object]:
    return record("user", [garden.result(id, "done")], number, "s")


def text(number: int, words: str) -> dict[str, object]:
    return record("assistant", [garden.said(words)], number, "s")


def long_session(turns: int = 60) -> list[dict[str, object]]:
    """Prompts, calls, results and answers, of more bytes than are read at first."""
    found: list[dict[str, object]] = []
    for turn in range(turns):
        at = 4 * turn
        found += [
            record("user", f"Water bed {turn}", 0, "s"), call(1, f"toolu_{turn}"), result(2, f"toolu_{turn}"),
            text(3, f"Bed {turn} is wet. " + f"{at} drops. " * 8000),
        ]  # fmt: skip
    return found


def world(home: Path) -> World:
    return World(environ={}, home=home, clock=system_clock({}), stdin=io.BytesIO)


RECORDS = st.lists(
    st.one_of(
        st.builds(lambda words: text(1, words), st.sampled_from(["Yes.", "No.", "Two\nlines."])),
        st.builds(lambda words: record("user", words, 0, "s"), st.sampled_from(["Water", "Stop"])),
        st.builds(lambda id: call(2, id), st.sampled_from(["a", "b", "c"])),
        st.builds(lambda id: result(3, id), st.sampled_from(["a", "b", "c"])),
        st.just({"type": "ai-title", "aiTitle": "Roses", "sessionId": "s"}),
    ),
    min_size=1,
    max_size=30,
)


@given(RECORDS, st.integers(1, 30))
def test_the_beginning_and_the_rest_are_the_transcript_or_it_is_shown_once_more(records: list[Any], cut: int) -> None:
    begun, whole = trace_of(records[:cut]), trace_of(records)
    shown = opening(Beginning(begun, show._certain(begun)), PAINT, VIEW)
    follows = list(rest(shown, [whole], PAINT, VIEW))
    about, expected = list(head(whole, PAINT)), list(transcript(whole, PAINT, VIEW))
    if any(SEEMED in line for line in follows):
        assert follows[-len(expected) :] == expected
    else:
        more = [] if about == shown.head else ["", *about]
        assert [*about, *shown.body, *follows] == [*expected, *more]


def test_what_a_later_record_belies_is_shown_once_more() -> None:
    texts = [text(number, f"Text {number}.") for number in range(2, 8)]
    records = [call(0, "a"), result(1, "a"), *texts, result(8, "a")]
    begun, whole = trace_of(records[:-1]), trace_of(records)
    shown = opening(Beginning(begun, show._certain(begun)), PAINT, VIEW)
    assert "  Text 2." in shown.body  # after the call, with the one result that was known
    follows = list(rest(shown, [whole], PAINT, VIEW))
    assert SEEMED in follows[1]
    assert follows[2:] == list(transcript(whole, PAINT, VIEW))


def test_nothing_is_shown_at_first_that_waits_for_an_answer_or_belongs_to_a_sub_agent() -> None:
    rest_of_it = [text(9, str(number)) for number in range(20)]
    assert show._certain(trace_of([text(0, "One."), call(1, "a"), *rest_of_it])) == 1
    assert show._certain(trace_of([text(0, "One."), call(1, "a"), result(2, "a"), *rest_of_it])) == 11
    side = record("assistant", [garden.said("Inside.")], 1, "s", isSidechain=True, agentId="run")
    assert show._certain(trace_of([text(0, "One."), side, *rest_of_it])) == 1


def test_only_a_long_file_of_records_has_a_beginning_to_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = claude(tmp_path, "aaaaaaaa", long_session(20))
    assert beginning(world(tmp_path), str(path)) is None  # it is read soon enough
    monkeypatch.setattr(show, "LONG", 1000)
    found = beginning(world(tmp_path), str(path), first=300_000)
    assert found is not None
    assert 0 < found.certain < len(found.trace.events) < 20 * 4
    document = tmp_path / "document.json"
    document.write_text(json.dumps([json.loads(line) for line in path.read_bytes().splitlines()], indent=1))
    assert beginning(world(tmp_path), str(document), first=300_000) is None
    assert beginning(world(tmp_path), str(path), first=10) is None  # not one record
    fork = claude(tmp_path, "bbbbbbbb", [each | {"forkedFrom": {"sessionId": "x"}} for each in long_session(20)])
    assert beginning(world(tmp_path), str(fork), first=300_000) is None  # what it copies is marked by the other log


def test_a_pipe_and_a_terminal_get_what_a_file_gets(tmp_path: Path) -> None:
    path = claude(tmp_path, "aaaaaaaa", long_session())
    assert path.stat().st_size > show.LONG
    expected = steno("show", str(path), home=tmp_path).out
    environ = {**os.environ, "HOME": str(tmp_path)}
    command = [sys.executable, "-m", "steno", "show", str(path)]
    assert subprocess.run(command, env=environ, check=True, capture_output=True).stdout.decode() == expected
    screen = steno_in_terminal("show", str(path), "--full", home=tmp_path, columns=200)
    assert screen.code == 0
    assert not any(SEEMED in line for line in screen.lines)
    assert sum("Water bed" in line for line in screen.lines) == 60


def test_a_title_that_comes_late_is_shown_at_the_end(tmp_path: Path) -> None:
    title = {"type": "ai-title", "aiTitle": "Roses for all", "sessionId": "s"}
    path = claude(tmp_path, "aaaaaaaa", [*long_session(), title])
    screen = steno_in_terminal("show", str(path), home=tmp_path, columns=200)
    (at,) = [number for number, line in enumerate(screen.lines) if line == "Roses for all"]
    assert at > len(screen.lines) - 8
    assert steno("show", str(path), home=tmp_path).out.startswith("Roses for all\n")


def test_masked_all_of_it_is_read_before_anything_is_shown(tmp_path: Path) -> None:
    secret = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
    late = [*long_session(), text(0, f"The password is {secret}"), record("user", f"{secret}", 0, "s")]
    path = claude(tmp_path, "aaaaaaaa", [record("user", "It begins", 0, "s"), *late])
    screen = steno_in_terminal("show", str(path), "--redact", "secrets", home=tmp_path, columns=200)
    assert secret not in screen.raw
    assert "[REDACTED:" in screen.raw


@pytest.mark.parametrize("pager", ["head -n 3", "true"])
def test_a_reader_who_has_seen_enough_ends_the_reading(tmp_path: Path, pager: str) -> None:
    path = claude(tmp_path, "aaaaaaaa", long_session())
    screen = steno_in_terminal("show", str(path), home=tmp_path, environ={"PAGER": pager})
    assert screen.code == 0
    assert "interrupted" not in screen.raw


def test_whoever_closes_a_pipe_ends_the_reading_though_nothing_is_written(tmp_path: Path) -> None:
    """The block neither writes nor ends: it is ended from outside."""
    code = (
        "import os, sys, time\nfrom steno.base.listener import while_read\n"
        "try:\n    with while_read(1):\n        os.write(1, b'begun')\n"
        f"        end = time.monotonic() + {PATIENCE}\n        while time.monotonic() < end:\n            pass\n"
        "except BrokenPipeError:\n    sys.exit(7)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.read(5) == b"begun"
        child.stdout.close()
        assert child.wait(PATIENCE) == 7


def test_a_pipe_that_is_read_to_the_end_is_no_trouble(tmp_path: Path) -> None:
    code = (
        "import os\nfrom steno.base.listener import while_read\n"
        "for _ in range(50):\n    with while_read(1):\n        os.write(1, b'x')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"x" * 50, b"")
