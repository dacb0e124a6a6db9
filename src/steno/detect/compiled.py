"""A finder as it is kept on disk: a table of its detectors, their words and their signs; and its compiled gate."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

import msgspec

from steno.base.learned import learned
from steno.detect import cache
from steno.detect.census import census
from steno.detect.engine import Engine
from steno.detect.homes import PACKAGE
from steno.detect.near import SignReach, SignStretches
from steno.detect.rule import Level
from steno.detect.shapes import Shaped
from steno.detect.trial import Row, Trial
from steno.detect.word import Gate


class Compiled(msgspec.Struct, array_like=True):
    rules: list[Row]
    """The detectors."""
    several: list[list[int]]
    """Detectors that are tried at the same words."""
    tried: bytes
    """For each of the engine's words, which detector is tried there; beyond their count, which of those rows.

    Words are tens of thousands, nearly every one is tried by one detector alone, and a list for each is slow to read.
    So are as many numbers: rows of them are kept in one piece.
    """
    blocks: dict[int, list[int]]
    widths: bytes
    """Of each of the words."""
    runs: list[int]
    arounds: list[SignReach]
    signs: bytes
    """For each of the words, which of those it is a sign of; -1 for none."""
    ascii: bool

    def tries(self, expected: set[str]) -> bool:
        """Whether these very detectors are tried, every one of them at some word, and nobody else's code judges."""
        alone, numbers = len(self.rules), set(_numbers(self.tried))
        if not numbers <= set(range(alone + len(self.several))):
            return False
        rows = [self.several[each - alone] for each in numbers if each >= alone]
        tried = {each for each in numbers if each < alone}.union(*rows, *self.blocks.values())
        judges = {name for row in self.rules for name in (row.extent, row.before, row.more) if name}
        return (
            tried == set(range(alone))
            and {row.code for row in self.rules} == expected
            and all(name.startswith(f"{PACKAGE}.") for name in judges)
        )

    def engine(self, gate: Gate | None) -> Engine:
        trials = [Trial(row) for row in self.rules]
        shared = [[trial] for trial in trials]
        shared += ([trials[index] for index in row] for row in self.several)
        tried = [shared[number] for number in _numbers(self.tried)]
        blocks = {word: [trials[index] for index in here] for word, here in self.blocks.items()}
        return Engine.ready(tried, blocks, gate)

    def shaped(self, gate: Gate) -> Shaped:
        return Shaped.ready(self.engine(None), SignStretches(self.arounds, _row(self.signs)), gate, ascii=self.ascii)


def save(name: str, engine: Engine, shaped: Shaped | None = None) -> None:
    """Keep a finder, where its gate is one that can be kept."""
    try:
        from steno.detect.vectorscan import Vectorscan
    except ImportError:
        return
    gate = engine.gate if shaped is None else shaped.gate
    if isinstance(gate, Vectorscan):
        table = msgspec.msgpack.encode(_table(engine, shaped, gate.widths, gate.runs))
        cache.save(name, table, gate.packed())


def _table(engine: Engine, shaped: Shaped | None, widths: list[int], runs: Iterable[int]) -> Compiled:
    from steno.detect.every import HOMES  # they are loaded: the engine was made of them

    rules = {rule.code: rule for rules in engine.rules for rule in rules}
    number = {code: index for index, code in enumerate(rules)}
    tried = [tuple(number[trial.row.code] for trial in trials) for trials in engine.tried]
    several = {row: len(rules) + at for at, row in enumerate(dict.fromkeys(row for row in tried if len(row) != 1))}
    return Compiled(
        [Row.of(rule, HOMES[code]) for code, rule in rules.items()],
        [list(row) for row in several],
        _packed(row[0] if len(row) == 1 else several[row] for row in tried),
        {word: [number[trial.row.code] for trial in trials] for word, trials in engine.blocks.items()},
        _packed(widths),
        sorted(runs),
        [] if shaped is None else list(shaped.near.arounds),
        _packed(() if shaped is None else shaped.near.signs),
        shaped is not None and shaped.ascii,
    )


def load(name: str, level: Level, *, tokens: bool) -> tuple[Compiled, Gate] | None:
    """What was kept under a name; None where nothing is, or nothing that tries all the detectors there are."""
    kept, known_here = cache.load(name), census()
    if kept is None or known_here is None:
        return None
    from steno.detect.vectorscan import Vectorscan

    try:
        known = msgspec.msgpack.decode(kept.table, type=learned(Compiled))
        if not known.tries(known_here.of(level, tokens=tokens)):
            return None
        return known, Vectorscan.ready(_row(known.widths), known.runs, kept.databases)
    except (msgspec.DecodeError, ValueError):
        return None


def _packed(numbers: Iterable[int]) -> bytes:
    return array("h", numbers).tobytes()


def _numbers(packed: bytes) -> array[int]:
    return array("h", packed)


def _row(packed: bytes) -> list[int]:
    return _numbers(packed).tolist()
