"""The two rounds of a redaction over the strings of a trace: the first learns what there is, the second masks it.

The first looks at each different string, wherever it stands.  Most traces hold nothing that the second would change:
only where one does is it gone through place by place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from steno.detect.marks import Marks
from steno.model import Trace
from steno.model.gather import Gather
from steno.model.kept import Paths, Shape
from steno.model.walk import Strings
from steno.passes.kept import KeptValues

Screen = Callable[[Iterable[str]], Iterable[str]]
"""Those of some values that have to be looked at one by one."""


class Rounds:
    """Both rounds over one trace."""

    def __init__(
        self, trace: Trace, paths: Paths, marks: Marks, kept_values: KeptValues, *, likely: bool = True
    ) -> None:
        """`likely` says that something will have to be masked."""
        self._marks, self._kept_values = marks, kept_values
        self._trace, self._paths = trace, paths
        self._known: Gather | Strings[Trace] = self._strings if likely else self._gathered()

    def _gathered(self) -> Gather | Strings[Trace]:
        known = Gather(self._marks.telling, self._marks.learn_lines)
        known.add(self._trace, self._paths)
        return self._strings if known.rewritten else known

    @cached_property
    def _strings(self) -> Strings[Trace]:
        return Strings(self._trace, self._paths, self._marks.learn_lines)

    @property
    def characters(self) -> int:
        """How much text there is; what stands twice counts once."""
        return sum(map(len, self._known.texts))

    def learn(self, kept: Screen) -> None:
        """The first round.  The screen says which ids may hold anything."""
        known, marks = self._known, self._marks
        marks.learn_all(known.texts)
        if isinstance(known, Gather):
            pairs = list(known.pairs)
        else:
            pairs = [(name, value) for _, name, value in known.pairs(marks.telling)]
        for name, value in pairs:
            marks.learn_pair(name, value)
        for value, shape in self._apart(kept):
            self._kept_values.learn(value, shape)

    def masked(self) -> Trace:
        """The second round: the trace with everything masked that is known by now."""
        if isinstance(self._known, Gather) and not self._marks.any_pairs and self._is_clean():
            return self._trace
        return self._marks.settled(self._masked)

    def masked_once(self) -> Trace:
        """The same by what is known now, for who looks himself whether more shows in what is masked."""
        return self._masked()

    def _is_clean(self) -> bool:
        """Whether nothing that is known stands anywhere."""
        if next(self._marks.touched(self._known.texts), None) is not None:
            return False
        kept = self._apart(self._marks.touched)
        return all(self._kept_values.mask(value, shape) == value for value, shape in kept)

    def _masked(self) -> Trace:
        marks, strings = self._marks, self._strings
        texts = {text: marks.text(text) for text in marks.touched(strings.texts)}
        under = strings.pairs(marks.telling) if marks.any_pairs else ()
        pairs = {slot: new for slot, name, value in under if (new := marks.pair(name, value)) != value}
        kept = {each: self._kept_values.mask(*each) for each in self._apart(marks.touched)}
        return strings.put(texts, kept, pairs)

    def _apart(self, screen: Screen) -> Iterator[tuple[str, Shape]]:
        """Sealed values, all of them, and those others that pass the screen."""
        some = set(screen(value for value, shape in self._known.kept if not shape.sealed))
        return (each for each in self._known.kept if each[1].sealed or each[0] in some)
