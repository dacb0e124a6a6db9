"""A transcript loses nothing without a word."""

from __future__ import annotations

import io

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import UNSET, UnsetType

from steno.diagnostics import Place
from steno.formats.awf.losses import ABSENT
from steno.model import Derivation, Event, Header, Kind, Origin, Source, Span, Trace, Visibility
from steno.registry import formats
from steno.testing.laws import Unexplained, unexplained
from steno.testing.strategies import traces
from tests.given.awf import FIXTURES, errors, read, written
from tests.given.corpus import corpus
from tests.given.effort import examples

NOTHING = Unexplained([], [])
PUBLIC = Visibility.PUBLIC
SPELLINGS = st.sampled_from(["spelling=plain", "spelling=go"])
SLOWLY = settings(max_examples=examples(100), deadline=None, suppress_health_check=list(HealthCheck))


@SLOWLY
@given(traces(), SPELLINGS)
def test_every_difference_is_a_loss_and_every_loss_a_difference(before: Trace, spelling: str) -> None:
    data, losses = written(before, spelling)
    assert unexplained(before, read(data)[0], losses) == NOTHING
    assert errors(data) == []


def _step(line: int, kind: Kind, span: str, call: str | UnsetType = UNSET) -> Event:
    where = Origin(0, line, line * 10, 10)
    return Event(
        uid=str(line), kind=kind, body=Span("plan"), origin=where, actor="a", span=span, call=call, visibility=PUBLIC
    )


def test_an_end_that_the_source_does_not_state_is_not_taken_for_one_that_it_states() -> None:
    end = Event(
        uid="s2+end",
        kind=Kind.SPAN_END,
        body=Span("plan", missing=True),
        origin=Derivation("test/end", ("2",)),
        actor="a",
        span="s2",
    )
    steps = (_step(1, Kind.SPAN_START, "s1"), _step(2, Kind.SPAN_START, "s2"), _step(3, Kind.SPAN_END, "s1", "c1"))
    before = Trace(header=Header(sources=(Source("test"),)), events=(*steps, end))
    data, losses = written(before)
    assert [(each.place.pointer, each.count) for each in losses if each.code == ABSENT.code] == [("/events/*", 1)]
    assert unexplained(before, read(data)[0], losses) == NOTHING


@SLOWLY
@given(traces(), SPELLINGS)
def test_what_steno_wrote_comes_back_byte_for_byte(whole: Trace, spelling: str) -> None:
    data, _ = written(whole, spelling)
    assert written(read(data)[0], spelling) == (data, [])


@pytest.mark.parametrize("spelling", ["spelling=plain", "spelling=go"])
@pytest.mark.parametrize("name", ["run", "child", "mixed", "odd"])
def test_the_law_holds_for_a_transcript_that_is_written_as_one(name: str, spelling: str) -> None:
    before, _ = read((FIXTURES / f"{name}.jsonl").read_bytes())
    data, losses = written(before, spelling, "unknown=keep")
    assert unexplained(before, read(data)[0], losses) == NOTHING


LINES = [
    line for name in ("run", "mixed", "odd") for line in (FIXTURES / f"{name}.jsonl").read_bytes().splitlines(True)
]
BETWEEN = st.sampled_from([b"\n", b"\n\n", b"\r\n", b"  \n", b"\t\r\n\n", b"1\n", b"{\n"])


@SLOWLY
@given(
    st.sampled_from([b"", b"\xef\xbb\xbf"]), st.lists(st.sampled_from(LINES) | BETWEEN, max_size=12), st.integers(0, 30)
)
def test_the_law_holds_for_a_damaged_transcript(mark: bytes, lines: list[bytes], cut: int) -> None:
    whole = mark + b"".join(lines)
    before, _ = read(whole[: len(whole) - cut])
    data, losses = written(before, "unknown=keep")
    assert unexplained(before, read(data)[0], losses) == NOTHING


def test_blank_lines_and_line_ends_come_back_as_they_were() -> None:
    one, two = (FIXTURES / "run.jsonl").read_bytes().splitlines(keepends=True)[:2]
    for given_ in (one + b"\n\n" + two, b"\n" + one, one + b"\r\n" + two, b"{\r\n" + one, one + b'{"seq":3'):
        assert written(read(given_)[0], "unknown=keep") == (given_, [])


def test_a_line_that_has_another_number_now_is_a_loss() -> None:
    one, two = (FIXTURES / "run.jsonl").read_bytes().splitlines(keepends=True)[:2]
    data, losses = written(read(one + b"  \n" + two)[0])
    assert data == one + two
    assert [(loss.code, loss.place.pointer, loss.count) for loss in losses] == [("CNV401", "/events/*/uid", 1)]


def test_the_law_holds_for_lines_that_are_numbered_anew() -> None:
    lines = (FIXTURES / "mixed.jsonl").read_bytes().splitlines(keepends=True)
    before, _ = read(b"".join(lines[:3] + lines[5:] + lines[:2]))
    data, losses = written(before, "seq=renumber")
    assert unexplained(before, read(data)[0], losses) == NOTHING
    assert sum(loss.count for loss in losses) == len(lines) - 3


@pytest.mark.parametrize("agent", ["claude-code", "codex"])
def test_the_law_holds_for_real_sessions(agent: str) -> None:
    reader = formats[agent].reader
    assert reader is not None
    small = [path for path in sorted((corpus() / agent).rglob("*.jsonl")) if path.stat().st_size < 60_000]
    assert small
    for path in small:
        for before in reader.read(io.BytesIO(path.read_bytes()), Place(), lambda _: None):
            data, losses = written(before)
            assert unexplained(before, read(data)[0], losses) == NOTHING, path
            assert errors(data) == [], path
