"""A reviewer's way over the steps: where they stand, what is said, what is reviewed.  Asks nobody, prints nothing.

Whatever is decided is in the file of notes before the next question.
"""

from __future__ import annotations

from pathlib import Path

from msgspec import UNSET
from msgspec.structs import replace

from steno.base.exact import JSON
from steno.diagnostics import Report
from steno.model import Note, Trace
from steno.model.steps import Step, steps
from steno.notes import sidecar
from steno.notes.level import REVIEWED, ReviewState, contents, review_states
from steno.notes.pen import Pen
from steno.notes.sidecar import Entry
from steno.notes.targets import settled


class Walk:
    def __init__(self, trace: Trace, path: Path, pen: Pen, report: Report) -> None:
        """The trace has its steps, at least one, and not the notes in `path`."""
        self.steps, self._path, self._pen, self._report = steps(trace), path, pen, report
        self._events = trace.events
        self._numbers = {step.anchor.uid: step.number for step in self.steps}
        self._hashes = contents(self.steps)
        self._load()
        self.number = self._beginning()

    def _load(self) -> None:
        self._size = sidecar.size(self._path)
        self._entries = settled(sidecar.read(self._path, self._report), self._events)
        self._sort_out()

    def _sort_out(self) -> None:
        self._said: dict[str, dict[str, Note]] = {}
        for entry in sidecar.live(self._entries):
            self._put(entry)
        found = {each.author: each for each in review_states(self._entries, self._hashes)}
        self._good = set(found[self._pen.author].good) if self._pen.author in found else set()

    def _put(self, entry: Entry) -> None:
        if isinstance(entry.target, str) and isinstance(entry.key, str) and entry.key != REVIEWED:
            note = Note(author=entry.author, target=entry.target, key=entry.key, value=entry.value, time=entry.time)
            self._said.setdefault(entry.target, {})[entry.key] = note

    def _beginning(self) -> int:
        """The first step that is not reviewed after the one that was reviewed last; else the first of all."""
        marks = [entry for entry in sidecar.live(self._entries) if self._is_own_mark(entry)]
        last = next((self._numbers[str(mark.target)] for mark in reversed(marks) if mark.target in self._numbers), 0)
        left = self.left
        return next((number for number in left if number > last), left[0] if left else len(self.steps))

    def _is_own_mark(self, entry: Entry) -> bool:
        return entry.key == REVIEWED and entry.author == self._pen.author and entry.target is not UNSET

    @property
    def step(self) -> Step:
        """The step in question, with what everybody says of it."""
        base = self.steps[self.number - 1]
        return replace(base, notes={**base.notes, **self._said.get(base.anchor.uid, {})})

    @property
    def is_reviewed(self) -> bool:
        return self.step.anchor.uid in self._good

    @property
    def left(self) -> list[int]:
        """The numbers of the steps that this author has not reviewed as they stand."""
        return [step.number for step in self.steps if step.anchor.uid not in self._good]

    @property
    def remaining(self) -> int:
        """How many those are."""
        return len(self.steps) - len(self._good)

    @property
    def numbers(self) -> dict[str, int]:
        """The number of each step by the uid of its anchor."""
        return self._numbers

    def review_state(self) -> ReviewState | None:
        """What this author's review is worth; None before the first mark."""
        found = review_states(self._entries, self._hashes)
        return next((each for each in found if each.author == self._pen.author), None)

    def refresh(self) -> bool:
        """Look whether somebody else has written meanwhile; whether that says something of this step."""
        if sidecar.size(self._path) == self._size:
            return False
        before = self.step.notes
        self._load()
        return self.step.notes != before

    def judge(self, key: str, value: JSON) -> None:
        """Say something of this step."""
        self._write(self._pen.note(key, value, self.step.anchor.uid))

    def mark(self) -> bool:
        """This step is reviewed as it stands; False where it no longer stands as it was shown, and nothing is done."""
        if self.refresh():
            return False
        uid = self.step.anchor.uid
        mark = self._pen.note(REVIEWED, self._hashes[uid], uid)
        self._write(mark)
        if self.refresh():  # somebody wrote between our look and our mark, which now stands after words we did not see
            self._write(self._pen.retraction(mark))
            self._sort_out()
            return False
        self._good.add(uid)
        return True

    def undo(self) -> Entry | None:
        """Take back this author's last note on a step of this trace and go there; None where there is none."""
        self.refresh()
        own = [
            entry
            for entry in sidecar.live(self._entries)
            if entry.author == self._pen.author and entry.target in self._numbers
        ]
        if not own:
            return None
        self._write(self._pen.retraction(own[-1]))
        self._sort_out()
        self.number = self._numbers[str(own[-1].target)]
        return own[-1]

    def _write(self, entry: Entry) -> None:
        before, after = self._size, sidecar.append(self._path, [entry])
        self._entries.append(entry)
        self._put(entry)
        # Where more has come than was written, the size stays what it was and the next look reads the file again.
        self._size = after if after - before <= len(sidecar.line(entry)) + 1 else before
