"""Every event of every session is in exactly one row, and every row can be unfolded."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from steno.api.read import read_session
from steno.errors import StenoError
from steno.model import Trace
from steno.prices import table
from steno.viewer.full import full, text_from, wholes
from steno.viewer.known import known
from steno.viewer.lists import FILTERS, chosen, listed
from steno.viewer.rows import Rows
from steno.viewer.sorts import Sort
from steno.viewer.spelling import spelled
from steno.viewer.view import View
from tests.given.machine import claude, dialogue, lines, record
from tests.given.page import with_sub_agent, world

FIXTURES = Path(__file__).parent.parent / "fixtures"
FILES = sorted(each for each in FIXTURES.rglob("*") if each.is_file())


def opened(path: Path, home: Path) -> View:
    trace = next(iter(read_session(world(home), str(path))))
    return View(trace, known(trace, table([])))


def seen(records: Sequence[object], tmp_path: Path) -> View:
    path = tmp_path / "session.jsonl"
    path.write_bytes(lines(records))
    return opened(path, tmp_path)


def places(view: View, row: int) -> list[int]:
    index = view.index
    back = index.back[row]
    return [index.at[row], *([back] if back >= 0 else []), *index.more.get(row, ())]


@pytest.mark.parametrize("folder", sorted(each.name for each in FIXTURES.iterdir() if each.is_dir()))
def test_every_event_is_in_exactly_one_row_and_every_row_unfolds(folder: str, tmp_path: Path) -> None:
    read = 0
    for path in FILES:
        if path.relative_to(FIXTURES).parts[0] != folder:
            continue
        try:
            view = opened(path, tmp_path)
        except (StenoError, StopIteration):
            continue  # no session of its own: a part of one beside it
        read += 1
        owners = [at for row in range(len(view.index)) if row not in view.index.note for at in places(view, row)]
        assert sorted(owners) == list(range(len(view.events))), path
        assert all(view.index.row_of[at] == row for row in range(len(view.index)) for at in places(view, row))
        for row, made in enumerate(Rows(view).window(range(len(view.index)))):
            whole = json.loads(spelled(full(view, made.n)))
            assert whole["row"]["n"] == made.n == view.index.number(row)
            assert all(part["what"] and part["as"] for part in whole["parts"])
            for number, part in enumerate(wholes(view, row)):
                assert text_from(view, made.n, number, 0, 10**9) == (part.text, len(part.text))
    assert read


def test_filters_and_depths_part_the_rows_and_know_where_turns_begin(tmp_path: Path) -> None:
    view = opened(FIXTURES / "claude_code" / "every_record.jsonl", tmp_path)
    everything = chosen(view.index, "all", 5)
    assert list(everything) == list(range(len(view.index)))
    for filter in FILTERS:
        for depth in range(1, 6):
            rows = chosen(view.index, filter, depth)
            assert list(rows) == sorted(set(rows)) and set(rows) <= set(everything)
            found = listed(view.index, rows, depth)
            assert found.total == len(rows) and found.rows == len(view.index)
            assert [view.index.number(rows[at]) for at in found.tall] == [
                n for at, n, _ in found.turns if at < len(rows) and view.index.number(rows[at]) == n
            ]
    sizes = [len(chosen(view.index, "all", depth)) for depth in range(1, 6)]
    assert sizes == sorted(sizes)


def test_a_call_and_its_result_are_one_row(tmp_path: Path) -> None:
    view = seen(dialogue("one", output="all\nwatered"), tmp_path)
    rows = [(each.n, each.kind, each.icon) for each in Rows(view).window(range(len(view.index)))]
    assert rows == [(1, "human", "human"), (2, "thinking", "thinking"), (3, "tool", "tool"), (5, "agent", "agent")]
    call = full(view, 4)  # any event of a row names it
    assert (call.row.n, call.row.tool, call.row.arg, call.row.status, call.row.res, call.row.ms) == (
        3, "Bash", "water --roses", "ok", "all", 1000,
    )  # fmt: skip
    assert [(part.what, part.as_, part.text) for part in call.parts] == [
        ("call", "code", "water --roses"), ("result", "plain", "all\nwatered"),
    ]  # fmt: skip
    assert call.links.parent == 1 and call.links.before == 2 and call.links.after == 5


def test_a_prompt_says_what_was_done_for_it(tmp_path: Path) -> None:
    view = seen(dialogue("one"), tmp_path)
    prompt = Rows(view).row(0)
    assert prompt.turn == 1 and prompt.text == "Water the roses" and prompt.sum is not None
    assert (prompt.sum.calls, prompt.sum.failed, prompt.sum.missing, prompt.sum.seconds) == (1, 0, 0, 4.0)
    assert Rows(view).row(3).final


def test_a_failed_call_is_open_and_shows_the_end_of_what_it_printed(tmp_path: Path) -> None:
    output = "\n".join(f"line {number}" for number in range(1000)) + "\nno water"
    records = dialogue("one", output=output)
    result = records[3]["message"]
    assert isinstance(result, dict)
    result["content"][0]["is_error"] = True
    view = seen(records, tmp_path)
    call = full(view, 3)
    assert (call.row.status, call.row.res, call.row.open) == ("failed", "no water", True)
    part = call.parts[1]
    assert part.text is not None and part.text.endswith("\nno water") and part.at > 0
    assert part.hidden is not None and part.hidden.chars == part.at and part.total == len(output)
    assert output[part.at :] == part.text
    assert part.hidden.lines + part.text.count("\n") + 1 == 1001
    assert list(chosen(view.index, "failures")) == [2]


def test_a_long_text_says_how_much_is_left_out_and_gives_the_rest(tmp_path: Path) -> None:
    output = "word " * 20_000
    view = seen(dialogue("one", output=output), tmp_path)
    part = full(view, 3).parts[1]
    assert part.text is not None and part.hidden is not None
    assert len(part.text) + part.hidden.chars == len(output) == part.total
    text, total = text_from(view, 3, 1, len(part.text), 10**9)
    assert part.text + text == output and total == len(output)


def test_a_call_without_a_result_is_missing_and_runs_only_in_a_live_session(tmp_path: Path) -> None:
    view = seen(dialogue("one")[:3], tmp_path)
    assert Rows(view).row(2).status == "missing"
    view.live = True
    made = Rows(view).window([0, 2])
    assert made[1].status == "running" and made[0].sum is not None and made[0].sum.running == 1


def test_a_broken_line_is_a_row(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    path.write_bytes(lines(dialogue("one")) + b'{"type": "user", "mess\n' + lines(dialogue("one")[4:]))
    view = opened(path, tmp_path)
    broken = next(each for each in Rows(view).window(range(len(view.index))) if each.kind == "broken")
    assert broken.line == 6 and full(view, broken.n).parts[0].text == '{"type": "user", "mess\n'


def test_parts_of_a_message_are_one_row_though_the_program_wrote_between_them(tmp_path: Path) -> None:
    content = [
        {"type": "text", "text": "Water the roses"},
        {"type": "text", "text": "<system-reminder>It rains.</system-reminder>"},
        {"type": "text", "text": "and the lilies"},
    ]
    view = seen([record("user", content, 0, "one"), *dialogue("one")[1:]], tmp_path)
    prompt = Rows(view).row(0)
    assert prompt.text == "Water the roses and the lilies" and prompt.kind == "human"
    assert places(view, 0) == [0, 2]
    assert (
        view.index.sort[1] == Sort.SYSTEM and Rows(view).row(1).text == "<system-reminder>It rains.</system-reminder>"
    )
    assert [turn.number for turn in view.index.turns] == [1]


def test_an_edit_shows_its_lines(tmp_path: Path) -> None:
    call = {
        "type": "tool_use", "id": "toolu_1", "name": "Edit",
        "input": {"file_path": "/srv/garden/bed.py", "old_string": "a\nb\n", "new_string": "a\nc\nd\n"},
    }  # fmt: skip
    records = dialogue("one")
    records[2] = record("assistant", [call], 2, "one")
    view = seen(records, tmp_path)
    made = full(view, 3)
    assert (made.row.icon, made.row.arg, made.row.plus, made.row.minus, made.row.files) == ("edit", "bed.py", 2, 1, 1)
    assert made.parts[0].what == "change" and made.parts[0].diff is not None
    diff = made.parts[0].diff
    assert (diff.path, diff.plus, diff.minus) == ("bed.py", 2, 1)
    assert [line for hunk in diff.hunks for line in hunk.lines if line[0] != " "] == ["-b", "+c", "+d"]
    assert list(chosen(view.index, "edits")) == [2]


def test_a_sub_agent_has_a_lane_of_its_own(tmp_path: Path) -> None:
    view = opened(with_sub_agent(tmp_path), tmp_path)
    rows = [(each.kind, each.icon, each.lane, each.run) for each in Rows(view).window(range(len(view.index)))]
    assert rows[:4] == [
        ("human", "human", 0, None), ("tool", "sub", 0, None), ("sub", "sub", 1, "abc"), ("tool", "tool", 1, "abc"),
    ]  # fmt: skip
    call = full(view, view.index.number(3))
    assert call.row.file == "agent-abc.jsonl" and call.links.parent == 2 and call.links.run == "abc"
    assert set(chosen(view.index, "subagents")) == set(range(1, len(view.index)))


def test_a_session_in_an_agents_own_place_is_seen_like_any_file(tmp_path: Path) -> None:
    path = claude(tmp_path, "11111111-1111-4111-8111-111111111111")
    assert isinstance(opened(path, tmp_path).trace, Trace)
