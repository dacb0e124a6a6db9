"""The steps of a session as a graph: who caused whom.  Left to right in the order of the log, one lane for each actor.

Positions are counted, never solved: the same session gives the same picture, and a part of it can be drawn alone.
"""

from __future__ import annotations

from array import array
from typing import Final

from msgspec import Struct

from steno.base.exact import JSON
from steno.errors import NotFound
from steno.model import Derivation
from steno.model.steps import Step
from steno.passes.derive import COPIES, RULES
from steno.passes.derive.coverage import standing
from steno.viewer.evidence import Explained
from steno.viewer.full import row_named
from steno.viewer.index import FAILED
from steno.viewer.row import Row
from steno.viewer.rows import Rows
from steno.viewer.sorts import Sort
from steno.viewer.view import View

MOST: Final = 2000
"""So many steps are given at once."""
_EFFECTS: Final = 12
"""So many effects of one step are named; the others are counted."""
_CHAIN: Final = 60
_LABEL: Final = 90
_YOU, _AGENT, _TOOLS, _SUBS = range(4)


class Lane(Struct, frozen=True):
    name: str
    kind: str


class Box(Struct, frozen=True):
    """The work of a sub-agent: from its first step to its last."""

    id: str
    lane: int
    first: int
    last: int
    steps: int


class Group(Struct, frozen=True):
    """The steps of one turn."""

    first: int
    steps: int
    failed: int
    turn: int | None
    """None before the first prompt."""
    n: int
    text: str | None


class Graph(Struct, kw_only=True):
    """What is known of the whole before any step is drawn."""

    version: int
    steps: int
    links: int
    retries: int
    failed: int
    lanes: list[Lane]
    boxes: list[Box]
    turns: list[Group]


class Node(Struct, kw_only=True, omit_defaults=True):
    """One step; `[i, lane]` names another one."""

    n: int
    kind: str
    icon: str
    lane: int
    turn: int | None = None
    name: str | None = None
    text: str | None = None
    status: str | None = None
    says: str | None = None
    """What a failure, or a result that is missing, says of itself."""
    retry: tuple[int, int] | None = None
    causes: list[tuple[int, int]] = []
    effects: list[tuple[int, int]] = []
    more: int = 0
    """How many further effects there are."""


class Nodes(Struct, frozen=True):
    a: int
    nodes: list[Node]


class Why(Struct, kw_only=True):
    """How a step came about, from the prompt on."""

    i: int
    chain: list[tuple[int, Node]]
    left: int
    """How many steps before the first of them are left out."""
    counts: dict[str, int]
    """How we know the links between them."""
    rules: list[str]


class Drawn:
    """The graph of one view, made once: numbers alone."""

    def __init__(self, view: View, explained: Explained) -> None:
        places = {event.uid: at for at, event in enumerate(view.events)}
        self.steps = [step for step in explained.steps.values() if step.anchor.uid in places]
        self._place = {step.anchor.uid: i for i, step in enumerate(self.steps)}
        self.rows = array("l", (view.index.row_of[places[step.anchor.uid]] for step in self.steps))
        self.causes = [self._named(step.get("caused_by")) for step in self.steps]
        self.retries = [next(iter(self._named([step.get("retry_of")])), None) for step in self.steps]
        self.effects: list[list[int]] = [[] for _ in self.steps]
        for i, causes in enumerate(self.causes):
            for each in causes:
                self.effects[each].append(i)
        self.lanes, self.boxes, self.lane = _lanes(view, self.rows)

    def _named(self, uids: JSON) -> list[int]:
        found = (self._place.get(each) for each in uids if isinstance(each, str)) if isinstance(uids, list) else ()
        return [each for each in found if each is not None]


def _lanes(view: View, rows: array[int]) -> tuple[list[Lane], list[Box], array[int]]:
    """A lane for each actor; sub-agents that do not work at once share one."""
    index = view.index
    spans: dict[int, list[int]] = {}
    lane = array("l", (_own_lane(index.sort[row]) for row in rows))
    for i, row in enumerate(rows):
        if index.run[row]:
            first, last, count = spans.get(index.run[row], (i, i, 0))
            spans[index.run[row]] = [first, i, count + 1]
    ends: list[int] = []
    of_run: dict[int, int] = {}
    boxes = []
    for run, (first, last, count) in sorted(spans.items(), key=lambda each: each[1][0]):
        free = next((at for at, end in enumerate(ends) if end < first), len(ends))
        ends[free : free + 1] = [last]
        of_run[run] = _SUBS + free
        boxes.append(Box(index.runs[run].id, _SUBS + free, first, last, count))
    for i, row in enumerate(rows):
        lane[i] = of_run.get(index.run[row], lane[i])
    subs = [Lane("Sub-agents" if len(ends) == 1 else f"Sub-agents {at}", "sub") for at in range(1, len(ends) + 1)]
    return [Lane("You", "human"), Lane("Agent", "agent"), Lane("Tools", "tool"), *subs], boxes, lane


def _own_lane(sort: int) -> int:
    return {Sort.HUMAN: _YOU, Sort.TOOL: _TOOLS}.get(Sort(sort), _AGENT)


def graph(view: View, drawn: Drawn) -> Graph:
    """The whole, without its steps."""
    return Graph(
        version=view.index.version,
        steps=len(drawn.steps),
        links=sum(map(len, drawn.causes)),
        retries=sum(each is not None for each in drawn.retries),
        failed=sum(_failed(view, row) for row in drawn.rows),
        lanes=drawn.lanes,
        boxes=drawn.boxes,
        turns=_turns(view, drawn),
    )


def _failed(view: View, row: int) -> bool:
    return view.index.sort[row] == Sort.TOOL and bool(view.index.marks[row] & FAILED)


def _turns(view: View, drawn: Drawn) -> list[Group]:
    found: list[tuple[int, int, int, int | None]] = []
    for i, row in enumerate(drawn.rows):
        turn = view.index.turn_of(row)
        number = None if turn is None else turn.number
        if not found or found[-1][3] != number:
            found.append((i, 0, 0, number))
        first, count, failed, _ = found[-1]
        found[-1] = (first, count + 1, failed + _failed(view, row), number)
    make, made = Rows(view), []
    for first, count, failed, number in found:
        row = drawn.rows[first] if number is None else view.index.turns[number - 1].row
        text = make.row(row).text
        made.append(Group(first, count, failed, number, view.index.number(row), _short(text)))
    return made


def nodes(view: View, drawn: Drawn, first: int, count: int) -> Nodes:
    """Some steps, from one on."""
    first = max(0, first)
    last = min(len(drawn.steps), first + min(max(0, count), MOST))
    make = Rows(view)
    return Nodes(first, [_node(view, drawn, make, i) for i in range(first, last)])


def _node(view: View, drawn: Drawn, make: Rows, i: int) -> Node:
    row = make.row(drawn.rows[i])
    turn = view.index.turn_of(drawn.rows[i])
    retry, effects = drawn.retries[i], drawn.effects[i]
    return Node(
        n=row.n,
        kind=row.kind,
        icon=row.icon,
        lane=drawn.lane[i],
        turn=None if turn is None else turn.number,
        name=row.tool or row.name,
        text=_short(row.arg if row.kind == "tool" else row.text),
        status=row.status,
        says=_says(row),
        retry=None if retry is None else (retry, drawn.lane[retry]),
        causes=[(each, drawn.lane[each]) for each in drawn.causes[i]],
        effects=[(each, drawn.lane[each]) for each in effects[:_EFFECTS]],
        more=max(0, len(effects) - _EFFECTS),
    )


def _says(row: Row) -> str | None:
    if row.status == "failed":
        return _short(row.code or row.res or "failed", 24)
    return {"missing": "no result", "running": "running"}.get(row.status or "")


def _short(text: str | None, most: int = _LABEL) -> str | None:
    if text is None:
        return None
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def why(view: View, drawn: Drawn, n: int) -> Why:
    """How the step of an event came about, by the nearest cause of each; raises `NotFound`."""
    row = row_named(view, n)
    places = {at: i for i, at in enumerate(drawn.rows)}
    if row not in places:
        raise NotFound(f"event {n} is no step", "prompts, calls and answers are steps")
    chain, counts, rules = [places[row]], dict[str, int](), dict[str, None]()
    while drawn.causes[chain[-1]]:
        _rests_on(drawn.steps[chain[-1]], counts, rules)
        chain.append(max(drawn.causes[chain[-1]]))
    make, shown = Rows(view), chain[:_CHAIN]
    return Why(
        i=chain[0],
        chain=[(i, _node(view, drawn, make, i)) for i in reversed(shown)],
        left=len(chain) - len(shown),
        counts=counts,
        rules=list(rules),
    )


def _rests_on(step: Step, counts: dict[str, int], rules: dict[str, None]) -> None:
    """Count how it is known what caused a step."""
    note = step.notes["caused_by"]
    how = standing(note, COPIES)
    counts[how] = counts.get(how, 0) + 1
    if isinstance(note.author, Derivation) and (known := RULES.get(note.author.rule)) is not None:
        rules[known.code] = None
