"""What an Open-Token document has no place for."""

from __future__ import annotations

from steno.formats import losses

RENUMBERED = losses.renumbered(
    "CNV101",
    "Open-Token numbers events, participants, calls and spans itself (`evt_000001`, `act_001`), so the ids of the "
    "source and what refers to them are spelled anew. A call keeps its own id in `native_call_id`, a span with a "
    "beginning in `native_span_id`.",
)
MOVED = losses.origin_replaced("CNV102", "the Open-Token document")
THOUGHT = losses.loss(
    "CNV103",
    "thought-left-out",
    "thoughts are left out or replaced by placeholders",
    "A thought was left out, or only its place was kept. `include=include-internal` with `internal=summary` or "
    "`internal=full` writes what there is.",
)
TRANSIENT = losses.loss(
    "CNV104",
    "bookkeeping-left-out",
    "the agent's bookkeeping is left out",
    "An event that was of use only while the agent ran (progress, snapshots) was left out.",
    bookkeeping=True,
)
ECHO = losses.repetition_left_out("CNV105")
UNKNOWN = losses.loss(
    "CNV106",
    "unknown-event-left-out",
    "unknown events are left out",
    "An event that its reader does not know has no type in Open-Token and was left out.",
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
    "A time is written in UTC, so its own spelling is lost; a time without a zone names no instant and is left out.",
    bookkeeping=True,
)
ROLE = losses.loss(
    "CNV109",
    "role-respelled",
    "the role is the one {format} requires",
    "Every event of Open-Token has a role. Where the source names none, the one of its actor or its type is written; "
    "an annotation of the system cannot be told from one without a role.",
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
    "Part of what an event holds has no place: details beside what the model saw, that a call did not fail, "
    "a state of a thought, empty data of a span.",
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
    "A text was cut to its first 1024 and last 256 characters so that the document fits into `max_bytes`.",
)
DROPPED = losses.loss(
    "CNV114",
    "oldest-events-dropped",
    "the oldest events are dropped to fit max_bytes",
    "The oldest events were dropped so that the document fits into `max_bytes`, as `drop=oldest` asks for.",
)
PROMPT = losses.loss(
    "CNV115",
    "system-prompt-became-a-message",
    "the system prompt is written as a message",
    "The system prompt that the source states for the whole session is written as its first message: "
    "Open-Token has no other place for it.",
    bookkeeping=True,
)
UNPAIRED = losses.loss(
    "CNV116",
    "missing-result-made-explicit",
    "a missing result is written for a call without an id",
    "A call that nothing answers, and that no pass has paired (its source gives it no id), is followed by an event "
    "that says so: Open-Token wants one result for every call.",
    bookkeeping=True,
)
UNWRAPPED = losses.loss(
    "CNV117",
    "text-without-its-part",
    "a list of one text is written as the text",
    "The output of a tool that is a list of one text is written as that text: that it stood in a list is lost.",
    bookkeeping=True,
)
UNENDED = losses.loss(
    "CNV118",
    "missing-end-made-explicit",
    "a missing end is written for a span",
    "A span whose end the source does not state is followed, after everything else, by an end that says so: Open-Token "
    "wants one end for every beginning.",
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
