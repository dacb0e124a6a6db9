"""What a transcript has no place for."""

from __future__ import annotations

from steno.formats import losses

RENUMBERED = losses.renumbered(
    "CNV401",
    "A transcript numbers its lines and names one run, so the ids of the source and all references to them are "
    "replaced. A call keeps its id. If no id of the source is a UUID of version 4, Steno makes the run's id from "
    "them, the same one every time. In a transcript that is written back, only lines below a blank line with spaces in "
    "it get new numbers: that line is left out.",
)
MOVED = losses.origin_replaced("CNV402", "the transcript")
LIFECYCLE = losses.loss(
    "CNV403",
    "lifecycle-left-out",
    "{format} has no event for it",
    "A transcript has events for runs, steps, messages and tools only, so compactions, hooks, titles and progress are "
    "left out.",
    bookkeeping=True,
)
ECHO = losses.repetition_left_out("CNV404")
UNKNOWN = losses.loss(
    "CNV405",
    "unknown-event-left-out",
    "unknown events are left out",
    "A transcript has a fixed set of types, and none for an event that the reader did not understand, so it was left "
    "out.",
)
BINARY = losses.loss(
    "CNV406",
    "binary-left-out",
    "binary content is left out",
    "A transcript has no block for an image or another file, so it was left out.",
)
FIELD = losses.field_without_a_place(
    "CNV407",
    "A transcript has no place for this field of an event: models, tokens, turns, responses, visibility, who spoke. Or "
    "it requires a value for every event, such as the iteration and the fidelity.",
)
TIME = losses.loss(
    "CNV408",
    "time-respelled",
    "every event needs a time with a zone",
    "Every event of a transcript has a time with a zone. If the source states none, or no exact instant, Steno writes "
    "the time of the event before it. `spelling=go` writes fractions without trailing zeros.",
    bookkeeping=True,
)
ROLE = losses.loss(
    "CNV409",
    "role-respelled",
    "every message is the user's or the assistant's",
    "A transcript has messages of the user and the assistant only. System and developer messages are written as "
    "messages to the model, as AWF writes its own system prompts.",
    bookkeeping=True,
)
BODY = losses.content_without_a_place(
    "CNV410",
    "Part of the event's content has no place: the server of a tool, what is known about a result besides its output, "
    "the data of a step, that a thought is a summary.",
)
ABSENT = losses.loss(
    "CNV411",
    "absence-not-stated",
    "a missing result or end is not stated",
    "A transcript has no way to say that a call was never answered or a step never ended.",
    bookkeeping=True,
)
PROMPT = losses.loss(
    "CNV412",
    "system-prompt-became-a-block",
    "the system prompt is written as a block of the first prompt",
    "The session's system prompt becomes the second block of its first prompt, where AWF writes it. Nothing marks it "
    "as the system prompt.",
    bookkeeping=True,
)
DEEP = losses.loss(
    "CNV413",
    "nested-too-deep",
    "nested too deeply to write",
    "A value is nested too deep for any encoder to write, so its event was left out.",
)

LOSSES = (
    RENUMBERED, MOVED, LIFECYCLE, ECHO, UNKNOWN, BINARY, FIELD, TIME, ROLE, BODY, ABSENT, PROMPT, DEEP,
    losses.UNMAPPED, losses.NOTES, losses.REDACTION, losses.CODE, losses.FOREIGN, losses.RESPELLED, losses.HEADER,
)  # fmt: skip

TABLE = losses.Table(
    format="a transcript",
    losses=LOSSES,
    event={
        **dict.fromkeys(losses.IDS, RENUMBERED),
        "origin": MOVED,
        "time": TIME,
        "role": ROLE,
        "raw": losses.RESPELLED,
    },
    field=FIELD,
    body=BODY,
    another=BODY,
    header={"ids": RENUMBERED, "actors": RENUMBERED, "sources": MOVED},
)
