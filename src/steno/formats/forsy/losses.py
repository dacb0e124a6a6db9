"""What a Forsy trace has no place for."""

from __future__ import annotations

from steno.formats.losses import CODE, HEADER, IDS, RESPELLED, UNMAPPED, Table, loss

RENUMBERED = loss(
    "CNV201",
    "renumbered",
    "{format} assigns its own ids",
    "A Forsy trace numbers its steps and labels its actors, so the ids of the source and what refers to them are "
    "spelled anew.",
    bookkeeping=True,
)
MOVED = loss(
    "CNV202",
    "origin-replaced",
    "the original location is not kept",
    "What was observed in the source is now observed in the Forsy trace: where it stood before is not told.",
    bookkeeping=True,
)
UNTOLD = loss(
    "CNV203",
    "event-without-a-step",
    "no step describes it",
    "No step tells of the event: thoughts, bookkeeping, repetitions, and what no rule makes a step of.",
)
RETOLD = loss(
    "CNV204",
    "event-told-as-another",
    "its step is read back as another kind of event",
    "The step that stands for the event is read back as an event of another kind: steps are messages, tool calls with "
    "their results, or happenings with a name.",
    bookkeeping=True,
)
FIELD = loss(
    "CNV205",
    "event-field-without-a-place",
    "{format} has no place for it",
    "A step has no place for this field of an event: models, tokens, responses, spans, ids of calls.",
    bookkeeping=True,
)
BODY = loss(
    "CNV206",
    "content-without-a-place",
    "{format} has no place for it",
    "Part of what an event holds has no place: arguments that are no text (their JSON is written), what is known of a "
    "result beside its content.",
)
RESTATED = loss(
    "CNV207",
    "notes-restated",
    "author, time and evidence are not kept",
    "A Forsy trace states what it says without saying who said so, when, and on what evidence; `validation_level` "
    "speaks for all of it. Earlier words, surfaces and notes of other keys have no field. What is read back is the "
    "word of the file.",
    bookkeeping=True,
)
UPGRADED = loss(
    "CNV208",
    "upgraded",
    "written as v0.1, which can be undone",
    "An older trace was written as v0.1. `upgraded_from` in the document tells how it was, and `version=keep` writes "
    "it as it stood.",
    bookkeeping=True,
)
ABSENT = loss(
    "CNV209",
    "absence-not-stated",
    "a missing result is not stated",
    "That a call was never answered, a Forsy trace says by a null output.",
    bookkeeping=True,
)

REORDERED = loss(
    "CNV210",
    "order-not-kept",
    "a result is written with its call",
    "A step holds a call and its result, so where several calls were under way at once, the order in which they and "
    "their results came is not told.",
    bookkeeping=True,
)

LOSSES = (
    RENUMBERED, MOVED, UNTOLD, RETOLD, FIELD, BODY, RESTATED, UPGRADED, ABSENT, REORDERED, UNMAPPED, CODE, RESPELLED,
    HEADER,
)  # fmt: skip

TABLE = Table(
    format="a Forsy trace",
    losses=LOSSES,
    event={**dict.fromkeys(IDS, RENUMBERED), "response": FIELD, "origin": MOVED},
    field=FIELD,
    body=BODY,
    another=RETOLD,
    header={"ids": RENUMBERED, "actors": RENUMBERED, "sources": MOVED},
    notes=RESTATED,
    rewritten=UPGRADED,
)
