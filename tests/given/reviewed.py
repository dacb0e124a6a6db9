"""A trace with steps, and the lines of a sidecar that several people write about them."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from steno.model import Actor, ActorKind, Event, Header, Kind, Origin, Source, Text, Trace
from steno.model.steps import Step, derived, steps
from steno.notes.level import REVIEWED, ReviewState, best, contents, review_states
from steno.notes.sidecar import Entry

TIME = "2026-01-31T00:00:00Z"


def trace(count: int = 3, **outputs: Any) -> Trace:
    """Steps on the events 1, 2, ...; `outputs` are those of single ones: `s2="done"`."""
    events = tuple(
        Event(uid=str(n), kind=Kind.MESSAGE, body=Text(f"text {n}"), origin=Origin(0, n, 0, 1), actor="agent")
        for n in range(1, count + 1)
    )
    notes = [derived("test/step", "step", "agent_step", each, (each.uid,)) for each in events]
    notes += [derived("test/output", "output", outputs.get(f"s{each.uid}", each.uid), each) for each in events]
    header = Header(actors={"agent": Actor(ActorKind.MODEL, "agent")}, sources=(Source("test"),))
    return Trace(header=header, events=events, notes=tuple(notes))


class Log:
    """Lines of a sidecar, as several people write them."""

    def __init__(self, steps: list[Step]) -> None:
        self._hashes = contents(steps)
        self.entries: list[Entry] = []

    def note(self, author: str, target: str | None, key: str = "eval", value: Any = 1) -> Entry:
        entry = Entry(
            version=1, id=str(len(self.entries)), author=author, time=TIME, target=UNSET if target is None else target,
            key=key, value=value,
        )  # fmt: skip
        self.entries.append(entry)
        return entry

    def mark(self, author: str, *targets: str) -> None:
        for target in targets:
            self.note(author, target, REVIEWED, self._hashes.get(target))

    def undo(self, author: str, entry: Entry) -> None:
        id = str(len(self.entries))
        self.entries.append(Entry(version=1, id=id, author=author, time=TIME, retracts=entry.id))

    def review_state(self, trace: Trace, author: str = "human:Mara") -> ReviewState:
        found = review_states(self.entries, contents(steps(trace)))
        return next(each for each in found if each.author == author)

    def level(self, trace: Trace) -> str | None:
        found = best(review_states(self.entries, contents(steps(trace))))
        return None if found is None else found.level


def logged(trace: Trace) -> Log:
    return Log(steps(trace))
