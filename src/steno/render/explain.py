"""Why a trace says what it says: steps, fields, who says so, by which rule, and where it stands.  Prints nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from steno.api.evidence import COPIES, RULES, UNKNOWN, Evidence
from steno.base.exact import encode
from steno.contracts import Code
from steno.model import JSON, Derivation, Event, Note, Origin
from steno.model.steps import FIELDS, STEP, Step, unknown
from steno.passes.derive.coverage import FATES, Coverage, coverage, fields, standing
from steno.render.table import Column, table
from steno.render.terminal import Paint, fitted, number_of, one_line

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
_WIDEST = 400
"""So many columns of a value are shown; `--json` has all of it."""
_OF_ALL = ("trace_mode", "validation_level", "agent_confidence")


class Explained(Evidence):
    """The same for people."""

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
        places = dict.fromkeys(self._brief(self._events.get(uid), uid) for uid in note.evidence)
        more = f" and {len(places) - _SHOWN} more" if len(places) > _SHOWN else ""
        return ", ".join(list(places)[:_SHOWN]) + more

    def _brief(self, event: Event | None, uid: str) -> str:
        """The same without the name of the session's own file, which would leave no room for the line."""
        origin = None if event is None else event.origin
        if isinstance(origin, Origin) and origin.source == 0:
            return f"line {origin.line}"
        return self._where(event, uid)

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
