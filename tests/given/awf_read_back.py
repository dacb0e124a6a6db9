"""What a new transcript loses, found by reading it back: what the writer, which reads nothing, is held against."""

from __future__ import annotations

from collections.abc import Sequence

from steno.base.exact import BadJSON, decode, encode
from steno.base.jsonl import Line
from steno.base.time import stamp
from steno.diagnostics import Diagnostic, Place
from steno.formats.awf import losses, reader, strict, wire
from steno.formats.awf.fresh import Draft, Drafts, made_run_id, run_id
from steno.formats.awf.spelling import go
from steno.formats.awf.wire import NAME
from steno.formats.counter import LossCounter
from steno.formats.differences import format_of
from steno.formats.losses import without_a_place
from steno.model import Event, Trace
from steno.testing.fake import STILL


def read_back(traces: Sequence[Trace], spelling: str = "plain") -> list[Diagnostic]:
    """The losses, in the order in which they are reported."""
    counter = LossCounter(losses.TABLE)
    lines: list[Line] = []
    stated: list[tuple[Trace, Event, str]] = []
    for trace in traces:
        run = run_id(trace.header) or made_run_id(trace)
        for draft in Drafts(trace, counter, stamp(STILL.clock())):
            line = _line(draft, run, lines, spelling)
            if line is None:
                counter.add(losses.DEEP, "/events/*", len(draft.events))
                continue
            lines.append(line)
            blocks = len(draft.payload.get("blocks", ())) or 1
            names = [line.name] if blocks == 1 else [f"{line.name}.{index}" for index in range(blocks)]
            stated += [(trace, event, uid) for event, uid in zip(draft.events, names, strict=False)]
    _compare(traces, stated, lines, counter)
    return [*counter]


def _line(draft: Draft, run: str, lines: list[Line], spelling: str) -> Line | None:
    """The line that a reader will see; None where there is none."""
    event = wire.Event(
        seq=len(lines) + 1,
        run_id=run,
        type=draft.type,
        path=draft.path,
        iteration=draft.iteration,
        timestamp=draft.time,
        payload=strict.arranged(draft.type, draft.payload),
    )
    try:
        data = encode(event)
        if spelling == "go":
            data = go(decode(data).value)
        value = decode(data).value
    except (RecursionError, BadJSON):
        return None
    offset = lines[-1].offset + lines[-1].length if lines else 0
    return Line(len(lines) + 1, offset, len(data) + 1, value)


def _compare(
    traces: Sequence[Trace], stated: list[tuple[Trace, Event, str]], lines: list[Line], counter: LossCounter
) -> None:
    after = reader.trace_of(lines, Place(), lambda _: None)
    found = {event.uid: event for event in after.events}
    for trace, event, uid in stated:
        counter.compare(event, found[uid], own=format_of(trace, event) == NAME)
    for trace in traces:
        counter.compare_headers(trace.header, after.header)
        for code, count in without_a_place(trace.notes):
            counter.add(code, "/notes", count)
        counter.compare_code(trace)
