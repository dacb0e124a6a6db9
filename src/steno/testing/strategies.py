"""Traces by chance, for property tests: of every kind of event, paired, and as odd as real ones.  Needs hypothesis."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from hypothesis import strategies as st
from msgspec import UNSET, UnsetType, structs

from steno.model import (
    JSON,
    Actor,
    ActorKind,
    Artifact,
    Blob,
    Body,
    Derivation,
    Event,
    Header,
    Kind,
    Lifecycle,
    Note,
    Origin,
    Role,
    Source,
    Span,
    Text,
    Thought,
    ThoughtState,
    ToolCall,
    ToolResult,
    Trace,
    Unknown,
    Usage,
    Visibility,
)
from steno.passes.pair import PASS

T = TypeVar("T")

texts = st.text(max_size=20)
"""Without lone surrogates, which are `odd_texts`."""
odd_texts = st.text(st.characters(codec=None), max_size=12)
names = st.text("abcdefgh_", min_size=1, max_size=6)
integers = st.integers(-(2**70), 2**70)
scalars = st.none() | st.booleans() | integers | st.floats(allow_nan=False, allow_infinity=False) | odd_texts
values: st.SearchStrategy[JSON] = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3), max_leaves=6
)
objects = st.dictionaries(texts, values, max_size=3)
starts = st.sampled_from(["2026-01-31T00:00:00Z", "2026-01-31T01:00:00.125+01:00", "2026-01-31 00:00:00", "noon"])


def times(number: int) -> st.SearchStrategy[str]:
    """Each event's own, so that what became of it can be found: in UTC, with another zone, without one."""
    return st.sampled_from(
        [f"2026-01-31T00:{number:02}:00.5Z", f"2026-01-31T01:{number:02}:00+01:00", f"2026-01-31 00:{number:02}:00"]
    )


usages = st.builds(Usage, *[st.just(UNSET) | st.integers(0, 10**6) for _ in Usage.__struct_fields__])
argument_texts = st.sampled_from(
    ['{"a":1}', '{"a": 1, "b": [1, 2]}', '{ "a":1}', "[1,2]", '{"a":1,"a":2}', '{"a":1.10}', "{", "plain", '"x"', ""]
)
"""What stands in the place of arguments in some agents' logs."""
markers = st.sampled_from(
    [
        {"missing_result": True},
        {"missing_result": True, "x": 1},
        {"truncated": True},
        {"redacted": True},
        {"omitted": "binary"},
        {"lifecycle": "x"},
        [{"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGk="}}],
        [{"type": "input_image", "image_url": "data:image/gif;base64,aGk="}],
    ]
)
"""Values that look like what a format has a special meaning for."""

_ACTORS = {
    "human": Actor(ActorKind.HUMAN, "user"),
    "model": Actor(ActorKind.MODEL, "assistant"),
    "model:a": Actor(ActorKind.MODEL, "assistant", "anthropic", "a", "1"),
    "tool:Read": Actor(ActorKind.TOOL, "Read"),
    "program": Actor(ActorKind.SYSTEM, "program"),
}


def maybe(strategy: st.SearchStrategy[T]) -> st.SearchStrategy[T | UnsetType]:
    return st.just(UNSET) | strategy


_calls = maybe(st.sampled_from(["c1", "c2", "c3", "toolu_01"]))
_results = st.builds(ToolResult, maybe(odd_texts | values | markers), maybe(st.booleans()), maybe(values))
_blobs = st.builds(Blob, maybe(names), maybe(st.integers(0, 99)), maybe(names), maybe(names))
_spans = st.builds(Span, names, maybe(objects | st.just({"missing_end": True}) | st.just({"span_name": "x"})))


def _lifecycle(draw: Callable[..., Any], number: int) -> Lifecycle:
    # A name of its own: what becomes of an event is found by what it holds.
    return Lifecycle(f"{draw(names)}-{number}", draw(maybe(texts)), draw(maybe(values)), draw(st.booleans()))


_BODIES: dict[Kind, Callable[[Callable[..., Any], int], Body]] = {
    Kind.MESSAGE: lambda draw, number: Text(f"{number}: {draw(odd_texts)}"),
    Kind.THOUGHT: lambda draw, number: Thought(
        draw(st.sampled_from(ThoughtState)), draw(st.just(UNSET) | st.just(f"thought {number}"))
    ),
    Kind.TOOL_CALL: lambda draw, number: ToolCall(
        f"Tool{number}", draw(maybe(objects | argument_texts | values)), draw(maybe(names))
    ),
    Kind.TOOL_RESULT: lambda draw, number: draw(_results),
    Kind.SPAN_START: lambda draw, number: draw(_spans),
    Kind.SPAN_END: lambda draw, number: draw(_spans),
    Kind.LIFECYCLE: _lifecycle,
    Kind.BLOB: lambda draw, number: draw(_blobs),
    Kind.UNKNOWN: lambda draw, number: Unknown(draw(names)),
}


@st.composite
def events(draw: Callable[..., Any], number: int, uids: list[str], opened: list[str]) -> Event:
    """One event; it may refer to those before it, and close a span that is open."""
    kind = draw(st.sampled_from([each for each in Kind if opened or each is not Kind.SPAN_END]))
    span = draw(maybe(st.sampled_from(["s0", *opened])))
    if kind is Kind.SPAN_START:
        span = f"s{number}"
    elif kind is Kind.SPAN_END:
        span = draw(st.sampled_from(opened))
    earlier = maybe(st.sampled_from(uids)) if uids else st.just(UNSET)
    natives = maybe(st.sampled_from(["n1", "n2", "n3", "n4"]))
    return Event(
        uid=str(number),
        kind=kind,
        body=_BODIES[kind](draw, number),
        origin=draw(st.just(Origin(0, number, number * 10, 10)) | st.just(Derivation("test", ()))),
        actor=draw(st.sampled_from(sorted(_ACTORS))),
        role=draw(maybe(st.sampled_from(Role))),
        visibility=draw(st.sampled_from(Visibility)),
        time=draw(maybe(times(number))),
        native=draw(natives),
        parent=draw(natives),
        replies_to=draw(earlier),
        echo_of=draw(earlier) if kind not in _SPANS and draw(st.integers(0, 9)) == 0 else UNSET,
        call=draw(_calls),
        call_ids=draw(maybe(st.dictionaries(names, names, max_size=2))),
        response=draw(maybe(st.sampled_from(["r1", "r2"]))),
        turn=draw(maybe(st.integers(1, 3))),
        span=span,
        iteration=draw(maybe(st.integers(1, 3))),
        parallel=draw(maybe(names)),
        child_run=draw(maybe(names)),
        context=draw(maybe(names)),
        model=draw(maybe(st.sampled_from(["a", "b"]))),
        usage=draw(maybe(usages)),
        fidelity=draw(maybe(names)),
        residue=draw(maybe(st.dictionaries(names, values | st.just(UNSET), max_size=3) | scalars)),
        raw=draw(maybe(st.binary(min_size=1, max_size=4))),
    )


_SPANS = (Kind.SPAN_START, Kind.SPAN_END)


headers = st.builds(
    Header,
    ids=st.dictionaries(st.sampled_from(["session", "conversation", "agent"]), st.tuples(names), max_size=2),
    agent=maybe(names),
    versions=st.lists(names, max_size=2).map(tuple),
    title=maybe(texts),
    started=maybe(starts),
    timezone=maybe(names),
    runtime=maybe(st.sampled_from(["cli", "moon"])),
    provider=maybe(st.sampled_from(["openai", "acme"])),
    actors=st.just(_ACTORS),
    environment=st.dictionaries(names, values, max_size=2),
    system_prompts=st.dictionaries(names, texts, max_size=2),
    tools=st.dictionaries(names, values, max_size=1),
    thoughts=maybe(st.booleans()),
    sources=st.just((Source("test"),)),
    residue=st.dictionaries(st.just("test"), values, max_size=1),
)
notes = st.lists(st.builds(Note, author=names, key=names, value=values), max_size=2).map(tuple)
artifacts = st.lists(st.builds(Artifact, name=names), max_size=1).map(tuple)


@st.composite
def traces(draw: Callable[..., Any], largest: int = 8) -> Trace:
    """A trace of no format in particular, whose calls have all been paired and whose spans all end."""
    found: list[Event] = []
    opened: list[str] = []
    for number in range(1, draw(st.integers(0, largest)) + 1):
        event = draw(events(number, [event.uid for event in found], opened))
        found.append(event)
        if event.kind is Kind.SPAN_START and isinstance(event.span, str):
            opened.append(event.span)
        elif event.kind is Kind.SPAN_END and isinstance(event.span, str):
            opened.remove(event.span)
    found += [_end(span, found) for span in opened]
    trace = Trace(header=draw(headers), events=tuple(found), notes=draw(notes), artifacts=draw(artifacts))
    paired = PASS.run(trace, lambda _: None)
    return structs.replace(paired, facts=frozenset({"paired"}))


def _end(span: str, found: list[Event]) -> Event:
    """The end of a span that the source does not state."""
    (start,) = (event for event in found if event.kind is Kind.SPAN_START and event.span == span)
    name = start.body.name if isinstance(start.body, Span) else ""
    return Event(
        uid=f"{span}+end",
        kind=Kind.SPAN_END,
        body=Span(name, missing=True),
        origin=Derivation("test/end", (start.uid,)),
        actor=start.actor,
        role=Role.ASSISTANT,
        span=span,
    )
