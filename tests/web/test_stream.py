"""A page that follows a session hears of what is written to it, once, and can go on where it was cut off."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from steno.api.view import Desk
from steno.viewer import opened as opening
from tests.given.machine import dialogue, lines, record
from tests.given.page import Client, serving, world

RECORDS = dialogue("one")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "log.jsonl"
    path.write_bytes(lines(RECORDS[:3]))
    return path


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(world(tmp_path))


@pytest.fixture
def client(desk: Desk) -> Iterator[Client]:
    with serving(desk) as client:
        yield client


def append(path: Path, records: list[dict[str, object]]) -> int:
    with path.open("ab") as stream:
        stream.write(lines(records))
        return stream.tell()


def test_growth_is_told_with_where_to_go_on(client: Client, desk: Desk, path: Path) -> None:
    key = desk.named(str(path))
    with client.events(f"s/{key}/stream") as events:
        kind, offset, first = next(events)
        assert (kind, offset, first["rows"], first["live"]) == ("grown", path.stat().st_size, 3, True)
        end = append(path, RECORDS[3:4])
        kind, offset, grown = next(events)
        assert (kind, offset, grown["rows"], grown["changed"]) == ("grown", end, 3, [3])
        end = append(path, RECORDS[4:])
        kind, offset, grown = next(events)
        assert (kind, offset, grown["rows"], grown["changed"]) == ("grown", end, 4, [])
        assert client.get(f"s/{key}/rows?a=3")["rows"][0]["text"] == "The roses are watered."
        assert client.get(f"s/{key}/rows?a=2")["rows"][0]["res"] == "done"


def test_a_reader_that_was_cut_off_goes_on(client: Client, desk: Desk, path: Path) -> None:
    key = desk.named(str(path))
    with client.events(f"s/{key}/stream") as events:
        _, offset, _ = next(events)
    end = append(path, RECORDS[3:])
    with client.events(f"s/{key}/stream", Last_Event_ID=str(offset)) as events:
        kind, now, grown = next(events)
        assert (kind, now, grown["rows"], grown["changed"]) == ("grown", end, 4, [3])
    more = [record("user", "And the lilies", 5, "one")]
    with client.events(f"s/{key}/stream?from={now}") as events:
        last = append(path, more)  # nothing is told before there is something new
        kind, now, grown = next(events)
        assert (kind, now, grown["rows"]) == ("grown", last, 5)


def test_a_file_that_is_gone_or_replaced_is_told(
    client: Client, desk: Desk, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "_REST", 0)
    key = desk.named(str(path))
    with client.events(f"s/{key}/stream") as events:
        next(events)
        path.unlink()
        assert next(events)[0] == "gone"
        path.write_bytes(lines([record("user", "Mow the lawn", 0, "two")]))
        told = [next(events)[0]]
        while told[-1] != "replaced":
            told.append(next(events)[0])
        for _ in range(200):
            if client.get(f"s/{key}/rows")["rows"][0]["text"] == "Mow the lawn":
                break
        else:
            raise AssertionError("the old rows are still there")


def test_an_offset_behind_the_end_is_of_another_file(client: Client, desk: Desk, path: Path) -> None:
    key = desk.named(str(path))
    with client.events(f"s/{key}/stream?from=999999") as events:
        assert next(events)[0] == "replaced"


def test_a_strange_offset_is_refused(client: Client, desk: Desk, path: Path) -> None:
    key = desk.named(str(path))
    assert client.ask(f"/api/1/s/{key}/stream?from=x").status == 400
    assert client.ask(f"/api/1/s/{key}/stream", Last_Event_ID="x").status == 400
    assert client.ask(f"/api/1/s/{key}/stream", Cookie=None).status == 401
