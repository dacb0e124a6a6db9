"""What a call changed, whether it was tried before, and which call goes on with the same file."""

from __future__ import annotations

from msgspec import Struct

from steno.edits.calls import Seen
from steno.viewer.diff import Diff, diffs_of
from steno.viewer.full import row_named
from steno.viewer.view import View


class Patched(Struct, omit_defaults=True, kw_only=True):
    diffs: list[Diff]
    tried: list[int]
    """The failed calls that this one makes again, the last first."""
    next: int | None = None
    """The next call that changed one of the files."""
    commit: str | None = None
    """The commit that the call itself made, as git printed it."""


def patched(view: View, n: int) -> Patched:
    """Raises `NotFound`."""
    row = row_named(view, n)
    event, known = view.event(row), view.known
    tried: list[int] = []
    before = known.retries.get(row)
    while before is not None and view.index.number(before) not in tried:
        tried.append(view.index.number(before))
        before = known.retries.get(before)
    return Patched(diffs=diffs_of(view, event.uid), tried=tried, next=_next(view, row), commit=view.commit_of(row))


def _next(view: View, row: int) -> int | None:
    """The next call that changed a file which this one changed."""
    own = {each.path for each in view.edits.get(view.event(row).uid, ()) if not isinstance(each.steps[-1], Seen)}
    if not own:
        return None
    places = view.edited
    at = places.index(row) if row in places else len(places)
    for later in places[at + 1 :]:
        if any(each.path in own for each in view.edits[view.event(later).uid]):
            return view.index.number(later)
    return None
