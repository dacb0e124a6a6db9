"""Runs the rules of Forsy traces on a document."""

from __future__ import annotations

import io

from steno.contracts import Strictness
from steno.diagnostics import Diagnostic, Place
from steno.formats.forsy.document import load
from steno.formats.forsy.rules import RULES


def findings(data: str | bytes, level: str = "all") -> list[Diagnostic]:
    """Everything that the rules of a level, and of those below it, find."""
    found: list[Diagnostic] = []
    whole = data.encode() if isinstance(data, str) else data
    documents = load(io.BytesIO(whole), Place("f"), found.append)
    for rule in RULES:
        if Strictness(level).includes(rule.level):
            rule(documents, Place("f"), found.append)
    return found


def found(data: str | bytes, level: str = "strict") -> list[tuple[str, str]]:
    """Where, and the code."""
    return [(each.place.pointer, each.code) for each in findings(data, level)]
