"""A log that grows is taken in line by line, as reading all of it would, and read anew when it is another one."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from steno.api.view import Desk
from steno.viewer import opened as opening
from steno.viewer.growth import Change
from steno.viewer.lists import FILTERS
from steno.viewer.opened import Opened
from steno.viewer.rows import Rows
from tests.given.machine import codex, dialogue, lines, record
from tests.given.page import with_sub_agent, world

RECORDS = [*dialogue("one"), *[
    record("user", "And the lilies", 5, "one"),
    record("assistant", [{"type": "text", "text": "I will."}], 6, "one"),
]]  # fmt: skip


def followed(path: Path, home: Path) -> Opened:
    desk = Desk(world(home))
    found = desk.opened(desk.named(str(path)))
    found.view()
    assert found.whole(10)
    return found


def rows(found: Opened) -> list[tuple[int, str, str | None, str | None, int | None, int | None]]:
    view = found.view()
    made = Rows(view).window(range(len(view.index)))
    return [(each.n, each.kind, each.text or each.arg, each.res, each.line, each.rline) for each in made]


@pytest.mark.parametrize("cut", range(1, len(RECORDS)))
def test_what_is_appended_gives_the_rows_of_the_whole(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(lines(RECORDS[:cut]))
    found = followed(path, tmp_path)
    assert all(len(found.view().rows(filter, 4)) <= cut for filter in FILTERS)
    with path.open("ab") as stream:
        stream.write(lines(RECORDS[cut:]))
    assert found.refresh() is Change.GROWN
    again = followed(path, tmp_path)
    assert rows(found) == rows(again)
    for filter in FILTERS:
        assert found.view().rows(filter, 4) == again.view().rows(filter, 4)
    assert [turn.number for turn in found.view().index.turns] == [1, 2]
    assert found.refresh() is Change.NONE


def test_line_by_line_too(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(lines(RECORDS[:1]))
    found = followed(path, tmp_path)
    for each in RECORDS[1:]:
        with path.open("ab") as stream:
            stream.write(lines([each]))
        assert found.refresh() is Change.GROWN
    assert rows(found) == rows(followed(path, tmp_path))


def test_a_result_over_the_seam_belongs_to_its_call_and_tells_so(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(lines(RECORDS[:3]))
    found = followed(path, tmp_path)
    before = found.follow()
    with path.open("ab") as stream:
        stream.write(lines(RECORDS[3:4]))
    after = found.follow(before.offset)
    assert (after.change, after.changed, after.rows) == (Change.GROWN, [3], before.rows)
    assert found.follow(after.offset).changed == []


def test_half_a_line_waits_for_its_end(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(lines(RECORDS[:4]))
    found = followed(path, tmp_path)
    data = lines(RECORDS[4:])
    with path.open("ab") as stream:
        stream.write(data[:20])
        stream.flush()
        assert found.refresh() is Change.NONE
        stream.write(data[20:])
    assert found.refresh() is Change.GROWN
    assert rows(found) == rows(followed(path, tmp_path))


def settled(found: Opened) -> None:
    """Wait until it was read anew."""
    for _ in range(500):
        thread = found._thread
        if thread is None or not thread.is_alive():
            return
        time.sleep(0.01)
    raise AssertionError("it is still being read")


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "_REST", 0)


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("how", ["shorter", "another file", "rewritten", "last line cut"])
def test_another_content_is_read_anew(tmp_path: Path, how: str) -> None:
    path = tmp_path / "log.jsonl"
    cut = lines(RECORDS[:4])
    path.write_bytes(cut[:-30] if how == "last line cut" else cut)
    found = followed(path, tmp_path)
    settled(found)
    other = lines([record("user", "Mow the lawn", 0, "two"), *dialogue("two")[1:]])
    if how == "another file":
        path.unlink()
        path.write_bytes(other + other)
    else:
        path.write_bytes({"shorter": other[: other.find(b"\n") + 1], "rewritten": other + other}.get(how, cut))
    assert found.refresh() is Change.REPLACED
    settled(found)
    assert rows(found) == rows(followed(path, tmp_path))
    assert found.generation == 1


def test_a_file_that_is_gone_stays_in_sight(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(lines(RECORDS))
    found = followed(path, tmp_path)
    path.unlink()
    assert found.follow().change is Change.GONE
    assert len(rows(found)) == 6


@pytest.mark.usefixtures("at_once")
def test_a_log_that_grew_and_rests_is_read_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(lines(RECORDS[:4]))
    found = followed(path, tmp_path)
    with path.open("ab") as stream:
        stream.write(lines(RECORDS[4:]))
    settled(found)
    found.refresh()
    version, first = found.follow().version, found.view()
    monkeypatch.setattr(opening, "_QUIET", 0.0)
    found.refresh()
    settled(found)
    assert found.view() is not first and found.follow().version > version
    assert found.generation == 0  # nobody need forget what was seen


def test_a_log_of_another_agent_grows_too(tmp_path: Path) -> None:
    fixture = Path(__file__).parent.parent / "fixtures" / "codex" / "wrapped.jsonl"
    every = fixture.read_bytes().splitlines(keepends=True)
    path = codex(tmp_path, "11111111-1111-4111-8111-111111111111")
    path.write_bytes(b"".join(every[: len(every) // 2]))
    found = followed(path, tmp_path)
    before = len(found.view().events)
    with path.open("ab") as stream:
        stream.write(b"".join(every[len(every) // 2 :]))
    assert found.refresh() is Change.GROWN
    assert len(found.view().events) > before
    owners = found.view().index.row_of
    assert len(owners) == len(found.view().events)


@pytest.mark.usefixtures("at_once")
def test_a_sub_agent_that_goes_on_is_read_too(tmp_path: Path) -> None:
    path = with_sub_agent(tmp_path)
    found = followed(path, tmp_path)
    settled(found)
    before = len(rows(found))
    child = tmp_path / "log" / "subagents" / "agent-abc.jsonl"
    more = {"isSidechain": True, "agentId": "abc"}
    with child.open("ab") as stream:
        stream.write(lines([record("assistant", [{"type": "text", "text": "All wet."}], 3, "log", **more)]))
    found.refresh()
    settled(found)
    assert len(rows(found)) == before + 1 and found.generation == 0


def test_an_answer_that_is_stated_on_both_sides_of_the_seam_counts_once(tmp_path: Path) -> None:
    usage = {"input_tokens": 10, "output_tokens": 5}
    records = [record("user", "Go", 0, "one")]
    for number, output in ((1, 1), (2, 7)):
        each = record("assistant", [{"type": "text", "text": f"part {number}"}], number, "one", requestId="req_1")
        message = each["message"]
        assert isinstance(message, dict)
        message.update(id="msg_same", usage={**usage, "output_tokens": output})
        records.append(each)
    path = tmp_path / "log.jsonl"
    path.write_bytes(lines(records[:2]))
    found = followed(path, tmp_path)
    with path.open("ab") as stream:
        stream.write(lines(records[2:]))
    found.refresh()
    whole = followed(path, tmp_path)
    sums = [[(turn.tokens, turn.cost) for turn in each.view().index.turns] for each in (found, whole)]
    assert sums == [[(17, None)], [(17, None)]]
