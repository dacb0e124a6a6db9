"""A detector as the engine tries it, and as a row of the table on disk: its pattern, its traits, its judges by name.

The pattern is compiled, and the judges are loaded, when an anchor first asks for them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

import msgspec

from steno.detect.homes import brought_by
from steno.detect.patterns import compiled, deferred
from steno.detect.rule import Before, Detector, Extent, Level, More

Match = Callable[..., re.Match[str] | None]
"""Tried at a place of a text, up to another or to its end."""

JUDGES = ("extent", "before", "more")
"""The parts of a detector that are code."""


class Row(msgspec.Struct, array_like=True):
    code: str
    name: str
    type: str
    secret: bool
    """Whether it is looked for at the level of secrets."""
    pattern: str
    caseless: bool
    lead_in: str
    inside_words: bool
    extent: str
    """The name of a callable; so the two below, which are empty where there is none."""
    before: str
    more: str

    @classmethod
    def of(cls, rule: Detector, home: str = "") -> Row:
        """`home` is the module that brings the detector; without one, it judges for itself and its row is not kept."""
        names = (_name(rule, role, home) for role in JUDGES)
        return cls(
            rule.code, rule.name, rule.type, Level.SECRETS.includes(rule.level), rule.pattern, rule.caseless,
            rule.lead_in, rule.inside_words, *names,
        )  # fmt: skip


def _name(rule: Detector, role: str, home: str) -> str:
    """`module:function`, or `module:SEC123` for a callable that only the detector of that code has."""
    judge = getattr(rule, role)
    if judge is None or not home:
        return ""
    module, name = getattr(judge, "__module__", ""), getattr(judge, "__qualname__", "")
    shared = getattr(sys.modules.get(module), name, None) is judge
    return f"{module}:{name}" if shared else f"{home}:{rule.code}"


def judge_of(row: Row, role: str) -> Any:
    """The callable that a row names, loaded; None where it names none."""
    module, _, name = getattr(row, role).partition(":")
    if not module:
        return None
    home = import_module(module)
    if name == row.code:
        return getattr(next(rule for rule in brought_by(home) if rule.code == name), role)
    return getattr(home, name)


class Trial:
    __slots__ = ("before", "extent", "looks_at_end", "match", "mid_word", "more", "row", "rule")
    match: Match
    extent: Extent
    before: Before | None
    more: More | None
    looks_at_end: bool
    """Whether the pattern may look at where the text ends; known once it was tried."""

    def __init__(self, row: Row, rule: Detector | None = None) -> None:
        """`rule` is the detector, where it has been loaded."""
        self.row, self.rule = row, rule
        self.mid_word = row.inside_words or bool(row.lead_in)
        """Whether it may begin in the middle of a word."""
        self.match = self._first_match

    @property
    def expression(self) -> tuple[str, int]:
        """What it matches, and with which flags."""
        return self.row.pattern, int(re.ASCII | (re.IGNORECASE if self.row.caseless else 0))

    def _first_match(self, text: str, start: int, end: int) -> re.Match[str] | None:
        return self.loaded()(text, start, end)

    def loaded(self) -> Match:
        """Its pattern compiled, and its judges loaded."""
        if self.match != self._first_match:
            return self.match
        row, rule = self.row, self.rule
        self.extent = judge_of(row, "extent") if rule is None else rule.extent
        self.before = judge_of(row, "before") if rule is None else rule.before
        self.more = judge_of(row, "more") if rule is None else rule.more
        self.looks_at_end = _LOOKS_AT_THE_END().search(row.pattern) is not None
        self.match = compiled(*self.expression).match
        return self.match


_LOOKS_AT_THE_END = deferred(r"\\[ZbB]|[$^]")
