"""Adds to a trace what its log shows beyond its steps: metrics, cost, environment, languages, dependencies, snippets,
task and outcome, by named rules and with their evidence, and the patches of its calls.  Changes no event, and asks
nothing of this machine."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from steno.base.memory import uncollected
from steno.contracts import Code
from steno.diagnostics import Report
from steno.edits.patches import patches
from steno.model import Derivation, Note, Trace
from steno.model.order import firsts
from steno.model.steps import derived
from steno.passes.enrich import (
    cost,
    dependencies,
    environment,
    languages,
    metrics,
    outcome,
    runs,
    snippets,
    task,
)
from steno.passes.enrich.seen import Seen
from steno.prices import Prices, shipped
from steno.usage import requests

CODES: tuple[Code, ...] = (
    *metrics.CODES,
    *cost.CODES,
    *runs.CODES,
    *environment.CODES,
    *languages.CODES,
    *dependencies.CODES,
    *snippets.CODES,
    *task.CODES,
    *outcome.CODES,
)
"""Every rule.  A derivation names its rule by the code's name."""
RULES = {each.name: each for each in CODES}
COPIES = frozenset({task.TASK.name})
"""The rules that copy what stands in the source, and compute nothing."""


class Enrich:
    """Gives a trace its notes; one that has been enriched before is left as it is."""

    name = "enrich"
    needs: frozenset[str] = frozenset()
    makes = frozenset({"enriched"})
    unmakes = frozenset({"sealed"})

    def __init__(self, prices: Prices | None = None) -> None:
        self._prices = prices

    def run(self, trace: Trace, report: Report) -> Trace:
        if any(isinstance(note.author, Derivation) and note.author.rule in RULES for note in trace.notes):
            return trace
        with uncollected():
            found = tuple(_notes(trace, self._prices or shipped()))
            # What was found in a repository says more than the log alone.
            code = trace.patches or patches(trace)
        return structs.replace(trace, notes=(*trace.notes, *found), patches=code)


PASS = Enrich()


def _notes(trace: Trace, prices: Prices) -> Iterator[Note]:
    if not trace.events:
        return
    seen = Seen(trace)
    found = requests(trace)
    of = metrics.evidence(found)
    values = metrics.metrics(trace.events, found)
    usd, bill = cost.estimate(found, prices)
    if usd is not None:
        values["estimated_cost_usd"] = usd
    if values:
        yield derived(metrics.METRICS.name, "metrics", values, of=of or firsts(trace))
    if bounds := metrics.lower_bounds(found):
        yield derived(metrics.METRICS.name, "lower_bounds", bounds, of=of or firsts(trace))
    yield from cost.notes(bill, of)
    yield from runs.notes(trace, found, prices, values)
    for each in (environment, languages, dependencies, task, outcome, snippets):
        yield from each.notes(seen)
