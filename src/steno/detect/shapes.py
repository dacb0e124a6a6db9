"""Finds what stands in a text in another shape: escaped, encoded, coloured, cut into pieces.  Knows no rules."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from steno.detect.engine import PLACEHOLDER, Finder, Span, Unscannable, merged
from steno.detect.views import PLAN, SHAPES, Edit, Page, Shape, View, worth

SHORTEST, SHORT = 16, 256
"""A text that is shorter spells nothing; one that is short is looked at only where it is worth it."""
DEPTH = 3
"""How often all shapes are undone where they lie over each other."""
WORK, SLACK = 8, 1 << 16
"""How many times its own size of a text is looked at in all its views, and how much of a small one."""
ROUNDS = 8
REACH, LONGEST = 256, 4096
"""How far from a change in a view the finder has to look, and the longest word that it has to see whole."""
MARK = "[REDACTED:secret:00000000]"


class Shaped:
    """A finder that looks at a text, and at what it says when its transformations are undone one after the other.

    What a view shows is masked where the text spells it: all of the escape, the encoded group, the break between.
    """

    def __init__(self, finder: Finder) -> None:
        self._finder = finder

    def find(self, text: str) -> list[Span]:
        found = self._finder.find(text)
        if len(text) < SHORTEST or not (len(text) > SHORT or worth(text)):
            return found
        shown, shaped = self._shown(text)
        # What is masked may bring the rest of a text together anew: it is looked at until nothing more appears.
        for _ in range(ROUNDS):
            if not shaped:
                return found
            found = merged([*found, *shown])
            if not found:
                return []
            masked = View(text, [Edit(span.start, span.end, MARK) for span in found])
            more, shaped = self._shown(masked.text)
            if shown:
                more += self._finder.find(masked.text)
            if not more:
                return found
            shown = [Span(*masked.back(span.start, span.end), *span[2:]) for span in more]
        raise Unscannable("what is masked brings up new findings again and again")

    def _shown(self, text: str) -> tuple[list[Span], bool]:
        """What the views show, where the text spells it; and whether there is any view."""
        found: list[Span] = []
        shaped = False
        for seen, way in _Looks(text):
            shaped = True
            for span in self._finder.find(seen):
                start, end = span.start, span.end
                for view, offset in reversed(way):
                    start, end = view.back(start + offset, end + offset)
                found.append(Span(start, end, span.type, span.code, span.value or seen[span.start : span.end]))
        if found and "[REDACTED:" in text:
            kept = [match.span() for match in PLACEHOLDER.finditer(text)]
            found = [part for span in found for part in _outside(span, kept)]
        return found, shaped


Way = list[tuple[View, int]]
"""How a look came about: each view of the one before, and where in it the look, or the next view's text, begins."""


class _Looks:
    """What there is to look at in the views of a text, each with the way to it.

    Each shape is undone in the text.  What is near to a change is then a text by itself, in which all shapes are undone
    one after the other, because they may lie over each other.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._left = WORK * len(text) + SLACK

    def __iter__(self) -> Iterator[tuple[str, Way]]:
        page = Page(self._text)
        for shape in SHAPES:
            for near, way in self._near(shape(page), []):
                yield near, way
                yield from self._below(near, way)

    def _near(self, view: View | None, way: Way) -> Iterator[tuple[str, Way]]:
        if view is None:
            return
        for begin, end in view.changed(REACH, LONGEST):
            self._left -= end - begin
            if self._left < 0:
                raise Unscannable("it has too many shapes, one over the other, to look at them all")
            yield view.text[begin:end], [*way, (view, begin)]

    def _below(self, text: str, way: Way) -> Iterator[tuple[str, Way]]:
        page = Page(text)
        idle: dict[Shape, Page] = {}
        for _ in range(DEPTH):
            before = page
            for shape in PLAN:
                if idle.get(shape) is page:
                    continue
                view = shape(page)
                if view is None:
                    idle[shape] = page
                    continue
                yield from self._near(view, way)
                way = [*way, (view, 0)]
                page = view
            if page is before:
                return


def _outside(span: Span, kept: list[tuple[int, int]]) -> Iterator[Span]:
    """The parts of a span that are no placeholder."""
    start = span.start
    for begins, ends in kept[max(0, bisect_right(kept, (start,)) - 1) :]:
        if begins >= span.end:
            break
        if start < ends:
            if start < begins:
                yield Span(start, begins, span.type, span.code)
            start = ends
    if start == span.start:
        yield span
    elif start < span.end:
        yield Span(start, span.end, span.type, span.code)
