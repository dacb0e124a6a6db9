"""A session as Markdown, for who pastes it somewhere: prompts, answers and calls, outputs folded and not too long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO, Final

from msgspec import Struct

from steno.base.counts import number_of
from steno.contracts import Ambient, Format, MakeWriter, Parts
from steno.diagnostics import Report
from steno.errors import UsageError
from steno.model import Trace
from steno.viewer.blocks import Holder
from steno.viewer.diff import Diff
from steno.viewer.full import Whole, wholes
from steno.viewer.lists import chosen
from steno.viewer.quoted import fenced, literal, quoted
from steno.viewer.row import Row
from steno.viewer.rows import Rows
from steno.viewer.sorts import NAMES, Sort
from steno.viewer.summary import summary
from steno.viewer.view import View

_LINES: Final = 40
_CHARACTERS: Final = 4000
"""So much of an output is written ..."""
_WORDS: Final = 20_000
"""... and of what was said."""
_SAID: Final = {"human": "Prompt", "agent": "Answer", "thinking": "Thought", "note": "Note"}
_LESS: Final = {Sort.THINKING: "thought", Sort.SYSTEM: "program record", Sort.UNKNOWN: "unknown record"}


class Wanted(Struct, frozen=True, kw_only=True):
    """Which events, by number as the viewer counts them, and how much of each."""

    first: int = 1
    last: int | None = None
    full: bool = False
    level: str = "secrets"
    left: list[str] = []
    """What was left out, once it is written."""


def target(holder: Holder, wanted: Wanted) -> Format:
    """What is written as a format is, so that it goes through the same redaction and the same guard."""
    if wanted.last is not None and wanted.last < wanted.first:
        raise UsageError(f"there is nothing from event {wanted.first} to event {wanted.last}")

    def make(words: Sequence[str], ambient: Ambient, report: Report) -> _Writer:
        return _Writer(holder, wanted)

    maker: MakeWriter = make
    return Format("md", "Markdown", Parts(writer=maker, losses=()))


class _Writer:
    def __init__(self, holder: Holder, wanted: Wanted) -> None:
        self._holder, self._wanted = holder, wanted

    def write(self, traces: Iterable[Trace], stream: BinaryIO, report: Report) -> None:
        for trace in traces:
            paper = _Paper(self._holder.view(trace, looked=False), self._wanted)
            for block in paper.blocks():
                stream.write(block.encode("utf-8", "backslashreplace") + b"\n\n")


class _Paper:
    def __init__(self, view: View, wanted: Wanted) -> None:
        self._view, self._wanted = view, wanted
        self._rows = Rows(view)
        self._cut = 0
        """How many texts are not whole."""

    def blocks(self) -> Iterator[str]:
        """Everything, in pieces that have an empty line between them."""
        view, wanted = self._view, self._wanted
        yield from self._head()
        depth = 4 if wanted.full else 3
        shown = [row for row in chosen(view.index, "all", depth) if self._is_wanted(row)]
        if not shown:
            last = len(view.events)
            less = "" if wanted.full else " without --full"
            raise UsageError(
                f"no event from {wanted.first} on is shown{less}: the session has {number_of(last, 'event')}"
            )
        for row in shown:
            yield from self._row(row)
        yield from self._foot(shown)

    def _is_wanted(self, row: int) -> bool:
        n = self._view.index.at[row] + 1
        return self._wanted.first <= n and (self._wanted.last is None or n <= self._wanted.last)

    def _head(self) -> Iterator[str]:
        found = summary(self._view, "", ())
        yield f"# {literal(found.title or found.id or 'A session')}"
        what = [
            found.agent,
            *found.versions[-1:],
            *found.models[:1],
            found.started and found.started[:16].replace("T", " "),
        ]
        counts = f"{number_of(found.turns, 'prompt')}, {number_of(found.calls, 'call')}, {found.failed} failed"
        masked = "not masked" if self._wanted.level == "none" else f"masked ({self._wanted.level})"
        yield " · ".join([*(literal(each) for each in what if each), counts, masked])

    def _row(self, row: int) -> Iterator[str]:
        made, parts = self._rows.row(row), wholes(self._view, row)
        lane = f", sub-agent {literal(made.run)}" if made.run else ""
        when = f" <sub>{literal(made.time[11:19])}</sub>" if made.time and made.time[10:11] == "T" else ""
        if made.kind in _SAID:
            number = f" {made.turn}" if made.turn else ""
            by = f" by {literal(made.by)}" if made.by else ""
            yield f"**{_SAID[made.kind]}{number}**{by}{lane}{when}"
            yield from (self._said(part.text) for part in parts if part.text)
        elif made.kind == "tool":
            yield from self._call(made, parts, lane)
        else:
            said = made.text or made.name or NAMES[Sort(self._view.index.sort[row])]
            more = f" … {number_of(made.more, 'character')} more" if made.more else ""
            yield f"*{literal(made.kind)}*: {literal(said)}{more}{lane}{when}"
            if self._wanted.full:
                yield from (_folded("data", fenced(part.text, part.lang or "")) for part in parts if part.text)

    def _said(self, text: str) -> str:
        if self._wanted.full or len(text) <= _WORDS:
            return quoted(text)
        self._cut += 1
        return f"{quoted(text[:_WORDS])}\n\n… {len(text) - _WORDS:,} characters left out"

    def _call(self, made: Row, parts: Sequence[Whole], lane: str) -> Iterator[str]:
        """A call as one line to fold out."""
        status = {"ok": "", "unknown": ""}.get(made.status or "", f" — {literal(made.status or '')}")
        code = f", {literal(made.code)}" if made.code else ""
        head = f"<code>{literal(made.tool or made.name or 'call')}</code> {literal(made.arg or '')}{status}{code}{lane}"
        inner = "\n\n".join(self._part(each, bad=made.status == "failed") for each in parts)
        yield _folded(head, inner or "*nothing came back that the record holds*", is_open=made.status == "failed")

    def _part(self, part: Whole, *, bad: bool) -> str:
        if part.diff is not None:
            return f"{literal(part.diff.path)}\n\n{self._shortened(_patch(part.diff), 'diff', bad=False)}"
        return self._shortened(
            part.text, part.lang or ("json" if part.as_ == "json" else ""), bad=bad and part.what == "result"
        )

    def _shortened(self, text: str, language: str, *, bad: bool) -> str:
        """A block of no more than so many lines, of what failed the last; says how much is left out."""
        lines = text.split("\n")
        if self._wanted.full or (len(lines) <= _LINES and len(text) <= _CHARACTERS):
            return fenced(text, language)
        kept = "\n".join(lines[-_LINES:])[-_CHARACTERS:] if bad else "\n".join(lines[:_LINES])[:_CHARACTERS]
        self._cut += 1
        left = f"… {number_of(len(text) - len(kept), 'character')} left out"
        less = len(lines) - kept.count("\n") - 1
        left += f", in {number_of(less, 'line')}" if less else ""
        return f"{left}\n\n{fenced(kept, language)}" if bad else f"{fenced(kept, language)}\n\n{left}"

    def _foot(self, shown: Sequence[int]) -> Iterator[str]:
        """What is not there."""
        inside, index = set(shown), self._view.index
        less = Counter(
            _LESS.get(Sort(index.sort[row]), "other record")
            for row in range(len(index))
            if row not in inside and self._is_wanted(row)
        )
        said = [number_of(count, name) for name, count in sorted(less.items())]
        if self._cut:
            said.append(f"the rest of {number_of(self._cut, 'text')}")
        self._wanted.left.extend(said)
        if said:
            yield f"<sub>Left out: {', '.join(said)}; `steno md --full` writes them.</sub>"


def _folded(head: str, inner: str, *, is_open: bool = False) -> str:
    return f"<details{' open' if is_open else ''}><summary>{head}</summary>\n\n{inner}\n\n</details>"


def _patch(diff: Diff) -> str:
    """The lines of a change, with how many are left out where the viewer leaves out some."""
    lines = [line for hunk in diff.hunks for line in (f"@@ {hunk.from_ or '?'} → {hunk.to or '?'} @@", *hunk.lines)]
    if diff.hidden is not None:
        lines.append(f"… {number_of(diff.hidden.lines, 'line')} left out")
    return "\n".join(lines)
