"""What a call changed in files, as hunks of lines.  Makes up no line number."""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from steno.base.patterns import deferred
from steno.edits import diffs
from steno.edits.calls import Edit, Move, Seen, Tried
from steno.edits.paths import spelled
from steno.viewer.texts import Hidden
from steno.viewer.view import View

_HEAD: Final = deferred(r"@@(?: -(\d{1,9})(?:,\d{1,9})? \+(\d{1,9})(?:,\d{1,9})?)?[^\n]*", re.ASCII)
_MOST: Final = 2000
"""How many lines of a change are given."""


class Hunk(Struct, frozen=True, omit_defaults=True, rename={"from_": "from"}):
    """Lines that follow one another; the numbers of the first, before and after, where the log says them."""

    from_: int | None
    to: int | None
    lines: list[str]


class Diff(Struct, frozen=True, omit_defaults=True):
    """What one call did to one file."""

    path: str
    plus: int | None
    minus: int | None
    """How many lines were added and removed; None where the log does not say."""
    hunks: list[Hunk]
    hidden: Hidden | None = None
    state: str | None = None
    """`new`, `deleted`, `moved`, or `failed` where nothing was done."""
    to: str | None = None
    """Where the file was moved."""


def diffs_of(view: View, uid: str) -> list[Diff]:
    """What the call of an event did to files; nothing where it only looked at them."""
    found = (each for each in view.edits.get(uid, ()) if not isinstance(each.steps[-1], Seen))
    return [made for each in found if (made := _diff(view, each)) is not None]


def _diff(view: View, edit: Edit) -> Diff | None:
    last = edit.steps[-1]
    if isinstance(last, Tried):
        return None  # the arguments say what was tried
    real = tuple(step for step in edit.steps if not isinstance(step, Move))
    around = {"new": edit.new, "before": edit.before}
    text = (None if edit.hunks is None else diffs.of_hunks(edit.hunks)) or diffs.of_steps(real, around)
    lines = diffs.counted(edit.hunks, real, lambda: text)
    moved = last.to if isinstance(last, Move) else None
    if text is None and moved is None:
        return None
    hunks, left = _hunks(text or "")
    return Diff(
        view.normal.relative(spelled(edit.path, edit.cwd)),
        None if lines is None else lines[0],
        None if lines is None else lines[1],
        hunks,
        Hidden(left[0], left[1]) if left[0] else None,
        "moved" if moved is not None else "new" if edit.new else None,
        moved,
    )


def _hunks(text: str) -> tuple[list[Hunk], tuple[int, int]]:
    """The hunks of a diff, and how many lines and characters of it are left out."""
    found: list[Hunk] = []
    lines = text.removesuffix("\n").split("\n") if text else []
    for line in lines[:_MOST]:
        head = _HEAD().fullmatch(line) if line.startswith("@@") else None
        if head is not None:
            found.append(Hunk(int(head[1]) if head[1] else None, int(head[2]) if head[2] else None, []))
        elif found:
            found[-1].lines.append(line)
    rest = lines[_MOST:]
    return found, (len(rest), sum(len(line) + 1 for line in rest))
