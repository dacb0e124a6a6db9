"""A trace is compared with what is read back of it, however long it is, and what no loss names is found."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from msgspec.structs import replace

from steno import pipeline, registry
from steno.api.written import Seen, verified, written
from steno.contracts import Format, UsageError
from steno.diagnostics import Diagnostic, Place
from steno.errors import UnknownFormat
from steno.formats.losses import UNNAMED
from steno.model import Body, Event, Header, Kind, Lifecycle, Origin, Role, Source, Span, Text, ToolResult, Trace
from steno.readback import differences, unnamed
from steno.redaction import Redacted
from steno.testing.fake import STILL
from tests.given.corpus import corpus
from tests.given.samples import FIXTURES, samples

TARGETS = [each for each in registry.formats.names() if each in ("open-token", "forsy", "opentraces", "awf")]
SAMPLES = [path for name in registry.formats.names() for path in samples(name)]


def read(path: Path, name: str | None = None) -> list[Trace]:
    return list(pipeline.read(io.BytesIO(path.read_bytes()), Place(), lambda _: None, name))


def output(trace: Trace, target: Format) -> tuple[bytes, list[Diagnostic], Trace]:
    """What is written, what is said of it, and the trace as the writer gets it."""
    out, found, ready = io.BytesIO(), list[Diagnostic](), list[Trace]()
    pipeline.convert([trace], target, ["redact=none"], out, found.append, STILL, watch=ready.append)
    return out.getvalue(), found, ready[0]


def broken(data: bytes, found: list[Diagnostic], trace: Trace, target: Format) -> list[str]:
    """Where something differs, and no loss says so."""
    done = written("a", target, Redacted("none", {}, 0), Seen(), found, len(data))
    verified(done, target, io.BytesIO(data), [trace])
    assert done.verified
    return [each.place.pointer for each in done.unnamed]


def _is_whole(trace: Trace, path: Path, target: Format) -> None:
    if "lines" in trace.header.residue.get(target.name, {}):
        return  # one of many in its file, which a file of its own does not say
    data, found, ready = output(trace, target)
    assert broken(data, found, ready, target) == [], path


@pytest.mark.parametrize("name", TARGETS)
def test_what_any_sample_loses_in_any_format_is_named(name: str) -> None:
    for path in SAMPLES:
        for trace in read(path):
            _is_whole(trace, path, registry.formats[name])


@pytest.mark.parametrize("name", TARGETS)
def test_what_real_sessions_lose_is_named(name: str) -> None:
    count = 0
    for path in sorted(corpus().rglob("*.json*")):
        if not path.is_file() or path.stat().st_size > 400_000 or path.name.startswith("answers"):
            continue
        try:
            traces = read(path)
        except UnknownFormat:
            continue
        for trace in traces[:2]:
            _is_whole(trace, path, registry.formats[name])
            count += 1
    assert count > 50


SESSION = FIXTURES / "claude_code" / "every_record.jsonl"


@pytest.mark.parametrize("name", TARGETS)
def test_a_word_that_is_read_back_otherwise_is_found(name: str) -> None:
    target = registry.formats[name]
    data, found, ready = output(read(SESSION)[0], target)
    said = [event.body.text for event in ready.events if isinstance(event.body, Text) and event.role is Role.USER]
    word = max((word for word in said[0].split() if word.isalpha()), key=len).encode()
    changed = data.replace(word, b"x" * len(word))
    assert changed != data
    assert broken(changed, found, ready, target)


def test_a_difference_is_a_finding_with_its_place_and_its_count() -> None:
    target = registry.formats["opentraces"]
    data, found, ready = output(read(SESSION)[0], target)
    silent = [each for each in found if each.place.pointer != "/events/*/turn"]
    done = written("a", target, Redacted("none", {}, 0), Seen(), silent, len(data))
    verified(done, target, io.BytesIO(data), [ready])
    count = next(each.count for each in found if each.place.pointer == "/events/*/turn")
    assert [(each.code, each.place.pointer, each.count) for each in done.unnamed] == [
        (UNNAMED.code, "/events/*/turn", count)
    ]


def test_an_output_of_another_number_of_traces_cannot_be_verified() -> None:
    target = registry.formats["opentraces"]
    data, found, ready = output(read(SESSION)[0], target)
    with pytest.raises(UsageError, match="the output holds 2 traces and 1 trace went in"):
        broken(data * 2, found, ready, target)


def _long(trace: Trace, times: int) -> Trace:
    """A trace said again and again: the same words, under other ids."""
    events = tuple(
        replace(event, uid=f"{event.uid}/{number}", call=f"{event.call}/{number}" if event.call else event.call)
        for number in range(times)
        for event in trace.events
    )
    return replace(trace, events=events)


def test_long_traces_are_compared_by_what_their_events_hold() -> None:
    before = _long(read(SESSION)[0], 40)
    assert len(before.events) > 1000
    gone = [event for event in before.events if event.kind is Kind.MESSAGE][3::7]
    kept = [event for event in before.events if event not in gone]
    changed = next(index for index, event in enumerate(kept) if event.kind is Kind.TOOL_CALL and index > 500)
    kept[changed] = replace(kept[changed], model="another")
    after = replace(before, events=tuple(kept))
    assert differences(before, after) == {"/events/*": len(gone), "/events/*/model": 1}
    assert unnamed(before, after, {"/events/*": len(gone)}) == {"/events/*/model": 1}


def test_long_rows_of_events_that_hold_nothing_of_their_own_are_compared_one_after_the_other() -> None:
    trace = read(SESSION)[0]
    one = next(event for event in trace.events if isinstance(event.body, Lifecycle))
    same = [replace(one, uid=str(number), time="noon") for number in range(1200)]
    before, after = replace(trace, events=tuple(same)), replace(trace, events=tuple(same[:-1]))
    assert differences(before, after) == {"/events/*": 1}


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [
        (Kind.TOOL_RESULT, ToolResult("x"), ToolResult("x", missing=True)),
        (Kind.SPAN_END, Span("x"), Span("x", missing=True)),
        (Kind.LIFECYCLE, Lifecycle("x"), Lifecycle("y")),
    ],
)
def test_events_that_differ_in_more_than_details_are_two_events(kind: Kind, one: Body, other: Body) -> None:
    before, after = (
        Trace(
            header=Header(sources=(Source("test"),)),
            events=(Event(uid="1", kind=kind, body=body, origin=Origin(0, 1, 0, 1), actor="a"),),
        )
        for body in (one, other)
    )
    assert differences(before, after) == {"/events/*": 1, "/events/+": 1}
    assert unnamed(before, after, {"/events/*/body/missing": 1, "/events/*/body/name": 1}) == differences(before, after)
