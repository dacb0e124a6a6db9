"""The bytes of events as Steno itself spells them: for the document and for its hash, each text encoded once."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from typing import BinaryIO, NamedTuple

import msgspec

from steno.base.canonical import canonical_of_plain, is_plain
from steno.base.exact import JSON, joined
from steno.formats.counter import LossCounter
from steno.formats.open_token.integrity import Digest
from steno.formats.open_token.layout import Layout
from steno.formats.open_token.nesting import may_be_deep, shallow
from steno.formats.open_token.options import Mode

Spelled = dict[str, JSON]

_encode = msgspec.json.Encoder().encode
_format = msgspec.json.format
_stated = itemgetter("id", "seq", "type", "actor_id", "visibility", "role", "content")
_TEXT, _DATA = "text", "data"
_MIMES = {_TEXT: "text/plain", _DATA: "application/json"}
_AT_ONCE = 1 << 17
"""So many bytes are written and hashed with one call."""
_SHORT, _SOME = 2000, 500
"""How long the data is that is remembered, and how many of it."""


class _Frame(NamedTuple):
    """What does not differ among the events of one kind and one actor, with a text or with data."""

    front: str
    """In the document: from the type to the text."""
    first: bytes
    """In the hash: what stands before the text, ..."""
    content: str
    """... behind it, ..."""
    role: str
    """... from the role to the number, ..."""
    type: str
    visibility: bytes
    """... and at the end."""


class Page:
    """Writes events to a document's stream and adds them to its hash.

    Their ids and times are plain ASCII.  What cannot be spelled in this way (a lone surrogate, an odd number, deep
    nesting) is left to layout and digest.
    """

    def __init__(self, layout: Layout, digest: Digest, stream: BinaryIO, counter: LossCounter) -> None:
        self._layout, self._digest, self._stream, self._counter = layout, digest, stream, counter
        lines, pretty = layout.mode is Mode.NDJSON, layout.pretty
        self._margins = ("\n      ", "\n        ") if pretty else ("", "")
        self._inner = self._margins[1].encode()
        self._colon = ": " if pretty else ":"
        self._type = "event_type" if lines else "type"
        self._open = ("    {" if pretty else "{") + ('"type":"event",' if lines else "") + self._key("id", "")
        self._shut, self._close = self._margins[0] + "}", "\n    }" if pretty else "}"
        self._seq, self._ts, self._links, self._usage = map(self._key, ("seq", "ts", "links", "usage"))
        self._frames: dict[tuple[str, str, str, str, str], _Frame] = {}
        self._small: dict[tuple[str, ...], bytes] = {}
        """How small objects are laid out, by their keys."""
        self._known: dict[bytes, tuple[bytes, bytes | None]] = {}
        """Some data that was spelled before: many annotations say the same again."""
        self._between = ""
        self._waiting: list[bytes] = []
        self._size = 0

    def _key(self, key: str, comma: str = ",", at: int = 0) -> str:
        """A key, at its place in an event or in an object of it."""
        return f'{comma}{self._margins[at]}"{key}"{self._colon}'

    def write(self, events: Iterable[Spelled]) -> None:
        """Write all of them."""
        add = self._add
        for event in events:
            try:
                add(event)
            except (UnicodeEncodeError, RecursionError, msgspec.MsgspecError):
                self._add_slowly(event)
            if self._size > _AT_ONCE:
                self._flush()
        self._flush()

    def _add(self, event: Spelled) -> None:
        name, number, kind, actor, visibility, role, content = _stated(event)
        hashed: bytes | None
        if _TEXT in content:
            held = _TEXT
            shown = hashed = _encode(content[_TEXT])
        elif _DATA in content:
            held = _DATA
            shown, hashed = self._data(content[_DATA])
        else:
            self._add_slowly(event)
            return
        key = (kind, actor, visibility, role, held)
        frame = self._frames.get(key) or self._frame(key)
        time, links, usage = event.get("ts"), event.get("links"), event.get("usage")
        ts, hashed_ts = (f'{self._ts}"{time}"', f',"ts":"{time}"') if time is not None else ("", "")
        end = hashed_links = hashed_usage = ""
        if links is not None:
            end = self._links + self._object(links)
            hashed_links = ',"links":' + canonical_of_plain(links).decode()
        if usage is not None:
            end += self._usage + self._object(usage)
            if is_plain(usage):
                hashed_usage = ',"usage":' + canonical_of_plain(usage).decode()
            else:
                hashed = None
        head = f'{self._between}{self._open}"{name}"{self._seq}{number}{ts}{frame.front}'
        self._put(head.encode(), shown, f"{self._shut}{end}{self._close}".encode())
        if hashed is None:
            self._digest.add(event)
        else:
            rest = (
                f'{frame.content},"id":"{name}"{hashed_links}{frame.role}{number}{hashed_ts}{frame.type}{hashed_usage}'
            )
            self._digest.add_canonical(frame.first, hashed, rest.encode(), frame.visibility)

    def _add_slowly(self, event: Spelled) -> None:
        event = shallow(event, self._counter)
        self._put(self._between.encode(), self._layout.event(event))
        self._digest.add(event)

    def _put(self, *pieces: bytes) -> None:
        self._waiting += pieces
        self._size += sum(map(len, pieces))
        self._between = self._layout.between.decode()

    def _flush(self) -> None:
        for piece in joined(self._waiting):
            self._stream.write(piece)
        self._waiting.clear()
        self._size = 0
        self._digest.flush()

    def _frame(self, key: tuple[str, str, str, str, str]) -> _Frame:
        kind, actor, visibility, role, held = key
        said = {self._type: kind, "actor_id": actor, "visibility": visibility, "role": role}
        front = "".join(f'{self._key(name)}"{value}"' for name, value in said.items())
        mime = f'"{_MIMES[held]}"'
        frame = self._frames[key] = _Frame(
            f"{front}{self._key('content')}{{{self._key('mime', '', 1)}{mime}{self._key(held, at=1)}",
            (f'{{"actor_id":"{actor}","content":' + _BEFORE[held]).encode(),
            _BEHIND[held],
            f',"role":"{role}","seq":',
            f',"type":"{kind}"',
            f',"visibility":"{visibility}"}}'.encode(),
        )
        return frame

    def _data(self, data: JSON) -> tuple[bytes, bytes | None]:
        """Data in the document and in the hash; None where only the slow way knows its canonical spelling."""
        spelled = _encode(data)
        if (known := self._known.get(spelled)) is not None:
            return known
        if may_be_deep(spelled):
            raise RecursionError
        shown = _format(spelled, indent=2).replace(b"\n", self._inner) if self._layout.pretty else spelled
        found = shown, canonical_of_plain(data) if is_plain(data) else None
        if len(spelled) < _SHORT:
            if len(self._known) == _SOME:
                self._known.clear()
            self._known[spelled] = found
        return found

    def _object(self, small: dict[str, JSON]) -> str:
        """An object of ids, or of numbers; not an empty one."""
        keys = tuple(small)
        frame = self._small.get(keys)
        if frame is None:
            members = [self._key(key, "," if index else "", 1) + "%b" for index, key in enumerate(keys)]
            frame = self._small[keys] = ("{" + "".join(members) + self._margins[0] + "}").encode()
        return (frame % tuple(map(_encode, small.values()))).decode()


_BEFORE = {_TEXT: '{"mime":"text/plain","text":', _DATA: '{"data":'}
_BEHIND = {_TEXT: "}", _DATA: ',"mime":"application/json"}'}
"""What stands around a text or data in the hash."""
