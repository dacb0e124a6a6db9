"""A session in blocks, as a page holds it that has no server: rows and what stands behind them, some hundreds at once.

Everything in a block is JSON, and a block is one line of it behind its name: what leaves is looked at in this form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, BinaryIO, Final

from msgspec import Struct

from steno.contracts import Ambient, Format, MakeWriter, Parts
from steno.diagnostics import Diagnostic, Report
from steno.errors import Unreadable, UsageError
from steno.model import Trace
from steno.viewer.evidence import Evidence, Explained, evidence
from steno.viewer.full import full, wholes
from steno.viewer.index import EDIT, FAILED
from steno.viewer.known import Known
from steno.viewer.lists import FILTERS, chosen
from steno.viewer.losses import losses
from steno.viewer.mapping import BY, binned, drawn, scale
from steno.viewer.masked import findings
from steno.viewer.outline import outline
from steno.viewer.patch import patched
from steno.viewer.raw import records
from steno.viewer.rows import Rows
from steno.viewer.sorts import Sort
from steno.viewer.spelling import spelled
from steno.viewer.summary import summary
from steno.viewer.view import View

VERSION: Final = 1
SIZE: Final = 500
"""So many rows are in one block."""
TEXTS: Final = 1_000_000
"""So many characters of long texts are in one block, or one text that is longer."""
DETAILED: Final = 500
"""Up to so many rows, the page also holds each record as it would be written, its evidence and its losses: to work them
out takes longer than all the rest."""
_WIDTH: Final = 1500
"""How many bars the map has."""
LISTS: Final = ("all 1", "all 2", "all 3", "all 4", *FILTERS[1:])
"""Which lists hold a row: the bits of its flags, the first the lowest."""
PROMPT, OPEN, OPEN_EDIT = (1 << (len(LISTS) + each) for each in range(3))
"""What else its flags say: that it begins a turn, that it is open from the start, and that it is so at depth 5."""


class Bare(Struct):
    """What is known of a session before it is masked: of its words, nothing is taken from here."""

    trace: Trace
    known: Known


class Holder:
    """Takes a session along beside the masking, which knows traces alone."""

    def __init__(self, known: Callable[[Trace], Known]) -> None:
        self._known = known
        self.bare: Bare | None = None

    def passed(self, traces: Iterable[Trace]) -> Iterator[Trace]:
        """The same traces, of which there may be only one; raises `UsageError`."""
        for trace in traces:
            if self.bare is not None:
                raise UsageError("there is more than one trace in it, and a page shows one")
            self.bare = Bare(trace, self._known(trace))
            yield trace

    def view(self, masked: Trace, *, looked: bool) -> View:
        """The masked session as it can be asked about."""
        if self.bare is None or len(self.bare.trace.events) != len(masked.events):
            raise UsageError("nothing was read that could be shown")
        view = View(masked, self.bare.known)
        if looked:
            view.looked = findings(self.bare.trace, view)
        return view


class Told(Struct, frozen=True, kw_only=True):
    """What a page is told of itself."""

    key: str
    level: str
    problems: Callable[[], Sequence[Diagnostic]]
    progress: Callable[[float], None]


def target(holder: Holder, told: Told) -> Format:
    """What is written as a format is, so that it goes through the same redaction and the same guard."""

    def make(words: Sequence[str], ambient: Ambient, report: Report) -> _Writer:
        return _Writer(holder, told, ambient)

    maker: MakeWriter = make
    return Format("html", "a page", Parts(writer=maker, losses=()))


class _Writer:
    def __init__(self, holder: Holder, told: Told, ambient: Ambient) -> None:
        self._holder, self._told, self._ambient = holder, told, ambient

    def write(self, traces: Iterable[Trace], stream: BinaryIO, report: Report) -> None:
        for trace in traces:
            view = self._holder.view(trace, looked=self._told.level != "none")
            for name, value in Blocks(view, self._told, self._ambient):
                stream.write(name.encode("ascii") + b"\t" + spelled(value) + b"\n")


class Blocks:
    """The blocks of one session, by name, in the order in which a page wants them."""

    def __init__(self, view: View, told: Told, ambient: Ambient) -> None:
        self._view, self._told, self._ambient = view, told, ambient
        self._count = len(view.index)
        self._is_detailed = self._count <= DETAILED
        self._rules: dict[str, Any] = {}

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        yield "head", self._head()
        yield "lists", self._lists()
        for by in BY:
            places = scale(self._view, by)
            yield f"map-{by}", drawn(binned(self._view, places), places, _WIDTH)
        every = self._view.rows("all", 5)
        for depth in (1, 2, 3):
            yield f"outline-{depth}", outline(self._view, every, depth)
        explained = self._explained()
        for number, first in enumerate(range(0, self._count, SIZE)):
            rows = range(first, min(first + SIZE, self._count))
            yield f"rows-{number}", Rows(self._view, 1).window(rows)  # whether a row is open, its flags say
            behind = [self._of(row, explained) for row in rows]
            texts = self._texts(number, rows, behind)
            yield f"full-{number}", behind
            yield from texts.items()
            self._told.progress((first + len(rows)) / self._count)
        yield "rules", self._rules

    def _head(self) -> dict[str, Any]:
        found = summary(self._view, self._told.key, self._told.problems())
        return {
            "page": VERSION, "size": SIZE, "lists": LISTS, "summary": found, "level": self._told.level,
            "detailed": self._is_detailed,
        }  # fmt: skip

    def _lists(self) -> dict[str, Any]:
        index = self._view.index
        flags = [0] * self._count
        for bit, name in enumerate(LISTS):
            filter, _, depth = name.partition(" ")
            for row in chosen(index, filter, int(depth or 4)):
                flags[row] |= 1 << bit
        for row in range(self._count):
            if index.sort[row] == Sort.TOOL:
                flags[row] |= OPEN * bool(index.marks[row] & FAILED) | OPEN_EDIT * bool(index.marks[row] & EDIT)
        for turn in index.turns:
            flags[turn.row] |= PROMPT
        return {
            "flags": flags,
            "numbers": [index.number(row) for row in range(self._count)],
            "rows": list(index.row_of),
            "turns": [(turn.row, turn.at + 1, turn.number) for turn in index.turns],
        }

    def _explained(self) -> Explained | None:
        if not self._is_detailed:
            return None
        try:
            return Explained(self._view.trace)
        except Unreadable:
            return None

    def _of(self, row: int, explained: Explained | None) -> dict[str, Any]:
        """Everything behind one row."""
        view, n = self._view, self._view.index.number(row)
        made: dict[str, Any] = {"full": full(view, n), "patch": patched(view, n)}
        if self._is_detailed:
            made["raw"] = records(view, n, {}, self._told.level, self._ambient)
            made["losses"] = losses(view, n, self._ambient)
            if explained is not None:
                made["evidence"] = self._without_rules(evidence(view, n, explained))
        return made

    def _without_rules(self, found: Evidence) -> dict[str, Any]:
        """The pages of rules stand in the page once."""
        self._rules.update(found.rules)
        return {"step": found.step, "counts": found.counts, "fields": found.fields}

    def _texts(self, number: int, rows: range, behind: list[dict[str, Any]]) -> dict[str, dict[str, str]]:
        """Blocks of the texts of which only a part stands with their row; tells each row in which they are."""
        found: dict[str, dict[str, str]] = {}
        size, name = TEXTS, ""
        for row, each in zip(rows, behind, strict=True):
            cut = [at for at, part in enumerate(each["full"].parts) if part.hidden is not None and part.diff is None]
            whole = wholes(self._view, row) if cut else []
            for at in cut:
                if size >= TEXTS:
                    size, name = 0, f"texts-{number}-{len(found)}"
                size += len(whole[at].text)
                found.setdefault(name, {})[f"{self._view.index.number(row)}-{at}"] = whole[at].text
                each.setdefault("texts", {})[at] = name
        return found
