"""The rules of tool calls, their results, and sub-agents' spans."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial

from msgspec import UNSET

from steno.base.exact import JSON, said
from steno.contracts import Finding
from steno.formats.open_token.checks import (
    content,
    data,
    items,
    link,
    of_type,
    participants_of,
    redaction_of,
)
from steno.formats.open_token.document import Document, Item
from steno.formats.open_token.examples import rule
from steno.formats.open_token.payload import only
from steno.formats.open_token.wire import KIND_OF_ROLE, SPAWN, THOUGHT
from steno.formats.rulebook import WARNING
from steno.formats.shapes import TEXT, Field, misfits, required

_CALLS = partial(of_type, types=("tool_use",))
_RESULTS = partial(of_type, types=("tool_result",))


@rule.each(items, "OTK013", bad={"/events/2/type": "message"})
def tool_output_is_a_tool_result(item: Item) -> Iterator[Finding]:
    """A tool's output is a `tool_result` event: the role `tool` has no other type.

    Tool output is less trustworthy than the words of the user or the model, so readers must be able to tell them apart.
    """
    if item.value.get("role") == "tool" and (kind := item.value.get("type")) not in ("tool_result", "annotation"):
        yield item.says(f"type is {said(kind)} for the role tool, expected tool_result", "type")


@rule("OTK032", bad={"/events/6/actor_id": "act_002"}, severity=WARNING)
def actor_is_of_the_right_kind(doc: Document) -> Iterator[Finding]:
    """System and developer prompts come from a `system`; answers, thoughts and calls from a `model`; results
    from a `tool`.

    The format exists to record who said what. Either the event names the wrong actor, or the participant has the wrong
    kind.
    """
    listed = [each for each in participants_of(doc) if type(each) is dict and type(each.get("actor_id")) is str]
    kinds = {each["actor_id"]: each.get("kind") for each in listed}
    for item in of_type(doc, ("message", "tool_use", "tool_result")):
        role, actor = item.value.get("role"), item.value.get("actor_id")
        if not isinstance(role, str) or role == "user" or role not in KIND_OF_ROLE or not isinstance(actor, str):
            continue
        expected = KIND_OF_ROLE[role].value
        if actor in kinds and kinds[actor] != expected:
            message = f"{actor} is a {said(kinds[actor])} in the role {role}, expected a {expected}"
            yield item.says(message, "actor_id")


@rule("OTK042", bad={"/events/2": UNSET})
def call_has_a_result(doc: Document) -> Iterator[Finding]:
    """Every tool call has one `tool_use` event and one `tool_result` event of the same `call_id`.

    If the source has no result, the event says so: `{"missing_result":true}`. Then a reader knows that nothing
    was forgotten.
    """
    answered = {link(item, "call_id") for item in _RESULTS(doc)}
    first: dict[str, str] = {}
    for item in _CALLS(doc):
        name = link(item, "call_id")
        if name is None:
            continue
        if name in first:
            yield item.says(f"{first[name]} already has the call {name}", "links", "call_id")
        elif name not in answered:
            yield item.says(f"{name} has no tool_result", "links", "call_id")
        first.setdefault(name, str(item.value.get("id")))


@rule("OTK142", bad={"/events/1": UNSET}, severity=WARNING)
def result_has_a_call(doc: Document) -> Iterator[Finding]:
    """A `tool_result` belongs to a `tool_use`, and is the only one of its call.

    Some sources have results without calls, or several results of one call; Steno exports them as they are, with an
    annotation that says so (gap R25).
    """
    calls = {link(item, "call_id") for item in _CALLS(doc)}
    seen: set[str] = set()
    for item in _RESULTS(doc):
        name = link(item, "call_id")
        if name is None:
            continue
        if name not in calls:
            yield item.says(f"{name} has no tool_use", "links", "call_id")
        elif name in seen:
            yield item.says(f"{name} has a tool_result already", "links", "call_id")
        seen.add(name)


_PAIRED = partial(of_type, types=("tool_use", "tool_result"))


@rule.each(_PAIRED, "OTK043", bad={"/events/1/links": UNSET})
def tool_event_has_a_call_id(item: Item) -> Iterator[Finding]:
    """`tool_use` and `tool_result` have a `links.call_id`, the same for both.

    Their position does not pair them, because calls may run in parallel.
    """
    if link(item, "call_id") is None:
        yield item.says("call_id is missing, expected call_ and six digits or more", "links")


@rule("OTK143", bad={"/events/1/type": "tool_result", "/events/2/type": "tool_use"}, severity=WARNING)
def result_follows_its_call(doc: Document) -> Iterator[Finding]:
    """A `tool_result` comes after the `tool_use` of its call.

    Events are in causal order (OT-11).  If a source logs a result first, Steno keeps its order.
    """
    early: dict[str, Item] = {}
    for item in _PAIRED(doc):
        name = link(item, "call_id")
        if name is None:
            continue
        if item.value["type"] == "tool_result":
            early.setdefault(name, item)
        elif name in early:
            yield early[name].says(f"the result of {name} comes before its call", "links", "call_id")
        else:
            early[name] = item  # results of it come later


_CALLED = {
    "tool_name": required(TEXT),
    "arguments": Field(("object", "array"), required=True, said="an object or an array"),
}


@rule.each(_CALLS, "OTK044", bad={"/events/1/content/data/arguments": "steno"})
def call_has_tool_name_and_arguments(item: Item) -> Iterator[Finding]:
    """`tool_use.content.data` has a `tool_name` and `arguments` that are an object or an array.

    Arguments that are a bare text in the source are wrapped (`{"input":"..."}`).
    """
    if type(found := content(item).get("data")) is not dict:
        yield item.says("no data object, expected tool_name and arguments", "content", "data")
    else:
        yield from misfits((found, lambda message, key: item.says(message, "content", "data", key)), _CALLED)


_MARKER = {"truncated", "original_length"}


@rule.each(_RESULTS, "OTK045", bad={"/events/2/content/exit_code": 0})
def result_holds_only_the_output(item: Item) -> Iterator[Finding]:
    """`tool_result.content` is the output and nothing else: `text` or `data`, not both, and no further keys.

    Exit codes, errors and durations go into an annotation (gap R25).  Only the marker of a cut text may appear beside
    it (gap R16)."""
    found = content(item)
    for key in found.keys() - {"mime", "text", "data"}:
        yield item.says(f"{key} is not part of the output, expected only text or data", "content")
    marker = found.get("data")
    if "text" in found and "data" in found and not (type(marker) is dict and marker.keys() <= _MARKER):
        yield item.says("text and data, expected one of them", "content", "data")


_ABOUT_MISSING = {
    "id": "evt_000008", "seq": 8, "type": "annotation", "actor_id": "act_001", "visibility": "metadata",
    "role": "system", "content": {"mime": "application/json", "data": {"marker": "missing_result"}},
    "links": {"replies_to": "evt_000003", "call_id": "call_000001"},
}  # fmt: skip


@rule(
    "OTK046",
    good={
        "/events/2/content": {"mime": "application/json", "data": {"missing_result": True}},
        "/events/-": _ABOUT_MISSING,
    },
    bad={"/events/2/content/data/reason": "timeout"},
    severity=WARNING,
)
def missing_result_is_marked_plainly(doc: Document) -> Iterator[Finding]:
    """The marker of a missing result is exactly `{"missing_result":true}`, and an annotation or a redaction note
    names it.

    A tool may return such an object itself, so only the exact marker counts, and the annotation or note removes the
    doubt (gap R18)."""
    about = {link(item, key) for item in of_type(doc, ("annotation",)) for key in ("replies_to", "call_id")}
    tools = {link(item, "call_id"): data(item).get("tool_name") for item in _CALLS(doc)}
    notes = redaction_of(doc).get("notes")
    texts = [note.lower() for note in notes if type(note) is str] if type(notes) is list else []
    for item in _RESULTS(doc):
        found = data(item)
        if "missing_result" not in found:
            continue
        id, call = item.value.get("id"), link(item, "call_id")
        if not only(found, "missing_result"):
            yield item.says(f'data is {said(found)}, expected {{"missing_result":true}}', "content", "data")
        elif not ({str(id), call} & about or any(_tells(note, (id, call, tools.get(call))) for note in texts)):
            yield item.says("a missing result, but neither an annotation nor a note names it", "content", "data")


_MISSING = ("missing", "no result", "without result", "without a result", "no output")


def _tells(note: str, names: Iterable[JSON]) -> bool:
    """Whether a note says that results are missing, or names the event, its call or its tool."""
    return any(words in note for words in _MISSING) or any(type(name) is str and name.lower() in note for name in names)


@rule("OTK047", bad={"/events/4/actor_id": "act_003"}, severity=WARNING)
def sub_agent_is_a_participant_of_its_own(doc: Document) -> Iterator[Finding]:
    """What a sub-agent says in its span has a different actor from the one that opened the span.

    Otherwise nobody can tell an agent from its sub-agent.
    """
    opened = [item for item in of_type(doc, ("span_start",)) if type(item.value.get("actor_id")) is str]
    starter = {link(item, "span_id"): item.value["actor_id"] for item in opened}
    for item in of_type(doc, ("message", "tool_use")):
        actor, name = item.value.get("actor_id"), link(item, "span_id")
        speaks = item.value.get("role") in ("assistant", THOUGHT) and name is not None
        if speaks and starter.get(name) == actor is not None:
            yield item.says(f"{actor} opened {name} and speaks in it, expected a sub-agent", "actor_id")


@rule("OTK048", bad={"/events/5": UNSET})
def span_starts_once_and_ends_once(doc: Document) -> Iterator[Finding]:
    """A span has an id, one `span_start` and then one `span_end`.

    If the source does not say that it ended, the end says so: `{"missing_end":true}` (gap R28).  Spans may overlap.
    """
    ends: Counter[str] = Counter()
    opened: dict[str, Item] = {}
    for item in of_type(doc, ("span_start", "span_end")):
        name = link(item, "span_id")
        if name is None:
            yield item.says("span_id is missing, expected span_ and six digits or more", "links")
        elif item.value["type"] == "span_start":
            if opened.setdefault(name, item) is not item:
                yield item.says(f"{name} has started already", "links", "span_id")
        elif name not in opened:
            yield item.says(f"{name} ends but never started", "links", "span_id")
        else:
            ends[name] += 1
            if ends[name] > 1:
                yield item.says(f"{name} has ended already", "links", "span_id")
    for name, item in opened.items():
        if not ends[name]:
            yield item.says(f"{name} never ends, expected a span_end", "links", "span_id")


@rule("OTK148", bad={"/events/0/links": {"span_id": "span_000001"}}, severity=WARNING)
def event_of_a_span_stands_in_it(doc: Document) -> Iterator[Finding]:
    """An event with a `span_id` comes between the start and the end of that span.

    A sub-agent's own file, exported by itself, holds neither: export the session that started it.
    """
    state: dict[str, str] = {}
    for item in items(doc):
        name, kind = link(item, "span_id"), item.value.get("type")
        if name is None:
            continue
        if kind == "span_start" or kind == "span_end":
            state[name] = "" if kind == "span_start" else "has ended"
        elif found := state.get(name, "has not started"):
            yield item.says(f"{name} {found} here", "links", "span_id")


@rule.each(partial(of_type, types=("span_end",)), "OTK049", severity=WARNING,
           bad={"/events/5/content/data/spawn_reason": "search"})  # fmt: skip
def spawn_metadata_is_on_the_start(item: Item) -> Iterator[Finding]:
    """The `span_start` says why and with what a sub-agent was started.

    `spawn_reason`, `requested_capabilities`, `tooling_scope` and `model` are read only there.
    """
    for key in SPAWN:
        if key in data(item):
            yield item.says(f"{key} on a span_end, expected it on the start", "content", "data", key)
