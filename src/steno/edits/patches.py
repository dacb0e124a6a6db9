"""The patches of a trace, from its log alone: one for each place of a file that a call changed.  Looks into no
repository, so that none has an anchor.

Also what every patch is called, wherever it was found: its id says what was changed by which event.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import UNSET, Struct

from steno.base.ids import sha256
from steno.edits.calls import Append, Delete, Edit, FileAction, Hunks, Move, Replace, Seen, Tried, Whole, edits
from steno.edits.patchtext import Hunk
from steno.idioms import ReportedHunk
from steno.model import Patch, Trace


def address(path: str, removed: Sequence[str], added: Sequence[str]) -> str:
    """Of a change: the file, the lines it took away and those it added, wherever in the file and whoever made it."""
    lines = (f"{len(path)} {path}", *["-" + line for line in removed], *["+" + line for line in added])
    return "steno-change-v1:" + sha256("\n".join(lines).encode("utf-8", "surrogatepass"))


def kind_of(removed: Sequence[str], added: Sequence[str], *, moved: bool = False, gone: bool = False) -> str:
    """How a patch changed its file."""
    if moved or gone:
        return "rename" if moved else "delete"
    return {(True, False): "add", (False, True): "delete"}.get((bool(added), bool(removed)), "modify")


class Ids:
    """Gives the patches of one trace their ids, in their order."""

    def __init__(self) -> None:
        self._given = Counter[tuple[str, str]]()

    def of(self, event: str, content: str) -> str:
        """Of the change with an address that an event made; made again by the same event, it is another patch."""
        count = self._given[event, content]
        self._given[event, content] += 1
        return sha256(f"steno-patch-v1\n{event}\n{count}\n{content}".encode("utf-8", "surrogatepass"))


class _Piece(Struct, frozen=True):
    """One place of a file that was changed."""

    removed: Sequence[str] = ()
    added: Sequence[str] = ()
    first: int = 0
    """The line at which it begins in the file afterwards, counted from 1; 0 where nobody knows."""
    moved: str = ""
    gone: bool = False


def patches(trace: Trace) -> tuple[Patch, ...]:
    """What the calls of a trace changed, where the log does not say that they failed."""
    ids = Ids()
    return tuple(
        _patch(edit, piece, ids)
        for edit in edits(trace, undated=True)
        if edit.proved and not isinstance(edit.steps[0], Seen | Tried)
        for piece in _pieces(edit)
    )


def _patch(edit: Edit, piece: _Piece, ids: Ids) -> Patch:
    path = piece.moved or edit.path
    content = address(path, piece.removed, piece.added)
    known = piece.first > 0
    flags = {"unverified_base": not known and not piece.gone and not piece.moved, "user_modified": edit.mixed}
    return Patch(
        id=ids.of(edit.uid, content),
        event=edit.uid,
        path=path,
        change=kind_of(piece.removed, piece.added, moved=bool(piece.moved), gone=piece.gone),
        content=content,
        first=piece.first if known else UNSET,
        last=piece.first + len(piece.added) - 1 if known else UNSET,
        methods=(f"log_{edit.method}",),
        limitations=tuple(name for name, holds in flags.items() if holds),
    )


def _pieces(edit: Edit) -> Iterator[_Piece]:
    """As the program reports the change, or else as the call names it."""
    if edit.hunks:
        for hunk in edit.hunks:
            yield from _groups(hunk)
        return
    for step in edit.steps:
        yield from _of_step(step, edit)


def _of_step(step: FileAction, edit: Edit) -> Iterator[_Piece]:
    match step:
        case Replace(old, new):
            yield _trimmed(Hunk(tuple(old.split("\n")), tuple(new.split("\n"))), 0)
        case Hunks(hunks):
            grown = 0
            for hunk in hunks:
                yield _trimmed(hunk, hunk.line + grown if hunk.line else 0)
                grown += len(hunk.new) - len(hunk.old)
        case Whole(text):
            yield _Piece(added=_lines(text), first=1 if edit.new else 0)
        case Append(text):
            yield _Piece(added=_lines(text))
        case Delete():
            yield _Piece(removed=_lines(edit.before or ""), gone=True)
        case Move(to):
            yield _Piece(moved=to)
        case _:
            return


def _groups(hunk: ReportedHunk) -> Iterator[_Piece]:
    """The changes of a hunk that lines which stay hold apart."""
    removed: list[str] = []
    added: list[str] = []
    at = hunk.new or 0
    for line in (*hunk.lines, " "):
        if line[:1] == "-":
            removed.append(line[1:])
        elif line[:1] == "+":
            added.append(line[1:])
        elif line[:1] != "\\":
            if removed or added:
                yield _Piece(removed, added, at if hunk.new is not None else 0)
                at += len(added)
                removed, added = [], []
            at += 1


def _trimmed(hunk: Hunk, first: int) -> _Piece:
    """Without the lines that both sides begin and end with."""
    old, new = hunk.old, hunk.new
    shortest = min(len(old), len(new))
    head = next((at for at in range(shortest) if old[at] != new[at]), shortest)
    tail = next((at for at in range(shortest - head) if old[-1 - at] != new[-1 - at]), shortest - head)
    return _Piece(old[head : len(old) - tail], new[head : len(new) - tail], first + head if first else 0)


def _lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n") if text else []
