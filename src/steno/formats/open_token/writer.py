"""Writes one trace as one Open-Token document: json or ndjson, as much of it as the options ask for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO

from msgspec import Raw

from steno.base.exact import JSON, encode
from steno.base.time import stamp
from steno.contracts import Ambient, UsageError
from steno.diagnostics import Report
from steno.formats.counter import LossCounter, Restated
from steno.formats.open_token import losses
from steno.formats.open_token.contents import structured
from steno.formats.open_token.fresh import Fresh
from steno.formats.open_token.integrity import Digest
from steno.formats.open_token.layout import Layout
from steno.formats.open_token.options import Options
from steno.formats.open_token.options import parse as parse_options
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
        events: Iterable[Spelled] = _writable(script.events(counter), counter)
        if options.max_bytes is not None:
            layout, digest, events = self._fitted(script, list(events), layout, options.max_bytes, counter)
        elif script.needs_hash:
            digest = Digest(_writable(script.events(LossCounter(losses.TABLE)), LossCounter(losses.TABLE)))
        _write(script, events, layout, digest, stream, counter)
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
    events: Iterable[Spelled],
    layout: Layout,
    known: Digest | None,
    stream: BinaryIO,
    counter: LossCounter,
) -> None:
    """`known` is the hash of the events before they were cut, where it was needed."""
    top, footer = script.top(known, counter)
    if script.seals_first:
        events = list(events)
        top, footer = script.sealed(top, footer, Digest(events), counter)
    digest, between, empty = Digest(), b"", True
    own_spelling = isinstance(script, Fresh)
    add = digest.add_own if own_spelling else digest.add
    for event in map(_packed, events) if own_spelling else events:
        if empty:
            stream.write(layout.opening(top, empty=False))
            empty = False
        stream.write(between)
        stream.write(layout.event(event))
        add(event)
        between = layout.between
    if empty:
        stream.write(layout.opening(top, empty=True))
    if not script.seals_first:
        top, footer = script.sealed(top, footer, digest, counter)
    stream.write(layout.closing(top, footer, empty=empty))


def _packed(event: Spelled) -> Spelled:
    """The event with a long text encoded once, for the document and for its hash."""
    text = event["content"].get("text")
    if text is None or len(text) < _LONG or not text.isascii():
        return event
    return {**event, "content": {**event["content"], "text": Raw(encode(text))}}


_LONG = 1000


def _frame(script: Script, layout: Layout, digest: Digest, *, empty: bool) -> int:
    """The size of everything but the events."""
    ignored = LossCounter(losses.TABLE)
    top, footer = script.sealed(*script.top(digest, ignored), digest, ignored)
    return len(layout.opening(top, empty=empty)) + len(layout.closing(top, footer, empty=empty))


def _size(script: Script, events: list[Spelled], layout: Layout, digest: Digest) -> int:
    between = len(layout.between) * max(0, len(events) - 1)
    return _frame(script, layout, digest, empty=not events) + between + sum(len(layout.event(each)) for each in events)


def _writable(events: Iterator[Spelled], counter: LossCounter) -> Iterator[Spelled]:
    """The events, without content that is nested so deep that no encoder can write it."""
    for event in events:
        if _too_deep(event.get("content")):
            counter.add(losses.BODY, "/events/*/body")
            event = {**event, "content": structured({"omitted": "nesting"})}
        yield event


def _too_deep(content: JSON) -> bool:
    """Plain contents are not even looked at."""
    data = content.get("data") if type(content) is dict else None
    if type(data) is not dict and type(data) is not list:
        return False
    level, depth = [data], 0
    while level:
        depth += 1
        if depth > _DEEPEST:
            return True
        level = [
            part
            for whole in level
            for part in (whole.values() if type(whole) is dict else whole)
            if type(part) is dict or type(part) is list
        ]
    return False


_DEEPEST = 800
"""The decoder gives up at about a thousand levels; what comes near it must survive a few more around it."""


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
