"""Finds secrets and personal data in one text, in linear time.  Knows texts and detectors, nothing of traces."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple, Protocol

from steno.detect.gate import Gate, Hit, Make, Word, gate
from steno.detect.head import heads
from steno.detect.mask import masks
from steno.detect.rule import SECRET, Detector, Level
from steno.detect.trial import Trial


class Unscannable(ValueError):
    """An engine could not scan a text.  Its content must be withheld."""


class Said(NamedTuple):
    """A value, by what it is and what found it."""

    type: str
    code: str
    value: str


class Span(NamedTuple):
    start: int
    end: int
    type: str
    code: str
    value: str = ""
    """What the stretch says, where it is spelled otherwise: decoded, unescaped, put together."""
    within: tuple[Said, ...] = ()
    """The secrets that were found inside it, or across its ends, under other names."""

    @property
    def rule(self) -> str:
        """The code of what found it."""
        return self.code


class Finder(Protocol):
    """The seam: any engine that takes a text and says what in it must be masked."""

    def find(self, text: str) -> list[Span]:
        """In order, without overlap, nothing of a placeholder that stands there already; raises `Unscannable`.

        What is left when every span is replaced by a placeholder has no further finding.
        """
        ...


class Engine:
    """Tries each detector where one of its anchors stands."""

    def __init__(self, level: Level, rules: Iterable[Detector] | None = None, make: Make | None = gate) -> None:
        """All detectors of a level, if no others are given; `make` is None where somebody else looks for the words."""
        wanted: dict[Word, list[Detector]] = defaultdict(list)
        for rule in _every() if rules is None else rules:
            if level.includes(rule.level):
                for word in words_of(rule):
                    wanted[word].append(rule)
        self.words = words = sorted(wanted)
        """What the detectors are tried at: the words of the gate."""
        self.rules = [wanted[word] for word in words]
        """Which detectors are tried at each of the words."""
        trials = {rule: Trial.of(rule) for rules in self.rules for rule in rules}
        blocks = {
            index: [trials[rule] for rule in rules if rule.block]
            for index, rules in enumerate(self.rules)
            if any(rule.block for rule in rules)
        }
        self._try([[trials[rule] for rule in rules if not rule.block] for rules in self.rules], blocks)
        self.gate = make(words) if make else None

    @classmethod
    def ready(cls, tried: list[list[Trial]], blocks: dict[int, list[Trial]], gate: Gate | None) -> Engine:
        """An engine of which somebody knows what is tried at each of its words."""
        engine = cls.__new__(cls)
        engine.words, engine.rules, engine.gate = [], [], gate
        engine._try(tried, blocks)
        return engine

    def _try(self, tried: list[list[Trial]], blocks: dict[int, list[Trial]]) -> None:
        self.tried, self.blocks = tried, blocks
        self._secret = [[trial for trial in trials if trial.secret] for trials in tried]
        self._personal = [[trial for trial in trials if not trial.secret] for trials in tried]
        self.nests = any(self._personal)
        """Whether there is more to find than secrets."""

    def find(self, text: str) -> list[Span]:
        if self.gate is None:
            raise TypeError("an engine without a gate is told where its words stand")
        return self.found(text, self.gate.hits(text))

    def find_bytes(self, data: bytes) -> list[Span]:
        """The same for a text in UTF-8, with offsets in bytes, where the detectors know no characters but ASCII."""
        if self.gate is None:
            raise TypeError("an engine without a gate is told where its words stand")
        return self.found(data.decode("latin-1"), self.gate.places(data))

    def found(self, text: str, hits: list[Hit]) -> list[Span]:
        """What stands in a text, where one knows where the words stand."""
        return self.nested(text, hits)[1]

    def nested(self, text: str, hits: list[Hit], *, secrets: bool = False) -> tuple[list[Span], list[Span]]:
        """What the level of secrets finds, and all that this one does; the former twice if only `secrets` are wanted.

        Secrets are looked for as if there were nothing else to find.  So each level finds what the one below it does.
        """
        if not hits:
            return [], []
        blocks = [hit for hit in hits if hit[1] in self.blocks]
        solid = merged(self._scan(text, blocks, self.blocks, 0, len(text), []), text) if blocks else []
        # A placeholder ends a word, whoever put it there.  So does every finding, because a placeholder takes its
        # place: what stands between them is scanned by itself until nothing more is found there.
        kept = [Span(*place, "", "") for place in masks(text)]
        ends = merged([*solid, *kept], text) if kept else solid
        alone = [hit for hit in hits if self._secret[hit[1]]] if self.nests else hits
        still: list[Hit] = []
        found = self._settled(text, alone, self._secret, _stretches(text, ends, 0, len(text), alone, alone), still)
        found = sorted([*solid, *found])
        if secrets or not self.nests:
            return found, found
        return found, self._beside(text, hits, found, kept, still)

    def _beside(
        self, text: str, hits: list[Hit], secrets: list[Span], kept: list[Span], still: list[Hit]
    ) -> list[Span]:
        """The secrets, and everything else that stands beside them or over them."""
        others = [hit for hit in hits if self._personal[hit[1]]]
        found: list[Span] = []
        for start, end, here in _stretches(text, kept, 0, len(text), others, others):
            found += self._scan(text, here, self._personal, start, end, still)
        found = merged([*secrets, *found], text)
        if not found:
            return []
        again = sorted(set(still))
        ends = merged([*found, *kept], text) if kept else found
        more = self._settled(text, hits, self.tried, _stretches(text, ends, 0, len(text), again, hits), [])
        return sorted([*found, *more])

    def _settled(
        self,
        text: str,
        hits: list[Hit],
        tried: list[list[Trial]],
        stretches: Iterable[tuple[int, int, list[Hit]]],
        tried_again: list[Hit],
    ) -> list[Span]:
        """What is found in the stretches, and in what is left of them, until nothing more is."""
        found: list[Span] = []
        left = _WORK * len(hits) + _SLACK
        stack = list(stretches)
        while stack:
            start, end, here = stack.pop()
            left -= len(here)
            if left < 0:
                raise Unscannable("each finding in it brings up another")
            still: list[Hit] = []
            if spans := merged(self._scan(text, here, tried, start, end, still), text):
                found += spans
                stack += _stretches(text, spans, start, end, still, hits)
            tried_again += still
        return found

    def _scan(
        self,
        text: str,
        hits: Iterable[Hit],
        tried: list[list[Trial]] | dict[int, list[Trial]],
        start: int,
        end: int,
        still: list[Hit],
    ) -> Iterator[Span]:
        """The findings between two places, as if the text began and ended there.

        `still` gets the hits that may have another outcome in a part of this stretch that begins before them.  Where no
        word began, none will; and a pattern that matched nothing here matches nothing in less, unless it looks at the
        end of the text or begins before its anchor.
        """
        done: dict[str, int] = {}
        for hit in hits:
            at, again = hit[0], False
            for trial in tried[hit[1]]:
                if at < done.get(trial.code, 0):
                    again = True
                    continue
                first = at
                if not trial.loose and not _begins(text, at, start):
                    continue  # before the detector is so much as loaded
                if trial.rule.back:
                    again = True
                    if trial.rule.onward and trial.match(text, at, end) is None:
                        continue
                    first = _reached(text, at, start, trial.rule.back)
                    if not (trial.rule.glued or _begins(text, first, start)):
                        continue
                found = trial.match(text, first, end)
                again = again or trial.bounded
                if found is None:
                    continue
                done[trial.code] = found.end()
                span = trial.rule.extent(found)
                if span and _stands(text, span, trial.rule, start, end):
                    done[trial.code] = max(found.end(), span[1])
                    again = again or trial.match(text, first, span[0]) is not None
                    yield Span(*span, trial.rule.type, trial.code)
                    for each in trial.rule.more(found) if trial.rule.more else ():
                        if _stands(text, each, trial.rule, start, end):
                            done[trial.code] = each[1]
                            yield Span(*each, trial.rule.type, trial.code)
                else:
                    again = True
            if again:
                still.append(hit)


_WORK, _SLACK = 8, 100_000
"""How often all hits of a text are tried, and how many of a small one.  Few are tried more than twice; but where tokens
stand side by side without an end, each one that is found gives an end to the one before."""


def _every() -> Iterable[Detector]:
    from steno.detect.every import RULES  # costs start-up

    return RULES


RARE = 5
"""From so many characters on, an anchor is rare by itself; a shorter one is looked for with what follows it."""


def words_of(rule: Detector) -> Iterator[Word]:
    """What a gate must look for, so that the detector is tried where it must be."""
    for anchor in rule.anchors:
        short = len(anchor) < RARE and not rule.back
        if short and (rows := heads(anchor, rule.pattern, caseless=rule.caseless)):
            yield from (Word(row, rule.caseless, True) for row in rows)
        else:
            yield Word(anchor, rule.caseless)
    yield from (Word(row, rule.caseless, True) for row in rule.gates)


_ESCAPE = re.compile(r"(?:\\(?:[nrtbf]|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})|%[0-9A-Fa-f]{2}|\x1b\[[0-9;]{0,8}m)\Z")


def _begins(text: str, at: int, start: int) -> bool:
    """Whether a word begins here: the letter before it may end an escape, such as `\\n`, `%3D` or a colour."""
    if at == start or not _word(text[at - 1]):
        return True
    return _ESCAPE.search(text, max(start, at - 12), at) is not None


_REACH = 160
"""How many characters before its anchor a detector may look at."""


def _reached(text: str, at: int, start: int, back: str) -> int:
    """Where the pattern begins whose anchor stands here: not within an escape, such as `\\n` or `%3D`."""
    behind = _backwards(back).match(text[max(start, at - _REACH) : at][::-1])
    first = at - behind.end() if behind else at
    if first > start and text[first - 1] in "\\%" and (escape := _OPENS.match(text, first - 1)):
        return escape.end()
    return first


@cache
def _backwards(expression: str) -> re.Pattern[str]:
    return re.compile(expression)


_OPENS = re.compile(r"\\(?:[nrtbf]|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})|%[0-9A-Fa-f]{2}")


def _stands(text: str, span: tuple[int, int], rule: Detector, start: int, end: int) -> bool:
    """Whether what stands around a finding lets it be one."""
    if not (rule.glued or span[1] == end or not _word(text[span[1]])):
        return False
    return rule.before is None or rule.before(text[max(start, span[0] - _BEFORE) : span[0]])


_BEFORE = 48


def _word(character: str) -> bool:
    return character.isascii() and character.isalnum()


def merged(spans: Iterable[Span], text: str = "") -> list[Span]:
    """Spans without overlap that cover all of these, which stand in this text.

    Secrets outrank everything else: where they overlap, the secret stays as it was found, and what is left of the other
    still says the whole of it.  Within one class, those that overlap are one, named after the longest, or the first by
    code; it remembers what the others said.
    """
    spans = sorted(spans)
    if all(one.end <= two.start for one, two in pairwise(spans)):
        return spans
    secrets = _joined([span for span in spans if span.type in SECRET], text)
    others = _joined([span for span in spans if span.type not in SECRET], text)
    if not secrets or not others:
        return secrets or others
    holes = [(span.start, span.end) for span in secrets]
    return sorted([*secrets, *(part for span in others for part in outside(span, holes, text))])


def _joined(spans: list[Span], text: str) -> list[Span]:
    whole: list[Span] = []
    group: list[Span] = []
    end = -1
    for span in sorted(spans, key=lambda span: (span.start, -span.end, span.code)):
        if group and span.start >= end:
            whole.append(_as_one(group, end, text))
            group = []
        group.append(span)
        end = max(end, span.end)
    return [*whole, _as_one(group, end, text)] if group else whole


def _as_one(group: list[Span], end: int, text: str) -> Span:
    if len(group) == 1:
        return group[0]
    start = group[0].start
    name = max(group, key=lambda span: span.end - span.start)  # of several, the first
    exact = (name.start, name.end) == (start, end)
    value = name.value if exact else ""
    said = {Said(span.type, span.code, span.value or text[span.start : span.end]): None for span in group}
    said |= {each: None for span in group for each in span.within}
    own = (value or text[start:end], "")
    within = tuple(each for each in said if each.type in SECRET and each.value not in own)
    return Span(start, end, name.type, name.code, value, within)


def outside(span: Span, holes: list[tuple[int, int]], text: str) -> Iterator[Span]:
    """The parts of a span that do not lie in holes, which are in order; each says the whole of it."""
    start, value = span.start, span.value
    at = max(0, bisect_left(holes, (start,)) - 1)
    while at < len(holes) and holes[at][0] < span.end:
        begins, ends = holes[at]
        at += 1
        if start < ends:
            value = value or text[span.start : span.end]
            if start < begins:
                yield span._replace(start=start, end=begins, value=value)
            start = ends
    if start < span.end:
        yield span._replace(start=start, value=value) if start > span.start else span


def _stretches(
    text: str, spans: list[Span], start: int, end: int, still: list[Hit], hits: list[Hit]
) -> Iterator[tuple[int, int, list[Hit]]]:
    """What is left between the findings, each with the hits to try there; stretches without any are left out."""
    first = 0
    for a, b in _gaps(spans, start, end):
        first = bisect_left(still, (a,), first)
        last = bisect_left(still, (b,), first)
        here = still[first:last]
        if still is not hits:
            # These were tried.  Far from both ends of what is left, a hit has the outcome that it had.
            begun = bisect_left(still, (a + _BEHIND,), first, last)
            ended = max(begun, bisect_left(still, (b - _AHEAD,), first, last))
            here = still[first:begun] + still[ended:last]
        if a > start and _word(text[a - 1]) and still is not hits:
            # A word begins where a finding ended in the middle of one.
            here = hits[bisect_left(hits, (a,)) : bisect_left(hits, (a + 1,))] + [hit for hit in here if hit[0] > a]
        if here:
            yield a, b, here
        first = last


_BEHIND, _AHEAD = 512, 8192
"""How far before and after its anchor a detector may look at the text."""


def _gaps(spans: list[Span], start: int, end: int) -> Iterator[tuple[int, int]]:
    for span in spans:
        if start < span.start:
            yield start, span.start
        start = span.end
    if start < end:
        yield start, end
