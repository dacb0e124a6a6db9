"""Which texts of Claude Code's records may belong together, and which are read in pieces.  Reads no trace."""

from __future__ import annotations

from collections.abc import Iterator

from steno.agents.claude_code.wire import MARKS
from steno.base.exact import JSON
from steno.contracts import Lined
from steno.formats.injected import cut

Said = tuple[object, str] | None


def words(record: dict[str, JSON], number: int) -> Iterator[Said]:
    """What a message says, block by block; a tick of a sub-agent holds a record of its own."""
    kind = record.get("type")
    if kind == "progress":
        data = record.get("data")
        inner = data.get("message") if type(data) is dict else None
        if type(inner) is dict:
            record, kind = inner, inner.get("type")
    message = record.get("message")
    if type(message) is not dict or (kind != "assistant" and kind != "user"):
        return
    response = message.get("id")
    who: object = (kind, response) if type(response) is str else kind if kind == "assistant" else number
    content = message.get("content")
    if type(content) is str:
        yield who, content
        return
    for place, block in enumerate(content) if type(content) is list else ():
        yield from _block(block, who, number, place)


def _block(block: JSON, who: object, number: int, place: int) -> Iterator[Said]:
    kind = block.get("type") if type(block) is dict else None
    if kind == "text":
        if type(said := block.get("text")) is str:
            yield who, said
    elif kind == "thinking":
        if type(said := block.get("thinking")) is str:
            yield (who, kind), said
    elif type(kind) is str and kind.endswith("tool_result"):
        yield from result(block.get("content"), ("call", block.get("tool_use_id")), (number, place))
    elif kind == "tool_use" or kind == "server_tool_use":
        yield None


def result(content: JSON, call: object, here: object) -> Iterator[Said]:
    """The result of a call, or the parts of one."""
    if type(content) is str:
        yield call, content
    elif type(content) is list:
        for part in content:
            if type(part) is dict and type(said := part.get("text")) is str:
                yield (call, here), said


LINED = Lined(words, lambda text: cut(text, MARKS))
