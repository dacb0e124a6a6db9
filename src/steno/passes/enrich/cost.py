"""Says what a session would have cost at list prices.  Where a single request has no price, there is no total."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import to_builtins

from steno.base.exact import JSON
from steno.model import Note
from steno.model.steps import derived
from steno.passes.enrich.seen import code
from steno.prices import Prices
from steno.usage import Request
from steno.usage.billed import Bill, billed

COST = code(
    "011", "cost",
    "`estimated_cost_usd` is the sum over all requests of tokens times list price, each at the price for its model, "
    "day and prompt size.  The prices come from a dated table with its sources; the note `prices` says which rows "
    "were used.  If a model is in no row, a request has no time, or the agent did not write down a count, there is no "
    "total, and the note `unpriced` says why. Steno does not know what a subscription charges.",
)  # fmt: skip
CODES = (COST,)

_PLACES = 6


def estimate(found: Sequence[Request], prices: Prices) -> tuple[float | None, Bill]:
    """The cost in US dollars; None where there are no requests, or one of them has no price."""
    bill = billed(found, prices)
    return (round(bill.usd, _PLACES) if bill.priced and not bill.unpriced else None), bill


def notes(bill: Bill, of: tuple[str, ...]) -> Iterator[Note]:
    """Which prices were used, and for how many requests there was none."""
    if bill.unpriced:
        yield derived(COST.name, "unpriced", dict(sorted(bill.unpriced.items())), of=of)
    elif bill.rows:
        rows: list[JSON] = [{**to_builtins(row), "requests": count} for row, count in bill.rows.items()]
        yield derived(COST.name, "prices", rows, of=of)
