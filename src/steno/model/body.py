"""What an event holds, by kind."""

from __future__ import annotations

import enum

from msgspec import UNSET, Struct, UnsetType

from steno.base.exact import JSON


# No body can be part of a cycle, as no event can: the collector need not look at any, and each takes less memory.
class Text(Struct, frozen=True, gc=False, tag="text"):
    text: str


class ThoughtState(enum.Enum):
    FULL = "full"
    """The text is the reasoning, as the source has it."""
    SUMMARY = "summary"
    """The text is the provider's summary."""
    ENCRYPTED = "encrypted"
    """The source holds only bytes that nobody here can read."""
    REDACTED = "redacted"
    """A placeholder: there was a thought, and its content was taken out."""


class Thought(Struct, frozen=True, gc=False, tag="thought"):
    state: ThoughtState
    text: str | UnsetType = UNSET
    """Absent where there is nothing to read."""


class ToolCall(Struct, frozen=True, gc=False, tag="tool_call"):
    tool: str
    arguments: JSON | UnsetType = UNSET
    """As the source has them: an object, or the text that stood in its place."""
    server: str | UnsetType = UNSET
    """The MCP server or namespace, where the source names one."""


class ToolResult(Struct, frozen=True, gc=False, tag="tool_result"):
    content: JSON | UnsetType = UNSET
    """What the model saw: text, a list of parts, or any JSON.  UNSET where the source has no content."""
    error: bool | UnsetType = UNSET
    """Only where the source says whether the call failed."""
    detail: JSON | UnsetType = UNSET
    """What the source knows beyond what the model saw: exit codes, patches, the structured result."""
    missing: bool = False
    """Derived: the call has no result in the source."""

    def trouble(self) -> str | None:
        """The source's own words for the failure of the call: those beside what the model saw, else what it saw."""
        if self.error is not True or self.missing:
            return None
        if isinstance(self.detail, str) and self.detail:
            return self.detail
        parts = self.content if isinstance(self.content, list) else [self.content]
        texts = [part.get("text") if isinstance(part, dict) else part for part in parts]
        words = [text for text in texts if isinstance(text, str)]
        return "\n".join(words) or None if len(words) == len(texts) else None


class Span(Struct, frozen=True, gc=False, tag="span"):
    name: str
    data: dict[str, JSON] | UnsetType = UNSET
    missing: bool = False
    """Derived, on an end: the source does not say that the span ended."""


class Lifecycle(Struct, frozen=True, gc=False, tag="lifecycle"):
    """Something about the run: a compaction, an abort, a title, a hook."""

    name: str
    text: str | UnsetType = UNSET
    data: JSON | UnsetType = UNSET
    transient: bool = False
    """Progress and bookkeeping of the agent's own, of use only while it ran."""


class Blob(Struct, frozen=True, gc=False, tag="blob"):
    """Bytes kept by reference: they stay in the source, at the event's origin."""

    media_type: str | UnsetType = UNSET
    size: int | UnsetType = UNSET
    """Of the decoded bytes."""
    sha256: str | UnsetType = UNSET
    uri: str | UnsetType = UNSET
    """Where the source points to them instead of holding them."""


class Unknown(Struct, frozen=True, gc=False, tag="unknown"):
    """A record or block that its reader does not know; everything in it is residue, or raw bytes."""

    name: str
    """What the source calls it, or why it could not be read."""


Body = Text | Thought | ToolCall | ToolResult | Span | Lifecycle | Blob | Unknown

_ESSENCE = {ToolResult: "missing", Span: "missing", Lifecycle: "name"}


def essence(body: Body) -> object:
    """What of a body is no detail: whether there is a result or an end at all, and what it is that happened.

    Two events of which it differs are not one event told in two ways; None where any two of a kind may be one.
    """
    name = _ESSENCE.get(type(body))
    return None if name is None else getattr(body, name)
