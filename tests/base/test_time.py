"""Times are read as they stand and never guessed."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.base.time import ends, local, parse, stamp, system_clock, utc


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


@given(st.text() | st.from_regex(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)", fullmatch=True))
def test_any_text_is_an_instant_for_all_who_read_it_or_for_none(text: str) -> None:
    moment, spelled = parse(text), utc(text)
    assert (moment, spelled) == (None, None) or (spelled is not None and parse(spelled) == moment)


def test_the_clock_can_be_fixed_for_reproducible_output() -> None:
    assert stamp(system_clock({"SOURCE_DATE_EPOCH": "1769817600"})()) == "2026-01-31T00:00:00Z"
    assert system_clock({"SOURCE_DATE_EPOCH": "soon"})() <= datetime.now(UTC)


_TIMES = st.sampled_from(
    [
        "2026-01-31T00:00:00Z", "2026-01-31T00:00:01Z", "2026-01-31T00:00:00.5Z", "2026-01-31T02:00:00.5+02:00",
        "2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z", "2026-02-30T00:00:00Z", "0000-00-00T00:00:00Z",
        "9999-99-99T99:99:99Z", "2026-01-31 00:00:00Z", "2026-01-31T00:00:00", "noon", "",
    ]
)  # fmt: skip


@given(st.lists(_TIMES))
def test_the_first_and_the_last_of_many_times_are_those_of_reading_every_one(texts: list[str]) -> None:
    every = [(moment, text) for text in texts if (moment := parse(text)) is not None]
    assert ends(texts) == ((min(every), max(every)) if every else None)


def test_an_instant_without_a_local_name_stays_in_utc() -> None:
    for moment in (datetime.min, datetime.max, datetime(2026, 1, 31)):  # noqa: DTZ001, DTZ901
        assert local(moment.replace(tzinfo=UTC)) == moment.replace(tzinfo=UTC)


@pytest.mark.parametrize("epoch", ["253402300800", "999999999999", "9" * 5000])
def test_an_epoch_beyond_the_calendar_is_none(epoch: str) -> None:
    assert system_clock({"SOURCE_DATE_EPOCH": epoch})() != system_clock({"SOURCE_DATE_EPOCH": "253402300799"})()
