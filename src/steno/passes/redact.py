"""Masks secrets and personal data in every string of a trace.  What they look like is the engine's affair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial

from msgspec import UNSET, Struct, json, msgpack
from msgspec.structs import replace

from steno.base.counts import number_of
from steno.base.patterns import deferred
from steno.contracts import Code
from steno.detect import PLACEHOLDER, UNSCANNED, Finder, Level, Span, Unscannable, finders
from steno.detect.context.named import named, telling
from steno.detect.engine import Engine
from steno.detect.keys import Hinted, hinted
from steno.detect.marks import Marks, Withheld
from steno.detect.policy import NOTHING, Policy
from steno.detect.prefilter import may_match
from steno.detect.seeds import Seed
from steno.detect.shapes import find_bytes
from steno.detect.style import Forsy, may_be_stated, stated
from steno.diagnostics import Place, Report, Severity
from steno.model import (
    JSON,
    Derivation,
    Event,
    Note,
    Origin,
    Trace,
)
from steno.model.kept import Paths
from steno.model.ledger import NOTE, Masked, Style, entries, placeholders
from steno.model.walk import map_strings
from steno.passes.kept import Formats, KeptValues, Screen, Watch, excused, formats_of, paths_of
from steno.passes.rounds import Rounds
from steno.passes.seams import mask_across_texts

WITHHELD = Code(
    "SEC901",
    "text-withheld",
    "A text could not be scanned, so all of it was replaced by `[REDACTED:unscanned:<hash8>]`: Steno lets nothing out "
    "that it could not scan.",
)
RESPELLED = Code(
    "SEC902",
    "record-bytes-dropped",
    "The record repeats a key, which only its original bytes can show. Bytes cannot be masked in place, so redaction"
    " drops them; the record's values are masked and kept, but the repeated key's earlier value is gone.",
    Severity.LOSS,
)
NOT_TEXT = Code(
    "SEC903",
    "line-withheld",
    "The line is not JSON, so Steno cannot tell its values apart and scan them. The line was replaced by"
    " `[REDACTED:unscanned:<hash8>]`.",
    Severity.LOSS,
)
ALLOWED = Code(
    "SEC904",
    "finding-allowed",
    "Something was found but not masked, because `steno.toml` allows it. `--no-config` masks it.",
    Severity.WARNING,
)
CODES = (WITHHELD, RESPELLED, NOT_TEXT, ALLOWED)
UNSEEN = frozenset({WITHHELD.code, NOT_TEXT.code})
"""What could not be looked at and did not leave for that reason."""

_RULE = "redact/"
_COUNT = deferred(r"masked (\d{1,9}) ([a-z_]+)")


class Run(Struct, frozen=True):
    """What one run knows."""

    marks: Marks
    kept_values: KeptValues


class Redact:
    """Deterministic for one key.  A second run changes nothing, because placeholders are never masked again."""

    name = "redact"
    needs: frozenset[str] = frozenset()
    unmakes = frozenset({"sealed"})

    def __init__(
        self,
        level: Level | str,
        key: bytes,
        finder: Finder | None = None,
        seeds: Iterable[Seed] = (),
        style: Style = Style.OPEN_TOKEN,
        formats: Formats = lambda name: None,
        policy: Policy = NOTHING,
        *,
        listed: bool = True,
    ) -> None:
        """What was masked is `listed` in the ledger, which costs a comparison of the trace before and after."""
        self._listed = listed
        self._level, self._key = Level(level), key
        self._style = style
        """How placeholders are spelled in what leaves.  Who knows the format may say it before a run."""
        self.known = _finder(self._level) if finder is None else finder
        """What is looked for, whatever a policy allows."""
        self._finder = policy.over(self.known, self._level)
        self.is_plain = (
            self._level in (Level.SECRETS, Level.PII)
            and style is Style.OPEN_TOKEN
            and policy.adds_nothing
            and not policy.allow
        )
        """Whether nothing counts but the texts of a trace, each by itself, and the values that stand in them."""
        self._tokens = policy.guard(finders.tokens(self._level), self._level)
        self._ids = _screen(self._tokens)
        self._seeds = tuple(seed for seed in seeds if not self._finder.allows(seed.type, "", seed.value))
        self._formats = formats
        self._runs: list[Marks] = []
        self._kept_values: list[KeptValues] = []
        self.ledger: list[Masked] = []
        """What the last run masked, and where."""
        self.looked = 0
        """How many characters of text all runs have looked at."""
        self.stood: set[str] = set()
        """What the guards saw and let stand, because it lies in an id or in sealed bytes."""

    @property
    def suppressed(self) -> Counter[str]:
        """How many findings the policy let stand, by code."""
        return self._finder.suppressed

    @property
    def masked(self) -> Counter[str]:
        """How many different values of each type all runs have masked."""
        return sum((marks.counts for marks in self._runs), Counter())

    @property
    def learned(self) -> set[tuple[str, str]]:
        """What all runs have learned to mask: values behind their types, without those that were known before."""
        before = {(seed.type, seed.value) for seed in self._seeds}
        return {each for marks in self._runs for each in marks.values} - before

    @property
    def makes(self) -> frozenset[str]:
        return frozenset() if self._level is Level.NONE else frozenset({"redacted"})

    def guards(self) -> list[Watch]:
        """What the output must not hold: a token with a known form, or a value that was masked."""
        watches = (partial(find_bytes, self._tokens), self._leaked)
        return [excused(each, self._kept_values, self.stood) for each in watches]

    def _leaked(self, data: bytes) -> list[Span]:
        """Every value that the runs so far have masked."""
        return [span for marks in self._runs for span in marks.leaked(data)]

    def run(self, trace: Trace, report: Report) -> Trace:
        self.ledger = []
        if self._level is Level.NONE and not _holds(trace, hinted):
            return trace  # without a hint of a private key
        path = next((each.path for each in trace.header.sources if isinstance(each.path, str)), "")
        earlier = self.suppressed.copy()
        run = self.begin(path, report)
        marks = run.marks
        formats = formats_of(trace, self._formats)
        paths = paths_of(formats)
        if self._style is Style.FORSY and _holds(trace, may_be_stated):
            trace = map_strings(trace, stated)
        before = trace
        streams = [path for each in formats for path in each.streams]
        if self._level is Level.STRICT:
            marks.add_values_of(self._learned(trace, paths, streams))
            from steno.passes.withhold import withheld  # costs start-up

            trace = withheld(trace, marks, paths)
        trace = self.without_bytes(trace, run, report)
        trace = mask_across_texts(trace, marks, streams)
        rounds = Rounds(trace, paths, marks, run.kept_values)
        self.learn(rounds)
        self.looked += rounds.characters
        suppressed = self.suppressed.copy()
        if not marks.nothing:
            trace = rounds.masked()
        self._count_suppressed(suppressed)  # what is masked is looked at again, and counts once
        self.ledger = list(entries(before, trace, marks.codes)) if self._listed else []
        for code, count in sorted((self.suppressed - earlier).items()):
            said = f"{code} was found but not masked: the policy allows it"
            report(replace(ALLOWED.at(Place(path), said), count=count))
        trace = _noted(trace, self._level, marks.counts)
        return self._as_forsy(trace, marks.codes) if self._style is Style.FORSY else trace

    def begin(self, path: str, report: Report) -> Run:
        """A run over what was read from a path: what it will mask counts in the end, and must not be in the output."""

        def unscannable(length: int, error: Unscannable) -> None:
            report(WITHHELD.at(Place(path), f"a text of {number_of(length, 'character')} was withheld: {error}"))

        marks = self._marks(unscannable)
        run = Run(marks, KeptValues(marks, self._tokens))
        self._runs.append(marks)
        self._kept_values.append(run.kept_values)
        return run

    def learn(self, rounds: Rounds) -> None:
        """The first of the rounds."""
        rounds.learn(self._ids)

    def without_bytes(self, trace: Trace, run: Run, report: Report) -> Trace:
        """The trace without bytes that nobody can scan."""
        path = next((each.path for each in trace.header.sources if isinstance(each.path, str)), "")
        return _without_bytes(trace, run.marks, path, report, hinted if self._level is Level.NONE else bool)

    def _marks(self, withheld: Withheld) -> Marks:
        judge, names = (named, telling) if self._level.includes(Level.SECRETS) else (_unjudged, _unnamed)
        return Marks(self._key, self._finder, withheld, self._finder.judge(judge), self._seeds, names)

    def _learned(self, trace: Trace, paths: Paths, streams: list[str]) -> Marks:
        """What a trace holds before anything is withheld: the same value may stand where nothing is."""
        marks, earlier = self._marks(_unsaid), self.suppressed.copy()
        rounds = Rounds(mask_across_texts(trace, marks, streams), paths, marks, KeptValues(marks, self._tokens))
        self.learn(rounds)
        self._count_suppressed(earlier)
        return marks

    def _count_suppressed(self, counts: Counter[str]) -> None:
        self.suppressed.clear()
        self.suppressed.update(counts)

    def _as_forsy(self, trace: Trace, rules: dict[str, str]) -> Trace:
        if not _holds(trace, _is_marked):
            return trace
        spelling = Forsy(placeholders(trace), rules)
        self.ledger = [replace(each, path=spelling.text(each.path)) for each in self.ledger]
        return map_strings(trace, spelling.text)


def _finder(level: Level) -> Finder:
    found = finders.finder(level)
    return Hinted(found) if level is Level.NONE else found


def _screen(finder: Finder) -> Screen:
    """What a finder need not look at is sorted out for many values at once, where its gate can be asked."""
    gate = finder.gate if isinstance(finder, Engine) else None
    return _every if gate is None else partial(may_match, gate)


def _every(texts: Iterable[str]) -> Iterable[str]:
    return texts


def _unjudged(name: str, value: str) -> None:
    """Below the level of secrets a name says nothing."""


def _unnamed(name: str) -> bool:
    return False


def _unsaid(length: int, error: Unscannable) -> None:
    """What is only learned from is neither withheld nor let out here."""


def _holds(trace: Trace, suspect: Callable[[bytes], bool]) -> bool:
    """Whether any string or bytes of the trace look so.  It costs less than going through the strings."""
    rest = replace(trace, events=())
    some = (trace.events[start : start + _AT_ONCE] for start in range(0, len(trace.events), _AT_ONCE))
    try:
        return any(suspect(_spelled(part)) for part in (rest, *some))
    except (RecursionError, LookupError, OverflowError, TypeError, ValueError):
        return True  # what has no spelling is looked at string by string


def _is_marked(data: bytes) -> bool:
    return b"[REDACTED:" in data


def _spelled(part: object) -> bytes:
    """With every string in it as it is: MessagePack, unlike JSON, escapes none."""
    try:
        return _packed(part)
    except OverflowError:
        return _written(part)  # an integer of more than 64 bits


_AT_ONCE = 256
_HOLE = {UNSET: None}.__getitem__
_packed, _written = msgpack.Encoder(enc_hook=_HOLE).encode, json.Encoder(enc_hook=_HOLE).encode


def _without_bytes(trace: Trace, marks: Marks, path: str, report: Report, suspect: Callable[[bytes], bool]) -> Trace:
    """Bytes cannot be scanned for what a decoder would make of them: none are left of those that are suspect."""

    def without(event: Event) -> Event:
        if not isinstance(event.raw, bytes) or not suspect(event.raw):
            return event
        origin = event.origin
        place = (
            Place(path, origin.line, "", origin.offset, origin.length) if isinstance(origin, Origin) else Place(path)
        )
        if event.residue is not UNSET:
            report(RESPELLED.at(place, "the bytes of a record with a repeated key were dropped"))
            return replace(event, raw=UNSET)
        text = event.raw.decode("latin-1")
        if PLACEHOLDER.fullmatch(text):
            return event
        report(NOT_TEXT.at(place, f"a line of {number_of(len(text), 'byte')} that is not JSON was withheld"))
        return replace(event, raw=marks.mark(UNSCANNED, text, UNSCANNED).encode())

    if all(event.raw is UNSET for event in trace.events):
        return trace
    return replace(trace, events=tuple(map(without, trace.events)))


# The note


def _noted(trace: Trace, level: Level, counts: Counter[str]) -> Trace:
    """The trace with one note of what was masked: that of an earlier run, brought up to date, or a new one."""
    earlier = next((note for note in trace.notes if _is_ours(note)), None)
    if earlier is None:
        if level is Level.NONE and not counts:
            return trace
        return replace(trace, notes=(*trace.notes, _note(level, {}, counts)))
    known = earlier.value if isinstance(earlier.value, dict) else {}
    mode = known.get("mode")
    before = Level(mode) if mode in list(Level) else Level.NONE
    if not counts and before.includes(level):
        return trace
    new = _note(before if before.includes(level) else level, known, counts)
    return replace(trace, notes=tuple(new if note is earlier else note for note in trace.notes))


def _is_ours(note: Note) -> bool:
    return note.key == NOTE and isinstance(note.author, Derivation) and note.author.rule.startswith(_RULE)


def _note(level: Level, known: dict[str, JSON], counts: Counter[str]) -> Note:
    said = known.get("notes")
    total, others = Counter(counts), []
    for line in said if isinstance(said, list) else []:
        if isinstance(line, str) and (count := _COUNT().fullmatch(line)):
            total[count[2]] += int(count[1])
        else:
            others.append(line)
    masked = [f"masked {number} {kind}" for kind, number in sorted(total.items())]
    value = {**known, "mode": level.value, "strategy": "mask", "notes": [*others, *masked]}
    return Note(author=Derivation(f"{_RULE}{level}"), key=NOTE, value=value)
