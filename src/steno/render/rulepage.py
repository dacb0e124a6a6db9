"""The page of a code: what it does, why it matters, and an example with the difference shown."""

from __future__ import annotations

import json
from difflib import unified_diff

import msgspec

from steno.contracts import Code, Rule

_AROUND = 2
"""How many lines are shown before and after a difference."""
_LONGEST, _BEGINNING, _END = 110, 70, 30
"""How long a line may be that is shown whole, and how much of the beginning and the end of a longer one is shown."""
_MOST = 40
"""How many lines are shown."""


def parts(code: Code) -> tuple[str, str]:
    """What a code says, and why it matters: the first paragraph of its page, and the rest."""
    what, _, why = code.page.strip().partition("\n\n")
    return what, why


def difference(rule: Rule) -> list[str]:
    """How to get from the bad example to the good one: lines that begin with `-`, `+` or a space.

    Places that are left out between two differences are marked by a line of its own, `...`.
    """
    bad, good = _shown(rule.bad), _shown(rule.good)
    if bad == good:  # they differ in how they are spelled
        bad, good = (each.replace("\r", "\\r").split("\n") for each in (rule.bad, rule.good))
    shown: list[str] = []
    for line in list(unified_diff(bad, good, n=_AROUND, lineterm=""))[2:]:
        if not line.startswith("@@"):
            shown.append(line if len(line) <= _LONGEST else f"{line[:_BEGINNING]} ... {line[-_END:]}")
        elif shown:
            shown.append("...")
    return shown if len(shown) <= _MOST else [*shown[:_MOST], f"... and {len(shown) - _MOST} lines more"]


def _shown(example: str) -> list[str]:
    """The lines in which an example is compared: each member of its JSON in one of its own."""
    whole = _indented(example)
    if whole is not None:
        return whole
    return [line for record in example.splitlines() for line in _indented(record) or [record]]


def _indented(text: str) -> list[str] | None:
    """Lines of JSON as it is spelled, keys that stand twice included; None of what is no JSON."""
    try:
        return msgspec.json.format(text.encode(), indent=2).decode().splitlines()
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        pass
    try:  # the other one reads half of a surrogate pair
        return json.dumps(json.loads(text), indent=2).splitlines()
    except (ValueError, RecursionError):
        return None
