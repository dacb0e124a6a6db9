"""What holds of every line's envelope."""

from __future__ import annotations

from collections.abc import Iterator

from steno.base.exact import JSON, said
from steno.base.time import parse
from steno.contracts import Finding, Rule, rule
from steno.diagnostics import Severity
from steno.formats.awf import wire
from steno.formats.awf.document import Document, Row
from steno.formats.awf.examples import CHILD, PARENT, RUN, completed, event, started, without
from steno.formats.awf.spelling import is_go_time

_LARGEST = 2**64 - 1
_CALL = "step.call_workflow.started"
_CALLING = {"name": "build", "kind": "call_workflow"}


def _is_seq(value: JSON) -> bool:
    return type(value) is int and 0 <= value <= _LARGEST


def _numbered(doc: Document) -> Iterator[tuple[Row, int]]:
    return ((row, row.record["seq"]) for row in doc.rows if _is_seq(row.record.get("seq")))


@rule("AWF001", good=started(1), bad=started("1"), clause="Envelope Fields: seq")
def seq_is_a_whole_number(doc: Document) -> Iterator[Finding]:
    """Every event has a `seq`, a whole number of up to 64 bits without a sign."""
    for row in doc.rows:
        if not _is_seq(row.record.get("seq")):
            stated = said(row.record["seq"]) if "seq" in row.record else "missing"
            yield Finding("/seq", f"seq is {stated}, expected a whole number from 1", row.number)


@rule("AWF002", good=started(1), bad=started(7), clause="File Properties: Ordering")
def seq_starts_at_one(doc: Document) -> Iterator[Finding]:
    """The first event of a file has the `seq` 1.

    A file that begins later has lost its beginning, or was cut out of another.
    """
    for row, seq in list(_numbered(doc))[:1]:
        if seq != 1:
            yield Finding("/seq", f"the first seq is {seq}, expected 1", row.number)


@rule("AWF003", good=started(1) + completed(2), bad=started(2) + completed(1), clause="File Properties: Ordering")
def seq_grows(doc: Document) -> Iterator[Finding]:
    """The `seq` of an event is larger than that of the line above it.

    A number that comes again means that a writer was started anew on the same file; disorder, that two wrote at once.
    `steno convert FILE -t awf -O seq=renumber` numbers the lines as they stand.
    """
    before: int | None = None
    for row, seq in _numbered(doc):
        if before is not None and seq <= before:
            yield Finding("/seq", f"seq is {seq} after {before}, expected a larger one", row.number)
        before = seq


@rule("AWF004", good=started(1) + completed(2), bad=started(1) + completed(3), clause="Concurrency: no gaps")
def seq_has_no_gaps(doc: Document) -> Iterator[Finding]:
    """No number is left out between two lines: what is missing was lost on its way to the file."""
    before: int | None = None
    for row, seq in _numbered(doc):
        if before is not None and seq > before + 1:
            yield Finding("/seq", f"seq is {seq} after {before}: {seq - before - 1} missing", row.number)
        before = seq


def _id(row: Row, key: str) -> Iterator[Finding]:
    value = row.record.get(key)
    if not wire.is_uuid4(value):
        stated = said(value) if key in row.record else "missing"
        yield Finding(f"/{key}", f"{key} is {stated}, expected a UUID of version 4", row.number)


@rule("AWF005", good=started(), bad=started(run_id="run-1"), clause="Envelope Fields: run_id")
def run_id_is_a_uuid(doc: Document) -> Iterator[Finding]:
    """Every event names its run by a UUID of version 4."""
    for row in doc.rows:
        yield from _id(row, "run_id")


@rule(
    "AWF006", good=started(parent_run_id=PARENT), bad=started(parent_run_id=""), clause="Envelope Fields: parent_run_id"
)
def parent_run_id_is_a_uuid(doc: Document) -> Iterator[Finding]:
    """`parent_run_id` is a UUID of version 4, and left out where there is no parent."""
    for row in doc.rows:
        if "parent_run_id" in row.record:
            yield from _id(row, "parent_run_id")


@rule(
    "AWF007",
    good=event(_CALL, _CALLING, path="build", child_run_id=CHILD),
    bad=event(_CALL, _CALLING, path="build", child_run_id="build"),
    clause="Envelope Fields: child_run_id",
)
def child_run_id_is_a_uuid(doc: Document) -> Iterator[Finding]:
    """`child_run_id` is a UUID of version 4, and left out where there is no child."""
    for row in doc.rows:
        if "child_run_id" in row.record:
            yield from _id(row, "child_run_id")


@rule("AWF008", good=started(), bad=event("step.paused", {"name": "a", "kind": "agent"}), clause="Event Types")
def type_is_known(doc: Document) -> Iterator[Finding]:
    """The `type` of an event is one of the ten that there are.

    Steno reads others and keeps them; a writer may not write them.
    """
    for row in doc.rows:
        if row.type not in wire.TYPES:
            stated = said(row.record["type"]) if "type" in row.record else "missing"
            yield Finding("/type", f"type is {stated}, expected one of {', '.join(sorted(wire.TYPES))}", row.number)


@rule("AWF009", good=started(), bad=without(started(), "path"), clause="Envelope Fields: path")
def path_is_text(doc: Document) -> Iterator[Finding]:
    """Every event has a `path`, if an empty one."""
    for row in doc.rows:
        if not isinstance(row.record.get("path"), str):
            stated = said(row.record["path"]) if "path" in row.record else "missing"
            yield Finding("/path", f"path is {stated}, expected text", row.number)


@rule(
    "AWF010", good=event("run.started", None), bad=event("run.started", None, path="main"),
    clause="Envelope Fields: path",
)  # fmt: skip
def path_of_a_run_is_empty(doc: Document) -> Iterator[Finding]:
    """The events that begin and end a run stand in no step: their `path` is empty."""
    for row in doc.rows:
        if row.type in wire.RUN and row.record.get("path"):
            yield Finding("/path", f"path is {said(row.record['path'])}, expected an empty text", row.number)


@rule("AWF011", good=started(iteration=2), bad=started(iteration=-1), clause="Envelope Fields: iteration")
def iteration_counts_from_zero(doc: Document) -> Iterator[Finding]:
    """Every event has an `iteration`, a whole number from 0."""
    for row in doc.rows:
        value = row.record.get("iteration")
        if type(value) is not int or value < 0:
            stated = said(value) if "iteration" in row.record else "missing"
            yield Finding("/iteration", f"iteration is {stated}, expected a whole number from 0", row.number)


@rule("AWF012", good=started(), bad=started(timestamp="2026-01-31T09:00:00"), clause="Envelope Fields: timestamp")
def timestamp_names_an_instant(doc: Document) -> Iterator[Finding]:
    """`timestamp` is an RFC 3339 time with a zone."""
    for row in doc.rows:
        value = row.record.get("timestamp")
        if not isinstance(value, str) or parse(value) is None or not is_go_time(value):
            stated = said(value) if "timestamp" in row.record else "missing"
            yield Finding("/timestamp", f"timestamp is {stated}, expected an RFC 3339 time with a zone", row.number)


@rule("AWF013", good=without(event("run.started", None), "payload"), bad=without(started(), "payload"),
      clause="Envelope Fields: payload; Payload Dispatch")  # fmt: skip
def payload_is_there(doc: Document) -> Iterator[Finding]:
    """Every event has a `payload`.  The events that begin and end a run may leave it out, or say null."""
    for row in doc.rows:
        if "payload" not in row.record and row.type not in wire.RUN:
            yield Finding("/payload", f"payload is missing from {row.type or 'an event without a type'}", row.number)


@rule("AWF014", good=started(), bad=started(host="build-7"), clause="Forward Compatibility", severity=Severity.WARNING)
def envelope_fields_are_known(doc: Document) -> Iterator[Finding]:
    """The envelope has no fields but its own.

    Others come from a newer version or another program. They are kept, and not understood.
    """
    for row in doc.rows:
        for key in row.record:
            if key not in wire.ENVELOPE:
                yield Finding(f"/{key}", f"the field {key!r} is not known", row.number)


@rule(
    "AWF015",
    good=started(1) + completed(2),
    bad=started(1) + completed(2, timestamp="2026-01-31T08:00:00Z"),
    clause="Envelope Fields: timestamp",
    severity=Severity.WARNING,
)
def time_goes_forward(doc: Document) -> Iterator[Finding]:
    """No event is older than the one above it.

    Clocks are set, and a converter may put runs together. The order of lines is the order of events, and times are not.
    """
    before = None
    for row in doc.rows:
        value = row.record.get("timestamp")
        moment = parse(value) if isinstance(value, str) else None
        if moment is not None:
            if before is not None and moment < before[0]:
                yield Finding("/timestamp", f"{value} is before {before[1]}, the time of the line above", row.number)
            before = (moment, value)


@rule("AWF016", good=started(), bad=started().replace("\n", "\r\n"), clause="File Properties: Encoding")
def lines_end_in_a_line_feed(doc: Document) -> Iterator[Finding]:
    """Every line ends in a line feed and nothing else, the last one too.

    What a writer appends to a line without an end is glued to it.
    """
    for number, ending in doc.endings:
        yield Finding("", f"the line ends in {ending}, expected a line feed", number)


@rule(
    "AWF017",
    good=started(1) + completed(2),
    bad=started(1) + completed(2, run_id=CHILD),
    clause="Sub-Workflow Linkage",
    severity=Severity.WARNING,
)
def file_holds_one_run(doc: Document) -> Iterator[Finding]:
    """All events of a file are of one run: a run that is called has a file of its own.

    Some servers of AWF write the events of called runs into the caller's file. Steno reads them there.
    """
    runs = list(dict.fromkeys(row.run for row in doc.rows if row.run))
    seen = set(runs[:1])
    for row in doc.rows:
        if row.run and row.run not in seen:
            seen.add(row.run)
            yield Finding("/run_id", f"the run {row.run} begins in the file of {runs[0]}", row.number)


@rule(
    "AWF018",
    good=started(1, parent_run_id=PARENT) + completed(2, parent_run_id=PARENT),
    bad=started(1, parent_run_id=PARENT) + completed(2),
    clause="Sub-Workflow Linkage",
)
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
            yield Finding("/parent_run_id", f"parent_run_id is {stated}, elsewhere in the run {expected}", row.number)


@rule(
    "AWF019",
    good=event(_CALL, _CALLING, path="build", child_run_id=CHILD),
    bad=event(_CALL, _CALLING, path="build"),
    clause="Sub-Workflow Linkage",
)
def called_run_is_named(doc: Document) -> Iterator[Finding]:
    """The events that call a workflow name the run that it is: `child_run_id`."""
    for row in doc.rows:
        if row.type.startswith("step.call_workflow.") and "child_run_id" not in row.record:
            yield Finding("/child_run_id", f"child_run_id is missing from {row.type}", row.number)


@rule("AWF020", good=started(), bad=started(child_run_id=CHILD), clause="Envelope Fields: child_run_id")
def only_calls_name_a_child(doc: Document) -> Iterator[Finding]:
    """Only the events that call a workflow have a `child_run_id`."""
    for row in doc.rows:
        if row.record.get("child_run_id") and not row.type.startswith("step.call_workflow."):
            yield Finding("/child_run_id", f"child_run_id in {said(row.type)}, expected only in calls", row.number)


@rule("AWF021", good=started(parent_run_id=PARENT), bad=started(parent_run_id=RUN), clause="Sub-Workflow Linkage")
def run_is_not_its_own_relative(doc: Document) -> Iterator[Finding]:
    """No run is its own parent or child."""
    for row in doc.rows:
        for key in ("parent_run_id", "child_run_id"):
            if row.run and row.record.get(key) == row.run:
                yield Finding(f"/{key}", f"{key} is the run itself", row.number)


RULES: tuple[Rule, ...] = (
    seq_is_a_whole_number, seq_starts_at_one, seq_grows, seq_has_no_gaps, run_id_is_a_uuid, parent_run_id_is_a_uuid,
    child_run_id_is_a_uuid, type_is_known, path_is_text, path_of_a_run_is_empty, iteration_counts_from_zero,
    timestamp_names_an_instant, payload_is_there, envelope_fields_are_known, time_goes_forward,
    lines_end_in_a_line_feed, file_holds_one_run, parent_is_named_by_every_event, called_run_is_named,
    only_calls_name_a_child, run_is_not_its_own_relative,
)  # fmt: skip
