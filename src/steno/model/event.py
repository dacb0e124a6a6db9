"""One thing that was said or done: the grain of the log."""

from __future__ import annotations

import enum
from datetime import datetime

from msgspec import UNSET, Struct, UnsetType

from steno.base import time
from steno.base.exact import JSON
from steno.model.body import Body
from steno.model.signs import NONE, Injected, Signs


class Kind(enum.Enum):
    __hash__ = object.__hash__  # that of an Enum is slow, and there is only one object of each

    MESSAGE = "message"
    THOUGHT = "thought"
    TOOL_CALL = "tool_call"
    TOOL_RESULT = "tool_result"
    SPAN_START = "span_start"
    SPAN_END = "span_end"
    LIFECYCLE = "lifecycle"
    BLOB = "blob"
    UNKNOWN = "unknown"


class Role(enum.Enum):
    __hash__ = object.__hash__

    SYSTEM = "system"
    DEVELOPER = "developer"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


class Visibility(enum.Enum):
    __hash__ = object.__hash__

    PUBLIC = "public"
    """The human saw it or wrote it."""
    INTERNAL = "internal"
    """Part of the model's context, not of the conversation with the human."""
    METADATA = "metadata"
    """About the run, not part of the context."""


class Origin(Struct, frozen=True, gc=False, tag="observed"):
    """Observed: the bytes of a source in which it stands."""

    source: int
    """Index into `Header.sources`."""
    line: int
    offset: int
    length: int
    pointer: str = ""
    """Where in the record: RFC 6901."""
    rule: str = ""
    """The rule that says who speaks here and who sees it, where the source itself does not: `SYSTEM_PROMPT`, ..."""


SYSTEM_PROMPT = "words/system-prompt"
"""By its place among the blocks of a prompt."""
INJECTED = "words/injected"
"""By its markup: the program wrote it into the human's message."""
COMMAND = "words/command"
"""By its markup: the human typed it, to the program and not to the model."""
INVOKED = "words/invoked"
"""By its markup: the human typed it as a command that stands for a prompt, which the model was given."""


class Derivation(Struct, frozen=True, tag="derived"):
    """Derived: a named, deterministic rule computed it."""

    rule: str
    """Such as `pair/missing-result`."""
    of: tuple[str, ...] = ()
    """The uids of the events it was computed from."""


class Usage(Struct, frozen=True, gc=False):
    """Tokens as the source states them.  Whether input includes cached ones differs by agent."""

    input: int | UnsetType = UNSET
    output: int | UnsetType = UNSET
    reasoning: int | UnsetType = UNSET
    cache_read: int | UnsetType = UNSET
    cache_write: int | UnsetType = UNSET
    total: int | UnsetType = UNSET


# No event can be part of a cycle, so the collector need not look at any.
class Event(Struct, frozen=True, kw_only=True, gc=False):
    """A statement of the log.  What is not known is UNSET: never guessed, never an empty string."""

    uid: str
    """Unique in the trace, the same every time the source is read."""
    kind: Kind
    body: Body
    origin: Origin | Derivation
    actor: str
    """Key into `Header.actors`: who said or did it."""
    role: Role | UnsetType = UNSET
    visibility: Visibility = Visibility.METADATA
    time: str | UnsetType = UNSET
    """As the source spells it; `instant()` reads it."""
    native: str | UnsetType = UNSET
    """The source's own id of the record."""
    parent: str | UnsetType = UNSET
    """The `native` id of the record this one follows, as the source states it."""
    replies_to: str | UnsetType = UNSET
    """The uid of the event this one answers."""
    echo_of: str | UnsetType = UNSET
    """The uid of the event that this one states again."""
    call: str | UnsetType = UNSET
    """Joins a tool call, its result and what is said about them."""
    call_ids: dict[str, str] | UnsetType = UNSET
    """Further ids of the call, by namespace."""
    response: str | UnsetType = UNSET
    """Joins the blocks of one model response."""
    turn: int | UnsetType = UNSET
    """Counted from 1: how many human prompts there were up to here."""
    span: str | UnsetType = UNSET
    """The span it belongs to, or that it opens or closes."""
    iteration: int | UnsetType = UNSET
    parallel: str | UnsetType = UNSET
    """Joins calls that were asked for at once."""
    child_run: str | UnsetType = UNSET
    """The run that this event started."""
    context: str | UnsetType = UNSET
    """The context node it belongs to."""
    model: str | UnsetType = UNSET
    usage: Usage | UnsetType = UNSET
    fidelity: str | UnsetType = UNSET
    """How it was captured, where the source says so."""
    residue: JSON | UnsetType = UNSET
    """On the first event of a record: the record, with UNSET where its events hold the value."""
    raw: bytes | UnsetType = UNSET
    """The record's bytes, only where `residue` cannot say everything they say."""
    signs: Signs = NONE
    """What the reader recognised in it: a view, which nothing is written from."""

    def instant(self) -> datetime | None:
        """When, as a moment; None where the source names none."""
        return time.parse(self.time) if isinstance(self.time, str) else None

    def is_command(self) -> bool:
        """Whether a human typed it to the program: a slash command, or a command of the shell."""
        if isinstance(self.origin, Origin) and self.origin.rule == COMMAND:
            return True
        return self.signs.injected is Injected.COMMAND


STATED = tuple(name for name in Event.__struct_fields__ if name != "signs")
"""The fields that say something of their own; signs only say again what stands in the others."""
