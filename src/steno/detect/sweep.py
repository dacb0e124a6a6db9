"""Finds known values again, in every shape they may have taken.  Learns values, knows no rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from msgspec import Struct

from steno.base.exact import encode
from steno.detect.gate import gate
from steno.detect.grams import Patient
from steno.detect.prefilter import may_match
from steno.detect.repeats import folded
from steno.detect.seeds import Reach, Seed
from steno.detect.spans import SWEPT, Span
from steno.detect.spelling import shapes
from steno.detect.word import Hit, Make

SHORTEST = 8
"""A shorter value stands in too many texts by chance."""
LONGEST = 256
"""A longer shape is looked for by its pieces."""
PIECE = 64
"""So much of a long value tells it from everything else, and is masked wherever it stands."""
_VARIED = 8
"""A piece of fewer different characters may stand anywhere: it counts where it stands beside others."""


class _Piece(Struct, frozen=True):
    shape: str
    at: int
    """Where in the shape it begins."""
    kind: str
    value: str
    tells: bool
    """Whether it is varied enough to count by itself."""


class Sweep:
    """Values to find wherever they stand again.  The shapes of one value share its name."""

    def __init__(self, values: Iterable[tuple[str, str]], make: Make = gate, names: Iterable[Seed] = ()) -> None:
        """`values` are pairs of a type and a value; values that are too short are not looked for.

        `names` may be short: each is found where its reach lets it stand, and longer ones in their other shapes too.
        """
        names = tuple(names)
        self._known: dict[str, tuple[str, str]] = {}
        self._pieces: dict[str, _Piece] = {}
        self._shared: dict[str, list[tuple[str, str]]] = {}
        """Of shapes and pieces that several values have: the values behind the first."""
        self._even = 0
        """How long the shortest of those shapes is of which no piece tells anything."""
        self._reach: dict[str, Reach] = {}
        for seed in names:
            self._known.setdefault(seed.value, (seed.type, seed.value))
            self._reach[seed.value] = seed.reach
        self._values = self._learn(values)
        """The shapes of values, whoever else is called so."""
        self._learn((seed.type, seed.value) for seed in names)
        self._words = list({**self._known, **self._pieces} if self._pieces else self._known)
        self._gate, self._make = Patient(self._words, make), make

    def _learn(self, values: Iterable[tuple[str, str]]) -> set[str]:
        found: set[str] = set()
        for kind, value in values:
            if len(value) < SHORTEST:
                continue
            said = kind, value
            for shape in shapes(value):
                if SHORTEST <= len(shape) <= LONGEST:
                    found.add(shape)
                    if self._known.setdefault(shape, said) != said:
                        self._shared.setdefault(shape, []).append(said)
                elif len(shape) > LONGEST:
                    self._cut(shape, kind, value)
        return found

    def _cut(self, shape: str, kind: str, value: str) -> None:
        """Take note of the pieces of a long shape, the last of which ends with it."""
        tells = False
        for at in (*range(0, len(shape) - PIECE, PIECE), len(shape) - PIECE):
            text = shape[at : at + PIECE]
            piece = self._pieces.get(text)
            if piece is None:
                piece = self._pieces[text] = _Piece(shape, at, kind, value, len(set(text)) >= _VARIED)
            elif (piece.kind, piece.value) != (kind, value):
                self._shared.setdefault(text, []).append((kind, value))
            tells = tells or piece.tells
        if not tells:
            self._even = min(self._even or len(shape), len(shape))

    def may_match(self, texts: Iterable[str]) -> Iterator[str]:
        """Those of some texts in which a known value may stand."""
        return may_match(self._gate, texts) if self._words else iter(())

    def spelled_in(self, data: bytes) -> Iterator[tuple[int, int]]:
        """From where to where in JSON, spelled as `encode` does it, a known value may stand.

        Wherever `may_match` says so of a string of that JSON, one stands within it here.
        """
        for words, looking in ((self._words, self._gate), self._escaped):
            for start, word in looking.places(data) if words else ():
                yield start, start + _size(words[word])

    @cached_property
    def _escaped(self) -> tuple[list[str], Patient]:
        """The words that JSON spells otherwise, as it does."""
        spelled = [(word, encode(word)[1:-1].decode()) for word in self._words]
        others = [each for word, each in spelled if each != word]
        return others, Patient(others, self._make)

    def find(self, text: str) -> list[Span]:
        """Every stretch that spells a known value or a piece of a long one, in order; those that overlap as one."""
        return folded(self._find, text) if self._words else []

    def _find(self, text: str) -> list[Span]:
        spans = []
        hits = self._gate.hits(text)
        for start, word in hits:
            shape = self._words[word]
            reach = self._reach.get(shape)
            if shape in self._known and (reach is None or reach.allows(text, start, start + len(shape))):
                spans.append(Span(start, start + len(shape), *self._said(shape)))
        return _united([*spans, *(_whole(run, text) for run in self._runs(hits, len))])

    def values(self, data: bytes) -> list[Span]:
        """Every stretch of a text in UTF-8 that spells a value, with offsets in bytes; names are left out."""
        return folded(self._in_bytes, data) if self._words else []

    def _in_bytes(self, data: bytes) -> list[Span]:
        spans = []
        hits = self._gate.places(data)
        for start, word in hits:
            shape = self._words[word]
            if shape in self._values:
                spans.append(Span(start, start + _size(shape), *self._said(shape)))
        runs = self._runs(hits, _size)
        return _united([*spans, *(Span(run.start, run.end, *_name(run.pieces)) for run in runs)])

    def each_value(self, data: bytes) -> Iterator[Span]:
        """The same, and a value for itself where others stand across it or are spelled alike."""
        hits = self._gate.places(data) if self._words else []
        for start, word in hits:
            shape = self._words[word]
            if shape in self._values:
                for kind, value in (self._known[shape], *self._shared.get(shape, ())):
                    yield Span(start, start + _size(shape), kind, SWEPT, value)
        for run in self._runs(hits, _size):
            said = {(piece.kind, piece.value) for piece in run.pieces}
            said |= {each for piece in run.pieces for each in self._shared.get(_text(piece), ())}
            yield from (Span(run.start, run.end, kind, SWEPT, value) for kind, value in sorted(said))

    def _said(self, shape: str) -> tuple[str, str, str]:
        kind, value = self._known[shape]
        return kind, SWEPT, value

    def _runs(self, hits: list[Hit], size: Callable[[str], int]) -> Iterator[_Run]:
        """Pieces of long values that stand side by side, where they tell something together."""
        run: _Run | None = None
        for start, word in hits if self._pieces else ():
            text = self._words[word]
            piece = self._pieces.get(text)
            if piece is None:
                continue
            end = start + size(text)
            if run is None or start > run.end:
                if run and self._counts(run):
                    yield run
                run = _Run(start, end, [])
            run.add(piece, start, end)
        if run and self._counts(run):
            yield run

    def _counts(self, run: _Run) -> bool:
        return run.tells or 0 < self._even <= run.end - run.start


class _Run:
    """Pieces that overlap or touch."""

    def __init__(self, start: int, end: int, pieces: list[_Piece]) -> None:
        self.start, self.end, self.pieces = start, end, pieces
        self.tells = False
        self.first: _Piece | None = None
        self.last: _Piece | None = None

    def add(self, piece: _Piece, start: int, end: int) -> None:
        if start == self.start and (self.first is None or piece.tells):
            self.first = piece
        if end >= self.end:
            self.end, self.last = end, piece
        if piece.tells or not self.pieces:
            self.pieces.append(piece)
        self.tells = self.tells or piece.tells


def _text(piece: _Piece) -> str:
    return piece.shape[piece.at : piece.at + PIECE]


def _name(pieces: list[_Piece]) -> tuple[str, str, str]:
    """Named after the value of which there is most."""
    counts: dict[tuple[str, str], int] = {}
    for piece in pieces:
        counts[piece.kind, piece.value] = counts.get((piece.kind, piece.value), 0) + 1
    kind, value = max(counts, key=counts.__getitem__)
    return kind, SWEPT, value


def _whole(run: _Run, text: str) -> Span:
    """A run with what stands before and after it of the same value, where a cut goes through a piece."""
    start, end = run.start, run.end
    if run.first and run.first.at:
        before = run.first.shape[max(0, run.first.at - PIECE) : run.first.at]
        start -= _common(before[::-1], text[max(0, start - PIECE) : start][::-1])
    if run.last:
        after = run.last.shape[run.last.at + PIECE : run.last.at + 2 * PIECE]
        end += _common(after, text[end : end + PIECE])
    return Span(start, end, *_name(run.pieces))


def _common(one: str, two: str) -> int:
    """How many characters two texts begin with alike."""
    return next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _united(spans: list[Span]) -> list[Span]:
    """Those that overlap as one that covers them all and says what the longest does."""
    united: list[Span] = []
    longest = 0
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        size = span.end - span.start
        if not united or span.start >= united[-1].end:
            united.append(span)
            longest = size
            continue
        last = united[-1]
        name = span if size > longest else last
        longest = max(size, longest)
        united[-1] = Span(last.start, max(last.end, span.end), name.type, name.code, name.value)
    return united
