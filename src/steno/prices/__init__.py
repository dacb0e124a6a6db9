"""What tokens cost: a dated, sourced table.  Knows prices, no trace; a model that is in no row has no price."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct, field

from steno.base.files import Unreadable, opened
from steno.base.learned import learned
from steno.base.patterns import deferred
from steno.contracts import UsageError

SCHEMA: Final = "steno.prices/1"
PER: Final = 1_000_000
"""Prices are for so many tokens."""
_SHIPPED = "table.json"
_DATED = deferred(r"-\d{4}-?\d{2}-?\d{2}", re.ASCII)
_LARGEST = 1 << 24


class Row(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a model costs in US dollars per million tokens, in some days and for prompts of some sizes."""

    model: str
    """The model's name; a dated snapshot of it has the same price.  A `*` at the end stands for any rest."""
    first: date | None = field(default=None, name="from")
    """The first day; None for as long as the model has existed."""
    until: date | None = None
    """The last day; None where the source states none."""
    above: int = 0
    """It holds for prompts of more tokens than these ..."""
    upto: int | None = None
    """... and of at most these."""
    input: float
    output: float
    cache_read: float | None = None
    cache_write: float | None = None
    """Kept for five minutes, where the provider tells how long."""
    cache_write_1h: float | None = None
    source: str
    """Where the price was read."""
    as_of: str
    """The day of what was read there, or the two between which it lies."""


class Tokens(Struct, frozen=True):
    """What one request took.  No token is in two of them."""

    input: int = 0
    cache_read: int = 0
    cache_write: int = 0
    cache_write_1h: int = 0
    output: int = 0

    @property
    def prompt(self) -> int:
        return self.input + self.cache_read + self.cache_write + self.cache_write_1h


class _Document(Struct, frozen=True, forbid_unknown_fields=True):
    rows: tuple[Row, ...]
    schema: str = SCHEMA
    currency: str = "USD"
    per: int = PER


class Prices:
    """Rows by model.  Of rows that fit, the first has the say: one's own stand before those that are shipped."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows = tuple(rows)
        self._known: dict[str, tuple[Row, ...]] = {}

    def row(self, model: str, day: date, prompt: int) -> Row | None:
        """The row for a model's request of that day and size; None where no row says what it costs."""
        if model not in self._known:
            self._known[model] = tuple(row for row in self._rows if _names(row.model, model))
        for row in self._known[model]:
            if _holds(row, day, prompt):
                return row
        return None

    def knows(self, model: str) -> bool:
        """Whether any row is about this model."""
        return any(_names(row.model, model) for row in self._rows)


def cost(row: Row, tokens: Tokens) -> float | None:
    """In US dollars; None where the row has no price for a kind of tokens that were used."""
    parts = (
        (tokens.input, row.input),
        (tokens.output, row.output),
        (tokens.cache_read, row.cache_read),
        (tokens.cache_write, row.cache_write),
        (tokens.cache_write_1h, row.cache_write_1h),
    )
    total = 0.0
    for count, price in parts:
        if not count:
            continue
        if price is None:
            return None
        total += count * price
    return total / PER


def _holds(row: Row, day: date, prompt: int) -> bool:
    if (row.first is not None and day < row.first) or (row.until is not None and day > row.until):
        return False
    return (prompt > row.above or not row.above) and (row.upto is None or prompt <= row.upto)


def _names(pattern: str, model: str) -> bool:
    if pattern.endswith("*"):
        return model.startswith(pattern[:-1])
    return model == pattern or (model.startswith(pattern) and _DATED().fullmatch(model, len(pattern)) is not None)


@cache
def shipped() -> Prices:
    """The table that comes with Steno."""
    return Prices(_rows((Path(__file__).parent / _SHIPPED).read_bytes(), _SHIPPED))


def table(paths: Iterable[Path]) -> Prices:
    """The shipped table with the user's own files before it, the first of them first; raises `UsageError`."""
    own = [row for path in paths for row in _rows(_read(path), str(path))]
    return Prices([*own, *shipped()._rows]) if own else shipped()


def _read(path: Path) -> bytes:
    try:
        with opened(path) as stream:
            return stream.read(_LARGEST)
    except Unreadable as error:
        raise UsageError(f"prices: {error}") from None


def _rows(data: bytes, name: str) -> tuple[Row, ...]:
    try:
        document = msgspec.json.decode(data, type=learned(_Document))
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise UsageError(f"{name}: not a table of prices: {error}") from None
    stated = (document.schema, document.currency, document.per)
    if stated != (SCHEMA, "USD", PER):
        raise UsageError(f"{name}: a table of {stated}, expected {(SCHEMA, 'USD', PER)}")
    return document.rows
