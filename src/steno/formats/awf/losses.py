"""What a transcript has no place for."""

from __future__ import annotations

from steno.formats import losses

RENUMBERED = losses.renumbered(
    "CNV401",
    "A transcript numbers its lines and names one run, so the ids of the source and what refers to them are spelled "
    "anew. A call keeps its id. Where no id of the source is a UUID of version 4, the run's id is made from them, the "
    "same every time.",
)
MOVED = losses.origin_replaced("CNV402", "the transcript")
LIFECYCLE = losses.loss(
    "CNV403",
    "lifecycle-left-out",
    "{format} has no event for it",
    "Compactions, hooks, titles, progress: a transcript has events for runs, steps, messages and tools, and no other.",
    bookkeeping=True,
)
ECHO = losses.repetition_left_out("CNV404")
UNKNOWN = losses.loss(
    "CNV405",
    "unknown-event-left-out",
    "unknown events are left out",
    "An event that its reader does not know has no type in a transcript, whose types are closed, and was left out.",
)
BINARY = losses.loss(
    "CNV406",
    "binary-left-out",
    "binary content is left out",
    "An image or another file has no block in a transcript and was left out.",
)
FIELD = losses.field_without_a_place(
    "CNV407",
    "A transcript has no place for this field of an event: models, tokens, turns, responses, visibility, who spoke; or "
    "it states one for every event, such as an iteration and the fidelity.",
)
TIME = losses.loss(
    "CNV408",
    "time-respelled",
    "every event needs a time with a zone",
    "Every event of a transcript has a time with a zone. One that the source does not state, or that names no instant, "
    "is written as the time of the event before it; `spelling=go` writes fractions without zeros at their end.",
    bookkeeping=True,
)
ROLE = losses.loss(
    "CNV409",
    "role-respelled",
    "every message is the user's or the assistant's",
    "A message of a transcript is the user's or the assistant's. What a system or a developer says is written as a "
    "message to the model, as AWF writes its own system prompts.",
    bookkeeping=True,
)
BODY = losses.content_without_a_place(
    "CNV410",
    "Part of what an event holds has no place: the server of a tool, what is known of a result beside its output, the "
    "data of a step, that a thought is a summary.",
)
ABSENT = losses.loss(
    "CNV411",
    "absence-not-stated",
    "a missing result or end is not stated",
    "That a call was never answered, or a step never ended, a transcript says by saying nothing.",
    bookkeeping=True,
)
PROMPT = losses.loss(
    "CNV412",
    "system-prompt-became-a-block",
    "the system prompt is written as a block of the first prompt",
    "The system prompt that the source states for the whole session is the second block of its first prompt, where AWF "
    "writes it. Nothing there says what it is.",
    bookkeeping=True,
)
DEEP = losses.loss(
    "CNV413",
    "nested-too-deep",
    "nested too deep to write",
    "A value is nested so deep that no encoder can write it; its event was left out.",
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
