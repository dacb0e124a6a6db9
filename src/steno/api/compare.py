"""Compare two runs, or two records of one session: what is the same, what differs, and who made it differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from steno import idioms, pipeline, registry
from steno.api import settings
from steno.api.progress import Progress, silent
from steno.api.read import read_session
from steno.api.world import World, ignore
from steno.base.counts import number_of
from steno.base.exact import JSON
from steno.base.time import ends
from steno.compare.items import What as What
from steno.compare.result import Change as Change
from steno.compare.result import Changed as Changed
from steno.compare.result import Comparison as Comparison
from steno.compare.result import Divergence as Divergence
from steno.compare.result import Relation as Relation
from steno.compare.result import Setup as Setup
from steno.compare.result import Shown as Shown
from steno.compare.result import Side as Side
from steno.compare.result import Who as Who
from steno.compare.traces import Half, compared, relation
from steno.diagnostics import Report
from steno.errors import UsageError
from steno.model import Lifecycle, ToolCall, Trace
from steno.model.steps import steps
from steno.passes.derive.judged import judged
from steno.prices import Prices
from steno.session import overview, own_id, with_steps
from steno.speech import messages
from steno.spending import Spending
from steno.stats import By

if TYPE_CHECKING:
    from steno.api.mask import Mask


def diff(
    world: World,
    a: str,
    b: str,
    *,
    subagents: bool = True,
    mask: Mask | None = None,
    report: Report = ignore,
    progress: Progress = silent,
) -> Comparison:
    """What two sessions have in common and what not; each word names a session or a file that holds one trace.

    Two records of one session, known by its id or by those of its calls, are compared to the letter.  Of two runs,
    paths count from each one's folder, and ids, times and the names of temporary files are no difference.
    """
    read = [_only(world, word, subagents, report, progress) for word in (a, b)]
    # Both through one mask: a value that is masked in both has the same mark.
    one, two = read if mask is None else mask.traces(read, report)
    names = (a, b) if mask is None else (mask.piece(a), mask.piece(b))
    return compare(one, two, settings.prices(world, None), names)


def compare(a: Trace, b: Trace, prices: Prices, names: tuple[str, str] = ("A", "B")) -> Comparison:
    """The same of two traces; `names` is what to call them."""
    one, two = (_half(trace, name, prices) for trace, name in zip((a, b), names, strict=True))
    return compared(one, two, relation(one, two))


def _only(world: World, word: str, subagents: bool, report: Report, progress: Progress) -> Trace:
    traces = list(read_session(world, word, subagents=subagents, report=report, progress=progress))
    if len(traces) != 1:
        raise UsageError(f"{word}: holds {number_of(len(traces), 'trace')}; a comparison is of one with one")
    return traces[0]


def _half(trace: Trace, name: str, prices: Prices) -> Half:
    worked = _worked(trace)
    return Half.of(trace, _side(trace, name, prices, worked), worked)


def _worked(trace: Trace) -> dict[str, bool]:
    """Of each call whether it worked, where the log shows it or somebody said it."""
    if not trace.notes:  # nobody said anything, so the log alone decides, which is told without all other notes
        paired = pipeline.apply([registry.passes["pair"]], trace, lambda each: None)
        return {uid: each.success for uid, each in judged(paired).items() if each.success is not None}
    found = (step for step in steps(with_steps(trace)) if isinstance(step.anchor.body, ToolCall))
    return {step.anchor.uid: success for step in found if isinstance(success := step.get("success"), bool)}


def _side(trace: Trace, name: str, prices: Prices, worked: dict[str, bool]) -> Side:
    spending, seen = Spending(By.MODEL, prices), overview(trace)
    spending.add(trace, name)
    spending.finish()
    total = spending.total
    sums, known = total.sums, total.sums.requests > total.unpriced.total()
    named = {event.model for event in trace.events if isinstance(event.model, str)} - set(idioms.models())
    return Side(
        name=name,
        session=own_id(trace) or None,
        agent=trace.header.agent if isinstance(trace.header.agent, str) else None,
        models=tuple(sorted(named)),
        events=len(trace.events),
        prompts=len(messages(trace.header, trace.events)),
        calls=seen.tools,
        failed=sum(not success for success in worked.values()),
        seconds=_lasted(trace),
        tokens=sums.prompt + sums.output if sums.requests else None,
        output_tokens=sums.output if sums.requests else None,
        usd=total.usd if known else None,
        lower_bound=total.is_floor,
    )


def _lasted(trace: Trace) -> float | None:
    """From the first event to the last, without what the program only keeps while it runs."""
    found = ends(
        event.time
        for event in trace.events
        if isinstance(event.time, str) and not (isinstance(event.body, Lifecycle) and event.body.transient)
    )
    return None if found is None else (found[1][0] - found[0][0]).total_seconds()


def record(found: Comparison) -> dict[str, JSON]:
    """A comparison as JSON, texts whole.  A delta is B less A, and absent where one of them is not known."""
    made: dict[str, Any] = to_builtins(found)
    events = found.events
    counts = {"matched": len(events.matched), "only_a": len(events.only_a), "only_b": len(events.only_b)}
    changes = {name: b - a for name, a, b in figures(found) if a is not None and b is not None}
    return {"identical": found.identical, **made, "events": counts, "delta": changes}


def figures(found: Comparison) -> Iterator[tuple[str, float | None, float | None]]:
    """What both took, number by number: its name, that of A and that of B."""
    for name in ("prompts", "calls", "failed", "tokens", "output_tokens", "seconds", "usd"):
        yield name, getattr(found.a, name), getattr(found.b, name)
