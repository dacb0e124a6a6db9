"""Detectors that are not built in: held to the same promises, and proved before they are used."""

from __future__ import annotations

import re

from steno.base.counts import number_of
from steno.detect import linear
from steno.detect.engine import Engine
from steno.detect.rule import Detector, Level, detector, varied

_CODE = re.compile(r"(?:[A-Z]{1,2}|[A-Z]{4,8})[0-9]{3}")
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class Unproved(ValueError):
    """A detector that does not keep its promises.  `key` is the part at fault, empty where it is the whole."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


def extra(
    code: str,
    name: str,
    what: str,
    *,
    type: str,
    level: Level,
    anchors: tuple[str, ...],
    pattern: str,
    caseless: bool,
    source: str,
    positives: tuple[str, ...],
    negatives: tuple[str, ...],
) -> Detector:
    """A detector of a user, proved; raises `Unproved`.  Where the pattern has a group, the group is what is masked."""
    if not what.strip():
        raise Unproved("what", "is empty: say what it finds")
    try:
        groups = linear.shape(pattern).groups
    except linear.Refused as error:
        raise Unproved("pattern", str(error)) from None
    if groups > 1:
        raise Unproved(
            "pattern", f"has {number_of(groups, 'group')}, expected one at most; use (?:...) to group without capturing"
        )
    try:
        made = detector(
            code, name, what, type=type, level=level, anchors=anchors, pattern=pattern, caseless=caseless,
            extent=_group if groups else varied, source=source, positives=positives, negatives=negatives,
        )  # fmt: skip
    except ValueError as error:
        raise Unproved("", str(error)) from None
    prove(made)
    return made


def prove(rule: Detector) -> None:
    """Raises `Unproved` unless a detector's code is not one of Steno's own, and its examples hold."""
    if not _CODE.fullmatch(rule.code):
        raise Unproved(
            "code",
            f"{rule.code!r}: three-letter codes such as SEC010 are Steno's own; use more letters, such as ACME001",
        )
    if not _NAME.fullmatch(rule.name):
        raise Unproved("name", f"{rule.name!r} must be words of a-z and 0-9 joined by -")
    engine = Engine(Level.STRICT, (rule,))
    for number, text in enumerate(rule.positives):
        if len(found := engine.find(text)) != 1:
            raise Unproved(f"positives[{number}]", f"{number_of(len(found), 'finding')}, expected one")
    for number, text in enumerate(rule.negatives):
        if engine.find(text):
            raise Unproved(f"negatives[{number}]", "a finding, expected none")


def _group(match: re.Match[str]) -> tuple[int, int] | None:
    """What the group matched, or everything where it took no part, unless a single character fills it up."""
    return (match.span(1) if match[1] else match.span()) if varied(match) else None
