"""The list of sessions: those of the machine by the catalog, or those of a folder; each opens by its key."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pytest

from steno.api.sessions_table import session_table
from steno.api.shelf import Sessions, Shelf, Wanted, placed
from steno.api.view import Desk
from steno.viewer.summary import Summary
from tests.given.machine import claude, dialogue, lines
from tests.given.page import Client, serving, world

FIRST, SECOND = "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    claude(tmp_path, FIRST, dialogue(FIRST, prompt="Water the roses"))
    claude(tmp_path, SECOND, dialogue(SECOND, prompt="Mow the lawn"), age=86_400 * 40)
    return tmp_path


def titles(client: Client, query: str = "") -> list[str]:
    return [row["title"] for row in client.get(f"sessions{query}")["rows"]]


def test_sessions_are_listed_filtered_and_opened(home: Path) -> None:
    with serving(Desk(world(home))) as client:
        found = client.get("sessions")
        assert [row["title"] for row in found["rows"]] == ["Water the roses", "Mow the lawn"]
        assert (found["total"], found["of"]) == (2, 2)
        assert found["facets"]["agent"] == [["claude-code", 2]]
        assert [group[1:3] for group in found["groups"]] == [[0, 1], [1, 1]] or len(found["groups"]) == 1
        assert titles(client, "?q=lawn") == ["Mow the lawn"]
        assert titles(client, "?sort=title") == ["Mow the lawn", "Water the roses"]
        assert titles(client, "?a=1&n=1") == ["Mow the lawn"]
        assert titles(client, "?agent=codex&agent=claude-code&sort=title&n=1") == ["Mow the lawn"]
        assert titles(client, "?agent=codex") == []
        for row in found["rows"]:
            assert client.get(f"s/{row['key']}")["title"] == row["title"]
            assert row["calls"] == 1 and row["turns"] == 1
        for bad in ("?sort=colour", "?state=nothing", "?since=x", "?a=x"):
            assert client.ask(f"/api/1/sessions{bad}").status == 400


def test_a_search_leads_to_the_row(home: Path) -> None:
    with serving(Desk(world(home))) as client:
        client.get("sessions")
        (hit,) = client.get("search?q=roses&scope=prompts")["hits"]
        assert (hit["title"], hit["match"].lower(), hit["own"]) == ("Water the roses", "roses", 1)
        assert client.get(f"s/{hit['key']}/own/{hit['own']}") == {"n": 1}
        (call, *_) = client.get("search?q=water&scope=commands")["hits"]
        assert (call["kind"], call["tool"]) == ("tool_call", "Bash")
        assert client.get("search?q=")["hits"] == []
        assert client.get("search?q=no.such.file&scope=files")["hits"] == []
        assert client.ask("/api/1/search?q=x&scope=nothing").status == 400


def test_a_key_outlives_its_server(home: Path) -> None:
    with serving(Desk(world(home))) as client:
        key = client.get("sessions?q=lawn")["rows"][0]["key"]
    with serving(Desk(world(home))) as again:
        assert again.get(f"s/{key}")["title"] == "Mow the lawn"


def test_a_folder_lists_what_is_in_it(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    (folder / "deep").mkdir(parents=True)
    (folder / "a.jsonl").write_bytes(lines(dialogue("one", prompt="Water the roses")))
    (folder / "deep" / "b.jsonl").write_bytes(lines(dialogue("two", prompt="Mow the lawn")))
    (folder / "README.md").write_text("no session")
    with serving(Desk(world(tmp_path)), folder) as client:
        found = client.get("sessions")
        assert [row["title"] for row in found["rows"]] == ["Water the roses", "Mow the lawn"]
        for row in found["rows"]:
            assert client.get(f"s/{row['key']}")["title"] == row["title"]
        assert titles(client, "?q=lawn") == ["Mow the lawn"]
    assert not (tmp_path / ".local").exists()  # a folder needs no catalog


def test_sessions_are_kept_while_there_is_room(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(world(home))
    keys = [desk.named(each) for each in (FIRST, SECOND)]
    first = desk.opened(keys[0])
    desk.opened(keys[1])
    assert desk.opened(keys[0]) is first
    monkeypatch.setattr("steno.api.view.ROOM", 1)
    third = home / "third.jsonl"
    third.write_bytes(lines(dialogue("three")))
    desk.opened(desk.named(str(third)))
    assert desk.still(keys[0], 0, 0) is None  # who only follows keeps nothing open
    before = first.view().index.version
    assert desk.opened(keys[0]) is not first
    assert desk.opened(keys[0]).view().index.version > before


def test_a_file_with_several_sessions_lists_them(tmp_path: Path) -> None:
    path = Path(__file__).parent.parent / "fixtures" / "chatgpt" / "conversations.json"
    desk = Desk(world(tmp_path))
    shelf, key = placed(desk, str(path))
    found = shelf.sessions(Wanted())
    assert key is None and isinstance(found, Sessions) and found.total > 1
    summaries = [desk.summary(row.key) for row in found.rows]
    assert len({each.id for each in summaries if isinstance(each, Summary)}) == found.total


def test_a_list_that_was_read_before_the_catalog_was_ready_says_so(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also before there is any word of how far it is, and where it is ready by the time the list has been read."""
    begun, go_on = threading.Event(), threading.Event()
    desk = Desk(world(home))
    shelf = Shelf(desk)
    shelf.sessions(Wanted())
    while not isinstance(ready := shelf.sessions(Wanted()), Sessions) or ready.syncing is not None:
        time.sleep(0.02)

    def slow(*_: object, **__: object) -> None:
        begun.set()
        go_on.wait(20)

    def listed(*args: Any, **how: Any) -> Any:
        go_on.set()
        if shelf._thread is not None:
            shelf._thread.join(20)
        return session_table(*args, **how)

    monkeypatch.setattr("steno.api.shelf.sync", slow)
    monkeypatch.setattr("steno.api.shelf._EVERY", 0)
    shelf.fresh()
    assert begun.wait(20)
    monkeypatch.setattr("steno.api.shelf.session_table", listed)
    found = shelf.sessions(Wanted())
    assert isinstance(found, Sessions) and found.syncing == 0
