"""What an OpenTraces record has no place for."""

from __future__ import annotations

from steno.formats import losses

RENUMBERED = losses.renumbered(
    "CNV301",
    "A record numbers its steps and knows roles instead of actors, so the ids of the source and what refers to them "
    "are spelled anew. A call keeps its id.",
)
MOVED = losses.origin_replaced("CNV302", "the record")
ECHO = losses.repetition_left_out("CNV303")
TRANSIENT = losses.loss(
    "CNV304",
    "bookkeeping-left-out",
    "bookkeeping is left out",
    "Progress and bookkeeping of the agent's own, of use only while it ran, was left out; so is everything that is "
    "neither a message, a thought nor a tool's, and every result of a call that the log does not have, under "
    "`beside=drop`.",
    bookkeeping=True,
)
FIELD = losses.field_without_a_place(
    "CNV305",
    "A step has no place for this field of an event, or has one for all of its events together: times of results, "
    "turns, visibility, what a token count belongs to. A context node is computed where the source states none.",
)
BODY = losses.content_without_a_place(
    "CNV306",
    "Part of what an event holds has no place: the server of a tool, and under `beside=drop` what is known of a result "
    "beside its content, and that a call did not fail. A result that is no text is written as text, arguments that are "
    "the text of an object as the object; half a character, and what is nested deeper than programs can read, are "
    "spelled in another way.",
)
RESTATED = losses.loss(
    "CNV307",
    "notes-restated",
    "author, time and evidence are not kept",
    "A record states what it says of the whole session without saying who said so, when, and on what evidence; notes "
    "of other keys have no field. What is read back is the word of the record.",
    bookkeeping=True,
)
CONVERTED = losses.loss(
    "CNV308",
    "written-as-another-version",
    "written as another version, which can be undone",
    "A record of another version of the schema was written as the version asked for. What has no field there any more "
    "stands in `metadata.legacy`; `version=keep` writes it as it stood.",
    bookkeeping=True,
)
UNTOLD = losses.loss(
    "CNV309",
    "event-without-a-step",
    "no step describes it",
    "The event came to the trace after the record was read, and no step tells of it.",
)

SEALED = losses.loss(
    "CNV310",
    "sealed-anew",
    "describes the record as it is now",
    "The record was redacted, or somebody has said something of it since: its `security` block, its hashes and the "
    "fields that were spoken of are those of what it says now.",
    bookkeeping=True,
)

LOSSES = (
    RENUMBERED, MOVED, ECHO, TRANSIENT, FIELD, BODY, RESTATED, CONVERTED, UNTOLD, SEALED,
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
