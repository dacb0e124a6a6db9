"""Times are read as they stand and never guessed."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.base.time import parse, stamp, system_clock, utc


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-01-31T00:00:00Z", "2026-01-31T00:00:00Z"),
        ("2026-01-31T02:00:00.123456789+02:00", "2026-01-31T00:00:00.123456789Z"),
        ("2026-01-31T00:00:00-00:30", "2026-01-31T00:30:00Z"),
        ("2026-01-31t00:00:00.5z", "2026-01-31T00:00:00.5Z"),
        ("2026-01-31 00:00:00Z", "2026-01-31T00:00:00Z"),
        ("2016-12-31T23:59:60Z", "2016-12-31T23:59:60Z"),
        ("2026-01-31T00:00:00", None),
        ("2026-02-30T00:00:00Z", None),
        ("2026-01-31", None),
        ("0001-01-01T00:00:00+23:59", None),
        ("9999-12-31T23:59:59-23:59", None),
        ("noon", None),
        ("", None),
    ],
)
def test_to_utc_with_every_digit(text: str, expected: str | None) -> None:
    assert utc(text) == expected


@given(st.datetimes(min_value=datetime(1000, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001
def test_an_instant_survives_its_spelling(moment: datetime) -> None:
    assert parse(moment.isoformat()) == moment
    assert parse(stamp(moment)) == moment.replace(microsecond=0)


@given(st.text())
def test_any_text_is_a_time_or_none(text: str) -> None:
    parse(text)
    utc(text)


def test_the_clock_can_be_fixed_for_reproducible_output() -> None:
    assert stamp(system_clock({"SOURCE_DATE_EPOCH": "1769817600"})()) == "2026-01-31T00:00:00Z"
    assert system_clock({"SOURCE_DATE_EPOCH": "soon"})() <= datetime.now(UTC)
