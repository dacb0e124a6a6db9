"""A detector as the engine tries it: loaded, and its pattern compiled, when it is first needed."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module

from steno.detect.rule import Detector, Level


class Trial:
    __slots__ = ("bounded", "code", "home", "loose", "match", "rule", "secret")
    match: Callable[[str, int, int], re.Match[str] | None]
    rule: Detector
    bounded: bool
    """Whether the pattern may look at where the text ends."""

    def __init__(self, code: str, home: str, *, loose: bool, secret: bool) -> None:
        """`home` is the module that brings the detector; it is `loose` if it may begin in the middle of a word, and
        `secret` if it belongs to the level of secrets."""
        self.code, self.home, self.loose, self.secret = code, home, loose, secret

    @classmethod
    def of(cls, rule: Detector) -> Trial:
        trial = cls(rule.code, "", loose=is_loose(rule), secret=is_secret(rule))
        trial.rule = rule
        return trial

    def __getattr__(self, name: str) -> object:
        # Called for what has not been set yet, and never again.
        if name == "rule":
            self.rule = next(rule for rule in import_module(self.home).RULES if rule.code == self.code)
        elif name == "match":
            caseless = re.IGNORECASE if self.rule.caseless else 0
            self.match = re.compile(self.rule.pattern, re.ASCII | caseless).match
        elif name == "bounded":
            self.bounded = _LOOKS_AT_THE_END.search(self.rule.pattern) is not None
        else:
            raise AttributeError(name)
        return getattr(self, name)


def is_loose(rule: Detector) -> bool:
    """Whether it may begin in the middle of a word."""
    return rule.glued or bool(rule.back)


def is_secret(rule: Detector) -> bool:
    """Whether it is looked for at the level of secrets."""
    return Level.SECRETS.includes(rule.level)


_LOOKS_AT_THE_END = re.compile(r"\\[ZbB]|[$^]")
