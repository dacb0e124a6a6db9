"""What a writer may have to leave out: what a loss is, those that any format may have, and the table of a format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from steno.contracts import Code
from steno.diagnostics import Severity
from steno.model import Note
from steno.model.ledger import NOTE, counts

IDS = ("actor", "call", "native", "parent", "replies_to", "response", "span", "uid")
"""The fields of an event that a format with ids of its own spells anew."""


class Loss(Code, frozen=True, kw_only=True):
    """Something that a writer leaves out, and says so.  `bookkeeping` tells ids and the like from content."""

    said: str
    """What a diagnostic says of it; `{format}` stands for the target."""


def loss(
    code: str, name: str, said: str, page: str, *, bookkeeping: bool = False, severity: Severity = Severity.LOSS
) -> Loss:
    return Loss(code, name, page, severity, bookkeeping, said=said)


_NO_PLACE = "{format} has no place for it"

UNMAPPED = loss(
    "CNV001",
    "field-without-a-place",
    _NO_PLACE,
    "The source has a field that Steno keeps as residue, and the target format has no place for it.\n\n"
    "Converting to the source's own format keeps it.",
    bookkeeping=True,
)
NOTES = loss(
    "CNV002",
    "notes-without-a-place",
    "{format} has no place for notes",
    "The trace carries notes (judgements about the log: evaluations, reviews, labels), and the target format has no "
    "place for them.",
)
REDACTION = loss(
    "CNV007",
    "redaction-not-stated",
    "{format} does not say what was masked",
    "Masked values are placeholders in the output. The target format has no place for how many values of each kind "
    "were masked, and at which level; the command prints that when it ends.",
    severity=Severity.NOTE,
)
CODE = loss(
    "CNV003",
    "code-without-a-place",
    _NO_PLACE,
    "The trace carries patches, commit links, line attributions or artifacts, and the target format "
    "has no place for them.",
)
FOREIGN = loss(
    "CNV004",
    "event-of-another-format",
    "it was not read from {format}",
    "The event was not read from a file of the target format. The target is an agent's own log, which Steno writes "
    "back and never invents.",
)
RESPELLED = loss(
    "CNV005",
    "record-respelled",
    "a repeated key is written once",
    "The record repeats a key, which only its original bytes can show. The record was changed since it was read, so "
    "Steno writes its values, with the key once.",
)
HEADER = loss(
    "CNV006",
    "header-without-a-place",
    _NO_PLACE,
    "Something the header says about the whole trace has no place in the target format.",
    bookkeeping=True,
)
BESIDE = loss(
    "CNV008",
    "event-of-another-file",
    "it stands in another file of the session",
    "The session is several files, and Steno writes back the one that holds the conversation. What the others say "
    "stays in them.",
    bookkeeping=True,
)

UNNAMED = Code(
    "CNV009",
    "difference-not-named",
    "`--verify` read the output back and found something that differs from the trace and that no loss names.\n\n"
    "That is a bug in Steno: please report it. The place says what differs, with `*` for any event.",
)

NATIVE = (FOREIGN, NOTES, REDACTION, CODE, RESPELLED, BESIDE)
"""What is left out where an agent's own log is written back."""
CODES = (UNMAPPED, NOTES, CODE, FOREIGN, RESPELLED, HEADER, REDACTION, BESIDE, UNNAMED)


# Losses that every format has under a code of its own


def origin_replaced(code: str, target: str) -> Loss:
    return loss(
        code,
        "origin-replaced",
        "the original location is not kept",
        f"Origins now point into {target}, which does not keep the place of an event in the original source.",
        bookkeeping=True,
    )


def repetition_left_out(code: str) -> Loss:
    return loss(
        code,
        "repetition-left-out",
        "repeated content is written once",
        "An event that repeats another one was left out.",
        bookkeeping=True,
    )


def field_without_a_place(code: str, page: str) -> Loss:
    return loss(code, "event-field-without-a-place", _NO_PLACE, page, bookkeeping=True)


def content_without_a_place(code: str, page: str) -> Loss:
    return loss(code, "content-without-a-place", _NO_PLACE, page)


def renumbered(code: str, page: str) -> Loss:
    return loss(code, "renumbered", "{format} assigns its own ids", page, bookkeeping=True)


class Table(Struct, frozen=True):
    """Which loss of a format names which field of the model, where the field is not read back as it was."""

    format: str
    """The target as a sentence names it: `a Forsy trace`."""
    losses: tuple[Loss, ...]
    """All that its writer reports."""
    event: Mapping[str, Loss]
    """By the field of an event."""
    field: Loss
    """Any other field of an event."""
    body: Loss
    """Any field of a body."""
    another: Loss
    """An event that is read back as one of another kind."""
    header: Mapping[str, Loss]
    """By the field of the header; any other is `HEADER`."""
    notes: Loss = NOTES
    rewritten: Loss = UNMAPPED
    """Residue of the target's own that has changed."""

    def message(self, code: str) -> str:
        """What is said of a loss."""
        return next(each.said for each in self.losses if each.code == code).replace("{format}", self.format)


def without_a_place(notes: Iterable[Note]) -> Iterator[tuple[Code, int]]:
    """What is to be said, and how often, where a format has no place for any note.

    That a redaction found nothing is no loss: there is no placeholder that the note would explain.
    """
    found = (REDACTION if note.key == NOTE else NOTES for note in notes if note.key != NOTE or counts(note))
    yield from Counter(found).items()
