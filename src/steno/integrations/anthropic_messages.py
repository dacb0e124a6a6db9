"""Reads Anthropic's messages: requests, replies, and the events of a streamed reply.  Calls nobody."""

from __future__ import annotations

from steno.base.exact import JSON
from steno.integrations.message import CAME, SENT, Message, other, stated, with_rest
from steno.integrations.pieces import Pieces, grown, joined
from steno.integrations.shape import number, object_in, objects, taken, unquoted, word
from steno.record.block import Block, Fidelity, text, thinking, tool_result, tool_use


def sent(body: JSON) -> list[Message]:
    """The messages of a request."""
    body = object_in(body)
    system = _content(body.get("system"), SENT)
    messages = [Message("system", system, {})] if system else []
    for each in objects(body.get("messages")):
        role = each.get("role")
        blocks = _content(each.get("content"), SENT)
        messages.append(Message(role if role in ("assistant", "system") else "user", blocks, {}))
    return messages


def came(reply: JSON) -> list[Message]:
    """The one message of a reply."""
    more = stated(reply, "model", "usage", "stop_reason", "stop_sequence", "stop_details", "container")
    return [Message("assistant", _content(object_in(reply).get("content"), CAME), more)]


class Events:
    """A streamed reply, put together."""

    def __init__(self) -> None:
        self.complete = False
        self._reply: dict[str, JSON] = {}
        self._blocks: dict[int, dict[str, JSON]] = {}
        self._inputs: dict[int, Pieces] = {}

    def add(self, event: JSON) -> None:
        event = object_in(event)
        match event.get("type"):
            case "message_start":
                self._reply = dict(object_in(event.get("message")))
            case "content_block_start":
                self._blocks[number(event.get("index"))] = dict(object_in(event.get("content_block")))
            case "content_block_delta":
                self._join(number(event.get("index")), object_in(event.get("delta")))
            case "message_delta":
                self._reply |= taken(event.get("delta"), *object_in(event.get("delta")))
                # The counts of the last event are those of the whole reply; it leaves out what did not change.
                usage = taken(event.get("usage"), *object_in(event.get("usage")))
                self._reply["usage"] = object_in(self._reply.get("usage")) | usage
            case "message_stop":
                self.complete = True

    def reply(self) -> JSON:
        """The reply as far as it came.  The input of a call that was broken off is the text that came of it."""
        for index, spelled in self._inputs.items():
            self._blocks[index]["input"] = unquoted("".join(spelled))
        return self._reply | {"content": joined(list(self._blocks.values()))}

    def _join(self, index: int, delta: dict[str, JSON]) -> None:
        block = self._blocks.setdefault(index, {})
        match delta:
            case {"type": "text_delta", "text": str(piece)}:
                block["text"] = grown(block.get("text"), piece)
            case {"type": "thinking_delta", "thinking": str(piece)}:
                block["thinking"] = grown(block.get("thinking"), piece)
            case {"type": "signature_delta", "signature": signature}:
                block["signature"] = signature
            case {"type": "input_json_delta", "partial_json": str(piece)}:
                self._inputs[index] = grown(self._inputs.get(index), piece)
            case {"type": "citations_delta", "citation": citation}:
                _listed(block, "citations").append(citation)
            case _:
                # A kind of piece that is not known here: kept as it came.
                _listed(block, "deltas").append(delta)


def _listed(block: dict[str, JSON], key: str) -> list[JSON]:
    """The list in a block, which has one from now on."""
    if not isinstance(block.get(key), list):
        block[key] = []
    found: list[JSON] = block[key]
    return found


def _content(content: JSON, fidelity: Fidelity) -> list[Block]:
    if isinstance(content, str):
        return [text(content, fidelity)] if content else []
    return [_block(each, fidelity) for each in objects(content)]


def _block(part: dict[str, JSON], fidelity: Fidelity) -> Block:
    type = word(part.get("type"))
    if type == "text" and isinstance(part.get("text"), str):
        return with_rest(text(part["text"], fidelity), part)
    if type == "thinking" and isinstance(part.get("thinking"), str):
        return with_rest(thinking(part["thinking"], fidelity), part)
    if type == "redacted_thinking":
        return other(part, fidelity, "thinking")
    if type.endswith("tool_use"):
        block = tool_use(part.get("name", ""), part.get("id", ""), part.get("input"), fidelity)
        return with_rest(_typed(block, type), part, "name", "id", "input")
    if type.endswith("tool_result"):
        block = tool_result(part.get("tool_use_id", ""), part.get("content"), fidelity)
        return with_rest(_typed(block, type), part, "tool_use_id", "content")
    return other(part, fidelity)


def _typed(block: Block, type: str) -> Block:
    """The block, with the provider's own word where it says more (`server_tool_use`)."""
    return block if block["type"] == type else block | {"part_type": type}
