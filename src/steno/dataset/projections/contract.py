"""What a projection is: rows of fixed columns that a trace is made into.  Knows no projection by name."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from steno.base.exact import JSON, encode
from steno.contracts import Ambient, Code
from steno.diagnostics import Report
from steno.formats.options import split
from steno.model import Trace
from steno.model.ledger import Style
from steno.views.losses import Skipped

Payload = dict[str, JSON]


class Kind(enum.Enum):
    """What stands in a column; null may stand in every one."""

    TEXT = "text"
    """What is no text in the source is written as JSON."""
    INTEGER = "integer"
    FLAG = "flag"
    JSON = "json"
    """A JSON value, spelled as a text: values of many shapes have no common type."""
    TEXTS = "texts"
    MESSAGES = "messages"
    """Messages in the shape of OpenAI's chat API."""
    BLOCKS = "blocks"
    """Messages in the shape of Anthropic's, with lists of blocks."""


class Column(NamedTuple):
    name: str
    kind: Kind
    what: str


class Unfit(ValueError):
    """A value that its column cannot hold."""


class Asked(Struct, frozen=True, kw_only=True):
    """How rows are wanted."""

    options: Mapping[str, str]
    ambient: Ambient
    report: Report
    skipped: Skipped


class Made(Struct, frozen=True):
    """A row before it is written."""

    payload: Payload
    events: Sequence[str]
    """The uids of the events that it says something of, in any order."""
    at: Payload = {}
    """Where in the session: what is said of its place and not of its content."""
    copied: int = 0
    """How many events that it is about are copies from another session."""


Rows = Callable[[Trace, Asked], Iterator[Made]]


class Projection(Struct, frozen=True, kw_only=True):
    name: str
    title: str
    columns: tuple[Column, ...]
    content: tuple[str, ...]
    """The columns by which two rows are duplicates of each other."""
    rows: Rows
    choices: Mapping[str, Sequence[str]] = {}
    """Options with their values, the usual one first; an empty list takes any."""
    needs: tuple[str, ...] = ("pair",)
    """The passes before the redaction ..."""
    derives: tuple[str, ...] = ()
    """... and those after it."""
    placeholders: Style = Style.OPEN_TOKEN
    losses: tuple[Code, ...] = ()

    def options(self, words: Sequence[str]) -> dict[str, str]:
        """What `key=value` words ask for, and the usual where they do not; raises `UsageError`."""
        usual = {key: values[0] for key, values in self.choices.items() if values}
        return usual | dict(split(word, self.choices) for word in words)


MESSAGE: Final = ("role", "content", "reasoning_content", "tool_calls", "tool_call_id", "copied")
BLOCK: Final = ("type", "text", "thinking", "id", "name", "input", "tool_use_id", "content", "is_error")


def fitted(columns: Sequence[Column], payload: Payload) -> Payload:
    """A row in the order and the types of its columns; raises `Unfit`."""
    if unknown := payload.keys() - {each.name for each in columns}:
        raise Unfit(f"no column named {sorted(unknown)[0]!r}")
    return {name: _FIT[kind](name, payload.get(name)) for name, kind, _ in columns}


def _text(name: str, value: JSON) -> JSON:
    return value if value is None or isinstance(value, str) else spelled(value)


def _json(name: str, value: JSON) -> JSON:
    return None if value is None else spelled(value)


def spelled(value: JSON) -> str:
    """A JSON value as a text."""
    return encode(value).decode()


def _integer(name: str, value: JSON) -> JSON:
    if value is None or (type(value) is int and -(1 << 63) <= value < 1 << 63):
        return value
    raise Unfit(f"{name} holds {type(value).__name__}, expected an integer of 64 bits")


def _flag(name: str, value: JSON) -> JSON:
    if value is None or isinstance(value, bool):
        return value
    raise Unfit(f"{name} holds {type(value).__name__}, expected true or false")


def _texts(name: str, value: JSON) -> JSON:
    if value is None:
        return None
    if isinstance(value, list | tuple):
        return [_text(name, each) for each in value]
    raise Unfit(f"{name} holds {type(value).__name__}, expected a list of texts")


def _messages(name: str, value: JSON) -> JSON:
    return None if value is None else [_message(each) for each in value]


def _message(given: Payload) -> Payload:
    calls = given.get("tool_calls")
    return {
        "role": given["role"],
        "content": _text("content", given.get("content")),
        "reasoning_content": _text("reasoning_content", given.get("reasoning_content")),
        "tool_calls": None if calls is None else [_call(each) for each in calls],
        "tool_call_id": given.get("tool_call_id"),
        "copied": bool(given.get("copied", False)),
    }


def _call(given: Payload) -> Payload:
    function = given["function"]
    return {
        "id": given["id"],
        "type": given["type"],
        "function": {"name": _text("name", function["name"]), "arguments": function["arguments"]},
    }


def _blocks(name: str, value: JSON) -> JSON:
    if value is None:
        return None
    return [
        {
            "role": each["role"],
            "content": [{key: block.get(key) for key in BLOCK} for block in each["content"]],
            "copied": bool(each.get("copied", False)),
        }
        for each in value
    ]


_FIT: Final[dict[Kind, Callable[[str, JSON], JSON]]] = {
    Kind.TEXT: _text,
    Kind.INTEGER: _integer,
    Kind.FLAG: _flag,
    Kind.JSON: _json,
    Kind.TEXTS: _texts,
    Kind.MESSAGES: _messages,
    Kind.BLOCKS: _blocks,
}
