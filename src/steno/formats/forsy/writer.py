"""Writes Forsy traces: what was read from one as it stood or as v0.1, anything else from its steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, islice
from typing import BinaryIO

from msgspec import UNSET, UnsetType

from steno.base.exact import JSON, encode, spells
from steno.contracts import Ambient, UsageError
from steno.diagnostics import Report
from steno.formats.counter import LossCounter
from steno.formats.forsy import layout
from steno.formats.forsy.fresh import Fresh
from steno.formats.forsy.losses import TABLE
from steno.formats.forsy.readback import compare_back, count, leave_out
from steno.formats.forsy.refill import Refill, is_own
from steno.formats.forsy.upgrade import is_old, upgrade
from steno.formats.forsy.wire import NAME
from steno.formats.options import parse
from steno.model import Origin, Trace

Object = dict[str, JSON]

CHOICES = {
    "version": ("0.1", "keep"),
    "mode": ("auto", "json", "jsonl"),
    "system_prompt": ("hash", "text"),
    "pretty": ("true", "false"),
}
"""The options with their values; the first of each is the usual one."""


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
        counter = LossCounter(TABLE)
        for trace in chain(head, found):
            self._write(self.document(trace, counter), stream, lines=lines)
        for loss in counter:
            report(loss)

    def document(self, trace: Trace, counter: LossCounter) -> Object | bytes:
        """The document that a trace becomes, or the bytes of one that is written as it stood."""
        return self._back(trace, counter) if is_own(trace) else self._anew(trace, counter)

    def _write(self, document: Object | bytes, stream: BinaryIO, *, lines: bool) -> None:
        if isinstance(document, bytes):
            stream.write(document + b"\n")
        elif lines or self._options["pretty"] == "false":
            stream.write(layout.line(document))
        else:
            stream.writelines(layout.indented(document))

    # What was read from a Forsy trace

    def _back(self, trace: Trace, counter: LossCounter) -> Object | bytes:
        refill, raw = Refill(trace), _raw(trace)
        document: Object | UnsetType = refill.document()
        if raw is not None and (type(document) is not dict or spells(raw, document)):
            return raw
        if type(document) is not dict:
            kept = [event.raw for event in refill.records if isinstance(event.raw, bytes)]
            return kept[0] if kept else b"" if document is UNSET else encode(document)
        upgraded = self._options["version"] != "keep" and is_old(document)
        document = upgrade(document) if upgraded else document
        own = {event.uid for event in trace.events if isinstance(event.origin, Origin) and event.raw is UNSET}
        if upgraded or raw is not None or refill.changed():
            compare_back(trace, document, own, counter, lines=_from_lines(trace), upgraded=upgraded)
        for event in trace.events:
            # What a rule derived, such as that a call was never answered, is derived again of what is written.
            if event.uid not in own and isinstance(event.origin, Origin):
                leave_out(event, counter)
        return document

    # Anything else

    def _anew(self, trace: Trace, counter: LossCounter) -> Object:
        fresh = Fresh(trace, prompt_text=self._options["system_prompt"] == "text")
        written = fresh.all_steps()
        document = fresh.top(written)
        count(trace, fresh, document, counter)
        return document


def _from_lines(trace: Trace) -> bool:
    return is_own(trace) and "lines" in trace.header.residue[NAME]


def _raw(trace: Trace) -> bytes | None:
    raw = trace.header.residue[NAME].get("raw")
    return raw.encode("utf-8", "surrogateescape").rstrip(b"\r\n") if isinstance(raw, str) else None
