"""Engines and finders that tests share: each is made once in a process, and only when a test asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from steno.detect import RULES, Detector, Engine, Level, finder
from steno.detect.plain import Plain
from steno.detect.shapes import Shaped


@cache
def engine(level: Level) -> Engine:
    """All detectors of a level, for what stands in a text openly."""
    return Engine(level)


@cache
def shaped(level: Level) -> Shaped:
    """All detectors of a level, for whatever shape it stands in: the finder that commands use."""
    found = finder(level)
    assert isinstance(found, Shaped)
    return found


@cache
def alone(rule: Detector) -> Engine:
    """The detector alone, with the gate that needs no compiling; other tests show that all gates say the same."""
    return Engine(Level.STRICT, (rule,), Plain)


def complaints(check: Callable[[Detector], object], rules: Iterable[Detector] = RULES) -> dict[str, object]:
    """What a check says against each of the detectors, of those against which it says anything."""
    said: dict[str, object] = {}
    for rule in rules:
        name = f"{rule.code}-{rule.name}"
        try:
            if wrong := check(rule):
                said[name] = wrong
        except Exception as error:
            error.add_note(f"while looking at {name}")
            raise
    return said
