"""The parts of a document that rules look at, where they have the right type."""

from __future__ import annotations

from collections.abc import Iterator

from steno.base.exact import JSON, pointer
from steno.contracts import Finding
from steno.formats.open_token.document import Document, Item
from steno.formats.shapes import Part, Says


def top_of(doc: Document) -> dict[str, JSON]:
    return doc.top if type(doc.top) is dict else {}


def conversation_of(doc: Document) -> dict[str, JSON]:
    return object_of(top_of(doc), "conversation")


def redaction_of(doc: Document) -> dict[str, JSON]:
    return object_of(conversation_of(doc), "redaction")


def participants_of(doc: Document) -> list[JSON]:
    found = top_of(doc).get("participants")
    return found if type(found) is list else []


def object_of(whole: dict[str, JSON], key: str) -> dict[str, JSON]:
    """What stands under a key, or an empty object where that is none."""
    found = whole.get(key)
    return found if type(found) is dict else {}


def says_at(*path: str | int) -> Says:
    """How to speak of a part of the document's top."""
    return lambda message, *inner: Finding(pointer(*path, *inner), message)


def conversation(doc: Document) -> Iterator[Part]:
    yield conversation_of(doc), says_at("conversation")


# Events


def items(doc: Document) -> list[Item]:
    return doc.objects


def events(doc: Document) -> Iterator[Part]:
    return ((item.value, item.says) for item in items(doc))


def of_type(doc: Document, types: tuple[str, ...]) -> Iterator[Item]:
    return (item for item in items(doc) if item.value.get("type") in types)


def link(item: Item, key: str) -> str | None:
    found = object_of(item.value, "links").get(key)
    return found if isinstance(found, str) else None


def content(item: Item) -> dict[str, JSON]:
    return object_of(item.value, "content")


def data(item: Item) -> dict[str, JSON]:
    return object_of(content(item), "data")
