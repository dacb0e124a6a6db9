"""A file as lines, each with the edit it comes from.  Carries them from one state of the file to the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from difflib import SequenceMatcher
from hashlib import sha1, sha256
from itertools import compress, repeat
from operator import is_
from typing import NamedTuple

from steno.base.sequence import common, ends
from steno.vcs.alignment import Source, Text, aligned, strength, words
from steno.vcs.log import File, Hunk

_SMALL = 1 << 18
"""Up to this many pairs of lines are compared exactly, as people would."""
_LONG = 64
"""Digits of a name in a repository with SHA-256."""
_SAYS_MUCH = 3
"""Words from which on a line that others wrote is known as theirs wherever it appears again."""


class Owner(NamedTuple):
    """Which line of which patch a line is."""

    patch: int
    offset: int
    exact: bool = True
    """Whether it still is as the patch wrote it."""


class State:
    """A file at some moment.  The lines are without their ends; a carriage return is part of an end."""

    def __init__(self, lines: Sequence[str], owners: Sequence[Owner | None], *, crlf: bool = False) -> None:
        self._lines: Sequence[str] | None = lines
        self._plain: str | None = None
        self.owners, self.crlf = owners, crlf
        self.theirs: Set[int] = frozenset()
        """Places of lines that somebody else had in the file before, in whatever form."""
        self._text: Text | None = None
        self._blob: str | None = None
        self._bytes: bytes | None = None

    @classmethod
    def of(cls, plain: str, owners: Sequence[Owner | None], *, crlf: bool = False) -> State:
        """Of a text with plain ends of lines."""
        state = cls((), owners, crlf=crlf)
        state._lines, state._plain = None, plain
        return state

    def again(self, owners: Sequence[Owner | None] | None = None) -> State:
        """The same file, with these owners or its own."""
        state = State.of(self.plain, self.owners if owners is None else owners, crlf=self.crlf)
        state._lines, state._text, state._blob, state._bytes = self._lines, self._text, self._blob, self._bytes
        return state

    @property
    def lines(self) -> Sequence[str]:
        """The last is empty where the text ends a line."""
        if self._lines is None:
            self._lines = self.plain.split("\n")
        return self._lines

    @property
    def plain(self) -> str:
        """The lines as one text: compared and searched far quicker than they are."""
        if self._plain is None:
            self._plain = "\n".join(self.lines)
        return self._plain

    @property
    def text(self) -> Text:
        if self._text is None:
            self._text = Text(self.lines)
        return self._text

    @property
    def bytes(self) -> bytes:
        if self._bytes is None:
            text = self.plain.replace("\n", "\r\n") if self.crlf else self.plain
            try:
                self._bytes = text.encode("utf-8", "surrogateescape")
            except UnicodeEncodeError:
                self._bytes = text.encode("utf-8", "surrogatepass")  # no file's, but its words are there
        return self._bytes

    def blob(self, like: str) -> str:
        """The name that git gives the file, with the hash that a name like this one has."""
        if self._blob is None:
            make = sha256 if len(like) == _LONG else sha1
            found = make(b"blob %d\0" % len(self.bytes), usedforsecurity=False)
            found.update(self.bytes)
            self._blob = found.hexdigest()
        return self._blob

    def has(self, words: Iterable[str]) -> bool:
        """Whether all the words stand somewhere in the file."""
        return all(word.encode() in self.bytes for word in words)


def spliced(state: State, hunks: Sequence[Hunk]) -> State:
    """A file after the hunks of a diff; the lines that it adds have no owner."""
    lines: list[str] = []
    owners: list[Owner | None] = []
    at = 0
    for hunk in hunks:
        until = hunk.old - 1 if hunk.removed else hunk.old
        lines += state.lines[at:until]
        owners += state.owners[at:until]
        lines += [line[1:].decode("utf-8", "surrogateescape").removesuffix("\r") for line in hunk.added]
        owners += [None] * len(hunk.added)
        at = until + len(hunk.removed)
    return State([*lines, *state.lines[at:]], [*owners, *state.owners[at:]], crlf=state.crlf)


def after(state: State, file: File) -> State | None:
    """A file after a commit, if it was as in this state before it: no contents need to be asked for."""
    if not file.old_blob or state.blob(file.old_blob) != file.old_blob:
        return None
    found = spliced(state, file.hunks)
    if _is_told(state, file.hunks):
        found._blob = file.blob
    return found if found.blob(file.blob) == file.blob else None


def _is_told(state: State, hunks: Sequence[Hunk]) -> bool:
    """Whether hunks tell all of a file: not so how its last line ends, nor which lines end otherwise than the rest."""
    if state.crlf or any(line.endswith(b"\r") for hunk in hunks for line in hunk.added):
        return False
    return all(hunk.old + len(hunk.removed) < len(state.lines) - 1 for hunk in hunks)


def unowned(lines: Sequence[str], owners: Sequence[Owner | None]) -> Iterator[str]:
    """The lines that no edit wrote."""
    return compress(lines, map(is_, owners, repeat(None)))


def plain(text: str) -> tuple[str, bool]:
    """The text with the ends of lines that all have here, and whether they are CRLF in it."""
    text = text.removeprefix("\ufeff")
    if "\r" not in text or "\r\n" not in text:  # one letter is found far quicker than two
        return text, False
    return text.replace("\r\n", "\n").removesuffix("\r"), True


def split(text: str) -> list[str]:
    """The lines, as git counts them.  The last is empty where the text ends a line."""
    return plain(text)[0].split("\n")


def fresh(text: str) -> State:
    """A file of which nothing is known but its text."""
    bare, crlf = plain(text)
    return State.of(bare, [None] * (bare.count("\n") + 1), crlf=crlf)


def kept(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Which lines stand in both, in order, when somebody rewrites a block."""
    start, end = ends(old, new)
    a, b = old[start : len(old) - end], new[start : len(new) - end]
    if len(a) * len(b) <= _SMALL:
        blocks = SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks() if a and b else []
        pairs = [(block.a + k, block.b + k) for block in blocks for k in range(block.size)]
    else:
        pairs = common(a, b)
    return [
        *((k, k) for k in range(start)),
        *((start + i, start + j) for i, j in pairs),
        *((len(old) - end + k, len(new) - end + k) for k in range(end)),
    ]


def carried(sources: Sequence[State], text: str, others: set[str]) -> State:
    """A later state of a file: each line with the owner that it has in the first source that knows it best.

    `others`: lines known to be somebody else's, which no likeness makes anybody's.
    """
    bare, crlf = plain(text)
    return _unchanged(sources, bare, crlf=crlf) or owned(sources, fresh(text), others)


def _unchanged(sources: Sequence[State], bare: str, *, crlf: bool) -> State | None:
    """The first source that has the same text."""
    for state in sources:
        if state.plain == bare:
            return state.again() if state.crlf == crlf else State.of(bare, state.owners, crlf=crlf)
    return None


def owned(sources: Sequence[State], now: State, others: set[str]) -> State:
    """The same, of a file as it is now."""
    if (same := _unchanged(sources, now.plain, crlf=now.crlf)) is not None:
        return same
    lines = now.lines
    owners: list[Owner | None] = [None] * len(lines)
    new = now.text
    waiting: Iterable[int] = range(len(lines))
    rewritten: set[int] = set()
    tried: list[Sequence[str]] = []
    for state in sources:
        if state.lines in tried or not waiting:
            continue
        start, end, middle = aligned(state.text, new)
        last, more = len(lines) - end, len(state.lines) - len(lines)
        if not tried:  # the usual case, in two steps
            owners[:start], owners[last:] = state.owners[:start], state.owners[last + more :]
            waiting = range(start, last)
        tried.append(state.lines)
        still: list[int] = []
        for number in waiting:
            if number < start or number >= last:
                owners[number] = state.owners[number if number < start else number + more]
                continue
            source = middle.get(number)
            if source is None or not source.exact:
                still.append(number)
            if source is not None and (source.exact or number not in rewritten):
                rewritten.add(number)
                owners[number] = _owner(state.owners, source)
        waiting = still
    _give_back(lines, owners, others, waiting, rewritten)
    after = now.again(owners)
    after.theirs = {number for number in rewritten if owners[number] is None}
    return after


def _owner(owners: Sequence[Owner | None], source: Source) -> Owner | None:
    owner = owners[source.line]
    if owner is None or source.exact:
        return owner
    if any(owners[further] is None for further in source.further):  # joined with what somebody else wrote
        return None
    return owner._replace(exact=False)


def _give_back(
    lines: Sequence[str], owners: list[Owner | None], others: set[str], unlike: Iterable[int], known: set[int]
) -> None:
    """Takes lines from owners that have them for their likeness, where somebody else is known to have written them.

    `unlike`: places of lines that stood nowhere as they are; `known`: of those whose source was found.
    Where the other's line is still there, this one is another.
    """
    doubted = [
        number
        for number in unlike
        if owners[number] is not None and lines[number] in others and len(words(lines[number])) >= _SAYS_MUCH
    ]
    if doubted:
        new = {number for number in unlike if number not in known}
        theirs = {line for number, line in enumerate(lines) if owners[number] is None and number not in new}
        for number in doubted:
            if lines[number] not in theirs:
                owners[number] = None


def blank(line: str) -> bool:
    return not line.strip()


def telling(lines: Iterable[str]) -> int:
    """How much lines say, in letters and digits."""
    return sum(map(strength, lines))
