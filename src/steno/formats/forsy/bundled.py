"""Writers that put a trace elsewhere than into a stream: into the files of a bundle, among the members of a dataset."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import BinaryIO

from msgspec.structs import replace

from steno.base.exact import JSON, decode
from steno.base.time import stamp
from steno.contracts import Ambient, MakeWriter, UsageError
from steno.diagnostics import Report
from steno.formats.counter import LossCounter
from steno.formats.forsy import bundle, layout, readme
from steno.formats.forsy.dataset import Member
from steno.formats.forsy.losses import TABLE
from steno.formats.forsy.wire import NAME
from steno.formats.forsy.writer import ForsyWriter, make
from steno.model import Trace

Object = dict[str, JSON]

_MANIFEST = "manifest"


def into_folder(folder: Path, name: str, licence: str | None) -> MakeWriter:
    """Makes a writer of the bundle `name` into an empty folder; what it writes to its stream is `trace.json`."""

    def made(words: Sequence[str], ambient: Ambient, report: Report) -> _Bundle:
        return _Bundle(make(words, ambient, report), folder, name, licence, stamp(ambient.clock()))

    return made


class _Bundle:
    def __init__(self, inner: ForsyWriter, folder: Path, name: str, licence: str | None, now: str) -> None:
        self._inner, self._folder, self._name, self._licence, self._now = inner, folder, name, licence, now

    def write(self, traces: Iterable[Trace], stream: BinaryIO, report: Report) -> None:
        found = iter(traces)
        trace = next(found, None)
        if trace is None or next(found, None) is not None:
            raise UsageError("a bundle holds exactly one trace")
        counter = LossCounter(TABLE)
        document = _document(self._inner, trace, counter)
        page = readme.page(document, trace.notes, self._licence)
        bundle.write(self._folder, document, page, self._name, self._now, stream)
        for loss in counter:
            report(loss)


def with_manifest(trace: Trace, manifest: Object) -> Trace:
    """The trace with the manifest that stood beside it, so that both are redacted as one."""
    residue = trace.header.residue
    residue = {**residue, NAME: {**residue.get(NAME, {}), _MANIFEST: manifest}}
    return replace(trace, header=replace(trace.header, residue=residue))


def _apart(trace: Trace) -> tuple[Trace, Object | None]:
    residue = trace.header.residue.get(NAME, {})
    if _MANIFEST not in residue:
        return trace, None
    rest = {key: value for key, value in residue.items() if key != _MANIFEST}
    header = replace(trace.header, residue={**trace.header.residue, NAME: rest})
    return replace(trace, header=header), residue[_MANIFEST]


def into_members(members: list[Member]) -> MakeWriter:
    """Makes a writer that adds every trace to a list; what it writes to its stream is only looked at."""

    def made(words: Sequence[str], ambient: Ambient, report: Report) -> _Members:
        return _Members(make(words, ambient, report), members)

    return made


class _Members:
    def __init__(self, inner: ForsyWriter, members: list[Member]) -> None:
        self._inner, self._members = inner, members

    def write(self, traces: Iterable[Trace], stream: BinaryIO, report: Report) -> None:
        counter = LossCounter(TABLE)
        for trace, manifest in map(_apart, traces):
            document = _document(self._inner, trace, counter)
            stream.write(layout.line(document))
            if manifest is not None:
                stream.write(layout.line(manifest))
            self._members.append(Member(document, manifest))
        for loss in counter:
            report(loss)


def _document(writer: ForsyWriter, trace: Trace, counter: LossCounter) -> Object:
    document = writer.document(trace, counter)
    value = decode(document).value if isinstance(document, bytes) and document else document
    if type(value) is not dict:
        raise UsageError("the input holds no trace that can be bundled")
    return value
