"""How a text is spelled in other shapes: escaped, percent-encoded, in base64, in hexadecimal digits.  Finds nothing."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from urllib.parse import quote


def shapes(value: str) -> Iterator[str]:
    """The value as it stands in other texts: escaped for JSON up to three times, percent-encoded, in base64 at every
    alignment, in hexadecimal."""
    yield value
    for ascii_only in (False, True):
        escaped = value
        for _ in range(3):
            escaped = json.dumps(escaped, ensure_ascii=ascii_only)[1:-1]
            yield escaped
    yield quote(value, safe="")
    yield quote(value, safe="").lower()
    yield from base64_inside(value)
    yield _bytes(value).hex()
    yield _bytes(value).hex().upper()


def base64_inside(value: str) -> Iterator[str]:
    """The characters of base64 that the value alone decides, in both alphabets and at every alignment."""
    for code in (base64.b64encode, base64.urlsafe_b64encode):
        for shift in range(3):
            yield _inner(code, _bytes(value), shift)


def _inner(code: Callable[[bytes], bytes], data: bytes, shift: int) -> str:
    """What stands for the value when `shift` bytes of a group stand before it."""
    text = code(b"\0" * shift + data).decode().rstrip("=")
    first = (0, 2, 3)[shift]
    whole = (shift + len(data)) * 8 // 6
    return text[first:whole]


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
