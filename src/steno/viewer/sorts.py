"""What a row is, and which picture goes with it: by what was done, never by who did it."""

from __future__ import annotations

import enum
import re
from typing import Final

from msgspec import UNSET

from steno import tools
from steno.base.patterns import deferred
from steno.compare.items import Item, What
from steno.model import Blob, Event, Kind, Lifecycle, LifecycleKind, Span, ToolCall, Unknown
from steno.model.calls import as_object, command_of
from steno.model.runs import SUB_AGENT
from steno.tools import Effect


class Sort(enum.IntEnum):
    """The kinds of rows; their names in small letters are what the page knows."""

    HUMAN = 0
    AGENT = 1
    THINKING = 2
    TOOL = 3
    SUB = 4
    COMMIT = 5
    SYSTEM = 6
    STOP = 7
    COMPACT = 8
    NOTE = 9
    UNKNOWN = 10
    BROKEN = 11


NAMES: Final = tuple(each.name.lower() for each in Sort)
_WHATS: Final = {
    What.PROMPT: Sort.HUMAN, What.GIVEN: Sort.SYSTEM, What.WORDS: Sort.AGENT, What.THOUGHT: Sort.THINKING,
    What.CALL: Sort.TOOL,
}  # fmt: skip
_LIFECYCLES: Final = {LifecycleKind.COMPACTION: Sort.COMPACT, LifecycleKind.INTERRUPTION: Sort.STOP}
_OPERATIONS: Final = {"read": "read", "edit": "edit", "write": "edit", "search": "search", "plan": "list"}
_EDITS: Final = frozenset({*Effect} - {Effect.READ, Effect.SHELL})
_WEB: Final = frozenset({"browser", "search"})
_COMMIT: Final = deferred(r"(?:^|[;&|(\n]\s*)git\s+(?:-\S+\s+|-[cC]\s+\S+\s+)*commit\b", re.ASCII)


def sort_of(item: Item) -> Sort:
    """What a row of this item is."""
    if item.what is not What.ASIDE:
        return Sort.SUB if item.what is What.PROMPT and item.nested else _WHATS[item.what]
    event = item.event
    body = event.body
    if isinstance(body, Lifecycle):
        return (
            _LIFECYCLES.get(event.signs.lifecycle, Sort.SYSTEM) if event.signs.lifecycle is not UNSET else Sort.SYSTEM
        )
    if isinstance(body, Unknown):
        return Sort.BROKEN if isinstance(event.raw, bytes) and event.residue is UNSET else Sort.UNKNOWN
    if event.kind is Kind.TOOL_RESULT:
        return Sort.TOOL
    if event.kind is Kind.SPAN_START and isinstance(body, Span) and body.name == SUB_AGENT:
        return Sort.SUB
    return Sort.SYSTEM


def is_passing(event: Event) -> bool:
    """Whether it was of use only while the agent ran."""
    body = event.body
    return (isinstance(body, Lifecycle) and body.transient) or event.kind is Kind.SPAN_END or event.echo_of is not UNSET


def is_failure(event: Event) -> bool:
    """Whether a record of the program's own tells of a failure."""
    return event.signs.lifecycle is LifecycleKind.ERROR or event.signs.api_error


def picture(sort: Sort, event: Event, *, starts_run: bool = False) -> str:
    """The icon of a row."""
    body = event.body
    if sort is Sort.TOOL:
        return "sub" if starts_run else _of_call(body) if isinstance(body, ToolCall) else "tool"
    if sort is Sort.SYSTEM and event.is_command():
        return "human"
    if sort is Sort.SYSTEM and isinstance(body, Blob):
        return "read"
    return "unknown" if sort is Sort.BROKEN else NAMES[sort]


def _of_call(call: ToolCall) -> str:
    known = tools.named(call.tool)
    if known is None:
        return "tool"
    if known.surface in _WEB:
        return "web"
    if known.effect in _EDITS:
        return "edit"
    if known.surface == "cli":
        return "commit" if commits(call) else "tool"
    return _OPERATIONS.get(known.operation, "tool")


def commits(call: ToolCall) -> bool:
    """Whether a command line asks git for a commit."""
    command = command_of(as_object(call.arguments))
    return command is not None and "commit" in command and _COMMIT().search(command) is not None


def edits_files(call: ToolCall) -> bool:
    """Whether the tool is one that changes files."""
    known = tools.named(call.tool)
    return known is not None and (known.effect in _EDITS or known.operation in ("edit", "write"))
