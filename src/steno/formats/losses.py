"""What writers of any format may have to leave out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from steno.contracts import Code
from steno.diagnostics import Severity
from steno.model import Note
from steno.model.ledger import NOTE, counts

IDS = ("actor", "call", "native", "parent", "replies_to", "response", "span", "uid")
"""The fields of an event that a format with ids of its own spells anew."""


def loss(code: str, name: str, page: str, *, bookkeeping: bool = False) -> Code:
    """What a writer leaves out, and says so."""
    return Code(code, name, page, Severity.LOSS, bookkeeping)


UNMAPPED = Code(
    "CNV001",
    "field-without-a-place",
    "The source has a field that Steno keeps as residue, and the target format has no place for it.\n\n"
    "Converting to the source's own format keeps it.",
    Severity.LOSS,
    bookkeeping=True,
)
NOTES = Code(
    "CNV002",
    "notes-without-a-place",
    "The trace carries notes (judgements about the log: evaluations, reviews, labels), and the target format has no "
    "place for them.",
    Severity.LOSS,
)
REDACTION = Code(
    "CNV007",
    "redaction-not-stated",
    "What was masked stands in the output as placeholders. How many values of which kind they are, and at which level "
    "they were looked for, has no place in the target format; the command says it when it ends.",
    Severity.NOTE,
)
CODE = Code(
    "CNV003",
    "code-without-a-place",
    "The trace carries patches, commit links, line attributions or artifacts, and the target format "
    "has no place for them.",
    Severity.LOSS,
)
FOREIGN = Code(
    "CNV004",
    "event-of-another-format",
    "The event was not read from a file of the target format, and the target is an agent's own log, which Steno writes "
    "back and does not make up.",
    Severity.LOSS,
)
RESPELLED = Code(
    "CNV005",
    "record-respelled",
    "The record's own bytes said more than its values (a key stood twice). The record was changed since it was read, "
    "so its bytes cannot be written back; its values are.",
    Severity.LOSS,
)
HEADER = Code(
    "CNV006",
    "header-without-a-place",
    "Something the header says of the whole trace has no place in the target format.",
    Severity.LOSS,
    bookkeeping=True,
)

NATIVE = (FOREIGN, NOTES, REDACTION, CODE, RESPELLED)
"""What is left out where an agent's own log is written back."""
CODES = (UNMAPPED, NOTES, CODE, FOREIGN, RESPELLED, HEADER, REDACTION)


def without_a_place(notes: Iterable[Note]) -> Iterator[tuple[Code, int]]:
    """What is to be said, and how often, where a format has no place for any note.

    That a redaction found nothing is no loss: there is no placeholder that the note would explain.
    """
    found = (REDACTION if note.key == NOTE else NOTES for note in notes if note.key != NOTE or counts(note))
    yield from Counter(found).items()
