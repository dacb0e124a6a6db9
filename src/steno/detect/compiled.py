"""A finder as it is kept on disk: whose its words are, what they are signs of, and the compiled gate.

What is kept fits the very files of these detectors, the gate's engine and the processor.  Anything else is made anew.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import msgspec

from steno.base.files import private_directory, written
from steno.base.ids import sha256
from steno.detect.engine import Engine, Trial
from steno.detect.gate import Gate
from steno.detect.near import Around, Near
from steno.detect.shapes import Shaped

_DIGEST = 64


class Compiled(msgspec.Struct, array_like=True):
    rules: list[tuple[str, str, bool]]
    """The detectors: code, module, and whether one may begin in the middle of a word."""
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

    def engine(self, gate: Gate | None) -> Engine:
        trials = [Trial(code, home, loose=loose) for code, home, loose in self.rules]
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
        [(code, homes[code], rule.glued or bool(rule.back)) for code, rule in rules.items()],
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
    """Which module brings a detector, by code."""
    return {
        rule.code: name
        for name, module in list(sys.modules.items())
        if name.startswith(_PACKAGE + ".") and not name.endswith(".every")
        for rule in getattr(module, "RULES", ())
    }


_PACKAGE = __name__.rpartition(".")[0]


def load(name: str) -> tuple[Compiled, Gate] | None:
    """What was kept under a name; None where nothing is, or nothing that fits."""
    path = _path(name)
    if path is None:
        return None
    from steno.detect.vectorscan import Unfit, Vectorscan

    try:
        data = path.read_bytes()
        if sha256(data[_DIGEST:]).encode() != data[:_DIGEST]:
            return None
        known = msgspec.msgpack.decode(memoryview(data)[_DIGEST:], type=Compiled)
        return known, Vectorscan.ready(known.widths, known.runs, known.databases)
    except (OSError, msgspec.DecodeError, Unfit):
        return None


def save(name: str, compiled: Compiled | None) -> None:
    path = _path(name)
    if path is None or compiled is None:
        return
    data = msgspec.msgpack.encode(compiled)
    try:
        private_directory(path.parent)
        with written(path) as stream:
            stream.write(sha256(data).encode() + data)
        for other in path.parent.glob(f"{name}.*"):
            if other != path:
                other.unlink(missing_ok=True)
    except OSError:
        return  # a cache that cannot be written costs time and nothing else


def _path(name: str) -> Path | None:
    """Where a finder is kept; None where the user wants none kept, or no gate can be kept."""
    if os.environ.get("STENO_NO_CACHE"):
        return None
    try:
        from steno.detect.vectorscan import fitting
    except ImportError:
        return None
    from platformdirs import user_cache_path

    return user_cache_path("steno") / "finders" / f"{name}.{sha256((fitting() + _files()).encode())[:32]}"


def _files() -> str:
    """The files of this package, as they are now."""
    found: list[str] = [sys.version]
    for folder, _, names in os.walk(Path(__file__).parent):
        for name in names:
            if name.endswith(".py"):
                about = os.stat(os.path.join(folder, name))  # noqa: PTH116,PTH118  a hundred files, at every start
                found.append(f"{folder}/{name}:{about.st_size}:{about.st_mtime_ns}")
    return "\n".join(sorted(found))
