"""What an Open-Token document has no place for."""

from __future__ import annotations

from steno.formats import losses

RENUMBERED = losses.renumbered(
    "CNV101",
    "Open-Token numbers events, participants, calls and spans itself (`evt_000001`, `act_001`), so the ids of the "
    "source and all references to them are replaced. A call keeps its own id in `native_call_id`; a span with a "
    "beginning keeps its id in `native_span_id`.",
)
MOVED = losses.origin_replaced("CNV102", "the Open-Token document")
THOUGHT = losses.loss(
    "CNV103",
    "thought-left-out",
    "thoughts are left out or replaced by placeholders",
    "A thought was left out, or replaced by a placeholder. `include=include-internal` with `internal=summary` or "
    "`internal=full` writes it.",
)
TRANSIENT = losses.loss(
    "CNV104",
    "bookkeeping-left-out",
    "the agent's bookkeeping is left out",
    "An event that mattered only while the agent ran (progress, snapshots) was left out.",
    bookkeeping=True,
)
ECHO = losses.repetition_left_out("CNV105")
UNKNOWN = losses.loss(
    "CNV106",
    "unknown-event-left-out",
    "unknown events are left out",
    "Open-Token has no type for an event that the reader did not understand, so it was left out.",
)
FIELD = losses.field_without_a_place(
    "CNV107",
    "Open-Token has no place for this field of an event: turns, responses, iterations, parallel groups, child runs, "
    "context nodes, how it was captured.",
)
TIME = losses.loss(
    "CNV108",
    "time-respelled",
    "times are written in UTC; a time that names no instant is left out",
    "A time is written in UTC, so its original spelling is lost; a time without a zone is no exact instant and is "
    "left out.",
    bookkeeping=True,
)
ROLE = losses.loss(
    "CNV109",
    "role-respelled",
    "the role is the one {format} requires",
    "Every event of Open-Token has a role. If the source names none, Steno writes the usual role of its actor or type; "
    "after that, a system annotation looks like one without a role.",
    bookkeeping=True,
)
USAGE = losses.loss(
    "CNV110",
    "usage-stated-once",
    "token counts are stated once per response",
    "The tokens of a response are written once, on its last event, not on each of its blocks.",
    bookkeeping=True,
)
BODY = losses.content_without_a_place(
    "CNV111",
    "Part of the event's content has no place: details that the model did not see, that a call did not fail, "
    "the state of a thought, empty data of a span.",
)
BINARY = losses.loss(
    "CNV112",
    "binary-left-out",
    "binary content is replaced by its hash",
    "Binary content is replaced by its media type, size and hash.",
)
CUT = losses.loss(
    "CNV113",
    "content-cut",
    "long texts are cut to fit max_bytes",
    "A text was cut to its first 1024 and last 256 characters to fit the document into `max_bytes`.",
)
DROPPED = losses.loss(
    "CNV114",
    "oldest-events-dropped",
    "the oldest events are dropped to fit max_bytes",
    "The oldest events were dropped to fit the document into `max_bytes`, as `drop=oldest` asks.",
)
PROMPT = losses.loss(
    "CNV115",
    "system-prompt-became-a-message",
    "the system prompt is written as a message",
    "The session's system prompt is written as its first message, because Open-Token has no other place for it.",
    bookkeeping=True,
)
UNPAIRED = losses.loss(
    "CNV116",
    "missing-result-made-explicit",
    "a missing result is written for a call without an id",
    "Open-Token requires one result for every call. A call without a result and without an id in its source is "
    "followed by an event that says so.",
    bookkeeping=True,
)
UNWRAPPED = losses.loss(
    "CNV117",
    "text-without-its-part",
    "a list of one text is written as the text",
    "A tool output that is a list of one text is written as the text alone; the list is lost.",
    bookkeeping=True,
)
UNENDED = losses.loss(
    "CNV118",
    "missing-end-made-explicit",
    "a missing end is written for a span",
    "Open-Token requires one end for every beginning. A span without an end in the source gets one after all other "
    "events, marked as missing.",
    bookkeeping=True,
)

LOSSES = (
    RENUMBERED, MOVED, THOUGHT, TRANSIENT, ECHO, UNKNOWN, FIELD, TIME, ROLE, USAGE, BODY, BINARY, CUT, DROPPED, PROMPT,
    UNPAIRED, UNWRAPPED, UNENDED, losses.UNMAPPED, losses.NOTES, losses.CODE, losses.RESPELLED, losses.HEADER,
)  # fmt: skip

TABLE = losses.Table(
    format="Open-Token",
    losses=LOSSES,
    event={
        **dict.fromkeys(losses.IDS, RENUMBERED),
        "response": FIELD,
        "origin": MOVED,
        "time": TIME,
        "role": ROLE,
        "usage": USAGE,
        "raw": losses.RESPELLED,
    },
    field=FIELD,
    body=BODY,
    another=BODY,
    header={"ids": RENUMBERED, "actors": RENUMBERED, "started": TIME, "sources": MOVED},
)
