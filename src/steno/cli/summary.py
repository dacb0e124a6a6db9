"""What a command says at its end of a trace that it let out: the same for all of them, on stderr."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from steno import pipeline
from steno.cli import exits, output
from steno.contracts import Format
from steno.diagnostics import Diagnostic, Place, Severity
from steno.model import Kind, Trace
from steno.redaction import Redacted
from steno.render import summary
from steno.render.summary import masked as masked
from steno.render.terminal import number_of

_CHECKED = 16 << 20
"""A larger output is left to `steno check`: looking at it would take as long as writing it."""


_BUG = "a bug in Steno, please report the codes above"
_WRITTEN_BACK = "it is written back as it was read, so look at the input with `steno check`"


class Seen:
    """Counts what passes by on its way to the writer."""

    def __init__(self) -> None:
        self.events = self.calls = 0
        self.formats: set[str] = set()
        """What was read."""

    def __call__(self, trace: Trace) -> None:
        self.formats.update(source.format for source in trace.header.sources)
        self.events += len(trace.events)
        self.calls += sum(event.kind is Kind.TOOL_CALL for event in trace.events)

    def __str__(self) -> str:
        return f"{number_of(self.events, 'event')}, {number_of(self.calls, 'tool call')}"


class Written:
    """One output: what was masked, what was lost, what is wrong with it."""

    def __init__(self, done: Redacted, found: list[Diagnostic], size: int, file: Path | None) -> None:
        self._done, self._found, self._size, self._file = done, found, size, file
        self.losses = [each for each in found if each.severity is Severity.LOSS]
        self._broken: list[Diagnostic] = []
        self._unchecked = False

    def check(self, target: Format, stream: BinaryIO) -> None:
        """Look whether the output keeps the rules of its own format."""
        self._unchecked = target.load is not None and self._size > _CHECKED
        if target.load is None or self._unchecked or not (stream.readable() and stream.seekable()):
            return
        stream.seek(0)
        broken: list[Diagnostic] = []
        pipeline.check(stream, Place("output"), broken.append, target.name, scanned=True)
        self._broken = [each for each in broken if each.severity is Severity.ERROR]
        stream.seek(0, 2)

    @property
    def code(self) -> exits.Exit:
        return exits.Exit.FINDINGS if self._broken else exits.ending(self._found)

    def say(self, title: str, target: Format, losses_file: Path | None, seen: Seen | None = None) -> None:
        worth = [each for each in self._found if each.severity in (Severity.ERROR, Severity.WARNING)] + self._broken
        output.warn(worth, named=True)
        if self._broken:
            own = seen is not None and target.name in seen.formats
            exits.say(f"the output breaks rules of its own format: {_WRITTEN_BACK if own else _BUG}")
        exits.say(title, "")
        rows(self._rows(target, losses_file, seen))

    def _rows(self, target: Format, losses_file: Path | None, seen: Seen | None) -> Iterator[tuple[str, str]]:
        if seen is not None:
            yield "read", str(seen)
        yield "masked", summary.masked(self._done)
        yield from lost(self.losses, target, losses_file)
        if self._unchecked:
            yield "checked", f"no: larger than {_CHECKED >> 20} MiB; `steno check FILE` does it"
        yield "written", f"{self._size:,} bytes to {self._file or 'stdout'}"


def lost(losses: Iterable[Diagnostic], target: Format, losses_file: Path | None) -> Iterator[tuple[str, str]]:
    """The rows that say what the target had no place for."""
    codes = {each.code: each for each in target.losses}
    for number, line in enumerate(summary.lost(losses, codes, listed=losses_file is not None)):
        yield "" if number else "lost", line


def rows(found: Iterable[tuple[str, str]]) -> None:
    """Say each with its name before it."""
    for name, text in found:
        exits.say(f"  {name:<8} {text}", "")
