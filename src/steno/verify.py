"""The model's own rules: what is true of every trace, whatever made it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from msgspec import to_builtins

from steno.base.counts import number_of
from steno.base.exact import encode, pointer
from steno.base.time import parse
from steno.contracts import Example, Finding, rule, rules_of
from steno.diagnostics import Place, Report, Severity
from steno.model import (
    Actor,
    ActorKind,
    Artifact,
    Blob,
    Derivation,
    Event,
    Header,
    Kind,
    Lifecycle,
    Note,
    Origin,
    Source,
    Span,
    Text,
    Thought,
    ToolCall,
    ToolResult,
    Trace,
    Unknown,
)


def verify(trace: Trace, place: Place, report: Report) -> None:
    """Report everything in which a trace breaks the model's rules."""
    for each in RULES:
        each(trace, place, report)


def _event(uid: str = "1", **more: object) -> Event:
    fields: dict[str, object] = {
        "kind": Kind.MESSAGE,
        "body": Text("hello"),
        "origin": Origin(0, 1, 0, 12),
        "actor": "human",
    }
    return Event(uid=uid, **(fields | more))  # type: ignore[arg-type]


def _trace(*events: Event, **more: object) -> Example:
    """An example: makes the trace as JSON."""
    header = Header(actors={"human": Actor(ActorKind.HUMAN, "user")}, sources=(Source("awf"),))

    def made() -> str:
        whole = to_builtins(Trace(header=header, events=events, **more))  # type: ignore[arg-type]
        for event in whole["events"]:
            del event["signs"]  # a view, which the rules do not look at
        return encode(whole).decode()

    return made


_GOOD = _trace(_event())
_CALL = _event("1", kind=Kind.TOOL_CALL, body=ToolCall("Read", {"path": "a"}), call="c1")


@rule("MDL001", good=_GOOD, bad=_trace(_event(), _event()))
def uid_is_unique(trace: Trace) -> Iterator[Finding]:
    """Every event has a uid of its own.

    Links, notes and derivations point at events by uid, so two events with the same uid cannot be told apart.
    """
    first: dict[str, int] = {}
    for index, event in enumerate(trace.events):
        if event.uid in first:
            yield Finding(
                pointer("events", index, "uid"), f"event {first[event.uid]} already has the uid {event.uid!r}"
            )
        first.setdefault(event.uid, index)


@rule("MDL002", good=_GOOD, bad=_trace(_event(actor="nobody")))
def actor_is_known(trace: Trace) -> Iterator[Finding]:
    """The actor of every event is described in the header.

    Who said or did something is the first question about it; a bare key does not answer it.
    """
    for index, event in enumerate(trace.events):
        if event.actor not in trace.header.actors:
            yield Finding(pointer("events", index, "actor"), f"actor {event.actor!r} is not in /header/actors")


@rule("MDL003", good=_GOOD, bad=_trace(_event(origin=Origin(1, 1, 0, 12))))
def origin_has_a_source(trace: Trace) -> Iterator[Finding]:
    """The origin of an observed event names a source of the trace and a range of bytes.

    Evidence that cannot be looked up is no evidence.
    """
    for index, event in enumerate(trace.events):
        origin = event.origin
        if not isinstance(origin, Origin):
            continue
        if not 0 <= origin.source < len(trace.header.sources):
            message = f"source {origin.source} is not one of the {number_of(len(trace.header.sources), 'source')}"
            yield Finding(pointer("events", index, "origin", "source"), message)
        elif origin.line < 1 or origin.offset < 0 or origin.length < 0:
            yield Finding(
                pointer("events", index, "origin"), f"line {origin.line} at {origin.offset} is not a place in a file"
            )


def _references(event: Event) -> Iterator[tuple[str, str]]:
    for name in ("replies_to", "echo_of"):
        if isinstance(value := getattr(event, name), str):
            yield name, value
    if isinstance(event.origin, Derivation):
        for uid in event.origin.of:
            yield "origin/of", uid


@rule("MDL004", good=_GOOD, bad=_trace(_event(replies_to="9")))
def link_has_an_event(trace: Trace) -> Iterator[Finding]:
    """`replies_to`, `echo_of` and the events of a derivation exist in the trace."""
    uids = {event.uid for event in trace.events}
    for index, event in enumerate(trace.events):
        for name, uid in _references(event):
            if uid not in uids:
                yield Finding(f"/events/{index}/{name}", f"{name} names {uid!r}, which is not an event of this trace")


_BODIES = {
    Kind.MESSAGE: Text,
    Kind.THOUGHT: Thought,
    Kind.TOOL_CALL: ToolCall,
    Kind.TOOL_RESULT: ToolResult,
    Kind.SPAN_START: Span,
    Kind.SPAN_END: Span,
    Kind.LIFECYCLE: Lifecycle,
    Kind.BLOB: Blob,
    Kind.UNKNOWN: Unknown,
}


@rule("MDL005", good=_GOOD, bad=_trace(_event(kind=Kind.THOUGHT)))
def body_fits_kind(trace: Trace) -> Iterator[Finding]:
    """The body of an event has the shape of its kind."""
    for index, event in enumerate(trace.events):
        if not isinstance(event.body, _BODIES[event.kind]):
            expected, found = _BODIES[event.kind].__name__, type(event.body).__name__
            yield Finding(pointer("events", index, "body"), f"a {event.kind.value} holds {found}, expected {expected}")


@rule(
    "MDL006",
    good=_trace(_event(time="2026-01-31T00:00:00Z")),
    bad=_trace(_event(time="noon")),
    severity=Severity.WARNING,
)
def time_names_an_instant(trace: Trace) -> Iterator[Finding]:
    """The time of an event is an RFC 3339 time with a zone.

    The text is kept as the source has it, but such an event cannot be ordered among events of other sources.
    """
    for index, event in enumerate(trace.events):
        if isinstance(event.time, str) and parse(event.time) is None:
            yield Finding(pointer("events", index, "time"), f"{event.time!r} is not an exact instant")


@rule(
    "MDL007",
    good=_trace(_event(), notes=(Note(author="ada", target="1", key="ok", value=True),)),
    bad=_trace(_event(), notes=(Note(author="ada", target="9", key="ok", value=True),)),
)
def note_has_a_target(trace: Trace) -> Iterator[Finding]:
    """A note is about an event of the trace or the whole trace, and its evidence exists."""
    uids = {event.uid for event in trace.events}
    for index, note in enumerate(trace.notes):
        for uid in (*([note.target] if isinstance(note.target, str) else []), *note.evidence):
            if uid not in uids:
                yield Finding(pointer("notes", index), f"note {note.key!r} names {uid!r}, which is not an event")


_OPTIONAL = ("time", "native", "parent", "replies_to", "echo_of", "call", "response", "span", "child_run", "model")


@rule("MDL008", good=_GOOD, bad=_trace(_event(model="")))
def unknown_is_absent(trace: Trace) -> Iterator[Finding]:
    """What is not known is absent, never an empty string.

    An empty string looks like data, and a program would take it for an answer.
    """
    for index, event in enumerate(trace.events):
        for name in _OPTIONAL:
            if getattr(event, name) == "":
                yield Finding(pointer("events", index, name), f"{name} is an empty string, expected a value or nothing")


def _result(**more: object) -> Event:
    return _event("2", kind=Kind.TOOL_RESULT, body=ToolResult(**more), call="c1")  # type: ignore[arg-type]


@rule("MDL009", good=_trace(_CALL, _result(missing=True)), bad=_trace(_CALL, _result(content="", missing=True)))
def missing_result_is_empty(trace: Trace) -> Iterator[Finding]:
    """A result that is missing has no content, no error flag and no detail.

    "There was no answer" and "the answer was empty" are different findings.
    """
    for index, event in enumerate(trace.events):
        body = event.body
        if isinstance(body, ToolResult) and body.missing and body != ToolResult(missing=True):
            yield Finding(pointer("events", index, "body"), "a missing result has content, expected none")


@rule(
    "MDL010",
    good=_trace(_event(), artifacts=(Artifact(name="a.py", event="1"),)),
    bad=_trace(_event(), artifacts=(Artifact(name="a.py", event="9"),)),
)
def code_points_at_events(trace: Trace) -> Iterator[Finding]:
    """Patches, line attributions and artifacts point at events of the trace."""
    uids = {event.uid for event in trace.events}
    for name in ("patches", "attributions", "artifacts"):
        for index, part in enumerate(getattr(trace, name)):
            if isinstance(part.event, str) and part.event not in uids:
                yield Finding(pointer(name, index, "event"), f"{part.event!r} is not an event of this trace")


_START = _event("1", kind=Kind.SPAN_START, body=Span("sub-agent"), span="s1")
_END = _event("2", kind=Kind.SPAN_END, body=Span("sub-agent"), span="s1")


@rule("MDL011", good=_trace(_START, _END), bad=_trace(_END, _START))
def span_opens_before_it_closes(trace: Trace) -> Iterator[Finding]:
    """A span is opened once, then closed at most once."""
    state: dict[object, str] = {}
    step: dict[Kind, Callable[[str], bool]] = {
        Kind.SPAN_START: lambda now: now == "",
        Kind.SPAN_END: lambda now: now == "open",
    }
    for index, event in enumerate(trace.events):
        if event.kind in step:
            if not step[event.kind](state.get(event.span, "")):
                yield Finding(pointer("events", index, "span"), f"{event.kind.value} of {event.span!r} is out of place")
            state[event.span] = "open" if event.kind is Kind.SPAN_START else "closed"


RULES: Final = rules_of(globals())
