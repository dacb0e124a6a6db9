"""Reads a file of sessions as a whole and says whether all of it is there: read, and accounted for to the last byte."""

from __future__ import annotations

from collections import Counter
from io import BytesIO
from pathlib import Path

from msgspec import Struct, field

from steno import session
from steno.accounting import gaps, reported, spoken_for
from steno.base.files import opened
from steno.diagnostics import Diagnostic, Severity
from steno.errors import Unreadable

_BUFFER = 1 << 20


class Proof(Struct):
    """What reading a file has shown."""

    path: str
    bytes: int = 0
    """How many there are, decompressed."""
    sessions: int = 0
    missing: int = 0
    """Bytes that stand in no event, no frame and no diagnostic."""
    wrong: Counter[str] = field(default_factory=Counter)
    """What the reader had to say, by code: records that cannot be understood, damage."""
    said: dict[str, str] = field(default_factory=dict)
    """The first sentence of each."""
    why: str = ""
    """Why it cannot be read at all ..."""
    kind: str = "failed"
    """... and of which kind that is, as with `Unlisted`."""


def proof(agent: str, path: Path) -> Proof:
    """Read a file and account for its bytes."""
    done = Proof(str(path))
    found: list[Diagnostic] = []
    try:
        done.bytes = _size(path)
        spoken: set[tuple[int, int]] = set()
        for trace in session.read(session.Input(str(path), path, agent), BytesIO(), found.append):
            done.sessions += 1
            for number, source in enumerate(trace.header.sources):
                if source.path == str(path):
                    spoken.update(spoken_for(trace, number))
    except Unreadable as error:
        done.why = str(error).removeprefix(f"{path}: ")
        return done
    spoken.update(reported(each for each in found if each.place.path in ("", str(path))))
    done.missing = sum(end - start for start, end in gaps(spoken, done.bytes))
    for each in found:
        if each.severity in (Severity.ERROR, Severity.WARNING):
            done.wrong[each.code] += each.count
            done.said.setdefault(each.code, each.message)
    return done


def _size(path: Path) -> int:
    """How many bytes there are to read: of a compressed file, those that come out of it."""
    with opened(path) as stream:
        return sum(len(piece) for piece in iter(lambda: stream.read(_BUFFER), b""))
