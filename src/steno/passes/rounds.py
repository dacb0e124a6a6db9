"""The two rounds of a redaction over the strings of a trace: the first learns what there is, the second masks it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from steno.detect.marks import Marks
from steno.model import Trace
from steno.model.kept import Paths, Shape
from steno.model.walk import Strings
from steno.passes.kept import KeptValues

Screen = Callable[[Iterable[str]], Iterable[str]]
"""Those of some texts that have to be looked at one by one."""


class Rounds:
    """Both rounds over one trace, which is gone through once."""

    def __init__(self, trace: Trace, paths: Paths, marks: Marks, kept_values: KeptValues) -> None:
        self._marks, self._kept_values = marks, kept_values
        self._strings = Strings(trace, paths, marks.learn_lines)

    @property
    def characters(self) -> int:
        """How much text there is; what stands twice counts once."""
        return sum(map(len, self._strings.texts))

    def learn(self, texts: Screen, kept: Screen) -> None:
        """The first round.  The screens say which texts and which ids may hold anything."""
        for text in texts(self._strings.texts):
            self._marks.learn(text)
        for _, name, value in self._strings.pairs(self._marks.telling):
            self._marks.learn_pair(name, value)
        for value, shape in self._apart(kept):
            self._kept_values.learn(value, shape)

    def masked(self) -> Trace:
        """The second round: the trace with everything masked that is known by now."""
        return self._marks.settled(self._masked)

    def _masked(self) -> Trace:
        marks, strings = self._marks, self._strings
        texts = {text: marks.text(text) for text in marks.touched(strings.texts)}
        under = strings.pairs(marks.telling) if marks.any_pairs else ()
        pairs = {slot: new for slot, name, value in under if (new := marks.pair(name, value)) != value}
        kept = {each: self._kept_values.mask(*each) for each in self._apart(marks.touched)}
        return strings.put(texts, kept, pairs)

    def _apart(self, screen: Screen) -> Iterator[tuple[str, Shape]]:
        """Sealed values, all of them, and those others that pass the screen."""
        some = set(screen(value for value, shape in self._strings.kept if not shape.sealed))
        return (each for each in self._strings.kept if each[1].sealed or each[0] in some)
