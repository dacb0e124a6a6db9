"""Pages: all rows come, once and in order; what was cut can be had; a document is put together from its pieces."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from steno.api.audit import folder
from steno.api.safe import Safe
from steno.mcp.answer import LEAST, answer
from steno.mcp.page import Page
from steno.mcp.serving import Serving
from steno.mcp.tools import TOOLS
from tests.given.machine import claude, dialogue, record, steno
from tests.given.secrets import TOKEN
from tests.given.served import ONE, TWO, Recorded, every_call, machine, serving, size, world


def pages(server: Serving, tool: str, arguments: dict[str, Any]) -> list[dict[str, Any]]:
    """What every page has, to the end."""
    found: list[dict[str, Any]] = []
    cursor: dict[str, str] = {}
    while True:
        result = server.call(tool, {**arguments, **cursor})
        assert not result["isError"], result
        found.append(result["structuredContent"])
        if "next" not in found[-1]:
            return found
        assert repr(found[-1]["next"]) in found[-1]["more"]
        cursor = {"cursor": found[-1]["next"]}


def rows(found: list[dict[str, Any]]) -> list[Any]:
    return [row for page in found for row in page["rows"]]


@pytest.fixture
def long(tmp_path: Path) -> Path:
    """A session of many events, some of them long."""
    said = [
        record("user" if each % 2 == 0 else "assistant", "word " * (each % 7 * 400), each, ONE) for each in range(60)
    ]
    claude(tmp_path, ONE, said)
    return tmp_path


@pytest.mark.parametrize("limit", [LEAST, 9_000, 48_000])
def test_every_event_comes_once_and_in_order_whatever_the_limit(long: Path, limit: int) -> None:
    found = rows(pages(serving(long, limit=limit), "get_events", {"session": ONE}))
    assert [each["number"] for each in found] == list(range(1, len(found) + 1))
    assert len(found) == 60


@pytest.mark.parametrize("tool", ["get_session", "explain"])
def test_pages_together_have_what_one_large_page_has(long: Path, tool: str) -> None:
    whole = rows(pages(serving(long, limit=10_000_000), tool, {"session": ONE}))
    parts = rows(pages(serving(long, limit=20_000), tool, {"session": ONE}))
    assert len(whole) == len(parts) > 20
    assert [list(each) for each in whole] == [list(each) for each in parts]


def test_a_list_of_sessions_goes_on_with_its_cursor(tmp_path: Path) -> None:
    for number in range(25):
        id = f"{number:08x}-0000-4000-8000-000000000000"
        claude(tmp_path, id, dialogue(id), age=number)
    found = pages(serving(tmp_path), "list_sessions", {"limit": 10})
    assert [len(page["rows"]) for page in found] == [10, 10, 5]
    assert len({row["id"] for row in rows(found)}) == 25
    assert found[0]["more"] == "15 rows are left; call again with the same arguments and cursor '10'."


def test_a_search_goes_on_with_its_cursor(long: Path) -> None:
    found = pages(serving(long), "search", {"text": "word", "limit": 20})
    assert len(rows(found)) == len({row["event"] for row in rows(found)}) > 40


def test_the_text_of_an_event_is_read_on_from_where_it_was_cut(tmp_path: Path) -> None:
    text = " ".join(f"rose{number}" for number in range(3_000))
    claude(tmp_path, ONE, dialogue(ONE, text))
    server = serving(tmp_path)
    first = server.call("get_events", {"session": ONE, "limit": 1})["structuredContent"]["rows"][0]
    assert first["text_left"] == len(text) - len(first["text"])
    read, at = "", 0
    while True:
        arguments = {"session": ONE, "event": first["number"], "text_from": at, "text_limit": 5_000}
        (row,) = server.call("get_events", arguments)["structuredContent"]["rows"]
        read += row["text"]
        at = len(read)
        if not row.get("text_left"):
            break
    assert read == text


def test_a_text_that_is_cut_says_by_how_much_and_how_to_get_the_rest(long: Path) -> None:
    page = serving(long).call("get_session", {"session": ONE})["structuredContent"]
    cut = [row["prompt"] for row in page["rows"] if "characters left out]" in row.get("prompt", "")]
    assert cut
    assert "get_events" in page["cut"]


def test_a_row_that_no_limit_can_hold_is_counted_and_not_lost(tmp_path: Path) -> None:
    wide = {f"key{number}": {f"inner{each}": ["x" * 50] * 50 for each in range(60)} for number in range(60)}
    result = answer(Page(rows=[wide, {"after": 1}], total=2), Safe(world(tmp_path), "secrets"), LEAST)
    assert size(result) <= LEAST
    content = result["structuredContent"]
    assert re.fullmatch(r"[\d,]+ bytes, which do not fit", content["rows"][0]["omitted"])
    assert content["rows"][1] == {"after": 1}
    assert "cut" in content


@pytest.mark.parametrize("format", ["open-token", "forsy", "opentraces", "awf"])
def test_the_pieces_of_an_export_are_a_document_that_keeps_its_rules(tmp_path: Path, format: str) -> None:
    claude(tmp_path, ONE, dialogue(ONE, "Water \u202e the \x1b[31m roses " + "and the beans " * 900))
    server = serving(tmp_path, limit=7_000)
    result = server.call("export", {"session": ONE, "format": format})
    text = ""
    while True:
        assert not result["isError"], result
        assert size(result) <= 7_000
        content = result["structuredContent"]
        text += content["text"]
        if "next" not in content:
            break
        result = server.call("export", {"cursor": content["next"]})
    path = tmp_path / "document.json"
    path.write_text(text)
    assert steno("check", str(path), home=tmp_path).code == 0
    assert "\\u202e" in text
    assert "\u202e" not in text
    values = list(map(json.loads, text.splitlines())) if format in ("awf", "opentraces") else json.loads(text)
    assert "\u202e" in json.dumps(values, ensure_ascii=False)


def test_an_export_that_is_no_longer_kept_is_said(tmp_path: Path) -> None:
    machine(tmp_path)
    result = serving(tmp_path).call("export", {"cursor": "9-open-token:100"})
    assert result["isError"]
    assert "export the session again" in result["content"][0]["text"]


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("get_events", {"session": "ffff"}, "list_sessions gives the ids"),
        ("get_events", {"session": "@current"}, "list_sessions with project"),
        ("get_events", {"session": "-"}, "name a session by its id"),
        ("get_events", {"session": ONE, "event": 999}, "has no event 999"),
        ("get_events", {"session": ONE, "cursor": "x"}, "expected `next` of the answer before"),
        ("get_events", {}, "it takes cursor, max_bytes, session"),
        ("get_events", {"session": ONE, "max_bytes": 10}, ">= 4000"),
        ("explain", {"session": ONE, "step": 99}, "explain without step lists them"),
        ("explain", {"session": ONE, "step": 1, "field": "task"}, "ask for one of them"),
        ("blame", {"file": "plan.py"}, "expected a whole path"),
        ("blame", {"file": "/x", "revision": "--output=/tmp/x"}, "expected a commit"),
        ("search", {"text": "(", "regex": True}, "no regular expression"),
        ("list_sessions", {"since": "soon"}, "soon"),
        ("list_sessions", {"sort": "colour"}, "colour"),
        ("export", {"session": ONE, "format": "open-tokem"}, "did you mean 'open-token'"),
        ("export", {"session": ONE, "internal": "full"}, "internal"),
        ("export", {}, "name the session to export"),
        ("scan", {"target": "nowhere"}, "list_sessions gives the ids"),
        ("scan", {"target": ".."}, "lies outside of"),
        ("water", {}, "there are list_sessions, search"),
    ],
)
def test_an_error_tells_what_to_do_next(tmp_path: Path, tool: str, arguments: dict[str, Any], said: str) -> None:
    machine(tmp_path)
    result = serving(tmp_path).call(tool, arguments)
    assert result["isError"]
    assert said in result["content"][0]["text"]


STRANGE = ("", "\0", "\ud800", "x" * 50_000, "/", "archive:", "NEAR(", 10**30)


@pytest.mark.parametrize("tool", TOOLS)
def test_no_argument_however_strange_ends_a_call_without_an_answer(tmp_path: Path, tool: str) -> None:
    machine(tmp_path)
    server = serving(tmp_path)
    usual = every_call(ONE, TWO, tmp_path)[tool]
    for name in dict.fromkeys([*usual, "cursor", "max_bytes"]):
        for value in STRANGE:
            if (tool, name, value) != ("scan", "target", "/"):  # that is a folder, and a large one
                assert size(server.call(tool, {**usual, name: value})) <= 48_000


def test_what_was_asked_is_recorded_as_a_run_that_show_reads(tmp_path: Path) -> None:
    machine(tmp_path)
    server = Recorded(tmp_path)
    server.call("get_session", {"session": ONE})
    server.call("get_events", {"session": "ffff"})
    server.end()
    (path,) = folder(world(tmp_path)).iterdir()
    assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert steno("check", str(path), home=tmp_path).code == 0
    shown = steno("show", str(path), home=tmp_path)
    assert shown.code == 0
    assert "get_session" in shown.out
    assert "ffff" in shown.out
    ids = {row["id"] for row in serving(tmp_path).call("list_sessions", {})["structuredContent"]["rows"]}
    assert path.stem not in ids  # what the server did is no session that it serves


def test_what_is_recorded_holds_the_question_masked_and_not_the_answer(tmp_path: Path) -> None:
    machine(tmp_path, "unmistakable petals")
    server = Recorded(tmp_path)
    server.call("search", {"text": TOKEN})
    server.call("get_events", {"session": ONE})
    server.end()
    text = server.audit.path.read_text()
    assert TOKEN not in text
    assert "[REDACTED:auth_token:" in text
    assert "unmistakable" not in text
    assert '"rows"' in text


def test_a_server_without_audit_writes_none_and_one_that_cannot_write_says_so_once(tmp_path: Path) -> None:
    machine(tmp_path)
    silent = Recorded(tmp_path, off=True)
    silent.call("list_sessions", {})
    silent.end()
    assert not folder(world(tmp_path)).exists()
    folder(world(tmp_path)).parent.mkdir(parents=True, exist_ok=True)
    folder(world(tmp_path)).write_text("in the way")
    said: list[str] = []
    server = Recorded(tmp_path, said.append)
    for _ in range(3):
        assert not server.call("get_session", {"session": TWO})["isError"]
    server.end()
    assert len(said) == 1
    assert "no longer recorded" in said[0]
