"""The lines of a log that the pass for traces is given, and the second round over these and all others."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from itertools import chain

from msgspec.structs import replace

from steno.base.exact import encode
from steno.contracts import Ambient, Format, Leak
from steno.detect.marks import ROUNDS
from steno.diagnostics import Diagnostic, Place, Report
from steno.guard import PIECE
from steno.lines.log import Log
from steno.lines.whole import WholeLog
from steno.model import Trace
from steno.passes.kept import paths_of
from steno.passes.rounds import Rounds

_APART = b"{}\n"
"""Stands between lines that are read together without being neighbours: nothing goes on over it."""


class Exact:
    """The lines that the pass is given, and the second round over these and all others."""

    def __init__(self, log: Log, format: Format, place: Place, report: Report, ambient: Ambient) -> None:
        self._log, self._format, self._place, self._report, self._ambient = log, format, place, report, ambient
        self._rounds: Rounds | None = None
        self.lines: dict[int, bytes] = {}
        """What became of them."""
        self._said: list[Diagnostic] = []

    def settle(self) -> None:
        """Learn from lines that are given to the pass, until no more of them turn up; then mask everything."""
        log, marks = self._log, self._log.run.marks
        for _ in range(ROUNDS):
            known = marks.size
            marks.sweep_again()
            log.assign()
            if log.exact:
                self._read()
            if marks.size == known:
                break
        else:
            raise WholeLog
        for each in self._said:
            self._report(each)
        masked, self._rounds = marks.settled(self._second), None
        if masked is not None:
            self._write(masked)

    def _second(self) -> Trace | None:
        log, known = self._log, len(self._log.exact)
        if not log.run.marks.swept:
            log.assign()
            if len(log.exact) > known:
                raise WholeLog
        log.masked = {text: encode(self._masked(text)) for text in log.masked}
        return None if self._rounds is None else self._rounds.masked_once()

    def _masked(self, text: str) -> str:
        marks = self._log.run.marks
        masked = marks.text(text)
        if text in self._log.prompts and masked != "".join(map(marks.text, self._log.cut(text))):
            raise WholeLog
        return masked

    def _read(self) -> None:
        """Read the lines as a trace of their own, and learn what stands in it."""
        log, self._said = self._log, []
        self._rounds = None  # what was read before goes first
        numbers = sorted(log.exact)
        lines = _APART.join(log.exact[number] + b"\n" for number in numbers)
        source = io.BytesIO(lines if numbers[-1] != log.rows.unended else lines[:-1])
        reader = self._format.reader
        assert reader is not None  # noqa: S101  it was asked before
        (trace,) = reader.read(source, self._place, _placed(self._said.append, numbers))
        paths = paths_of([self._format])
        trace = log.redact.without_bytes(trace, log.run, _placed(self._said.append, numbers))
        self._rounds = Rounds(trace, paths, log.run.marks, log.run.kept_values)
        log.redact.learn(self._rounds)

    def _write(self, masked: Trace) -> None:
        numbers, out = sorted(self._log.exact), io.BytesIO()
        make = self._format.writer
        assert make is not None  # noqa: S101  it was asked before
        make(self._format.lossless, self._ambient, self._report).write([masked], out, _placed(self._report, numbers))
        lines = out.getvalue().split(b"\n")
        if len(lines) != 2 * len(numbers) or lines[-1] or any(line != b"{}" for line in lines[1:-1:2]):
            raise WholeLog
        self.lines = dict(zip(numbers, lines[::2], strict=True))

    def look_again(self) -> None:
        """Before it leaves: at what was changed.  All else was looked at as it stands; raises `Leak`."""
        watches = self._log.redact.guards()
        changed = chain(self._log.masked.values(), self.lines.values())
        for piece in _joined(changed):
            for watch in watches:
                for span in watch(piece):
                    raise Leak(f"the output still holds a {span.type} ({span.code}): nothing was written")


def _joined(parts: Iterable[bytes]) -> Iterator[bytes]:
    some: list[bytes] = []
    size = 0
    for part in parts:
        some.append(part)
        size += len(part)
        if size >= PIECE:
            yield b"\n".join(some)
            some, size = [], 0
    yield b"\n".join(some)


def _placed(report: Report, numbers: list[int]) -> Report:
    """Reports of some lines that are read together, each with the number that it has in the log."""

    def placed(each: Diagnostic) -> None:
        line = each.place.line
        if line is None:
            report(each)
        elif line % 2:
            report(replace(each, place=replace(each.place, line=numbers[line // 2], offset=None)))

    return placed
