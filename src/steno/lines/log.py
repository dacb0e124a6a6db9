"""A log while it is redacted by its lines: what is known of its texts, and what is to be done with each line."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from steno.base.patterns import deferred
from steno.contracts import Lined
from steno.detect.context.named import named
from steno.detect.pieces import find_across, find_across_each, find_lines_each, tells_more
from steno.detect.spans import Look, Span, looks
from steno.lines.plan import Plan
from steno.lines.rows import PART, Record, Rows, Some
from steno.lines.spelled import Spelled
from steno.lines.strings import Fresh, Strings
from steno.lines.whole import UNKNOWN, WholeLog, finds, spans_of
from steno.model.kept import HASH, ID, IMAGE, SEALED
from steno.passes.redact import Redact, Run

if TYPE_CHECKING:
    from steno.detect.sweep import Sweep

_STRUCTURE = deferred(r"[\s\[\]{}:,0-9+\-.eEtrufalsn]*")
"""What may stand between two strings of a line: a text of nothing else is not looked for by its quotes."""

Piece = bytes | memoryview
"""Of what leaves: a changed line, or lines that leave as they came."""

_MARK: Final = "[REDACTED:"
_PLACEHOLDER: Final = _MARK.encode()
_AT_ONCE: Final = 256
"""How many lines are read again together."""


class Own(NamedTuple):
    """The texts of some lines."""

    first: int
    """The number of the first."""
    lines: int
    """How many they are."""
    texts: list[str]


class Log:
    """A log while it is being redacted: what is known of its texts, and what to do with its lines."""

    def __init__(self, data: bytes, lined: Lined, streams: Collection[str], redact: Redact, run: Run) -> None:
        """`streams` are the names of what may hold a text piece by piece, in many records."""
        self.data, self.redact, self.run = data, redact, run
        self.rows, self._streams = Rows(data), frozenset(streams)
        self._lined, self._finder, self.cut = lined, redact.known, lined.cut
        self.special: set[str] = set()
        """Texts of which only the pass can say what is to be masked in them: it is given the lines that hold one."""
        self.exact: dict[int, bytes] = {}
        """These lines."""
        self._strings = Strings(run.marks.telling)
        self._plan = Plan(self.rows)
        """The texts of other lines in which something is to be masked where they stand."""
        self.masked: dict[str, bytes] = {}
        """What becomes of these texts, as JSON."""
        self.prompts: set[str] = set()
        """Texts that may be read in several pieces."""
        self.characters = 0
        self._held: dict[int, tuple[int, list[str]]] = {}
        """Of so many lines from one on, the texts in which the first round found something, each as often as it stands
        there; until it is planned what to do with them."""
        self._kept: dict[str, str] = {}
        """These texts, each by itself: a line is remembered with texts that all lines share."""
        self._odd: dict[str, bool] = {}
        self._sought: set[tuple[str, str]] = set()
        """Values, and ..."""
        self._asked: set[str] = set()
        """... words that were looked for in all lines."""
        self._chains: dict[object, list[str]] = {}
        """Texts that may belong together, by what they have in common ..."""
        self._last: object = None
        """... what the last of them have in common, between which nothing else was said ..."""
        self._run: list[str] = []
        """... and these."""
        self._together: list[list[str]] = []
        """Those that something stands behind."""

    # The first round

    @property
    def is_clean(self) -> bool:
        return self.run.marks.nothing and not self.special and not self.exact

    def learn(self, path: str) -> None:
        """Look at every text once."""
        self.run.marks.learn(path)
        strings, fresh = self._strings, Fresh()
        for some in self._parts():
            prompts: dict[str, None] = {}
            said = [texts for lines in some for texts in self._texts(lines, strings, prompts)]
            if not self._streams.isdisjoint(strings.names):
                raise WholeLog
            texts = fresh.of(chain.from_iterable([own.texts for own in said]))
            self._learn_texts(dict.fromkeys(texts) | prompts, prompts)
            self._look_at_lists(strings.lists)
            strings.lists.clear()
            self._hold(said)
            self._look_across()
        self.exact.update((number, self.rows.line(number)) for number in self.rows.odd)
        if any(f'"{name}"'.encode() in line for name in self._streams for line in self.exact.values()):
            raise WholeLog
        self._learn_texts(strings.names, {})
        self.special.update(value for name, value in strings.pairs if named(name, value) is not None)
        self._meet()
        self._look_across()

    def _parts(self) -> Iterator[Iterator[Some]]:
        """All lines, as many at a time as are looked at together."""
        lines = self.rows.read()
        for first in lines:
            yield chain((first,), _up_to(lines, PART - first.size))

    def _texts(self, lines: Some, strings: Strings, prompts: dict[str, None]) -> Iterator[Own]:
        """The texts of some lines: of all together, where JSON would spell them so."""
        records = lines.records
        for number, record in enumerate(records, lines.first):
            if record is not None:
                self._hear(record, number, prompts)
                continue
            for each in self.rows.more.pop(number, ()):
                self._hear(each, number, {})  # the pass reads these
        if lines.exact:
            yield Own(lines.first, len(records), strings.of(records))
            return
        for number, record in enumerate(records, lines.first):
            if record is not None:
                yield Own(number, 1, strings.of([record]))

    def _hold(self, said: list[Own]) -> None:
        """Remember which lines hold texts in which something was found."""
        found, kept = self.run.marks.found, self._kept
        for first, lines, texts in said if found else ():
            if here := [kept.setdefault(text, text) for text in texts if text in found]:
                self._held[first] = lines, here

    def _learn_texts(self, texts: Collection[str], prompts: Collection[str]) -> None:
        """Those that may be left alone at some path are looked at, and learned by who knows the paths."""
        self.characters += sum(map(len, texts))
        ids: list[str] = []
        sealed: list[str] = []
        for text, look in looks(self._finder, texts):
            if ID.fits(text) or HASH.fits(text):
                ids.append(text)
                if finds(look):
                    self.special.add(text)
            elif _is_sealed(text):
                sealed.append(text)
                if finds(look):
                    self.special.add(text)
            else:
                if text in prompts:
                    self._compare(text, look)
                self.run.marks.learned(text, look)
        kept = self.run.kept_values
        self.special.update(chain(kept.with_tokens(ids), kept.with_glued(sealed)))

    def _compare(self, text: str, look: Look) -> None:
        """A text that may be read in pieces must hold the same as when it is read whole."""
        pieces = self._lined.cut(text)
        if len(pieces) == 1:
            return
        self.prompts.add(text)
        seen = {piece: spans_of(each) for piece, each in looks(self._finder, pieces)}
        start, found = 0, list[Span]()
        for piece in pieces:
            found += (_moved(span, start) for span in seen.get(piece, ()))
            start += len(piece)
        if found != spans_of(look) or self._goes_on(pieces):
            raise WholeLog

    def _goes_on(self, pieces: Sequence[str]) -> bool:
        """Whether anything else is found where some pieces meet."""
        try:
            return bool(self._unknown(pieces, find_across(self._finder, pieces)))
        except UNKNOWN:
            raise WholeLog from None

    def _look_at_lists(self, lists: Iterable[Sequence[str]]) -> None:
        """Look at strings of which each may be a line of one text."""
        try:
            for lines, found in find_lines_each(self._finder, lists):
                self.special.update(self._unknown(lines, found))
        except UNKNOWN:
            raise WholeLog from None

    def _unknown(self, texts: Sequence[str], found: list[list[Span]]) -> list[str]:
        """Those of some texts that belong together in which something else is found than in each by itself."""
        each = zip(texts, found, strict=True)
        return [text for text, spans in each if spans and tells_more(text, spans, self._alone(text))]

    def _alone(self, text: str) -> list[Span]:
        return self.run.marks.spans_of(text) or spans_of(partial(self._finder.find, text))

    def _hear(self, record: Record, number: int, prompts: dict[str, None]) -> None:
        """Take note of what a record says, and of that which may be read in pieces.

        It may go on in the next text that has as much in common with it, whatever is said in between, or nothing.
        """
        chains = self._chains
        for said in self._lined.words(record, number):
            if said is None:
                self._meet()
                continue
            who, text = said
            known = chains.get(who)
            if known is None:
                chains[who] = [text]
            else:
                known.append(text)
            if who == self._last:
                self._run.append(text)
            else:
                self._end_run()
                self._last, self._run = who, [text]
            if who == number:
                prompts[text] = None

    def _end_run(self) -> None:
        if len(self._run) > 1:
            self._together.append(self._run)
        self._last, self._run = None, []

    def _meet(self) -> None:
        """Something stands between what was said and what follows."""
        self._end_run()
        self._together += [texts for texts in self._chains.values() if len(texts) > 1]
        self._chains.clear()

    def _look_across(self) -> None:
        """Look at what belongs together."""
        try:
            groups = {tuple(texts): None for texts in self._together}
            for texts, found in find_across_each(self._finder, groups):
                if self._unknown(texts, found):
                    raise WholeLog
        except UNKNOWN:
            raise WholeLog from None
        self._together.clear()

    # The second

    def assign(self) -> None:
        """Say for every line what is to be done with it, by what is known now.

        Lines that JSON spells as it would are read again only where a value that is known by now, or a text that was
        not known to be special when they were read, stands in them and in no text that is to be masked anyway.  Asked
        again, it looks only for what was not known before.
        """
        marks, rows = self.run.marks, self.rows
        keys = self._strings.names
        names = {*self.special.intersection(keys), *marks.touched(keys)}
        for first, (lines, texts) in self._held.items():
            self._assign(first, lines, texts)
        self._held.clear()
        words = {*names, *self.special, *(marks.found - self._kept.keys())} - self._asked
        again = [*self._doubtful(words, marks.sweep_of(self._sought))]
        self._asked.update(words)
        self._sought.update(marks.values)
        again += rows.respelled.difference(rows.odd)
        self._read_again([number for number in again if number not in self.exact], names)
        self.masked = dict.fromkeys(self._plan.texts(), b"")

    def _assign(self, first: int, lines: int, texts: list[str]) -> None:
        """Plan to mask some texts where they stand, or leave the lines that hold one to the pass."""
        if first in self.rows.respelled:
            self.exact[first] = self.rows.line(first)
            return
        if not any(map(self._is_odd, {*texts})):
            self._plan.add(first, lines, texts)
            return
        strings, found = Strings(lambda _: False), {*texts}
        for number in range(first, first + lines):
            own = [text for text in strings.of([self.rows.record(number)]) if text in found]
            if any(map(self._is_odd, own)):
                self.exact[number] = self.rows.line(number)
            elif own:
                self._plan.add(number, 1, own)

    def _doubtful(self, words: Collection[str], values: Sweep) -> set[int]:
        """Lines in which something may stand that is to be masked, besides the texts that were found in them."""
        number, spelled = self.rows.number, Spelled([*words])
        planned = self._plan.stretches(self.exact)
        begins = [begin for begin, _, _ in planned]
        found: set[int] = set()
        for start, part in self.rows.parts():
            found.update(number(start + at) for at, _ in spelled.places(part))
            for begin, end in values.spelled_in(part):
                last = bisect_right(begins, start + begin) - 1
                if last < 0 or planned[last][1] < start + end:
                    found.add(number(start + begin))
        return found

    def _read_again(self, numbers: list[int], names: set[str]) -> None:
        """Say what is to be done with some lines by all that is known now."""
        strings, kept = Strings(names.__contains__), self._kept
        for some in _few(numbers):
            texts = []
            for number in some:
                texts.append(strings.of([self.rows.record(number)]))
                if strings.told:
                    # Who masks a name has to know that no other becomes the same: that is left to the pass.
                    self.exact[number] = self.rows.line(number)
            touched = {*self.run.marks.touched(dict.fromkeys(chain.from_iterable(texts)))}
            for number, own in zip(some, texts, strict=True):
                wanted = [kept.get(text, text) for text in own if text in touched or text in self.special]
                if wanted and (number in self.rows.respelled or any(map(self._is_odd, wanted))):
                    self.exact[number] = self.rows.line(number)
                self._plan.add_again(number, wanted)

    def _is_odd(self, text: str) -> bool:
        """Whether only the pass can say what is to be masked in a text, or the text cannot be told from other bytes."""
        known = self._odd.get(text)
        if known is None:
            known = self._odd[text] = _may_be_kept(text) or _STRUCTURE().fullmatch(text) is not None
        return known or text in self.special

    def written(self, exact: Mapping[int, bytes]) -> tuple[list[Piece], int]:
        """The whole log, with what became of some of its lines, and how many placeholders are new in it."""
        data, rows = memoryview(self.data), self.rows
        new = {
            text: (spelled, spelled.count(_PLACEHOLDER) - text.count(_MARK)) for text, spelled in self.masked.items()
        }
        lines = {number: exact.get(number, b"") for number in {*exact, *rows.blank}}
        stretches = self._plan.stretches(lines.keys()) if self.masked else []
        changes = [(begin, end, *new[text]) for begin, end, text in stretches]
        changes += (self._line(*rows.extent(number), line) for number, line in lines.items())
        out, places, done = list[Piece](), 0, 0
        for begin, end, instead, more in sorted(changes):
            if done < begin:
                out.append(data[done:begin])
            if instead:
                out.append(instead)
            places += more
            done = end
        out.append(data[done:])
        if rows.unended and done <= len(data):
            out.append(b"\n")
        return out, places

    def _line(self, begin: int, end: int, line: bytes) -> tuple[int, int, bytes, int]:
        """What becomes of a line: nothing of one that is blank."""
        if not line or line.isspace():
            return begin, end, b"", 0
        return begin, end, line + b"\n", line.count(_PLACEHOLDER) - self.data.count(_PLACEHOLDER, begin, end)


def _up_to(lines: Iterator[Some], size: int) -> Iterator[Some]:
    """More lines, until so many bytes are reached."""
    while size > 0 and (some := next(lines, None)):
        yield some
        size -= some.size


def _few(numbers: list[int]) -> Iterator[list[int]]:
    """Some lines at a time, in order."""
    numbers = sorted(set(numbers))
    return (numbers[at : at + _AT_ONCE] for at in range(0, len(numbers), _AT_ONCE))


def _may_be_kept(text: str) -> bool:
    """Whether a text has a shape that is left alone at some paths."""
    return bool(ID.fits(text) or HASH.fits(text)) or _is_sealed(text)


def _is_sealed(text: str) -> bool:
    return bool(SEALED.fits(text) or IMAGE.fits(text))


def _moved(span: Span, by: int) -> Span:
    return span._replace(start=span.start + by, end=span.end + by)
