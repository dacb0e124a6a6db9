"""How a text is spelled in other shapes: escaped, percent-encoded, in base64, in hexadecimal digits.  Finds nothing."""

from __future__ import annotations

import binascii
from collections.abc import Iterator
from urllib.parse import quote

from steno.detect.patterns import deferred


def shapes(value: str) -> Iterator[str]:
    """The value as it stands in other texts: escaped for JSON up to three times, percent-encoded, in base64 at every
    alignment, in hexadecimal."""
    yield value
    if _PLAIN().fullmatch(value):
        yield value.lower()
    else:
        yield from _escaped(value)
    yield from base64_inside(value)
    yield _bytes(value).hex()
    yield _bytes(value).hex().upper()


_PLAIN = deferred(r"[A-Za-z0-9_.~-]*")
"""What no escape changes."""


def _escaped(value: str) -> Iterator[str]:
    import json  # costs start-up, and few texts need it

    for ascii_only in (False, True):
        escaped = value
        for _ in range(3):
            escaped = json.dumps(escaped, ensure_ascii=ascii_only)[1:-1]
            yield escaped
    yield quote(_bytes(value), safe="")
    yield quote(_bytes(value), safe="").lower()


def base64_inside(value: str) -> Iterator[str]:
    """The characters of base64 that the value alone decides, in both alphabets and at every alignment."""
    data = _bytes(value)
    for shift, before, first in ((0, b"", 0), (1, b"\0", 2), (2, b"\0\0", 3)):
        # What stands for the value alone when so many bytes of a group stand before it.
        text = binascii.b2a_base64(before + data, newline=False)[first : (shift + len(data)) * 8 // 6].decode()
        yield text
        if "+" in text or "/" in text:
            yield text.translate(_SAFE)


_SAFE = str.maketrans("+/", "-_")


_TOGETHER, _APART = 5, 4


def hexadecimal(value: str) -> Iterator[str]:
    """How a text begins when it is spelled in hexadecimal digits: in one run, byte by byte, as an array."""
    data = _bytes(value)
    for form in ("{:02x}", "{:02X}"):
        digits = [form.format(byte) for byte in data]
        yield "".join(digits[:_TOGETHER])
        for between in " :,-":
            yield between.join(digits[:_APART])
            yield between.join("".join(digits[at : at + 2]) for at in (0, 2))
        for between in (",", ", "):
            yield between.join("0x" + digit for digit in digits[:_APART])


def _bytes(value: str) -> bytes:
    return value.encode("utf-8", "surrogatepass")
