"""A text made from another, and where each stretch of it came from.  Knows offsets, not why the text was changed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from steno.detect.views.page import Page


class Edit(NamedTuple):
    """A stretch of a text that a view spells otherwise."""

    start: int
    end: int
    new: str
    unit: int = 0
    """How many characters of the new spelling belong together; 0: all of them."""
    width: int = 0
    """How many characters of the old spelling one unit took."""


class View(Page):
    """A derived text.  Unchanged stretches cost one entry each, however long they are."""

    def __init__(self, old: str, edits: Iterable[Edit]) -> None:
        """Edits are in order and do not overlap."""
        pieces: list[str] = []
        self._places: list[int] = []
        """Where a run begins in the view."""
        self._runs: list[tuple[int, int, int, int]] = []
        """Of the same run: where it begins and ends in the old text, its unit, its width."""
        self._edited: list[tuple[int, int]] = []
        """Where in the view something was changed."""
        self._size = len(old)
        done = place = 0
        for start, end, new, unit, width in edits:
            if done < start:
                pieces.append(old[done:start])
                self._places.append(place)
                self._runs.append((done, start, 1, 1))
                place += start - done
            self._edited.append((place, place + len(new)))
            if new:
                pieces.append(new)
                self._places.append(place)
                self._runs.append((start, end, unit or len(new), width or end - start))
                place += len(new)
            done = end
        if done < len(old):
            pieces.append(old[done:])
            self._places.append(place)
            self._runs.append((done, len(old), 1, 1))
        super().__init__("".join(pieces))
        self.grown = max(0, len(self.text) - len(old))
        """How much longer it is than the old text."""

    def in_original(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of the old text that spells this stretch of the view; of a unit that is touched, all."""
        if not self._runs:
            return 0, self._size
        first = self._unit(start)[0]
        return (first, self._unit(end - 1)[1]) if start < end else (first, first)

    def _unit(self, at: int) -> tuple[int, int]:
        index = max(bisect_right(self._places, at) - 1, 0)
        begins, ends, unit, width = self._runs[index]
        start = min(begins + (at - self._places[index]) // unit * width, ends)
        return start, min(start + width, ends)

    def across(self, start: int, end: int) -> bool:
        """Whether something was changed within this stretch of the view."""
        index = bisect_right(self._edited, (start, len(self.text))) if start < end else len(self._edited)
        return index < len(self._edited) and self._edited[index][1] < end

    def changed(self, reach: int, longest: int) -> Iterator[tuple[int, int]]:
        """The stretches of the view around what was changed: so far to both sides, and on to the end of a
        word that is no longer than `longest`.

        Further off, the view says nothing that the old text does not.
        """
        if len(self.text) <= 4 * reach:
            yield from [(0, len(self.text))] if self._edited else []
            return
        begin = end = stop = -1
        for first, last in self._edited:
            if stop < 0 or first - reach > end:
                start = last_space(self.text, max(0, first - reach), longest)
                if stop < 0 or start > stop:
                    if stop >= 0:
                        yield begin, stop
                    begin = start
            if last + reach > end:
                end = last + reach
                stop = next_space(self.text, end, longest) if end > stop else stop
        if stop >= 0:
            yield begin, stop


def last_space(text: str, at: int, longest: int) -> int:
    """Where the word begins in which this place lies, if it is no longer than that."""
    start = max(0, at - longest)
    return max(text.rfind(" ", start, at), text.rfind("\n", start, at), start - 1) + 1


def next_space(text: str, at: int, longest: int) -> int:
    """Where the word ends."""
    end = min(len(text), at + longest)
    spaces = (text.find(space, at, end) for space in " \n")
    return min((space for space in spaces if space >= 0), default=end)


Shape = Callable[[Page], View | None]
"""Undoes one kind of transformation wherever it stands in a text; None where it does not."""


def view(page: Page, edits: list[Edit]) -> View | None:
    return View(page.text, edits) if edits else None


def apart(edits: list[Edit]) -> list[Edit]:
    """Edits in order, without those that overlap an earlier one."""
    kept: list[Edit] = []
    for edit in edits:
        if not kept or edit.start >= kept[-1].end:
            kept.append(edit)
    return kept
