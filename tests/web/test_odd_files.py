"""Whatever lies in a file, there is an answer: rows, or a sentence that says why there are none."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from steno.api.view import Desk
from steno.errors import StenoError
from steno.web.app import QUESTIONS
from tests.given.machine import dialogue, lines, record
from tests.given.page import Client, serving, world

LONG = "x" * 10_000_000
DEEP = b'{"type":"user","uuid":"u0","sessionId":"one","message":{"role":"user","content":' + b"[" * 5000 + b"]" * 5000
FILES: dict[str, bytes] = {
    "empty": b"",
    "blank": b"\n\n\n",
    "zeros": b"\0" * 1000,
    "binary": bytes(range(256)) * 10,
    "words": b"Dear diary,\n",
    "json": b'{"a": 1}\n',
    "truncated": lines(dialogue("one"))[:-40],
    "invalid utf-8": lines(dialogue("one")) + b'{"type":"user","message":{"content":"\xff\xfe"}}\n',
    "surrogate": lines([record("user", "half \ud83d of it", 0, "one"), *dialogue("one")[1:]]),
    "long line": lines([record("user", LONG, 0, "one"), *dialogue("one", output=LONG)[1:]]),
    "deep": DEEP + b"}}\n" + lines(dialogue("one")),
    "glued": lines(dialogue("one")).replace(b"}\n{", b"}{"),
    "bom": b"\xef\xbb\xbf" + lines(dialogue("one")),
    "controls": lines(dialogue("one", prompt="\x1b[31m\u202e<script>alert(1)</script>\0", output="\x1b[2J\r\n")),
    "crlf": lines(dialogue("one")).replace(b"\n", b"\r\n"),
    "odd values": lines([
        record("user", 7, 0, "one"), record("assistant", {"a": []}, 1, "one"), record("user", None, 2, "one"),
        record("assistant", [{"type": "tool_use", "id": 5, "name": None, "input": "x"}], 3, "one"),
        record("user", [{"type": "tool_result", "tool_use_id": [], "content": {"a": [1, {}]}}], 4, "one"),
        record("assistant", [{"type": "tool_use", "id": "t", "name": "Edit", "input": {"file_path": 3}}], 5, "one"),
        record("user", [{"type": "image", "source": {"type": "base64", "data": "AAAA"}}], 6, "one"),
    ]),
    "times": lines([
        {**record("user", "a", 0, "one"), "timestamp": "0001-01-01T00:00:00Z"},
        {**record("user", "b", 1, "one"), "timestamp": "9999-12-31T23:59:59Z"},
        {**record("user", "c", 2, "one"), "timestamp": 12},
    ]),
}  # fmt: skip


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk(world(tmp_path_factory.mktemp("home")))


@pytest.fixture(scope="module")
def client(desk: Desk) -> Iterator[Client]:
    with serving(desk) as client:
        yield client


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("mask", ["0", "1"])
def test_every_route_answers(client: Client, desk: Desk, tmp_path: Path, name: str, mask: str) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(FILES[name])
    try:
        key = desk.named(str(path))
    except StenoError:
        return
    answer = client.ask(f"/api/1/s/{key}")
    if answer.status != 200:
        assert (answer.status, answer.json()["error"]["kind"]) == (422, "unreadable")
        return
    numbers = [row["n"] for row in client.get(f"s/{key}/rows?depth=5&n=1000")["rows"]]
    for route in QUESTIONS:
        for n in numbers[:8] or [1]:
            asked = route.removeprefix("/api/1/").replace("{key}", key).replace("{n}", str(n))
            answer = client.ask(f"/api/1/{asked}?mask={mask}&q=the&depth=5")
            while answer.status == 202:
                answer = client.ask(f"/api/1/{asked}?mask={mask}&q=the&depth=5")
            assert answer.status in (200, 404), (asked, answer.status, answer.data[:300])
            json.loads(answer.data)
            assert len(answer.data) < 3_000_000


def test_a_file_that_cannot_be_read_says_why(client: Client, desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(lines(dialogue("one")))
    key = desk.named(str(path))
    path.unlink()
    answer = client.ask(f"/api/1/s/{key}")
    assert (answer.status, answer.json()["error"]["message"]) == (422, f"{path}: no such file or directory")


def test_half_a_character_comes_as_an_escape(client: Client, desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(FILES["surrogate"])
    key = desk.named(str(path))
    assert client.get(f"s/{key}/ev/1")["parts"][0]["text"] == "half \ud83d of it"
