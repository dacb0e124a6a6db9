"""Writes OpenTraces records: what was read from one as it stood or as another version, all else from its events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO

from msgspec import UNSET

from steno.base.exact import JSON, encode, encoded, spells
from steno.contracts import Ambient
from steno.diagnostics import Report
from steno.formats.counter import LossCounter, Restated
from steno.formats.differences import said
from steno.formats.losses import RESPELLED
from steno.formats.opentraces import hashes, reader
from steno.formats.opentraces.carried import count_whole
from steno.formats.opentraces.fresh import Fresh, Shared
from steno.formats.opentraces.losses import CONVERTED, NO_STEP, SEALED, TABLE
from steno.formats.opentraces.refill import is_own, record_of
from steno.formats.opentraces.shapes import LATEST
from steno.formats.opentraces.steps import Draft, Drafts
from steno.formats.opentraces.versions import moved
from steno.formats.opentraces.wire import NAME, OWN, WRITTEN, Object, Unfit
from steno.formats.options import parse
from steno.model import Event, Note, Origin, Trace

CHOICES = {
    "version": (*WRITTEN, "keep"),
    "subagents": ("inline", "linked"),
    "beside": ("keep", "drop"),
}
"""The options with their values; the first of each is the usual one."""


def make(words: Sequence[str], ambient: Ambient, report: Report) -> OpenTracesWriter:
    """A writer with the options that the words ask for; raises `UsageError`."""
    return OpenTracesWriter(parse(words, CHOICES))


class OpenTracesWriter:
    def __init__(self, options: dict[str, str]) -> None:
        self._options = options

    def write(self, traces: Iterable[Trace], stream: BinaryIO, report: Report) -> None:
        """Every session as a line of its own."""
        counter = LossCounter(TABLE)
        for trace in traces:
            for piece in self.lines(trace, counter):
                stream.write(piece)
        for loss in counter:
            report(loss)

    def lines(self, trace: Trace, counter: LossCounter) -> Iterator[bytes]:
        """The lines that a trace becomes, in pieces: one line, and one for each run that has a record of its own."""
        if is_own(trace):
            yield self._back(trace, counter)
            yield b"\n"
        else:
            yield from self._anew(trace, counter)

    # What was read from a record

    def _back(self, trace: Trace, counter: LossCounter) -> bytes:
        raw, stated = _raw(trace), record_of(trace)
        if type(stated) is not dict:
            return raw if raw is not None else b"" if stated is UNSET else encode(stated)
        record, version = stated, self._options["version"]
        converted = version != "keep" and stated.get("schema_version") != WRITTEN[version]
        if converted:
            record = moved(stated, version)
        if record is not stated or "redacted" in trace.facts:
            record = _sealed(record)
        if raw is not None and spells(raw, record):
            return raw
        _compare_back(trace, record, counter, converted=converted)
        return encode(record)

    # Anything else

    def _anew(self, trace: Trace, counter: LossCounter) -> Iterator[bytes]:
        version = self._options["version"]
        schema = WRITTEN.get(version, f"0.{LATEST}.0")
        drafts = Drafts(trace, beside=self._options["beside"] == "keep")
        for why, count in drafts.left_out.items():
            counter.add(why, "/events/*", count)
        shared = Shared.of(trace, drafts, schema)
        parts = list(self._parts(shared))
        parent: Object = {"session_id": parts[0].session, "trace_id": parts[0].trace_id}
        for part in parts:
            record = part.record(None if part is parts[0] else parent)
            yield from encoded(record, hashes.APART)
            yield b"\n"
            carried = part.carried(record, counter)
            if part is parts[0]:
                count_whole(trace, record, carried, counter)

    def _parts(self, shared: Shared) -> Iterator[Fresh]:
        """The session's own record first."""
        drafts = shared.drafts
        if self._options["subagents"] == "inline":
            yield Fresh(shared, drafts.steps, drafts.beside)
            return
        steps: dict[str | None, list[Draft]] = {None: []}
        for draft in drafts.steps:
            steps.setdefault(draft.run, []).append(draft)
        beside: dict[str | None, list[Event]] = {}
        for event in drafts.beside:
            # What is said of a run that says nothing itself stays with the session.
            run = drafts.run(event)
            beside.setdefault(run if run in steps else None, []).append(event)
        for run, listed in steps.items():
            yield Fresh(shared, listed, beside.get(run, []), run=run, alone=True)


def _raw(trace: Trace) -> bytes | None:
    """The bytes of a line that its values do not say."""
    raw = trace.header.residue[NAME].get("raw")
    if isinstance(raw, str):
        return raw.encode("utf-8", "surrogateescape").rstrip(b"\r\n")
    first = trace.events[0].raw if trace.events else UNSET
    return first.rstrip(b"\r\n") if isinstance(first, bytes) else None


def _sealed(record: Object) -> Object:
    """A record that was changed, with the hashes of what it says now."""
    found = {**record}
    metadata: JSON = found.get("metadata")
    own = metadata.get(OWN) if type(metadata) is dict else None
    try:
        if type(own) is dict and "hash" in own:
            found["metadata"] = {**metadata, OWN: {**own, "hash": hashes.stable_hash(found)}}
        if type(found.get("content_hash")) is str:
            found["content_hash"] = hashes.content_hash(found)
    except Unfit:
        # The package would reject it: what it says of itself stands as it was, and the rules speak of both.
        pass
    return found


def _compare_back(trace: Trace, record: Object, counter: LossCounter, *, converted: bool) -> None:
    """The same for the record that the trace was read from."""
    after = reader.of_record(record)
    found = {event.uid: event for event in after.events}
    for event in trace.events:
        if isinstance(event.origin, Origin) and event.uid in found:
            counter.compare(event, found.pop(event.uid), own=True)
        elif isinstance(event.origin, Origin):
            counter.add(NO_STEP, "/events/*")
    if found:
        counter.add(NO_STEP, "/events/+", len(found))
    residue = CONVERTED if converted else RESPELLED if "raw" in trace.header.residue[NAME] else SEALED
    counter.compare_headers(trace.header, after.header, residue)
    # What a rule derives of a record, such as that nothing was masked in it, is no word of the record.
    _compare_rest(trace, said(trace.notes), after, counter)


def _compare_rest(trace: Trace, notes: Iterable[Note], after: Trace, counter: LossCounter) -> None:
    restated = Restated(notes)
    restated.read_back(after.notes)
    counter.restated(restated)
    counter.compare_code(trace, after)
