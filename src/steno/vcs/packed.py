"""Values as MessagePack, with strings of any kind: a path need not be UTF-8, and MessagePack has no other text."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from steno.base.learned import learned

_MARK = "\0bytes:"
T = TypeVar("T")


def pack(value: Any) -> bytes:
    try:
        data = msgspec.msgpack.encode(value)
    except UnicodeEncodeError:
        data = b""
    if data and _MARK.encode() not in data:
        return data
    # So rare that it may be slow.
    return msgspec.msgpack.encode(_each(msgspec.to_builtins(value, builtin_types=(bytes,)), _marked))


def unpack(data: bytes, type: type[T]) -> T:
    """Raises `msgspec.MsgspecError`."""
    if _MARK.encode() not in data:
        return msgspec.msgpack.decode(data, type=learned(type))
    plain = _each(msgspec.msgpack.decode(data), _bare)
    return msgspec.convert(plain, type=learned(type), builtin_types=(bytes,))


def _each(value: Any, change: Any) -> Any:
    match value:
        case str():
            return change(value)
        case dict():
            return {change(key): _each(each, change) for key, each in value.items()}
        case list() | tuple():
            return [_each(each, change) for each in value]
        case _:
            return value


def _marked(text: str) -> str:
    data = text.encode("utf-8", "surrogatepass")
    return text if _is_utf_8(data) and not text.startswith(_MARK) else _MARK + data.hex()


def _is_utf_8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _bare(text: str) -> str:
    if not text.startswith(_MARK):
        return text
    try:
        return bytes.fromhex(text[len(_MARK) :]).decode("utf-8", "surrogatepass")
    except ValueError:
        return text  # it was none of ours
