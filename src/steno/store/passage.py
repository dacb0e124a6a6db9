"""What an event says, read from the source where it stands, and the part of it that was looked for.

The catalog holds no text.  What is read is shown only if its words are those that were indexed: a file that has changed
since says nothing here.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from steno.base.files import opened
from steno.errors import StenoError
from steno.store.texts import called, hash_of, returned

if TYPE_CHECKING:
    from steno.diagnostics import Diagnostic
    from steno.model import Event

_AROUND = 80
"""Characters on each side of what was found."""


class Spot(Struct, frozen=True):
    """Where an event stands."""

    id: int
    """By which the catalog knows it."""
    agent: str
    path: str
    file: str
    """The file that holds it, which may be another one than the session's own."""
    offset: int | None
    length: int | None
    number: int
    own_id: str | None
    """The id of the session, where the file holds several."""
    words: int | None
    pointer: str = ""
    """Where in its record."""


class Snippet(Struct, frozen=True):
    text: str
    marks: list[tuple[int, int]]
    """Where what was looked for begins and ends."""
    before: bool = False
    """Whether there is more before it ..."""
    after: bool = False
    """... and behind it."""


class Sources:
    """Reads events back.  Remembers a file that had to be read as a whole."""

    def __init__(self) -> None:
        self._whole: dict[tuple[str, str | None], tuple[Event, ...]] = {}

    def text(self, spot: Spot) -> str | None:
        """What the event says; None where the source no longer holds it."""
        for text in _likely(self.record(spot), spot.pointer):
            if hash_of(text) == spot.words:
                return text
        from steno.store.words import event_text  # as all that reads sessions, it costs start-up

        for event in self._by_record(spot):
            if hash_of(text := event_text(event)) == spot.words:
                return text
        found = (event_text(each) for each in self._read(spot)[spot.number - 1 :][:1])
        return next((text for text in found if hash_of(text) == spot.words), None)

    def record(self, spot: Spot) -> bytes:
        """The bytes of its record; none where they cannot be read."""
        if spot.offset is None or spot.length is None:
            return b""
        try:
            with opened(Path(spot.file)) as file:
                file.seek(spot.offset)
                return file.read(spot.length)
        except OSError:
            return b""

    def _by_record(self, spot: Spot) -> Iterator[Event]:
        """The events of the one record, where it can be read by itself: a line of JSON."""
        data = self.record(spot)
        if data[:1] != b"{" or not data.endswith(b"\n"):
            return
        from steno import pipeline
        from steno.diagnostics import Place

        try:
            for trace in pipeline.read(io.BytesIO(data), Place(spot.file), _ignore, spot.agent):
                yield from trace.events
        except StenoError:
            return  # it needs what stands around it

    def _read(self, spot: Spot) -> tuple[Event, ...]:
        from steno.session import Input, own_id, read

        key = spot.path, spot.own_id
        if key not in self._whole:
            self._whole[key] = ()
            try:
                for trace in read(Input(spot.path, Path(spot.path), spot.agent), io.BytesIO(), _ignore):
                    if spot.own_id is None or own_id(trace) == spot.own_id:
                        self._whole[key] = trace.events
                        break
            except (StenoError, OSError):
                pass  # it is gone, or it is none any more: the snippet says so
        return self._whole[key]


def snippet(text: str, patterns: Sequence[re.Pattern[str]], lines: int = 0) -> Snippet:
    """The part of a text where most different groups of a pattern are found together, or so many lines around it.

    The first of the patterns that is found at all counts; where none is, it is the beginning of the text.
    """
    found = next((places for each in patterns if (places := _places(text, each))), [])
    at, end = _densest(found) if found else (0, 0)
    if lines:
        start, stop = _lines(text, at, end, lines)
    else:
        start, stop = max(0, at - _AROUND), min(len(text), end + _AROUND)
        if start:
            start = text.find(" ", start, at) + 1 or start
    marks = [(first - start, last - start) for first, last, _ in found if start <= first and last <= stop]
    return Snippet(text[start:stop], marks, start > 0, stop < len(text))


def _places(text: str, pattern: re.Pattern[str]) -> list[tuple[int, int, int]]:
    """From where to where a pattern is found, and which of its groups."""
    return [(*each.span(), each.lastindex or 0) for each in pattern.finditer(text) if each[0]]


def _densest(found: Sequence[tuple[int, int, int]]) -> tuple[int, int]:
    """Where the first of the places begins that have most different groups near each other, and where it ends."""
    best, most = found[0], 0
    near: Counter[int] = Counter()
    last = 0
    for place in found:
        while last < len(found) and found[last][1] <= place[1] + _AROUND:
            near[found[last][2]] += 1
            last += 1
        if len(near) > most:
            best, most = place, len(near)
        if near[place[2]] > 1:
            near[place[2]] -= 1
        else:
            del near[place[2]]
    return best[0], best[1]


def _lines(text: str, at: int, end: int, lines: int) -> tuple[int, int]:
    start, stop = at, end
    for _ in range(lines + 1):
        start = text.rfind("\n", 0, max(start, 0))
        if start < 0:
            break
    for _ in range(lines + 1):
        found = text.find("\n", stop + 1 if stop > end else stop)
        stop = found if found >= 0 else len(text)
        if found < 0:
            break
    return start + 1, stop


def _likely(data: bytes, pointer: str) -> Iterator[str]:
    """What a line of JSON may say at a place: most records say it in one of a few ways.

    A guess costs little, as the hash of the words tells whether it is right; where none is, the session's own reader
    is asked.
    """
    if data[:1] != b"{":
        return
    try:
        node = msgspec.json.decode(data)
        for name in pointer.split("/")[1:]:
            node = node[int(name)] if isinstance(node, list) else node[name.replace("~1", "/").replace("~0", "~")]
    except (msgspec.MsgspecError, UnicodeError, RecursionError, LookupError, ValueError, TypeError):
        return
    if isinstance(node, str):
        yield node
    elif isinstance(node, dict):
        yield from _said(node)


def _said(node: dict[str, Any]) -> Iterator[str]:
    for key in ("text", "thinking"):
        if isinstance(node.get(key), str):
            yield node[key]
    for key in ("input", "arguments"):
        if isinstance(node.get("name"), str) and key in node:
            yield called(node["name"], node[key])
    for key in ("content", "output"):
        if key in node:
            yield returned(node[key])


def _ignore(each: Diagnostic) -> None:
    """What is wrong with a file is not what was asked for."""
