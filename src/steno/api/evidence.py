"""Why a trace says what it says: steps, fields, who says so, by which rule, and where it stands; as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import UNSET, structs

from steno.api.field import missing, saying
from steno.contracts import UsageError
from steno.model import JSON, Derivation, Note, Origin, Trace
from steno.model.steps import Step, steps, unknown, whole
from steno.passes import derive, enrich
from steno.passes.derive.coverage import coverage, fields, standing

if TYPE_CHECKING:
    from steno.formats.opentraces.provenance import Provenance, Recorded

COPIES = derive.COPIES | enrich.COPIES
RULES = {**derive.RULES, **enrich.RULES}
UNKNOWN = "not known"


class Evidence:
    """One trace with its steps, ready to be asked."""

    def __init__(self, trace: Trace, written: Trace | None = None) -> None:
        """`written` is the same trace as the writer of OpenTraces records gets it, whose fields are asked for."""
        self.trace = trace
        self._written = trace if written is None else written
        self.steps: Sequence[Step] = steps(trace)
        self.whole = whole(trace)
        self._events = {event.uid: event for event in trace.events}
        self._numbers = {step.anchor.uid: step.number for step in self.steps}

    def record(self) -> dict[str, JSON]:
        """What the trace as a whole says, and how much of its source its steps account for."""
        seen, known = coverage(self.trace), fields(self.trace, COPIES)
        return {
            "steps": len(self.steps),
            "actions": dict(Counter(step.action for step in self.steps)),
            "turns": self._turns(),
            "coverage": {**structs.asdict(seen), "material": seen.material, "accounted": seen.accounted},
            "fields": structs.asdict(known),
            "whole": {key: self._known(note) for key, note in self.whole.items()},
        }

    def step_record(self, step: Step) -> dict[str, JSON]:
        return {
            "step": step.number,
            "uid": step.anchor.uid,
            "fields": {key: self._known(note) for key, note in step.notes.items()},
            "unknown": list(unknown(step)),
        }

    def field_record(self, name: str) -> dict[str, JSON]:
        """What the record says in a field, and where it comes from; of a name that is none of its fields, what a note
        says that has it as its key.  Raises `UsageError` for one that does not exist."""
        from steno.formats.opentraces.whole import AUTHOR  # the writer of records costs start-up

        try:
            path, value = self._record.found(name)
        except UsageError:
            if name not in self.whole:
                raise
            return {"field": name, **self._known(self.whole[name])}
        note = saying(self._noted, ".".join(map(str, path)), value)
        # What a record says itself goes before what a rule makes of it, but not before what somebody has said of it.
        silent = note is None or isinstance(note.author, Derivation) or note.author == AUTHOR
        if note is None or (silent and self._record.is_stated(path, value)):
            known = self._recorded(self._record.provenance(path, value))
            return {"field": name, **known, **missing(self._noted, name, value)}
        return {"field": name, **self._known(note)}

    @cached_property
    def _record(self) -> Recorded:
        from steno.formats.opentraces.provenance import Recorded

        return Recorded(self._written)

    @cached_property
    def _noted(self) -> dict[str, Note]:
        return whole(self._written)

    def _recorded(self, found: Provenance) -> dict[str, JSON]:
        """The same for a field of the record that no note speaks of."""
        if not found.known:
            return {"value": found.value, "how": UNKNOWN, **({"page": found.rule} if found.rule else {})}
        rule: dict[str, JSON] = {"rule": "opentraces", "page": found.rule} if found.rule else {}
        how = "derived" if found.rule else "observed"
        return {"value": found.value, "how": how, **rule, "evidence": [self._bytes(each) for each in found.places]}

    def _known(self, note: Note) -> dict[str, JSON]:
        by: dict[str, JSON] = {"author": note.author}
        if isinstance(note.author, Derivation):
            rule = RULES.get(note.author.rule)
            by = {"rule": note.author.rule, "code": rule.code if rule else None}
        return {
            "value": self._numbered(note),
            "how": standing(note, COPIES),
            **by,
            **({"time": note.time} if note.time is not UNSET else {}),
            "evidence": [self._place(uid) for uid in note.evidence],
        }

    def _place(self, uid: str) -> dict[str, JSON]:
        event = self._events.get(uid)
        if event is None or not isinstance(event.origin, Origin):
            return {"uid": uid}
        return {"uid": uid, **self._bytes(event.origin)}

    def _bytes(self, origin: Origin) -> dict[str, JSON]:
        return {
            "path": self._path(origin),
            "line": origin.line,
            "offset": origin.offset,
            "length": origin.length,
            "pointer": origin.pointer,
        }

    def _path(self, origin: Origin) -> str:
        sources = self.trace.header.sources
        path = sources[origin.source].path if origin.source < len(sources) else UNSET
        return path if isinstance(path, str) else ""

    def _numbered(self, note: Note) -> JSON:
        """The value, with numbers of steps for the uids that stand for them."""
        value, number = note.value, self._numbers.get
        if note.key == "caused_by" and isinstance(value, list):
            return [number(each, each) for each in value]
        if note.key == "retry_of" and isinstance(value, str):
            return number(value, value)
        if note.key == "input_source" and isinstance(value, dict) and isinstance(value.get("source"), str):
            return {**value, "source": number(value["source"], value["source"])}
        return value

    def _turns(self) -> int:
        return max((turn for step in self.steps if isinstance(turn := step.get("turn"), int)), default=0)
