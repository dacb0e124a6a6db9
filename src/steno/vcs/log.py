"""Reads `git log -p -U0` as it comes: commits, files, and which lines were taken away and added where.

The parser counts lines as the hunk headers promise them, and never guesses by how a line begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import IO, NamedTuple

_HUNK = re.compile(rb"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_COMBINED = re.compile(rb"@@@+ ((?:-\d+(?:,\d+)? )+)\+(\d+)(?:,(\d+))? @@@+")
_ESCAPE = re.compile(rb"\\(?:([0-7]{3})|(.))")
_LETTERS = {b"a": b"\a", b"b": b"\b", b"t": b"\t", b"n": b"\n", b"v": b"\v", b"f": b"\f", b"r": b"\r"}
_PIECE = 1 << 18
_HEADING = 3
_NO_END = b"\\ No newline at end of file"
_DIFF = (b"diff --git ", b"diff --combined ")
MARK = b"\x01commit "
FORMAT = "--format=%x01commit %H %ct %P%x02%at %ae"
_AUTHOR = "\x02"


class Hunk(NamedTuple):
    old: int
    """The number of the first line taken away, or of the line before."""
    removed: list[bytes]
    """With their `-`."""
    new: int
    added: list[bytes]
    """With their `+`."""


class File(NamedTuple):
    path: str
    """After the commit; before it, where it deletes the file."""
    old: str
    """Before it."""
    blob: str
    """Empty where the file is gone, or the diff does not say."""
    old_blob: str
    """Empty too where the commit is a merge."""
    hunks: list[Hunk]
    binary: bool
    submodule: bool


class Commit(NamedTuple):
    id: str
    time: int
    """When it was committed, in seconds since the epoch."""
    parents: tuple[str, ...]
    files: list[File]
    author: str = ""
    """The address that its author goes by."""
    authored: int = 0
    """When the author made the change; a rebase or a cherry-pick leaves that as it is."""


class _Lines:
    """Lines of a stream, as many at a time as are asked for."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream, self._lines, self._at, self._rest, self._over = stream, list[bytes](), 0, b"", False

    def _more(self) -> bool:
        if self._over:
            return False
        piece = self._stream.read(_PIECE)
        self._over = not piece
        lines = (self._rest + piece).split(b"\n")
        self._rest = lines.pop()
        if self._over and self._rest:
            lines.append(self._rest)
        del self._lines[: self._at]
        self._lines += lines
        self._at = 0
        return True

    def peek(self) -> bytes | None:
        while self._at >= len(self._lines):
            if not self._more():
                return None
        return self._lines[self._at]

    def heading(self) -> tuple[bytes, bytes, bytes] | None:
        """What names a file that is neither new nor gone nor moved, which is the usual one; None for any other."""
        while len(self._lines) - self._at < _HEADING and self._more():
            pass
        found = self._lines[self._at : self._at + _HEADING]
        if len(found) < _HEADING:
            return None
        index, old, new = found
        if not (index.startswith(b"index ") and old.startswith(b"--- ") and new.startswith(b"+++ ")):
            return None
        self._at += _HEADING
        return index[6:], old[4:], new[4:]

    def body(self, taken: int, given: int) -> tuple[list[bytes], list[bytes]]:
        """The lines of a hunk; each side may have a remark behind it that its last line has no end."""
        while len(self._lines) - self._at < taken + given + 2 and self._more():
            pass
        lines, middle = self._lines, self._at + taken
        removed = lines[self._at : middle]
        middle += lines[middle : middle + 1] == [_NO_END]
        end = middle + given
        added = lines[middle:end]
        self._at = end + (lines[end : end + 1] == [_NO_END])
        return removed, added

    def skip(self) -> None:
        self._at += 1


def commits(stream: IO[bytes]) -> Iterator[Commit]:
    """The commits in the order of the stream.  A last one that may be cut off is yielded as far as it goes."""
    lines = _Lines(stream)
    while (line := lines.peek()) is not None:
        lines.skip()
        if line.startswith(MARK):
            yield _commit(line, list(_files(lines)))


def _commit(line: bytes, files: list[File]) -> Commit:
    head, _, hand = line[len(MARK) :].decode("utf-8", "surrogateescape").partition(_AUTHOR)
    id, time, *parents = head.split()
    authored, _, author = hand.partition(" ")
    return Commit(id, int(time), tuple(parents), files, author, int(authored))


def _files(lines: _Lines) -> Iterator[File]:
    while (line := lines.peek()) is not None and not line.startswith(MARK):
        lines.skip()
        if line.startswith(_DIFF):
            yield _file(lines, line)


def _file(lines: _Lines, header: bytes) -> File:
    old = new = moved_from = moved_to = b""
    made = gone = False
    ids = (b"", b"")
    binary = submodule = False
    hunks: list[Hunk] = []
    if (usual := lines.heading()) is not None:
        index, old, new = usual
        first, _, rest = index.partition(b"..")
        ids = (first, rest.split(b" ")[0])
        submodule = rest.endswith(b" 160000")
    while (line := lines.peek()) is not None:
        if line.startswith(b"@@ "):
            lines.skip()
            hunks.append(_hunk(lines, line))
            continue
        if line.startswith((*_DIFF, MARK)):
            break
        lines.skip()
        if line.startswith(b"@@@"):
            hunks += _combined(lines, line)
        elif line.startswith(b"index "):
            first, _, rest = line[6:].partition(b"..")
            ids = (first, rest.split(b" ")[0])
            submodule = submodule or rest.endswith(b" 160000")
        elif line.startswith(b"--- "):
            old = line[4:]
        elif line.startswith(b"+++ "):
            new = line[4:]
        elif line.startswith(b"rename from "):
            moved_from = line[12:]
        elif line.startswith(b"rename to "):
            moved_to = line[10:]
        elif line.startswith((b"new file mode ", b"deleted file mode ")):
            made, gone = line.startswith(b"new"), line.startswith(b"deleted")
            submodule = submodule or line.endswith(b" 160000")
        elif line.startswith(b"Binary files "):
            binary = True
    if not (old or new or moved_to):  # an empty file, a binary one, another mode
        same = _same(header)
        old, new = b"/dev/null" if made else b"a/" + same, b"/dev/null" if gone else b"b/" + same
    before, after = unquoted(moved_from) or _named(old, b"a/"), unquoted(moved_to) or _named(new, b"b/")
    return File(after or before, before, _id(ids[1]), _id(ids[0]), hunks, binary, submodule)


def _hunk(lines: _Lines, line: bytes) -> Hunk:
    head = _HUNK.match(line)
    if head is None:
        return Hunk(0, [], 0, [])
    old, taken, new, given = head.groups()
    removed, added = lines.body(1 if taken is None else int(taken), 1 if given is None else int(given))
    return Hunk(int(old), removed, int(new), added)


def _combined(lines: _Lines, line: bytes) -> Iterator[Hunk]:
    """The lines of a merge that no parent has, as hunks that take nothing away."""
    head = _COMBINED.match(line)
    if head is None:
        return
    left = [int(count.partition(b",")[2] or b"1") for count in head[1].split()]
    number, given = int(head[2]), 1 if head[3] is None else int(head[3])
    width, run = len(left), Hunk(0, [], int(head[2]), [])
    # Every line has its marks, so that what has none is no line: git's own counts of a merge are sometimes too high.
    while (given or any(left)) and (line := lines.peek() or b"")[:1] in (b"+", b"-", b" "):
        lines.skip()
        marks = line[:width]
        lost = b"-" in marks
        # Each parent has the lines that it lost, and those of the result that are not new to it.
        left = [count - (mark == ord("-" if lost else " ")) for count, mark in zip(left, marks, strict=False)]
        if not lost and marks == b"+" * width:
            run.added.append(b"+" + line[width:])
        elif run.added:
            yield run
            run = Hunk(0, [], 0, [])
        if not lost:
            number, given = number + 1, given - 1
        if not run.added:
            run = Hunk(0, [], number, [])
    if run.added:
        yield run


def _same(header: bytes) -> bytes:
    """The name that a header gives to both sides; a combined one gives it once, without the sides."""
    if header.startswith(_DIFF[1]):
        return _bare(header[len(_DIFF[1]) :])
    sides = header[len(_DIFF[0]) :]
    return _bare(sides[: len(sides) // 2]).removeprefix(b"a/")


def _named(name: bytes, prefix: bytes) -> str:
    """A name of a `---` or `+++` line; empty for /dev/null."""
    if name == b"/dev/null":
        return ""
    found = _bare(name)
    return found.removeprefix(prefix).decode("utf-8", "surrogateescape")


def unquoted(name: bytes) -> str:
    """A name as git prints it."""
    return _bare(name).decode("utf-8", "surrogateescape")


def _bare(name: bytes) -> bytes:
    """Without the quotes of a name that git has to quote, and without the tab that ends a name with a space."""
    if name.startswith(b'"'):
        return _ESCAPE.sub(_letter, name.rstrip(b"\t")[1:-1])
    return name.removesuffix(b"\t")


def _letter(found: re.Match[bytes]) -> bytes:
    return bytes([int(found[1], 8)]) if found[1] else _LETTERS.get(found[2], found[2])


def _id(id: bytes) -> str:
    """Empty where there is no file, or, before a merge, several."""
    return "" if not id.strip(b"0") or b"," in id else id.decode("ascii")
