"""A finder as it is kept on disk: whose its words are, what they are signs of, and the compiled gate."""

from __future__ import annotations

import sys

import msgspec

from steno.base.learned import learned
from steno.detect import cache
from steno.detect.census import FOLDERS, census
from steno.detect.engine import Engine
from steno.detect.gate import Gate
from steno.detect.near import Around, Near
from steno.detect.rule import Detector, Level
from steno.detect.shapes import Shaped
from steno.detect.trial import Trial, is_loose, is_secret


class Compiled(msgspec.Struct, array_like=True):
    rules: list[tuple[str, str, bool, bool]]
    """The detectors: code, module, whether one may begin in the middle of a word, and whether it finds secrets."""
    tried: list[list[int]]
    """For each of the engine's words, which detectors are tried there."""
    blocks: dict[int, list[int]]
    widths: list[int]
    runs: list[int]
    databases: list[bytes]
    arounds: list[Around]
    signs: list[int]
    """For each of the words, which of those it is a sign of; -1 for none."""
    ascii: bool

    def tries(self, expected: set[tuple[str, str]]) -> bool:
        """Whether these very detectors are tried, every one of them at some word, and no module but theirs is named."""
        tried = {index for here in (*self.tried, *self.blocks.values()) for index in here}
        return tried == set(range(len(self.rules))) and {(code, home) for code, home, *_ in self.rules} == expected

    def engine(self, gate: Gate | None) -> Engine:
        trials = [Trial(code, home, loose=loose, secret=secret) for code, home, loose, secret in self.rules]
        tried = [[trials[index] for index in here] for here in self.tried]
        blocks = {word: [trials[index] for index in here] for word, here in self.blocks.items()}
        return Engine.ready(tried, blocks, gate)

    def shaped(self, gate: Gate) -> Shaped:
        signs = [None if kind < 0 else self.arounds[kind] for kind in self.signs]
        return Shaped.ready(self.engine(None), Near(signs), gate, ascii=self.ascii)


def of(engine: Engine, shaped: Shaped | None = None) -> Compiled | None:
    """What there is to keep; None where the gate is not one that can be kept."""
    try:
        from steno.detect.vectorscan import Vectorscan
    except ImportError:
        return None
    gate = engine.gate if shaped is None else shaped.gate
    if not isinstance(gate, Vectorscan):
        return None
    homes = _homes()
    rules = {rule.code: rule for rules in engine.rules for rule in rules}
    number = {code: index for index, code in enumerate(rules)}
    signs = [] if shaped is None else shaped.near.signs
    arounds = list(dict.fromkeys(sign for sign in signs if sign is not None))
    return Compiled(
        [(code, homes[code], is_loose(rule), is_secret(rule)) for code, rule in rules.items()],
        [[number[trial.code] for trial in trials] for trials in engine.tried],
        {word: [number[trial.code] for trial in trials] for word, trials in engine.blocks.items()},
        gate.widths,
        sorted(gate.runs),
        gate.packed(),
        arounds,
        [-1 if sign is None else arounds.index(sign) for sign in signs],
        shaped is not None and shaped.ascii,
    )


def _homes() -> dict[str, str]:
    return {code: home for code, (home, _) in loaded().items()}


def loaded() -> dict[str, tuple[str, Detector]]:
    """The detectors that have been loaded so far, by code, each with the module that brings it."""
    return {
        rule.code: (name, rule)
        for name, module in list(sys.modules.items())
        if name.startswith(_HOMES)
        for rule in getattr(module, "RULES", ())
    }


# Others import the detectors too, and bring none.
_HOMES = tuple(f"{__name__.rpartition('.')[0]}.{folder}." for folder in FOLDERS)


def load(name: str, level: Level, *, tokens: bool) -> tuple[Compiled, Gate] | None:
    """What was kept under a name; None where nothing is, or nothing that tries all the detectors there are."""
    data, known_here = cache.load(name), census()
    if data is None or known_here is None:
        return None
    from steno.detect.vectorscan import Unfit, Vectorscan

    try:
        known = msgspec.msgpack.decode(data, type=learned(Compiled))
        if not known.tries(known_here.of(level, tokens=tokens)):
            return None
        return known, Vectorscan.ready(known.widths, known.runs, known.databases)
    except (msgspec.DecodeError, Unfit):
        return None


def save(name: str, compiled: Compiled | None) -> None:
    if compiled is not None:
        cache.save(name, msgspec.msgpack.encode(compiled))
