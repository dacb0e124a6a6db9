"""Which texts of Codex's records may belong together, and which are read in pieces.  Reads no trace."""

from __future__ import annotations

from collections.abc import Iterator

from steno.agents.codex.wire import (
    ASSISTANT,
    CALLS,
    MARKS,
    REASONED,
    RESULTS,
    SPOKEN_ITEMS,
    STATEMENTS,
    THOUGHT,
)
from steno.base.exact import JSON
from steno.contracts import Lined
from steno.formats.injected import cut

Said = tuple[object, str] | None


def words(record: dict[str, JSON], number: int) -> Iterator[Said]:
    """What an item or an event says.  Whether an event says again what an item did is not asked: both may go on."""
    payload = record.get("payload")
    item = payload if type(payload) is dict else record
    kind = item.get("type", "message")
    if type(kind) is not str:
        return
    if record.get("type") == "event_msg" and item is payload:
        yield from _event(item, kind, number)
    elif kind in CALLS:
        if CALLS[kind].tool or type(item.get("name")) is str:
            yield None
    elif kind in RESULTS:
        yield from _result(item.get(RESULTS[kind]), item.get("call_id"), number)
    elif kind == "reasoning":
        for key in ("summary", "content"):
            yield from _parts(item.get(key), THOUGHT)
    elif kind == "message" or kind == "agent_message":
        model = kind == "agent_message" or item.get("role") == "assistant"
        yield from _parts(item.get("content"), ASSISTANT if model else number)


def _event(event: dict[str, JSON], kind: str, number: int) -> Iterator[Said]:
    if kind in STATEMENTS:
        stated = STATEMENTS[kind]
        yield from _parts(event.get(stated.text), _voice(stated.voice, number))
    elif kind == "item_completed" and type(item := event.get("item")) is dict:
        voice = SPOKEN_ITEMS.get(str(item.get("type")))
        if voice is not None:
            for key in ("content", *REASONED):
                yield from _parts(item.get(key), _voice(voice, number))


def _voice(voice: str, number: int) -> object:
    return voice if voice in (ASSISTANT, THOUGHT) else number


def _parts(content: JSON, key: object) -> Iterator[Said]:
    if type(content) is str:
        yield key, content
    for part in content if type(content) is list else ():
        said = part.get("text") if type(part) is dict else part
        if type(said) is str:
            yield key, said


def _result(content: JSON, call: JSON, number: int) -> Iterator[Said]:
    """The result of a call, or the parts of one."""
    yield from _parts(content, ("call", call) if type(content) is str else ("parts", number))


LINED = Lined(words, lambda text: cut(text, MARKS))
