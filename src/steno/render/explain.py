"""Why a trace says what it says: steps, fields, who says so, by which rule, and where it stands.  Prints nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import UNSET, structs

from steno.base.exact import encode
from steno.contracts import Code, UsageError
from steno.model import JSON, Derivation, Event, Note, Origin, Trace
from steno.model.steps import FIELDS, STEP, Step, steps, unknown, whole
from steno.passes import derive, enrich
from steno.passes.derive.coverage import FATES, Coverage, coverage, fields, standing
from steno.render.field import missing, saying
from steno.render.table import Column, table
from steno.render.terminal import Paint, fitted, number_of, one_line

if TYPE_CHECKING:
    from steno.formats.opentraces.provenance import Provenance, Recorded

COPIES = derive.COPIES | enrich.COPIES
RULES = {**derive.RULES, **enrich.RULES}
_SHOWN = 3
"""So many places of evidence are named; the others are counted, and `--json` has them all."""
_FIELD = (
    Column("FIELD"), Column("VALUE", rank=1, least=20), Column("HOW", rank=2), Column("BY", rank=4),
    Column("EVIDENCE", rank=3),
)  # fmt: skip
_STEP = (
    Column("STEP", right=True), Column("TURN", right=True, rank=5), Column("ACTOR", rank=4), Column("ACTION", rank=1),
    Column("OPERATION", rank=3), Column("TOOL", rank=1), Column("WHERE", end=True, rank=2),
)  # fmt: skip
UNKNOWN = "not known"
_WIDEST = 400
"""So many columns of a value are shown; `--json` has all of it."""
_OF_ALL = ("trace_mode", "validation_level", "agent_confidence")


class Explained:
    """One trace with its steps, ready to be asked."""

    def __init__(self, trace: Trace, written: Trace | None = None) -> None:
        """`written` is the same trace as the writer of OpenTraces records gets it, whose fields are asked for."""
        self.trace = trace
        self._written = trace if written is None else written
        self.steps: Sequence[Step] = steps(trace)
        self.whole = whole(trace)
        self._events = {event.uid: event for event in trace.events}
        self._numbers = {step.anchor.uid: step.number for step in self.steps}

    # As JSON

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

    # For people

    def overview(self, paint: Paint) -> Iterator[str]:
        """The coverage statement, and why the whole is what it is."""
        actions, turns = Counter(step.action for step in self.steps), self._turns()
        counted = ", ".join(f"{count} {action}" for action, count in actions.items())
        yield paint(number_of(len(self.steps), "step"), "bold") + paint(
            f" in {number_of(turns, 'turn')}: {counted or 'none'}"
        )
        yield ""
        yield from self._covered(coverage(self.trace), paint)
        yield ""
        known = fields(self.trace, COPIES)
        total = len(self.steps) * len(FIELDS)
        yield paint(number_of(total, "field"), "bold") + paint(
            f" of steps: {known.observed} observed, {known.derived} derived, {known.annotated} annotated, "
            f"{known.absent} not known"
        )
        yield ""
        yield from self._table(self.whole, paint)
        yield from self._pages([self.whole[key] for key in _OF_ALL if key in self.whole], paint)

    def _covered(self, seen: Coverage, paint: Paint) -> Iterator[str]:
        yield paint(number_of(seen.events, "event"), "bold") + paint(
            f": {seen.accounted} of the {seen.material} with work in them are in steps; "
            f"{seen.answered} of {number_of(seen.calls, 'call')} with a result; "
            f"{seen.dated} of {number_of(seen.steps, 'step')} with a time"
        )
        rows = [(str(count), fate, FATES[fate]) for fate, count in seen.fates.items() if count]
        yield from table((Column("EVENTS", right=True), Column("BECAME"), Column("WHICH ARE")), rows, paint)

    def listing(self, paint: Paint) -> Iterator[str]:
        """All steps, one a line."""
        rows = [
            [
                str(step.number), _text(step.get("turn")), _text(step.get("actor")), step.action,
                _text(step.get("operation")), _text(step.get("tool")), self._where(step.anchor),
            ]
            for step in self.steps
        ]  # fmt: skip
        yield from table(_STEP, rows, paint)

    def about(self, step: Step, paint: Paint) -> Iterator[str]:
        """Every field of a step."""
        yield paint(f"step {step.number}", "bold") + paint(f"  {step.action}, {self._where(step.anchor)}")
        yield ""
        order = {key: step.notes[key] for key in (STEP, *FIELDS) if key in step.notes}
        yield from self._table(order, paint)
        yield ""
        yield paint("not known: ", "bold") + paint(", ".join(unknown(step)) or "nothing")
        yield from self._pages(list(order.values()), paint)

    def field(self, name: str, paint: Paint) -> Iterator[str]:
        """Where a field of the whole comes from; raises `UsageError` for one that does not exist."""
        known = self.field_record(name)
        if known["how"] == UNKNOWN:
            stands = "" if known["value"] is None else f"; the record has {_text(known['value'])} for that"
            yield paint(fitted(one_line(f"{name} is not known: the log does not say{stands}"), _WIDEST))
            if known.get("page"):
                yield paint(known["page"])
            return
        yield paint(name, "bold") + paint("  " + fitted(one_line(_text(known["value"])), _WIDEST))
        rule = " ".join(known[key] for key in ("code", "rule") if known.get(key))
        by = rule if known["how"] == "derived" else known.get("author", "")
        yield paint(f"{known['how']}{f' by {by}' if by else ''}")
        places = dict.fromkeys(self._spot(each) for each in known["evidence"])
        yield from (paint(f"  {each}") for each in list(places)[:_SHOWN])
        if len(places) > _SHOWN:
            yield paint(f"  and {len(places) - _SHOWN} more")
        if known.get("page"):
            yield ""
            yield paint(known["page"])
        elif known.get("rule") in RULES:
            yield from _page(RULES[known["rule"]], paint)

    def _spot(self, place: dict[str, JSON]) -> str:
        """Where something stands: the line of the source and its bytes; for what no source holds, its uid."""
        if "line" not in place:
            return f"event {place['uid']}"
        end = place["offset"] + place["length"]
        where = f"  {place['pointer']}" if place["pointer"] else ""
        return f"{_line(place['path'], place['line'])}  bytes {place['offset']}-{end}{where}"

    def _table(self, notes: dict[str, Note], paint: Paint) -> list[str]:
        rows = [
            [key, _text(self._numbered(note)), standing(note, COPIES), _author(note), self._evidence(note)]
            for key, note in notes.items()
        ]
        return table(_FIELD, rows, paint)

    def _evidence(self, note: Note) -> str:
        places = dict.fromkeys(self._where(self._events.get(uid), uid) for uid in note.evidence)
        more = f" and {len(places) - _SHOWN} more" if len(places) > _SHOWN else ""
        return ", ".join(list(places)[:_SHOWN]) + more

    def _where(self, event: Event | None, uid: str = "") -> str:
        """The line of the source; for what no source holds, what it was derived from."""
        if event is None:
            return f"no event {uid}"
        if isinstance(event.origin, Origin):
            return _line(self._path(event.origin), event.origin.line)
        return f"derived by {event.origin.rule}"

    def _pages(self, notes: Sequence[Note], paint: Paint) -> Iterator[str]:
        for rule in _rules(notes):
            yield from _page(rule, paint)


def _line(path: str, line: int) -> str:
    name = path.replace("\\", "/").rpartition("/")[2]
    return f"{name}:{line}" if name else f"line {line}"


def _page(rule: Code, paint: Paint) -> Iterator[str]:
    yield ""
    yield paint(f"{rule.code} {rule.name}", "bold")
    yield paint(rule.page)


def _rules(notes: Sequence[Note]) -> list[Code]:
    """The rules that some notes come from, each once."""
    names = dict.fromkeys(note.author.rule for note in notes if isinstance(note.author, Derivation))
    return [RULES[name] for name in names if name in RULES]


def _author(note: Note) -> str:
    if not isinstance(note.author, Derivation):
        return note.author
    rule = RULES.get(note.author.rule)
    return f"{rule.code} {rule.name}" if rule else note.author.rule


def _text(value: JSON) -> str:
    return value if isinstance(value, str) else "" if value is None else encode(value).decode("utf-8", "replace")
