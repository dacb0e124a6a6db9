"""What a new transcript loses is known without reading it, and is what reading it back finds."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import UNSET, structs

from steno import pipeline
from steno.diagnostics import Diagnostic, Place
from steno.errors import UnknownFormat
from steno.formats.awf import reader
from steno.model import Event, Kind, Origin, Source, ToolCall, Trace
from steno.registry import formats, passes
from steno.testing.strategies import traces
from tests.given.awf import AWF, FIXTURES, block, call, message, read, written
from tests.given.awf_read_back import read_back
from tests.given.corpus import corpus
from tests.given.effort import examples, share
from tests.given.samples import samples

SPELLINGS = st.sampled_from(["plain", "go"])
SLOWLY = settings(max_examples=examples(300), deadline=None, suppress_health_check=list(HealthCheck))
OWN = read((FIXTURES / "run.jsonl").read_bytes())[0]


def losses(several: Sequence[Trace], spelling: str = "plain") -> list[Diagnostic]:
    return written(several, f"spelling={spelling}")[1]


def ready(trace: Trace) -> Trace:
    return pipeline.apply([passes[each] for each in (*AWF.needs, *AWF.derives)], trace, lambda _: None)


@SLOWLY
@given(st.lists(traces(), min_size=1, max_size=2), SPELLINGS)
def test_any_trace_loses_what_reading_it_back_finds(several: list[Trace], spelling: str) -> None:
    assert losses(several, spelling) == read_back(several, spelling)


_ODD = st.sampled_from(["\ud83d\ude00", "\U0001f600", "\ud83d", "", "s1"])


@st.composite
def odd(draw: Callable[..., Any]) -> Trace:
    """A trace of calls that may be stated twice, of ids that only look like two, and of events of a transcript."""
    trace: Trace = draw(traces())
    return structs.replace(
        trace,
        header=structs.replace(trace.header, sources=(*trace.header.sources, *OWN.header.sources)),
        events=tuple(_odd(draw, event) for event in (*trace.events, *draw(st.sampled_from([(), OWN.events])))),
    )


def _odd(draw: Callable[..., Any], event: Event) -> Event:
    changes: dict[str, Any] = {"fidelity": draw(st.sampled_from(["router", "agent_emitted", UNSET]))}
    if isinstance(event.body, ToolCall):
        changes["body"] = ToolCall(draw(st.sampled_from(["Read", "Bash", ""])), draw(st.sampled_from([{"a": 1}, "x"])))
    if event.kind in (Kind.TOOL_CALL, Kind.TOOL_RESULT):
        changes["call"] = draw(st.sampled_from([UNSET, "", event.call, f"{event.uid}!"]))
    if draw(st.booleans()):
        changes["span"] = draw(_ODD)
    if draw(st.booleans()):
        changes["origin"] = Origin(1, 1, 0, 1)
    return structs.replace(event, **changes)


@SLOWLY
@given(st.lists(odd(), min_size=1, max_size=2), SPELLINGS)
def test_so_does_an_odd_one(several: list[Trace], spelling: str) -> None:
    assert losses(several, spelling) == read_back(several, spelling)


def test_a_call_that_is_stated_twice_is_foreseen() -> None:
    """The second block of an id is no event of its own, and states what the router saw."""
    calls = (call("c1", input={"a": 1}), message(block("tool_use", tool_name="Read", tool_input={"a": 1})))
    trace, _ = read(b"".join([message(block("text", text="go"), role="user"), *calls]))
    apart = [structs.replace(event, echo_of=UNSET) for event in trace.events]
    apart[-1] = structs.replace(apart[-1], kind=Kind.TOOL_CALL, body=ToolCall("Read", {"a": 1}), call=UNSET)
    other = structs.replace(trace, events=tuple(apart), header=structs.replace(trace.header, sources=(Source("x"),)))
    found = losses([other])
    assert found == read_back([other])
    assert [each.count for each in found if each.place.pointer == "/events/*"] == [1]
    assert not [each for each in found if each.place.pointer == "/events/+"]


@pytest.mark.parametrize("depth", [10, 99, 100, 101, 900, 5000])
@pytest.mark.parametrize("spelling", ["plain", "go"])
def test_a_value_that_nests_is_left_out_where_nobody_could_read_it(depth: int, spelling: str) -> None:
    value: Any = 1
    for number in range(depth):
        value = [value] if number % 2 else {"a": value}
    trace, _ = read(call("c1", input=None))
    event = structs.replace(trace.events[0], body=ToolCall("Read", value))
    deep = structs.replace(trace, events=(event,), header=structs.replace(trace.header, sources=(Source("x"),)))
    found = [(each.code, each.place.pointer, each.count) for each in losses([deep], spelling)]
    assert found == [(each.code, each.place.pointer, each.count) for each in read_back([deep], spelling)]
    assert ("CNV413" in [code for code, _, _ in found]) is (depth == 5000)


def _whole(path: Path) -> list[Trace]:
    """The traces of a file that a transcript can be made of anew."""
    try:
        found = pipeline.read(io.BytesIO(path.read_bytes()), Place(), lambda _: None)
        return [ready(trace) for trace in found if trace.header.sources[0].format != AWF.name]
    except UnknownFormat:
        return []


SAMPLES = [path for name in formats.names() for path in samples(name)]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_every_sample_loses_what_reading_it_back_finds(path: Path) -> None:
    for trace in _whole(path):
        assert losses([trace]) == read_back([trace])
        assert losses([trace], "go") == read_back([trace], "go")


def test_real_sessions_lose_what_reading_them_back_finds() -> None:
    paths = [path for path in sorted(corpus().rglob("*.json*")) if path.is_file() and path.stat().st_size < 4_000_000]
    found = [trace for path in share(paths) for trace in _whole(path)[:3]]
    assert len(found) > 50
    for trace in found:
        assert losses([trace]) == read_back([trace])


def test_nothing_is_read_back(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = [trace for path in SAMPLES for trace in _whole(path)]
    monkeypatch.delattr(reader, "trace_of")
    assert sum(len(losses([trace])) for trace in whole) > len(whole)
