"""An agent that writes what another one writes, elsewhere: its sessions are told by their place alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, BinaryIO

from msgspec.structs import replace

from steno.agents.contract import Agent
from steno.contracts import Ambient, Format, Writer
from steno.diagnostics import Place, Report
from steno.kit.places import Kept

if TYPE_CHECKING:
    from steno.model import Trace
    from steno.sources import Places


def twin(of: Agent, name: str, title: str, places: Kept, *, verified: int = 0, writes: bool = True) -> Agent:
    """An agent that is another in all but its name and the place of its sessions.

    A file that lies elsewhere is taken for the other's: list the twin after it.  `writes` is as with the other.
    """
    if of.format is None:
        raise ValueError(f"nobody reads the logs of {of.name}")
    same = _Same(of.format, name)
    parts = {**of.format.parts, "reader": same}
    parts.pop("writer", None)
    if writes:
        parts["writer"] = same.make
    summary = f"reads what {of.title} writes, in the places of {title}; writes back what was read from such a file"
    format = Format(name, f"{title} session", parts, summary, letters=of.format.letters, holds=of.format.holds)  # type: ignore[arg-type]
    return replace(
        of,
        name=name,
        title=title,
        format=format,
        places=lambda: _places(of, places.of(name)),
        verified=verified,
        like=of.name,
        hooks=None,  # those of the other are installed in its own folder
        own=None,
        resume="",
        skills=None,
        plugin=None,
    )


def _places(of: Agent, own: Places) -> Places:
    """The twin's own folders; what lies around a session there is what lies around the other's."""
    other = of.places() if of.places is not None else own
    return replace(other, roots=own.roots, discover=own.discover, runs=own.runs)


class _Same:
    """Reads and writes back the records of another agent's format under a name of its own."""

    def __init__(self, format: Format, name: str) -> None:
        self._format, self._name = format, name

    def read(self, stream: BinaryIO, place: Place, report: Report) -> Iterator[Trace]:
        if self._format.reader is not None:
            found = self._format.reader.read(stream, place, report)
            yield from (_renamed(trace, self._format.name, self._name) for trace in found)

    def make(self, words: Sequence[str], ambient: Ambient, report: Report) -> Writer:
        make = self._format.writer
        if make is None:
            raise ValueError(f"nobody writes {self._format.name}")
        return _Back(make(words, ambient, report), self._name, self._format.name)


class _Back:
    def __init__(self, writer: Writer, name: str, other: str) -> None:
        self._writer, self._name, self._other = writer, name, other

    def write(self, traces: Iterable[Trace], stream: BinaryIO, report: Report) -> None:
        self._writer.write((_renamed(each, self._name, self._other) for each in traces), stream, report)


def _renamed(trace: Trace, name: str, other: str) -> Trace:
    header = trace.header
    sources = tuple(replace(each, format=other) if each.format == name else each for each in header.sources)
    agent = other if header.agent == name else header.agent
    return replace(trace, header=replace(header, sources=sources, agent=agent))
