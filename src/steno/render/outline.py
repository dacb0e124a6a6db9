"""An outline for a terminal: one line for each prompt, below it what was said and done.  Prints nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import to_builtins

from steno.api.outline import Call, Outline, Run, Stage, Turn, made
from steno.base.exact import JSON
from steno.render.terminal import Paint, fitted, number_of, one_line, wrapped
from steno.render.times import lasted, when, zone

_WIDTH: Final = 80
"""Of a line, where nobody says how wide it may be."""
_INDENT: Final = "  "
STAGES: Final = 2
"""The depth that shows more than prompts; every level of sub-agents takes two more."""


def record(outline: Outline) -> dict[str, JSON]:
    """An outline as JSON, every level of it; what is not known is absent."""
    known: dict[str, JSON] = to_builtins(outline)
    return known


def lines(outline: Outline, paint: Paint, depth: int) -> Iterator[str]:
    """The lines to print, safe for a terminal; what is deeper than `depth` is counted."""
    room = paint.columns or _WIDTH
    if outline.title:
        yield paint(fitted(one_line(outline.title), room), "bold")
    known = [f"session {outline.session}" if outline.session else "", number_of(len(outline.turns), "prompt")]
    known += [f"times in {zone()}"] if any(turn.time for turn in outline.turns) else []
    yield from (paint(line, "dim") for line in wrapped(one_line(" · ".join(filter(None, known))), room))
    for turn in outline.turns:
        yield ""
        yield from _turn(turn, paint, room, depth)


def _turn(turn: Turn, paint: Paint, room: int, depth: int) -> Iterator[str]:
    number = f"{turn.number}" if turn.prompt is not None else "-"
    words = one_line(turn.prompt) if turn.prompt is not None else "(before the first prompt)"
    yield paint(fitted(f"{number:>3}  {words}", room), "prompt")
    tokens = number_of(turn.tokens, "token") if turn.tokens is not None else ""
    figures = [when(turn.time), lasted(turn.seconds or 0), tokens, _count(list(made(turn.stages)))]
    about = " · ".join(filter(None, figures))
    yield from (paint(line, "dim") for line in (wrapped(f"     {about}", room) if about else ()))
    if depth >= STAGES:
        yield from _stages(turn.stages, paint, room, depth - STAGES, "     ")


def _stages(stages: Iterable[Stage], paint: Paint, room: int, depth: int, indent: str) -> Iterator[str]:
    inner = indent + _INDENT
    for stage in stages:
        if stage.words is not None:
            yield fitted(f"{indent}{one_line(stage.words)}", room)
        if not depth:
            yield from _tools(stage, paint, room, inner)
            continue
        for call in stage.calls:
            yield _call(call, paint, room, inner)
            for run in call.runs:
                yield from _run(run, paint, room, depth, inner + _INDENT)
        for run in stage.runs:
            yield from _run(run, paint, room, depth, inner)


def _tools(stage: Stage, paint: Paint, room: int, indent: str) -> Iterator[str]:
    """The calls of a stage by tool, on one line; below it those that failed, and those that try again."""
    if len(stage.calls) == 1:
        yield _call(stage.calls[0], paint, room, indent)
    elif stage.calls:
        named = [
            f"{one_line(tool)} ×{len(some)}" if len(some) > 1 else one_line(tool) for tool, some in stage.tools.items()
        ]
        sign = _FAILED if any(call.failed for call in stage.calls) else _DONE
        yield from (paint(line, "tool") for line in wrapped(f"{indent}{sign} {', '.join(named)}", room))
        for call in stage.calls:
            if call.failed or call.retry_of is not None:
                yield _call(call, paint, room, indent + _INDENT)
    runs = [*stage.runs, *(run for call in stage.calls for run in call.runs)]
    if runs:
        said = f"{number_of(len(runs), 'sub-agent')}: {_count([*_of(runs)]) or 'no calls'}"
        yield paint(fitted(f"{indent}{_INDENT}{said}", room), "dim")


_DONE, _FAILED, _AGAIN = "▸", "✗", "↻"


def _call(call: Call, paint: Paint, room: int, indent: str) -> str:
    again = call.retry_of is not None
    sign, style = (_FAILED, "error") if call.failed else (_AGAIN, "warning") if again else (_DONE, "tool")
    about = f": {one_line(call.subject)}" if call.subject else ""
    return paint(fitted(f"{indent}{sign} {one_line(call.tool)}{about}", room), style)


def _run(run: Run, paint: Paint, room: int, depth: int, indent: str) -> Iterator[str]:
    yield paint(fitted(f"{indent}sub-agent {one_line(run.id)}: {_count([*_of([run])]) or 'no calls'}", room), "bold")
    if depth > 1:
        yield from _stages(run.stages, paint, room, depth - 2, indent + _INDENT)


def _of(runs: Iterable[Run]) -> Iterator[Call]:
    return made(stage for run in runs for stage in run.stages)


def _count(calls: Sequence[Call]) -> str:
    if not calls:
        return ""
    failed, again = sum(call.failed for call in calls), sum(call.retry_of is not None for call in calls)
    said = [number_of(len(calls), "call"), f"{failed:,} failed" if failed else ""]
    return ", ".join(filter(None, [*said, number_of(again, "retry", "retries") if again else ""]))
