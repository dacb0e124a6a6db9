"""Finders ready to use, one for each level.  A compiled one is kept on disk, so that a start costs next to nothing."""

from __future__ import annotations

from functools import cache

from steno.detect import compiled
from steno.detect.engine import Engine, Finder
from steno.detect.rule import Level
from steno.detect.shapes import Shaped


@cache
def finder(level: Level) -> Finder:
    """Everything that a level looks for, in whatever shape it stands."""
    if kept := compiled.load(f"shaped-{level}", level, tokens=False):
        known, gate = kept
        return known.shaped(gate)
    engine = Engine(level, make=None)
    shaped = Shaped(engine)
    compiled.save(f"shaped-{level}", compiled.of(engine, shaped))
    return shaped


@cache
def tokens(level: Level) -> Finder:
    """What tells itself, whatever stands around it."""
    if kept := compiled.load(f"tokens-{level}", level, tokens=True):
        known, gate = kept
        return known.engine(gate)
    from steno.detect.every import TOKENS  # costs start-up

    engine = Engine(level, TOKENS)
    compiled.save(f"tokens-{level}", compiled.of(engine))
    return engine
