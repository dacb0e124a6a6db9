"""The table of sessions says of each what the other commands say, and counts what its filters leave."""

from __future__ import annotations

import os
from datetime import UTC, date, datetime
from pathlib import Path

import msgspec
import pytest

from steno.api.catalog import sync
from steno.api.cost import cost
from steno.api.sessions import sessions
from steno.api.sessions_table import SORTS, SessionRow, SessionTable, TableFilter, Tokens, session_table
from steno.errors import UsageError
from steno.store.rows import PARTS, shape
from tests.given.cataloged import put, said, world
from tests.given.machine import lines, record

ANSWER = {
    "requestId": "req_1",
    "message": {
        "role": "assistant", "type": "message", "id": "msg_1", "model": "claude-sonnet-4-5",
        "usage": {"input_tokens": 1000, "output_tokens": 100},
        "content": [{"type": "text", "text": "Done."}],
    }
}  # fmt: skip


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Three sessions: one with a call that failed, one with an answer that cost something and a sub-agent, one new."""
    put(tmp_path, "aaaaaaaa", said("aaaaaaaa", "rose", "thorn"), 1)
    answered = [record("user", "hedge", 0, "bbbbbbbb"), record("assistant", [], 5, "bbbbbbbb", **ANSWER)]
    path = put(tmp_path, "bbbbbbbb", lines(answered), 2)
    run = path.with_suffix("") / "subagents" / "agent-1.jsonl"
    run.parent.mkdir(parents=True)
    run.write_bytes(said("bbbbbbbb", "foo_bar", "hedge"))
    os.utime(run, (1_700_000_002,) * 2)
    put(tmp_path, "cccccccc", said("cccccccc", "waterCan"), 3)
    return tmp_path


def rows(found: SessionTable) -> dict[str, SessionRow]:
    return {each.id: each for each in found.rows}


def test_each_session_has_one_row_with_what_its_sub_agents_took(home: Path) -> None:
    found = session_table(world(home))
    assert (found.total, found.found, len(found.rows)) == (3, 3, 3)
    one = rows(found)["bbbbbbbb"]
    assert (one.subagents, one.calls, one.failed, one.turns, one.title) == (1, 2, 1, 1, "hedge")
    assert (one.tokens, one.requests, one.models) == (Tokens(input=1000, output=100), 1, ["claude-sonnet-4-5"])
    assert one.cost_usd == pytest.approx(0.0045)
    other = rows(found)["aaaaaaaa"]
    assert (other.cost_usd, other.models, other.failed, other.findings) == (None, [], 1, None)
    assert (found.calls, found.failed, found.tokens.total, found.cost_usd) == (5, 2, 1100, one.cost_usd)


def test_sub_agents_can_have_rows_of_their_own(home: Path) -> None:
    found = session_table(world(home), TableFilter(runs=True))
    assert (found.total, found.calls, found.failed) == (4, 5, 2)
    run = next(each for each in found.rows if each.parent == "bbbbbbbb")
    assert (run.calls, run.failed, run.subagents) == (2, 1, 0)
    assert rows(found)["bbbbbbbb"].calls == 0


def test_it_lists_what_ls_lists_at_the_cost_that_cost_says(home: Path) -> None:
    found = session_table(world(home))
    assert {each.id for each in sessions(world(home)).rows} == set(rows(found))
    spent = cost(world(home))
    assert found.cost_usd == pytest.approx(sum(each.usd for each in spent.spending.figures.groups.values()))


def test_filters_leave_what_they_say_and_facets_count_what_only_their_own_filter_leaves_out(home: Path) -> None:
    def ids(**wanted: object) -> set[str]:
        return set(rows(session_table(world(home), msgspec.convert(wanted, TableFilter))))

    assert ids(marks=["failed"]) == {"aaaaaaaa", "bbbbbbbb"}
    assert ids(marks=["failed", "priced"]) == {"bbbbbbbb"}
    assert ids(models=["claude-sonnet-4-5"]) == {"bbbbbbbb"}
    assert ids(agents=["codex"]) == set()
    assert ids(words="HEDGE") == {"bbbbbbbb"}
    assert ids(words="hedge nothing") == set()
    assert ids(min_cost=0.004) == {"bbbbbbbb"}
    assert ids(min_cost=1) == set()
    assert ids(since="2099-01-01") == set()
    facets = session_table(world(home), TableFilter(agents=["codex"], marks=["failed"])).facets
    assert (facets.agents, facets.marks) == ({"claude-code": 2}, {})
    facets = session_table(world(home), TableFilter(agents=["codex"])).facets
    assert (facets.agents, facets.models) == ({"claude-code": 3}, {})
    facets = session_table(world(home)).facets
    assert facets.marks == {"failed": 2, "priced": 1}


def test_a_day_is_that_on_which_something_last_happened(home: Path) -> None:
    day = datetime.fromisoformat(str(rows(session_table(world(home)))["aaaaaaaa"].active)).astimezone().date()
    assert session_table(world(home), TableFilter(since=day, until=day)).total == 3
    assert session_table(world(home), TableFilter(until=date(2000, 1, 1))).total == 0


@pytest.mark.parametrize("sort", SORTS)
def test_pages_of_every_order_together_have_every_session_once(home: Path, sort: str) -> None:
    pages = [session_table(world(home), sort=sort, limit=1, offset=each).rows[0].id for each in range(3)]
    assert sorted(pages) == ["aaaaaaaa", "bbbbbbbb", "cccccccc"]
    back = session_table(world(home), sort=sort, reverse=True).rows
    assert [each.id for each in back] == pages[::-1]


def test_what_nobody_knows_is_sorted_last(home: Path) -> None:
    assert session_table(world(home), sort="cost").rows[0].id == "bbbbbbbb"


@pytest.mark.parametrize("wanted", [TableFilter(states=["gone"]), TableFilter(marks=["nice"])])
def test_a_filter_that_nobody_knows_is_a_mistake_of_the_user(home: Path, wanted: TableFilter) -> None:
    with pytest.raises(UsageError, match=r"known: "):
        session_table(world(home), wanted)
    with pytest.raises(UsageError, match="cannot sort"):
        session_table(world(home), sort="beauty")


def test_a_session_whose_file_was_just_written_is_live(home: Path) -> None:
    now = datetime(2026, 1, 5, tzinfo=UTC).timestamp()
    os.utime(put(home, "cccccccc", said("cccccccc", "waterCan", "rose"), 3), (now - 60,) * 2)
    states = {each.id: each.state for each in session_table(world(home)).rows}
    assert states == {"aaaaaaaa": "quiet", "bbbbbbbb": "quiet", "cccccccc": "live"}


def test_a_request_counts_in_one_session_and_in_the_other_when_that_one_is_gone(home: Path) -> None:
    path = home / ".claude" / "projects" / "-srv-garden" / "bbbbbbbb.jsonl"
    put(home, "dddddddd", path.read_bytes().replace(b"bbbbbbbb", b"dddddddd"), 9)
    assert {each.id: each.requests for each in session_table(world(home)).rows if each.requests} == {"bbbbbbbb": 1}
    path.unlink()
    assert {each.id: each.requests for each in session_table(world(home)).rows if each.requests} == {"dddddddd": 1}
    before = session_table(world(home), fresh=False)
    sync(world(home), rebuild=True)
    assert session_table(world(home), fresh=False) == before


def test_the_shape_of_a_session_is_how_its_events_are_spread_over_its_time() -> None:
    assert shape([0, 0, None, 24_000]) == [2, *[0] * (PARTS - 2), 1]
    assert shape([None, 5, 5]) == shape([]) == []
    assert sum(shape(list(range(0, 9000, 7)))) == len(range(0, 9000, 7))
