"""Whether a record's content hash is that of its content."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from steno.contracts import Finding
from steno.formats.opentraces.document import Document
from steno.formats.opentraces.examples import base, rule
from steno.formats.opentraces.flaws import Sort
from steno.formats.opentraces.hashes import content_hash_of_filled
from steno.formats.opentraces.wire import filled
from steno.formats.rulebook import WARNING

_HASH = re.compile(r"[0-9a-f]{64}")
_FIELDS: Final = (9, 7, 3, 2, 1)
"""Minor versions with different fields; 0.6 has those of 0.7."""
_HARMLESS: Final = frozenset({Sort.COERCED, Sort.UNKNOWN, Sort.INFINITE})
"""Flaws with which the package reads a record all the same."""


def _hashed(minor: int = 7) -> dict[str, str]:
    """The base record with its hash, by the fields of a version."""
    return {"/content_hash": content_hash_of_filled(filled(base(), minor))}


@rule("OTR151", good=_hashed, bad={"/content_hash": "0" * 64}, clause="content_hash")
def content_hash_is_that_of_the_content(doc: Document) -> Iterator[Finding]:
    """`content_hash` is the hash of this record, by the fields of some version of the schema.

    It covers all fields except `content_hash` and `trace_id`, with defaults for missing fields. A wrong hash means that
    the record was changed after it was hashed, and keeps others from seeing that they already have it. Write the record
    again, or leave the hash out."""
    if _stated(doc) is not None and _version(doc) is None:
        right = content_hash_of_filled(filled(doc.top, doc.minor))
        yield doc.says(f"content_hash is {doc.top['content_hash']}, but the record's hash is {right}", "content_hash")


@rule("OTR152", good=_hashed, bad=lambda: _hashed(9), clause="4 content_hash", severity=WARNING)
def content_hash_is_of_the_records_version(doc: Document) -> Iterator[Finding]:
    """`content_hash` is computed with the fields of the version that the record states.

    The package computes it with the fields of its own version instead, so the same record gets a new hash with
    every release that adds a field.
    """
    if _stated(doc) is not None and (minor := _version(doc)) is not None and _fields(minor) != _fields(doc.minor):
        version = doc.top.get("schema_version")
        yield doc.says(f"content_hash is that of version 0.{minor}, but the record is of {version}", "content_hash")


def _stated(doc: Document) -> str | None:
    """The hash that a record states, where it can be compared: the package would read the record."""
    value = doc.top.get("content_hash")
    if type(value) is not str or not _HASH.fullmatch(value):
        return None
    return value if all(flaw.sort in _HARMLESS for flaw in doc.flaws) else None


def _version(doc: Document) -> int | None:
    """By which minor version's fields the hash is right, the record's own first."""
    for minor in (doc.minor, *_FIELDS):
        if content_hash_of_filled(filled(doc.top, minor)) == doc.top["content_hash"]:
            return minor
    return None


def _fields(minor: int) -> int:
    return next((each for each in (1, 2, 3, 7, 9) if minor <= each), 9)
