"""What an Open-Token document has no place for, and the count of it while one is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UnsetType

from steno.base.exact import JSON, pointer
from steno.contracts import Code
from steno.diagnostics import Losses, Report
from steno.formats.losses import CODE, HEADER, NOTES, RESPELLED, UNMAPPED, loss

RENUMBERED = loss(
    "CNV101",
    "renumbered",
    "Open-Token numbers events, participants, calls and spans itself (`evt_000001`, `act_001`), so the ids of the "
    "source and what refers to them are spelled anew. A call keeps its own id in `native_call_id`, a span with a "
    "beginning in `native_span_id`.",
    bookkeeping=True,
)
MOVED = loss(
    "CNV102",
    "origin-replaced",
    "What was observed in the source is now observed in the Open-Token document: where it stood before is not told.",
    bookkeeping=True,
)
THOUGHT = loss(
    "CNV103",
    "thought-left-out",
    "A thought was left out, or only its place was kept. `include=include-internal` with `internal=summary` or "
    "`internal=full` writes what there is.",
)
TRANSIENT = loss(
    "CNV104",
    "bookkeeping-left-out",
    "An event that was of use only while the agent ran (progress, snapshots) was left out.",
    bookkeeping=True,
)
ECHO = loss(
    "CNV105",
    "repetition-left-out",
    "An event that states again what another one states was left out.",
    bookkeeping=True,
)
UNKNOWN = loss(
    "CNV106",
    "unknown-event-left-out",
    "An event that its reader does not know has no type in Open-Token and was left out.",
)
FIELD = loss(
    "CNV107",
    "event-field-without-a-place",
    "Open-Token has no place for this field of an event: turns, responses, iterations, parallel groups, child runs, "
    "context nodes, how it was captured.",
    bookkeeping=True,
)
TIME = loss(
    "CNV108",
    "time-respelled",
    "A time is written in UTC, so its own spelling is lost; a time without a zone names no instant and is left out.",
    bookkeeping=True,
)
ROLE = loss(
    "CNV109",
    "role-respelled",
    "Every event of Open-Token has a role. Where the source names none, the one of its actor or its type is written; "
    "an annotation of the system cannot be told from one without a role.",
    bookkeeping=True,
)
USAGE = loss(
    "CNV110",
    "usage-stated-once",
    "The tokens of a response are written once, on its last event, not on each of its blocks.",
    bookkeeping=True,
)
BODY = loss(
    "CNV111",
    "content-without-a-place",
    "Part of what an event holds has no place: details beside what the model saw, that a call did not fail, "
    "a state of a thought, empty data of a span.",
)
BINARY = loss(
    "CNV112",
    "binary-left-out",
    "Binary content is replaced by its media type, size and hash.",
)
CUT = loss(
    "CNV113",
    "content-cut",
    "A text was cut to its first 1024 and last 256 characters so that the document fits into `max_bytes`.",
)
DROPPED = loss(
    "CNV114",
    "oldest-events-dropped",
    "The oldest events were dropped so that the document fits into `max_bytes`, as `drop=oldest` asks for.",
)
PROMPT = loss(
    "CNV115",
    "system-prompt-became-a-message",
    "The system prompt that the source states for the whole session is written as its first message: "
    "Open-Token has no other place for it.",
    bookkeeping=True,
)
UNPAIRED = loss(
    "CNV116",
    "missing-result-made-explicit",
    "A call that nothing answers, and that no pass has paired (its source gives it no id), is followed by an event "
    "that says so: Open-Token wants one result for every call.",
    bookkeeping=True,
)
UNWRAPPED = loss(
    "CNV117",
    "text-without-its-part",
    "The output of a tool that is a list of one text is written as that text: that it stood in a list is lost.",
    bookkeeping=True,
)
UNENDED = loss(
    "CNV118",
    "missing-end-made-explicit",
    "A span whose end the source does not state is followed, after everything else, by an end that says so: Open-Token "
    "wants one end for every beginning.",
    bookkeeping=True,
)

LOSSES = (
    RENUMBERED, MOVED, THOUGHT, TRANSIENT, ECHO, UNKNOWN, FIELD, TIME, ROLE, USAGE, BODY, BINARY, CUT, DROPPED, PROMPT,
    UNPAIRED, UNWRAPPED, UNENDED, UNMAPPED, NOTES, CODE, RESPELLED, HEADER,
)  # fmt: skip

_SAID = {
    RENUMBERED.code: "ids are Open-Token's own",
    MOVED.code: "the place in the source is not told",
    THOUGHT.code: "thoughts are left out or shown as placeholders",
    TRANSIENT.code: "bookkeeping of the agent is left out",
    ECHO.code: "what is stated twice is written once",
    UNKNOWN.code: "unknown events are left out",
    FIELD.code: "Open-Token has no place for it",
    TIME.code: "times are written in UTC, or left out where they name no instant",
    ROLE.code: "the role is the one that Open-Token asks for",
    USAGE.code: "tokens are stated once for a response",
    BODY.code: "Open-Token has no place for it",
    BINARY.code: "binary content is replaced by its hash",
    CUT.code: "texts are cut to fit into max_bytes",
    DROPPED.code: "the oldest events are dropped to fit into max_bytes",
    PROMPT.code: "the system prompt is written as a message",
    UNPAIRED.code: "the missing result of a call without an id is made explicit",
    UNENDED.code: "the missing end of a span is made explicit",
    UNWRAPPED.code: "a list of one text is written as the text",
    UNMAPPED.code: "Open-Token has no place for it",
    NOTES.code: "Open-Token has no place for notes",
    CODE.code: "Open-Token has no place for it",
    RESPELLED.code: "a key that stood twice is written once",
    HEADER.code: "Open-Token has no place for it",
}
_FIELDS = {
    "actor": RENUMBERED,
    "call": RENUMBERED,
    "native": RENUMBERED,
    "parent": RENUMBERED,
    "replies_to": RENUMBERED,
    "span": RENUMBERED,
    "uid": RENUMBERED,
    "origin": MOVED,
    "time": TIME,
    "role": ROLE,
    "usage": USAGE,
    "raw": RESPELLED,
}
"""The losses of an event's own fields that are not simply without a place."""


class Ledger:
    """Counts losses while a document is written; `close` reports each once, with its number."""

    def __init__(self) -> None:
        self._found: Counter[tuple[str, str]] = Counter()
        self.fields: Counter[str] = Counter()
        """Fields of events that will be read back as something else, by name: counted in place, for speed."""
        self._shapes: dict[tuple[Any, ...], list[Any]] = {}
        """By the keys of records and the types of what they hold: how many, and which keys hold objects."""
        self._inner: Counter[tuple[Any, ...]] = Counter()

    def add(self, code: Code, where: str, count: int = 1) -> None:
        self._found[code.code, where] += count

    def residue(self, record: JSON) -> None:
        """What a record of another format holds beside its events: its keys, one level down where they are objects."""
        if type(record) is not dict:
            self.add(UNMAPPED, "/events/*/residue")
            return
        # Records are alike: counting their shapes costs a third of counting their keys.
        shape = (*record, *map(type, record.values()))
        known = self._shapes.get(shape)
        if known is None:
            known = self._shapes[shape] = [0, [key for key, value in record.items() if type(value) is dict]]
        known[0] += 1
        for key in known[1]:
            self._inner[key, *record[key], *map(type, record[key].values())] += 1

    def close(self, report: Report) -> None:
        losses = Losses()
        for (code, where), count in self._found.items():
            losses.add(code, _SAID[code], where, count)
        for name, count in self.fields.items():
            code = _FIELDS.get(name, FIELD).code
            losses.add(code, _SAID[code], f"/events/*/{name}", count)
        for path, count in self._residue_keys().items():
            losses.add(UNMAPPED.code, _SAID[UNMAPPED.code], "/events/*/residue" + pointer(*path), count)
        for each in losses:
            report(each)

    def _residue_keys(self) -> Counter[tuple[str, ...]]:
        """The shapes taken apart again."""
        found: Counter[tuple[str, ...]] = Counter()
        for shape, (count, _) in self._shapes.items():
            for key, kind in _halves(shape):
                if kind is not UnsetType and kind is not dict:
                    found[key,] += count
        for (key, *inside), count in self._inner.items():
            if not inside:
                found[key,] += count  # an empty object
            for inner, kind in _halves(inside):
                if kind is not UnsetType:
                    found[key, inner] += count
        return found


def _halves(shape: Sequence[Any]) -> Iterator[tuple[str, type]]:
    middle = len(shape) // 2
    return zip(shape[:middle], shape[middle:], strict=True)
