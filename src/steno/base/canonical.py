"""Canonical JSON: one byte string per value.  The only place that spells it.

RFC 8785 (JCS).  The exact profile is Steno's extension for what RFC 8785 refuses: integers of any size are printed
digit by digit, a lone surrogate as its escape.  Where both accept a value they agree on its bytes.

Beside it stands what other programs hash: Python's own `json.dumps` with sorted keys.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterator

import msgspec
from msgspec import Raw

from steno.base.exact import JSON, Apart, apart_of, encode
from steno.base.parts import lazy

_sorted = msgspec.json.Encoder(order="sorted").encode
_dumps = lazy("json:dumps")
_LARGEST = 2**53 - 1


class NotCanonical(ValueError):
    """The profile asked for has no spelling of this value."""


_TRIVIAL = frozenset((str, bool, type(None)))


def canonical(value: JSON, *, exact: bool = False) -> bytes:
    """The canonical bytes of a value; raises `NotCanonical` where the profile has none."""
    if is_plain(value):
        try:
            return _sorted(value)
        except UnicodeEncodeError:
            pass  # a lone surrogate
    parts: list[str] = []
    _write(value, parts, exact)
    return "".join(parts).encode()


def canonical_of_plain(value: JSON) -> bytes:
    """The same for a value that the caller knows to be plain; raises `UnicodeEncodeError` where a text is not."""
    return _sorted(value)


def is_plain(value: JSON) -> bool:
    """Whether msgspec's sorted encoder spells this value as RFC 8785 does: no large or odd numbers,
    no key beyond the BMP (RFC 8785 sorts by UTF-16 unit)."""
    stack = [value]
    while stack:
        item = stack.pop()
        kind = type(item)
        if kind is dict:
            if not "".join(item).isascii() and any(not key.isascii() and max(key) > "\ud7ff" for key in item):
                return False
            item, kind = item.values(), list
        if kind is list:
            # Most values are no matter, and are not even put on the stack.
            if not _TRIVIAL.issuperset(map(type, item)):
                stack += [each for each in item if type(each) not in _TRIVIAL]
        elif kind is int:
            if not -_LARGEST <= item <= _LARGEST:
                return False
        elif kind is float:
            # Both print such a number with a point and without an exponent.
            if not 1e-3 < abs(item) < 1e15 or item.is_integer():
                return False
        elif kind not in _TRIVIAL:
            return False
    return True


Default = Callable[[JSON], JSON]


def dumped(
    value: JSON, default: Default, apart: Apart | None = None, plain_ids: Container[int] = frozenset()
) -> Iterator[bytes]:
    """What `json.dumps(value, sort_keys=True, default=default)` gives, in pieces: of the members that are `apart`, each
    member is one, and others side by side are one.

    `plain_ids` has the ids of members that the caller knows to hold no odd number and believes to hold no half
    character: they are not looked through, and if one does hold one, this raises `UnicodeEncodeError`.
    """
    if apart is None or type(value) not in (dict, list) or not value:
        yield _dumped(value, default, plain_ids)
    elif type(value) is list:
        for index, item in enumerate(value):
            yield b", " if index else b"["
            yield _dumped(item, default, plain_ids)
        yield b"]"
    else:
        opening = b"{"
        for keys in apart_of(sorted(value), apart):
            if len(keys) == 1:
                yield opening + _dumped(keys[0], default, ()) + b": "
                yield from dumped(value[keys[0]], default, apart.get(keys[0]), plain_ids)
            else:
                yield opening + _dumped({key: value[key] for key in keys}, default, ())[1:-1]
            opening = b", "
        yield b"}"


def _dumped(value: JSON, default: Default, plain_ids: Container[int]) -> bytes:
    """The same as one, by msgspec where that comes to the same, which takes a fraction of the time."""
    if id(value) in plain_ids:
        found = _quickly(value)
    else:
        try:
            found = _quickly(_with_numbers(value, default) if _has_odd_number(value) else value)
        except UnicodeEncodeError:
            found = None
    return _dumps()(value, sort_keys=True, default=default).encode() if found is None else found


def _quickly(value: JSON) -> bytes | None:
    """None where msgspec spells a text in another way than Python does."""
    try:
        # Without an indent, it puts a space behind every comma and colon.
        data = msgspec.json.format(_sorted(value), indent=0)
    except msgspec.DecodeError:
        return None  # a number that is none in JSON
    if not data.isascii():
        if any(byte in data for byte in _BEYOND):
            return None  # one character, which is two escapes
        # Escapes as Python's JSON does, but leaves Latin-1 as it is.
        data = data.decode().encode("raw_unicode_escape")
        if not data.isascii():
            for byte in set(data.translate(None, _ASCII)):
                data = data.replace(bytes((byte,)), b"\\u00%02x" % byte)
    return None if b"\x7f" in data else data


_ASCII = bytes(range(128))
_BEYOND = bytes(range(0xF0, 0xF5))
"""What a character beyond the BMP begins with in UTF-8."""


def _has_odd_number(value: JSON) -> bool:
    """Whether Python prints some number in another way than msgspec does."""
    stack = [value]
    while stack:
        item = stack.pop()
        kind = type(item)
        if kind is dict:
            stack += [each for each in item.values() if type(each) not in _ALIKE]
        elif kind is list:
            if not _ALIKE.issuperset(map(type, item)):  # most lists hold texts alone
                stack += [each for each in item if type(each) not in _ALIKE]
        elif kind not in _ALIKE and not (kind is float and (item == 0 or 1e-3 < abs(item) < 1e15)):
            return True
    return False


_ALIKE = frozenset((str, int, bool, type(None)))


def _with_numbers(value: JSON, default: Default) -> JSON:
    """The same with every number that is not an integer spelled as Python does."""
    match value:
        case dict():
            return {key: _with_numbers(each, default) for key, each in value.items()}
        case list():
            return [_with_numbers(each, default) for each in value]
        case float() | Raw():
            return Raw(_dumps()(value, default=default).encode())
        case _:
            return value


def _has_surrogate(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def _write(value: JSON, out: list[str], exact: bool) -> None:
    match value:
        case dict():
            opening = "{"
            for key in sorted(value, key=lambda key: key.encode("utf-16-be", "surrogatepass")):
                out.append(opening + _string(key, exact) + ":")
                _write(value[key], out, exact)
                opening = ","
            out.append("}" if value else "{}")
        case list() | tuple():
            opening = "["
            for item in value:
                out.append(opening)
                _write(item, out, exact)
                opening = ","
            out.append("]" if value else "[]")
        case str():
            out.append(_string(value, exact))
        case bool() | None:
            out.append(encode(value).decode())
        case int():
            if not exact and not -_LARGEST <= value <= _LARGEST:
                raise NotCanonical(f"the integer {value} is beyond 2^53, which RFC 8785 does not allow")
            out.append(str(value))
        case float():
            out.append(_number(value))
        case Raw():
            out.append(_raw(bytes(value).decode(), exact))
        case _:
            raise NotCanonical(f"{type(value).__name__} is not a JSON value")


def _string(text: str, exact: bool) -> str:
    if not exact and _has_surrogate(text):
        raise NotCanonical("RFC 8785 does not allow a lone surrogate")
    return encode(text).decode()


def _raw(text: str, exact: bool) -> str:
    """An oddly spelled number.  A plain integer too long for Python is exact as it stands."""
    if text.lstrip("-").isdigit() and text != "-0":
        if not exact:
            raise NotCanonical("an integer beyond 2^53, which RFC 8785 does not allow")
        return text
    return _number(float(text))


def _number(number: float) -> str:
    """A double as ECMAScript prints it."""
    if not math.isfinite(number):
        raise NotCanonical("a number beyond the range of a double")
    if number == 0:
        return "0"
    sign = "-" if number < 0 else ""
    mantissa, _, exponent = repr(abs(number)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    # The value is 0.<digits> * 10^point.
    point = (
        len(whole) + int(exponent or 0)
        if whole != "0"
        else int(exponent or 0) - (len(fraction) - len(fraction.lstrip("0")))
    )
    digits = digits.rstrip("0")
    if 0 < point <= 21:
        text = digits.ljust(point, "0")
        return sign + text[:point] + ("." + text[point:] if len(text) > point else "")
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    return sign + digits[0] + ("." + digits[1:] if len(digits) > 1 else "") + f"e{point - 1:+d}"
