"""The bytes of events as Steno itself spells them: for the document and for its hash, each text encoded once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import BinaryIO, NamedTuple

import msgspec

from steno.base.canonical import canonical_of_plain, is_plain
from steno.base.exact import JSON
from steno.formats.counter import LossCounter
from steno.formats.open_token.asides import further
from steno.formats.open_token.integrity import Digest
from steno.formats.open_token.layout import Layout
from steno.formats.open_token.members import Counts, Members, sorting
from steno.formats.open_token.nesting import may_be_deep, shallow
from steno.formats.open_token.options import Mode
from steno.formats.open_token.rows import Form, Row, spelled, stated
from steno.formats.open_token.wire import FURTHER_TOKENS, TOKENS
from steno.model import Usage

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
_NO_TOKENS, _NOT = (b"", b""), (b"", None)


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
        self._linked: dict[tuple[str, ...], Members] = {}
        """How links are laid out, by their keys."""
        self._stated, self._further = Counts(TOKENS, self._usage), Counts(FURTHER_TOKENS, self._told)
        """How counts of tokens are: in an event, and in an aside."""
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
        hashed: bytes | None = None
        if isinstance(content, Usage):
            held = _DATA
            shown, hashed = self._further.spelled(further(content)) or _NOT
        elif _TEXT in content:
            held = _TEXT
            shown = hashed = _encode(content[_TEXT])
        elif _DATA in content:
            held = _DATA
            shown, hashed = self._data(content[_DATA], form)
        tokens = _NO_TOKENS if usage is None else self._stated.spelled(stated(usage))
        if not hashed or tokens is None:
            self._add_slowly(row)
            return
        opening, seq, before_time, front, shut, tail, first, behind, role, hashed_time, type_, last = self._frames.get(
            key := (form, held, time is not None)
        ) or self._frame(*key)
        shown_usage, hashed_usage = tokens
        hashed_links = b'"'
        if links:
            members = self._linked.get(keys := tuple(links)) or self._links(keys)
            shown_links, hashed_links = members.filled(tuple(map(str.encode, links.values())))
            tail = shut + shown_links + shown_usage + self._close
        elif shown_usage:
            tail = shut + shown_usage + self._close
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

    def _told(self, names: list[str]) -> Members:
        """What an aside says of the tokens of a request, which differs in nothing but numbers."""
        zeros = {"usage": dict.fromkeys(names, 0)}
        shown = self._indented(_encode(zeros)).replace(f"{self._colon}0".encode(), f"{self._colon}%d".encode())
        return Members(shown, canonical_of_plain(zeros).replace(b":0", b":%d"), sorting(names))

    def _usage(self, names: list[str]) -> Members:
        return self._members(names, "%d", "usage", ',"usage":')

    def _links(self, keys: tuple[str, ...]) -> Members:
        found = self._linked[keys] = self._members(keys, '"%b"', "links", '","links":')
        return found

    def _members(self, keys: Sequence[str], sign: str, name: str, before: str) -> Members:
        """How a member is laid out that is an object of ids, or of numbers; `before` is what stands before it in the
        hash.
        """
        shown = [self._key(key, "," if index else "", 1) + sign for index, key in enumerate(keys)]
        return Members(
            (self._key(name) + "{" + "".join(shown) + self._margins[0] + "}").encode(),
            (before + "{" + ",".join(f'"{key}":{sign}' for key in sorted(keys)) + "}").encode(),
            sorting(keys),
        )


_BEFORE = {_TEXT: '{"mime":"text/plain","text":', _DATA: '{"data":'}
_BEHIND = {_TEXT: "}", _DATA: ',"mime":"application/json"}'}
"""What stands around a text or data in the hash."""
