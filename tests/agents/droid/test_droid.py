"""What Droid's records say: who speaks in the user's place, and what the settings beside a session add."""

from __future__ import annotations

import pytest

from steno.model import Text, Trace, Visibility
from steno.usage import requests, sums
from tests.given.logs import FIXTURES, fixture
from tests.given.machine import steno


@pytest.fixture(scope="module")
def whole() -> Trace:
    return fixture("droid", "with_settings/main.jsonl")


def test_reminders_and_notices_are_the_programs_and_begin_no_turn(whole: Trace) -> None:
    said = {event.body.text: (event.actor, event.turn) for event in whole.events if isinstance(event.body, Text)}
    assert said["Which beds are dry?"] == ("human", 1)
    assert said["<system-reminder>\nUser system info (linux)\n</system-reminder>"][0] == "program"
    assert said["Contents of /home/ana/garden/beds.md (lines 1-2 of 2):\nbed 3"][0] == "program"
    assert said["Limit reached."] == ("program", 1)
    (notice,) = [event for event in whole.events if event.native == "m5"]
    assert notice.visibility is Visibility.PUBLIC, "the human saw it"


def test_tokens_and_the_model_come_from_the_settings_beside(whole: Trace) -> None:
    (stated,) = requests(whole)
    assert (stated.input, stated.cache_read, stated.cache_write, stated.output) == (120, 3000, 900, 45)
    assert {event.model for event in whole.events if event.native == "m2"} == {"claude-opus-4-5-20251101"}


def test_without_settings_no_token_is_stated() -> None:
    assert sums(requests(fixture("droid", "session.jsonl"))).requests == 0


def test_a_session_is_listed_once_and_its_settings_are_no_session(tmp_path) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path / ".factory/sessions/-home-ana-garden"
    folder.mkdir(parents=True)
    for name in ("main.jsonl", "main.settings.json"):
        (folder / name).write_bytes((FIXTURES / "droid/with_settings" / name).read_bytes())
    (row,) = steno("ls", "--json", home=tmp_path).json()
    assert (row["agent"], row["id"], row["turns"], row["title"]) == ("droid", "main", 1, "Water the beds")
