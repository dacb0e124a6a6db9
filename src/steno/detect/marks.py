"""The placeholders of one redaction: what a value is replaced by, in one text or in many.  Knows nothing of traces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, KeysView, Mapping
from functools import cached_property, partial
from itertools import chain, compress, tee
from typing import TYPE_CHECKING, TypeVar

from steno.base.ids import tag
from steno.detect.mask import ANY, UNSCANNED, around_masks
from steno.detect.patterns import deferred
from steno.detect.pieces import find_across, find_lines, tells_more
from steno.detect.seeds import Reach, Seed
from steno.detect.spans import SWEPT, Finder, Look, Span, Unscannable, looks, merged

if TYPE_CHECKING:
    from steno.detect.sweep import Sweep

Withheld = Callable[[int, Unscannable], None]
"""Called with the length of a text that could not be scanned, and why."""

Judge = Callable[[str, str], str | None]
"""The type of a value whose name says that it is a secret, or None."""


_HEXADECIMAL = deferred(r"[0-9a-fA-F-]+")
ROUNDS = 4
"""How often what was masked is looked at again; what still shows something new after that is withheld."""
T = TypeVar("T")


class Marks:
    """Two rounds over the same texts: the first learns what is there, the second masks it wherever it stands.

    Values are kept only as long as this object: what leaves is their tags.
    """

    def __init__(
        self,
        key: bytes,
        finder: Finder,
        withheld: Withheld,
        judge: Judge = lambda name, value: None,
        seeds: Iterable[Seed] = (),
        telling: Callable[[str], bool] = lambda name: True,
    ) -> None:
        """A name that is not `telling` need not be shown to the judge."""
        self.telling = telling
        self._key, self._finder, self._withheld, self._judge = key, finder, withheld, judge
        seeds = tuple(seeds)
        self._values: dict[tuple[str, str], str] = {
            (seed.type, seed.value): "" for seed in seeds if seed.reach is Reach.ANYWHERE
        }
        """Every value to mask, by its type, and the rule that found it."""
        self._names = tuple(seed for seed in seeds if seed.reach is not Reach.ANYWHERE)
        self._pairs: dict[tuple[str, str], str] = {}
        self._found: dict[str, list[Span] | None] = {}
        self._changed: dict[str, str] = {}
        """Texts that the second round has masked, and what became of them."""
        self._shown: dict[str, list[Span]] = {}
        """Masked texts that show more, and where: for values too short to be known everywhere."""
        self._sweep: Sweep | None = None
        self._marks: dict[tuple[str, str], str] = {}
        self._taken: dict[str, str] = {}
        self._spelled: dict[tuple[str, str], str] = {}
        self.counts: Counter[str] = Counter()
        """Different values masked, by type."""
        self.codes: dict[str, str] = {}
        """The code of the rule that found what a placeholder stands for."""

    @property
    def nothing(self) -> bool:
        """Whether the first round found nothing to mask, and nobody named anything."""
        return not self._values and not self._names and not self._found

    def learn(self, text: str) -> str:
        """The first round: takes note of what the text holds, and returns it as it is."""
        if text not in self._found:
            self.learned(text, partial(self._finder.find, text))
        return text

    def learn_all(self, texts: Iterable[str]) -> None:
        """The same for many texts."""
        for text, look in looks(self._finder, texts):
            self.learned(text, look)

    def learned(self, text: str, look: Look) -> None:
        """The same for one text, where one has a look at it."""
        if text in self._found:
            return
        spans = self._looked(text, look)
        if spans is None or spans:
            self._found[text] = spans
        for span in spans or ():
            self.remember(span, span.value or text[span.start : span.end])

    def remember(self, span: Span, value: str) -> None:
        """Take note of the value that was found, and of those that were found inside it."""
        for kind, code, said in ((span.type, span.code, value), *span.within):
            self._values.setdefault((kind, said), code)

    def add_values_of(self, other: Marks) -> None:
        """Remember every value that another one does."""
        self._values = {**other._values, **self._values}

    def learn_lines(self, lines: list[str]) -> list[str]:
        """The first round for a list of strings: what runs over several of them is masked in each, at once.

        Patches are kept so, with a private key in them.  What stands in one of them is known from then on.
        """
        try:
            found = self._only_together(lines, find_lines(self._finder, lines))
        except (Unscannable, RecursionError, MemoryError):
            return [self.learn(line) for line in lines]
        if not any(found):
            return lines
        for line, spans in zip(lines, found, strict=True):
            for span in spans:
                self.remember(span, span.value)
                if span.type == "private_key":
                    self.remember(span, line[span.start : span.end].strip())
        return [self.replaced(line, spans) for line, spans in zip(lines, found, strict=True)]

    def across(self, texts: list[str]) -> list[list[Span]]:
        """What is cut across texts that belong together, in each of them; all of each where that cannot be told."""
        try:
            found = self._only_together(texts, find_across(self._finder, texts))
        except (Unscannable, RecursionError, MemoryError) as error:
            self._withheld(sum(map(len, texts)), Unscannable(str(error) or type(error).__name__))
            return [[Span(0, len(text), UNSCANNED, UNSCANNED, text)] if text else [] for text in texts]
        for spans in found:
            for span in spans:
                self.remember(span, span.value)
        return found

    def _only_together(self, texts: list[str], found: list[list[Span]]) -> list[list[Span]]:
        """The same without the texts of which each says as much by itself: there it is learned."""
        alone = {text: look() for text, look in looks(self._finder, dict.fromkeys(compress(texts, found)))}
        each = zip(texts, found, strict=True)
        return [spans if spans and tells_more(text, spans, alone.get(text, ())) else [] for text, spans in each]

    def learn_pair(self, name: str, value: str) -> str:
        """The first round for a named value: the name may say that it is a secret where the value does not."""
        kind = self._judge(name, value)
        if kind is not None:
            self._pairs[name, value] = kind
            self._values.setdefault((kind, value), "")
        return value

    def pair(self, name: str, value: str) -> str:
        """The second round for a named value."""
        kind = self._pairs.get((name, value))
        return value if kind is None else self.whole(kind)(value)

    @cached_property
    def hexadecimal(self) -> bool:
        """Whether any value to mask is made of hexadecimal digits; to be asked in the second round."""
        known = (*(value for _, value in self._values), *(seed.value for seed in self._names))
        return any(_HEXADECIMAL().fullmatch(value) for value in known)

    def known(self, text: str) -> list[Span]:
        """Where in a text a known value stands, in whatever shape."""
        return [span for span in self._swept().find(text) if not _inside(span, text)]

    @property
    def values(self) -> KeysView[tuple[str, str]]:
        """Every value that is masked wherever it stands, behind its type."""
        return self._values.keys()

    @property
    def found(self) -> KeysView[str]:
        """The texts in which the first round found something, or that could not be scanned."""
        return self._found.keys()

    def spans_of(self, text: str) -> list[Span] | None:
        """What the first round found in a text; None for one in which it found nothing, or at which it did not look."""
        return self._found.get(text)

    def sweep_of(self, before: Collection[tuple[str, str]]) -> Sweep:
        """What finds the values that are known by now and were not before; and names, where nothing was."""
        if not before:
            return self._swept()
        from steno.detect.sweep import Sweep  # costs start-up, and many runs mask nothing

        return Sweep(each for each in self._values if each not in before)

    def touched(self, texts: Iterable[str]) -> Iterator[str]:
        """Those of some texts that the second round may change."""
        again, texts = tee(texts)
        known = set(self._swept().may_match(again))
        return (text for text in texts if text in known or text in self._found)

    def _swept(self) -> Sweep:
        if self._sweep is None:
            from steno.detect.sweep import Sweep  # costs start-up, and many runs mask nothing

            self._sweep = Sweep(self._values, names=self._names)
        return self._sweep

    @property
    def size(self) -> int:
        """How many values there are to mask; it grows with all that is learned."""
        return len(self._values) + len(self._pairs)

    @property
    def swept(self) -> bool:
        """Whether what is known by now is what is looked for everywhere."""
        return self._sweep is not None

    def sweep_again(self) -> None:
        """Look for all that is known by now, from here on."""
        self._sweep = None
        self.__dict__.pop("hexadecimal", None)

    @property
    def any_pairs(self) -> bool:
        """Whether any value is to be masked because of the name it stands under."""
        return bool(self._pairs)

    def leaked(self, data: bytes) -> list[Span]:
        """Where in what leaves a value stands that was masked.

        Names of the machine are left out: a format may have the same word of its own.
        """
        if not self._values and not self._names:
            return []
        found = self._swept().values(data)
        text = data.decode("latin-1") if found else ""  # placeholders and escapes are ASCII
        return [span for span in found if stands(span, text)]

    def text(self, text: str) -> str:
        """The second round: the text with all that is known masked, or all of it where it could not be scanned."""
        spans = self._found.get(text, [])
        if spans is None:
            return self.mark(UNSCANNED, text, UNSCANNED)
        swept = self.known(text)
        if not spans and not swept:
            return text
        masked = self.replaced(text, merged([*spans, *swept], text))
        while masked in self._shown:
            masked = self.replaced(masked, merged(self._shown[masked], masked))
        self._changed[text] = masked
        return masked

    def settled(self, second: Callable[[], T]) -> T:
        """What the second round gives, once nothing more shows in what it has masked.

        A secret may be seen only when its neighbour is masked.  What shows then is known everywhere, as if it had been
        found at first.
        """
        for _ in range(ROUNDS):
            self._changed = {}
            done = second()
            uncovered, self._changed = self._uncovered(), {}
            if not uncovered:
                return done
            self.sweep_again()
        self._found |= dict.fromkeys(uncovered)
        for text in uncovered:
            self._withheld(len(text), Unscannable("masking it uncovers more and more"))
        return second()

    def _uncovered(self) -> list[str]:
        """The texts in which more shows, and whose second round has to be done again."""
        found: list[str] = []
        near = {masked: around_masks(masked) for masked in self._changed.values()}
        seen = dict(looks(self._finder, dict.fromkeys(chain.from_iterable(near.values()))))
        for text, masked in self._changed.items():
            spans = self._shown_in(masked, near[masked], seen)
            if spans is None:
                self._found[text] = None
            shown = [span for span in spans or () if not ANY().search(span.value or masked[span.start : span.end])]
            for span in shown:
                self.remember(span, span.value or masked[span.start : span.end])
            if shown:
                self._shown[masked] = shown
            if shown or spans is None:
                found.append(text)
        return found

    def _shown_in(self, masked: str, near: list[str], seen: Mapping[str, Look]) -> list[Span] | None:
        """What a masked text shows, of which some parts were looked at; None where it could not be scanned."""
        if near == [masked]:
            return self._looked(masked, seen[masked]) if masked in seen else []
        return self._find(masked) if any(_may_show(seen[part]) for part in near if part in seen) else []

    def replaced(self, text: str, spans: Iterable[Span]) -> str:
        pieces: list[str] = []
        done = 0
        for span in spans:
            value = span.value or text[span.start : span.end]
            pieces += (text[done : span.start], self.mark(span.type, value, span.code))
            done = span.end
        return "".join((*pieces, text[done:]))

    def mark(self, kind: str, value: str, code: str) -> str:
        """The placeholder of a value: the same every time, and no other value's."""
        known = self._spelled.get((kind, value))
        if known is None:
            known = self._spelled[kind, value] = self._mark(kind, value, code)
        return known

    def _mark(self, kind: str, value: str, code: str) -> str:
        full = tag(self._key, kind, value, 64)
        if (kind, full) not in self._marks:
            self.counts[kind] += 1
            short = full[:8] if self._taken.setdefault(f"{kind}:{full[:8]}", full) == full else full[:12]
            self._marks[kind, full] = f"[REDACTED:{kind}:{short}]"
            # A value that the sweep found was found before by a rule, unless it was known from the start.
            self.codes[self._marks[kind, full]] = (self._values.get((kind, value)) or code) if code == SWEPT else code
        return self._marks[kind, full]

    def whole(self, kind: str) -> Callable[[str], str]:
        """A function that masks all of a text, unless it is empty or masked already."""
        return lambda text: text if not text or ANY().fullmatch(text) else self.mark(kind, text, kind)

    def _find(self, text: str) -> list[Span] | None:
        return self._looked(text, partial(self._finder.find, text))

    def _looked(self, text: str, look: Look) -> list[Span] | None:
        """What a look finds; None where the text could not be scanned."""
        try:
            return look()
        except Unscannable as error:
            self._withheld(len(text), error)
        except (RecursionError, MemoryError) as error:
            # The two that a text can cause and no detector can foresee.  Any other exception is a bug, and ends the run
            # before anything is written.
            self._withheld(len(text), Unscannable(f"a detector failed ({type(error).__name__})"))
        return None


def _may_show(look: Look) -> bool:
    """Whether a look finds anything, or cannot tell."""
    try:
        return bool(look())
    except (Unscannable, RecursionError, MemoryError):
        return True


def stands(span: Span, text: str) -> bool:
    """Whether a known value really stands in JSON that leaves, where its bytes do."""
    return not (_inside(span, text) or _escaped(span, text))


def _escaped(span: Span, text: str) -> bool:
    """Whether a known value only seems to begin here, with the letter of an escape: what leaves is JSON."""
    slashes = span.start - len(text[max(0, span.start - 64) : span.start].rstrip("\\")) - max(0, span.start - 64)
    return slashes % 2 == 1 and text[span.start] in "nrtbfu"


def _inside(span: Span, text: str) -> bool:
    """Whether a known value only seems to stand here, inside a placeholder."""
    return any(
        match.start() < span.end and span.start < match.end()
        for match in ANY().finditer(text, max(0, span.start - 64), span.end + 64)
    )
