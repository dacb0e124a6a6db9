"""The bytes of events as Steno itself spells them: for the document and for its hash, each text encoded once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from operator import itemgetter
from typing import Any, BinaryIO, NamedTuple

import msgspec
from msgspec import Struct

from steno.base.canonical import canonical_of_plain, is_plain
from steno.base.exact import JSON
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
_MANY_DIGITS = 16
"""A number of so many may be beyond 2^53."""


class _Frame(NamedTuple):
    """What does not differ among the events of one form, with a text or with data, and with a time or without."""

    opening: bytes
    """In the document: what stands before the number in the id, ..."""
    seq: bytes
    """... before the number, ..."""
    time: bytes
    """... before the time, if there is one, ..."""
    front: bytes
    """... before the text, ..."""
    shut: bytes
    """... behind it, ..."""
    tail: bytes
    """... and behind it where there are neither links nor tokens."""
    first: bytes
    """In the hash: what stands before the text, ..."""
    behind: bytes
    """... before the number in the id, behind which the links stand, ..."""
    role: bytes
    """... before the number, ..."""
    hashed_time: bytes
    """... before the time, if there is one, ..."""
    type: bytes
    """... before the tokens, ..."""
    last: bytes
    """... and behind them."""


class _Members(Struct, frozen=True):
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
        tokens = _digits(usage.values()) if usage else ()
        if hashed is None or tokens is None:
            self._add_slowly(row)
            return
        opening, seq, before_time, front, shut, tail, first, behind, role, hashed_time, type_, last = self._frames.get(
            key := (form, held, time is not None)
        ) or self._frame(*key)
        hashed_links, hashed_usage = b'"', b""
        if links or usage:
            tail = shut
            if links:
                ids = tuple(map(str.encode, links.values()))
                shown_links, hashed_links = self._object(links, ids, '"%b"', ("links", '","links":'))
                tail += shown_links
            if usage:
                shown_usage, hashed_usage = self._object(usage, tokens, "%b", ("usage", ',"usage":'))
                tail += shown_usage
            tail += self._close
        digits = b"%d" % number
        name, ts = digits.zfill(6), b"" if time is None else time.encode()
        # Pieces as they are: to fill in templates takes twice as long.
        self._waiting += (opening, name, seq, digits, before_time, ts, front, shown, tail)
        self._hashed += (
            first, hashed, behind, name, hashed_links, role, digits, hashed_time, ts, type_, hashed_usage, last,
        )  # fmt: skip
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
        for piece in self._together(self._waiting):
            self._stream.write(piece)
        self._digest.add_canonical(self._together(self._hashed))
        self._waiting.clear()
        self._hashed.clear()
        self._size = 0

    def _together(self, pieces: list[bytes]) -> list[bytes]:
        """In one piece, unless one of them is so long that it costs more to copy it."""
        return [b"".join(pieces)] if pieces and self._size <= 2 * _AT_ONCE else pieces

    def _frame(self, form: Form, held: str, dated: bool) -> _Frame:
        said = {self._type: form.type, "actor_id": form.actor, "visibility": form.visibility, "role": form.role}
        front = "".join(f'{self._key(name)}"{value}"' for name, value in said.items())
        content = f'{self._key("content")}{{{self._key("mime", "", 1)}"{_MIMES[held]}"{self._key(held, at=1)}'
        ts, hashed_ts, quote = (f'{self._key("ts")}"', ',"ts":"', '"') if dated else ("", "", "")
        shut = (self._margins[0] + "}").encode()
        frame = self._frames[form, held, dated] = _Frame(
            f'{self._layout.between.decode()}{self._open}"evt_'.encode(),
            f'"{self._key("seq")}'.encode(),
            ts.encode(),
            f"{quote}{front}{content}".encode(),
            shut,
            shut + self._close,
            f',{{"actor_id":"{form.actor}","content":{_BEFORE[held]}'.encode(),
            f'{_BEHIND[held]},"id":"evt_'.encode(),
            f',"role":"{form.role}","seq":'.encode(),
            hashed_ts.encode(),
            f'{quote},"type":"{form.type}"'.encode(),
            f',"visibility":"{form.visibility}"}}'.encode(),
        )
        return frame

    def _data(self, data: JSON, form: Form) -> tuple[bytes, bytes | None]:
        """Data in the document and in the hash; None where only the slow way knows its canonical spelling."""
        if form.type != "annotation":
            return self._spelled(data, _encode(data))
        if type(data) is dict and len(data) == 1 and (counts := data.get("usage")) is not None:
            digits = _digits(counts.values()) if _are_counts(counts) else None
            if digits is not None:
                return self._counted(counts, digits)
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

    def _counted(self, counts: dict[str, int], digits: tuple[bytes, ...]) -> tuple[bytes, bytes]:
        """What is said of the tokens of a request, which differs in nothing but numbers."""
        frame = self._counts.get(keys := tuple(counts))
        if frame is None:
            zeros = {"usage": dict.fromkeys(keys, 0)}
            shown = self._indented(_encode(zeros)).replace(f"{self._colon}0".encode(), f"{self._colon}%b".encode())
            hashed = canonical_of_plain(zeros).replace(b":0", b":%b")
            frame = self._counts[keys] = _Members(shown, hashed, _sorting(keys))
        return frame.filled(digits)

    def _object(
        self, small: dict[str, Any], values: tuple[bytes, ...], sign: str, before: tuple[str, str]
    ) -> tuple[bytes, bytes]:
        """A member that is an object of ids, or of numbers, in the document and in the hash; not an empty one.

        `before` is its key, and what stands before it in the hash.
        """
        frame = self._small.get(keys := tuple(small))
        if frame is None:
            members = [self._key(key, "," if index else "", 1) + sign for index, key in enumerate(keys)]
            frame = self._small[keys] = _Members(
                (self._key(before[0]) + "{" + "".join(members) + self._margins[0] + "}").encode(),
                (before[1] + "{" + ",".join(f'"{key}":{sign}' for key in sorted(keys)) + "}").encode(),
                _sorting(keys),
            )
        return frame.filled(values)


def _sorting(keys: tuple[str, ...]) -> Callable[[Any], Any] | None:
    """What sorts values by these keys, where they are not sorted."""
    names = sorted(keys)
    return None if [*keys] == names else itemgetter(*map(keys.index, names))


def _are_counts(value: JSON) -> bool:
    return type(value) is dict and bool(value) and value.keys() <= FURTHER_TOKENS.keys()


def _digits(numbers: Collection[JSON]) -> tuple[bytes, ...] | None:
    """How counts are spelled; None where RFC 8785 may spell one in another way.  Not asked of none."""
    found = tuple(map(_encode, numbers))
    return found if b"".join(found).isdigit() and max(map(len, found)) < _MANY_DIGITS else None


_BEFORE = {_TEXT: '{"mime":"text/plain","text":', _DATA: '{"data":'}
_BEHIND = {_TEXT: "}", _DATA: ',"mime":"application/json"}'}
"""What stands around a text or data in the hash."""
