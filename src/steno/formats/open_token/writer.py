"""Writes one trace as one Open-Token document: json or ndjson, as much of it as the options ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, BinaryIO

from steno.base.exact import JSON
from steno.base.time import stamp
from steno.contracts import Ambient, UsageError
from steno.diagnostics import Report
from steno.formats.counter import LossCounter, Restated
from steno.formats.open_token import losses
from steno.formats.open_token.fresh import Fresh
from steno.formats.open_token.integrity import Digest
from steno.formats.open_token.layout import Layout
from steno.formats.open_token.nesting import writable
from steno.formats.open_token.options import Options
from steno.formats.open_token.options import parse as parse_options
from steno.formats.open_token.page import Page
from steno.formats.open_token.wire import MODES, NAME
from steno.model import Derivation, Note, Trace
from steno.model.ledger import NOTE

if TYPE_CHECKING:
    from steno.formats.open_token.own import Own

    Script = Fresh | Own
    """What a document says, before it is bytes."""

Spelled = dict[str, JSON]


def make(words: Sequence[str], ambient: Ambient, report: Report) -> OpenTokenWriter:
    """A writer with the options that the words ask for; raises `UsageError`."""
    return OpenTokenWriter(parse_options(words, report), ambient)


class OpenTokenWriter:
    def __init__(self, options: Options, ambient: Ambient) -> None:
        self._options, self._ambient = options, ambient

    def write(self, traces: Iterable[Trace], stream: BinaryIO, report: Report) -> None:
        """Raises `UsageError` where there is not exactly one trace, or it does not fit into `max_bytes`."""
        trace = _only(traces)
        options, counter = self._options, LossCounter(losses.TABLE)
        redaction = _redaction(trace)
        _compare(trace, redaction, counter)
        if is_own(trace):
            from steno.formats.open_token.own import Own  # costs start-up, and most traces were read elsewhere

            options = options.of_an_export()
            script: Script = Own(trace, options, redaction, stamp(self._ambient.clock()))
        else:
            script = Fresh(trace, options, redaction, stamp(self._ambient.clock()))
        layout = Layout(options.mode, pretty=options.pretty is not False)
        digest: Digest | None = None
        if options.max_bytes is not None:
            fitting = list(writable(script.events(counter), counter))
            layout, digest, fitting = self._fitted(script, fitting, layout, options.max_bytes, counter)
            _write(script, fitting, layout, digest, stream, counter)
        else:
            if script.needs_hash:
                digest = Digest(writable(script.events(LossCounter(losses.TABLE)), LossCounter(losses.TABLE)))
            _write(script, None, layout, digest, stream, counter)
        for loss in counter:
            report(loss)

    def _fitted(
        self, script: Script, events: list[Spelled], layout: Layout, limit: int, counter: LossCounter
    ) -> tuple[Layout, Digest, list[Spelled]]:
        """The events as they fit, how to lay them out, and the hash of all of them before they were cut."""
        digest = Digest(events)
        if layout.pretty and self._options.pretty is None and _size(script, events, layout, digest) > limit:
            layout = Layout(layout.mode, pretty=False)
        if _size(script, events, layout, digest) > limit:
            from steno.formats.open_token.truncate import Fitting  # costs start-up, and most documents fit

            script.changed = True
            exporter = script.exporter()
            frame = _frame(script, layout, digest, empty=False)
            fitting = Fitting(events, frame, len(layout.between), lambda event: len(layout.event(event)), exporter)
            events = fitting.fit(limit, counter, drop=self._options.drop)
        return layout, digest, events


def is_own(trace: Trace) -> bool:
    """Whether everything observed in a trace was observed in Open-Token."""
    sources = trace.header.sources
    return NAME in trace.header.residue and bool(sources) and all(source.format == NAME for source in sources)


def _only(traces: Iterable[Trace]) -> Trace:
    found = iter(traces)
    trace = next(found, None)
    if trace is None:
        raise UsageError("no trace to write: an Open-Token document holds exactly one conversation")
    if next(found, None) is not None:
        raise UsageError("more than one trace to write: an Open-Token document holds exactly one conversation")
    return trace


def _write(
    script: Script,
    fitted: list[Spelled] | None,
    layout: Layout,
    known: Digest | None,
    stream: BinaryIO,
    counter: LossCounter,
) -> None:
    """`fitted` are the events where they had to be made to fit, and `known` is the hash of the events before that,
    where it was needed.
    """
    top, footer = script.top(known, counter)
    digest = Digest()
    write: Callable[[Iterator[Any]], None]
    if fitted is None and isinstance(script, Fresh):
        found: Iterator[Any] = script.rows(counter)
        write = Page(layout, digest, stream, counter).write
    else:
        events = writable(script.events(counter), counter) if fitted is None else fitted
        if script.seals_first:
            events = list(events)
            top, footer = script.sealed(top, footer, Digest(events), counter)
        found = iter(events)
        write = partial(_write_each, layout, digest, stream)
    first = list(islice(found, 1))
    empty = not first
    stream.write(layout.opening(top, empty=empty))
    if first:
        write(chain(first, found))
    if not script.seals_first:
        top, footer = script.sealed(top, footer, digest, counter)
    stream.write(layout.closing(top, footer, empty=empty))


def _write_each(layout: Layout, digest: Digest, stream: BinaryIO, events: Iterator[Spelled]) -> None:
    between = b""
    for event in events:
        stream.write(between + layout.event(event))
        digest.add(event)
        between = layout.between


def _frame(script: Script, layout: Layout, digest: Digest, *, empty: bool) -> int:
    """The size of everything but the events."""
    ignored = LossCounter(losses.TABLE)
    top, footer = script.sealed(*script.top(digest, ignored), digest, ignored)
    return len(layout.opening(top, empty=empty)) + len(layout.closing(top, footer, empty=empty))


def _size(script: Script, events: list[Spelled], layout: Layout, digest: Digest) -> int:
    between = len(layout.between) * max(0, len(events) - 1)
    return _frame(script, layout, digest, empty=not events) + between + sum(len(layout.event(each)) for each in events)


def _redaction(trace: Trace) -> JSON | None:
    """What the document says of its redaction."""
    notes = [note.value for note in trace.notes if _is_redaction(note)]
    if len(notes) < 2:
        return notes[0] if notes else None
    reached = max((MODES.index(value["mode"]) for value in notes if value["mode"] in MODES), default=None)
    said = chain.from_iterable(value["notes"] for value in notes if type(value.get("notes")) is list)
    mode = MODES[reached] if reached is not None else notes[-1]["mode"]
    return {**notes[-1], "mode": mode, "notes": list({each: None for each in said if type(each) is str})}


def _is_redaction(note: Note) -> bool:
    return note.key == NOTE and type(note.value) is dict and type(note.value.get("mode")) is str


def _compare(trace: Trace, redaction: JSON | None, counter: LossCounter) -> None:
    """Count the notes and the code that will not be read back."""
    restated = Restated(trace.notes)
    if redaction is not None:
        restated.read_back([Note(author=Derivation(f"redact/{redaction['mode']}"), key=NOTE, value=redaction)])
    counter.restated(restated)
    counter.compare_code(trace)
