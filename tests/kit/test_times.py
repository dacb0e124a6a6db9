"""Times that are numbers name the instant that they are."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET

from steno.base import time
from steno.kit.times import epoch, millis, seconds


@pytest.mark.parametrize(
    ("convert", "value", "text"),
    [
        (millis, 1777885205000, "2026-05-04T09:00:05.000Z"),
        (millis, "1777885205001", "2026-05-04T09:00:05.001Z"),
        (millis, 1777885205000.5, "2026-05-04T09:00:05.000500Z"),
        (seconds, 1777885205, "2026-05-04T09:00:05.000Z"),
        (seconds, 1777885205.25, "2026-05-04T09:00:05.250000Z"),
        (epoch, 1777885205, "2026-05-04T09:00:05.000Z"),
        (epoch, 1777885205000, "2026-05-04T09:00:05.000Z"),
        (epoch, "2026-05-04 09:00:05", "2026-05-04 09:00:05"),
    ],
)
def test_a_number_becomes_the_text_of_its_instant(convert: Any, value: Any, text: str) -> None:
    assert convert(value) == text


@pytest.mark.parametrize("value", [None, True, [], {}, "", 10**30, -(10**30), float("nan"), float("inf"), 1e300])
@pytest.mark.parametrize("convert", [millis, seconds, epoch])
def test_what_is_no_time_says_nothing(convert: Any, value: Any) -> None:
    assert convert(value) is UNSET


def test_a_time_without_a_zone_names_no_instant() -> None:
    assert time.parse(str(epoch("2026-05-04 09:00:05"))) is None
