"""A document as bytes: indented, with a line break behind it, or as one line.  Knows nothing of what it says."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from steno.base.exact import JSON, encode


def line(document: JSON) -> bytes:
    return encode(document) + b"\n"


def indented(document: dict[str, JSON]) -> Iterator[bytes]:
    """The document in pieces, so that a long one need not be whole in memory twice."""
    opening = b"{\n"
    for key, value in document.items():
        yield opening + b"  " + encode(key) + b": "
        opening = b",\n"
        if key == "steps" and type(value) is list and value:
            between = b"[\n    "
            for each in value:
                yield between + _indented(each, 4)
                between = b",\n    "
            yield b"\n  ]"
        else:
            yield _indented(value, 2)
    yield b"\n}\n" if document else b"{}\n"


def _indented(value: JSON, by: int) -> bytes:
    text = encode(value)
    try:
        # A string of JSON holds no line break, so every one is the formatter's.
        return msgspec.json.format(text, indent=2).replace(b"\n", b"\n" + b" " * by)
    except (msgspec.MsgspecError, RecursionError):
        return text  # a lone surrogate or deep nesting, which the formatter refuses
