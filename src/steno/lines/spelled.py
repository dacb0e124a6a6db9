"""Where some strings may stand in JSON, as it is spelled.  Decodes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from steno.base.exact import encode
from steno.detect.gate import gate
from steno.detect.grams import Patient
from steno.detect.word import Hit

_BEGINNING: Final = 64
"""So much of a string is looked for: whoever reads what is found there sees whether it is the string."""


class Spelled:
    """Strings, each with the quote before it."""

    def __init__(self, strings: Iterable[str]) -> None:
        words = list(dict.fromkeys(encode(each).decode()[:_BEGINNING] for each in strings))
        self._gate = Patient(words, gate) if words else None

    def places(self, data: bytes) -> list[Hit]:
        """Where one of them may begin."""
        return [] if self._gate is None else self._gate.places(data)
