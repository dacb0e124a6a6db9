"""How what was masked is spelled, in every style that Steno writes.  No detector looks into it, or over it."""

from __future__ import annotations

import re

from steno.detect.patterns import deferred
from steno.detect.rule import TYPES

UNSCANNED = "unscanned"
"""The placeholder's type for what could not be scanned and is withheld for that reason."""

_REDACTED = rf"REDACTED:(?:{'|'.join((*TYPES, UNSCANNED))}):[0-9a-f]{{8}}(?:[0-9a-f]{{4}})?"
PLACEHOLDER = re.compile(rf"\[{_REDACTED}\]")
"""What redaction puts in the place of a value: `[REDACTED:<type>:<hash8>]`."""

_STRUCTURE = r"MASKED:[a-z]{1,12}:[0-9]{1,12}(?::[0-9]{1,9})?"
MASKED = deferred(rf"\[{_STRUCTURE}\]")
"""What stands for content where only the structure is left."""

FORSY_PLAIN = ("CONFIG", "CREDENTIAL", "CUSTOMER_ID", "INTERNAL_URL", "TOOL_OUTPUT", "UNSCANNED")
FORSY_NUMBERED = ("ADDRESS", "EMAIL", "PERSON", "PHONE")
"""Whose different values are told apart, because a reader has to know who is who."""
_FORSY = rf"(?:({'|'.join(FORSY_PLAIN)})|({'|'.join(FORSY_NUMBERED)})_([1-9][0-9]{{0,6}}))"
FORSY_PATTERN = rf"\[{_FORSY}\]"
FORSY = deferred(FORSY_PATTERN)
"""Forsy's words for the same."""

ANY = deferred(rf"\[(?:{_REDACTED}|{_STRUCTURE}|{_FORSY})\]")


def masks(text: str) -> list[tuple[int, int]]:
    """Where in a text something has been masked, in whatever style."""
    return [match.span() for match in ANY().finditer(text)] if "[" in text else []


def masked(text: str) -> bool:
    """Whether anything in a text has been masked."""
    return "[" in text and ANY().search(text) is not None


_FAR = 1 << 13
"""How far from a placeholder what a finder says of a text may depend on it."""


def around_masks(text: str) -> list[str]:
    """What stands near to where something has been masked, in whole lines where they are not long: of a text that is
    not long, all."""
    if len(text) <= 3 * _FAR:
        return [text]
    parts: list[tuple[int, int]] = []
    for start, end in masks(text):
        begin = text.rfind("\n", max(0, start - 2 * _FAR), max(0, start - _FAR)) + 1 or max(0, start - _FAR)
        stop = text.find("\n", end + _FAR, end + 2 * _FAR) + 1 or min(len(text), end + _FAR)
        if parts and begin <= parts[-1][1]:
            begin = parts.pop()[0]
        parts.append((begin, stop))
    return [text[begin:stop] for begin, stop in parts]
