"""What an OpenTraces record has no place for."""

from __future__ import annotations

from steno.formats.losses import CODE, HEADER, IDS, RESPELLED, UNMAPPED, Table, loss

RENUMBERED = loss(
    "CNV301",
    "renumbered",
    "{format} assigns its own ids",
    "A record numbers its steps and knows roles instead of actors, so the ids of the source and what refers to them "
    "are spelled anew. A call keeps its id.",
    bookkeeping=True,
)
MOVED = loss(
    "CNV302",
    "origin-replaced",
    "the original location is not kept",
    "What was observed in the source is now observed in the record: where it stood before is not told.",
    bookkeeping=True,
)
ECHO = loss(
    "CNV303",
    "repetition-left-out",
    "repeated content is written once",
    "An event that states again what another one states was left out.",
    bookkeeping=True,
)
TRANSIENT = loss(
    "CNV304",
    "bookkeeping-left-out",
    "bookkeeping is left out",
    "Progress and bookkeeping of the agent's own, of use only while it ran, was left out; so is everything that is "
    "neither a message, a thought nor a tool's, and every result of a call that the log does not have, under "
    "`beside=drop`.",
    bookkeeping=True,
)
FIELD = loss(
    "CNV305",
    "event-field-without-a-place",
    "{format} has no place for it",
    "A step has no place for this field of an event, or has one for all of its events together: times of results, "
    "turns, visibility, what a token count belongs to. A context node is computed where the source states none.",
    bookkeeping=True,
)
BODY = loss(
    "CNV306",
    "content-without-a-place",
    "{format} has no place for it",
    "Part of what an event holds has no place: the server of a tool, and under `beside=drop` what is known of a result "
    "beside its content, and that a call did not fail. A result that is no text is written as text, arguments that are "
    "the text of an object as the object; half a character, and what is nested deeper than programs can read, are "
    "spelled in another way.",
)
RESTATED = loss(
    "CNV307",
    "notes-restated",
    "author, time and evidence are not kept",
    "A record states what it says of the whole session without saying who said so, when, and on what evidence; notes "
    "of other keys have no field. What is read back is the word of the record.",
    bookkeeping=True,
)
CONVERTED = loss(
    "CNV308",
    "written-as-another-version",
    "written as another version, which can be undone",
    "A record of another version of the schema was written as the version asked for. What has no field there any more "
    "stands in `metadata.legacy`; `version=keep` writes it as it stood.",
    bookkeeping=True,
)
UNTOLD = loss(
    "CNV309",
    "event-without-a-step",
    "no step describes it",
    "The event came to the trace after the record was read, and no step tells of it.",
)

SEALED = loss(
    "CNV310",
    "sealed-anew",
    "describes the record as it is now",
    "The record was redacted, or somebody has said something of it since: its `security` block, its hashes and the "
    "fields that were spoken of are those of what it says now.",
    bookkeeping=True,
)

LOSSES = (
    RENUMBERED, MOVED, ECHO, TRANSIENT, FIELD, BODY, RESTATED, CONVERTED, UNTOLD, SEALED, UNMAPPED, CODE, RESPELLED,
    HEADER,
)  # fmt: skip

TABLE = Table(
    format="a record",
    losses=LOSSES,
    event={**dict.fromkeys(IDS, RENUMBERED), "origin": MOVED, "raw": RESPELLED},
    field=FIELD,
    body=BODY,
    another=BODY,
    header={"ids": RENUMBERED, "actors": RENUMBERED, "sources": MOVED},
    notes=RESTATED,
    rewritten=CONVERTED,
)
