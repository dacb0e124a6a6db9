"""Says of a field of a record where its value comes from: the bytes that hold it, or the rule that makes it.

What notes say, and who says so, is not known here: a field of which a note speaks has a better answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Final, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from steno.base.exact import JSON, decode, pointer
from steno.contracts import UsageError
from steno.formats.counter import LossCounter
from steno.formats.opentraces.losses import TABLE
from steno.formats.opentraces.refill import is_own, record_of
from steno.formats.opentraces.steps import Draft, Drafts
from steno.formats.opentraces.wire import EXITED, FAILED, MADE, NO_RESULT, Object
from steno.formats.opentraces.writer import CHOICES, OpenTracesWriter
from steno.formats.options import parse
from steno.model import Event, Lifecycle, Origin, Trace

Path = tuple[str | int, ...]


class Provenance(NamedTuple):
    """A field, and where it comes from."""

    value: JSON
    """None where nothing is known."""
    rule: str = ""
    """How it is made; empty for what stands in the source as it is."""
    places: tuple[Origin, ...] = ()
    """The bytes that hold it, or that it is made from."""


_HOW: Final = {
    "schema_version": "The version that is written where no other is asked for.",
    "trace_id": "A UUID of version 5 of the agent's name and its own id of the session: the same however often it is "
    "imported.",
    "content_hash": "SHA-256 of the whole record, as the schema's own package computes it.  Redaction changes it.",
    "agent.name": "The agent that writes logs of this format.",
    "agent.model": "The model of the first answer, with its provider where the log names it.",
    "timestamp_end": "The latest time in the log.",
    "execution_context": "`devtime` for agents that edit code, or where there are patches.",
    "steps": "One response of the model is one step, with the results of its calls; so is each message of anybody "
    "else.",
    "metrics.total_steps": "The number of steps.",
    "metrics": "The sum of what the steps state.",
    "lifecycle": "`final` once a commit is known to which the session led, by evidence; until then `provisional`.",
    "generation_index": "0, unless a note says which capture of the session this is.",
    "context_tree_summary": "Counted over what the model had before it at each of its steps: prompts, tools, and every "
    "step above.",
    "security": "What redaction did, which comes after this.",
    "patches": "Linking to commits and reading edits finds them: `steno link`.",
    "git_links": "Linking to commits finds them: `steno link`.",
    "attribution": "Linking to commits finds it: `steno link`.",
    "metadata": "Steno's own: what the log says and a record has no field for, and the hash of the record.",
}
"""How fields of the whole are made, by the longest beginning of their names."""
_STEP: Final = {
    "step_index": "Steps are counted from 0 in the order in which they begin.",
    "role": "`agent` for the model, `user` for the human, `system` for everybody else.",
    "system_prompt_hash": "The first 16 digits of the SHA-256 of the only system prompt.",
    "agent_role": "`main` for the session itself; of a sub-agent the kind that its starter asked for.",
    "parent_step": "The step whose call started the sub-agent.",
    "call_type": "`subagent` for the steps of a sub-agent's run, `main` for other answers.",
    "subagent_trajectory_ref": "The run that the step started, or the run of a sub-agent that it belongs to.",
    "tools_available": "The tools that the log says the session had.",
    "context_node_id": "The address of what the model had before it: prompts, tools, and every step above.",
    "snippets": "What the calls of the step put into files.",
    "duration_ms": "The time that the program measured, or else the time from the call to its result.",
    "tool_call_id": "The log gives the call no id, and the schema asks for one.",
    "source_call_id": "The log gives the call no id, and the schema asks for one.",
    "error": "The log says that the call failed, by a flag, its exit code or its words, or has no result for it.",
}
"""How fields of a step are made that do not simply stand in its events."""
_WORDS: Final = {"tool_call_id": (MADE,), "source_call_id": (MADE,), "error": (FAILED, NO_RESULT, EXITED)}
"""Of these, only values that begin so are made."""
_TEXTS: Final = ("session_id", "agent.version")
_NAME: Final = re.compile(r"\[(\d{1,9})\]")
_DEEPEST: Final = 64


def record_from(trace: Trace) -> Object:
    """The record that a trace is written as, before anything is redacted."""
    if is_own(trace):
        found: JSON = record_of(trace)
    else:
        lines = OpenTracesWriter(parse([], CHOICES)).lines(trace, LossCounter(TABLE))
        found = decode(b"".join(lines)).value
    return found if type(found) is dict else {}


def is_stated(trace: Trace, name: str) -> bool:
    """Whether a trace was read from a record that itself says what a field is."""
    if not is_own(trace):
        return False
    try:
        _, value = _found(record_from(trace), name)
    except UsageError:
        return False
    return value is not None


def provenance_of(trace: Trace, name: str) -> Provenance:
    """Where a field comes from, by its name: `agent.model`, `steps[3].content`, `/steps/3/content`.

    Raises `UsageError` for one that the record does not have.
    """
    record = record_from(trace)
    path, value = _found(record, name)
    if is_own(trace):
        return Provenance(value, places=tuple(_in_record(trace, path)))
    if path[0] == "steps" and len(path) > 1:
        return _of_step(trace, path, value)
    dotted = ".".join(map(str, path))
    known = value is not None and value not in ("", [], {})
    if dotted in _TEXTS and type(value) is str:
        return Provenance(value, places=tuple(_standing(trace, value)))
    rule = next((_HOW[part] for part in _beginnings(dotted) if part in _HOW), "")
    events: Iterable[Event] = ()
    if dotted in ("timestamp_start", "timestamp_end"):
        events = (event for event in trace.events if event.time == value)
    elif dotted == "agent.model":
        events = (event for event in trace.events if isinstance(event.model, str) and str(value).endswith(event.model))
    return Provenance(value if known else None, rule, _places(events, 1))


def _of_step(trace: Trace, path: Path, value: JSON) -> Provenance:
    draft = Drafts(trace, beside=True).steps[int(path[1])]
    if len(path) == 2:
        return Provenance(value, _HOW["steps"], _places(draft.events()))
    # Zeros stand for tokens that nobody counted.
    if value is None or value == [] or (path[2] == "token_usage" and draft.usage is UNSET):
        return Provenance(None)
    field = str(path[4] if len(path) > 4 and path[2] in ("tool_calls", "observations") else path[2])
    rule = "" if field in _WORDS and not str(value).startswith(_WORDS[field]) else _STEP.get(field, "")
    return Provenance(value, rule, _places(_events(trace, draft, path)))


def _events(trace: Trace, draft: Draft, path: Path) -> Iterator[Event]:
    """The events that a field of a step stands in, or is made from."""
    field, place = path[2], path[3] if len(path) > 3 and type(path[3]) is int else None
    results = [result for _, result in draft.results]
    match field:
        case "content":
            yield from draft.texts
        case "reasoning_content":
            yield from draft.thoughts
        case "tool_calls":
            yield from draft.calls if place is None else draft.calls[place : place + 1]
            if path[-1] == "duration_ms" and place is not None:
                call = draft.calls[place]
                yield from (result for one, result in draft.results if one is call)
        case "observations":
            yield from results if place is None else results[place : place + 1]
        case "token_usage":
            yield from (event for event in trace.events if event.usage is not UNSET and event.usage is draft.usage)
        case "model" | "timestamp":
            name = "time" if field == "timestamp" else "model"
            yield from (event for event in draft.events() if getattr(event, name) == draft.stated(name))
        case "snippets":
            yield from draft.calls
        case _:
            yield draft.head


def _places(events: Iterable[Event], most: int | None = None) -> tuple[Origin, ...]:
    found = [event.origin for event in events if isinstance(event.origin, Origin)]
    return tuple(found if most is None else found[:most])


def _standing(trace: Trace, value: str) -> Iterator[Origin]:
    """The first place in the source where a text stands as a value."""
    for event in trace.events:
        stack: list[tuple[Path, JSON]] = [((), event.residue)]
        if isinstance(event.body, Lifecycle) and isinstance(event.origin, Origin):
            above = tuple(event.origin.pointer.split("/")[1:])
            stack.append((above, event.body.data))
        while stack:
            path, each = stack.pop()
            if each == value and isinstance(event.origin, Origin):
                yield replace(event.origin, pointer=pointer(*path))
                return
            if len(path) < _DEEPEST and isinstance(each, dict):
                stack.extend(((*path, key), one) for key, one in each.items())
            elif len(path) < _DEEPEST and isinstance(each, list):
                stack.extend(((*path, index), one) for index, one in enumerate(each))


def _in_record(trace: Trace, path: Path) -> Iterator[Origin]:
    """The field itself, in the line that the record was read from."""
    for event in trace.events:
        if isinstance(event.origin, Origin):
            yield replace(event.origin, pointer=pointer(*path))
            return


# Names


def _found(record: Object, name: str) -> tuple[Path, JSON]:
    value: JSON = record
    path: list[str | int] = []
    for part in _parts(name):
        if isinstance(value, dict) and part in value:
            path.append(part)
            value = value[part]
        elif isinstance(value, list) and part.isdigit() and int(part) < len(value):
            path.append(int(part))
            value = value[int(part)]
        else:
            raise UsageError(_missing(name, ".".join(map(str, path)), part, value))
    return tuple(path), value


def _parts(name: str) -> list[str]:
    """A pointer, or names with dots and brackets between them."""
    if name.startswith("/"):
        return [part.replace("~1", "/").replace("~0", "~") for part in name[1:].split("/")]
    return _NAME.sub(r".\1", name).split(".")


def _missing(name: str, above: str, part: str, value: JSON) -> str:
    where = above or "the record"
    if isinstance(value, list):
        entries = "entry" if len(value) == 1 else "entries"
        return f"no field named {name!r}: {where} has {len(value)} {entries}, counted from 0"
    if not isinstance(value, dict):
        return f"no field named {name!r}: {where} is not an object" if value is not None else f"{where} is not known"
    near = get_close_matches(part, list(value), n=1)
    meant = f"did you mean {f'{above}.{near[0]}' if above else near[0]!r}?" if near else f"{where} has {_listed(value)}"
    return f"no field named {name!r}; {meant}"


def _listed(value: Object) -> str:
    return ", ".join(value) or "no fields"


def _beginnings(name: str) -> Iterator[str]:
    while name:
        yield name
        name = name.rpartition(".")[0]
