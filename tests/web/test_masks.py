"""With the mask on, no answer of any route holds a secret, whichever agent wrote the session."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from steno.api.view import Desk
from steno.viewer.masked import Masking
from steno.web.app import LISTS, QUESTIONS, WORK
from tests.given.machine import claude
from tests.given.page import Client, serving, world
from tests.given.planted import planted
from tests.given.token import TOKEN

ID = "22222222-2222-4222-8222-222222222222"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("home")
    path = claude(home, ID, planted(ID))
    with path.open("ab") as stream:
        stream.write(f'{{"broken": "{TOKEN}\n'.encode())
    return home


@pytest.fixture(scope="module")
def client(home: Path) -> Iterator[Client]:
    with serving(Desk(world(home))) as client:
        client.get("sessions")
        yield client


@pytest.fixture(scope="module")
def key(client: Client) -> str:
    (row,) = client.get("sessions")["rows"]
    return str(row["key"])


ONLY_SOME = ("why/", "commit", "finding")
"""Routes that need more than an event: what they are asked for is found below, or they have tests of their own."""


def questions(key: str, numbers: list[int]) -> Iterator[str]:
    """Every route with every event."""
    for path in (*QUESTIONS, *LISTS, *WORK):
        plain = path.removeprefix("/api/1/").replace("{key}", key)
        if plain.removeprefix(f"s/{key}/").replace("{n}", "") in ONLY_SOME:
            continue
        more = f"&a={key}&b={key}" if plain.startswith("compare") else "&author=Mara&role=human"
        if plain == "compare/diff":
            continue  # of two records that are equal, no line can be opened
        for n in numbers if "{n}" in plain else [0]:
            asked = plain.replace("{n}", str(n))
            yield f"{asked}?mask=1&filter=all&depth=5&list=5&q=roses&n=1000{more}"
    yield from (f"s/{key}/why/{n}?mask=1" for n in STEPS)
    yield from (f"s/{key}/{each}?mask=1&at={at}" for each in ("findings",) for at in ("secrets", "pii", "strict"))


STEPS = (1, 3, 5)
"""The events of the planted session that are steps."""


def numbers(client: Client, key: str) -> list[int]:
    return [row["n"] for row in client.get(f"s/{key}/rows?depth=5&n=1000")["rows"]]


def test_the_token_stands_in_the_bare_answers(client: Client, key: str) -> None:
    bare = [f"s/{key}/rows?depth=5", f"s/{key}/ev/1", f"s/{key}/raw/3", f"s/{key}", "sessions", f"search?q={TOKEN}"]
    for path in bare:
        assert TOKEN in str(client.get(path)), path


def test_no_route_gives_it_away_with_the_mask_on(client: Client, key: str) -> None:
    found = numbers(client, key)
    assert len(found) >= 7
    for path in questions(key, found):
        answer = client.get(path)
        assert TOKEN not in str(answer), path
    for q in (TOKEN, TOKEN[:12], TOKEN[5:20]):
        assert TOKEN not in str(client.get(f"search?mask=1&q={quote(q)}"))
    assert "REDACTED" in str(client.get(f"s/{key}/ev/1?mask=1"))


@pytest.mark.parametrize("level", ["pii", "strict"])
def test_no_route_gives_it_away_at_a_higher_level(client: Client, key: str, level: str) -> None:
    for path in questions(key, numbers(client, key)):
        assert TOKEN not in str(client.get(path.replace("mask=1", f"level={level}"))), path


def test_under_mask_everything_is_masked_whatever_is_asked_for(home: Path) -> None:
    with serving(Desk(world(home), level="secrets")) as client:
        (row,) = client.get("sessions")["rows"]
        found = numbers(client, row["key"])
        for path in questions(row["key"], found):
            assert TOKEN not in str(client.get(path.replace("mask=1", "mask=0"))), path


def test_nothing_bare_is_shown_while_it_is_made(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Masking._make

    def slow(self: Masking, *rest: object) -> None:
        time.sleep(0.5)
        made(self, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Masking, "_make", slow)
    desk = Desk(world(home))
    key = desk.named(ID)
    with serving(desk) as client:
        answer = client.ask(f"/api/1/s/{key}/rows?mask=1")
        assert (answer.status, answer.json()) == (202, {"pending": "masking", "done": None})
        assert TOKEN not in str(client.get(f"s/{key}/rows?mask=1"))


@pytest.mark.parametrize("mask", ["mask=1", "level=pii", "level=strict"])
def test_no_value_that_was_found_is_given_with_the_mask_on(client: Client, key: str, mask: str) -> None:
    (bare,) = (each for each in client.get(f"s/{key}/findings")["findings"] if each.get("value") == TOKEN)
    assert TOKEN in str(client.get(f"s/{key}/finding?id={bare['id']}"))
    for at in ("secrets", "pii", "strict"):
        found = client.get(f"s/{key}/findings?at={at}&{mask}")
        assert found["values"] >= 1 and found["masked"] and TOKEN not in str(found)
        for each in found["findings"]:
            for place in range(each["places"]):
                shown = client.get(f"s/{key}/finding?at={at}&{mask}&id={each['id']}&place={place}")
                assert TOKEN not in str(shown) and "before" not in shown["context"], (at, each, place)


def test_marks_say_what_would_be_masked(client: Client, key: str) -> None:
    client.get(f"s/{key}/rows?mask=1")
    part = client.get(f"s/{key}/ev/1")["parts"][0]
    (mark,) = part["marks"]
    assert part["text"][mark[0] : mark[1]] == TOKEN
    rows = client.get(f"s/{key}/rows")["rows"]
    assert rows[0]["secrets"] >= 1
    assert client.get(f"s/{key}")["counts"]["findings"] >= 3
    call = client.get(f"s/{key}/ev/3")["parts"]
    assert [part["text"][a:b] == TOKEN for part in call for a, b, *_ in part.get("marks", ())] == [True, True]
