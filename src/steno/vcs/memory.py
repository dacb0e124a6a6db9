"""Remembers what has been searched in a repository, so that the next search costs only what is new.

Only its owner can read the file: it holds lines of the sessions.  Without it, everything is searched again.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from steno.base import trusted
from steno.base.ids import sha256
from steno.vcs.evidence import Evidence
from steno.vcs.gather import Key, SessionEdits
from steno.vcs.lines import Owner, State
from steno.vcs.packed import pack, unpack
from steno.vcs.pool import Block
from steno.vcs.remembered import VERSION
from steno.vcs.remembered import Line as Line
from steno.vcs.remembered import Link as Link
from steno.vcs.replay import Done, Replay, Written

_Owners = list[Owner | None]
_Packed = tuple[bytes, _Owners, bool]
_Patch = tuple[int, str, int, bytes, bytes, int, bool, str, bool]


class Saved(Struct):
    """A replay at the last commit that was looked at."""

    edits: list[Done]
    patches: list[_Patch]
    known: dict[str, _Packed]
    committed: dict[str, _Packed]
    loose: dict[str, list[_Packed]]
    others: dict[str, bytes]
    blocks: list[tuple[bytes, _Owners, str]]
    elsewhere: list[tuple[bytes, int]] = []
    """Lines of sessions, and how often others added them."""
    authors: dict[str, str] = {}
    """Of the commits that have lines of sessions."""


class Memory(Struct):
    version: int = VERSION
    sessions: dict[str, SessionEdits] = {}
    played: int = 0
    digest: str = ""
    """Of the keys of the edits that were played."""
    commits: list[str] = []
    """Those that were searched."""
    tips: list[str] = []
    """Where branches and tags pointed to."""
    unread: list[str] = []
    """Commits that git could not show."""
    ends: list[str] = []
    """Where a shallow clone ended."""
    since: int | None = None
    """From when on commits were searched, in seconds since the epoch; None where no session edited files here."""
    newest: str = ""
    renames: dict[str, list[str]] = {}
    """Every name that a file of this one was given by some commit."""
    changes: dict[str, str] = {}
    """By commit with a link, what tells whether another makes the same change."""
    lines: list[Line] = []
    links: list[Link] = []
    deletions: list[tuple[int, str, str, int]] = []
    """A patch that only took lines away, a commit that took them away too, the path and the line before them."""
    saved: Saved | None = None


def load(path: Path) -> Memory:
    """What is remembered; nothing where there is no such file, an old one, or one that is not ours."""
    data = trusted.read(path)
    try:
        found = Memory() if data is None else unpack(data, Memory)
    except msgspec.MsgspecError:
        return Memory()
    return found if found.version == VERSION else Memory()


def store(memory: Memory, path: Path) -> None:
    trusted.write(path, pack(memory))


def digest(keys: Sequence[Key]) -> str:
    return sha256(repr(list(keys)).encode("utf-8", "surrogatepass"))


def _pack(lines: Sequence[str]) -> bytes:
    return "\n".join(lines).encode("utf-8", "surrogatepass") if lines else b"\0"


def _unpack(data: bytes) -> list[str]:
    return [] if data == b"\0" else data.decode("utf-8", "surrogatepass").split("\n")


def _packed(state: State) -> _Packed:
    return state.plain.encode("utf-8", "surrogatepass"), list(state.owners), state.crlf


def _state(packed: _Packed) -> State:
    lines, owners, crlf = packed
    return State.of(lines.decode("utf-8", "surrogatepass"), owners, crlf=crlf)


def saved(replay: Replay, evidence: Evidence, blocks: Sequence[Block]) -> Saved:
    """`blocks`: those that are not the patches' own."""
    return Saved(
        edits=list(replay.edits),
        patches=[
            (p.edit, p.path, p.first, _pack(p.added), _pack(p.removed), p.hunk, p.loose, p.moved, p.gone)
            for p in replay.patches
        ],
        known={path: _packed(state) for path, state in replay.files.items()},
        committed={path: _packed(state) for path, state in replay.committed.items()},
        loose={path: [_packed(state) for state in states] for path, states in replay.loose.items()},
        others={path: _pack(sorted(lines)) for path, lines in replay.others.items()},
        blocks=[(_pack(each.lines), list(each.owners), each.path) for each in blocks],
        elsewhere=[(_pack([line]), count) for line, count in sorted(evidence.elsewhere.items())],
        authors=dict(evidence.authors),
    )


def restore(replay: Replay, evidence: Evidence, lines: Sequence[Line], found: Saved) -> list[Block]:
    """Fills a replay with what was saved, and what it proves with the lines that were found; the further blocks."""
    replay.edits = list(found.edits)
    replay.latest = max((edit.time for edit in replay.edits), default=0.0)
    for edit in replay.edits:
        replay.active[edit.session] = max(replay.active.get(edit.session, 0.0), edit.time)
    replay.patches = [written(each) for each in found.patches]
    replay.files = {path: _state(each) for path, each in found.known.items()}
    replay.committed = {path: _state(each) for path, each in found.committed.items()}
    replay.loose = {path: [_state(each) for each in states] for path, states in found.loose.items()}
    replay.others = {path: set(_unpack(each)) for path, each in found.others.items()}
    elsewhere = {text: count for line, count in found.elsewhere for text in _unpack(line)}
    evidence.restore(lines, elsewhere, found.authors)
    return [Block(_unpack(lines), owners, path) for lines, owners, path in found.blocks]


def written(packed: _Patch) -> Written:
    """A patch that was saved."""
    edit, path, first, added, removed, hunk, loose, moved, gone = packed
    return Written(
        edit=edit, path=path, first=first, added=tuple(_unpack(added)), removed=tuple(_unpack(removed)), hunk=hunk,
        loose=loose, moved=moved, gone=gone,
    )  # fmt: skip
