"""Adds up each run of a session by itself: its own part, and that of every sub-agent.  Finds no request of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from steno.base.exact import JSON
from steno.model import Event, Note, Trace
from steno.model.runs import run_of, runs
from steno.model.steps import derived
from steno.passes.enrich.cost import estimate
from steno.passes.enrich.metrics import evidence, metrics
from steno.passes.enrich.seen import code
from steno.prices import Prices
from steno.usage import Request

RUNS = code(
    "012", "runs",
    "If a session started sub-agents, the totals of each run by itself: `run` is the id of a sub-agent's run, and "
    "null for what the session did itself.  They are counted like the totals of the session (ENR010, ENR011), from "
    "the requests and times of the run alone. An answer that a sub-agent's log repeats counts where it comes first, "
    "so the tokens of all runs add up to those of the session.",
)  # fmt: skip
CODES = (RUNS,)


def notes(trace: Trace, found: Sequence[Request], prices: Prices, total: Mapping[str, JSON]) -> Iterator[Note]:
    """One note with the totals of each run; none where there is only one.  `total` has those of the whole."""
    known = runs(trace)
    if not known:
        return
    events: dict[str | None, list[Event]] = {}
    for event in trace.events:
        events.setdefault(run_of(event, known), []).append(event)
    if len(events) == 1:  # of all other runs there is no more than the name
        yield derived(RUNS.name, "run_metrics", [{"run": run, **total} for run in events], of=evidence(found))
        return
    asked: dict[str | None, list[Request]] = {}
    for each in found:
        asked.setdefault(each.span if each.span in known else None, []).append(each)
    values: list[JSON] = []
    for run, own in events.items():
        requests = asked.get(run, [])
        usd, _ = estimate(requests, prices)
        cost: dict[str, JSON] = {} if usd is None else {"estimated_cost_usd": usd}
        values.append({"run": run, **metrics(own, requests), **cost})
    yield derived(RUNS.name, "run_metrics", values, of=evidence(found))
