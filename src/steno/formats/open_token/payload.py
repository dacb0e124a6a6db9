"""How arguments, binary parts and markers are spelled inside an event's content, and read back."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from steno.base.exact import JSON, BadJSON, decode, decode_same, encode
from steno.base.patterns import deferred
from steno.formats.blobs import embedded, referred
from steno.formats.open_token.wire import BINARY
from steno.model import Blob

JSON_STRING, JSON_STRING_SPACED, TEXT, VALUE, ABSENT = "json-string", "json-string-spaced", "text", "value", "absent"
"""What `arguments_encoding` may say: how arguments that are no object or array became one."""


def spell_arguments(arguments: JSON | UnsetType) -> tuple[JSON, str | None]:
    """Arguments as an object or array, and what was done to make them one."""
    kind = type(arguments)
    if kind is dict or kind is list:
        return arguments, None
    if arguments is UNSET:
        return {}, ABSENT
    if not isinstance(arguments, str):
        return {"input": arguments}, VALUE
    if _OPENING().match(arguments):
        try:
            data = arguments.encode()
            if (same := decode_same(data)) is not None:
                return same, JSON_STRING
            value, duplicate = decode(data)
        except (BadJSON, UnicodeError):
            return {"input": arguments}, TEXT
        if duplicate is None and type(value) in (dict, list):
            for encoding in (JSON_STRING, JSON_STRING_SPACED):
                if _json_text(value, encoding) == data:
                    return value, encoding
    return {"input": arguments}, TEXT


_OPENING = deferred(r'\{[ \t\n\r]*["}]|\[[ \t\n\r]*["\[{\]\-0-9tfn]')
"""What an object or an array begins with: much else has a bracket in front."""


def restore_arguments(spelled: JSON, encoding: JSON | UnsetType) -> JSON | UnsetType:
    """The arguments as the source had them; as they are spelled, where the encoding does not fit them."""
    restored: JSON | UnsetType = spelled
    match encoding:
        case "json-string" | "json-string-spaced" if type(spelled) in (dict, list):
            text = _json_text(spelled, encoding)
            restored = text.decode() if text is not None else spelled
        case "text" | "value" if type(spelled) is dict and list(spelled) == ["input"]:
            restored = spelled["input"]
        case "absent" if spelled == {}:
            restored = UNSET
    if encoding is not UNSET:
        again, said = spell_arguments(restored)
        if said != encoding or encode(again) != encode(spelled):
            return spelled
    return restored


def _json_text(value: JSON, encoding: str) -> bytes | None:
    text = encode(value)
    if encoding == JSON_STRING:
        return text
    try:
        return msgspec.json.format(text, indent=0)
    except (msgspec.MsgspecError, RecursionError):
        return None


def without_binary(value: JSON) -> JSON:
    """The value with base64 contents replaced by their type, size and hash; the same object where there are none."""
    if type(value) is str:
        return _omitted(referred(value)) or value if value.startswith("data:") else value
    if type(value) is list:
        parts = [without_binary(part) for part in value]
        return parts if any(new is not old for new, old in zip(parts, value, strict=True)) else value
    if type(value) is not dict:
        return value
    media = value.get("media_type", value.get("mimeType"))
    if type(media) is str and type(data := value.get("data")) is str and (found := _omitted(embedded(data, media))):
        # Anthropic's `source` is nothing but the bytes; an MCP part says more beside them.
        return found if value.get("type") == "base64" else {**value, "data": found}
    changed = {key: new for key, old in value.items() if (new := without_binary(old)) is not old}
    return {**value, **changed} if changed else value


def _omitted(blob: Blob) -> dict[str, JSON] | None:
    return None if blob.size is UNSET else spell_blob(blob)


def spell_blob(blob: Blob) -> dict[str, JSON]:
    """What stands in the place of bytes."""
    known = {key: value for key, name in BINARY.items() if (value := getattr(blob, name)) is not UNSET}
    return {"omitted": "binary", **known}


def is_binary(data: JSON) -> bool:
    """Whether this is what stands in the place of bytes, and nothing else."""
    return (
        type(data) is dict
        and data.get("omitted") == "binary"
        and data.keys() <= {"omitted", *BINARY}
        and all(type(data[key]) is (int if key == "bytes" else str) for key in data)
    )


def only(data: JSON | UnsetType, marker: str) -> bool:
    """Whether this is a marker and nothing else: a tool may return an object that has such a key among others."""
    return type(data) is dict and len(data) == 1 and data.get(marker) is True
