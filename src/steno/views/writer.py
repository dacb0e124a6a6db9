"""Writes the rows of a view as lines of JSON.  Knows no view by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import BinaryIO, Final

from steno.base.exact import encode
from steno.contracts import Ambient, MakeWriter
from steno.diagnostics import Report
from steno.formats.options import parse
from steno.model import Trace
from steno.views.losses import Skipped
from steno.views.scene import Row, Scene

Rows = Callable[[Scene, Skipped], Iterator[Row]]

CHOICES: Final = {"system_prompt": ("hash", "text"), "thoughts": ("omit", "keep")}
"""The options with their values; the first of each is the usual one."""


def rows_of(trace: Trace, rows: Rows, options: Mapping[str, str], skipped: Skipped) -> Iterator[Row]:
    """The rows of a trace that has its steps.  The first has the trace's context; the others have null there."""
    scene = Scene(
        trace, prompt_text=options["system_prompt"] == "text", thoughts=options["thoughts"] == "keep"
    )  # fmt: skip
    for number, row in enumerate(rows(scene, skipped)):
        yield {**row, "context": None if number else scene.context}


class ViewWriter:
    """Writes traces that have their steps."""

    def __init__(self, rows: Rows, options: dict[str, str]) -> None:
        self._rows, self._options = rows, options

    def write(self, traces: Iterable[Trace], stream: BinaryIO, report: Report) -> None:
        """One line for each row."""
        for trace in traces:
            path = next((each.path for each in trace.header.sources if isinstance(each.path, str)), "")
            skipped = Skipped(path)
            for row in rows_of(trace, self._rows, self._options, skipped):
                stream.write(encode(row) + b"\n")
            for each in skipped:
                report(each)


def maker(rows: Rows) -> MakeWriter:
    """What makes a view's writer of `key=value` words; raises `UsageError`."""

    def make(words: Sequence[str], ambient: Ambient, report: Report) -> ViewWriter:
        return ViewWriter(rows, parse(words, CHOICES))

    return make
