"""What several rules need of a document: its parts where they have the right type."""

from __future__ import annotations

from steno.base.exact import JSON
from steno.formats.open_token.document import Document


def top_of(doc: Document) -> dict[str, JSON]:
    return doc.top if type(doc.top) is dict else {}


def conversation_of(doc: Document) -> dict[str, JSON] | None:
    found = top_of(doc).get("conversation")
    return found if type(found) is dict else None


def participants_of(doc: Document) -> list[JSON]:
    found = top_of(doc).get("participants")
    return found if type(found) is list else []
