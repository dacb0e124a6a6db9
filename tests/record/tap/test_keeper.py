"""What a tap records on its own thread, and what it says where it cannot."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from steno.api.tap import server_name
from steno.record import Recorder, RecordError
from steno.record.tap import keeper as keeping
from steno.record.tap.keeper import Identity, Journal, Keeper
from steno.record.tap.lost import Lost
from steno.record.tap.side import Side
from tests.given.taps import events, last, request
from tests.given.timing import PATIENCE


class Wall:
    """A journal that takes nothing until it is let go, and then what `take` makes of it."""

    def __init__(self, take: Callable[[], None] = lambda: None) -> None:
        self.go, self._take = threading.Event(), take
        self.taken: list[tuple[str, Any]] = []

    def record(self, type: str, *, payload: Any = None, parent_run_id: str | None = None) -> object:
        assert self.go.wait(PATIENCE)
        self._take()
        self.taken.append((type, payload))
        return None

    def close(self) -> None:
        pass


def keeper(begin: Callable[[], Journal]) -> tuple[Keeper, list[str]]:
    said: list[str] = []
    made = Keeper(Identity("run", "garden"), begin, said.append)
    made.start()
    return made, said


def test_the_traffic_never_waits_and_what_comes_too_fast_is_lost_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "MOST_WAITING", 1000)
    wall = Wall()
    made, said = keeper(lambda: wall)
    for number in range(100):
        made.heard(Side.CLIENT, request(number))  # returns at once, though nothing is taken
    wall.go.set()
    made.finish("", {})
    result = wall.taken[-1][1]["result"]
    assert (result["calls"], result["lost"]) == (len(wall.taken) - 2, {"behind": 102 - len(wall.taken)})
    assert 5 < len(wall.taken) < 20
    words = "messages that came faster than they could be recorded"
    assert said[-1] == f"passed on but not recorded, in all: {102 - len(wall.taken)} {words}"


def test_losses_are_said_at_most_once_a_second_and_in_all_at_the_end() -> None:
    def refuse() -> None:
        raise RecordError("no space left")

    wall = Wall(refuse)
    wall.go.set()
    made, said = keeper(lambda: wall)
    for number in range(500):
        made.heard(Side.CLIENT, request(number))
        made.heard(Side.SERVER, Lost.TOO_LONG)
    made.finish("", {})
    assert len(said) <= 4
    assert said[-1] == (
        "passed on but not recorded, in all: 500 messages longer than 64 MiB, "
        "502 events that could not be written to the transcript (no space left)"
    )


def test_a_journal_that_cannot_be_begun_is_tried_again(tmp_path: Path) -> None:
    tries = []

    def begin() -> Journal:
        tries.append(1)
        if len(tries) < 3:
            raise OSError("not yet")
        return Recorder(tmp_path / "calls.jsonl", run_id="run")

    made, said = keeper(begin)
    made.heard(Side.CLIENT, request(1))
    made.heard(Side.CLIENT, request(2))
    made.finish("", {})
    assert [each["type"] for each in events(tmp_path / "calls.jsonl")] == ["tool.call", "run.completed"]
    assert last(tmp_path / "calls.jsonl")["result"]["lost"] == {"unwritten": 2}
    assert said[-1].endswith("2 events that could not be written to the transcript (not yet)")


def test_a_bug_stops_the_recording_and_is_said_and_nothing_else_stops() -> None:
    def stumble() -> None:
        raise KeyError("secret value")

    wall = Wall(stumble)
    wall.go.set()
    made, said = keeper(lambda: wall)
    for number in range(100):
        made.heard(Side.CLIENT, request(number))
    made.finish("", {})
    assert said == [
        "recording has stopped, but the traffic goes on: a bug in Steno (KeyError)",
        "the end of the traffic was not recorded: a bug in Steno (KeyError)",
    ]


def test_the_end_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "_PATIENCE", 0.2)
    wall = Wall()
    made, said = keeper(lambda: wall)
    made.heard(Side.CLIENT, request(1))
    made.finish("", {})
    assert said == ["the end of the traffic was not recorded: the transcript cannot be written"]
    wall.go.set()


@pytest.mark.parametrize(
    "text", ['"\\ud800 alone"', '"nul \\u0000"', "1.10", "-0", "123456789012345678901234567890", "1e400", '"\u2028"']
)
def test_every_value_is_recorded_as_it_was_spelled(tmp_path: Path, text: str) -> None:
    made, said = keeper(lambda: Recorder(tmp_path / "calls.jsonl", run_id="run"))
    message = '{"id":1,"method":"tools/call","params":{"name":"x","arguments":[' + text + "]}}"
    made.heard(Side.CLIENT, message.encode())
    made.finish("", {})
    assert said == []
    line = (tmp_path / "calls.jsonl").read_text().split("\n")[1]  # not splitlines, which knows other line ends
    assert f'"input":[{text}],' in line


@pytest.mark.parametrize(
    ("identity", "server", "called"),
    [
        (Identity("r", "python srv.py"), {}, "python srv.py"),
        (Identity("r", "python srv.py"), {"version": "1"}, "python srv.py"),
        (Identity("r", "python srv.py"), {"name": "garden"}, "garden"),
        (Identity("r", "python srv.py"), {"name": "garden", "version": "1.2"}, "garden 1.2"),
        (Identity("r", "mine", named=True), {"name": "garden", "version": "1.2"}, "mine"),
    ],
)
def test_a_run_is_called_what_the_user_says_then_what_the_server_says(
    identity: Identity, server: dict[str, Any], called: str
) -> None:
    assert identity.called(server) == called


@pytest.mark.parametrize(
    ("server", "name"),
    [
        (("python", "srv.py", "--token", "abc"), "python srv.py"),
        (("/usr/bin/python3", "-m", "srv"), "python3 srv"),
        (("npx", "-y", "@modelcontextprotocol/server-filesystem", "."), "npx @modelcontextprotocol/server-filesystem"),
        (("env", "TOKEN=abc", "srv"), "env"),
        (("srv", "--api-key", "abc"), "srv"),
        (("python", "-c", "print(1)"), "python"),
    ],
)
def test_a_command_is_named_by_its_program_and_what_it_runs_and_by_no_further_argument(
    server: tuple[str, ...], name: str
) -> None:
    assert server_name(server) == name
