"""Overviews come from the ends of files and are remembered; sessions in one file are apart, and families together."""

from __future__ import annotations

import json
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from steno import pipeline
from steno.api.sessions import sessions
from steno.api.world import here
from steno.base.folders import caches
from steno.listing import glance
from steno.listing.elsewhere import elsewhere, known
from steno.listing.entries import machine
from steno.listing.glance import HEAD, TAIL
from steno.listing.memory import Memory, memory
from steno.listing.seen import File, Seen
from steno.render.listing import cells
from steno.render.listing import lines as draw
from steno.render.terminal import Paint, width
from tests.given import larder
from tests.given.machine import claude, dialogue, lines, record, steno

USAGE = {"input_tokens": 1000, "output_tokens": 100, "cache_read_input_tokens": 0, "cache_creation_input_tokens": 0}


def rollout(home: Path, id: str, *records: tuple[str, dict[str, object]], age: int = 0, **meta: object) -> Path:
    """A Codex thread."""
    path = home / ".codex" / "sessions" / "2026" / "01" / "02" / f"rollout-2026-01-02T03-04-05-{id}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    head = {"id": id, "timestamp": "2026-01-02T03:04:05Z", "cwd": "/srv/garden", "cli_version": "0.150.0", **meta}
    every = [("session_meta", head), *records]
    path.write_bytes(
        lines([
            {"timestamp": f"2026-01-02T03:04:{5 + number:02}.000Z", "type": kind, "payload": payload}
            for number, (kind, payload) in enumerate(every)
        ])
    )  # fmt: skip
    os.utime(path, (1_700_000_000 - age, 1_700_000_000 - age))
    return path


def said(text: str) -> tuple[str, dict[str, object]]:
    return "response_item", {"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]}


def took(total: int, last: int) -> tuple[str, dict[str, object]]:
    usage = {"total_token_usage": {"input_tokens": total, "output_tokens": 0, "total_tokens": total}}
    usage["last_token_usage"] = {"input_tokens": last, "output_tokens": 0, "total_tokens": last}
    return "event_msg", {"type": "token_count", "info": usage}


def kept(home: Path) -> dict[str, Any]:
    return {"STENO_OVERVIEWS": str(home / ".cache" / "steno" / "listing" / "overviews")}


def rows(home: Path, *args: str, **environ: Any) -> list[Any]:
    ended = steno("ls", "--json", *args, home=home, **kept(home) | environ)
    assert ended.code == 0, ended.err
    return ended.json()


def long(session: str, prompt: str = "Water the roses", last: str = "Thank you") -> list[dict[str, object]]:
    """A session of which nobody reads the middle."""
    middle = [record("assistant", [{"type": "text", "text": "x" * 9000}], n, session) for n in range(1, 30)]
    return [record("user", prompt, 0, session), *middle, record("user", last, 59, session)]


def test_of_a_long_file_only_the_ends_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = claude(tmp_path, "aaaaaaaa", long("aaaaaaaa"))
    assert path.stat().st_size > 3 * (HEAD + TAIL)
    read: list[int] = []
    usual = pipeline.read

    def watched(stream: Any, *rest: Any) -> Any:
        read.append(len(stream.getbuffer()))
        return usual(stream, *rest)

    monkeypatch.setattr(pipeline, "read", watched)
    (row,) = rows(tmp_path, STENO_CATALOG=str(tmp_path))  # where none can be made, so that only the list reads
    assert (row["title"], row["project"], row["started"]) == ("Water the roses", "/srv/garden", "2026-01-02T03:04:00Z")
    assert "turns" not in row
    assert len(read) == 1
    assert read[0] <= HEAD + TAIL


def test_a_prompt_at_the_end_is_no_title(tmp_path: Path) -> None:
    records = long("aaaaaaaa")
    claude(tmp_path, "aaaaaaaa", [*(record("system", "x" * 9000, n, "aaaaaaaa") for n in range(70)), *records[1:]])
    (row,) = rows(tmp_path)
    assert row.get("title") != "Thank you"


def test_a_first_prompt_behind_much_else_is_found_all_the_same(tmp_path: Path) -> None:
    before = [record("system", "x" * 9000, n, "aaaaaaaa") for n in range(9)]
    claude(tmp_path, "aaaaaaaa", [*before, *long("aaaaaaaa")])
    assert [row["title"] for row in rows(tmp_path)] == ["Water the roses"]


def test_what_is_remembered_is_not_read_again_until_the_file_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = claude(tmp_path, "aaaaaaaa")
    looked: list[Path] = []
    usual = glance.glance

    def watched(agent: str, path: Path, *rest: Any) -> File:
        looked.append(path)
        return usual(agent, path, *rest)

    monkeypatch.setattr(glance, "glance", watched)
    first = rows(tmp_path)
    assert rows(tmp_path) == first
    assert looked == [path]
    claude(tmp_path, "aaaaaaaa", dialogue("aaaaaaaa", prompt="Prune the hedge"), age=5)
    assert [row["title"] for row in rows(tmp_path)] == ["Prune the hedge"]
    assert looked == [path, path]
    path.unlink()
    assert rows(tmp_path) == []
    assert len(memory(kept(tmp_path), tmp_path)) == 0


def test_nothing_is_kept_where_the_user_wants_that(tmp_path: Path) -> None:
    claude(tmp_path, "aaaaaaaa")
    for environ in ({"STENO_NO_CACHE": "1"}, {"STENO_OVERVIEWS": ""}):
        rows(tmp_path, **environ)
        assert not (tmp_path / ".cache").exists()
    assert memory({}, tmp_path).path == caches({}, tmp_path) / "steno" / "listing" / "overviews"


def test_the_cache_is_private_and_is_made_anew_when_it_is_damaged(tmp_path: Path) -> None:
    claude(tmp_path, "aaaaaaaa")
    first = rows(tmp_path)
    kept = tmp_path / ".cache" / "steno" / "listing" / "overviews"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    whole = kept.read_bytes()
    for damage in (b"", b"garbage", whole[:-7], whole[:20] + b"\xff" * 30 + whole[50:]):
        kept.write_bytes(damage)
        assert rows(tmp_path) == first
        assert kept.read_bytes() == whole


def test_one_that_writes_keeps_what_another_has_written_since_it_read(tmp_path: Path) -> None:
    place = tmp_path / "steno" / "listing" / "overviews"
    one, other = Memory(place), Memory(place)
    one.put("/a", File(1, 1.0, [Seen("a")]))
    one.save()
    other.put("/b", File(2, 2.0, [Seen("b")]))
    other.save()
    assert [Memory(place).get(path, n, n) for path, n in (("/a", 1), ("/b", 2))] == [
        File(1, 1.0, [Seen("a")]),
        File(2, 2.0, [Seen("b")]),
    ]


def test_when_many_write_at_once_the_file_is_one_of_them_whole(tmp_path: Path) -> None:
    place = tmp_path / "steno" / "listing" / "overviews"

    def write(number: int) -> None:
        own = Memory(place)
        own.put(f"/{number}", File(number, 1.0, [Seen("x" * 1000)]))
        own.save()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(40)))
    left = Memory(place)
    assert not left.damage()
    assert len(left) >= 1
    assert [each.name for each in place.parent.iterdir()] == ["overviews"]


def test_a_name_that_is_no_text_is_listed_and_not_remembered(tmp_path: Path) -> None:
    path = claude(tmp_path, "aaaaaaaa")
    strange = path.with_name(os.fsdecode(b"\xff\xfe.jsonl"))
    try:
        path.rename(strange)
    except OSError:
        pytest.skip("the file system takes only text")
    for _ in range(2):
        ended = steno("ls", home=tmp_path)
        assert ended.code == 0
        assert "Water the roses" in ended.out


# Families


def test_sub_agents_are_folded_into_their_session_wherever_their_logs_lie(tmp_path: Path) -> None:
    path = claude(tmp_path, "aaaaaaaa", age=1)
    run = [record("user", "Dig", 0, "aaaaaaaa", isSidechain=True, agentId="a1")]
    for child in (path.with_suffix("") / "subagents" / "agent-a1.jsonl", path.parent / "agent-a2.jsonl"):
        child.parent.mkdir(parents=True, exist_ok=True)
        child.write_bytes(lines(run))
    rollout(tmp_path, "0199-top", said("Rake"), age=2)
    rollout(tmp_path, "0199-mid", said("Rake the left"), age=3, parent_thread_id="0199-top")
    rollout(tmp_path, "0199-low", said("Rake a corner"), age=4, parent_thread_id="0199-mid")
    assert [(row["id"], row["subagents"]) for row in rows(tmp_path)] == [("aaaaaaaa", 2), ("0199-top", 2)]
    listed = [(row["id"], row.get("parent")) for row in rows(tmp_path, "--all")]
    assert listed == [
        ("aaaaaaaa", None),
        ("agent-a1", "aaaaaaaa"),
        ("agent-a2", "aaaaaaaa"),
        ("0199-top", None),
        ("0199-mid", "0199-top"),
        ("0199-low", "0199-mid"),
    ]
    table = steno("ls", "--all", home=tmp_path).out
    assert "Rake (+2 sub-agents)" in table
    assert "↳ Rake a corner" in table


def test_a_run_whose_session_is_gone_is_listed_by_itself(tmp_path: Path) -> None:
    path = claude(tmp_path, "aaaaaaaa")
    orphan = path.parent / "gone" / "subagents" / "agent-a1.jsonl"
    orphan.parent.mkdir(parents=True)
    orphan.write_bytes(lines([record("user", "Dig", 0, "gone", isSidechain=True, agentId="a1")]))
    assert {row["id"] for row in rows(tmp_path)} == {"aaaaaaaa", "agent-a1"}


def test_threads_that_name_each_other_as_parent_end(tmp_path: Path) -> None:
    rollout(tmp_path, "0199-a", said("A"), parent_thread_id="0199-b")
    rollout(tmp_path, "0199-b", said("B"), parent_thread_id="0199-a")
    rollout(tmp_path, "0199-c", said("C"), parent_thread_id="0199-c")
    assert {row["id"] for row in rows(tmp_path, "--all")} == {"0199-a", "0199-b", "0199-c"}


# Cost and failures


def answer(number: int, session: str, **more: object) -> dict[str, object]:
    one = record("assistant", [{"type": "text", "text": "Done."}], number, session, **more)
    message: Any = one["message"]
    message |= {"id": f"msg_{number}", "model": "claude-sonnet-4-5-20250929", "usage": USAGE, "stop_reason": "end_turn"}
    return one | {"requestId": f"req_{number}"}


def test_cost_is_counted_when_asked_for_and_then_known(tmp_path: Path) -> None:
    claude(tmp_path, "aaaaaaaa", [record("user", "Dig", 0, "aaaaaaaa"), answer(1, "aaaaaaaa")])
    assert "cost_usd" not in rows(tmp_path)[0]
    (asked,) = rows(tmp_path, "--cost")
    assert asked["cost_usd"] == pytest.approx(1000 * 3e-6 + 100 * 15e-6)
    assert "failures" not in asked
    assert rows(tmp_path) == [asked]
    assert " <$0.01 " in steno("ls", home=tmp_path, **kept(tmp_path)).out
    claude(tmp_path, "aaaaaaaa", [record("user", "Dig", 0, "aaaaaaaa"), answer(1, "aaaaaaaa"), answer(2, "aaaaaaaa")])
    assert "cost_usd" not in rows(tmp_path)[0], "what is known is of a file that has changed"


def test_failures_are_those_of_the_session_and_of_its_sub_agents(tmp_path: Path) -> None:
    def failing(session: str, call: str, **more: object) -> list[dict[str, object]]:
        use = {"type": "tool_use", "id": call, "name": "Bash", "input": {"command": "make dig"}}
        result = {
            "type": "tool_result",
            "tool_use_id": call,
            "content": "Exit code 2\nmake: *** [dig] Error 2",
            "is_error": True,
        }
        return [record("assistant", [use], 1, session, **more), record("user", [result], 2, session, **more)]

    path = claude(tmp_path, "aaaaaaaa", [record("user", "Dig", 0, "aaaaaaaa"), *failing("aaaaaaaa", "t1")])
    child = path.with_suffix("") / "subagents" / "agent-a1.jsonl"
    child.parent.mkdir(parents=True)
    child.write_bytes(lines(failing("aaaaaaaa", "t2", isSidechain=True, agentId="a1")))
    assert [row["failures"] for row in rows(tmp_path, "--failures")] == [2]
    assert [row["failures"] for row in rows(tmp_path, "--failures", "--all")] == [1, 1]


def test_what_a_copy_or_a_fork_repeats_is_counted_once(tmp_path: Path) -> None:
    first = [record("user", "Dig", 0, "aaaaaaaa"), answer(1, "aaaaaaaa")]
    claude(tmp_path, "aaaaaaaa", first, age=2)
    claude(tmp_path, "bbbbbbbb", [*first, answer(2, "bbbbbbbb")], age=1)
    one = 1000 * 3e-6 + 100 * 15e-6
    assert [row["cost_usd"] for row in rows(tmp_path, "--cost")] == [pytest.approx(one), pytest.approx(one)]
    context: tuple[str, dict[str, object]] = ("turn_context", {"model": "gpt-5", "cwd": "/srv/garden"})
    rollout(tmp_path, "0199-a", context, said("Rake"), took(1000, 1000), age=20)
    rollout(
        tmp_path, "0199-b", context, said("Rake"), took(1000, 1000), took(3000, 2000), age=10, forked_from_id="0199-a"
    )
    fork, origin = rows(tmp_path, "--cost", "--agent", "codex")
    assert fork["cost_usd"] == pytest.approx(2 * origin["cost_usd"])


# Stores


@pytest.fixture
def stocked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    larder.installed(tmp_path / "site", monkeypatch)
    larder.store(tmp_path, ("s-jam", "Jam", None), ("s-nuts", "Nuts", None), ("s-crack", "Crack the nuts", "s-nuts"))
    return tmp_path


def test_a_store_has_a_row_for_each_of_its_sessions(stocked: Path) -> None:
    claude(stocked, "aaaaaaaa")
    listed = [(row["agent"], row["id"], row["title"], row["subagents"]) for row in rows(stocked)]
    assert listed == [
        ("larder", "s-nuts", "Nuts", 1),
        ("larder", "s-jam", "Jam", 0),
        ("claude-code", "aaaaaaaa", "Water the roses", 0),
    ]
    assert [row["id"] for row in rows(stocked, "--project", "kitchen", "--all")] == ["s-nuts", "s-crack", "s-jam"]


@pytest.mark.parametrize(
    ("word", "title"),
    [("s-jam", "Jam"), ("larder:s-j", "Jam"), ("larder:s-nuts", "Nuts"), ("@latest", "Crack the nuts")],
)
def test_a_session_in_a_store_is_named_as_any_other(stocked: Path, word: str, title: str) -> None:
    for command in ("show", "info", "export"):
        ended = steno(command, word, home=stocked)
        assert ended.code == 0, ended.err
        others = {"Jam", "Nuts", "Crack the nuts"} - {title}
        assert f"Fetched: {title}" in steno("show", word, home=stocked).out
        assert not any(f"Fetched: {each}" in ended.out for each in others)


def test_notes_on_sessions_of_one_store_are_apart(stocked: Path) -> None:
    by = ("--author", "Ada", "--role", "human")
    said = steno("note", "s-jam", "--learning", "Label the jars", *by, home=stocked)
    assert said.code == 0, said.err
    assert "Label the jars" in steno("note", "s-jam", "--list", home=stocked).out
    assert "Label the jars" not in steno("note", "larder:s-nuts", "--list", home=stocked).out


def test_a_session_that_a_store_gets_later_is_listed(stocked: Path) -> None:
    assert len(rows(stocked, "--all")) == 3
    larder.add(stocked / ".larder" / "larder.db", "s-tea", "Tea")
    assert rows(stocked)[0]["title"] == "Tea"


def test_a_store_with_one_session_names_it_as_a_store_with_many_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    larder.installed(tmp_path / "site", monkeypatch)
    path = larder.store(tmp_path, ("s-jam", "Jam", None))
    (alone,) = rows(tmp_path)
    assert (alone["id"], "sessions_in_file" in alone) == ("s-jam", False)
    larder.add(path, "s-tea", "Tea")
    assert [(row["id"], row["sessions_in_file"]) for row in rows(tmp_path)] == [("s-tea", 2), ("s-jam", 2)]


def test_a_store_that_cannot_be_read_is_named_with_its_reason(stocked: Path) -> None:
    path = stocked / ".larder" / "larder.db"
    path.write_bytes(path.read_bytes()[:1000] + b"\0" * 100)
    ended = steno("ls", home=stocked)
    assert ended.code == 0
    assert ended.out == ""
    assert ended.err.startswith("also found: 1 session of larder, not readable because cannot read the ")


# What nobody reads


def test_agents_without_a_reader_are_named_where_they_have_files(tmp_path: Path) -> None:
    threads = tmp_path / ".zencoder" / "sessions"
    threads.mkdir(parents=True)
    assert steno("ls", home=tmp_path).err == "steno: no sessions found; `steno show FILE` reads any file\n"
    for number in range(3):
        (threads / f"{number}.json").touch()
    ended = steno("ls", home=tmp_path)
    assert ended.err.startswith("also found: 3 files of Zencoder in ~/.zencoder/sessions, not readable because ")
    assert steno("ls", "--agent", "codex", home=tmp_path).err.count("Zencoder") == 0


def test_a_folder_that_a_plug_in_reads_is_not_said_to_be_unread(tmp_path: Path) -> None:
    for folder in (".forge", ".pi/agent/sessions"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "x.jsonl").touch()
    assert [each.agent for each in elsewhere({}, tmp_path)] == ["forge"]
    assert list(elsewhere({"FORGE_DIR": str(tmp_path / ".pi" / "agent")}, tmp_path)) == []


def test_the_table_of_agents_names_folders_below_home_and_none_twice() -> None:
    found = known()
    assert len(found) > 50
    assert len({each.name for each in found}) == len(found)
    for each in found:
        assert each.title
        for folder in each.folders:
            assert folder == folder.strip()
            assert not folder.startswith(("/", "~"))
            assert folder.count("*") <= 1


def test_a_star_stands_for_every_folder(tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        folder = tmp_path / ".config" / "Trae" / "User" / "workspaceStorage" / name
        folder.mkdir(parents=True)
        if name != "three":
            (folder / "state.vscdb").touch()
    assert [(each.title, each.files) for each in elsewhere({}, tmp_path)] == [("Trae", 2)]


def test_files_among_the_sessions_that_are_none_are_counted_with_their_reason(tmp_path: Path) -> None:
    claude(tmp_path, "aaaaaaaa")
    for name in ("diary", "letter"):
        claude(tmp_path, name, []).write_bytes(b"Dear diary\n")
    ended = steno("ls", home=tmp_path)
    assert (ended.code, len(ended.out.splitlines())) == (0, 2)
    assert ended.err.startswith("also found: 2 files among the sessions of claude-code, no sessions: not a session")


# What is chosen


def test_filters_and_orders(tmp_path: Path) -> None:
    claude(tmp_path, "aaaaaaaa", dialogue("aaaaaaaa", prompt="Zinnias"), age=86_400 * 10)
    claude(tmp_path, "bbbbbbbb", dialogue("bbbbbbbb", prompt="asters", output="long " * 50, cwd="/srv/house"), age=0)
    rollout(tmp_path, "0199-c", said("Moss"), age=86_400 * 5)

    def ids(*args: str) -> list[str]:
        return [row["id"] for row in rows(tmp_path, *args, TZ="UTC")]

    assert ids() == ["bbbbbbbb", "0199-c", "aaaaaaaa"]
    assert ids("--sort", "title") == ["bbbbbbbb", "0199-c", "aaaaaaaa"]
    assert ids("--sort", "size")[0] == "bbbbbbbb"
    assert ids("--sort", "agent") == ["bbbbbbbb", "aaaaaaaa", "0199-c"]
    assert ids("--since", "2023-11-09") == ["bbbbbbbb", "0199-c"]
    assert ids("--until", "2026-01-01") == []
    assert ids("--until", "2026-01-02") == ["bbbbbbbb", "0199-c", "aaaaaaaa"]
    assert ids("--project", "/srv/garden", "--agent", "claude-code") == ["aaaaaaaa"]
    assert steno("ls", "--since", "soon", home=tmp_path).code == 2


def test_the_table_fits_80_columns_and_obeys_no_title(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hostile = "\x1b[31m\u202eevil\x07" + "木" * 90
    claude(tmp_path, "aaaaaaaa-0000", dialogue("aaaaaaaa-0000", prompt=hostile, cwd="/srv/\x1b]0;x\x07"))
    rollout(tmp_path, "0199\x1bc", said("Moss"))
    monkeypatch.setenv("HOME", str(tmp_path))
    world = here()
    listing = sessions(world)
    drawn = [cells(row, listing.short, tmp_path, world.clock()) for row in listing.rows]
    table = draw(drawn, Paint(colour=False, columns=80))
    assert all(width(line) <= 80 for line in table)
    assert not any(c in line for line in table for c in "\x1b\x07\u202e")
    assert {"ID", "AGENT", "AGE", "SIZE", "TITLE"} <= set(table[0].split())


def test_what_is_listed_is_json_that_others_can_read(tmp_path: Path) -> None:
    half = "\ud83d"
    claude(tmp_path, "aaaaaaaa", [record("user", f"Plant {half} bulbs", 0, "aaaaaaaa")])
    for _ in range(2):
        assert json.loads(steno("ls", "--json", home=tmp_path).out)["title"] == "Plant ? bulbs"


def test_a_machine_is_looked_at_without_a_memory(tmp_path: Path) -> None:
    claude(tmp_path, "aaaaaaaa")
    found = machine({}, tmp_path, Memory(None), lambda each: None)
    assert [each.id for each in found.entries] == ["aaaaaaaa"]
