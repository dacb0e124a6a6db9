"""Engines ready to use, made once for each level: their gates are compiled or taken from the cache."""

from __future__ import annotations

import os
from functools import cache, partial
from pathlib import Path

from steno.detect.engine import Engine, Finder
from steno.detect.gate import gate
from steno.detect.rule import Level
from steno.detect.rules import TOKENS
from steno.detect.shapes import Shaped


@cache
def finder(level: Level) -> Finder:
    """Everything that a level looks for, in whatever shape it stands."""
    return Shaped(Engine(level, make=partial(gate, cache=_cache())))


@cache
def tokens(level: Level) -> Finder:
    """What tells itself, whatever stands around it."""
    return Engine(level, TOKENS, make=partial(gate, cache=_cache()))


def _cache() -> Path | None:
    """Where compiled gates are kept; None where the user wants none kept."""
    if os.environ.get("STENO_NO_CACHE"):
        return None
    from platformdirs import user_cache_path

    return user_cache_path("steno") / "gates"
