"""The place for a model that recognises names in free text.  Brings no model, and asks one only where it is given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from steno.contracts import Code
from steno.detect.mask import masks
from steno.detect.rule import TYPES
from steno.detect.spans import Finder, Span, Unscannable, merged, outside
from steno.diagnostics import Severity

GROUP = "steno.detectors"
"""The entry points of packages that bring a recognizer, or detectors."""

RECOGNIZED = Code(
    "SEC560",
    "recognized-by-model",
    "A model that you installed and enabled took this for personal data, for example a person's name in a "
    f"sentence.\n\nA package provides one through the entry point group `{GROUP}`: an object with `mentions(text)`, "
    "which yields triples of start, end and type. Steno uses one only if `recognizers` in `steno.toml` names it. A "
    "model may not find the same thing twice, so what it finds is masked, but the final check relies on the other "
    "detectors.",
    Severity.WARNING,
)
CODES = (RECOGNIZED,)


class Recognizer(Protocol):
    """What a plug-in is: any object that says where in a text something personal stands."""

    def mentions(self, text: str) -> Iterable[tuple[int, int, str]]:
        """Start and end in characters, and one of the types that a placeholder may name; in any order."""
        ...


class Assisted:
    """A finder that also masks what recognizers mention."""

    def __init__(self, finder: Finder, recognizers: Sequence[Recognizer]) -> None:
        self._finder, self._recognizers = finder, tuple(recognizers)

    def find(self, text: str) -> list[Span]:
        found = self._finder.find(text)
        mentioned = [span for each in self._recognizers for span in _mentions(each, text)]
        return merged([*found, *mentioned], text) if mentioned else found


def _mentions(recognizer: Recognizer, text: str) -> Iterator[Span]:
    """What it mentions, without the placeholders that stand there; a mention that cannot be is no answer at all."""
    kept = masks(text)
    for start, end, kind in recognizer.mentions(text):
        if not 0 <= start < end <= len(text) or kind not in TYPES:
            raise Unscannable(f"a recognizer mentioned {kind!r} from {start} to {end} of {len(text)} characters")
        for part in outside(Span(start, end, kind, RECOGNIZED.code), kept, text):
            yield part._replace(value="")  # what was masked before is no part of a value
