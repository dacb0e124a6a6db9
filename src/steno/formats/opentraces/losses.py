"""What an OpenTraces record has no place for."""

from __future__ import annotations

from steno.formats import losses

RENUMBERED = losses.renumbered(
    "CNV301",
    "A record numbers its steps and knows roles instead of actors, so the ids of the source and all references to them "
    "are replaced. A call keeps its id.",
)
MOVED = losses.origin_replaced("CNV302", "the record")
ECHO = losses.repetition_left_out("CNV303")
TRANSIENT = losses.loss(
    "CNV304",
    "bookkeeping-left-out",
    "bookkeeping is left out",
    "The agent's own progress and bookkeeping, which mattered only while it ran, was left out. Under `beside=drop`, "
    "so is everything that is not a message, a thought, a tool call or a result, and every result whose call is not "
    "in the log.",
    bookkeeping=True,
)
FIELD = losses.field_without_a_place(
    "CNV305",
    "A step has no place for this field of an event, or only one for all its events together: times of results, turns, "
    "visibility, what a token count belongs to. Steno computes a context node if the source states none.",
)
BODY = losses.content_without_a_place(
    "CNV306",
    "Part of the event's content has no place: the server of a tool and, under `beside=drop`, what is known about a "
    "result besides its content, and that a call did not fail. A result that is not text is written as text, and "
    "arguments that are the text of an object are written as the object. Half a surrogate pair, and values nested too "
    "deep for programs to read, are spelled in another way.",
)
RESTATED = losses.loss(
    "CNV307",
    "notes-restated",
    "author, time and evidence are not kept",
    "A record does not keep who made a statement about the whole session, when, and on what evidence; notes with other "
    "keys have no field. Read back, the record itself is the author.",
    bookkeeping=True,
)
CONVERTED = losses.loss(
    "CNV308",
    "written-as-another-version",
    "written as another version, which can be undone",
    "A record of another version of the schema was written as the version asked for. Fields that it no longer has are "
    "in `metadata.legacy`; `version=keep` writes the record unchanged.",
    bookkeeping=True,
)
NO_STEP = losses.loss(
    "CNV309",
    "event-without-a-step",
    "no step describes it",
    "The event was added to the trace after the record was read, and no step describes it.",
)

SEALED = losses.loss(
    "CNV310",
    "sealed-anew",
    "describes the record as it is now",
    "The record was redacted or annotated since it was read: its `security` block, its hashes and the annotated fields "
    "describe it as it is now.",
    bookkeeping=True,
)

LOSSES = (
    RENUMBERED, MOVED, ECHO, TRANSIENT, FIELD, BODY, RESTATED, CONVERTED, NO_STEP, SEALED,
    losses.UNMAPPED, losses.CODE, losses.RESPELLED, losses.HEADER,
)  # fmt: skip

TABLE = losses.Table(
    format="a record",
    losses=LOSSES,
    event={**dict.fromkeys(losses.IDS, RENUMBERED), "origin": MOVED, "raw": losses.RESPELLED},
    field=FIELD,
    body=BODY,
    another=BODY,
    header={"ids": RENUMBERED, "actors": RENUMBERED, "sources": MOVED},
    notes=RESTATED,
    rewritten=CONVERTED,
)
