"""What a call changed, as far as the log proves it."""

from __future__ import annotations

from typing import Any

import pytest

from steno.model.steps import Step, steps
from tests.given.derivation import Session, asked, called, codex, returned

HUNK = {"oldStart": 1, "oldLines": 2, "newStart": 1, "newLines": 3, "lines": [" one", "-two", "+2", "+3"]}


def change(found: list[Step]) -> tuple[Any, str | None]:
    """Of the first call: what it changed, and by which rule that is known."""
    note = found[1].notes.get("state_change")
    return (None, None) if note is None else (note.value, note.author.rule)  # type: ignore[union-attr]


def edited(tool: str, detail: object, **arguments: Any) -> list[Step]:
    return Session().user("Go").call("c", tool, **arguments).result("c", "ok", error=False, detail=detail).steps()


def ran(command: str, output: str, *, error: bool = False) -> list[Step]:
    return Session().user("Go").call("c", "Bash", command=command).result("c", output, error=error).steps()


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (
            edited(
                "Edit",
                {"filePath": "/a", "structuredPatch": [HUNK]},
                file_path="/a",
                old_string="two",
                new_string="2\n3",
            ),
            "/a was changed: lines added: 2, lines removed: 1.",
        ),
        (
            edited("Edit", None, file_path="/a", old_string="two", new_string="2"),
            "/a was changed: lines added: 1, lines removed: 1.",
        ),
        (edited("Edit", None, file_path="/a", old_string="two", new_string="2", replace_all=True), "/a was changed."),
        (
            edited(
                "MultiEdit",
                None,
                file_path="/a",
                edits=[{"old_string": "a", "new_string": ""}, {"old_string": "b", "new_string": "c\nd"}],
            ),
            "/a was changed: lines added: 3, lines removed: 2.",
        ),
        (
            edited(
                "Write",
                {"type": "create", "filePath": "/a", "content": "one\n", "structuredPatch": []},
                file_path="/a",
                content="one\n",
            ),
            "/a was created with 1 line.",
        ),
        (edited("Write", None, file_path="/a", content="one\ntwo\n"), "/a was written with 2 lines."),
        (
            edited(
                "NotebookEdit",
                {"notebook_path": "/n.ipynb", "original_file": "a\n", "updated_file": "b\nc\n"},
                notebook_path="/n.ipynb",
                new_source="c",
            ),
            "/n.ipynb was written with 2 lines.",
        ),
    ],
)
def test_an_edit_names_its_file_and_what_became_of_it(found: list[Step], told: str) -> None:
    assert change(found) == (told, "derive/file-changed")


PATCH = (
    "*** Begin Patch\n*** Add File: new.py\n+one\n+two\n*** Update File: a.py\n*** Move to: b.py\n@@\n-x\n+y\n"
    "*** Delete File: old.py\n*** End Patch"
)
TOLD = (
    "new.py was created with 2 lines. a.py was moved to b.py and changed: lines added: 1, lines removed: 1. "
    "old.py was deleted."
)
SUCCESS = (
    '{"output":"Success. Updated the following files:\\nA new.py\\n","metadata":{"exit_code":0,"duration_seconds":0.1}}'
)


def test_a_patch_names_all_its_files() -> None:
    found = steps(codex(asked("Go"), called("c", "apply_patch", input=PATCH), returned("c", SUCCESS)))
    assert change(found) == (TOLD, "derive/file-changed")


def test_a_patch_in_a_command_is_one_too() -> None:
    script = f"apply_patch <<'P'\n{PATCH}\nP"
    found = steps(codex(asked("Go"), called("c", "shell", command=["bash", "-lc", script]), returned("c", SUCCESS)))
    assert change(found) == (TOLD, "derive/file-changed")


def test_the_report_of_a_patch_counts_its_lines() -> None:
    changes = {
        "a.py": {"type": "update", "unified_diff": "@@ -1,2 +1,2 @@\n one\n-two\n+2\n"},
        "b.py": {"type": "delete"},
    }
    end = {"type": "patch_apply_end", "call_id": "c", "success": True, "changes": changes}
    found = steps(codex(asked("Go"), called("c", "apply_patch", input="cut"), ("event_msg", end)))
    told = "a.py was changed: lines added: 1, lines removed: 1. b.py was deleted."
    assert change(found) == (told, "derive/file-changed")


@pytest.mark.parametrize(
    "found",
    [
        ran("pytest", "3 passed"),
        ran("make", "done"),
        ran("rm a.py", "rm: a.py: No such file or directory", error=True),
        Session()
        .user("Go")
        .call("c", "Edit", file_path="/a", old_string="x", new_string="y")
        .result("c", "no", error=True)
        .steps(),
        Session().user("Go").call("c", "Read", file_path="/a").result("c", "one", error=False).steps(),
        steps(
            codex(
                asked("Go"),
                called("c", "exec_command", cmd="x"),
                returned("c", "Process exited with code 0\nOutput:\nx\n"),
            )
        ),
    ],
)
def test_what_ended_or_failed_has_changed_nothing(found: list[Step]) -> None:
    assert change(found) == (None, None)


def test_a_commit_names_its_branch_and_its_hash() -> None:
    assert change(ran("git commit -m x", "[main 1a2b3c4] x\n 1 file changed")) == (
        "Commit 1a2b3c4 was made on main.",
        "derive/repository-changed",
    )


def test_a_commit_in_wrapped_output_is_found() -> None:
    wrapped = '{"output":"noise\\n[main 1a2b3c4] x\\n","metadata":{"exit_code":0,"duration_seconds":0.1}}'
    call = called("c", "shell", command=["bash", "-lc", "git commit -m x"])
    assert change(steps(codex(asked("Go"), call, returned("c", wrapped))))[0] == "Commit 1a2b3c4 was made on main."


def test_a_commit_stands_though_the_command_failed_after_it() -> None:
    output = "Exit code 1\n[main 1a2b3c4] x\nfatal: no upstream"
    assert change(ran("git commit -m x && git push", output, error=True))[0] == "Commit 1a2b3c4 was made on main."


def test_what_a_command_does_without_a_word_counts_only_where_it_worked() -> None:
    assert change(ran("git mv a.py b.py", "")) == ("a.py was moved to b.py.", "derive/command-done")


def test_packages_are_told_in_the_words_of_their_program() -> None:
    assert change(ran("npm install", "added 3 packages in 1s")) == ("Added 3 packages.", "derive/packages-changed")


def test_a_plan_is_told_by_the_status_of_its_items() -> None:
    items = [{"content": "Dig", "status": "completed"}, {"content": "Water", "status": "in_progress"}]
    assert change(edited("TodoWrite", None, todos=items)) == (
        "The plan has 2 items: 1 completed, 1 in progress.",
        "derive/plan-changed",
    )


def test_parallel_edits_each_tell_their_own_file() -> None:
    session = Session().user("Go").call("c1", "Write", "r", file_path="/a", content="x")
    session.call("c2", "Write", "r", file_path="/b", content="y").result("c2", "ok", error=False)
    found = session.result("c1", "ok", error=False).steps()
    assert [step.get("state_change") for step in found[1:]] == [
        "/a was written with 1 line.",
        "/b was written with 1 line.",
    ]
