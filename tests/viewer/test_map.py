"""The map and the outline of a session: as much as there is room for, each mark at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from steno.api.view import Desk
from steno.viewer import outline as outlining
from steno.viewer.mapping import Map
from steno.viewer.outline import Entry
from tests.given.machine import dialogue, lines, record
from tests.given.page import world


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(world(tmp_path))


def session(folder: Path, turns: int, *, failed: int = 0) -> str:
    """A session of so many turns, one minute each, of which one fails."""
    path = folder / "log.jsonl"
    records = []
    for turn in range(turns):
        for number, each in enumerate(dialogue("one", prompt=f"Bed {turn}")):
            each["timestamp"] = f"2026-01-02T{turn // 60:02}:{turn % 60:02}:{number:02}Z"
            each["uuid"] = f"u{turn}-{number}"
            message = each["message"]
            assert isinstance(message, dict)
            for block in message["content"] if isinstance(message["content"], list) else ():
                for name in ("id", "tool_use_id"):
                    if name in block:
                        block[name] = f"toolu_{turn}"
                if failed == turn + 1 and block["type"] == "tool_result":
                    block["is_error"] = True
            records.append(each)
    path.write_bytes(lines(records))
    return str(path)


def drawn(desk: Desk, key: str, by: str, width: int) -> Map:
    found = desk.map(key, by, width)
    assert isinstance(found, Map)
    return found


@pytest.mark.parametrize("width", [1, 10, 100, 1000, 100_000])
def test_there_are_at_most_as_many_bars_as_there_is_room_for(desk: Desk, tmp_path: Path, width: int) -> None:
    key = desk.named(session(tmp_path, 120, failed=61))
    found = drawn(desk, key, "time", width)
    assert 0 < len(found.bars) <= width
    for some in (found.turns, found.failures, found.commits, found.compactions, found.context):
        assert len(some) <= width
    assert all(0 <= x <= 1 and 0 < height <= 1 for x, _, height, _, _ in found.bars)
    assert [n for _, n in found.failures] == [60 * 5 + 3]
    assert sum(bad for *_, bad in found.bars) == 1


def test_places_are_those_of_the_clock(desk: Desk, tmp_path: Path) -> None:
    key = desk.named(session(tmp_path, 3))
    found = drawn(desk, key, "time", 1000)
    assert (found.from_, found.to) == ("2026-01-02T00:00:00Z", "2026-01-02T00:02:04Z")
    assert [(round(x, 2), number, n) for x, number, n in found.turns] == [(0.0, 1, 1), (0.48, 2, 6), (0.97, 3, 11)]
    assert found.ticks and all(0 <= x <= 1 for x, _ in found.ticks)


def test_without_times_or_tokens_rows_stand_evenly(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    bare = [{key: value for key, value in each.items() if key != "timestamp"} for each in dialogue("one")]
    path.write_bytes(lines(bare))
    key = desk.named(str(path))
    for by in ("time", "tokens"):
        found = drawn(desk, key, by, 100)
        assert found.from_ is None and found.to is None and len(found.bars) == 4


def outline(desk: Desk, key: str, depth: int) -> list[Entry]:
    found = desk.outline(key, depth, "all", 4)
    assert isinstance(found, list)
    return found


def test_the_outline_has_prompts_words_and_calls(desk: Desk, tmp_path: Path) -> None:
    key = desk.named(session(tmp_path, 2, failed=2))
    assert [(each.kind, each.n, each.text) for each in outline(desk, key, 1)] == [
        ("prompt", 1, "Bed 0"), ("prompt", 6, "Bed 1"),
    ]  # fmt: skip
    deep = outline(desk, key, 3)
    assert [(each.kind, each.n, each.position, each.depth, each.count, each.failed) for each in deep] == [
        ("prompt", 1, 0, 0, None, None), ("tools", 3, 2, 2, 1, None), ("words", 5, 3, 1, None, None),
        ("prompt", 6, 4, 0, None, 1), ("tools", 8, 6, 2, 1, 1), ("words", 10, 7, 1, None, None),
    ]  # fmt: skip


def test_an_outline_that_is_too_long_says_what_it_leaves_out(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outlining, "MOST", 7)
    key = desk.named(session(tmp_path, 3))
    found = outline(desk, key, 3)
    assert [each.kind for each in found] == ["prompt", "words"] * 3 + ["less"]
    assert found[-1].text == "calls are left out: there are too many for an outline"


def test_calls_of_one_tool_that_follow_one_another_are_one_line(desk: Desk, tmp_path: Path) -> None:
    calls = [{"type": "tool_use", "id": f"t{n}", "name": "Bash", "input": {"command": "ls"}} for n in range(3)]
    path = tmp_path / "log.jsonl"
    path.write_bytes(lines([record("user", "Go", 0, "one"), record("assistant", calls, 1, "one")]))
    (_, group) = outline(desk, desk.named(str(path)), 3)
    assert (group.text, group.count, group.missing or group.running) == ("Bash", 3, 3)


def test_find_gives_every_row_and_its_place_in_the_list(desk: Desk, tmp_path: Path) -> None:
    key = desk.named(session(tmp_path, 3))
    found = desk.find(key, "WATERED", 6, "all", 4)
    assert (found.total, found.hits, found.positions, found.next) == (3, [5, 10, 15], [3, 7, 11], 1)  # type: ignore[union-attr]
    assert desk.find(key, "water --roses", 0, "all", 1).positions == [None] * 3  # type: ignore[union-attr]
    assert desk.find(key, "", 0, "all", 4).total == 0  # type: ignore[union-attr]
