"""Texts of two runs, spelled so that they can be compared."""

from __future__ import annotations

import pytest

from steno.compare.normal import Normal
from tests.given.twins import TASK, run, trace

HERE = Normal(trace(run("aaaa", *TASK, cwd="/srv/garden")))
AWAY = Normal(trace(run("bbbb", *TASK, cwd="/tmp/x1/garden")))


@pytest.mark.parametrize(
    ("here", "away"),
    [
        ("/srv/garden/a.py", "/tmp/x1/garden/a.py"),
        ("cd /srv/garden && ls", "cd /tmp/x1/garden && ls"),
        ("/home/mara/.cache", "/Users/jon/.cache"),
        ("12 passed in 0.52s", "12 passed in 1.07s"),
        ("at 2026-01-02T03:04:05Z", "at 2026-05-06 07:08:09.123+02:00"),
        ("see /tmp/tmp8a7f.txt", "see /private/tmp/pytest-of-mara"),
        ("id 0d3f9b14-7c2e-4a77-9f57-0123456789ab", "id 1e4a0c25-7c2e-4a77-9f57-0123456789ab"),
        ("Chunk ID: afab8a\nok", "Chunk ID: c49b10\nok"),
    ],
)
def test_what_every_run_has_anew_makes_no_difference(here: str, away: str) -> None:
    assert HERE.text(here) == AWAY.text(away)
    assert HERE.text(here) != here


@pytest.mark.parametrize("text", ["version 1.2.3", "port 8080", "/srv/garden-2/a.py", "ID: 1234", "3 items", "a1b2c3d"])
def test_anything_else_stays_as_it_is(text: str) -> None:
    assert HERE.text(text) == text


def test_arguments_are_compared_by_what_they_hold_and_not_by_how_they_are_kept() -> None:
    assert HERE.arguments({"b": 1, "a": "/srv/garden/x"}) == AWAY.arguments('{"a": "/tmp/x1/garden/x", "b": 1}')
    assert HERE.arguments({"a": 1}) != HERE.arguments({"a": True})
