"""Finds what stands in a text in another shape: escaped, encoded, coloured, cut into pieces.  Knows no rules."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from steno.detect.engine import Engine
from steno.detect.gate import gate
from steno.detect.glance import Glance
from steno.detect.limit import Limit
from steno.detect.mask import masks
from steno.detect.near import LONGEST, SignStretches
from steno.detect.prefilter import hits_in
from steno.detect.repeats import folded, repetitive
from steno.detect.rule import Level
from steno.detect.spans import Finder, Look, Span, Unscannable, merged, outside
from steno.detect.views.page import Page
from steno.detect.views.room import SMALL, TIMES, Room
from steno.detect.views.utf8 import spelled
from steno.detect.views.view import Edit, Shape, View, last_space, next_space
from steno.detect.word import Gate, Hit, Make

DEPTH = 3
"""How often all shapes are undone where they lie over each other."""
WORK, SLACK = 16, 1 << 16
"""How many times its own size of a text is looked at in all its views, and how much of a small one."""
ROUNDS = 8
REACH = 256
"""How far from a change in a view the finder has to look."""
REMEMBERED = 256
"""How many stretches that show nothing are remembered."""
NEAR_A_MASK = 1024
"""How far from what was masked the rest of a text may come together anew."""
MARK = "[REDACTED:secret:00000000]"


class Shaped:
    """A finder that looks at a text, and at what it says when its transformations are undone one after the other.

    What a view shows is masked where the text spells it: all of the escape, the encoded group, the break between.
    Views are made only of what is near to a sign of them; words and signs are looked for together.
    """

    def __init__(self, engine: Engine, make: Make = gate) -> None:
        from steno.detect.signs import other_signs, own_signs  # costs start-up, and a compiled finder knows them

        signs = other_signs(engine)
        self._engine, self._words = engine, len(engine.words)
        self.near = SignStretches.of([*own_signs(engine), *(sign.around for sign in signs)])
        self.gate = make([*engine.words, *(sign.word for sign in signs)])
        self.ascii = all(Level.SECRETS.includes(rule.level) for rules in engine.rules for rule in rules)
        self._limit, self._glance = Limit(), Glance(engine, self.near)
        self._empty: set[tuple[str, bool, bool]] = set()
        """Stretches whose views show nothing."""

    @classmethod
    def ready(cls, engine: Engine, near: SignStretches, gate: Gate, *, ascii: bool) -> Shaped:
        """A finder of which somebody knows the signs; `ascii` says that no detector knows other characters."""
        shaped = cls.__new__(cls)
        shaped._engine, shaped._words = engine, len(engine.tried)
        shaped.near, shaped.gate, shaped.ascii, shaped._limit, shaped._empty = near, gate, ascii, Limit(), set()
        shaped._glance = Glance(engine, near)
        return shaped

    def find(self, text: str) -> list[Span]:
        self._limit.start()
        return folded(self._whole, text)

    def looks(self, texts: Iterable[str]) -> Iterator[tuple[str, Look]]:
        """Those of the texts in which there may be something, each with what finds it there."""
        for text, hits in hits_in(self.gate, texts):
            yield text, partial(self._at_hits, text, hits)

    def _at_hits(self, text: str, hits: list[Hit]) -> list[Span]:
        """As `find`, where one knows where the words stand."""
        self._limit.start()
        if repetitive(text):
            return folded(self._whole, text)
        return self._found(text, hits, bytewise=False)

    def _whole(self, text: str) -> list[Span]:
        return self._found(text, self.gate.hits(text), bytewise=False)

    def find_bytes(self, data: bytes) -> list[Span]:
        """The same for a text in UTF-8, with offsets in bytes.

        Secrets are spelled in ASCII, so that nothing has to be decoded but what is near to a sign.
        """
        self._limit.start()
        return folded(self._bytes, data)

    def _bytes(self, data: bytes) -> list[Span]:
        if data.isascii():
            return self._found(data.decode("ascii"), self.gate.places(data), bytewise=False)
        if self.ascii:
            return self._found(data.decode("latin-1"), self.gate.places(data), bytewise=True)
        return in_bytes(self._whole, data)

    def _found(self, text: str, hits: list[Hit], *, bytewise: bool) -> list[Span]:
        """`bytewise` says that each character of the text is one byte of UTF-8."""
        known = self._glance.found(text, hits)
        if known is not None:
            return known
        secrets, found, near = self._look(text, hits, bytewise=bytewise)
        if not found:
            return found  # nothing is masked, so nothing comes together anew
        # As the level of secrets does it, before anything else is masked: what it finds, every level finds.
        secrets = self._until_nothing_is_new(text, secrets, near, bytewise=bytewise, secrets=True)
        if not self._engine.finds_personal_data:
            return secrets
        return self._until_nothing_is_new(text, merged([*secrets, *found], text), near, bytewise=bytewise)

    def _until_nothing_is_new(
        self, text: str, found: list[Span], near: list[tuple[int, int]], *, bytewise: bool, secrets: bool = False
    ) -> list[Span]:
        """What is masked may bring together anew what has another shape: it is looked at until nothing more appears."""
        for _ in range(ROUNDS):
            fresh: list[Span] = []
            for begin, end in _around(text, found, near):
                fresh += self._found_once_masked(text, found, begin, end, bytewise=bytewise, secrets=secrets)
            if not fresh:
                return found
            found = merged([*found, *fresh], text)
            near = [(span.start, span.end) for span in fresh]
        raise Unscannable("masking kept uncovering new findings")

    def _look(
        self, text: str, hits: list[Hit], *, bytewise: bool, secrets: bool = False
    ) -> tuple[list[Span], list[Span], list[tuple[int, int]]]:
        """The secrets, all that is found, and where the signs of other shapes stand."""
        if not hits:
            return [], [], []
        alone, found = self._engine.nested(text, [hit for hit in hits if hit[1] < self._words], secrets=secrets)
        near = self.near.stretches(text, hits)
        if not near:
            return alone, found, near
        hidden, shown = self._found_in_views(text, near, bytewise=bytewise, secrets=secrets)
        return merged([*alone, *hidden], text), merged([*found, *shown], text), near

    def _found_once_masked(
        self, text: str, found: list[Span], begin: int, end: int, *, bytewise: bool, secrets: bool
    ) -> Iterator[Span]:
        """What a stretch shows when all that was found in it is masked."""
        self._limit.check()
        first = bisect_left(found, (begin,))
        here = found[first : bisect_left(found, (end,), first)]
        masked = View(text[begin:end], [Edit(span.start - begin, span.end - begin, MARK) for span in here])
        for span in self._look(masked.text, self.gate.hits(masked.text), bytewise=bytewise, secrets=secrets)[1]:
            start, stop = masked.in_original(span.start, span.end)
            yield span._replace(start=start + begin, end=stop + begin)

    def _found_in_views(
        self, text: str, near: Iterable[tuple[int, int]], *, bytewise: bool, secrets: bool
    ) -> tuple[list[Span], list[Span]]:
        """What the views of these stretches show, where the text spells it: the secrets, and everything."""
        found: tuple[list[Span], list[Span]] = [], []
        for begin, end in near:
            said = text[begin:end], bytewise, secrets
            if said not in self._empty:
                shown = self._found_in_stretch(text, (begin, end), bytewise=bytewise, secrets=secrets)
                for spans, known in zip(shown, found, strict=True):
                    known += spans
                if not any(shown):
                    self._remember(said)
        if kept := masks(text) if any(found) else ():
            alone, every_one = ([part for span in spans for part in outside(span, kept, text)] for spans in found)
            return alone, every_one
        return found

    def _remember(self, said: tuple[str, bool, bool]) -> None:
        """Take note that the views of a stretch show nothing.  Agents say the same thing many times."""
        if len(self._empty) >= REMEMBERED:
            self._empty.clear()
        self._empty.add(said)

    def _found_in_stretch(
        self, text: str, stretch: tuple[int, int], *, bytewise: bool, secrets: bool
    ) -> tuple[list[Span], list[Span]]:
        """What the views of one stretch show.  It depends on nothing but the stretch."""
        found: tuple[list[Span], list[Span]] = [], []
        looks = _Looks(text, stretch, self.gate, self.near, bytewise=bytewise)
        for seen, way, every in looks:
            self._limit.check()
            cuts = looks.cut(seen, [at for at, word in every if self.near.begins_token(word)])
            if not way and not cuts:
                continue  # what stands there openly is known
            hits = [hit for hit in every if hit[1] < self._words]
            both = self._engine.nested(seen, hits, secrets=secrets)
            joined = list(self._cut_tokens(seen, both[0], cuts, looks)) if cuts else []
            for spans, known in zip(both, found, strict=True):
                known += (_placed(span, seen, way, stretch[0]) for span in (*spans, *joined))
        return found

    def _cut_tokens(self, seen: str, shown: list[Span], cuts: list[tuple[int, int]], looks: _Looks) -> Iterator[Span]:
        """The tokens that something cuts, unless the same detector finds one there that needs no more."""
        for first, last in cuts:
            for text, way in looks.uncut(seen[first:last]):
                view, offset = way[0]
                hits = [hit for hit in self.gate.hits(text) if hit[1] < self._words and self.near.begins_token(hit[1])]
                for span in self._engine.nested(text, hits, secrets=True)[0]:
                    if view.across(span.start + offset, span.end + offset):
                        here = _placed(span, text, way, first)
                        if not _known(here, shown):
                            yield here


def _known(span: Span, shown: list[Span]) -> bool:
    """Whether the same detector found something there."""
    index = bisect_left(shown, (span.start,))
    for each in shown[max(0, index - 1) :]:
        if each.start >= span.end:
            return False
        if each.end > span.start and each.code == span.code:
            return True
    return False


def _placed(span: Span, seen: str, way: Way, begin: int) -> Span:
    """A finding of a view, where the text spells it."""
    start, end = span.start, span.end
    for view, offset in reversed(way):
        start, end = view.in_original(start + offset, end + offset)
    return span._replace(start=start + begin, end=end + begin, value=span.value or seen[span.start : span.end])


def _around(text: str, found: list[Span], near: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The stretches around signs that have a finding nearby, from the beginning of a line or of a word on to the end of
    a word; those that overlap as one."""
    begin = end = -1
    for start, stop in near:
        first, last = max(0, start - NEAR_A_MASK), min(len(text), stop + NEAR_A_MASK)
        at = bisect_left(found, (first,))
        if not ((at < len(found) and found[at].start < last) or (at and found[at - 1].end > first)):
            continue
        line = text.rfind("\n", max(0, first - LONGEST), first) + 1
        first = _before(found, max(line, last_space(text, first, LONGEST)))
        if first > end:
            if end >= 0:
                yield begin, end
            begin = first
        end = max(end, next_space(text, last, LONGEST))
    if end >= 0:
        yield begin, end


def _before(found: list[Span], at: int) -> int:
    """The place itself, or the beginning of the finding in which it lies."""
    index = bisect_left(found, (at,)) - 1
    return found[index].start if index >= 0 and found[index].end > at else at


def find_bytes(finder: Finder, data: bytes) -> list[Span]:
    """What any finder finds in a text in UTF-8, with offsets in bytes."""
    if isinstance(finder, Shaped):
        return finder.find_bytes(data)
    return folded(finder.find_bytes if isinstance(finder, Engine) else partial(in_bytes, finder.find), data)


def in_bytes(find: Callable[[str], list[Span]], data: bytes) -> list[Span]:
    """The same for what knows characters only."""
    text = data.decode("utf-8", "surrogateescape")
    return list(_counted(text, find(text)))


def _counted(text: str, found: list[Span]) -> Iterator[Span]:
    """Spans of characters as spans of bytes, in one pass."""
    done = size = 0
    for span in found:
        size += len(text[done : span.start].encode("utf-8", "surrogateescape"))
        start = size
        size += len(text[span.start : span.end].encode("utf-8", "surrogateescape"))
        done = span.end
        yield span._replace(start=start, end=size, value=span.value or text[span.start : span.end])


Way = list[tuple[View, int]]
"""How a look came about: each view of the one before, and where in it the look, or the next view's text, begins."""


class _Looks:
    """What there is to look at in the views of a stretch of a text, each with the way to it.

    Each shape is undone in the text.  What is near to a change is then a text by itself, in which all shapes are undone
    one after the other, because they may lie over each other; like any text, where it holds a sign of them.
    """

    def __init__(
        self, text: str, stretch: tuple[int, int], gate: Gate, signs: SignStretches, *, bytewise: bool
    ) -> None:
        begin, end = stretch
        self._text, self._bytewise = text[begin:end], bytewise
        self._gate, self._signs = gate, signs
        self._left = WORK * (end - begin) + SLACK
        self._room = Room(TIMES * (end - begin) + SMALL)

    def __iter__(self) -> Iterator[tuple[str, Way, list[Hit]]]:
        """Each with the places of words in it."""
        from steno.detect.views import plan  # costs start-up, and few texts have signs

        self._plan = plan
        page, start = Page(self._text), Way()
        if self._bytewise and (view := spelled(page)):
            page, start = view, [(view, 0)]
        yield page.text, start, self._gate.hits(page.text)
        for shape in plan.SHAPES:
            for near, way in self._near(shape(page), start):
                yield near, way, (hits := self._gate.hits(near))
                if self._signs.stretches(near, hits):
                    yield from ((*each, self._gate.hits(each[0])) for each in self._below(near, way))

    def _near(self, view: View | None, way: Way) -> Iterator[tuple[str, Way]]:
        if view is None:
            return
        if view.grown:
            self._room.take(view.grown)
            self._left += WORK * view.grown
        for begin, end in view.changed(REACH, LONGEST):
            self._left -= end - begin
            if self._left < 0:
                raise Unscannable("it has too many layers of encoding to scan them all")
            yield view.text[begin:end], [*way, (view, begin)]

    def cut(self, seen: str, places: Iterable[int]) -> list[tuple[int, int]]:
        """The stretches around those places at which a token begins that something may have cut."""
        return self._plan.cut(seen, places)

    def uncut(self, seen: str) -> Iterator[tuple[str, Way]]:
        """The text with its words put together over everything that may have cut them."""
        return self._near(self._plan.uncut(Page(seen)), [])

    def _below(self, text: str, way: Way) -> Iterator[tuple[str, Way]]:
        page = Page(text)
        idle: dict[Shape, Page] = {}
        for _ in range(DEPTH):
            before = page
            for shape in self._plan.PLAN:
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
