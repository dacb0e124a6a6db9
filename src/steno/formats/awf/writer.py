"""Writes transcripts: what was read from one as it stood, anything else within the closed vocabularies."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO

from steno.base.exact import JSON, BadJSON, decode, encode
from steno.base.time import stamp
from steno.contracts import Ambient, Code
from steno.diagnostics import Diagnostic, Place, Report, Severity
from steno.formats.awf import losses, reader, strict, wire
from steno.formats.awf.foreseen import Foreseen, Record
from steno.formats.awf.fresh import Draft, Drafts, made_run_id, run_id
from steno.formats.awf.moved import Moved
from steno.formats.awf.refill import fill
from steno.formats.awf.spelling import go, go_time
from steno.formats.awf.wire import NAME, Payload, dispatch
from steno.formats.counter import LossCounter
from steno.formats.options import parse
from steno.formats.records import records
from steno.kit.writing import write_back
from steno.model import Event, Trace

CHOICES = {
    "spelling": ("plain", "go"),
    "seq": ("keep", "renumber"),
    "unknown": ("warn", "keep"),
}
"""The options with their values; the first of each is the usual one."""

KEPT_UNKNOWN = Code(
    "SRC110",
    "unknown-kept",
    "A transcript was written from a transcript, and holds event types, block types or fields that AWF does not "
    "define. They are kept unchanged. `unknown=keep` does the same without this message.",
    Severity.WARNING,
)
CODES: tuple[Code, ...] = (KEPT_UNKNOWN,)
"""What writing may report, apart from losses."""


def make(words: Sequence[str], ambient: Ambient, report: Report) -> AwfWriter:
    """A writer with the options that the words ask for; raises `UsageError`."""
    return AwfWriter(parse(words, CHOICES), ambient)


class AwfWriter:
    def __init__(self, options: dict[str, str], ambient: Ambient) -> None:
        self._options, self._ambient = options, ambient
        self._seq = 0

    def write(self, traces: Iterable[Trace], stream: BinaryIO, report: Report) -> None:
        """Every trace as a run of its own; the lines of all of them are numbered from 1."""
        whole = list(traces)
        counter = LossCounter(losses.TABLE)
        if whole and all(map(is_own, whole)):
            self._back(whole, stream, counter, report)
        else:
            self._anew(whole, stream, counter)
        for loss in counter:
            report(loss)

    # What was read from a transcript

    def _back(self, traces: list[Trace], stream: BinaryIO, counter: LossCounter, report: Report) -> None:
        unknown: Counter[tuple[str, str]] = Counter()
        options = self._options

        def filled(events: list[Event]) -> JSON:
            record = fill(events)
            if type(record) is not dict:
                return record
            unknown.update(_unknown(record))
            if options["seq"] == "renumber":
                record = self._renumbered(record, counter)
            if options["spelling"] == "go" and go_time(time := str(record.get("timestamp"))) != time:
                counter.add(losses.TIME, "/events/*/time", len(events))
            return record

        spell = go if options["spelling"] == "go" else encode
        joined = any(len(trace.header.sources) > 1 for trace in traces)
        out = io.BytesIO() if joined else stream
        moved = Moved(counter)
        write_back(traces, out, report, NAME, filled, spell, moved.placed)
        moved.close()
        if options["unknown"] == "warn":
            for (what, name), count in unknown.items():
                message = f"{what} {name!r} is not part of AWF; kept unchanged"
                report(Diagnostic(KEPT_UNKNOWN.code, KEPT_UNKNOWN.severity, message, count=count))
        if isinstance(out, io.BytesIO) and joined:
            stream.write(out.getvalue())
            lines = list(records(io.BytesIO(out.getvalue()), Place(), lambda _: None))
            after = reader.trace_of(lines, Place(), lambda _: None)
            for trace in traces:
                counter.compare_headers(trace.header, after.header)

    def _renumbered(self, record: dict[str, JSON], counter: LossCounter) -> dict[str, JSON]:
        self._seq += 1
        if record.get("seq") == self._seq:
            return record
        counter.add(losses.RENUMBERED, "/events/*/residue/seq")
        return {"seq": self._seq} | record | {"seq": self._seq}

    # Anything else

    def _anew(self, traces: list[Trace], stream: BinaryIO, counter: LossCounter) -> None:
        now, number = stamp(self._ambient.clock()), 1
        foreseen = Foreseen(traces, counter)
        for trace in traces:
            run = run_id(trace.header) or made_run_id(trace)
            for draft in Drafts(trace, counter, now):
                try:
                    data, record = self._line(_record(draft, run, number))
                except (RecursionError, BadJSON):
                    counter.add(losses.DEEP, "/events/*", len(draft.events))
                    continue
                stream.write(data + b"\n")
                foreseen.line(trace, draft.events, record, data)
                number += 1
        foreseen.close()

    def _line(self, record: Record) -> tuple[bytes, Record]:
        """The bytes of a line, and its record as it will be read; raises where nobody could read it."""
        if self._options["spelling"] == "plain" and not _may_nest(record["payload"]):
            try:
                # What is encoded at once is read as it is.
                return wire.line(record), record
            except UnicodeEncodeError:
                pass
        data = encode(record)
        if self._options["spelling"] == "go":
            data = go(decode(data).value)
        return data, decode(data).value


def _record(draft: Draft, run: str, number: int) -> Record:
    return {
        "seq": number,
        "run_id": run,
        "type": draft.type,
        "path": draft.path,
        "iteration": draft.iteration,
        "timestamp": draft.time,
        "payload": strict.arranged(draft.type, draft.payload),
    }


_READABLE = 100
"""How deep a value may nest so that anybody can read what was encoded, however deep the stack is already."""


def _may_nest(payload: JSON) -> bool:
    """Whether a payload nests deeper than that."""
    level = [payload]
    for _ in range(_READABLE):
        members = [holder.values() if type(holder) is dict else holder for holder in level]
        level = [each for member in members for each in member if type(each) in _HOLDERS]
        if not level:
            return False
    return True


_HOLDERS = frozenset((dict, list, tuple))


def is_own(trace: Trace) -> bool:
    """Whether a trace was read from a transcript; what was joined to it since has other sources."""
    sources = trace.header.sources
    return bool(sources) and sources[0].format == NAME


# What a transcript holds that AWF does not define


def _unknown(record: dict[str, JSON]) -> Iterator[tuple[str, str]]:
    kind: JSON = record.get("type")
    payload: JSON = record.get("payload")
    if isinstance(kind, str) and kind not in wire.TYPES:
        yield "the event type", kind
    yield from (("the envelope's field", key) for key in record if key not in wire.ENVELOPE)
    shape = dispatch(payload)
    if shape in _PAYLOADS:
        fields = _PAYLOADS[shape]
        yield from (("the payload's field", key) for key in payload if key not in fields)
    blocks = payload.get("blocks") if shape is Payload.MESSAGE else payload if shape is Payload.BLOCKS else None
    for block in blocks if isinstance(blocks, list) else ():
        if isinstance(block, dict):
            name = block.get("type")
            if isinstance(name, str) and name not in wire.BLOCKS:
                yield "the block type", name
            yield from (("the block's field", key) for key in block if key not in wire.BLOCK_FIELDS)


_PAYLOADS = {Payload.MESSAGE: wire.MESSAGE_FIELDS, Payload.TOOL: wire.TOOL_FIELDS, Payload.STEP: wire.STEP_FIELDS}
