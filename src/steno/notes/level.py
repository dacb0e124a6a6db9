"""How far a trace is validated: by whom every step was reviewed, and what has happened to it since.

Knows review marks and steps, no format.  A review counts as long as it covers every step as the step stands: a later
note by somebody else, or a step that is no longer what was reviewed, ends it for that step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import UNSET, Struct, UnsetType

from steno.base.canonical import canonical
from steno.base.ids import sha256
from steno.model.steps import FIELDS, STEP, Step
from steno.notes.sidecar import Entry

REVIEWED: Final = "reviewed"
"""The key of a review mark.  Its value is the hash of the step's content, which shows whether that has changed."""

LEVELS: Final = {
    "model": "model_reviewed",
    "human": "human_reviewed",
    "expert": "expert_reviewed",
    "client": "client_validated",
}
"""By the reviewer's role, from the weakest to the strongest claim."""


class ReviewState(Struct, frozen=True):
    """What one reviewer's marks are worth."""

    author: str
    good: tuple[str, ...]
    """The uids of the steps whose review stands."""
    missing: tuple[str, ...]
    """Those never reviewed."""
    edited: tuple[str, ...]
    """Those of which somebody else said something since."""
    changed: tuple[str, ...]
    """Those whose content is no longer what was reviewed."""
    whole_edited: bool
    """Whether somebody else said something of the whole trace since this reviewer's last mark."""
    time: str
    """Of the last mark."""

    @property
    def complete(self) -> bool:
        return bool(self.good) and not (self.missing or self.edited or self.changed or self.whole_edited)

    @property
    def level(self) -> str | None:
        """The level that a complete review gives; None for a role that gives none."""
        return LEVELS.get(self.author.partition(":")[0])


def content(step: Step) -> str:
    """The hash of a step as rules and its source have it: of what the log says, before anybody's notes."""
    said = {key: step.notes[key].value for key in (STEP, *FIELDS) if key in step.notes}
    return "sha256:" + sha256(canonical(said, exact=True))


def contents(steps: Iterable[Step]) -> dict[str, str]:
    """The hash of each step of a trace without notes, by the uid of its anchor, in order."""
    return {step.anchor.uid: content(step) for step in steps}


def review_states(entries: Sequence[Entry], hashes: Mapping[str, str]) -> list[ReviewState]:
    """What the marks of each reviewer are worth, the steps having these `contents`."""
    log = _Log(entries)
    return [log.review_state(author, hashes) for author in log.reviewers]


def best(found: Iterable[ReviewState]) -> ReviewState | None:
    """The strongest complete review; of equal ones the latest."""
    order = list(LEVELS.values())
    complete = [each for each in found if each.complete and each.level is not None]
    return max(complete, key=lambda each: (order.index(each.level or ""), each.time), default=None)


class _Told(Struct, frozen=True):
    """A note that is no mark, and for how long it stood."""

    author: str
    since: int
    until: int | None
    ended_by: str


class _Log:
    """The lines of a sidecar by what they are about.  Their order says what came later; clocks do not."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        ends = {entry.retracts: (at, entry.author) for at, entry in enumerate(entries) if entry.retracts is not UNSET}
        self._told: dict[str | UnsetType, list[_Told]] = {}
        self._marks: dict[str, dict[str | UnsetType, tuple[int, Entry]]] = {}
        for at, entry in enumerate(entries):
            if entry.key == REVIEWED:
                if entry.id not in ends:
                    self._marks.setdefault(entry.author, {})[entry.target] = (at, entry)
            elif entry.is_note:
                until, ended_by = ends.get(entry.id, (None, ""))
                self._told.setdefault(entry.target, []).append(_Told(entry.author, at, until, ended_by))

    @property
    def reviewers(self) -> list[str]:
        return list(self._marks)

    def review_state(self, author: str, hashes: Mapping[str, str]) -> ReviewState:
        marks = self._marks[author]
        last, newest = max(marks.values(), key=lambda mark: mark[0])
        sorted_out: dict[str, list[str]] = {"good": [], "missing": [], "edited": [], "changed": []}
        for uid, hash in hashes.items():
            at, mark = marks.get(uid, (0, None))
            if mark is None:
                verdict = "missing"
            elif self._edited(uid, author, at):
                verdict = "edited"
            else:
                verdict = "good" if mark.value == hash else "changed"
            sorted_out[verdict].append(uid)
        lists = {verdict: tuple(uids) for verdict, uids in sorted_out.items()}
        return ReviewState(author, **lists, whole_edited=self._edited(UNSET, author, last), time=newest.time)

    def _edited(self, target: str | UnsetType, reviewer: str, at: int) -> bool:
        """Whether somebody else changed, after a mark, what is said of a target."""
        return any(who != reviewer for who in self._changes(target, at))

    def _changes(self, target: str | UnsetType, at: int) -> Iterator[str]:
        for told in self._told.get(target, ()):
            if told.since > at and told.until is None:
                yield told.author
            elif told.since < at and told.until is not None and told.until > at:
                yield told.ended_by
