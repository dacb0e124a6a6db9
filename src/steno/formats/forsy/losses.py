"""What a Forsy trace has no place for."""

from __future__ import annotations

from steno.formats import losses

RENUMBERED = losses.renumbered(
    "CNV201",
    "A Forsy trace numbers its steps and labels its actors, so the ids of the source and all references to them are "
    "replaced.",
)
MOVED = losses.origin_replaced("CNV202", "the Forsy trace")
NO_STEP = losses.loss(
    "CNV203",
    "event-without-a-step",
    "no step describes it",
    "No step describes the event: thoughts, bookkeeping, repetitions, and whatever no rule turns into a step.",
)
OTHER_KIND = losses.loss(
    "CNV204",
    "event-told-as-another",
    "its step is read back as another kind of event",
    "The event's step reads back as another kind of event: steps are messages, tool calls with their results, or "
    "named happenings.",
    bookkeeping=True,
)
FIELD = losses.field_without_a_place(
    "CNV205",
    "A step has no place for this field of an event: models, tokens, responses, spans, ids of calls.",
)
BODY = losses.content_without_a_place(
    "CNV206",
    "Part of the event's content has no place: arguments that are not text (they are written as JSON), and what is "
    "known about a result besides its content.",
)
RESTATED = losses.loss(
    "CNV207",
    "notes-restated",
    "author, time and evidence are not kept",
    "A Forsy trace does not keep who made a statement, when, and on what evidence; one `validation_level` covers them "
    "all. Earlier statements, surfaces and notes with other keys have no field. Read back, the file itself is the "
    "author.",
    bookkeeping=True,
)
UPGRADED = losses.loss(
    "CNV208",
    "upgraded",
    "written as v0.1, which can be undone",
    "An older trace was written as v0.1. `upgraded_from` in the document says what it was; `version=keep` writes the "
    "trace unchanged.",
    bookkeeping=True,
)
ABSENT = losses.loss(
    "CNV209",
    "absence-not-stated",
    "a missing result is not stated",
    "A Forsy trace shows a call that was never answered only by a null output.",
    bookkeeping=True,
)

REORDERED = losses.loss(
    "CNV210",
    "order-not-kept",
    "a result is written with its call",
    "A step holds a call and its result, so when several calls ran at once, their order and the order of their results "
    "are lost.",
    bookkeeping=True,
)

LOSSES = (
    RENUMBERED, MOVED, NO_STEP, OTHER_KIND, FIELD, BODY, RESTATED, UPGRADED, ABSENT, REORDERED,
    losses.UNMAPPED, losses.CODE, losses.RESPELLED, losses.HEADER,
)  # fmt: skip

TABLE = losses.Table(
    format="a Forsy trace",
    losses=LOSSES,
    event={**dict.fromkeys(losses.IDS, RENUMBERED), "response": FIELD, "origin": MOVED},
    field=FIELD,
    body=BODY,
    another=OTHER_KIND,
    header={"ids": RENUMBERED, "actors": RENUMBERED, "sources": MOVED},
    notes=RESTATED,
    rewritten=UPGRADED,
)
