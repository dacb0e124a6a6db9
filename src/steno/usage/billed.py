"""What requests cost at list prices, or why nobody can say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from steno.base.time import parse
from steno.prices import Prices, Row, Tokens, cost
from steno.usage.request import Request

NO_MODEL = "no model stated"
NO_TIME = "no time stated"
NO_PRICE = "no price known"


class Charge(NamedTuple):
    """What a request cost."""

    usd: float
    row: Row
    more: str | None = None
    """What it cost beyond that, where the log does not say how much."""


class Bill(Struct, kw_only=True):
    """Requests, and what those of them cost whose price is known in full."""

    usd: float = 0.0
    priced: int = 0
    unpriced: Counter[str]
    """How many have none, by reason."""
    rows: dict[Row, int]
    """How many requests each price was used for."""


def billed(found: Iterable[Request], prices: Prices) -> Bill:
    """What some requests cost together."""
    bill = Bill(unpriced=Counter(), rows={})
    for each in found:
        price = charge(each, prices)
        if isinstance(price, str) or price.more is not None:
            bill.unpriced[price if isinstance(price, str) else price.more or ""] += 1
        else:
            bill.usd += price.usd
            bill.priced += 1
            bill.rows[price.row] = bill.rows.get(price.row, 0) + 1
    return bill


def charge(request: Request, prices: Prices) -> Charge | str:
    """What a request cost and by which row, at least where the log lacks a part of it; or why that is not known."""
    missing = request.missing
    tokens = Tokens(request.input, request.cache_read, request.cache_write, request.cache_write_1h, request.output)
    if missing is not None and not missing.is_more:
        return missing.value
    if request.model is None:
        return NO_MODEL
    day = _day(request.time)
    if day is None:
        return NO_TIME
    row = prices.row(request.model, day, tokens.prompt)
    usd = None if row is None else cost(row, tokens)
    if row is None or usd is None:
        return f"{NO_PRICE}: {request.model}"
    return Charge(usd, row, None if missing is None else missing.value)


def _day(time: str | None) -> date | None:
    """In UTC, as prices change for all the world at once."""
    if time is None:
        return None
    if time.endswith("Z"):
        return _utc_day(time[:10])  # nearly every time, and few days
    moment = parse(time)
    return moment.date() if moment is not None else None


@lru_cache(4096)
def _utc_day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
