"""Reads OpenAI's chat completions: requests, replies, and the chunks of a streamed reply.  Calls nobody."""

from __future__ import annotations

from steno.base.exact import JSON
from steno.integrations.message import CAME, SENT, Message, other, stated, with_rest
from steno.integrations.pieces import Pieces, grown, joined
from steno.integrations.shape import number, object_in, objects, taken, unquoted
from steno.record.block import Block, Fidelity, text, thinking, tool_result, tool_use

_REPLACED = frozenset(("id", "type", "role", "name", "index"))
"""What a chunk states whole.  All other texts of a chunk are pieces."""


def sent(body: JSON) -> list[Message]:
    """The messages of a request."""
    return [_message(each) for each in objects(object_in(body).get("messages"))]


def came(reply: JSON) -> list[Message]:
    """The messages of a reply: one for each choice.  The first carries the usage, which is that of all."""
    whole = stated(reply, "model", "usage", "service_tier")
    messages = []
    for choice in objects(object_in(reply).get("choices")):
        more = whole | taken(choice, "finish_reason") | ({"choice": choice["index"]} if choice.get("index") else {})
        messages.append(Message("assistant", _reply(object_in(choice.get("message")), CAME), more))
        whole.pop("usage", None)
    return messages


class Chunks:
    """A streamed reply, put together."""

    def __init__(self) -> None:
        self._reply: dict[str, JSON] = {}
        self._choices: dict[int, dict[str, JSON]] = {}

    def add(self, chunk: JSON) -> None:
        chunk = object_in(chunk)
        self._reply |= taken(chunk, "id", "model", "usage", "service_tier")
        for part in objects(chunk.get("choices")):
            index = number(part.get("index"))
            choice = self._choices.setdefault(index, {"index": index, "message": {}})
            choice |= taken(part, "finish_reason")
            _join(choice["message"], object_in(part.get("delta")))

    @property
    def complete(self) -> bool:
        """Whether the provider has said of every choice why it ended."""
        return bool(self._choices) and all("finish_reason" in each for each in self._choices.values())

    def reply(self) -> JSON:
        """The reply as far as it came, in the shape of one that is not streamed."""
        return self._reply | {"choices": joined(list(self._choices.values()))}


def _message(message: dict[str, JSON]) -> Message:
    role = message.get("role")
    if role == "assistant":
        return Message("assistant", _reply(message, SENT), taken(message, "name"))
    if role in ("tool", "function"):
        id = message.get("tool_call_id") or message.get("name", "")
        return Message("user", [tool_result(id, message.get("content"), SENT)], {})
    more = taken(message, "name")
    if role in ("system", "developer"):
        return Message("system", _content(message.get("content"), SENT), more)
    return Message("user", _content(message.get("content"), SENT), more)


def _reply(message: dict[str, JSON], fidelity: Fidelity) -> list[Block]:
    # Servers that speak this protocol and show their thoughts use one of these two names.
    thoughts = message.get("reasoning_content") or message.get("reasoning")
    blocks = [thinking(thoughts, fidelity)] if isinstance(thoughts, str) else []
    blocks += _content(message.get("content"), fidelity)
    if message.get("refusal"):
        blocks.append(text(message["refusal"], fidelity) | {"part_type": "refusal"})
    if message.get("audio"):
        blocks.append(other({"type": "audio", "audio": message["audio"]}, fidelity))
    calls = objects(message.get("tool_calls"))
    if isinstance(message.get("function_call"), dict):
        calls.append({"type": "function", "function": message["function_call"]})
    blocks += [_call(each, fidelity) for each in calls]
    if blocks and message.get("annotations"):
        blocks[0]["annotations"] = message["annotations"]
    return blocks


def _call(call: dict[str, JSON], fidelity: Fidelity) -> Block:
    custom = call.get("custom")
    if isinstance(custom, dict):
        return tool_use(custom.get("name", ""), call.get("id", ""), custom.get("input"), fidelity)
    function = object_in(call.get("function"))
    return tool_use(function.get("name", ""), call.get("id", ""), unquoted(function.get("arguments")), fidelity)


def _content(content: JSON, fidelity: Fidelity) -> list[Block]:
    if isinstance(content, str):
        return [text(content, fidelity)] if content else []
    blocks = []
    for part in objects(content):
        if isinstance(part.get("text"), str):
            blocks.append(with_rest(text(part["text"], fidelity), part))
        else:
            blocks.append(other(part, fidelity))
    return blocks


def _join(whole: dict[str, JSON], piece: dict[str, JSON]) -> None:
    for key, value in piece.items():
        before = whole.get(key)
        if value is None:
            continue
        if isinstance(value, str) and isinstance(before, str | Pieces) and key not in _REPLACED:
            whole[key] = grown(before, value)
        elif isinstance(value, dict) and isinstance(before, dict | None):
            _join(whole.setdefault(key, {}) if before is None else before, value)
        elif isinstance(value, list) and isinstance(before, list | None):
            _join_all(whole.setdefault(key, []) if before is None else before, value)
        else:
            whole[key] = value


def _join_all(whole: list[JSON], pieces: list[JSON]) -> None:
    """Each piece to the element with its index; a piece without one is an element of its own."""
    for piece in pieces:
        index = piece.get("index") if isinstance(piece, dict) else None
        found = next((each for each in objects(whole) if index is not None and each.get("index") == index), None)
        if found is None:
            whole.append(dict(piece) if isinstance(piece, dict) else piece)
        else:
            _join(found, piece)
