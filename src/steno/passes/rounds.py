"""The two rounds of a redaction over the strings of a trace: the first learns what there is, the second masks it.

Both look at each different string once, wherever it stands.
"""

from __future__ import annotations

from steno.detect.marks import Marks
from steno.model import Trace
from steno.model.kept import Paths
from steno.model.strings import Strings
from steno.passes.kept import KeptValues, Screen


class Rounds:
    """Both rounds over one trace."""

    def __init__(self, trace: Trace, paths: Paths, marks: Marks, kept_values: KeptValues) -> None:
        self._marks, self._kept_values = marks, kept_values
        self._no_lines = {*map(id, trace.header.environment.values())}
        """The folders of a session, or its branches, are a list, but no text in lines."""
        self._strings = Strings(trace, paths, self._learn_lines, marks.telling)

    def _learn_lines(self, lines: list[str]) -> list[str]:
        return lines if id(lines) in self._no_lines else self._marks.learn_lines(lines)

    @property
    def characters(self) -> int:
        """How much text there is; what stands twice counts once."""
        return sum(map(len, self._strings.texts))

    def learn(self, kept: Screen) -> None:
        """The first round.  The screen says which ids may hold anything."""
        marks = self._marks
        marks.learn_all(self._strings.texts)
        for name, value in self._strings.pairs():
            marks.learn_pair(name, value)
        self._kept_values.learn_all(self._strings.kept, kept)

    def masked(self) -> Trace:
        """The second round: the trace with everything masked that is known by now."""
        return self._marks.settled(self.masked_once)

    def masked_once(self) -> Trace:
        """The same by what is known now, for who looks himself whether more shows in what is masked."""
        marks, strings = self._marks, self._strings
        texts = {text: marks.text(text) for text in marks.touched(strings.texts)}
        under = strings.pairs() if marks.any_pairs else ()
        pairs = {(name, value): new for name, value in under if (new := marks.pair(name, value)) != value}
        some = set(marks.touched(value for value, _ in strings.kept))
        kept = {each: self._kept_values.mask(*each) for each in strings.kept if each[0] in some}
        return strings.put(texts, kept, pairs)
