"""What holds of every line's envelope."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from steno.base.exact import JSON, said
from steno.base.time import parse
from steno.contracts import Finding, Rule
from steno.formats.awf import wire
from steno.formats.awf.document import Document, Row
from steno.formats.awf.examples import CHILD, PARENT, RUN, base, rule
from steno.formats.awf.spelling import is_go_time
from steno.formats.rulebook import WARNING, lines_of
from steno.formats.shapes import TEXT, Part, counted, like, one_of, required

_LARGEST = 2**64 - 1
_UUID = like(wire.is_uuid4, "a UUID of version 4")
_TIME = like(lambda value: parse(value) is not None and is_go_time(value), "an RFC 3339 time with a zone")


def rows(doc: Document) -> list[Row]:
    return doc.rows


def _envelopes(doc: Document) -> Iterator[Part]:
    return ((row.record, row.says) for row in doc.rows)


def _is_seq(value: JSON) -> bool:
    return type(value) is int and 0 <= value <= _LARGEST


# fmt: off
FIELDS: tuple[Rule, ...] = (
    rule.shape(
        "AWF001", "seq-is-a-whole-number", _envelopes,
        {"seq": required(like(_is_seq, "a whole number from 1", "integer"))},
        clause="Envelope Fields: seq", bad={"/0/seq": "1"}, page="""
        Every event has a `seq`, a whole number of up to 64 bits without a sign."""),
    rule.shape(
        "AWF005", "run-id-is-a-uuid", _envelopes, {"run_id": required(_UUID)},
        clause="Envelope Fields: run_id", bad={"/0/run_id": "run-1"}, page="""
        Every event names its run by a UUID of version 4."""),
    rule.shape(
        "AWF006", "parent-run-id-is-a-uuid", _envelopes, {"parent_run_id": _UUID},
        clause="Envelope Fields: parent_run_id", bad={"/0/parent_run_id": ""}, page="""
        `parent_run_id` is a UUID of version 4, and left out where there is no parent."""),
    rule.shape(
        "AWF007", "child-run-id-is-a-uuid", _envelopes, {"child_run_id": _UUID},
        clause="Envelope Fields: child_run_id", bad={"/6/child_run_id": "build"}, page="""
        `child_run_id` is a UUID of version 4, and left out where there is no child."""),
    rule.shape(
        "AWF008", "type-is-known", _envelopes, {"type": required(one_of(tuple(sorted(wire.TYPES))))},
        clause="Event Types", bad={"/1/type": "step.paused"}, page="""
        The `type` of an event is one of the ten known types.

        Steno reads and keeps other types; a writer must not write them."""),
    rule.shape(
        "AWF009", "path-is-text", _envelopes, {"path": required(TEXT._replace(said="text"))},
        clause="Envelope Fields: path", bad={"/1/path": 3}, page="""
        Every event has a `path`, even if it is empty."""),
    rule.shape(
        "AWF011", "iteration-counts-from-zero", _envelopes,
        {"iteration": required(counted(0, "a whole number from 0"))},
        clause="Envelope Fields: iteration", bad={"/1/iteration": -1}, page="""
        Every event has an `iteration`, a whole number from 0."""),
    rule.shape(
        "AWF012", "timestamp-names-an-instant", _envelopes, {"timestamp": required(_TIME)},
        clause="Envelope Fields: timestamp", bad={"/0/timestamp": "2026-01-31T09:00:00"}, page="""
        `timestamp` is an RFC 3339 time with a zone."""),
)
# fmt: on


def _numbered(doc: Document) -> Iterator[tuple[Row, int]]:
    return ((row, row.record["seq"]) for row in doc.rows if _is_seq(row.record.get("seq")))


@rule("AWF002", bad={"/0/seq": 0}, clause="File Properties: Ordering")
def seq_starts_at_one(doc: Document) -> Iterator[Finding]:
    """The first event of a file has the `seq` 1.

    A file that begins later has lost its beginning, or was cut out of another.
    """
    for row, seq in list(_numbered(doc))[:1]:
        if seq != 1:
            yield row.says(f"the first seq is {seq}, expected 1", "seq")


@rule("AWF003", bad={"/1/seq": 3, "/2/seq": 2}, clause="File Properties: Ordering")
def seq_grows(doc: Document) -> Iterator[Finding]:
    """The `seq` of an event is larger than that of the line above it.

    A repeated number means that a writer was restarted on the same file; numbers out of order, that two wrote at once.
    `steno convert FILE -t awf -O seq=renumber` renumbers the lines in their present order.
    """
    before: int | None = None
    for row, seq in _numbered(doc):
        if before is not None and seq <= before:
            yield row.says(f"seq is {seq} after {before}, expected a larger one", "seq")
        before = seq


@rule("AWF004", bad={"/8/seq": 10}, clause="Concurrency: no gaps")
def seq_has_no_gaps(doc: Document) -> Iterator[Finding]:
    """No number is left out between two lines: what is missing was lost on its way to the file."""
    before: int | None = None
    for row, seq in _numbered(doc):
        if before is not None and seq > before + 1:
            yield row.says(f"seq is {seq} after {before}: {seq - before - 1} missing", "seq")
        before = seq


@rule.each(rows, "AWF010", bad={"/0/path": "main"}, clause="Envelope Fields: path")
def path_of_a_run_is_empty(row: Row) -> Iterator[Finding]:
    """The events that begin and end a run belong to no step, so their `path` is empty."""
    if row.type in wire.RUN and row.record.get("path"):
        yield row.says(f"path is {said(row.record['path'])}, expected an empty text", "path")


@rule.each(rows, "AWF013", bad={"/1/payload": UNSET}, clause="Envelope Fields: payload; Payload Dispatch")
def payload_is_there(row: Row) -> Iterator[Finding]:
    """Every event has a `payload`.  The events that begin and end a run may leave it out or set it to null."""
    if "payload" not in row.record and row.type not in wire.RUN:
        yield row.says(f"payload is missing from {row.type or 'an event without a type'}", "payload")


@rule.each(rows, "AWF014", bad={"/0/host": "build-7"}, clause="Forward Compatibility", severity=WARNING)
def envelope_fields_are_known(row: Row) -> Iterator[Finding]:
    """The envelope has only the fields that AWF defines.

    Other fields come from a newer version or another program. Steno keeps them but does not interpret them.
    """
    for key in row.record:
        if key not in wire.ENVELOPE:
            yield row.says(f"unknown field {key!r}", key)


@rule("AWF015", bad={"/1/timestamp": "2026-01-31T08:00:00Z"}, clause="Envelope Fields: timestamp", severity=WARNING)
def time_goes_forward(doc: Document) -> Iterator[Finding]:
    """No event is older than the one above it.

    Clocks get set back, and a converter may join runs. Trust the order of the lines, not the times.
    """
    before = None
    for row in doc.rows:
        value = row.record.get("timestamp")
        moment = parse(value) if isinstance(value, str) else None
        if moment is not None:
            if before is not None and moment < before[0]:
                yield row.says(f"{value} is before {before[1]}, the time of the line above", "timestamp")
            before = (moment, value)


@rule("AWF016", bad=lambda: lines_of(base())[:-1] + "\r\n", clause="File Properties: Encoding")
def lines_end_in_a_line_feed(doc: Document) -> Iterator[Finding]:
    """Every line ends in a line feed and nothing else, the last one too.

    Whatever a writer appends next would end up on the same line.
    """
    for number, ending in doc.endings:
        yield Finding("", f"the line ends in {ending}, expected a line feed", number)


@rule("AWF017", bad={"/2/run_id": PARENT}, clause="Sub-Workflow Linkage", severity=WARNING)
def file_holds_one_run(doc: Document) -> Iterator[Finding]:
    """All events of a file belong to one run: a run that is called has its own file.

    Some AWF servers write the events of called runs into the caller's file. Steno reads them there.
    """
    runs = list(dict.fromkeys(row.run for row in doc.rows if row.run))
    seen = set(runs[:1])
    for row in doc.rows:
        if row.run and row.run not in seen:
            seen.add(row.run)
            yield row.says(f"the run {row.run} begins in the file of {runs[0]}", "run_id")


@rule("AWF018", bad={"/0/parent_run_id": PARENT}, clause="Sub-Workflow Linkage")
def parent_is_named_by_every_event(doc: Document) -> Iterator[Finding]:
    """Every event of a run that was called names the same parent."""
    parents: dict[str, JSON] = {}
    for row in doc.rows:
        parent = row.record.get("parent_run_id")
        if isinstance(parent, str) and parent:
            parents.setdefault(row.run, parent)
    for row in doc.rows:
        expected, parent = parents.get(row.run), row.record.get("parent_run_id")
        if expected is not None and parent != expected:
            stated = "missing" if parent is None else said(parent)
            yield row.says(f"parent_run_id is {stated}, elsewhere in the run {expected}", "parent_run_id")


_CALL = "step.call_workflow."


@rule.each(rows, "AWF019", bad={"/6/child_run_id": UNSET}, clause="Sub-Workflow Linkage")
def called_run_is_named(row: Row) -> Iterator[Finding]:
    """The events that call a workflow name its run in `child_run_id`."""
    if row.type.startswith(_CALL) and "child_run_id" not in row.record:
        yield row.says(f"child_run_id is missing from {row.type}", "child_run_id")


@rule.each(rows, "AWF020", bad={"/1/child_run_id": CHILD}, clause="Envelope Fields: child_run_id")
def only_calls_name_a_child(row: Row) -> Iterator[Finding]:
    """Only the events that call a workflow have a `child_run_id`."""
    if row.record.get("child_run_id") and not row.type.startswith(_CALL):
        yield row.says(f"child_run_id in {said(row.type)}, expected only in calls", "child_run_id")


@rule.each(rows, "AWF021", bad={"/6/child_run_id": RUN}, clause="Sub-Workflow Linkage")
def run_is_not_its_own_relative(row: Row) -> Iterator[Finding]:
    """No run is its own parent or child."""
    for key in ("parent_run_id", "child_run_id"):
        if row.run and row.record.get(key) == row.run:
            yield row.says(f"{key} is the run itself", key)
