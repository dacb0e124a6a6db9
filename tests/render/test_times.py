"""People read local times, in one spelling, wherever they look; programs read what was recorded."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import steno as package
from steno.render.times import between, day, lasted, when, zone
from tests.given.machine import claude, steno

SPELLS = re.compile(r"strftime|%H:%M|fromtimestamp\([^)]*\)\.|astimezone")
"""Code that spells a time by itself."""


@pytest.fixture
def berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("berlin")
def test_a_moment_is_told_in_local_time_and_the_zone_has_both_its_names() -> None:
    if zone() != "CET/CEST":
        pytest.skip("this machine has no table of time zones")
    assert when("2026-01-02T23:30:00Z") == "2026-01-03 00:30"
    assert when("2026-07-02T23:30:05.999Z", seconds=True) == "2026-07-03 01:30:05"
    assert day("2026-01-02T23:30:00Z") == "2026-01-03"
    assert when(0) == "1970-01-01 01:00"


@pytest.mark.parametrize("text", ["", "yesterday", "2026-01-02T03:04:05", None, 1e30, float("nan"), -1e18])
def test_what_names_no_instant_is_told_as_nothing(text: str | float | None) -> None:
    assert (when(text), day(text)) == ("", "")


@pytest.mark.parametrize("text", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
def test_the_ends_of_the_calendar_have_a_name(text: str) -> None:
    assert len(when(text)) == len("2026-01-02 03:04")


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (-1, ""), (0, ""), (0.25, "250ms"), (4.2, "4.2s"), (59.99, "1m00s"), (187, "3m07s"), (3599.9, "1h00m00s"),
        (7507, "2h05m07s"), (273600, "3d04h"),
    ],
)  # fmt: skip
def test_a_stretch_of_time_is_told_in_two_units_or_three(seconds: float, told: str) -> None:
    assert lasted(seconds) == told


def test_a_stretch_needs_both_ends() -> None:
    assert between("2026-01-02T03:04:05Z", "2026-01-02T04:04:06+00:00") == "1h00m01s"
    assert between(None, "2026-01-02T03:04:05Z") == between("2026-01-02T03:04:05Z", "soon") == ""


def test_no_command_and_no_view_spells_times_by_itself() -> None:
    top = Path(str(package.__file__)).parent
    found = {
        str(path.relative_to(top))
        for folder in ("cli", "render")
        for path in (top / folder).rglob("*.py")
        if SPELLS.search(path.read_text())
    }
    # Which day is today is no spelling, and `modified` of `ls --json` is for programs.
    assert found <= {"render/times.py", "cli/cost.py", "cli/ls.py", "cli/linked.py", "cli/selection.py"}


@pytest.mark.usefixtures("berlin")
def test_commands_agree_on_the_time_of_the_same_event(tmp_path: Path) -> None:
    if zone() != "CET/CEST":
        pytest.skip("this machine has no table of time zones")
    path = claude(tmp_path, "aaaaaaaa")
    told = {name: steno(name, str(path), home=tmp_path, TZ="Europe/Berlin").out for name in ("show", "tail", "info")}
    assert "2026-01-02 04:04:00" in told["show"]
    assert "times in CET/CEST" in told["show"]
    assert re.search(r"^2026-01-02 CET/CEST$.*^04:04:00 ", told["tail"], re.MULTILINE | re.DOTALL)
    assert "2026-01-02 04:04 CET/CEST" in told["info"]
    (recorded,) = steno("show", str(path), "--json", home=tmp_path).json()
    assert recorded["events"][0]["time"] == "2026-01-02T03:04:00Z"
