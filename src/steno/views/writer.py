"""Writes the rows of a view as lines of JSON.  Knows no view by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
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


class ViewWriter:
    """Writes traces that have their steps."""

    def __init__(self, rows: Rows, options: dict[str, str]) -> None:
        self._rows, self._options = rows, options

    def write(self, traces: Iterable[Trace], stream: BinaryIO, report: Report) -> None:
        """One line for each row.  The first of a trace has its context; the others have null there."""
        for trace in traces:
            path = next((each.path for each in trace.header.sources if isinstance(each.path, str)), "")
            skipped = Skipped(path)
            scene = Scene(
                trace,
                prompt_text=self._options["system_prompt"] == "text",
                thoughts=self._options["thoughts"] == "keep",
            )
            for number, row in enumerate(self._rows(scene, skipped)):
                stream.write(encode({**row, "context": None if number else scene.context}) + b"\n")
            for each in skipped:
                report(each)


def maker(rows: Rows) -> MakeWriter:
    """What makes a view's writer of `key=value` words; raises `UsageError`."""

    def make(words: Sequence[str], ambient: Ambient, report: Report) -> ViewWriter:
        return ViewWriter(rows, parse(words, CHOICES))

    return make
