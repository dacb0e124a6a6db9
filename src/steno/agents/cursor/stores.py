"""The rows of Cursor's databases, conversation by conversation and in the order of each.

A workspace's store holds lists of conversations in single rows; a chat of the command line is a heap of blobs, of which
a protobuf record says which come when.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, BinaryIO

from msgspec.structs import replace

from steno.base.exact import JSON, BadJSON, decode, pointer
from steno.diagnostics import Place, Report
from steno.kit.database import Table, tables
from steno.kit.sources import Entry, Open, Records
from steno.model import Source

_CHATS, _COMPOSERS = "workbench.panel.aichat.view.aichat.chatdata", "composer.composerData"
LISTS = {_CHATS: ("tabs", "tab"), _COMPOSERS: ("allComposers", "inline")}
"""Rows that hold conversations: the key of the list, and what its items are called."""
_TEXT = "CAST(value AS TEXT)"
_SEALED = "'$.blobEncryptionKey', '$.speculativeSummarizationEncryptionKey'"
_OPEN = f"key, CASE WHEN json_valid({_TEXT}) THEN json_remove({_TEXT}, {_SEALED}) ELSE value END AS value"

_EDITOR = tables(
    Table(
        "composer", "cursorDiskKV", "substr(key, 14)",
        json=("value",), columns=_OPEN, where="key LIKE 'composerData:%'", optional=True,
    ),
    Table(
        "bubble", "cursorDiskKV", "substr(key, 10, instr(substr(key, 10), ':') - 1)",
        json=("value",), columns="key, value", where="key LIKE 'bubbleId:%:%'", optional=True,
    ),
    Table(
        "item", "ItemTable", "''",
        json=("value",), columns="key, value", optional=True,
        where=f"key IN ('{_CHATS}', '{_COMPOSERS}', 'aiService.prompts', 'aiService.generations')",
    ),
)  # fmt: skip
_CLI = tables(Table("meta", "meta", "''"), Table("blob", "blobs", "''"))


class _Arranged:
    """Another source, with the records of each session put in order, or in several sessions."""

    def __init__(self, arrange: Callable[[list[Entry]], Iterable[list[Entry]]], inner: Records) -> None:
        self._arrange, self._inner = arrange, inner

    def sessions(self) -> Iterator[Iterable[Entry]]:
        for entries in self._inner.sessions():
            yield from self._arrange([each for each in entries if isinstance(each, Entry)])

    def described(self, format: str, size: int) -> tuple[Source, ...]:
        return self._inner.described(format, size)


def _arranged(
    open_: Open, arrange: Callable[[list[Entry]], Iterable[list[Entry]]],
    stream: BinaryIO, place: Place, report: Report,
) -> Records:  # fmt: skip
    return _Arranged(arrange, open_(stream, place, report))


# The editor


def _conversations(entries: list[Entry]) -> Iterator[list[Entry]]:
    items = [each for each in entries if each.name == "item"]
    if items:
        inner = [[each] for item in items for each in _inside(item)]
        yield items
        yield from inner
    if len(items) < len(entries):
        yield _listed([each for each in entries if each.name != "item"])


def _inside(item: Entry) -> Iterator[Entry]:
    """The conversations in a row, each as a record of its own; the row keeps the rest."""
    row: Any = item.line.value
    key, value = row.get("key"), row.get("value")
    name, record = LISTS.get(key if type(key) is str else "", ("", ""))
    held = value.get(name) if type(value) is dict else None
    if type(held) is list:
        value[name] = [each for each in held if type(each) is not dict]
        for index, each in enumerate(held):
            if type(each) is dict:
                yield Entry(0, pointer("value", name, index), record, replace(item.line, value=each, part=index + 1))


def _listed(entries: list[Entry]) -> list[Entry]:
    """A composer and its bubbles, as it lists them; a bubble that it does not list is called stale."""
    places: dict[JSON, int] = {}
    for each in entries:
        value: Any = each.line.value
        inner = value.get("value") if each.name == "composer" else None
        headers = inner.get("fullConversationHeadersOnly") if type(inner) is dict else None
        for header in headers if type(headers) is list else ():
            id = header.get("bubbleId") if type(header) is dict else None
            if type(id) is str:
                places.setdefault(id, len(places))

    def place(entry: Entry) -> int:
        key = entry.line.value.get("key") if type(entry.line.value) is dict else None
        return places.get(key.rpartition(":")[2] if type(key) is str else "", len(places))

    bubbles = sorted((each for each in entries if each.name == "bubble"), key=place)
    known = [
        each._replace(name="stale") if places and place(each) == len(places) else each for each in bubbles
    ]  # fmt: skip
    return [each for each in entries if each.name == "composer"] + known


# The command line


def _chat(entries: list[Entry]) -> Iterator[list[Entry]]:
    """The messages of a chat as its newest state lists them; others are called stale."""
    root, rows = "", dict[str, Entry]()
    for each in entries:
        row: Any = each.line.value
        if each.name == "meta":
            row["value"] = _unhexed(row.get("value"))
            found = row["value"].get("latestRootBlobId") if type(row["value"]) is dict else None
            root = found if type(found) is str else root
        elif type(row.get("id")) is str:
            row["data"] = _message(row.get("data"))
            rows[row["id"]] = each
    order = [id for id in _reached(root, rows) if "role" in _data(rows[id])]
    listed = set(order)
    metas = [each for each in entries if each.name == "meta"]
    others = [each for each in entries if each.name != "meta" and _id(each) not in listed]
    stale = [each._replace(name="stale") if order and "role" in _data(each) else each for each in others]
    yield metas + [rows[id] for id in order] + stale


def _id(entry: Entry) -> str:
    id = entry.line.value.get("id") if type(entry.line.value) is dict else None
    return id if type(id) is str else ""


def _data(entry: Entry) -> dict[str, JSON]:
    data = entry.line.value.get("data") if type(entry.line.value) is dict else None
    return data if type(data) is dict else {}


def _unhexed(value: JSON) -> JSON:
    try:
        return decode(bytes.fromhex(value)).value if type(value) is str else value
    except (ValueError, BadJSON):
        return value


def _message(data: JSON) -> JSON:
    """A blob that is a JSON object; any other as it is."""
    try:
        found = decode(data.encode("utf-8", "surrogatepass")).value if type(data) is str and data[:1] == "{" else data
    except BadJSON:
        return data
    return found


def _reached(root: str, rows: dict[str, Entry]) -> list[str]:
    """The ids of blobs that one leads to, itself included, in order."""
    found: dict[str, None] = {}
    waiting = [root] if root in rows else []
    while waiting:
        id = waiting.pop()
        if id not in found:
            found[id] = None
            packed = _data(rows[id]).get("base64")
            data = base64.b64decode(packed) if type(packed) is str else b""
            waiting += [link for link in reversed(_links(data)) if link in rows and link not in found]
    return list(found)


_ID = 32
_DEPTH = 4


def _links(data: bytes, depth: int = 0) -> Sequence[str]:
    """What looks like ids of blobs in a protobuf record."""
    found: list[str] = []
    position = 0
    while position < len(data):
        tag, position = _varint(data, position)
        wire = tag & 7
        if wire == 2:
            length, position = _varint(data, position)
            inner = data[position : position + length]
            if length == _ID:
                found.append(inner.hex())
            elif depth < _DEPTH and length > _ID:
                found += _links(inner, depth + 1)
            position += length
        elif wire in (0, 1, 5):
            position = _varint(data, position)[1] if wire == 0 else position + (8 if wire == 1 else 4)
        else:
            break  # no protobuf record
    return found


def _varint(data: bytes, position: int) -> tuple[int, int]:
    value = shift = 0
    while position < len(data) and shift < 64:
        byte = data[position]
        value |= (byte & 127) << shift
        position, shift = position + 1, shift + 7
        if byte < 128:
            break
    return value, position


EDITOR: Open = partial(_arranged, _EDITOR, _conversations)
COMMAND_LINE: Open = partial(_arranged, _CLI, _chat)
