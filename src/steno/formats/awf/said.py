"""What a line or a block says to whoever reads it: the words that the reader and the writer share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import UNSET, UnsetType

from steno.base.exact import JSON
from steno.base.ids import sha256
from steno.formats.awf import wire
from steno.model import Role, Thought, ThoughtState, ToolResult, Visibility

About = Mapping[str, Any]
"""Fields of an event."""

INTERNAL: Final[About] = {"visibility": Visibility.INTERNAL}
CALLED: Final[About] = {**INTERNAL, "role": Role.ASSISTANT}
"""Of a call that is an event of its own."""
ANSWERED: Final[About] = {**INTERNAL, "role": Role.TOOL}
"""Of any result."""
DATA: Final = tuple(key for key in wire.STEP_FIELDS if key != "name")
"""What a step holds beside its name."""


def spoken(role: Role | None) -> About:
    """Of a block in a message of this role."""
    public = role in (Role.USER, Role.ASSISTANT)
    return {
        "role": UNSET if role is None else role,
        "visibility": Visibility.PUBLIC if public else Visibility.INTERNAL,
    }


def thought(text: str | UnsetType) -> Thought:
    """What is thought in a block; one without a text had it taken out."""
    return Thought(ThoughtState.REDACTED if text is UNSET else ThoughtState.FULL, text)


def is_all(output: JSON, error: str | UnsetType) -> bool:
    """Whether a failure is all that there is to read of a result."""
    return error is not UNSET and output is None


def result(output: JSON | UnsetType, error: str | UnsetType) -> ToolResult:
    if error is UNSET:
        return ToolResult(output)
    return ToolResult(error, error=True) if is_all(output, error) else ToolResult(output, True, error)


def instructs(prompts: dict[str, str], prompt: JSON) -> None:
    """Put a system prompt that stands in a block among those of the header, which lists each once."""
    if type(prompt) is str and prompt:
        prompts.setdefault(sha256(prompt.encode("utf-8", "surrogatepass")), prompt)
