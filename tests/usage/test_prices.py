"""What tokens cost: the table, and what goes before it."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from steno.contracts import UsageError
from steno.prices import Prices, Row, Tokens, cost, shipped, table

DAY = date(2026, 1, 2)


def row(**more: Any) -> Row:
    stated: dict[str, Any] = {"model": "m", "input": 2, "output": 10, "source": "https://example.org", "as_of": "2026"}
    return Row(**(stated | more))


def test_every_shipped_row_is_sourced_dated_and_alone() -> None:
    rows = shipped()._rows
    assert all(each.source.startswith("https://") and each.as_of[:3] == "202" for each in rows)
    assert all(each.cache_read is not None and each.cache_read < each.input < each.output for each in rows)
    days = sorted({DAY, *(day for each in rows for day in (each.first, each.until) if day)})
    sizes = sorted({1, *(size for each in rows for size in (each.above, each.upto) if size)})
    for model in {each.model for each in rows}:
        same = [each for each in rows if each.model == model]
        for day in [one + timedelta(days=shift) for one in days for shift in (-1, 0, 1)]:
            for size in [one + shift for one in sizes for shift in (0, 1)]:
                fitting = [each for each in same if Prices([each]).row(model, day, size)]
                assert len(fitting) <= 1, (model, day, size, fitting)


def test_a_dated_snapshot_costs_what_its_model_costs_and_no_other_name_does() -> None:
    names = ["m", "m-20251101", "m-2025-11-01", "m-mini", "m-20251101-x", "provider/m", "n", ""]
    prices = Prices([row()])
    assert [name for name in names if prices.row(name, DAY, 1)] == ["m", "m-20251101", "m-2025-11-01"]


def test_a_pattern_stands_for_any_rest() -> None:
    prices = Prices([row(model="m-*")])
    assert [name for name in ("m", "m-1", "m-1-x") if prices.row(name, DAY, 1)] == ["m-1", "m-1-x"]


def test_a_price_holds_from_its_first_to_its_last_day() -> None:
    prices = Prices([row(first=date(2026, 1, 2), until=date(2026, 1, 3))])
    assert [day for day in range(1, 5) if prices.row("m", date(2026, 1, day), 1)] == [2, 3]


def test_a_price_holds_for_prompts_of_its_sizes() -> None:
    low, high = row(upto=100), row(above=100, input=4)
    prices = Prices([low, high])
    assert [prices.row("m", DAY, size) for size in (0, 100, 101)] == [low, low, high]


def test_cost_is_tokens_times_price() -> None:
    full = row(cache_read=1, cache_write=4, cache_write_1h=8)
    assert cost(full, Tokens(1_000_000, 2_000_000, 500_000, 250_000, 100_000)) == 2 + 2 + 2 + 2 + 1


def test_a_kind_of_tokens_without_a_price_leaves_the_cost_unknown() -> None:
    assert cost(row(), Tokens(input=5, cache_read=1)) is None
    assert cost(row(), Tokens(input=500_000)) == 1


def test_own_prices_go_before_the_shipped_ones(tmp_path: Path) -> None:
    stated: dict[str, Any] = {
        "model": "claude-opus-4-5",
        "input": 1,
        "output": 2,
        "source": "a contract",
        "as_of": "2026-01",
    }
    (tmp_path / "p.json").write_text(json.dumps({"rows": [stated]}))
    prices = table([tmp_path / "p.json"])
    mine, theirs = prices.row("claude-opus-4-5", DAY, 1), prices.row("claude-haiku-4-5", DAY, 1)
    assert mine == Row(**stated)
    assert theirs == shipped().row("claude-haiku-4-5", DAY, 1)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "not a table of prices"),
        ('{"rows": [{"model": "m"}]}', "missing required field `input` - at `$.rows[0]`"),
        ('{"rows": [], "currency": "EUR"}', "expected ('steno.prices/1', 'USD', 1000000)"),
        ('{"rows": [], "prices": 1}', "unknown field `prices`"),
    ],
)
def test_a_file_that_is_no_table_is_refused_with_the_reason(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "p.json").write_text(text)
    with pytest.raises(UsageError) as error:
        table([tmp_path / "p.json"])
    assert says in str(error.value)


def test_a_missing_file_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"prices: .*no such file"):
        table([tmp_path / "none.json"])
