"""`steno cost`: what the sessions of a machine took, each request once."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.given.machine import claude, lines, record, steno
from tests.given.spent import costs, put
from tests.given.usage import answer, call, rollout, tally, tick, told, turn


@pytest.fixture(autouse=True)
def _utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Days are those of the machine's zone."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def counts(row: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(row[key] for key in ("sessions", "requests", "input", "cache_read", "cache_write", "output"))


def test_all_sessions_count_each_request_once(tmp_path: Path) -> None:
    claude(tmp_path, "one", [answer(0, "m1", 1, session="one"), answer(1, "m1", 40, session="one")], age=9)
    claude(tmp_path, "two", [answer(0, "m1", 40, session="two"), answer(1, "m2", 5, session="two")])
    put(tmp_path, "t", rollout("t", [turn(), told(tally(100, 80, 5)), told(tally(100, 80, 5))]))
    *groups, total = costs("--by", "agent", home=tmp_path)
    assert {row["name"]: counts(row) for row in groups} == {
        "claude-code": (2, 2, 20, 160, 20, 45),
        "codex": (1, 1, 20, 80, 0, 5),
    }
    assert counts(total) == (3, 3, 40, 240, 20, 50)
    assert (total["total"], total["repeated"], total["unpriced"]) == (True, 1, {})
    assert total["cost_usd"] == round(sum(row["cost_usd"] for row in groups), 6)


def test_sub_agents_count_wherever_their_files_lie(tmp_path: Path) -> None:
    main = claude(tmp_path, "s", [answer(0, "m1", 7)])
    for name, id in (
        (main.with_suffix("") / "subagents" / "agent-a.jsonl", "m2"),
        (main.with_name("agent-b.jsonl"), "m3"),
    ):
        name.parent.mkdir(parents=True, exist_ok=True)
        name.write_bytes(lines([answer(0, id, 5, isSidechain=True, agentId=name.stem[6:])]))
    (*_, every), (*_, named) = costs(home=tmp_path), costs(str(main), home=tmp_path)
    assert counts(every) == counts(named) == (1, 3, 30, 240, 30, 17)


def test_the_threads_that_a_codex_session_started_count_with_it(tmp_path: Path) -> None:
    main = put(tmp_path, "t-main", rollout("t-main", [turn(), told(tally(100, 80, 5))]))
    put(tmp_path, "t-child", rollout("t-child", [turn(), told(tally(50, 0, 5))], parent_thread_id="t-main"))
    put(tmp_path, "t-grand", rollout("t-grand", [turn(), told(tally(20, 0, 5))], parent_thread_id="t-child"))
    put(tmp_path, "t-other", rollout("t-other", [turn(), told(tally(999, 0, 5))]))
    assert counts(costs(str(main), home=tmp_path)[-1])[1:] == (3, 90, 80, 0, 15)


def test_a_fork_counts_for_what_it_did_itself(tmp_path: Path) -> None:
    prefix = [turn(), told(tally(100, 80, 5))]
    put(tmp_path, "a-fork", rollout("a-fork", [*prefix, told(tally(150, 80, 6))], forked_from_id="z-parent"))
    put(tmp_path, "z-parent", rollout("z-parent", prefix))
    assert counts(costs(home=tmp_path)[-1])[1:] == (2, 70, 80, 0, 6)


def test_groups_by_day_model_project_and_tool(tmp_path: Path) -> None:
    records = [
        record("user", "Hi", 0, "s"),
        answer(1, "m1", 1, block=call("c", "Bash", command="x")),
        answer(2, "m1", 9, block=call("d", "Bash", command="y")),
        answer(3, "m2", 5, model="claude-haiku-4-5-20251001", timestamp="2026-01-03T00:00:00Z"),
        answer(4, "m3", 4, block=call("e", "Read", file_path="x")),
        answer(5, "m3", 4, block=call("f", "Bash", command="z")),
    ]
    claude(tmp_path, "s", records)
    put(
        tmp_path, "t",
        rollout("t", [
            turn(), {"type": "response_item", "payload": {"type": "function_call", "name": "exec_command",
            "arguments": "{}", "call_id": "c"}}, told(tally(100, 80, 5)), told(tally(150, 80, 6)),
        ]),
    )  # fmt: skip
    names = {by: {row["name"]: row["requests"] for row in costs("--by", by, home=tmp_path)[:-1]} for by in BYS}
    assert names == {
        "day": {"2026-01-02": 4, "2026-01-03": 1},
        "model": {"claude-opus-4-5-20251101": 2, "claude-haiku-4-5-20251001": 1, "gpt-5.3-codex": 2},
        "project": {"/srv/garden": 5},
        "tool": {"Bash": 1, "(several tools)": 1, "(no tool)": 2, "exec_command": 1},
    }


BYS = ("day", "model", "project", "tool")


def test_days_are_chosen_by_when_a_request_was_made(tmp_path: Path) -> None:
    days = ["2026-01-01T12:00:00Z", "2026-01-02T12:00:00Z", "2026-01-03T12:00:00Z", "yesterday"]
    path = claude(tmp_path, "s", [answer(n, f"m{n}", 1, timestamp=day) for n, day in enumerate(days)])
    os.utime(path, (1_800_000_000, 1_800_000_000))
    *groups, total = costs("--since", "2026-01-02", "--until", "2026-01-02", home=tmp_path)
    assert [row["name"] for row in groups] == ["2026-01-02"]
    assert total["undated"] == 1
    now = {"SOURCE_DATE_EPOCH": "1767484800"}  # 2026-01-04
    assert [row["name"] for row in costs("--since", "2d", home=tmp_path, **now)[:-1]] == ["2026-01-03"]


def test_what_has_no_price_is_counted_and_said(tmp_path: Path) -> None:
    claude(tmp_path, "s", [answer(0, "m1", 1), answer(1, "m2", 1, model="garden-7b")])
    ended = steno("cost", "--by", "model", "--color", "never", home=tmp_path)
    assert ended.code == 0
    assert ended.out.splitlines() == [
        "MODEL                     SESSIONS  REQUESTS  INPUT  CACHE READ  CACHE WRITE  OUTPUT     COST  UNPRICED",
        "claude-opus-4-5-20251101         1         1     10          80           10       1   <$0.01",
        "garden-7b                        1         1     10          80           10       1                  1",
        "total                            1         2     20         160           20       2  ≥ $0.00         1",
    ]
    assert ended.err.splitlines() == [
        "1 of 2 requests without a price, so the cost does not include them:",
        "  1 no price known: garden-7b",
    ]


def test_a_request_is_charged_for_what_is_known_and_the_sum_is_called_a_lower_bound(tmp_path: Path) -> None:
    """A count of output that was taken before the answer was whole; searches; another speed; another region."""
    long = {"type": "text", "text": "water the roses " * 20}
    usage = {"input_tokens": 1_000_000, "cache_read_input_tokens": 0, "cache_creation_input_tokens": 0}
    more = {"inference_geo": "us", "server_tool_use": {"web_search_requests": 2}}
    records = [
        answer(0, "m0", 0, usage=usage),
        answer(1, "m1", 0, usage=usage, version="2.1.20"),
        answer(2, "m2", 1, usage=usage, block=long),
        answer(3, "m3", 0, usage=usage | {"inference_geo": more["inference_geo"]}),
        answer(4, "m4", 0, usage=usage | {"server_tool_use": more["server_tool_use"]}),
        answer(5, "m5", 0, usage=usage | {"speed": "fast"}),
        answer(6, "m6", 0, usage=usage | {"service_tier": "batch"}),
    ]
    claude(tmp_path, "s", records)
    (group, total) = costs(home=tmp_path)
    assert total["partly_priced"] == {
        "output tokens not recorded": 2,
        "inference in a chosen region, which costs more": 1,
        "searches billed by the request, apart from tokens": 1,
        "fast mode, which costs more than the list price": 1,
    }
    assert total["unpriced"] == {"another speed or service tier": 1}
    assert (total["cost_usd"], total["lower_bound"], group["lower_bound"]) == (30.000025, True, True)
    ended = steno("cost", home=tmp_path)
    assert "≥ $30.00" in ended.out
    assert "5 of 7 requests priced only in part, so the cost is a lower bound:" in ended.err


def test_a_cost_that_is_known_in_full_is_no_lower_bound(tmp_path: Path) -> None:
    claude(tmp_path, "s", [answer(0, "m1", 10)])
    total = costs(home=tmp_path)[-1]
    assert (total["lower_bound"], total["partly_priced"], total["unpriced"]) == (False, {}, {})
    assert "≥" not in steno("cost", home=tmp_path).out


def test_sub_agents_count_that_only_progress_records_tell_of(tmp_path: Path) -> None:
    main = claude(tmp_path, "s", [answer(0, "m1", 7), tick(1, "m2"), tick(2, "m2"), tick(3, "m3")])
    assert counts(costs(home=tmp_path)[-1]) == counts(costs(str(main), home=tmp_path)[-1]) == (1, 3, 30, 240, 30, 13)


def test_a_sub_agent_counts_once_where_its_file_tells_the_same_or_more(tmp_path: Path) -> None:
    main = claude(tmp_path, "s", [answer(0, "m1", 7), tick(1, "m2"), tick(2, "m3")])
    file = main.with_suffix("") / "subagents" / "agent-a1.jsonl"
    file.parent.mkdir(parents=True)
    call_it = call("c", "Grep", pattern="x")
    file.write_bytes(lines([answer(0, "m2", 40, isSidechain=True, agentId="a1", block=call_it)]))
    (*_, every), (*_, named) = costs(home=tmp_path), costs(str(main), home=tmp_path)
    assert counts(every) == counts(named) == (1, 3, 30, 240, 30, 50)
    assert {row["name"]: row["requests"] for row in costs("--by", "tool", home=tmp_path)[:-1]} == {
        "(no tool)": 2, "Grep": 1,
    }  # fmt: skip


@pytest.mark.parametrize("name", ["gone/subagents/agent-a.jsonl", "agent-a.jsonl", "gone/subagents/deep/agent-a.jsonl"])
def test_a_sub_agent_counts_although_its_session_is_gone(name: str, tmp_path: Path) -> None:
    path = tmp_path / ".claude" / "projects" / "-srv-garden" / name
    path.parent.mkdir(parents=True)
    path.write_bytes(lines([answer(0, "m1", 5, session="gone", isSidechain=True, agentId="a")]))
    *groups, total = costs("--by", "session", home=tmp_path)
    assert ([row["name"] for row in groups], counts(total)) == (["gone"], (1, 1, 10, 80, 10, 5))


def test_groups_by_session_week_and_month_are_in_their_order(tmp_path: Path) -> None:
    times = ["2025-12-28T12:00:00Z", "2025-12-29T12:00:00Z", "2026-01-04T12:00:00Z", "2026-01-05T12:00:00Z"]
    claude(tmp_path, "one", [answer(n, f"m{n}", 9, session="one", timestamp=time) for n, time in enumerate(times)])
    claude(tmp_path, "two", [answer(0, "x", 9, session="two", timestamp=times[0])])
    found = {
        by: {row["name"]: row["requests"] for row in costs("--by", by, home=tmp_path)[:-1]}
        for by in ("session", "week", "month")
    }
    assert found == {
        "session": {"one": 4, "two": 1},
        "week": {"2025-W52": 2, "2026-W01": 2, "2026-W02": 1},
        "month": {"2025-12": 3, "2026-01": 2},
    }
    assert list(found["week"]) == sorted(found["week"])


def test_own_prices_from_a_file_or_the_config_folder(tmp_path: Path) -> None:
    claude(tmp_path, "s", [answer(0, "m1", 0, model="garden-7b")])
    row = {
        "model": "garden-7b",
        "input": 1,
        "output": 1,
        "cache_read": 1,
        "cache_write": 1,
        "source": "x",
        "as_of": "x",
    }
    folder = tmp_path / "config" / "steno"
    folder.mkdir(parents=True)
    (folder / "prices.json").write_text(json.dumps({"rows": [row]}))
    (tmp_path / "dear.json").write_text(json.dumps({"rows": [row | {"input": 100_001}]}))
    config = {"XDG_CONFIG_HOME": str(tmp_path / "config")}
    assert costs(home=tmp_path)[-1]["cost_usd"] is None
    assert costs(home=tmp_path, **config)[-1]["cost_usd"] == 0.0001
    assert costs("--prices", str(tmp_path / "dear.json"), home=tmp_path, **config)[-1]["cost_usd"] == 1.0001


def test_names_of_models_cannot_command_the_terminal(tmp_path: Path) -> None:
    claude(tmp_path, "s", [answer(0, "m1", 0, model="evil\x1b[31m\nmodel")])
    ended = steno("cost", "--by", "model", "--color", "never", home=tmp_path)
    assert "\x1b" not in ended.out + ended.err
    assert (len(ended.out.splitlines()), len(ended.err.splitlines())) == (3, 2)


def test_bad_usage_is_a_sentence(tmp_path: Path) -> None:
    assert steno("cost", "--since", "soon", home=tmp_path).code == 2
    ended = steno("cost", "--prices", str(tmp_path / "none"), home=tmp_path)
    assert (ended.code, "no such file" in ended.err, "Traceback" in ended.err) == (2, True, False)


def test_a_machine_without_sessions_says_so(tmp_path: Path) -> None:
    ended = steno("cost", home=tmp_path)
    assert (ended.code, ended.out) == (0, "")
    assert "no requests found" in ended.err


def test_an_input_that_cannot_be_read_does_not_hide_the_others(tmp_path: Path) -> None:
    good = claude(tmp_path, "s", [answer(0, "m1", 1)])
    (tmp_path / "bad.jsonl").write_text("nothing\n")
    ended = steno("cost", "--json", str(tmp_path / "bad.jsonl"), str(good), home=tmp_path)
    assert (ended.code, ended.json()[-1]["requests"]) == (4, 1)
