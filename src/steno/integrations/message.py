"""A message between a program and a model, in the transcript's blocks.  Knows no provider."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from steno.base.exact import JSON
from steno.formats.awf import wire
from steno.integrations.shape import object_in, taken
from steno.record.block import Block, Fidelity

Role: TypeAlias = Literal["system", "user", "assistant"]

SENT: Final = "router"
"""What a program sends: seen here, on its way, whoever wrote it."""
CAME: Final = "agent_emitted"
"""What comes back: the model's own statement."""


class Message(NamedTuple):
    role: Role
    blocks: list[Block]
    more: dict[str, JSON]
    """What the provider states of the whole message; it stands beside role and blocks in the payload."""


def with_rest(block: Block, part: dict[str, JSON], *known: str) -> Block:
    """A block with those fields of the provider's part that it does not hold yet (a signature, citations)."""
    for key, value in part.items():
        if value is not None and key not in known and key not in wire.BLOCK_FIELDS:
            block[key] = value
    return block


def stated(reply: JSON, *keys: str) -> dict[str, JSON]:
    """What a provider states of its whole reply: those of the keys that are there, and the reply's id."""
    found = taken(reply, *keys)
    if "id" in object_in(reply):
        found["response_id"] = reply["id"]
    return found


def other(part: JSON, fidelity: Fidelity, type: str = "text") -> Block:
    """A part for which the transcript has no block (an image, a file): whole, in the field `part`."""
    return {"type": type, "fidelity": fidelity, "part": part}


def fitting(block: Block) -> Block:
    """The block as a transcript can hold it: where a provider has something else than a text, it goes to `part`."""
    odd = {key: block[key] for key in _TEXTS if not isinstance(block.get(key), str | None)}
    if not odd:
        return block
    kept = {key: value for key, value in block.items() if key not in odd}
    return kept | {"part": odd | ({"part": kept["part"]} if "part" in kept else {})}


_TEXTS = tuple(field for field in wire.BLOCK_FIELDS if field not in ("type", "fidelity", "tool_input", "tool_content"))
