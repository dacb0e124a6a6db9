"""Exact JSON: decodes and encodes without changing a value.  Knows nothing of lines or formats.

What a fast decoder would change silently is kept here: a number whose spelling carries more than its float
(`1.10`, `-0`, `1e400`, five thousand digits) stays a `Raw`, a lone surrogate stays in its string, and an object with a
repeated key is reported as not faithful, because a Python dict cannot hold it.
"""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec import UNSET, Raw, UnsetType

JSON: TypeAlias = Any
"""Any JSON value: dict, list, str, int, float, bool, None, or a `Raw` number."""

Apart = Mapping[str, "Apart"]
"""Members of an object, and of these members, that may be long: no text is made of all of one."""

_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


class BadJSON(ValueError):
    """These bytes are not one JSON value.  `position` is the byte at which that shows, where it is known."""

    def __init__(self, message: str, position: int | None = None) -> None:
        super().__init__(message)
        self.position = position


class Decoded(NamedTuple):
    value: JSON
    duplicate: str | None = None
    """A key that some object repeats; the value keeps the last one only, so the bytes must be kept too."""


def decode(data: bytes) -> Decoded:
    """The value of one JSON text, exactly; raises `BadJSON`."""
    try:
        value = _decode(data)
        again = _encode(value)
        # Formatting nests less deep than decoding.
        is_exact = again in (data, plain(data)) or msgspec.json.format(data, indent=-1) == again
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return _decode_slowly(data)
    return Decoded(value) if is_exact else _decode_slowly(data)


def decode_same(data: bytes) -> JSON | None:
    """The object or array that encodes to these very bytes; None where there is none, or it takes `decode` to say."""
    try:
        value = _decode(data)
        return value if type(value) in (dict, list) and _encode(value) == data else None
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return None


_FOR_HTML = ((b"\\u003c", b"<"), (b"\\u003e", b">"), (b"\\u0026", b"&"))


def plain(data: bytes) -> bytes:
    """The text without the escapes that some encoders put into every string for the sake of HTML.

    Where this spells what was decoded, so did the text: what else it might change, such as a backslash before it that
    is escaped itself, it makes a spelling of something else.
    """
    if b"\\u00" in data:
        for escape, sign in _FOR_HTML:
            data = data.replace(escape, sign)
    return data


def _decode_slowly(data: bytes) -> Decoded:
    import json  # costs start-up, and few texts need it

    duplicates: list[str] = []

    def pairs(items: list[tuple[str, JSON]]) -> dict[str, JSON]:
        value = dict(items)
        if len(value) < len(items) and not duplicates:
            seen: set[str] = set()
            duplicates.extend(key for key, _ in items if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        return value

    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadJSON(f"byte 0x{data[error.start]:02x} is not UTF-8", error.start) from None
    try:
        value = json.loads(
            text, object_pairs_hook=pairs, parse_float=_float, parse_int=_integer, parse_constant=_constant
        )
    except json.JSONDecodeError as error:
        raise BadJSON(error.msg[0].lower() + error.msg[1:], len(text[: error.pos].encode())) from None
    except RecursionError:
        raise BadJSON("nested too deeply to read") from None
    return Decoded(value, duplicates[0] if duplicates else None)


def _float(text: str) -> float | Raw:
    number = float(text)
    return number if _encode(number) == text.encode() else Raw(text.encode())


def _integer(text: str) -> int | Raw:
    limit = sys.get_int_max_str_digits() or len(text)
    return Raw(text.encode()) if text == "-0" or len(text) > limit else int(text)


def _constant(text: str) -> None:
    raise BadJSON(f"{text} is not JSON")


def encode(value: JSON) -> bytes:
    """Compact JSON of any value that `decode` can return, and of structs."""
    try:
        return _encode(value)
    except UnicodeEncodeError:
        # A lone surrogate: only its escape is valid JSON.
        value = msgspec.to_builtins(value, builtin_types=(Raw,))
    except RecursionError:
        pass  # nested deeper than the encoder goes
    return "".join(_pieces(value)).encode("utf-8", "steno.escape_surrogate")


def encoded(value: JSON, apart: Apart | None = None) -> Iterator[bytes]:
    """The same in pieces: of the members that are `apart`, each member is one, and others side by side are one."""
    if apart is None or type(value) not in (dict, list) or not value:
        yield encode(value)
    elif type(value) is list:
        for index, item in enumerate(value):
            yield b"," if index else b"["
            yield encode(item)
        yield b"]"
    else:
        opening = b"{"
        for keys in apart_of(value, apart):
            if len(keys) == 1:
                yield opening + encode(keys[0]) + b":"
                yield from encoded(value[keys[0]], apart.get(keys[0]))
            else:
                yield opening + encode({key: value[key] for key in keys})[1:-1]
            opening = b","
        yield b"}"


def apart_of(keys: Iterable[str], apart: Apart) -> Iterator[list[str]]:
    """The keys of an object, in runs that are spelled as one: each that is apart is alone; so is any, if none is named.

    A text of its own for every short member costs more than all of them.
    """
    together: list[str] = []
    for key in keys:
        if apart and key not in apart:
            together.append(key)
            continue
        if together:
            yield together
        yield [key]
        together = []
    if together:
        yield together


_LONG = 1 << 18


def joined(pieces: list[bytes]) -> Sequence[bytes]:
    """The same bytes in one piece, unless they are so many that a copy of them costs more than a call for each."""
    return (b"".join(pieces),) if sum(map(len, pieces)) <= _LONG else pieces


def _pieces(value: JSON) -> Iterator[str]:
    """Not recursive: a value may nest deep."""
    import json  # costs start-up, and few texts need it

    stack: list[str | tuple[JSON]] = [(value,)]
    """What is still to be said: texts as they are, values in a tuple."""
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            yield item
            continue
        match item[0]:
            case Raw():
                yield bytes(item[0]).decode()
            case dict() if item[0]:
                stack.append("}")
                for index, (key, each) in reversed([*enumerate(item[0].items())]):
                    stack += ((each,), ("," if index else "{") + json.dumps(key, ensure_ascii=False) + ":")
            case list() | tuple() if item[0]:
                stack.append("]")
                for index, each in reversed([*enumerate(item[0])]):
                    stack += ((each,), "," if index else "[")
            case str():
                yield json.dumps(item[0], ensure_ascii=False)
            case _:
                yield _encode(item[0]).decode()


def _escape_surrogate(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(f"\\u{ord(c):04x}" for c in error.object[error.start : error.end]), error.end


codecs.register_error("steno.escape_surrogate", _escape_surrogate)


def spells(data: bytes, value: JSON) -> bool:
    """Whether these bytes are a JSON text of this very value."""
    try:
        return encode(decode(data).value) == encode(value)
    except BadJSON:
        return False


def pointer(*parts: str | int) -> str:
    """An RFC 6901 pointer: `pointer("a/b", 3)` is `/a~1b/3`."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def at(value: JSON, path: str) -> JSON | UnsetType:
    """What stands at an RFC 6901 pointer, or UNSET."""
    for part in path.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and key in value:
            value = value[key]
        elif isinstance(value, list) and key.isdigit() and int(key) < len(value):
            value = value[int(key)]
        else:
            return UNSET
    return value


def said(value: JSON) -> str:
    """A value in a message, short."""
    text = encode(value).decode("utf-8", "replace")
    return text if len(text) <= 60 else text[:57] + "..."
