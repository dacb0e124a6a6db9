"""What a Forsy trace has no place for."""

from __future__ import annotations

from steno.formats import losses

RENUMBERED = losses.renumbered(
    "CNV201",
    "A Forsy trace numbers its steps and labels its actors, so the ids of the source and what refers to them are "
    "spelled anew.",
)
MOVED = losses.origin_replaced("CNV202", "the Forsy trace")
UNTOLD = losses.loss(
    "CNV203",
    "event-without-a-step",
    "no step describes it",
    "No step tells of the event: thoughts, bookkeeping, repetitions, and what no rule makes a step of.",
)
RETOLD = losses.loss(
    "CNV204",
    "event-told-as-another",
    "its step is read back as another kind of event",
    "The step that stands for the event is read back as an event of another kind: steps are messages, tool calls with "
    "their results, or happenings with a name.",
    bookkeeping=True,
)
FIELD = losses.field_without_a_place(
    "CNV205",
    "A step has no place for this field of an event: models, tokens, responses, spans, ids of calls.",
)
BODY = losses.content_without_a_place(
    "CNV206",
    "Part of what an event holds has no place: arguments that are no text (their JSON is written), what is known of a "
    "result beside its content.",
)
RESTATED = losses.loss(
    "CNV207",
    "notes-restated",
    "author, time and evidence are not kept",
    "A Forsy trace states what it says without saying who said so, when, and on what evidence; `validation_level` "
    "speaks for all of it. Earlier words, surfaces and notes of other keys have no field. What is read back is the "
    "word of the file.",
    bookkeeping=True,
)
UPGRADED = losses.loss(
    "CNV208",
    "upgraded",
    "written as v0.1, which can be undone",
    "An older trace was written as v0.1. `upgraded_from` in the document tells how it was, and `version=keep` writes "
    "it as it stood.",
    bookkeeping=True,
)
ABSENT = losses.loss(
    "CNV209",
    "absence-not-stated",
    "a missing result is not stated",
    "That a call was never answered, a Forsy trace says by a null output.",
    bookkeeping=True,
)

REORDERED = losses.loss(
    "CNV210",
    "order-not-kept",
    "a result is written with its call",
    "A step holds a call and its result, so where several calls were under way at once, the order in which they and "
    "their results came is not told.",
    bookkeeping=True,
)

LOSSES = (
    RENUMBERED, MOVED, UNTOLD, RETOLD, FIELD, BODY, RESTATED, UPGRADED, ABSENT, REORDERED,
    losses.UNMAPPED, losses.CODE, losses.RESPELLED, losses.HEADER,
)  # fmt: skip

TABLE = losses.Table(
    format="a Forsy trace",
    losses=LOSSES,
    event={**dict.fromkeys(losses.IDS, RENUMBERED), "response": FIELD, "origin": MOVED},
    field=FIELD,
    body=BODY,
    another=RETOLD,
    header={"ids": RENUMBERED, "actors": RENUMBERED, "sources": MOVED},
    notes=RESTATED,
    rewritten=UPGRADED,
)
