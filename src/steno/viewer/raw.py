"""The records behind a row as they stand in their file, byte for byte; masked, as they would be written."""

from __future__ import annotations

import base64
import io
from pathlib import Path
from typing import Final

from msgspec import Struct

from steno import pipeline, registry
from steno.base.files import opened
from steno.base.ids import sha256
from steno.contracts import Ambient
from steno.errors import StenoError, Unreadable
from steno.model import Event, Origin, Trace
from steno.redaction import Redaction
from steno.viewer.full import row_named
from steno.viewer.record import record_of
from steno.viewer.sorts import Sort
from steno.viewer.texts import Hidden
from steno.viewer.view import View

MOST: Final = 200_000
"""So many bytes of a record are given."""
_MASKED: Final = "masked, so these are not the bytes of the file"
_NO_BYTES: Final = "the record has no bytes of its own, as the rows of a database have none"


class Record(Struct, omit_defaults=True, kw_only=True, rename={"from_": "from"}):
    """One record of a log."""

    what: str
    """`record`, or `result` for that of a call's result."""
    file: str
    line: int | None = None
    from_: int | None = None
    """Where its bytes begin in the file ..."""
    to: int | None = None
    """... and where they end."""
    bytes: str | None = None
    """As text, without the line end, or in base64; absent where there are none, and `why` says why."""
    encoding: str | None = None
    ends: str | None = None
    """The end of the line: `\\n`, `\\r\\n` or nothing."""
    sha256: str | None = None
    """Of all its bytes, the line end included."""
    changed: bool = False
    """The file is not the one that was read."""
    hidden: Hidden | None = None
    why: str | None = None


def records(view: View, n: int, sizes: dict[str, tuple[int, int]], level: str | None, ambient: Ambient) -> list[Record]:
    """The records of the row of an event.  `sizes` says of each file which it was and how large, when it was read.

    Of a view that is masked at a `level`, no byte of a file is given.  Raises `NotFound`.
    """
    row = row_named(view, n)
    if view.index.sort[row] == Sort.NOTE:
        return []
    back = view.index.back[row]
    places = [view.index.at[row], *([back] if back >= 0 else []), *view.index.more.get(row, ())]
    found: list[Record] = []
    seen: set[tuple[int, int, int]] = set()
    for at in places:
        origin = view.events[at].origin
        if not isinstance(origin, Origin) or (key := (origin.source, origin.offset, origin.line)) in seen:
            continue
        seen.add(key)
        what = "result" if at == back else "record"
        found.append(
            _bare(view, origin, what, sizes) if level is None else _masked(view, at, origin, what, level, ambient)
        )
    return found


def _named(view: View, origin: Origin, what: str) -> Record:
    name = view.path_of(origin).replace("\\", "/").rpartition("/")[2]
    return Record(what=what, file=name, line=origin.line or None)


def _bare(view: View, origin: Origin, what: str, sizes: dict[str, tuple[int, int]]) -> Record:
    made, path = _named(view, origin, what), view.path_of(origin)
    if not origin.length or not path:
        made.why = _NO_BYTES
        return made
    try:
        data = _bytes(Path(path), origin)
    except (Unreadable, OSError) as error:
        made.why = f"the file cannot be read: {error}"
        return made
    made.from_, made.to = origin.offset, origin.offset + origin.length
    made.sha256, made.changed = sha256(data), _changed(Path(path), sizes) or len(data) != origin.length
    _put(made, data)
    return made


def _bytes(path: Path, origin: Origin) -> bytes:
    with opened(path) as stream:
        if stream.seekable():
            stream.seek(origin.offset)
        else:
            _skip(stream, origin.offset)
        return stream.read(origin.length)


def _skip(stream: io.BufferedIOBase | object, count: int) -> None:
    """Read on, in a file that is unpacked while it is read."""
    read = getattr(stream, "read")  # noqa: B009
    while count > 0 and (piece := read(min(count, 1 << 20))):
        count -= len(piece)


def _changed(path: Path, sizes: dict[str, tuple[int, int]]) -> bool:
    """Whether another file has taken its place, or it has become shorter; a log may grow."""
    known = sizes.get(str(path))
    if known is None:
        return False
    status = path.stat()
    return status.st_ino != known[0] or status.st_size < known[1]


def _put(made: Record, data: bytes) -> None:
    ends = b"\r\n" if data.endswith(b"\r\n") else b"\n" if data.endswith(b"\n") else b""
    body = data.removesuffix(ends) if ends else data
    made.ends = ends.decode() or None
    try:
        body.decode("utf-8")
        text: str | None = body[:MOST].decode("utf-8", "ignore")
    except UnicodeDecodeError:
        text = None
    if text is None:
        made.bytes, made.encoding = base64.b64encode(body[:MOST]).decode(), "base64"
    else:
        made.bytes = text
    if len(body) > MOST:
        made.hidden = Hidden(0, len(body) - MOST)


# Masked


def _masked(view: View, at: int, origin: Origin, what: str, level: str, ambient: Ambient) -> Record:
    made = _named(view, origin, what)
    try:
        data = _written(view, tuple(view.events[each] for each in record_of(view.events, at)), level, ambient)
    except (StenoError, ValueError, TypeError, KeyError, IndexError, RecursionError):
        data = None
    if data is None:
        made.why = "withheld: this record cannot be written masked"
        return made
    _put(made, data)
    made.why = _MASKED
    return made


def _written(view: View, events: tuple[Event, ...], level: str, ambient: Ambient) -> bytes | None:
    """What the format's own writer makes of the events of one record, looked at once more on its way out; None where
    the format has no writer."""
    header = view.header
    format = registry.formats.get(header.sources[0].format) if header.sources else None
    if format is None or format.writer is None:
        return None
    out = io.BytesIO()
    trace = Trace(header=header, events=events, facts=view.trace.facts)
    pipeline.convert([trace], format, format.lossless, out, _ignore, ambient, Redaction(level=level))
    return out.getvalue()


def _ignore(each: object) -> None:
    """What the writer leaves out, the losses say."""
