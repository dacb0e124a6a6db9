"""`steno tree`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from steno import run as steno_run
from tests.machine import steno
from tests.test_awf_tree import A, B, C, begun, calls, event
from tests.timing import quick


def written(folder: Path, files: dict[str, list[bytes]]) -> Path:
    folder.mkdir(exist_ok=True)
    for name, lines in files.items():
        (folder / name).write_bytes(b"".join(line + b"\n" for line in lines))
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
    assert (ended.code, ended.err) == (1, f"{folder}/{A}.jsonl:2: AWF909 lines that belong to no run: 1\n")


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
    hint = "a tree is drawn of AWF transcripts; `steno show` reads any session, `steno explain --steps` lists its steps"
    return f"steno: {path}: no run of a transcript in it\nhint: {hint}\n"


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
