"""The files that a log proves were made, changed or deleted."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from msgspec import structs

from steno import registry
from steno.model import Trace
from steno.model.steps import ARTIFACTS, steps, whole
from tests.given.derivation import Session, asked, called, codex

BEFORE, AFTER = "one\ntwo\n", "one\n2\n"
HUNK = {"oldStart": 1, "oldLines": 2, "newStart": 1, "newLines": 2, "lines": [" one", "-two", "+2"]}
EDITED = {
    "filePath": "/srv/a.py", "oldString": "two", "newString": "2", "originalFile": BEFORE, "userModified": False,
    "structuredPatch": [HUNK],
}  # fmt: skip
DIFF = "--- a/srv/a.py\n+++ b/srv/a.py\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n"
CREATED: dict[str, Any] = {
    "type": "create",
    "filePath": "/srv/a.py",
    "content": BEFORE,
    "structuredPatch": [],
    "originalFile": None,
}


def artifacts(trace: Trace) -> list[Any]:
    """Those of the note, each with the numbers of its steps."""
    note = whole(trace).get(ARTIFACTS)
    numbers = {step.anchor.uid: step.number for step in steps(trace)}
    found: list[Any] = [] if note is None else note.value
    return [each | {"related_steps": [numbers[uid] for uid in each["related_steps"]]} for each in found]


def sha256(text: str) -> str:
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def wrote(detail: object, *, error: bool | None = None) -> Session:
    session = Session().user("Write it.").call("w", "Write", file_path="/srv/a.py", content=BEFORE)
    return session.result("w", "File created successfully at: /srv/a.py", detail=detail, error=error)


def test_a_file_that_was_written_is_created_with_its_content_and_its_hash() -> None:
    assert artifacts(wrote(CREATED).trace()) == [
        {
            "path": "/srv/a.py",
            "type": "created",
            "role": "deliverable",
            "related_steps": [2],
            "description": "The file a.py, 2 lines.",
            "state": "Created.",
            "hash": sha256(BEFORE),
            "content": BEFORE,
            "diff": None,
            "release_sensitivity": "private",
        }
    ]


def test_an_edit_is_a_diff_and_the_file_after_it() -> None:
    session = Session().user("Change it.").call("e", "Edit", file_path="/srv/a.py", old_string="two", new_string="2")
    (found,) = artifacts(session.result("e", "ok", detail=EDITED).trace())
    assert (found["type"], found["diff"], found["content"]) == ("modified", DIFF, AFTER)
    assert (found["hash"], found["state"]) == (sha256(AFTER), "Changed.")


def test_one_file_is_one_artifact_with_all_of_its_steps() -> None:
    session = wrote(CREATED).call("e", "Edit", file_path="/srv/a.py", old_string="two", new_string="2")
    (found,) = artifacts(session.result("e", "ok", detail=EDITED).trace())
    assert (found["type"], found["related_steps"], found["state"]) == ("created", [2, 3], "Created, then changed.")
    assert (found["content"], found["diff"]) == (AFTER, None)


def test_where_the_file_after_an_edit_is_not_in_the_log_all_its_changes_are() -> None:
    session = wrote(CREATED).call("e", "Edit", file_path="/srv/a.py", old_string="two", new_string="2")
    (found,) = artifacts(session.result("e", "ok", detail=EDITED | {"originalFile": None}).trace())
    assert (found["content"], found["hash"]) == (None, None)
    assert found["diff"] == "--- /dev/null\n+++ b/srv/a.py\n@@ -0,0 +1,2 @@\n+one\n+two\n" + DIFF


def test_what_the_user_changed_is_not_what_the_call_says() -> None:
    session = Session().user("Change it.").call("e", "Edit", file_path="/srv/a.py", old_string="two", new_string="2")
    (found,) = artifacts(session.result("e", "ok", detail=EDITED | {"userModified": True}).trace())
    assert (found["content"], found["diff"]) == (None, DIFF)


def shell(command: str, *, error: bool = False) -> Session:
    return Session().user("Hi").call("b", "Bash", command=command).result("b", "", error=error)


@pytest.mark.parametrize(
    "command",
    [
        "cat > a.py <<'E'\none\nE",
        "mkdir -p x && cat > a.py <<'E' && python a.py\none\nE\n",
        "set -e\ncat > a.py <<'E'\none\nE\npython a.py",
    ],
)
def test_a_file_that_a_command_writes_is_an_artifact_where_its_exit_code_proves_it(command: str) -> None:
    session = shell(command)
    (found,) = artifacts(session.trace())
    assert (found["path"], found["type"], found["content"]) == ("a.py", "generated", "one\n")
    assert session.steps()[1].get("state_change") == "a.py was written with 1 line."


@pytest.mark.parametrize(
    "session",
    [
        wrote("Error: no space left", error=True),
        wrote(None, error=True),
        Session().user("Write it.").call("w", "Write", file_path="/srv/a.py", content=BEFORE),
        Session().user("Hi").call("r", "Read", file_path="/srv/a.py").result("r", "one"),
        shell("cat > a.py <<'E'\none\nE", error=True),
        shell("cat > a.py <<'E'\none\nE\nls"),
        shell("cat > a.py <<'E' ; ls\none\nE"),
        shell("cat > a.py <<'E' || true\none\nE"),
        shell("echo one > a.py"),
    ],
)
def test_what_the_log_does_not_prove_is_no_artifact(session: Session) -> None:
    assert artifacts(session.trace()) == []


def test_a_write_that_does_not_say_what_was_there_is_generated() -> None:
    (found,) = artifacts(wrote(None, error=False).trace())
    assert (found["type"], found["content"], found["state"]) == ("generated", BEFORE, "Written.")


def patched(changes: dict[str, object], *, success: bool = True) -> Trace:
    end = {
        "type": "patch_apply_end",
        "call_id": "p",
        "success": success,
        "changes": changes,
        "stdout": "",
        "stderr": "",
    }
    return codex(
        asked("Patch it."), called("p", "apply_patch", input="*** Begin Patch\n*** End Patch"), ("event_msg", end)
    )


def test_a_patch_of_codex_creates_changes_deletes_and_moves() -> None:
    unified = "@@ -1,2 +1,2 @@\n one\n-two\n+2\n"
    found = artifacts(
        patched(
            {
                "new.py": {"type": "add", "content": "one\n"},
                "old.py": {"type": "update", "unified_diff": unified},
                "gone.py": {"type": "delete", "content": "one"},
                "from.py": {"type": "update", "unified_diff": unified, "move_path": "to.py"},
            }
        )
    )
    assert [(each["path"], each["type"], each["state"]) for each in found] == [
        ("new.py", "created", "Created."),
        ("old.py", "modified", "Changed."),
        ("gone.py", "deleted", "Deleted."),
        ("from.py", "deleted", "Changed, then moved to to.py."),
        ("to.py", "modified", "Moved here from from.py."),
    ]
    assert (found[0]["content"], found[1]["content"]) == ("one\n", None)
    assert found[1]["diff"] == "--- a/old.py\n+++ b/old.py\n" + unified
    assert found[2]["diff"].endswith("@@ -1,1 +0,0 @@\n-one\n\\ No newline at end of file\n")


def test_a_patch_that_failed_is_no_artifact() -> None:
    assert artifacts(patched({"new.py": {"type": "add", "content": "one\n"}}, success=False)) == []


@pytest.mark.parametrize(
    ("path", "role"),
    [
        ("/srv/src/a.py", "deliverable"), ("/srv/tests/helper.py", "test"), ("/srv/src/a.test.ts", "test"),
        ("/srv/pyproject.toml", "config"), ("/srv/.gitignore", "config"), ("/srv/run.log", "log"),
        ("/tmp/try.py", "intermediate"),
    ],
)  # fmt: skip
def test_the_role_goes_by_the_path(path: str, role: str) -> None:
    session = Session().user("Write it.").call("w", "Write", file_path=path, content="x")
    trace = session.result("w", "ok", detail=CREATED | {"filePath": path, "content": "x"}).trace()
    assert [each["role"] for each in artifacts(trace)] == [role]


def test_of_a_redacted_trace_the_hash_is_that_of_what_is_written() -> None:
    masked = "key = [CREDENTIAL]\n"
    bare = structs.replace(wrote(CREATED | {"content": masked}).trace(), notes=(), facts=frozenset({"redacted"}))
    (found,) = artifacts(registry.passes["derive"].run(bare, lambda _: None))
    assert (found["content"], found["hash"], found["release_sensitivity"]) == (masked, sha256(masked), "redacted")


def reported(changes: dict[str, object], *, success: bool = True) -> tuple[str, dict[str, object]]:
    return "event_msg", {"type": "patch_apply_end", "call_id": "inner", "success": success, "changes": changes}


SCRIPT: tuple[str, dict[str, object]] = (
    "response_item",
    {"type": "custom_tool_call", "name": "exec", "input": "await tools.apply_patch(p)", "call_id": "s"},
)
DONE: tuple[str, dict[str, object]] = (
    "response_item",
    {"type": "custom_tool_call_output", "call_id": "s", "output": "Script completed"},
)
ADDED: dict[str, object] = {"b.md": {"type": "add", "content": "one\n"}}


def test_a_patch_that_no_call_accounts_for_is_an_artifact_without_a_step() -> None:
    trace = codex(asked("Go"), reported(ADDED))
    assert [(each["path"], each["related_steps"]) for each in artifacts(trace)] == [("b.md", [])]


def test_a_patch_of_a_script_that_failed_changed_nothing() -> None:
    trace = codex(asked("Go"), SCRIPT, DONE, reported(ADDED, success=False))
    assert (artifacts(trace), steps(trace)[1].get("state_change")) == ([], None)


def test_a_report_that_only_names_its_file_is_an_artifact_without_content() -> None:
    (found,) = artifacts(patched({"a.py": {"type": "update", "unified_diff": "cut"}}))
    assert (found["type"], found["content"], found["diff"], found["state"]) == ("modified", None, None, "Changed.")
