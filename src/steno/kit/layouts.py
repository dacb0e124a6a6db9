"""One agent whose logs come in several layouts, each with a table: an older and a newer one, a file and a database."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import BinaryIO

from msgspec.structs import replace

from steno.base.exact import JSON
from steno.base.files import ahead, peek
from steno.contracts import Ambient, Format, MakeWriter, UsageError, Writer
from steno.diagnostics import Place, Report
from steno.model import Trace

_HEAD = 1 << 16


class Layouts:
    """The formats of all layouts as one: a file is read by the first that knows it, and written back by the same."""

    def __init__(self, name: str, every: Mapping[str, Format]) -> None:
        self._name, self._every = name, every

    @property
    def looks_beside(self) -> bool:
        """Whether a session is read from more than one file, in any layout."""
        return any(getattr(each.reader, "looks_beside", False) for each in self._every.values())

    def sniff(self, head: bytes) -> bool:
        return self._known(head) is not None

    def _known(self, head: bytes) -> str | None:
        return next((key for key, each in self._every.items() if each.sniff is not None and each.sniff(head)), None)

    def read(self, stream: BinaryIO, place: Place, report: Report) -> Iterator[Trace]:
        """By the layout that the beginning tells, or by the first one where nothing tells it."""
        stream = ahead(stream, _HEAD)
        layout = self._known(peek(stream, _HEAD)) or next(iter(self._every))
        reader = self._every[layout].reader
        for trace in reader.read(stream, place, report) if reader is not None else ():
            sources = tuple(replace(each, layout=layout) for each in trace.header.sources)
            yield replace(trace, header=replace(trace.header, sources=sources))

    def count(self, trace: Trace) -> Mapping[str, JSON]:
        count: Callable[[Trace], Mapping[str, JSON]] | None = self._of(trace).count
        return {} if count is None else count(trace)

    def _of(self, trace: Trace) -> Format:
        layout = trace.header.sources[0].layout if trace.header.sources else None
        return self._every[layout if layout in self._every else next(iter(self._every))]  # type: ignore[index]

    def make(self, words: Sequence[str], ambient: Ambient, report: Report) -> Writer:
        if words:
            raise UsageError(f"{self._name} has no options, got {words[0]!r}")
        return _Written(self._name, self._of, ambient)


class _Written:
    def __init__(self, name: str, of: Callable[[Trace], Format], ambient: Ambient) -> None:
        self._name, self._of, self._ambient = name, of, ambient

    def write(self, traces: Iterable[Trace], stream: BinaryIO, report: Report) -> None:
        for trace in traces:
            make: MakeWriter | None = self._of(trace).writer
            if make is None:
                raise UsageError(f"Steno reads this layout of {self._name} but does not write it")
            make((), self._ambient, report).write([trace], stream, report)
