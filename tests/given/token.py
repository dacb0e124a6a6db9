"""A secret of a known form that is nobody's, and documents that hold it in all their texts."""

from __future__ import annotations

from typing import Any

from steno.base.exact import decode, encode
from tests.given.secrets import TOKEN as TOKEN


def planted(value: Any) -> Any:
    """The value with the token behind its longest texts: what is said, not what names something."""
    if isinstance(value, dict):
        return {key: planted(each) for key, each in value.items()}
    if isinstance(value, list):
        return [planted(each) for each in value]
    return f"{value}\nThe token is {TOKEN} here." if isinstance(value, str) and value.count(" ") >= 2 else value


def planted_line(line: bytes) -> bytes:
    """The same of a JSON document."""
    try:
        return encode(planted(decode(line).value))
    except ValueError:
        return line  # what is no JSON is withheld anyway
