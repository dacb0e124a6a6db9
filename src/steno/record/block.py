"""The content blocks of a message, as constructors, and what a caller may add to one.  Writes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from steno.formats.awf import wire

Fidelity: TypeAlias = Literal["router", "agent_emitted"]
"""Who says so: the program that passed it on, or the agent itself."""
Block: TypeAlias = dict[str, object]


def text(text: str, fidelity: Fidelity = "agent_emitted") -> Block:
    return {"type": "text", "fidelity": fidelity, "text": text}


def thinking(thinking: str, fidelity: Fidelity = "agent_emitted") -> Block:
    return {"type": "thinking", "fidelity": fidelity, "thinking": thinking}


def tool_use(name: str, id: str, input: object, fidelity: Fidelity = "agent_emitted") -> Block:
    return {"type": "tool_use", "fidelity": fidelity, "tool_name": name, "tool_id": id, "tool_input": input}


def tool_result(id: str, content: object, fidelity: Fidelity = "router") -> Block:
    return {"type": "tool_result", "fidelity": fidelity, "tool_id": id, "tool_content": content}


def command(command: str, fidelity: Fidelity = "router") -> Block:
    return {"type": "command", "fidelity": fidelity, "command": command}


def blocks(content: str | Sequence[str | Block], fidelity: Fidelity) -> list[Block]:
    """A message's blocks from what a caller gives: a text, or blocks and texts."""
    if isinstance(content, str):
        return [text(content, fidelity)]
    if isinstance(content, Mapping) or not isinstance(content, Iterable):
        raise TypeError(f"the content is a {type(content).__name__}, expected text or a list of blocks")
    return [text(each, fidelity) if isinstance(each, str) else each for each in content]


def checked_fidelity(fidelity: Fidelity) -> Fidelity:
    """The fidelity, if it is one."""
    if fidelity not in wire.FIDELITIES:
        raise ValueError(f"fidelity is {fidelity!r}, expected one of {', '.join(sorted(wire.FIDELITIES))}")
    return fidelity


def extra_fields(extra: Mapping[str, object] | None, known: Sequence[str]) -> dict[str, object]:
    """A caller's further fields of a payload, which may not pass for the payload's own."""
    for key in extra or ():
        if key in known or key in _SHAPE:
            raise ValueError(f"extra has {key!r}, which transcripts already use; use another name")
    return dict(extra or {})


_SHAPE = ("role", "call_id", "kind")
"""A reader tells payloads apart by these."""
