"""A log while it is redacted by its lines: what is known of its texts, and what is to be done with each line."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Final

import msgspec

from steno.base.exact import JSON, encode
from steno.base.jsonl import odd
from steno.base.patterns import deferred
from steno.contracts import Lined
from steno.detect.context.named import named
from steno.detect.pieces import find_across, find_lines
from steno.detect.spans import Finder, Look, Span, looks
from steno.lines.strings import Fresh, Strings
from steno.lines.whole import UNKNOWN, WholeLog, finds, spans_of
from steno.model.kept import HASH, ID, IMAGE, SEALED
from steno.passes.redact import Redact, Run

BLOCK: Final = 1 << 20
"""How many bytes of whole lines are looked at together."""
_STRUCTURE = deferred(r"[\s\[\]{}:,0-9+\-.eEtrufalsn]*")
"""What may stand between two strings of a line: a text of nothing else is not looked for by its quotes."""

Piece = bytes | memoryview
"""Of what leaves: a changed line, or lines that leave as they came."""

Together = Callable[[Finder, Sequence[str]], list[list[Span]]]
"""Finds what stands in each of some texts that belong together."""

_PLACEHOLDER: Final = b"[REDACTED:"

_decode = msgspec.json.Decoder().decode
_BAD = (msgspec.MsgspecError, RecursionError, UnicodeError)


class Log:
    """A log while it is being redacted: what is known of its texts, and what to do with its lines."""

    def __init__(self, data: bytes, lined: Lined, redact: Redact, run: Run) -> None:
        self.data, self.redact, self.run = data, redact, run
        self._lined, self._finder, self.cut = lined, redact.known, lined.cut
        self.special: set[str] = set()
        """Texts of which only the pass can say what is to be masked in them: it is given the lines that hold one."""
        self.exact: dict[int, bytes] = {}
        """These lines."""
        self.plan: dict[int, list[str]] = {}
        """The texts of other lines in which something is to be masked where they stand."""
        self.masked: dict[str, str] = {}
        self.prompts: set[str] = set()
        """Texts that may be read in several pieces."""
        self.characters = 0
        self._names: list[str] = []
        """The keys of all objects."""
        self._respelled: set[int] = set()
        """Lines that JSON would spell otherwise."""
        self._chains: dict[object, list[str]] = {}
        """Texts that may belong together, by what they have in common."""
        self.unended = 0
        """The number of the last line, where it has no end."""

    # The first round

    @property
    def is_clean(self) -> bool:
        return self.run.marks.nothing and not self.special and not self.exact

    def learn(self, path: str) -> None:
        """Look at every text once."""
        self.run.marks.learn(path)
        strings = Strings(self.run.marks.telling)
        fresh = Fresh()
        for rows in self._records(self.exact):
            texts = fresh.of(strings.of([record for _, _, record in rows]))
            prompts: dict[str, None] = {}
            for number, _, record in rows:
                for said in self._lined.words(record, number):
                    if said is None:
                        self._meet()
                    else:
                        self._chains.setdefault(said[0], []).append(said[1])
                        if said[0] == number:
                            prompts[said[1]] = None
            self._learn_texts(dict.fromkeys(texts) | prompts, prompts)
            for lines in strings.lists:
                self.special.update(self._otherwise(lines, find_lines))
            strings.lists.clear()
        self._learn_texts(strings.names, {})
        self._names = list(strings.names)
        self.special.update(value for name, value in strings.pairs if named(name, value) is not None)
        self._meet()

    def _learn_texts(self, texts: Collection[str], prompts: Collection[str]) -> None:
        """Those that may be left alone at some path are looked at, and learned by who knows the paths."""
        self.characters += sum(map(len, texts))
        ids: list[str] = []
        for text, look in looks(self._finder, texts):
            if ID.fits(text) or HASH.fits(text):
                ids.append(text)
                if finds(look):
                    self.special.add(text)
            elif _is_sealed(text):
                if finds(look) or self.run.kept_values.finds_glued(text):
                    self.special.add(text)
            else:
                if text in prompts:
                    self._compare(text, look)
                self.run.marks.learned(text, look)
        self.special.update(self.run.kept_values.with_tokens(ids))

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
        if found != spans_of(look) or self._otherwise(pieces, find_across):
            raise WholeLog

    def _otherwise(self, texts: Sequence[str], find: Together) -> list[str]:
        """Those of some texts that belong together in which something else is found than in each by itself."""
        try:
            found = find(self._finder, texts)
        except UNKNOWN:
            raise WholeLog from None
        return [text for text, spans in zip(texts, found, strict=True) if spans and not self._known(text, spans)]

    def _known(self, text: str, spans: list[Span]) -> bool:
        alone = {_said(span, text) for span in spans_of(partial(self._finder.find, text))}
        return all(_said(span, text) in alone for span in spans)

    def _meet(self) -> None:
        """Something stands between what was said and what follows: look at what belongs together."""
        for texts in self._chains.values():
            if len(texts) > 1 and self._otherwise(texts, find_across):
                raise WholeLog
        self._chains.clear()

    # The second

    def assign(self) -> None:
        """Say for every line what is to be done with it, by what is known now."""
        marks = self.run.marks
        names = {*self.special.intersection(self._names), *marks.touched(self._names)}
        strings, fresh = Strings(names.__contains__), Fresh()
        wanted: dict[str, str] = {text: text for text in self.special}
        """Texts, each by itself: a line is remembered with texts that all lines share."""
        self.plan = {}
        for rows in self._records({}):
            texts = []
            for number, line, record in rows:
                texts.append(strings.of([record]))
                if strings.told and number not in self.exact:
                    # Who masks a name has to know that no other becomes the same: that is left to the pass.
                    self.exact[number] = line
            wanted.update({text: text for text in marks.touched(fresh.of(chain.from_iterable(texts)))})
            for (number, line, _), own in zip(rows, texts, strict=True):
                if not wanted.keys().isdisjoint(own) and number not in self.exact:
                    self._assign(number, line, [wanted[text] for text in dict.fromkeys(own) if text in wanted])
        self.masked = dict.fromkeys(chain.from_iterable(self.plan.values()), "")

    def _assign(self, number: int, line: bytes, found: list[str]) -> None:
        if number in self._respelled or any(
            text in self.special or _may_be_kept(text) or _STRUCTURE().fullmatch(text) for text in found
        ):
            self.exact[number] = line
        else:
            self.plan[number] = found

    # Lines

    def _lines(self, *, blank: bool = False) -> Iterator[list[tuple[int, bytes]]]:
        """All lines with their numbers, some at a time; without blank ones, unless these are wanted."""
        data, start, number = self.data, 0, 0
        while start < len(data):
            end = min(len(data), start + BLOCK)
            end = data.find(b"\n", end - 1) + 1 or len(data)
            lines = data[start:end].split(b"\n")
            if not lines[-1]:
                lines.pop()
            yield [(at, line) for at, line in enumerate(lines, number + 1) if blank or (line and not line.isspace())]
            number += len(lines)
            start = end
        self.unended = 0 if data.endswith(b"\n") else number

    def _records(self, odd_ones: dict[int, bytes]) -> Iterator[list[tuple[int, bytes, dict[str, JSON]]]]:
        """The records of all lines that are nothing but one; the others are added to the odd ones."""
        again, same = msgspec.json.Encoder().encode_into, bytearray()
        for lines in self._lines():
            found = []
            for number, line in lines:
                try:
                    value = _decode(line)
                    again(value, same)
                    exact = same == line
                except _BAD:
                    value, exact = None, False
                if not exact:
                    value = self._odd(number, line)
                if type(value) is dict:
                    found.append((number, line, value))
                else:
                    odd_ones[number] = line
            yield found

    def _odd(self, number: int, line: bytes) -> JSON:
        """The record of a line that JSON spells otherwise, or None where its bytes say more than that."""
        self._respelled.add(number)
        found = odd(line, number, 0)
        return found.value if found.flaw is None else None

    def written(self, exact: Mapping[int, bytes]) -> tuple[list[Piece], int]:
        """The whole log, with what became of some of its lines, and how many placeholders are new in it."""
        out, places = list[Piece](), 0
        data, begin, at = memoryview(self.data), 0, 0
        for lines in self._lines(blank=True):
            for number, line in lines:
                end = at + len(line) + 1
                if number in exact or number in self.plan or not line or line.isspace():
                    new = exact.get(number, line)
                    for text in self.plan.get(number, ()):
                        new = new.replace(encode(text), encode(self.masked[text]))
                    places += new.count(_PLACEHOLDER) - line.count(_PLACEHOLDER)
                    out.append(data[begin:at])
                    if new and not new.isspace():
                        out.append(new + b"\n")
                    begin = end
                at = end
        out.append(data[begin:])
        if self.unended and begin <= len(data):
            out.append(b"\n")
        return out, places


def _may_be_kept(text: str) -> bool:
    """Whether a text has a shape that is left alone at some paths."""
    return bool(ID.fits(text) or HASH.fits(text)) or _is_sealed(text)


def _is_sealed(text: str) -> bool:
    return bool(SEALED.fits(text) or IMAGE.fits(text))


def _said(span: Span, text: str) -> tuple[object, ...]:
    """What a finding says, however it was come by."""
    return span.start, span.end, span.type, span.value or text[span.start : span.end]


def _moved(span: Span, by: int) -> Span:
    return span._replace(start=span.start + by, end=span.end + by)
