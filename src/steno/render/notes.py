"""Notes for people: as a table, and in sentences.  Prints nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from steno.api.note import REVIEWED, Noted, Notes
from steno.base.exact import encode
from steno.render.table import Column, table
from steno.render.terminal import Paint, number_of
from steno.render.times import when

_COLUMNS = (
    Column("ID"), Column("TIME", rank=5), Column("AUTHOR", rank=4), Column("STEP", right=True, rank=3),
    Column("KEY", rank=2), Column("VALUE", rank=1),
)  # fmt: skip


def table_of(notes: Sequence[Noted], paint: Paint) -> list[str]:
    rows = [(each.id, when(each.time), each.author, _place(each), str(each.key), _value(each)) for each in notes]
    return table(_COLUMNS, rows, paint)


def sentence(note: Noted) -> str:
    """One note, when it is made or taken back."""
    where = f"step {note.step}" if note.step else "the whole trace"
    return f"{note.id}  {where}: {note.key} {_value(note)}"


def summary(found: Notes) -> Iterator[str]:
    """What is to say of all notes on a trace."""
    if gone := sum(each.gone for each in found.notes):
        yield f"{gone} of them are about steps that this trace does not have"
    for each in found.reviewers:
        yield f"{each.author} has reviewed {each.steps} of {number_of(found.steps, 'step')} in their present form"
    earned = f", validation level {found.level}" if found.level else ""
    yield f"{number_of(len(found.notes), 'note')} in {found.file}, {found.retracted} taken back{earned}"


def _value(note: Noted) -> str:
    if note.key == REVIEWED:
        return ""
    return note.value if isinstance(note.value, str) else encode(note.value).decode()


def _place(note: Noted) -> str:
    return "gone" if note.gone else "" if note.step is None else str(note.step)
