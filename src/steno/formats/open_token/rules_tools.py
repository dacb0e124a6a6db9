"""The rules of tool calls, their results, and sub-agents' spans."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import UNSET

from steno.base.exact import JSON, said
from steno.contracts import Finding, rule
from steno.diagnostics import Severity
from steno.formats.open_token.bodies import only
from steno.formats.open_token.checks import conversation_of, participants_of
from steno.formats.open_token.document import Document, Item
from steno.formats.open_token.examples import (
    AGENT,
    HUMAN,
    annotation,
    answer,
    call,
    data,
    document,
    event,
    result,
    span,
    text,
)
from steno.formats.open_token.wire import KIND_OF_ROLE, SPAWN, THOUGHT

_GOOD = document(event(1), call(2), result(3), answer(4))
Found = Iterator[tuple[Item, dict[str, JSON]]]


def _of(doc: Document, *types: str) -> Found:
    return ((item, value) for _, item, value in doc.events_at() if value.get("type") in types)


def _link(value: dict[str, JSON], key: str) -> str | None:
    links = value.get("links")
    found = links.get(key) if type(links) is dict else None
    return found if isinstance(found, str) else None


def _content(value: dict[str, JSON]) -> dict[str, JSON]:
    content = value.get("content")
    return content if type(content) is dict else {}


@rule("OTK013", clause="OT-13", good=_GOOD, bad=document(event(1), call(2), result(3), result(4, type="message")))
def tool_output_is_a_tool_result(doc: Document) -> Iterator[Finding]:
    """What a tool says stands in a `tool_result` event: the role `tool` has no other type.

    Tool output is not trusted like the words of the user or the model, so it must not be mistaken for them.
    """
    for _, item, value in doc.events_at():
        if value.get("role") == "tool" and value.get("type") not in ("tool_result", "annotation"):
            yield item.says(f"type is {said(value.get('type'))} for the role tool, expected tool_result", "type")


@rule(
    "OTK032",
    clause="OT-32",
    good=_GOOD,
    bad=document(event(1), answer(2, actor_id=HUMAN)),
    severity=Severity.WARNING,
)
def actor_is_of_the_right_kind(doc: Document) -> Iterator[Finding]:
    """Prompts of system and developer come from a `system`, answers, thoughts and calls from a `model`, results from a
    `tool`.

    Attribution is what the format is for: see whether the event names the wrong actor, or the participant has the wrong
    kind.
    """
    kinds = {
        each["actor_id"]: each.get("kind")
        for each in participants_of(doc)
        if type(each) is dict and type(each.get("actor_id")) is str
    }
    for item, value in _of(doc, "message", "tool_use", "tool_result"):
        role, actor = value.get("role"), value.get("actor_id")
        if not isinstance(role, str) or role == "user" or role not in KIND_OF_ROLE or not isinstance(actor, str):
            continue
        expected = KIND_OF_ROLE[role].value
        if actor in kinds and kinds[actor] != expected:
            message = f"{actor} is a {said(kinds[actor])} in the role {role}, expected a {expected}"
            yield item.says(message, "actor_id")


@rule("OTK042", clause="OT-42", good=_GOOD, bad=document(event(1), call(2), answer(3)))
def call_has_a_result(doc: Document) -> Iterator[Finding]:
    """Every tool call has one `tool_use` event and one `tool_result` event of the same `call_id`.

    Where the source holds no result, the result says so: `{"missing_result":true}`.  Then a reader knows that nothing
    was forgotten.
    """
    answered = {_link(value, "call_id") for _, value in _of(doc, "tool_result")}
    first: dict[str, str] = {}
    for item, value in _of(doc, "tool_use"):
        name = _link(value, "call_id")
        if name is None:
            continue
        if name in first:
            yield item.says(f"{name} is the call of {first[name]} already", "links", "call_id")
        elif name not in answered:
            yield item.says(f"{name} has no tool_result", "links", "call_id")
        first.setdefault(name, str(value.get("id")))


@rule(
    "OTK142",
    clause="OT-42",
    good=_GOOD,
    bad=document(event(1), result(2)),
    severity=Severity.WARNING,
)
def result_has_a_call(doc: Document) -> Iterator[Finding]:
    """A `tool_result` belongs to a `tool_use`, and is the only one of its call.

    Sources do hold results without calls, and several results of one call; they are exported as they are, with an
    annotation that says so (gap R25).
    """
    calls = {_link(value, "call_id") for _, value in _of(doc, "tool_use")}
    seen: set[str] = set()
    for item, value in _of(doc, "tool_result"):
        name = _link(value, "call_id")
        if name is None:
            continue
        if name not in calls:
            yield item.says(f"{name} has no tool_use", "links", "call_id")
        elif name in seen:
            yield item.says(f"{name} has a tool_result already", "links", "call_id")
        seen.add(name)


@rule("OTK043", clause="OT-43", good=_GOOD, bad=document(event(1), call(2, links=UNSET)))
def tool_event_has_a_call_id(doc: Document) -> Iterator[Finding]:
    """`tool_use` and `tool_result` have a `links.call_id`, the same for both.

    Position does not pair them: calls may run in parallel.
    """
    for item, value in _of(doc, "tool_use", "tool_result"):
        if _link(value, "call_id") is None:
            yield item.says("call_id is missing, expected call_ and six digits or more", "links")


@rule(
    "OTK143",
    clause="OT-43",
    good=_GOOD,
    bad=document(event(1), result(2), call(3)),
    severity=Severity.WARNING,
)
def result_follows_its_call(doc: Document) -> Iterator[Finding]:
    """A `tool_result` stands after the `tool_use` of its call.

    Events are in causal order (OT-11).  Sources that log a result first are exported in their own order.
    """
    early: dict[str, Item] = {}
    for item, value in _of(doc, "tool_use", "tool_result"):
        name = _link(value, "call_id")
        if name is None:
            continue
        if value["type"] == "tool_result":
            early.setdefault(name, item)
        elif name in early:
            yield Finding(
                early[name].at("links", "call_id"), f"the result of {name} stands before its call", early[name].line
            )
        else:
            early[name] = item  # results of it come later


@rule(
    "OTK044",
    clause="OT-44",
    good=_GOOD,
    bad=document(event(1), call(2, content=data({"tool_name": "Search", "arguments": "steno"})), result(3)),
)
def call_has_tool_name_and_arguments(doc: Document) -> Iterator[Finding]:
    """`tool_use.content.data` has a `tool_name` and `arguments` that are an object or an array.

    Arguments that are a bare text in the source are wrapped (`{"input":"..."}`).
    """
    for item, value in _of(doc, "tool_use"):
        found = _content(value).get("data")
        if type(found) is not dict:
            yield item.says("no data object, expected tool_name and arguments", "content", "data")
            continue
        if type(found.get("tool_name")) is not str:
            message = f"tool_name is {said(found.get('tool_name'))}, expected a string"
            yield item.says(message, "content", "data", "tool_name")
        if type(found.get("arguments")) not in (dict, list):
            there = said(found["arguments"]) if "arguments" in found else "missing"
            message = f"arguments is {there}, expected an object or an array"
            yield item.says(message, "content", "data", "arguments")


_MARKER = {"truncated", "original_length"}


@rule(
    "OTK045",
    clause="OT-45",
    good=_GOOD,
    bad=document(event(1), call(2), result(3, content=text("Shorthand.", exit_code=0))),
)
def result_holds_only_the_output(doc: Document) -> Iterator[Finding]:
    """`tool_result.content` is the output and nothing else: `text` or `data`, not both, and no further keys.

    Exit codes, errors and durations go into an annotation (gap R25).  The marker of a text that was cut is the one
    thing that may stand beside it (gap R16).
    """
    for item, value in _of(doc, "tool_result"):
        content = _content(value)
        for key in content.keys() - {"mime", "text", "data"}:
            yield item.says(f"{key} is not part of the output, expected only text or data", "content")
        if "text" in content and "data" in content:
            marker = content["data"]
            if type(marker) is not dict or not marker.keys() <= _MARKER:
                yield item.says("text and data, expected one of them", "content", "data")


@rule(
    "OTK046",
    clause="OT-46",
    good=document(
        call(1),
        result(2, content=data({"missing_result": True})),
        annotation(3, {"marker": "missing_result"}, links={"replies_to": "evt_000002", "call_id": "call_000001"}),
    ),
    bad=document(call(1), result(2, content=data({"missing_result": True, "reason": "timeout"}))),
    severity=Severity.WARNING,
)
def missing_result_is_marked_plainly(doc: Document) -> Iterator[Finding]:
    """The marker of a missing result is exactly `{"missing_result":true}`, and an annotation names it, or a note of the
    redaction.

    A tool may return such an object itself; only the exact marker is taken for one, and what names it removes the doubt
    (gap R18).
    """
    about = {_link(value, "replies_to") for _, value in _of(doc, "annotation")}
    about |= {_link(value, "call_id") for _, value in _of(doc, "annotation")}
    tools = {_link(value, "call_id"): (_content(value).get("data") or {}) for _, value in _of(doc, "tool_use")}
    notes = _notes(doc)
    for item, value in _of(doc, "tool_result"):
        found = _content(value).get("data")
        if type(found) is not dict or "missing_result" not in found:
            continue
        if not only(found, "missing_result"):
            yield item.says(f'data is {said(found)}, expected {{"missing_result":true}}', "content", "data")
        elif str(value.get("id")) not in about and (call := _link(value, "call_id")) not in about:
            called = tools.get(call)
            names = (value.get("id"), call, called.get("tool_name") if type(called) is dict else None)
            if not any(_tells_of_missing(note, names) for note in notes):
                yield item.says("a missing result, and neither an annotation nor a note names it", "content", "data")


def _notes(doc: Document) -> list[str]:
    redaction = (conversation_of(doc) or {}).get("redaction")
    notes = redaction.get("notes") if type(redaction) is dict else None
    return [note.lower() for note in notes if type(note) is str] if type(notes) is list else []


_MISSING = ("missing", "no result", "without result", "without a result", "no output")


def _tells_of_missing(note: str, names: Iterable[JSON]) -> bool:
    """Whether a note says that results are missing, or names the event, its call or its tool."""
    return any(words in note for words in _MISSING) or any(type(name) is str and name.lower() in note for name in names)


_INNER = {"links": {"span_id": "span_000001"}}


@rule(
    "OTK047",
    clause="OT-47",
    good=document(span(1, "span_start"), answer(2, actor_id=AGENT, **_INNER), span(3, "span_end")),
    bad=document(span(1, "span_start"), answer(2, **_INNER), span(3, "span_end")),
    severity=Severity.WARNING,
)
def sub_agent_is_a_participant_of_its_own(doc: Document) -> Iterator[Finding]:
    """What a sub-agent says in its span has another actor than whoever opened the span.

    Otherwise nobody can tell the agent from the one that it started.
    """
    starter = {
        _link(value, "span_id"): value.get("actor_id")
        for _, value in _of(doc, "span_start")
        if type(value.get("actor_id")) is str
    }
    for item, value in _of(doc, "message", "tool_use"):
        actor, name = value.get("actor_id"), _link(value, "span_id")
        if value.get("role") in ("assistant", THOUGHT) and name is not None and starter.get(name) == actor is not None:
            yield item.says(f"{actor} opened {name} and speaks in it, expected a sub-agent", "actor_id")


@rule(
    "OTK048",
    clause="OT-48",
    good=document(span(1, "span_start"), answer(2, actor_id=AGENT, **_INNER), span(3, "span_end")),
    bad=document(span(1, "span_start"), answer(2, actor_id=AGENT, **_INNER)),
)
def span_starts_once_and_ends_once(doc: Document) -> Iterator[Finding]:
    """A span has an id, one `span_start` and then one `span_end`.

    Where the source does not say that it ended, the end says so: `{"missing_end":true}` (gap R28).  Spans may overlap.
    """
    state: Counter[str] = Counter()
    opened: dict[str, Item] = {}
    for item, value in _of(doc, "span_start", "span_end"):
        name = _link(value, "span_id")
        if name is None:
            yield item.says("span_id is missing, expected span_ and six digits or more", "links")
        elif value["type"] == "span_start":
            if name in opened:
                yield item.says(f"{name} has started already", "links", "span_id")
            opened.setdefault(name, item)
        elif name not in opened:
            yield item.says(f"{name} ends and has not started", "links", "span_id")
        else:
            state[name] += 1
            if state[name] > 1:
                yield item.says(f"{name} has ended already", "links", "span_id")
    for name, item in opened.items():
        if not state[name]:
            yield item.says(f"{name} never ends, expected a span_end", "links", "span_id")


@rule(
    "OTK148",
    clause="OT-48",
    good=document(span(1, "span_start"), answer(2, actor_id=AGENT, **_INNER), span(3, "span_end")),
    bad=document(event(1), answer(2, actor_id=AGENT, **_INNER)),
    severity=Severity.WARNING,
)
def event_of_a_span_stands_in_it(doc: Document) -> Iterator[Finding]:
    """An event with a `span_id` stands between the start and the end of that span.

    A sub-agent's own file, exported by itself, holds neither: export the session that started it.
    """
    state: dict[str, str] = {}
    for _, item, value in doc.events_at():
        name, kind = _link(value, "span_id"), value.get("type")
        if name is None:
            continue
        if kind == "span_start" or kind == "span_end":
            state[name] = "" if kind == "span_start" else "has ended"
        elif found := state.get(name, "has not started"):
            yield item.says(f"{name} {found} here", "links", "span_id")


@rule(
    "OTK049",
    clause="OT-49",
    good=document(span(1, "span_start", {"spawn_reason": "search"}), span(2, "span_end")),
    bad=document(span(1, "span_start"), span(2, "span_end", {"spawn_reason": "search"})),
    severity=Severity.WARNING,
)
def spawn_metadata_is_on_the_start(doc: Document) -> Iterator[Finding]:
    """Why and with what a sub-agent was started is told by its `span_start`.

    `spawn_reason`, `requested_capabilities`, `tooling_scope` and `model` are looked for there and nowhere else.
    """
    for item, value in _of(doc, "span_end"):
        found = _content(value).get("data")
        for key in SPAWN:
            if type(found) is dict and key in found:
                yield item.says(f"{key} on a span_end, expected it on the start", "content", "data", key)


RULES = (
    tool_output_is_a_tool_result,
    actor_is_of_the_right_kind,
    call_has_a_result,
    result_has_a_call,
    tool_event_has_a_call_id,
    result_follows_its_call,
    call_has_tool_name_and_arguments,
    result_holds_only_the_output,
    missing_result_is_marked_plainly,
    sub_agent_is_a_participant_of_its_own,
    span_starts_once_and_ends_once,
    event_of_a_span_stands_in_it,
    spawn_metadata_is_on_the_start,
)
