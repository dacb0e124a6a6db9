"""What the strict level takes out whole: what tools returned, what the model was told, how the machine is set up."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import UNSET, Raw
from msgspec.structs import replace

from steno.base.patterns import deferred
from steno.detect.marks import Marks
from steno.model import JSON, ActorKind, Event, Header, Kind, Lifecycle, Note, Role, Span, Text, ToolResult, Trace
from steno.model.kept import Paths
from steno.model.walk import map_strings, map_tree
from steno.passes.kept import unchanged

_PLAIN = deferred(
    r"[A-Za-z][A-Za-z_-]{0,31}"
    r"|[a-z]{2,8}_[0-9]{1,12}"
    r"|[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"
    r"|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{5,20}(?:Z|[+-][0-9:]{4,6})"
    r"|[0-9]{1,6}(?:\.[0-9]{1,6}){0,3}"
    r"|(?:text|application|image)/[a-z0-9.+-]{1,40}"
)
"""A single word without digits, a counted id, a UUID, a time, a version, a media type."""


def withheld(trace: Trace, marks: Marks, paths: Paths) -> Trace:
    """Without what tools returned, what the program and its operator told the model, and how the machine is set up."""
    systems = {key for key, actor in trace.header.actors.items() if actor.kind is ActorKind.SYSTEM}
    events = tuple(_withheld_event(event, event.actor in systems, marks, paths) for event in trace.events)
    spoken = {event.uid for event in trace.events if event.kind in (Kind.MESSAGE, Kind.THOUGHT)}
    notes = tuple(_withheld_note(note, note.target in spoken, marks) for note in trace.notes)
    return replace(trace, header=_withheld_header(trace.header, marks, paths), events=events, notes=notes)


_RETURNED = frozenset({"output", "observation", "state_change"})
"""What a note may repeat of what a tool returned."""
_SET_UP = frozenset({"agent_config", "memory", "skills", "environment"})


def _withheld_note(note: Note, spoken: bool, marks: Marks) -> Note:
    """A note without what its event withholds; what somebody said to somebody stays."""
    if note.key in _SET_UP:
        return replace(note, value=_tree(marks, "config", note.value))
    if note.key in _RETURNED and not (spoken and note.key == "output"):
        return replace(note, value=_tree(marks, "tool_output", note.value))
    return note


def _withheld_header(header: Header, marks: Marks, paths: Paths) -> Header:
    config = marks.whole("config")
    return replace(
        header,
        system_prompts={key: config(text) for key, text in header.system_prompts.items()},
        environment=map_tree(header.environment, config, unchanged(paths, "header", "environment")),
        tools=map_tree(header.tools, _words(marks)),
        residue=map_tree(header.residue, _words(marks), unchanged(paths, "header", "residue")),
    )


def _withheld_event(event: Event, system: bool, marks: Marks, paths: Paths) -> Event:
    kept = unchanged(paths, "events", "[]", "body", "data")
    match event.body:
        case ToolResult(content, _, detail):
            new = {"content": _tree(marks, "tool_output", content), "detail": _tree(marks, "tool_output", detail)}
        case Text(text) if system or event.role in (Role.SYSTEM, Role.DEVELOPER):
            new = {"text": marks.whole("config")(text)}
        case Lifecycle(_, text, data):
            new = {"text": map_tree(text, _words(marks)), "data": map_tree(data, _words(marks), kept)}
        case Span(_, data):
            new = {"data": map_tree(data, _words(marks), kept)}
        case _:
            new = {}
    residue = map_tree(event.residue, _words(marks), unchanged(paths, "events", "[]", "residue"))
    signs = map_strings(event.signs, _words(marks))
    return replace(event, body=replace(event.body, **new), residue=residue, signs=signs)


def _tree(marks: Marks, kind: str, value: JSON) -> JSON:
    """One placeholder for all of a value."""
    if value is UNSET or value is None:
        return value
    return marks.whole(kind)(value if isinstance(value, str) else _spelling(value))


def _words(marks: Marks) -> Callable[[str], str]:
    """For text of which nobody knows what it is: only what can hardly say anything stays."""
    config = marks.whole("config")
    return lambda text: text if _PLAIN().fullmatch(text) else config(text)


def _spelling(tree: JSON) -> str:
    """All that a tree says, in one string to tag it by.  Not recursive: a tree may nest deep."""
    pieces: list[str] = []
    stack = [tree]
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            pieces.append(f"{{{len(item)}")
            stack.extend(part for pair in item.items() for part in pair)
        elif isinstance(item, list | tuple):
            pieces.append(f"[{len(item)}")
            stack.extend(item)
        else:
            pieces.append(bytes(item).decode() if isinstance(item, Raw) else repr(item))
    return "\0".join(pieces)
