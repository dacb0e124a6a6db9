"""Writes Forsy traces: what was read from one as it stood or as v0.1, anything else from its steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, islice
from typing import BinaryIO

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from steno.base.exact import JSON, BadJSON, decode, encode
from steno.contracts import Ambient, UsageError
from steno.diagnostics import Report
from steno.formats.differences import said
from steno.formats.forsy import layout, reader
from steno.formats.forsy.fresh import Fresh
from steno.formats.forsy.losses import Ledger, Restated, Told
from steno.formats.forsy.refill import Refill, is_own
from steno.formats.forsy.step import Reader
from steno.formats.forsy.upgrade import is_old, upgrade
from steno.formats.forsy.wire import NAME
from steno.formats.options import parse
from steno.model import Note, Origin, Trace

Object = dict[str, JSON]

CHOICES = {
    "version": ("0.1", "keep"),
    "mode": ("auto", "json", "jsonl"),
    "system_prompt": ("hash", "text"),
    "pretty": ("true", "false"),
}
"""The options with their values; the first of each is the usual one."""

_NOWHERE = Origin(0, 1, 0, 0)


def make(words: Sequence[str], ambient: Ambient, report: Report) -> ForsyWriter:
    """A writer with the options that the words ask for; raises `UsageError`."""
    return ForsyWriter(parse(words, CHOICES))


class ForsyWriter:
    def __init__(self, options: dict[str, str]) -> None:
        self._options = options

    def write(self, traces: Iterable[Trace], stream: BinaryIO, report: Report) -> None:
        """One trace as a document, several as lines; raises `UsageError` where the options ask for another thing."""
        found = iter(traces)
        head = list(islice(found, 2))
        if not head:
            raise UsageError("no trace to write")
        if len(head) > 1 and self._options["mode"] == "json":
            raise UsageError("more than one trace to write: mode=jsonl writes each as a line")
        lines = self._options["mode"] == "jsonl" or len(head) > 1 or _from_lines(head[0])
        lines = lines and self._options["mode"] != "json"
        ledger = Ledger()
        for trace in chain(head, found):
            self._write(self.document(trace, ledger), stream, lines=lines)
        for loss in ledger:
            report(loss)

    def document(self, trace: Trace, ledger: Ledger) -> Object | bytes:
        """The document that a trace becomes, or the bytes of one that is written as it stood."""
        return self._back(trace, ledger) if is_own(trace) else self._anew(trace, ledger)

    def _write(self, document: Object | bytes, stream: BinaryIO, *, lines: bool) -> None:
        if isinstance(document, bytes):
            stream.write(document + b"\n")
        elif lines or self._options["pretty"] == "false":
            stream.write(layout.line(document))
        else:
            stream.writelines(layout.indented(document))

    # What was read from a Forsy trace

    def _back(self, trace: Trace, ledger: Ledger) -> Object | bytes:
        refill, raw = Refill(trace), _raw(trace)
        document: Object | UnsetType = refill.document()
        if raw is not None and (type(document) is not dict or _same(raw, document)):
            return raw
        if type(document) is not dict:
            kept = [event.raw for event in refill.records if isinstance(event.raw, bytes)]
            return kept[0] if kept else b"" if document is UNSET else encode(document)
        ledger.upgraded = self._options["version"] != "keep" and is_old(document)
        document = upgrade(document) if ledger.upgraded else document
        own = {event.uid for event in trace.events if isinstance(event.origin, Origin) and event.raw is UNSET}
        if ledger.upgraded or raw is not None or refill.changed():
            _compare_back(trace, document, own, ledger)
        for event in trace.events:
            # What a rule derived, such as that a call was never answered, is derived again of what is written.
            if event.uid not in own and isinstance(event.origin, Origin):
                ledger.untold(event)
        return document

    # Anything else

    def _anew(self, trace: Trace, ledger: Ledger) -> Object:
        fresh = Fresh(trace, prompt_text=self._options["system_prompt"] == "text")
        written = fresh.all_steps()
        document = fresh.top(written)
        _compare(trace, fresh, document, ledger)
        return document


def _from_lines(trace: Trace) -> bool:
    return is_own(trace) and "lines" in trace.header.residue[NAME]


def _raw(trace: Trace) -> bytes | None:
    raw = trace.header.residue[NAME].get("raw")
    return raw.encode("utf-8", "surrogateescape").rstrip(b"\r\n") if isinstance(raw, str) else None


def _same(raw: bytes, document: Object) -> bool:
    try:
        return encode(decode(raw).value) == encode(document)
    except BadJSON:
        return False


def _compare_back(trace: Trace, document: Object, own: set[str], ledger: Ledger) -> None:
    """Name what a reader will find otherwise: read the document, and look."""
    after = reader.of_document(document, lines=_from_lines(trace))
    found = {event.uid: event for event in after.events}
    for event in trace.events:
        if event.uid in own:
            if event.uid in found:
                ledger.compare(trace, event, found.pop(event.uid))
            else:
                ledger.untold(event)
    for _ in found:
        ledger.retold()
    # What a rule derives of a file, such as that nothing was masked in it, is no word of the file that could be lost.
    restated, notes = Restated(said(trace.notes)), dict[object, list[Note]]()
    for note in after.notes:
        notes.setdefault(note.target, []).append(note)
    for target, listed in notes.items():
        restated.read_back(target, listed)
    restated.close(ledger)
    ledger.compare_headers(trace.header, after.header)
    ledger.compare_code(trace, after)


def _compare(trace: Trace, fresh: Fresh, document: Object, ledger: Ledger) -> None:
    """The same for a document of another origin, step by step: both need not be in memory whole."""
    after = reader.of_document({**document, "steps": []})
    author = after.header.residue[NAME]["author"]
    restated = Restated(trace.notes)
    restated.read_back(UNSET, list(after.notes))
    uids = {number: str(number) for number in fresh.numbers.values()}
    steps = Reader(author, uids)
    told = Told(trace)
    for step, written in zip(fresh.steps, document["steps"], strict=True):
        events, notes = steps.read({**written}, step.number - 1, _NOWHERE, lambda key, value: None)
        restated.read_back(str(step.number), notes)
        for old, new in zip([step.anchor, fresh.results.get(step.anchor.uid)], events, strict=False):
            if old is None:
                ledger.retold()
            else:
                told.add(old, new)
    told.close(ledger)
    restated.close(ledger)
    ledger.compare_headers(trace.header, replace(after.header, actors=steps.actors))
    ledger.compare_code(trace, after)
