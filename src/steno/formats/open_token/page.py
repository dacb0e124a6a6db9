"""The bytes of events as Steno itself spells them: for the document and for its hash, each text encoded once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from operator import itemgetter
from typing import Any, BinaryIO, NamedTuple

import msgspec

from steno.base.canonical import canonical_of_plain, is_plain
from steno.base.exact import JSON, joined
from steno.formats.counter import LossCounter
from steno.formats.open_token.integrity import Digest
from steno.formats.open_token.layout import Layout
from steno.formats.open_token.nesting import may_be_deep, shallow
from steno.formats.open_token.options import Mode
from steno.formats.open_token.rows import Form, Row, spelled
from steno.formats.open_token.wire import FURTHER_TOKENS

_encode = msgspec.json.Encoder().encode
_format = msgspec.json.format
_TEXT, _DATA = "text", "data"
_MIMES = {_TEXT: "text/plain", _DATA: "application/json"}
_AT_ONCE = 1 << 17
"""So many bytes are written and hashed with one call."""
_AROUND = 250
"""About so many bytes stand around a content."""
_SHORT, _SOME = 2000, 500
"""How long the data is that is remembered, and how many of it."""
_LARGEST = 2**53 - 1
_INT = frozenset((int,))


class _Frame(NamedTuple):
    """What does not differ among the events of one form, with a text or with data, and with a time or without."""

    head: bytes
    """In the document: what stands before the text, ..."""
    shut: bytes
    """... behind it, ..."""
    tail: bytes
    """... and behind it where there are neither links nor tokens."""
    first: bytes
    """In the hash: what stands before the text, ..."""
    rest: bytes
    """... and behind it."""


class _Members(NamedTuple):
    """How an object of ids, or of numbers, is laid out."""

    shown: bytes
    hashed: bytes
    order: Callable[[Any], Any] | None
    """Sorts its members for the hash, where they are not."""

    def filled(self, values: tuple[Any, ...]) -> tuple[bytes, bytes]:
        """In the document and in the hash."""
        return self.shown % values, self.hashed % (values if self.order is None else self.order(values))


class Page:
    """Writes events to a document's stream and adds them to its hash.

    Their ids and times are plain ASCII.  What cannot be spelled in this way (a lone surrogate, an odd number, deep
    nesting) is left to layout and digest.
    """

    def __init__(self, layout: Layout, digest: Digest, stream: BinaryIO, counter: LossCounter) -> None:
        self._layout, self._digest, self._stream, self._counter = layout, digest, stream, counter
        lines, pretty = layout.mode is Mode.NDJSON, layout.pretty
        self._pretty = pretty
        self._margins = ("\n      ", "\n        ") if pretty else ("", "")
        self._inner = self._margins[1].encode()
        self._colon = ": " if pretty else ":"
        self._type = "event_type" if lines else "type"
        self._open = ("    {" if pretty else "{") + ('"type":"event",' if lines else "") + self._key("id", "")
        self._close = b"\n    }" if pretty else b"}"
        self._links, self._usage = (self._key(key).encode() for key in ("links", "usage"))
        self._frames: dict[tuple[Form, str, bool], _Frame] = {}
        self._small: dict[tuple[str, ...], _Members] = {}
        """How small objects are laid out, by their keys."""
        self._counts: dict[tuple[str, ...], _Members] = {}
        """The same of data that is nothing but counts of tokens."""
        self._known: dict[bytes, tuple[bytes, bytes | None]] = {}
        """Some data that was spelled before: many annotations say the same again."""
        self._waiting: list[bytes] = []
        self._hashed: list[bytes] = []
        """What waits to be written, and to be hashed; before each event stands what stands between two."""
        self._size = 0
        self._surplus = len(layout.between)
        """Before the first event stands nothing."""

    def _key(self, key: str, comma: str = ",", at: int = 0) -> str:
        """A key, at its place in an event or in an object of it."""
        return f'{comma}{self._margins[at]}"{key}"{self._colon}'

    def write(self, rows: Iterable[Row]) -> None:
        """Write all of them."""
        add = self._add
        for row in rows:
            try:
                add(row)
            except (UnicodeEncodeError, RecursionError, msgspec.MsgspecError):
                self._add_slowly(row)
            if self._size > _AT_ONCE:
                self._flush()
        self._flush()

    def _add(self, row: Row) -> None:
        number, time, form, content, links, usage = row
        hashed: bytes | None
        if _TEXT in content:
            held = _TEXT
            shown = hashed = _encode(content[_TEXT])
        elif _DATA in content:
            held = _DATA
            shown, hashed = self._data(content[_DATA], form)
        else:
            hashed = None
        if hashed is None or (usage and not _are_plain(usage.values())):
            self._add_slowly(row)
            return
        frame = self._frames.get(key := (form, held, time is not None)) or self._frame(*key)
        tail, hashed_links, hashed_usage = frame.tail, b"", b""
        if links or usage:
            tail = frame.shut
            if links:
                ids, hashed_links = self._object(links, tuple(map(str.encode, links.values())), '"%b"', ',"links":')
                tail += self._links + ids
            if usage:
                counts, hashed_usage = self._object(usage, tuple(usage.values()), "%d", ',"usage":')
                tail += self._usage + counts
            tail += self._close
        if time is None:
            head = frame.head % (number, number)
            rest = frame.rest % (number, hashed_links, number, hashed_usage)
        else:
            ts = time.encode()
            head = frame.head % (number, number, ts)
            rest = frame.rest % (number, hashed_links, number, ts, hashed_usage)
        self._waiting += (head, shown, tail)
        self._hashed += (frame.first, hashed, rest)
        self._size += len(shown) + _AROUND

    def _add_slowly(self, row: Row) -> None:
        event = shallow(spelled(row), self._counter)
        self._waiting.append(self._layout.between + self._layout.event(event))
        self._flush()
        self._digest.add(event)

    def _flush(self) -> None:
        if self._waiting and self._surplus:
            self._waiting[0] = self._waiting[0][self._surplus :]
            self._surplus = 0
        for piece in joined(self._waiting):
            self._stream.write(piece)
        self._digest.add_canonical(self._hashed)
        self._waiting.clear()
        self._hashed.clear()
        self._size = 0

    def _frame(self, form: Form, held: str, dated: bool) -> _Frame:
        said = {self._type: form.type, "actor_id": form.actor, "visibility": form.visibility, "role": form.role}
        front = "".join(f'{self._key(name)}"{value}"' for name, value in said.items())
        content = f'{self._key("content")}{{{self._key("mime", "", 1)}"{_MIMES[held]}"{self._key(held, at=1)}'
        ts, hashed_ts = (f'{self._key("ts")}"%b"', ',"ts":"%b"') if dated else ("", "")
        head = f'{self._layout.between.decode()}{self._open}"evt_%06d"{self._key("seq")}%d{ts}{front}{content}'
        shut = (self._margins[0] + "}").encode()
        frame = self._frames[form, held, dated] = _Frame(
            head.encode(),
            shut,
            shut + self._close,
            f',{{"actor_id":"{form.actor}","content":{_BEFORE[held]}'.encode(),
            (
                f'{_BEHIND[held]},"id":"evt_%06d"%b,"role":"{form.role}","seq":%d{hashed_ts}'
                f',"type":"{form.type}"%b,"visibility":"{form.visibility}"}}'
            ).encode(),
        )
        return frame

    def _data(self, data: JSON, form: Form) -> tuple[bytes, bytes | None]:
        """Data in the document and in the hash; None where only the slow way knows its canonical spelling."""
        if form.type != "annotation":
            return self._spelled(data, _encode(data))
        if type(data) is dict and len(data) == 1 and "usage" in data and _are_counts(data["usage"]):
            return self._counted(data["usage"])
        spelled = _encode(data)
        found = self._known.get(spelled)
        if found is None:
            found = self._spelled(data, spelled)
            if len(spelled) < _SHORT:
                if len(self._known) == _SOME:
                    self._known.clear()
                self._known[spelled] = found
        return found

    def _spelled(self, data: JSON, spelled: bytes) -> tuple[bytes, bytes | None]:
        if may_be_deep(spelled):
            raise RecursionError
        return self._indented(spelled), canonical_of_plain(data) if is_plain(data) else None

    def _indented(self, spelled: bytes) -> bytes:
        return _format(spelled, indent=2).replace(b"\n", self._inner) if self._pretty else spelled

    def _counted(self, counts: dict[str, int]) -> tuple[bytes, bytes]:
        """What is said of the tokens of a request, which differs in nothing but numbers."""
        frame = self._counts.get(keys := tuple(counts))
        if frame is None:
            zeros = {"usage": dict.fromkeys(keys, 0)}
            shown = self._indented(_encode(zeros)).replace(f"{self._colon}0".encode(), f"{self._colon}%d".encode())
            hashed = canonical_of_plain(zeros).replace(b":0", b":%d")
            frame = self._counts[keys] = _Members(shown, hashed, _sorting(keys))
        return frame.filled(tuple(counts.values()))

    def _object(self, small: dict[str, Any], values: tuple[Any, ...], sign: str, before: str) -> tuple[bytes, bytes]:
        """An object of ids, or of numbers, in the document and in the hash; not an empty one."""
        frame = self._small.get(keys := tuple(small))
        if frame is None:
            members = [self._key(key, "," if index else "", 1) + sign for index, key in enumerate(keys)]
            frame = self._small[keys] = _Members(
                ("{" + "".join(members) + self._margins[0] + "}").encode(),
                (before + "{" + ",".join(f'"{key}":{sign}' for key in sorted(keys)) + "}").encode(),
                _sorting(keys),
            )
        return frame.filled(values)


def _sorting(keys: tuple[str, ...]) -> Callable[[Any], Any] | None:
    """What sorts values by these keys, where they are not sorted."""
    names = sorted(keys)
    return None if [*keys] == names else itemgetter(*map(keys.index, names))


def _are_counts(value: JSON) -> bool:
    return type(value) is dict and bool(value) and value.keys() <= FURTHER_TOKENS.keys() and _are_plain(value.values())


def _are_plain(numbers: Collection[JSON]) -> bool:
    """Whether they are integers that RFC 8785 spells as they are; not asked of none."""
    return _INT.issuperset(map(type, numbers)) and min(numbers) >= -_LARGEST and max(numbers) <= _LARGEST


_BEFORE = {_TEXT: '{"mime":"text/plain","text":', _DATA: '{"data":'}
_BEHIND = {_TEXT: "}", _DATA: ',"mime":"application/json"}'}
"""What stands around a text or data in the hash."""
