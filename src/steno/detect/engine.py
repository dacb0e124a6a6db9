"""Finds secrets and personal data in one text, in linear time.  Knows texts and detectors, nothing of traces."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import chain
from typing import NamedTuple

from steno.detect.gate import gate
from steno.detect.mask import masked, masks
from steno.detect.patterns import compiled, deferred
from steno.detect.prefilter import hits_in
from steno.detect.rule import Detector, Level
from steno.detect.spans import Look, Span, Unscannable, merged
from steno.detect.trial import Row, Trial
from steno.detect.word import Gate, Hit, Make, Word

Stretch = tuple[int, int, list[Hit]]
"""A part of a text, from where to where, and the hits to try there."""


class Ask(NamedTuple):
    """What is asked at a place of a text, as if nothing else stood in it."""

    match: Callable[[str, int, int], re.Match[str] | None]
    """What may stand there, in a text that goes on up to another place."""
    judge: Callable[[re.Match[str], int], tuple[int, int] | None]
    """Where in that a finding stands, in a text that begins at a third."""
    trial: Trial | None
    """Who asks, if what it finds is personal data in one piece."""
    to_the_end: bool
    """Whether something may stand there in a text that ends before this one does, and nothing in this one."""


class Engine:
    """Tries each detector where one of its anchors stands."""

    def __init__(self, level: Level, rules: Iterable[Detector] | None = None, make: Make | None = gate) -> None:
        """All detectors of a level, if no others are given; `make` is None where somebody else looks for the words."""
        wanted: dict[Word, list[Detector]] = defaultdict(list)
        for rule in _every() if rules is None else rules:
            if level.includes(rule.level):
                for word in dict.fromkeys(words_of(rule)):  # two anchors may begin alike
                    wanted[word].append(rule)
        self.words = words = sorted(wanted)
        """What the detectors are tried at: the words of the gate."""
        self.rules = [wanted[word] for word in words]
        """Which detectors are tried at each of the words."""
        trials = {rule: Trial(Row.of(rule), rule) for rules in self.rules for rule in rules}
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
        every = set(chain.from_iterable(tried))
        self.finds_personal_data = any(not trial.row.secret for trial in every)
        """Whether there is more to find than secrets."""
        self._secret, self._personal = tried, list[list[Trial]]()
        self._secret_codes = {trial.row.code for trial in every if trial.row.secret}
        if self.finds_personal_data:
            self._secret = [[trial for trial in trials if trial.row.secret] for trials in tried]
            self._personal = [[trial for trial in trials if not trial.row.secret] for trials in tried]

    def find(self, text: str) -> list[Span]:
        return self.found(text, self._own_gate().hits(text))

    def looks(self, texts: Iterable[str]) -> Iterator[tuple[str, Look]]:
        """Those of the texts in which there may be something, each with what finds it there."""
        for text, hits in hits_in(self._own_gate(), texts):
            yield text, partial(self.found, text, hits)

    def find_bytes(self, data: bytes) -> list[Span]:
        """The same for a text in UTF-8, with offsets in bytes, where the detectors know no characters but ASCII."""
        return self.found(data.decode("latin-1"), self._own_gate().places(data))

    def _own_gate(self) -> Gate:
        if self.gate is None:
            raise TypeError("an engine without a gate must be given the places of its words")
        return self.gate

    def found(self, text: str, hits: list[Hit]) -> list[Span]:
        """What stands in a text, where one knows where the words stand."""
        return self.nested(text, hits)[1]

    def nested(self, text: str, hits: list[Hit], *, secrets: bool = False) -> tuple[list[Span], list[Span]]:
        """What the level of secrets finds, and all that this one does; the former twice if only `secrets` are wanted.

        Secrets are looked for as if there were nothing else to find.  So each level finds what the one below it does.
        """
        if (glance := self._glance(text, hits, secrets=secrets)) is not None:
            return [], glance
        of_blocks = [hit for hit in hits if hit[1] in self.blocks]
        blocks = merged(self._scan(text, (0, len(text), of_blocks), self.blocks, []), text) if of_blocks else []
        # A placeholder ends a word, whoever put it there.  So does every finding, because a placeholder takes its
        # place: what stands between them is scanned by itself until nothing more is found there.
        placeholders = [Span(*place, "", "") for place in masks(text)]
        ends = merged([*blocks, *placeholders], text) if placeholders else blocks
        of_secrets = [hit for hit in hits if self._secret[hit[1]]] if self.finds_personal_data else hits
        undecided: list[Hit] = []
        stretches = _stretches(text, ends, (0, len(text), of_secrets), of_secrets)
        found = self._until_nothing_is_new(text, of_secrets, self._secret, stretches, undecided)
        found = sorted([*blocks, *found])
        if secrets or not self.finds_personal_data:
            return found, found
        return found, self._with_personal_data(text, hits, found, placeholders, undecided)

    def asks(self, word: int) -> Iterator[Ask]:
        """What is asked where a word stands, as if nothing else stood in the text."""
        if word in self.blocks:
            yield Ask(_anywhere, lambda anchor, start: anchor.span(), None, to_the_end=True)
        for trial in self.tried[word] if word < len(self.tried) else ():
            match = trial.loaded()
            if trial.row.lead_in:
                # What may stand before an anchor is judged with the match.
                yield Ask(_anywhere, partial(_found_from, trial), None, to_the_end=True)
            else:
                personal = None if trial.more or trial.row.secret else trial
                yield Ask(match, partial(_found, trial), personal, trial.looks_at_end)

    def matches(self, text: str, hits: Iterable[Hit]) -> bool:
        """Whether any pattern matches where a word stands; if none does, there is no finding in any part of a text that
        ends with it.
        """
        asks = (ask.match(text, at, len(text)) for at, word in hits for ask in self.asks(word))
        return any(found is not None for found in asks)

    def _glance(self, text: str, hits: list[Hit], *, secrets: bool) -> list[Span] | None:
        """All that is found where there is no secret: one look at the whole text tells.  None where it does not.

        Where something is masked in it, nothing but that there is nothing in the rest is told so.
        """
        blocks = self.blocks
        for hit in hits:
            if hit[1] in blocks:
                return None
        undecided: list[Hit] = []
        found: list[Span] = []
        tried = self._secret if secrets else self.tried
        if hits and masked(text):
            ends = [Span(*place, "", "") for place in masks(text)]
            stretches = _stretches(text, ends, (0, len(text), hits), hits)
            return None if any(next(self._scan(text, each, tried, []), None) for each in stretches) else found
        for span in self._scan(text, (0, len(text), hits), tried, undecided):
            if span.code in self._secret_codes:
                return None
            found.append(span)
        return self._beside(text, hits, merged(found, text), [], undecided) if found else found

    def _with_personal_data(
        self, text: str, hits: list[Hit], secrets: list[Span], placeholders: list[Span], undecided: list[Hit]
    ) -> list[Span]:
        """The secrets, and everything else that stands beside them or over them."""
        others = [hit for hit in hits if self._personal[hit[1]]]
        found: list[Span] = []
        for stretch in _stretches(text, placeholders, (0, len(text), others), others):
            found += self._scan(text, stretch, self._personal, undecided)
        return self._beside(text, hits, merged([*secrets, *found], text), placeholders, undecided)

    def _beside(
        self, text: str, hits: list[Hit], found: list[Span], placeholders: list[Span], undecided: list[Hit]
    ) -> list[Span]:
        """What was found, and what is only found because of that."""
        if not found:
            return []
        ends = merged([*found, *placeholders], text) if placeholders else found
        stretches = _stretches(text, ends, (0, len(text), sorted(set(undecided))), hits)
        return sorted([*found, *self._until_nothing_is_new(text, hits, self.tried, stretches, [])])

    def _until_nothing_is_new(
        self, text: str, hits: list[Hit], tried: list[list[Trial]], stretches: Iterable[Stretch], undecided: list[Hit]
    ) -> list[Span]:
        """What is found in the stretches, and in what is left of them, until nothing more is."""
        found: list[Span] = []
        work_left = _WORK * len(hits) + _SLACK
        stack = list(stretches)
        while stack:
            stretch = stack.pop()
            work_left -= len(stretch[2])
            if work_left < 0:
                raise Unscannable("each finding in it uncovers another")
            here: list[Hit] = []
            if spans := merged(self._scan(text, stretch, tried, here), text):
                found += spans
                stack += _stretches(text, spans, (stretch[0], stretch[1], here), hits)
            undecided += here
        return found

    def _scan(
        self, text: str, stretch: Stretch, tried: list[list[Trial]] | dict[int, list[Trial]], undecided: list[Hit]
    ) -> Iterator[Span]:
        """The findings of a stretch, as if the text began and ended with it.

        `undecided` gets the hits that may have another outcome in a part of this stretch that begins before them.
        Where no word began, none will; and a pattern that matched nothing here matches nothing in less, unless it
        looks at the end of the text or begins before its anchor.
        """
        start, end, hits = stretch
        read_up_to: dict[str, int] = {}
        for hit in hits:
            at, may_change = hit[0], False
            for trial in tried[hit[1]]:
                row = trial.row
                if read_up_to and at < read_up_to.get(row.code, 0):
                    may_change = True
                    continue
                first = at
                if not trial.mid_word and not _word_begins(text, at, start):
                    continue  # before the pattern is so much as compiled
                if row.lead_in:
                    may_change = True
                    first = _pattern_begins(text, at, start, row.lead_in)
                    if not (row.inside_words or _word_begins(text, first, start)):
                        continue
                found = trial.match(text, first, end)
                may_change = may_change or trial.looks_at_end
                if found is None:
                    continue
                # A name that has no value may stand before one that has.
                read_up_to[row.code] = at + 1 if row.lead_in else found.end()
                span = trial.extent(found)
                if span and _fits_around(text, span, trial, start, end):
                    read_up_to[row.code] = max(found.end(), span[1])
                    may_change = may_change or trial.match(text, first, span[0]) is not None
                    yield Span(*span, row.type, row.code)
                    for each in trial.more(found) if trial.more else ():
                        if _fits_around(text, each, trial, start, end):
                            read_up_to[row.code] = each[1]
                            yield Span(*each, row.type, row.code)
                else:
                    may_change = True
            if may_change:
                undecided.append(hit)


_anywhere = re.compile("").match


def _found_from(trial: Trial, anchor: re.Match[str], start: int) -> tuple[int, int] | None:
    """What a detector that begins before its anchor finds in a text that begins here and ends with it."""
    text, row = anchor.string, trial.row
    first = _pattern_begins(text, anchor.start(), start, row.lead_in)
    if not (row.inside_words or _word_begins(text, first, start)):
        return None
    found = trial.match(text, first, anchor.endpos)
    return None if found is None else _found(trial, found, start)


def _found(trial: Trial, found: re.Match[str], start: int) -> tuple[int, int] | None:
    """What is a finding of that which a detector's pattern matches."""
    text = found.string
    if not (trial.mid_word or _word_begins(text, found.start(), start)):
        return None
    span = trial.extent(found)
    return span if span is not None and _fits_around(text, span, trial, start, found.endpos) else None


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
    from steno.detect.head import heads  # costs start-up, and a compiled engine knows its words

    for anchor in rule.anchors:
        short = len(anchor) < RARE and not rule.lead_in
        if short and (rows := heads(anchor, rule.pattern, caseless=rule.caseless)):
            yield from (Word(row, rule.caseless, True) for row in rows)
        else:
            yield Word(anchor, rule.caseless)
    yield from (Word(row, rule.caseless, True) for row in rule.gates)


_ESCAPE = r"\\(?:[nrtbf]|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})|%[0-9A-Fa-f]{2}"
_ESCAPE_BEGINS = deferred(_ESCAPE)
_ESCAPE_ENDS = deferred(rf"(?:{_ESCAPE}|\x1b\[[0-9;]{{0,8}}m)\Z")


def _word_begins(text: str, at: int, start: int) -> bool:
    """Whether a word begins here: the letter before it may end an escape, such as `\\n`, `%3D` or a colour."""
    if at == start or not _in_a_word(text[at - 1]):
        return True
    before = text[max(start, at - 12) : at]
    if "\\" not in before and "%" not in before and "\x1b" not in before:
        return False
    return _ESCAPE_ENDS().search(text, max(start, at - 12), at) is not None


_REACH = 160
"""How many characters before its anchor a detector may look at."""


def _pattern_begins(text: str, at: int, start: int, lead_in: str) -> int:
    """Where the pattern begins whose anchor stands here: not within an escape, such as `\\n` or `%3D`."""
    behind = _compiled(lead_in).match(text[max(start, at - _REACH) : at][::-1])
    first = at - behind.end() if behind else at
    if first > start and text[first - 1] in "\\%" and (escape := _ESCAPE_BEGINS().match(text, first - 1)):
        return escape.end()
    return first


@cache
def _compiled(expression: str) -> re.Pattern[str]:
    return compiled(expression)


def _fits_around(text: str, span: tuple[int, int], trial: Trial, start: int, end: int) -> bool:
    """Whether what stands around a finding lets it be one."""
    if not (trial.row.inside_words or span[1] == end or not _in_a_word(text[span[1]])):
        return False
    return trial.before is None or trial.before(text[max(start, span[0] - _BEFORE) : span[0]])


_BEFORE = 48


def _in_a_word(character: str) -> bool:
    return character.isascii() and character.isalnum()


def _stretches(text: str, spans: list[Span], within: Stretch, hits: list[Hit]) -> Iterator[Stretch]:
    """What is left of a stretch between the findings, each with the hits to try there; those without any are left out.

    Its own hits are those that must be tried again; `hits` are all of the text.
    """
    start, end, undecided = within
    first = 0
    for a, b in _gaps(spans, start, end):
        first = bisect_left(undecided, (a,), first)
        last = bisect_left(undecided, (b,), first)
        here = undecided[first:last]
        if undecided is not hits:
            # These were tried.  Far from both ends of what is left, a hit has the outcome that it had.
            begun = bisect_left(undecided, (a + _BEHIND,), first, last)
            ended = max(begun, bisect_left(undecided, (b - _AHEAD,), first, last))
            here = undecided[first:begun] + undecided[ended:last]
        if a > start and _in_a_word(text[a - 1]) and undecided is not hits:
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
