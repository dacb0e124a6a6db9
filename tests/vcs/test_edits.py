"""What logs tell of edits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from steno.edits import patchtext
from steno.edits.calls import Append, Delete, Edit, FileAction, Hunks, Move, Replace, Seen, Tried, Whole, edits
from steno.edits.heredoc import written
from steno.edits.patchtext import Change, Hunk
from steno.session import Input, read
from tests.given.gitrepo import Repo, patched
from tests.given.linked import searched


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo")


def told(path: Path) -> list[Edit]:
    return [edit for trace in read(Input(str(path), path), None, lambda _: None) for edit in edits(trace)]  # type: ignore[arg-type]


def steps(repo: Repo, session: str = "s") -> list[tuple[str, tuple[FileAction, ...]]]:
    top = str(repo.path) + "/"
    return [(each.path.removeprefix(top), each.steps) for each in told(repo.sessions / f"{session}.jsonl")]


def test_an_edit_knows_the_file_before_and_a_failed_one_only_that_it_was_tried(repo: Repo) -> None:
    repo.put("a.py", "one\ntwo\n")
    repo.edit("s", "a.py", "two", "TWO")
    repo.edit("s", "a.py", "none", "some", works=False)
    first, second = told(repo.sessions / "s.jsonl")
    assert (first.before, first.steps, first.new) == ("one\ntwo\n", (Replace("two", "TWO"),), False)
    assert (second.before, second.steps) == (None, (Tried(),))


def test_a_write_of_a_new_file_says_that_there_was_none(repo: Repo) -> None:
    repo.create("s", "a.py", "one\n")
    [edit] = told(repo.sessions / "s.jsonl")
    assert (edit.new, edit.before, edit.steps) == (True, None, (Whole("one\n"),))


WHOLE = {"filePath": "/a", "content": "x", "numLines": 1, "totalLines": 1, "startLine": 1}
PART = {"filePath": "/a", "content": "x", "numLines": 1, "totalLines": 9, "startLine": 3}
CELL = {"notebook_path": "/a.ipynb", "new_source": "x"}


@pytest.mark.parametrize(
    ("tool", "arguments", "detail", "expected"),
    [
        (
            "MultiEdit",
            {
                "file_path": "/a",
                "edits": [
                    {"old_string": "x", "new_string": "y"},
                    {"old_string": "p", "new_string": "q", "replace_all": True},
                ],
            },
            {"originalFile": "xpp"},
            (Replace("x", "y"), Replace("p", "q", True)),
        ),
        ("Bash", {"command": "cat > b <<'EOF'\nx\nEOF"}, {}, (Whole("x\n"),)),
        ("Bash", {"command": "sed -i s/x/y/ b"}, {}, None),
        ("Read", {"file_path": "/a"}, {"file": WHOLE}, (Seen("x"),)),
        ("Read", {"file_path": "/a"}, {"file": PART}, None),
        ("NotebookEdit", CELL, {"original_file": "{}", "updated_file": "{1}"}, (Whole("{1}"),)),
        ("NotebookEdit", CELL, {}, None),
    ],
)  # fmt: skip
def test_the_other_tools_of_claude_code(
    repo: Repo, tool: str, arguments: dict[str, Any], detail: dict[str, Any], expected: tuple[FileAction, ...] | None
) -> None:
    repo.call("s", tool, arguments, detail)
    assert [each for _, each in steps(repo)] == ([] if expected is None else [expected])


PATCH = (
    "*** Begin Patch\n*** Update File: a.py\n*** Move to: b.py\n@@ def x\n keep\n-old\n+new\n"
    "*** Delete File: d\n*** Add File: n\n+1\n*** End Patch"
)
TOLD: list[tuple[str, tuple[FileAction, ...]]] = [
    ("a.py", (Hunks((Hunk(("keep", "old"), ("keep", "new"), 0, "def x"),)), Move("b.py"))),
    ("d", (Delete(),)),
    ("n", (Whole("1\n"),)),
]


@pytest.mark.parametrize("shape", ["custom", "function", "shell"])
def test_a_patch_of_codex_in_each_of_its_shapes(repo: Repo, shape: str) -> None:
    import json

    asked, done = patched(PATCH)
    if shape != "custom":
        given = (
            {"input": PATCH}
            if shape == "function"
            else {"command": ["bash", "-lc", f"apply_patch <<'EOF'\n{PATCH}\nEOF\n"]}
        )
        name = "apply_patch" if shape == "function" else "shell"
        asked["payload"] = {"type": "function_call", "name": name, "arguments": json.dumps(given), "call_id": "call_1"}
        done["payload"] |= {"type": "function_call_output"}
    repo.codex("s", asked, done)
    assert steps(repo) == TOLD


def test_a_patch_of_codex_that_failed_was_only_tried(repo: Repo) -> None:
    repo.codex("s", *patched(PATCH, output="apply_patch verification failed: no such line"))
    assert [each for _, each in steps(repo)] == [(Tried(),)] * 3


def test_what_codex_says_of_an_applied_patch_goes_before_the_patch_itself(repo: Repo) -> None:
    asked, done = patched(PATCH)
    changes = {"/x/a.py": {"type": "update", "unified_diff": "@@ -7,2 +7,2 @@\n keep\n-old\n+new\n", "move_path": None}}
    end = {"type": "patch_apply_end", "call_id": "call_1", "success": True, "changes": changes}
    repo.codex("s", asked, {"type": "event_msg", "payload": end}, done)
    assert steps(repo) == [("/x/a.py", (Hunks((Hunk(("keep", "old"), ("keep", "new"), 7),)),))]


def test_of_a_file_that_codex_deleted_it_says_what_it_had(repo: Repo) -> None:
    asked, done = patched("*** Begin Patch\n*** Delete File: a.py\n*** End Patch")
    changes = {"/x/a.py": {"type": "delete", "content": "old = 1\n"}}
    end = {"type": "patch_apply_end", "call_id": "call_1", "success": True, "changes": changes}
    repo.codex("s", asked, {"type": "event_msg", "payload": end}, done)
    assert [(edit.path, edit.before, edit.steps) for edit in told(repo.sessions / "s.jsonl")] == [
        ("/x/a.py", "old = 1\n", (Delete(),))
    ]


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("Edit", {"file_path": "/a", "old_string": "x", "new_string": "y", "expected_replacements": "many"}),
        ("Edit", {"file_path": "/a", "old_string": 1, "new_string": []}),
        ("MultiEdit", {"file_path": "/a", "edits": [None, {"old_string": "x"}, "y"]}),
        ("Write", {"file_path": "\0", "content": "x"}),
        ("Write", {"file_path": "/" + "a/" * 5000, "content": "x"}),
        ("Bash", {"command": [None, 3]}),
        ("Bash", {"command": "apply_patch <<'E'\n*** Begin Patch\n*** Update File: \n@@\n*** End Patch\nE"}),
        ("Read", {"file_path": 7}),
    ],
)
def test_odd_arguments_are_no_edit_or_one_that_finds_nothing(repo: Repo, tool: str, arguments: dict[str, Any]) -> None:
    repo.call("s", tool, arguments, {"file": {"content": 1}, "originalFile": 5, "userModified": "yes"})
    repo.put("a", "x\n")
    repo.commit()
    assert searched(repo).memory.lines == []


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("cat > a.txt <<'EOF'\nx\nEOF", [("a.txt", "x\n", "write")]),
        ('cat <<"E" >> "a b.txt" && echo done\nx\ny\nE\nls', [("a b.txt", "x\ny\n", "append")]),
        ("cd sub && tee a <<'E' > /dev/null\nx\nE", [("sub/a", "x\n", "write")]),
        ("cat > a <<EOF\n$HOME\nEOF", []),
        ("cat > $DIR/a <<'EOF'\nx\nEOF", []),
        ("cd $DIR\ncat > a <<'EOF'\nx\nEOF", []),
        ("cat > a <<'EOF'\nnever closed", []),
        ("sort > a <<'EOF'\nb\na\nEOF", []),
        ("python - <<'EOF' > a\nprint(1)\nEOF", []),
    ],
)
def test_only_a_quoted_here_document_says_what_a_file_holds(command: str, expected: list[tuple[str, str, str]]) -> None:
    assert list(written(command)) == expected


def test_a_patch_may_hold_what_looks_like_its_own_marks() -> None:
    text = "*** Begin Patch\n*** Add File: a\n+*** End Patch\n+--- b\n*** End Patch"
    assert patchtext.changes(text) == [Change("a", "add", text="*** End Patch\n--- b\n")]


def test_a_unified_diff_is_counted_and_not_guessed() -> None:
    text = "--- a\n+++ b\n@@ -1,2 +1,2 @@\n--- x\n+++ y\n z\n\\ No newline at end of file\n"
    assert patchtext.unified(text) == (Hunk(("-- x", "z"), ("++ y", "z"), 1),)


def test_blocks_of_search_and_replacement() -> None:
    text = "<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n"
    assert patchtext.blocks(text) == [("old", "new")]


def test_an_appended_text_is_an_append(repo: Repo) -> None:
    repo.call("s", "Bash", {"command": "cat >> b <<'EOF'\nx\nEOF"}, {})
    assert steps(repo) == [("b", (Append("x\n"),))]
