"""Tells where in a text any of many words stands.  Knows nothing of what they mean.

Two gates with one answer: Vectorscan, and Python alone where its wheel does not install.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from steno.base.files import private_directory, written
from steno.base.ids import sha256

if TYPE_CHECKING:
    from hyperscan import Database


class Word(NamedTuple):
    text: str
    caseless: bool = False
    """Whether ASCII letters match in either case."""
    classes: bool = False
    """Whether the text is a row of ASCII characters and classes, such as `[0-9]{3}-[0-9]`, and not literal.

    A row has one width, so where it ends says where it begins, and both gates report the same places: every one where
    it stands but did not one character before, so that a run of digits is one place and not a million.
    """


_ITEM = re.compile(
    r"""(?:\[[A-Za-z0-9 !"#$%&'()*+,./:;<=>?@_`-]+\]|\\[!-/:-@\[-`{-~]|[A-Za-z0-9 !"#%&',/:;<=>@_`~-])"""
    r"(?:\{([0-9]{1,2})\})?"
)


def width(row: str) -> int:
    """How many characters a row of classes takes; a ValueError where it is more than a row of classes."""
    at = total = 0
    while item := _ITEM.match(row, at):
        at = item.end()
        total += int(item[1] or 1)
    if at < len(row) or not total:
        raise ValueError(f"{row!r} is not a row of ASCII characters and classes (stopped at character {at})")
    return total


class Hit(NamedTuple):
    start: int
    word: int
    """Index into the gate's words."""


class Gate(Protocol):
    def hits(self, text: str) -> list[Hit]:
        """Every place where a word stands, in order."""
        ...


def gate(words: Sequence[Word], cache: Path | None = None) -> Gate:
    """The fastest gate that this machine has."""
    try:
        import hyperscan  # noqa: F401
    except ImportError:
        return Plain(words)
    return Vectorscan(words, cache)


class Vectorscan:
    """All words in one pass, at hundreds of megabytes a second.

    The compiled words are kept in the cache folder, named after the words, the engine and the processor; a file that
    does not load is made anew.
    """

    def __init__(self, words: Sequence[Word], cache: Path | None = None) -> None:
        import hyperscan

        self._lengths = [width(word.text) if word.classes else len(word.text.encode()) for word in words]
        self._rows = frozenset(index for index, word in enumerate(words) if word.classes)
        self._database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
        kept = cache / f"{_fingerprint(words)}.gate" if cache else None
        if kept is not None and (loaded := _loaded(kept)) is not None:
            self._database = loaded
            return
        if words:
            self._database.compile(
                expressions=[word.text.encode("ascii") if word.classes else _escaped(word.text) for word in words],
                ids=list(range(len(words))),
                elements=len(words),
                flags=[hyperscan.HS_FLAG_CASELESS if word.caseless else 0 for word in words],
            )
            if kept is not None:
                _keep(kept, hyperscan.dumpb(self._database))

    def hits(self, text: str) -> list[Hit]:
        if not self._lengths:
            return []
        found: list[tuple[int, int]] = []
        lengths, rows = self._lengths, self._rows
        ends: dict[int, int] = {}

        def event(word: int, start: int, end: int, flags: int, context: object) -> None:
            if word in rows:
                before, ends[word] = ends.get(word), end
                if before == end - 1:
                    return
            found.append((end - lengths[word], word))

        if text.isascii():
            self._database.scan(text.encode("ascii"), match_event_handler=event)
            return sorted(Hit(*each) for each in found)
        data = text.encode("utf-8", "surrogatepass")
        self._database.scan(data, match_event_handler=event)
        return _characters(data, sorted(found))


def _characters(data: bytes, found: list[tuple[int, int]]) -> list[Hit]:
    """Byte offsets as offsets of characters, in one pass."""
    hits, bytes_done, characters = [], 0, 0
    for start, word in found:
        if start > bytes_done:
            characters += len(data[bytes_done:start].decode("utf-8", "surrogatepass"))
            bytes_done = start
        hits.append(Hit(characters, word))
    return hits


def _escaped(text: str) -> bytes:
    return b"".join(b"\\x%02x" % byte for byte in text.encode())


def _fingerprint(words: Sequence[Word]) -> str:
    import platform

    import hyperscan

    about = [getattr(hyperscan, "__version__", ""), platform.machine(), platform.processor(), _processor()]
    return sha256("\0".join([*about, *(f"{word.caseless}:{word.classes}:{word.text}" for word in words)]).encode())[:32]


def _processor() -> str:
    """What the machine's processor can do: a compiled database fits no other."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return ""
    return next((line for line in lines if line.startswith("flags")), "")


def _loaded(path: Path) -> Database | None:
    import hyperscan

    try:
        data = path.read_bytes()
        digest, packed = data[:64], data[64:]
        if sha256(packed).encode() != digest:
            return None
        database = hyperscan.loadb(packed, mode=hyperscan.HS_MODE_BLOCK)
        database.scratch = hyperscan.Scratch(database)
        return database
    except (OSError, hyperscan.HyperscanError):
        return None


def _keep(path: Path, packed: bytes) -> None:
    try:
        private_directory(path.parent)
        with written(path) as stream:
            stream.write(sha256(packed).encode() + packed)
    except OSError:
        return  # a cache that cannot be written costs time and nothing else


_RARE = re.compile(r"[A-Zjqxz]")
"""Characters that agent logs and code have few of: `re` goes from one to the next by memchr."""


class Plain:
    """As few passes over the text as possible, because most texts have none of the words.

    Words with an underscore share one split of the text, and are looked for by what stands before it.  The others are
    grouped: by a rare character where they have one, else by their first two characters, which `re` finds fast too.
    """

    def __init__(self, words: Iterable[Word]) -> None:
        self._words = list(words)
        literal = [word for word in self._words if not word.classes]
        self._exact = _Present([word.text for word in literal if not word.caseless])
        self._caseless = _Present([word.text.lower() for word in literal if word.caseless])

    def hits(self, text: str) -> list[Hit]:
        found = set(self._exact.present(text))
        lowered = _lowered(text) if any(word.caseless for word in self._words) else ""
        low = set(self._caseless.present(lowered)) if lowered else set()
        hits: list[Hit] = []
        for index, word in enumerate(self._words):
            if word.classes:
                starts = [match.start() for match in _row(word).finditer(text)]
                hits += [Hit(at, index) for at, before in zip(starts, [-2, *starts], strict=False) if at - 1 != before]
            elif word.text.lower() in low if word.caseless else word.text in found:
                hits += _occurrences(lowered if word.caseless else text, word, index)
        return sorted(hits)


@cache
def _row(word: Word) -> re.Pattern[str]:
    return re.compile(f"(?={word.text})", re.ASCII | (re.IGNORECASE if word.caseless else 0))


def _occurrences(text: str, word: Word, index: int) -> list[Hit]:
    needle = word.text.lower() if word.caseless else word.text
    hits, at = [], text.find(needle)
    while at >= 0:
        hits.append(Hit(at, index))
        at = text.find(needle, at + 1)
    return hits


_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


def _lowered(text: str) -> str:
    """In lower case, ASCII letters only, so that every character keeps its place."""
    return text.lower() if text.isascii() else text.translate(_LOWER)


class _Present:
    def __init__(self, words: Iterable[str]) -> None:
        self._tails: dict[str, list[tuple[str, str]]] = defaultdict(list)
        groups: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for word in sorted(set(words)):
            before = word.partition("_")[0]
            if "_" in word and len(before) >= 2:
                self._tails[before[-2:]].append((before[-3:], word))
            elif rare := _RARE.search(word):
                at = rare.end()
                behind = f"(?<={re.escape(word[:at])})" if at > 1 else ""
                groups[rare[0]].append((behind + re.escape(word[at:]), word))
            else:
                groups[word[:2]].append((re.escape(word[2:]), word))
        self._groups = [
            (re.compile(f"{re.escape(first)}(?:{'|'.join(rest for rest, _ in group)})").search, [w for _, w in group])
            for first, group in groups.items()
        ]

    def present(self, text: str) -> list[str]:
        """The words that stand in the text."""
        found = [word for search, words in self._groups if search(text) for word in words if word in text]
        if self._tails and "_" in text:
            pieces = text.split("_")
            if tails := self._tails.keys() & set(map(_last_two, pieces)):
                longer = set(map(_last_three, pieces))
                for before, word in (pair for tail in tails for pair in self._tails[tail]):
                    if (len(before) < 3 or before in longer) and word in text:
                        found.append(word)
        return found


_last_two = itemgetter(slice(-2, None))
_last_three = itemgetter(slice(-3, None))
