"""The model: what a trace is, whatever format it came from."""

from steno.base.exact import JSON
from steno.model.body import (
    Blob,
    Body,
    Lifecycle,
    Span,
    Text,
    Thought,
    ThoughtState,
    ToolCall,
    ToolResult,
    Unknown,
)
from steno.model.code import Artifact, Attribution, GitAnchor, GitLink, Original, Patch
from steno.model.event import Derivation, Event, Kind, Origin, Role, Usage, Visibility
from steno.model.signs import Injected, LifecycleKind, Reported, Signs
from steno.model.trace import Actor, ActorKind, Header, Note, Source, Trace

__all__ = [
    "JSON",
    "Actor",
    "ActorKind",
    "Artifact",
    "Attribution",
    "Blob",
    "Body",
    "Derivation",
    "Event",
    "GitAnchor",
    "GitLink",
    "Header",
    "Injected",
    "Kind",
    "Lifecycle",
    "LifecycleKind",
    "Note",
    "Origin",
    "Original",
    "Patch",
    "Reported",
    "Role",
    "Signs",
    "Source",
    "Span",
    "Text",
    "Thought",
    "ThoughtState",
    "ToolCall",
    "ToolResult",
    "Trace",
    "Unknown",
    "Usage",
    "Visibility",
]
