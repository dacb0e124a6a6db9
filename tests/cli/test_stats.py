"""`steno stats`: figures of every session from the catalog, equal to those from the files."""

from __future__ import annotations

import csv
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from html.parser import HTMLParser
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest

from steno.api.stats import stats as counted
from steno.api.world import World
from steno.render.stats import lines as shown
from steno.render.terminal import Paint, width
from tests.given.corpus import answers, corpus, expected
from tests.given.machine import Ended, claude, lines, record, steno
from tests.given.spent import costs, put
from tests.given.usage import answer, call, rollout, tally, told, turn

BYS = ("session", "day", "week", "month", "model", "project", "tool", "agent")
HOSTILE = "<script>alert(1)</script>\x1b[31m\u202e\"'&"


@pytest.fixture(autouse=True)
def _utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def stats(*args: str, home: Path, **environ: str) -> Ended:
    ended = steno("stats", *args, home=home, stdin=b"", **environ)
    assert ended.code == 0, ended.err
    return ended


def parts(*args: str, home: Path, **environ: str) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for row in stats("--json", *args, home=home, **environ).json():
        assert row["schema"] == "steno.stats/1"
        found.setdefault(row["part"], []).append(row)
    return found


def result(id: str, number: int, *, failed: bool = False) -> dict[str, Any]:
    block = {"type": "tool_result", "tool_use_id": id, "content": "x", "is_error": failed}
    return record("user", [block], number, "one")


def machine(home: Path) -> None:
    """A session with a failure that was tried again, a copy of it, a sub-agent; Codex threads, one of them a fork."""
    records = [
        record("user", "Hi", 0, "one"),
        answer(4, "m1", 9, session="one", block=call("c1", "Bash", command="x")),
        result("c1", 10, failed=True),
        answer(11, "m2", 9, session="one", block=call("c2", "Bash", command="x")),
        result("c2", 12),
        answer(13, "m3", 5, session="one", model="garden-7b"),
    ]
    main = claude(home, "one", records, age=9)
    claude(home, "two", [*records, answer(14, "m4", 5, session="two")])
    run = main.with_suffix("") / "subagents" / "agent-a.jsonl"
    run.parent.mkdir(parents=True)
    run.write_bytes(lines([answer(0, "m5", 5, session="one", isSidechain=True, agentId="a")]))
    prefix = [turn(), told(tally(100, 80, 5))]
    put(home, "z-parent", rollout("z-parent", prefix))
    put(home, "a-fork", rollout("a-fork", [*prefix, told(tally(150, 80, 6))], forked_from_id="z-parent"))
    put(home, "t-child", rollout("t-child", [turn(), told(tally(50, 0, 5))], parent_thread_id="z-parent"))


@pytest.mark.parametrize("by", [each for each in BYS if each != "session"])
def test_the_catalog_and_the_files_say_the_same(by: str, tmp_path: Path) -> None:
    machine(tmp_path)
    names = ("requests", "input", "cache_read", "cache_write", "output", "cost_usd", "lower_bound", "unpriced")
    *groups, total = costs("--by", by, home=tmp_path)
    found = parts("--by", by, home=tmp_path)
    assert {row["name"]: [row[key] for key in names] for row in found["group"] if row["requests"]} == {
        row["name"]: [row[key] for key in names] for row in groups
    }
    assert [found["total"][0][key] for key in names] == [total[key] for key in names]
    assert total["requests"] == 8


def test_named_sessions_are_read_and_give_the_same_calls(tmp_path: Path) -> None:
    machine(tmp_path)
    path = str(tmp_path / ".claude" / "projects" / "-srv-garden" / "one.jsonl")
    (named,) = parts(path, home=tmp_path)["total"]
    assert (named["requests"], named["calls"], named["failed"], named["retried"]) == (4, 2, 1, 1)
    (every,) = parts(home=tmp_path)["total"]
    assert (every["calls"], every["failed"], every["retried"], every["unanswered"]) == (2, 1, 1, 0)


def test_sub_agents_are_rolled_up_into_the_session_that_started_them(tmp_path: Path) -> None:
    machine(tmp_path)
    groups = {row["name"]: row["requests"] for row in parts("--by", "session", home=tmp_path)["group"]}
    assert groups["one"] == 4
    assert sorted(name for name in groups if "child" in name) == []
    assert sum(groups.values()) == 8


def test_tools_failures_and_waits_are_told(tmp_path: Path) -> None:
    machine(tmp_path)
    found = parts(home=tmp_path)
    assert found["tool"] == [
        {"schema": "steno.stats/1", "part": "tool", "name": "Bash", "calls": 2, "failed": 1, "unanswered": 0,
         "retried": 1, "latency_ms_median": 1000, "latency_ms_longest": 6000}
    ]  # fmt: skip
    waits = [(row["for"], row["name"], row["ms"], row["session"]) for row in found["wait"]]
    assert waits[0] == ("answer", "claude-opus-4-5-20251101", 4000, "one")
    assert waits[-2:] == [("tool", "Bash", 6000, "one"), ("tool", "Bash", 1000, "one")]


def test_an_unknown_price_is_a_floor_and_never_zero(tmp_path: Path) -> None:
    claude(tmp_path, "s", [answer(0, "m1", 5, model="garden-7b")])
    ended = stats("--by", "model", home=tmp_path)
    assert "≥ ?" in ended.out
    assert "$0.00" not in ended.out
    assert "no price known: garden-7b" in ended.err
    (row,) = parts("--by", "model", home=tmp_path)["group"]
    assert (row["cost_usd"], row["lower_bound"]) == (None, True)
    assert "≥ ?" in stats("--html", home=tmp_path).out


def test_a_budget_says_what_is_left(tmp_path: Path) -> None:
    usage = {"input_tokens": 1_000_000, "cache_read_input_tokens": 0, "cache_creation_input_tokens": 0}
    path = claude(tmp_path, "s", [answer(0, "m1", 0, usage=usage)])
    os.utime(path, (1_767_400_000, 1_767_400_000))
    now = {"SOURCE_DATE_EPOCH": "1768003200"}  # 2026-01-10: 9 of 31 days
    line = "$5.00 of $20.00 this month, $15.00 left; $17.22 at this pace"
    assert line in stats("--budget", "20/month", home=tmp_path, **now).out
    assert line in steno("cost", "--budget", "20/month", "--since", "2026-01-09", home=tmp_path, stdin=b"", **now).err
    (row,) = parts("--budget", "20/month", home=tmp_path, **now)["budget"]
    assert (row["spent_usd"], row["left_usd"], row["first"], row["lower_bound"]) == (5.0, 15.0, "2026-01-01", False)
    assert steno("stats", "--budget", "20", home=tmp_path).code == 2


def test_csv_has_a_head_and_a_row_for_each_group(tmp_path: Path) -> None:
    machine(tmp_path)
    claude(tmp_path, "f", [answer(0, "m9", 5, model="=1+1", session="f")])
    for command in ("stats", "cost"):
        ended = steno(command, "--by", "model", "--csv", home=tmp_path)
        head, *rows = csv.reader(StringIO(ended.out))
        assert head[:8] == ["model", "sessions", "requests", "input", "cache_read", "cache_write", "output", "cost_usd"]
        assert {len(row) for row in rows} == {len(head)}
        assert "'=1+1" in {row[0] for row in rows}


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags = set[str]()
        self.names = set[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.names.update(name for name, _ in attrs)


@pytest.mark.parametrize("by", BYS)
def test_hostile_names_are_neutralised(by: str, tmp_path: Path) -> None:
    block = call("c", HOSTILE, command="x")
    claude(tmp_path, "s", [answer(0, "m1", 5, model=HOSTILE, block=block, cwd=f"/srv/{HOSTILE}")])
    page = stats("--by", by, "--html", home=tmp_path).out
    tags = Tags()
    tags.feed(page)
    assert not tags.tags & {"script", "img", "link", "iframe", "object"}
    assert not {name for name in tags.names if name.startswith("on") or name in ("src", "href")}
    for text in (page, stats("--by", by, home=tmp_path).out, stats("--by", by, home=tmp_path).err):
        assert not {"\x1b", "\u202e"} & set(text)


def test_the_page_needs_nothing_from_elsewhere_and_is_light_or_dark(tmp_path: Path) -> None:
    machine(tmp_path)
    page = stats("--html", "--budget", "20/month", home=tmp_path).out
    assert "http" not in page.replace("http-equiv", "")
    assert "prefers-color-scheme:dark" in page
    assert page.count("<svg") >= 3
    assert steno("cost", "--html", home=tmp_path).out.startswith("<!doctype html>")


def test_names_can_be_masked(tmp_path: Path) -> None:
    claude(tmp_path, "s", [answer(0, "m1", 5, cwd="/home/rose.gardener/roses")])
    for style in ("--json", "--csv", "--html", "--color=never"):
        assert "gardener" in stats("--by", "project", style, home=tmp_path).out
        assert "gardener" not in stats("--by", "project", style, "--redact", "pii", home=tmp_path).out


def test_a_terminal_of_80_columns_holds_every_line(tmp_path: Path) -> None:
    machine(tmp_path)
    made = counted(World(environ={}, home=tmp_path, clock=lambda: datetime(2026, 1, 5, tzinfo=UTC), stdin=BytesIO))
    assert max(map(width, shown(made, Paint(colour=False, columns=80), str))) <= 80


def test_the_corpus_takes_what_was_counted_independently(tmp_path: Path) -> None:
    """Each session as an independent program counts it, and all of them together with each request once."""
    corpus()
    places = {"claude-code": ".claude/projects/p{}/{}.jsonl", "codex": ".codex/sessions/2026/01/02/rollout-{}-{}.jsonl"}
    known = {}
    for agent, place in places.items():
        for number, (path, counts) in enumerate(answers(agent).items()):
            if counts.get("tokens") and path.suffix == ".jsonl":
                target = tmp_path / place.format(number, number)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(path.read_bytes())
                known[str(target)] = path, expected(counts)
    catalog = tmp_path / "catalog.db"
    (total,) = parts(home=tmp_path, STENO_CATALOG=str(catalog))["total"]
    with closing(sqlite3.connect(catalog)) as base:
        own = base.execute(
            "SELECT f.path, sum(r.stated_input), sum(r.output) FROM request r JOIN session s ON s.key = r.event >> 24"
            " JOIN source f ON f.id = s.source WHERE NOT r.nested AND NOT r.replayed GROUP BY 1"
        ).fetchall()
        twice = base.execute("SELECT key FROM request WHERE counted GROUP BY 1 HAVING count(*) > 1").fetchall()
        every, tokens = base.execute("SELECT count(*), sum(output) FROM request WHERE counted").fetchone()
    wrong = [known[path][0] for path, *sums in own if sums != [known[path][1][name] for name in NAMED]]
    assert (wrong, twice) == ([], [])
    assert (total["requests"], total["output"]) == (every, tokens)
    assert len(own) > len(known) / 2


NAMED = ("input_tokens", "output_tokens")
