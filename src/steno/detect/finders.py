"""Finders ready to use, one for each level.  A compiled one is kept on disk, so that a start costs next to nothing."""

from __future__ import annotations

from functools import cache

from steno.base.waiting import told
from steno.detect import compiled
from steno.detect.engine import Engine
from steno.detect.rule import Level
from steno.detect.shapes import Shaped
from steno.detect.spans import Finder

_COMPILING = "compiling the detectors; the next run finds them ready"


@cache
def finder(level: Level) -> Finder:
    """Everything that a level looks for, in whatever shape it stands."""
    if kept := compiled.load(f"shaped-{level}", level, tokens=False):
        known, gate = kept
        _NAMES.update((row.code, row.name) for row in known.rules)
        return known.shaped(gate)
    with told(_COMPILING):
        engine = Engine(level, make=None)
        shaped = Shaped(engine)
        compiled.save(f"shaped-{level}", engine, shaped)
        _keep_patterns(engine, shaped)
    return shaped


@cache
def tokens(level: Level) -> Finder:
    """Finds tokens with a known form, whatever is around them."""
    if kept := compiled.load(f"tokens-{level}", level, tokens=True):
        known, gate = kept
        return known.engine(gate)
    from steno.detect.every import TOKENS  # costs start-up

    with told(_COMPILING):
        engine = Engine(level, TOKENS)
        compiled.save(f"tokens-{level}", engine)
    return engine


def _keep_patterns(engine: Engine, shaped: Shaped) -> None:
    from steno.detect.expressions import expressions
    from steno.detect.patterns import keep

    keep(expressions(engine, shaped))


_NAMES: dict[str, str] = {}
"""The names of the detectors of finders that were kept, by code: a finding is named without loading what found it."""


def name_of(code: str) -> str:
    """The name of one of Steno's detectors; empty for any other code."""
    if code not in _NAMES:
        from steno.detect.every import RULES  # costs start-up

        _NAMES.update((rule.code, rule.name) for rule in RULES)
    return _NAMES.get(code, "")
