"""Runs as a tree for a terminal: a line for each run, and for its steps where they are asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from steno.formats.awf.runs import Run, Step
from steno.formats.awf.tree import Forest
from steno.formats.awf.wire import is_uuid4
from steno.render.terminal import Paint, fitted, number_of, one_line
from steno.render.times import between, when

_SHORT = 8
_LONGEST = 60
_DEEPEST = 24
"""Deeper levels are numbered instead of drawn: ten thousand of them would make lines of ten thousand strokes."""


class Strokes(NamedTuple):
    """What joins the lines of a tree, each three columns wide and with a space behind."""

    fork: str
    end: str
    bar: str
    gap: str = "   "


UNICODE, ASCII = Strokes("├─ ", "└─ ", "│  "), Strokes("|- ", "`- ", "|  ")


class _Again(NamedTuple):
    """A run that is drawn elsewhere."""

    run: Run


class _Stepped(NamedTuple):
    """A step, with the runs that hang under it."""

    step: Step
    runs: list[Run]


_Node = Run | _Stepped | _Again


def strokes(encoding: str | None) -> Strokes:
    """The best that an output of this encoding can show."""
    try:
        "".join(UNICODE).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE


class Drawing:
    """Draws the trees of a forest."""

    def __init__(self, forest: Forest, paint: Paint, strokes: Strokes, *, steps: bool = False) -> None:
        self._forest, self._paint, self._strokes, self._steps = forest, paint, strokes, steps
        self._short = Counter(id[:_SHORT] for id in forest.runs)

    def lines(self, roots: list[str]) -> Iterator[str]:
        """The lines to print, safe for a terminal."""
        waiting: list[tuple[_Node, str, str, int]] = [(self._forest.runs[root], "", "", 0) for root in reversed(roots)]
        while waiting:
            node, above, stroke, depth = waiting.pop()
            mark = above + stroke if depth <= _DEEPEST else f"{above}(depth {depth}) "
            yield mark + self._line(node)
            below = self._below(node)
            if depth >= _DEEPEST or not stroke:
                inner = above
            else:
                inner = above + (self._strokes.bar if stroke == self._strokes.fork else self._strokes.gap)
            waiting += [
                (child, inner, self._strokes.fork if number else self._strokes.end, depth + 1)
                for number, child in enumerate(reversed(below))
            ]

    def _below(self, node: _Node) -> list[_Node]:
        """What hangs under a node.  With steps, a run hangs under the first step that says it started it."""
        if isinstance(node, _Again):
            return []
        if isinstance(node, _Stepped):
            return list(node.runs)
        runs = self._forest.runs
        left = dict.fromkeys(self._forest.children.get(node.id, ()))
        below: list[_Node] = []
        for step in node.steps.values() if self._steps else ():
            own = [child for child in step.children if child in left]
            for child in own:
                del left[child]
            below.append(_Stepped(step, [runs[child] for child in own]))
        below += [runs[child] for child in left]
        return [*below, *(_Again(runs[id]) for id in self._forest.elsewhere.get(node.id, ()))]

    def _line(self, node: _Node) -> str:
        if isinstance(node, _Stepped):
            return self._of_step(node.step)
        if isinstance(node, _Again):
            return self._paint(f"{self._id(node.run)} is drawn elsewhere", "warning")
        return self._of_run(node)

    def _of_run(self, run: Run) -> str:
        if not run.found:
            return "  ".join(filter(None, (_cell(run.title), self._paint(f"{self._id(run)} is missing", "error"))))
        first = run.first()
        cells = [
            self._paint(_cell(run.title), "bold"),
            self._id(run),
            self._paint(when(first, seconds=True), "dim"),
            self._paint(between(first, run.completed or run.last()), "dim"),
            self._paint(_counts(run), "dim"),
            self._ending(run),
            self._paint(_kin(run), "dim"),
            self._paint(self._files(run), "dim"),
        ]
        return "  ".join(cell for cell in cells if cell)

    def _ending(self, run: Run) -> str:
        status, error = run.status()
        if error:
            return self._paint(f"failed: {_cell(error)}", "error")
        return self._paint(status or "", "good")

    def _files(self, run: Run) -> str:
        """The files, where that of its own name is not the only one."""
        names = [each.replace("\\", "/").rpartition("/")[2] for each in run.parts]
        if run.only_mentioned:
            return f"only mentioned in {_cell(', '.join(names))}"
        if len(names) == 1 and names[0].startswith(f"{run.id}."):
            return ""
        return f"in {_cell(', '.join(names))}"

    def _of_step(self, step: Step) -> str:
        where = step.path + (f"#{step.iteration}" if step.iteration else "")
        cells = [
            _cell(where or step.name),
            self._paint(_cell(step.kind), "dim"),
            self._paint(between(step.started, step.completed), "dim"),
            self._paint(f"failed: {_cell(step.error)}", "error") if step.error else "",
            self._paint("not completed", "warning") if not step.done else "",
        ]
        return "  ".join(cell for cell in cells if cell)

    def _id(self, run: Run) -> str:
        short = is_uuid4(run.id) and self._short[run.id[:_SHORT]] == 1
        return _cell(run.id[:_SHORT] if short else run.id)


def _cell(text: str | None) -> str:
    return fitted(one_line(text or ""), _LONGEST)


def _kin(run: Run) -> str:
    """The sessions that it goes on from, and those that go on from it."""
    said = [f"continues {_cell(', '.join(run.origins))}"] if run.origins else []
    said += [f"continued by {_cell(', '.join(run.continued))}"] if run.continued else []
    return "; ".join([*said, *([number_of(run.forks, "fork")] if run.forks else [])])


def _counts(run: Run) -> str:
    counts = ((run.events, "event"), (len(run.steps), "step"), (run.calls, "tool call"))
    known = [number_of(count, name) for count, name in counts if count]
    known += [f"{run.failures:,} failed"] if run.failures else []
    known += [number_of(run.tokens, "token")] if run.tokens else []
    return ", ".join(known)
