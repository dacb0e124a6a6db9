"""Writes JSON values as YAML that any reader of YAML 1.1 or 1.2 takes as the same values.  Reads nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from steno.base.exact import JSON, encode

_PLAIN: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_WORDS: Final = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "none"})
"""What YAML 1.1 takes for something else than a word."""


def document(value: JSON) -> str:
    """A mapping or a list, in block style; every text that could be taken for something else is in quotes."""
    return "".join(f"{line}\n" for line in _lines(value, 0))


def _lines(value: JSON, depth: int) -> Iterator[str]:
    pad = "  " * depth
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _entry(f"{pad}{_key(key)}:", each, depth)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _entry(f"{pad}-", each, depth)
    else:
        yield f"{pad}{_scalar(value)}"


def _entry(head: str, value: JSON, depth: int) -> Iterator[str]:
    if isinstance(value, dict | list | tuple) and value:
        yield head
        yield from _lines(value, depth + 1)
    else:
        yield f"{head} {_scalar(value)}"


def _key(key: str) -> str:
    return key if _PLAIN.fullmatch(key) and key.lower() not in _WORDS else _scalar(key)


def _scalar(value: JSON) -> str:
    """A text as a double-quoted one, which JSON and YAML spell alike; everything else as JSON."""
    if isinstance(value, str):
        return (
            encode(value)
            .decode()
            .replace("\x7f", "\\x7f")
            .replace("\x85", "\\x85")
            .replace("\u2028", "\\u2028")
            .replace("\u2029", "\\u2029")
        )
    return encode(value).decode()
