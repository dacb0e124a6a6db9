"""`steno tree`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from steno import run as steno_run
from tests.given import garden
from tests.given.awf_runs import A, B, C, begun, calls, event
from tests.given.machine import claude, lines, record, steno
from tests.given.timing import quick
from tests.given.usage import answer, call, rollout, tally, tick, turn
from tests.given.usage import told as told_


def written(folder: Path, files: dict[str, list[bytes]]) -> Path:
    folder.mkdir(exist_ok=True)
    for name, events in files.items():
        (folder / name).write_bytes(b"".join(line + b"\n" for line in events))
    return folder


@pytest.fixture
def family(tmp_path: Path) -> Path:
    step = {"name": "work", "kind": "agent"}
    files = {
        f"{A}.jsonl": [
            begun(A, 0, name="review"),
            event(A, "step.started", 1, "work", step),
            event(A, "step.completed", 3, "work", step | {"error": "no\x1b[31m"}),
            calls(A, B, 4, path="child"),
            event(A, "run.completed", 65, payload={"name": "review", "kind": "workflow"}),
        ],
        "other.jsonl": [
            begun(B, 5, A, name="fix"),
            event(B, "run.completed", 9, payload={"name": "fix", "kind": "x", "error": "gave up"}, parent_run_id=A),
        ],
        f"{C}.jsonl": [begun(C, 7, name="by itself")],
        "notes.txt": [b"not looked at"],
    }
    return written(tmp_path / "t", files)


def test_a_folder_is_drawn_with_what_each_run_says_of_itself(tmp_path: Path, family: Path) -> None:
    ended = steno("tree", str(family), home=tmp_path, TZ="UTC")
    assert ended.out.splitlines() == [
        "review  aaaaaaaa  2026-01-02 03:00:00  1m05s  5 events, 2 steps  completed",
        "└─ fix  bbbbbbbb  2026-01-02 03:00:05  4.0s  2 events  failed: gave up  in other.jsonl",
        "by itself  cccccccc  2026-01-02 03:00:07  1 event",
    ]
    assert ended.err == f"1 AWF908 file-name-is-not-the-run: holds the run {B} ({family}/other.jsonl)\n"
    assert ended.code == 0


def test_steps_hang_in_their_run_and_a_child_under_its_step(tmp_path: Path, family: Path) -> None:
    ended = steno("tree", "--steps", str(family / f"{A}.jsonl"), home=tmp_path, TZ="UTC")
    assert ended.out.splitlines() == [
        "review  aaaaaaaa  2026-01-02 03:00:00  1m05s  5 events, 2 steps  completed",
        "├─ work  agent  2.0s  failed: no␛[31m",
        "└─ child  call_workflow  not completed",
        "   └─ fix  bbbbbbbb  2026-01-02 03:00:05  4.0s  2 events  failed: gave up  in other.jsonl",
    ]


def test_a_file_is_drawn_in_the_whole_tree_that_its_folder_holds(tmp_path: Path, family: Path) -> None:
    ended = steno("tree", "--json", str(family / "other.jsonl"), home=tmp_path)
    (found,) = ended.json()
    assert [(run["run_id"], run["depth"]) for run in found["runs"]] == [(A, 0), (B, 1)]


def test_json_says_what_is_known_and_nothing_else(tmp_path: Path, family: Path) -> None:
    (family / "other.jsonl").unlink()
    ended = steno("tree", "--json", str(family / f"{A}.jsonl"), home=tmp_path)
    file = str(family / f"{A}.jsonl")
    assert ended.code == 1
    assert ended.json() == [
        {
            "schema": "steno.tree/1",
            "runs": [
                {
                    "run_id": A,
                    "found": True,
                    "depth": 0,
                    "children": [B],
                    "name": "review",
                    "files": [file],
                    "first_timestamp": "2026-01-02T03:00:00Z",
                    "last_timestamp": "2026-01-02T03:01:05Z",
                    "completed": "2026-01-02T03:01:05Z",
                    "status": "completed",
                    "events": 5,
                    "steps": 2,
                    "tool_calls": 0,
                },
                {"run_id": B, "found": False, "depth": 1, "parent": A, "children": [], "name": "child"},
            ],
            "diagnostics": [
                {
                    "code": "AWF901",
                    "severity": "warning",
                    "message": f"the run {B} that {A} started is in none of the files",
                    "path": file,
                    "line": 4,
                    "column": None,
                    "pointer": "",
                    "count": 1,
                }
            ],
        }
    ]


def test_what_is_missing_or_goes_round_is_drawn_said_and_ends_with_one(tmp_path: Path) -> None:
    files = {
        f"{A}.jsonl": [begun(A, 0, B), calls(A, B, 1, B), calls(A, C, 2, B)],
        f"{B}.jsonl": [begun(B, 3, A), calls(B, A, 4, A)],
    }
    folder = written(tmp_path / "t", files)
    ended = steno("tree", str(folder), home=tmp_path, TZ="UTC")
    assert ended.code == 1
    assert ended.out.splitlines() == [
        "aaaaaaaa  2026-01-02 03:00:00  2.0s  3 events, 1 step",
        "├─ call  bbbbbbbb  2026-01-02 03:00:03  1.0s  2 events, 1 step",
        "│  └─ aaaaaaaa is drawn elsewhere",
        "└─ call  cccccccc is missing",
    ]
    assert [line.split()[1] for line in ended.err.splitlines()] == ["AWF903", "AWF901"]


def test_lines_are_ascii_where_the_output_knows_no_others(tmp_path: Path, family: Path) -> None:
    command = [sys.executable, "-m", "steno", "tree", str(family)]
    environ = {"PYTHONIOENCODING": "ascii", "HOME": str(tmp_path), "TZ": "UTC"}
    ended = subprocess.run(command, capture_output=True, env=environ, check=True)
    assert ended.stdout.splitlines()[1].startswith(b"`- fix  bbbbbbbb")


def test_standard_input_is_a_file_without_a_folder(tmp_path: Path) -> None:
    ended = steno("tree", "-", home=tmp_path, stdin=begun(A, name="x") + b"\n", TZ="UTC")
    assert ended.out == "x  aaaaaaaa  2026-01-02 03:00:00  1 event  in <stdin>\n"


def test_a_file_and_a_link_to_it_count_once(tmp_path: Path, family: Path) -> None:
    before = steno("tree", str(family), home=tmp_path)
    (family / "a-link.jsonl").symlink_to(family / f"{A}.jsonl")
    assert steno("tree", str(family), home=tmp_path) == before


def test_an_id_cannot_draw_a_line_of_its_own(tmp_path: Path) -> None:
    folder = written(tmp_path / "t", {"a.jsonl": [begun("x\ny: AWF903 a lie", 0, C)]})
    ended = steno("tree", str(folder), home=tmp_path)
    assert [line.split()[1] for line in ended.err.splitlines()] == ["AWF902", "AWF908"]


def test_a_line_with_an_empty_run_belongs_to_no_run(tmp_path: Path) -> None:
    folder = written(tmp_path / "t", {f"{A}.jsonl": [begun(A, 0), begun("", 1)]})
    ended = steno("tree", str(folder), home=tmp_path)
    assert (ended.code, ended.err) == (1, f"{folder}/{A}.jsonl:2: AWF909 lines outside any run: 1\n")


def test_a_step_that_ended_nobody_knows_when_has_ended(tmp_path: Path) -> None:
    step = {"name": "work", "kind": "agent"}
    ended = event(A, "step.completed", 1, "work", step).replace(b'"timestamp"', b'"then"')
    folder = written(tmp_path / "t", {f"{A}.jsonl": [event(A, "step.started", 0, "work", step), ended]})
    assert "not completed" not in steno("tree", "--steps", str(folder), home=tmp_path).out


def test_a_run_is_found_by_its_id(tmp_path: Path, family: Path) -> None:
    ended = steno("tree", "aaaa", home=tmp_path, STENO_TRANSCRIPTS=str(family), TZ="UTC")
    assert [line.split("  ")[0] for line in ended.out.splitlines()] == ["review", "└─ fix"]


def test_the_runs_of_a_real_program_hang_together(tmp_path: Path) -> None:
    with steno_run("outer", directory=tmp_path / "t") as outer:
        with outer.step("look", kind="agent"), outer.tool("Read", {"path": "x"}) as call:
            call.result("text")
        with outer.child("inner") as inner, inner.child("innermost") as innermost:
            innermost.user("hello")
    ended = steno("tree", "--json", str(tmp_path / "t"), home=tmp_path)
    (found,) = ended.json()
    assert (ended.code, found["diagnostics"]) == (0, [])
    assert [(run["name"], run["depth"], run["status"], run["tool_calls"]) for run in found["runs"]] == [
        ("outer", 0, "completed", 1),
        ("inner", 1, "completed", 0),
        ("innermost", 2, "completed", 0),
    ]


def no_run(path: Path) -> str:
    hint = "`steno tree` draws agents' sessions and AWF transcripts; `steno show` reads any session"
    return f"steno: {path}: it has no run of a transcript\nhint: {hint}\n"


def test_where_there_is_no_transcript_there_is_no_tree(tmp_path: Path) -> None:
    empty = written(tmp_path / "empty", {})
    assert steno("tree", str(empty), home=tmp_path) == (3, "", no_run(empty))
    missing = tmp_path / "missing.jsonl"
    assert steno("tree", str(missing), home=tmp_path) == (3, "", f"steno: {missing}: no such file or directory\n")


def test_a_file_that_cannot_be_read_is_said_and_the_others_are_drawn(tmp_path: Path, family: Path) -> None:
    (family / "x.jsonl").write_bytes(b"")
    (family / "x.jsonl").chmod(0)
    try:
        (family / "x.jsonl").read_bytes()
    except PermissionError:
        ended = steno("tree", str(family), home=tmp_path)
        assert (ended.code, len(ended.out.splitlines())) == (4, 3)
    else:  # root reads everything: an empty file then is no trouble
        assert steno("tree", str(family), home=tmp_path).code == 0


def test_deep_trees_are_numbered_where_drawing_would_grow_without_end(tmp_path: Path) -> None:
    count = 10_000
    ids = [f"{number:08x}-0000-4000-8000-000000000000" for number in range(count)]
    lines = [begun(id, 0, parent) for id, parent in zip(ids, ["", *ids], strict=False)]
    folder = written(tmp_path / "t", {f"{ids[0]}.jsonl": lines})
    ended = steno("tree", str(folder), home=tmp_path, TZ="UTC")
    shown = ended.out.splitlines()
    assert len(shown) == count
    assert shown[-1].lstrip().startswith(f"(depth {count - 1}) 0000270f  2026-01-02")
    assert len(ended.out) < 250 * count


def test_a_folder_of_a_thousand_files_is_quick(tmp_path: Path) -> None:
    ids = [f"{number:08x}-0000-4000-8000-000000000000" for number in range(1000)]
    files = {f"{id}.jsonl": [begun(id, 1, ids[0])] * 10 for id in ids[1:]}
    files[f"{ids[0]}.jsonl"] = [begun(ids[0]), *(calls(ids[0], id) for id in ids[1:])]
    folder = written(tmp_path / "t", files)
    ended = steno("tree", str(folder), home=tmp_path)
    assert (ended.code, ended.err, len(ended.out.splitlines())) == (0, "", 1000)
    assert quick(lambda: steno("tree", str(folder), home=tmp_path), 5)


def test_a_file_without_runs_is_said_also_where_its_folder_has_some(tmp_path: Path, family: Path) -> None:
    (family / "empty.jsonl").touch()
    run = steno("tree", str(family / "empty.jsonl"), home=tmp_path)
    assert (run.code, run.out, run.err) == (3, "", no_run(family / "empty.jsonl"))


# Sessions of agents


def told(*args: str, home: Path) -> list[dict[str, Any]]:
    ended = steno("tree", "--json", *args, home=home)
    assert ended.code == 0, ended.err
    (tree,) = ended.json()
    runs: list[dict[str, Any]] = tree["runs"]
    return runs


def task(number: int, id: str, description: str, **more: Any) -> dict[str, Any]:
    block = call(id, "Task", description=description, prompt="Look", subagent_type="Explore")
    return answer(number, f"m{number}{id}", 50, block=block, **more)


def came_back(number: int, id: str, agent: str, **more: Any) -> dict[str, Any]:
    result = {"type": "tool_result", "tool_use_id": id, "content": "done"}
    return record("user", [result], number, "s", toolUseResult={"agentId": agent, "status": "completed"}, **more)


def sub_agent(agent: str, *records: dict[str, Any]) -> list[dict[str, Any]]:
    return [{**each, "isSidechain": True, "agentId": agent} for each in records]


@pytest.fixture
def session(tmp_path: Path) -> Path:
    """It starts a sub-agent that starts another one, and one of which only its own file tells."""
    failed = {"type": "tool_result", "tool_use_id": "t9", "content": "no", "is_error": True}
    records = [
        record("user", "Look after the garden", 0, "s"),
        task(1, "t1", "Count the roses"),
        came_back(2, "t1", "aaa"),
        task(3, "t2", "Count the beans"),
        tick(4, "n1", agent="bbb") | {"parentToolUseID": "t2"},
        came_back(5, "t2", "bbb"),
    ]
    main = claude(tmp_path, "s", records)
    folder = main.with_suffix("") / "subagents"
    folder.mkdir(parents=True)
    inner = [
        record("user", "Look", 0, "s"), task(1, "t3", "Count the thorns"), came_back(2, "t3", "ccc"),
        answer(3, "x", 50, block=call("t9", "Bash", command="x")), record("user", [failed], 4, "s"),
    ]  # fmt: skip
    (folder / "agent-aaa.jsonl").write_bytes(lines(sub_agent("aaa", *inner)))
    (folder / "agent-ccc.jsonl").write_bytes(
        lines(sub_agent("ccc", record("user", "Look", 0, "s"), answer(1, "y", 50)))
    )
    return main


def test_a_claude_session_is_drawn_with_its_sub_agents(session: Path, tmp_path: Path) -> None:
    runs = told(str(session), home=tmp_path)
    shown = [
        {key: run.get(key) for key in ("run_id", "depth", "name", "tool_calls", "failed_calls", "tokens", "only_told")}
        for run in runs
    ]
    assert shown == [
        {"run_id": "s", "depth": 0, "name": "Look after the garden", "tool_calls": 2, "failed_calls": None,
         "tokens": 300, "only_told": None},
        {"run_id": "aaa", "depth": 1, "name": "Count the roses", "tool_calls": 2, "failed_calls": 1,
         "tokens": 300, "only_told": None},
        {"run_id": "ccc", "depth": 2, "name": "Count the thorns", "tool_calls": 0, "failed_calls": None,
         "tokens": 150, "only_told": None},
        {"run_id": "bbb", "depth": 1, "name": "Count the beans", "tool_calls": 0, "failed_calls": None,
         "tokens": 103, "only_told": True},
    ]  # fmt: skip
    drawn = steno("tree", "s", home=tmp_path).out.splitlines()
    assert [line[: line.index("Count")] for line in drawn[1:]] == ["├─ ", "│  └─ ", "└─ "]
    assert "only mentioned in s.jsonl" in drawn[3]
    assert "2 tool calls, 1 failed, 300 tokens" in drawn[1]


def put(home: Path, id: str, *records: dict[str, Any], **meta: Any) -> Path:
    path = home / ".codex" / "sessions" / "2026" / "01" / "02" / f"rollout-2026-01-02T03-04-05-{id}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lines(rollout(id, records, **meta)))
    return path


@pytest.mark.parametrize("from_below", [False, True])
def test_the_threads_of_a_codex_session_are_drawn_around_any_of_them(tmp_path: Path, from_below: bool) -> None:
    exec_it = {"type": "response_item", "payload": {
        "type": "function_call", "name": "exec_command", "arguments": "{}", "call_id": "c",
    }}  # fmt: skip
    spawn = {"subagent": {"thread_spawn": {"parent_thread_id": "t-main", "depth": 1, "agent_nickname": "Nash"}}}
    main = put(tmp_path, "t-main", turn(), told_(tally(100, 80, 5)))
    put(tmp_path, "t-child", turn(), exec_it, told_(tally(50, 0, 5)), source=spawn, agent_nickname="Nash")
    low = put(tmp_path, "t-grand", turn(), told_(tally(20, 0, 5)), parent_thread_id="t-child")
    put(tmp_path, "t-other", turn(), told_(tally(999, 0, 5)))
    runs = told(str(low if from_below else main), home=tmp_path)
    assert [(run["run_id"], run["depth"], run["tool_calls"], run["tokens"]) for run in runs] == [
        ("t-main", 0, 0, 105), ("t-child", 1, 1, 55), ("t-grand", 2, 0, 25),
    ]  # fmt: skip
    assert runs[1]["name"] == "Nash"


def test_a_thread_whose_parent_is_gone_says_so_and_circles_end(tmp_path: Path) -> None:
    alone = put(tmp_path, "t-child", turn(), told_(tally(50, 0, 5)), parent_thread_id="gone")
    assert [(run["run_id"], run["found"], run["depth"]) for run in told(str(alone), home=tmp_path)] == [
        ("gone", False, 0), ("t-child", True, 1),
    ]  # fmt: skip
    one = put(tmp_path, "t-1", turn(), told_(tally(1, 0, 5)), parent_thread_id="t-2")
    put(tmp_path, "t-2", turn(), told_(tally(2, 0, 5)), parent_thread_id="t-1")
    assert len(told(str(one), home=tmp_path)) == 2


# Forks and resumes


def forked(origin: str, session: str) -> list[dict[str, Any]]:
    """A session that begins with a copy of another one."""
    copied = [
        {**each, "forkedFrom": {"sessionId": origin, "messageUuid": each["uuid"]}}
        for each in (record("user", "Water the roses", 0, session), answer(1, "a", 5))
    ]
    return [*copied, record("user", "And the beans", 2, session), answer(3, "b", 5)]


def test_a_session_names_the_one_it_goes_on_from_and_those_that_go_on_from_it(tmp_path: Path) -> None:
    first, second = "aaaaaaaa-0000-4000-8000-000000000001", "bbbbbbbb-0000-4000-8000-000000000002"
    claude(tmp_path, first, [record("user", "Water the roses", 0, first), answer(1, "a", 5)], age=9)
    claude(tmp_path, second, [{**each, "sessionId": second} for each in forked(first, second)])
    (one,) = told(first, home=tmp_path)
    (two,) = told(second, home=tmp_path)
    assert (one["run_id"], one.get("continues"), one.get("continued_by")) == (first, None, [second])
    assert (two["run_id"], two.get("continues"), two.get("continued_by")) == (second, [first], None)
    assert f"continued by {second}" in steno("tree", first, home=tmp_path).out
    assert f"continues {first}" in steno("tree", second, home=tmp_path).out


def test_a_session_says_how_often_somebody_went_back_in_it(tmp_path: Path) -> None:
    said = [record("user", "Water the roses", 0, "s"), record("assistant", [garden.said("Done.")], 1, "s")]
    said += [record("user", "And the beans", 2, "s"), record("assistant", [garden.said("Done.")], 3, "s")]
    again = {**record("user", "No, the peas", 4, "s"), "parentUuid": "u1"}
    path = claude(tmp_path, "s", [*said, again])
    (run,) = told(str(path), home=tmp_path)
    assert run["forks"] == 1
    assert "1 fork" in steno("tree", str(path), home=tmp_path).out
