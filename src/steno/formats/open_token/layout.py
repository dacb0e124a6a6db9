"""How a document is laid out as bytes: json or ndjson, compact or indented.  Knows nothing of what it says."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from steno.base.exact import JSON, encode
from steno.formats.open_token.options import Mode


class Layout:
    """The bytes around and between events, and of each event by itself."""

    def __init__(self, mode: Mode, *, pretty: bool) -> None:
        self.mode = mode
        self.pretty = pretty and mode is Mode.JSON
        if mode is Mode.NDJSON:
            self.between = b"\n"
        else:
            self.between = b",\n" if self.pretty else b","

    def opening(self, top: Mapping[str, JSON], *, empty: bool) -> bytes:
        """Everything before the first event.  `top` holds UNSET where the events go."""
        if self.mode is Mode.NDJSON:
            return encode(top) + b"\n"
        before = [self._member(key, top[key]) for key in _until_events(top)]
        member = b'  "events": [' if self.pretty else b'"events":['
        return self._open() + self._comma().join([*before, member]) + (b"\n" if self.pretty and not empty else b"")

    def event(self, event: dict[str, JSON]) -> bytes:
        if self.mode is Mode.NDJSON:
            return encode(enveloped(event))
        return _indented(event, 4, pretty=self.pretty)

    def closing(self, top: Mapping[str, JSON], footer: JSON | None, *, empty: bool) -> bytes:
        """Everything after the last event."""
        if self.mode is Mode.NDJSON:
            end = b"" if empty else b"\n"
            return end + (encode(footer) + b"\n" if footer is not None else b"")
        after = [self._member(key, top[key]) for key in list(top)[len(_until_events(top)) + 1 :]]
        end = b"\n  ]" if self.pretty and not empty else b"]"
        return self._comma().join([end, *after]) + (b"\n}\n" if self.pretty else b"}\n")

    def _open(self) -> bytes:
        return b"{\n" if self.pretty else b"{"

    def _comma(self) -> bytes:
        return b",\n" if self.pretty else b","

    def _member(self, key: str, value: JSON) -> bytes:
        if not self.pretty:
            return encode(key) + b":" + encode(value)
        return b"  " + encode(key) + b": " + _indented(value, 2, pretty=True)[2:]


def _until_events(top: Mapping[str, JSON]) -> list[str]:
    keys = list(top)
    return keys[: keys.index("events")]


def _indented(value: JSON, by: int, *, pretty: bool) -> bytes:
    text = encode(value)
    if not pretty:
        return text
    margin = b" " * by
    try:
        # A string of JSON holds no line break, so every one is the formatter's.
        return margin + msgspec.json.format(text, indent=2).replace(b"\n", b"\n" + margin)
    except (msgspec.MsgspecError, RecursionError):
        return margin + text  # a lone surrogate or deep nesting, which the formatter refuses


def enveloped(event: dict[str, JSON]) -> dict[str, JSON]:
    """An event as a line: its own type stands under `event_type`, where `type` stood."""
    return {"type": "event", **{"event_type" if key == "type" else key: value for key, value in event.items()}}
