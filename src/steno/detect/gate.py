"""Tells where in a text any of many words stands, by the fastest gate that this machine has.

Gates with one answer: Vectorscan, RE2 with an automaton where its wheel does not install, and Python alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from steno.detect.word import Gate, Word


def gate(words: Sequence[Word]) -> Gate:
    """The fastest gate that this machine has."""
    try:
        from steno.detect.vectorscan import Vectorscan
    except ImportError:
        return _slower(words)
    return Vectorscan(words)


def _slower(words: Sequence[Word]) -> Gate:
    try:
        from steno.detect.re2gate import Re2
    except ImportError:
        from steno.detect.plain import Plain

        return Plain(words)
    return Re2(words)
