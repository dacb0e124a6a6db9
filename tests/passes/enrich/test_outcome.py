"""How a session ended, and the code that it wrote: only what the log shows."""

from __future__ import annotations

from typing import Any

import pytest

from steno import registry
from steno.model import Trace
from steno.model.steps import whole
from tests.given.derivation import Session, asked, codex

COMMITTED = "[roses 1a2b3c4] Water the roses\n 1 file changed, 1 insertion(+)\n"
SURE = {"signal_source": "deterministic", "signal_confidence": "derived"}


def outcome(trace: Trace) -> Any:
    notes = whole(registry.passes["enrich"].run(trace, lambda _: None))
    return notes["outcome"].value if "outcome" in notes else None


def commit(command: str, output: str) -> Trace:
    return Session().user("Hi").call("c", "Bash", command=command).result("c", output).say("Done.").trace()


@pytest.mark.parametrize(
    "output",
    [COMMITTED, "lint ok\n[main (root-commit) 1a2b3c4] Begin\n", "[detached HEAD 1a2b3c4] Water\n"],
)
def test_a_commit_that_git_printed_is_committed_and_no_success(output: str) -> None:
    assert outcome(commit("git add . && git commit -m Water", output)) == {
        "committed": True,
        "commit_sha": "1a2b3c4",
        **SURE,
    }


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("git commit -m x", "nothing to commit, working tree clean"),
        ("git log", COMMITTED),
        ("cat notes | grep commit", COMMITTED),
        ("git commit -m x", "see [roses 1a2b3c4] above"),
    ],
)
def test_what_git_did_not_print_is_no_commit(command: str, output: str) -> None:
    assert outcome(commit(command, output)) is None


def test_the_last_commit_counts() -> None:
    session = Session().user("Hi")
    for id, sha in (("a", "1111111"), ("b", "2222222")):
        session.call(id, "Bash", command="git commit -am x").result(id, f"[main {sha}] x\n")
    assert outcome(session.trace())["commit_sha"] == "2222222"


def test_a_result_line_without_an_error_is_an_inferred_success() -> None:
    session = Session().user("Hi").say("Done.").other("result", subtype="success", is_error=False, result="Done.")
    assert outcome(session.trace()) == {
        "success": True,
        "terminal_state": "goal_reached",
        "description": "Done.",
        "signal_source": "deterministic",
        "signal_confidence": "inferred",
    }


def test_a_result_line_with_an_error_is_a_failure() -> None:
    session = Session().user("Hi").other("result", subtype="error_max_turns", is_error=True)
    assert outcome(session.trace()) == {"success": False, "terminal_state": "error", **SURE}


def test_an_interruption_at_the_end_is_one_and_one_before_is_not() -> None:
    stopped = Session().user("Hi").say("I begin.").user("[Request interrupted by user]")
    assert outcome(stopped.trace()) == {"terminal_state": "interrupted", **SURE}
    assert outcome(stopped.user("Go on").say("Done.").trace()) is None


@pytest.mark.parametrize(("flag", "said"), [(True, {"terminal_state": "error", **SURE}), (False, None), ("yes", None)])
def test_an_answer_that_the_program_marks_as_an_error_of_the_model_ends_with_one_and_no_other(
    flag: object, said: object
) -> None:
    assert outcome(Session().user("Hi").say("API Error: 400", isApiErrorMessage=flag).trace()) == said


def test_an_error_of_the_model_before_the_last_answer_is_none_at_the_end() -> None:
    session = Session().user("Hi").say("API Error: 400", isApiErrorMessage=True).say("Done.")
    assert outcome(session.trace()) is None


@pytest.mark.parametrize("subtype", ["api_error", "informational"])
def test_a_line_of_the_program_about_an_error_ends_with_one_and_no_other_line_does(subtype: str) -> None:
    session = Session().user("Hi").other("system", subtype=subtype)
    assert outcome(session.trace()) == ({"terminal_state": "error", **SURE} if subtype == "api_error" else None)


@pytest.mark.parametrize("kind", ["error", "stream_error", "token_count"])
def test_an_error_that_codex_reports_at_the_end_is_one_and_its_other_events_are_not(kind: str) -> None:
    trace = codex(asked("Hi"), ("event_msg", {"type": kind, "message": "stream disconnected"}))
    assert outcome(trace) == (None if kind == "token_count" else {"terminal_state": "error", **SURE})


@pytest.mark.parametrize(
    ("subtype", "failed", "success"),
    [
        ("success", False, True),
        ("success", True, False),
        ("error_during_execution", False, False),
        ("other", False, None),
    ],
)
def test_a_result_line_is_read_by_both_of_its_words(subtype: str, failed: bool, success: bool | None) -> None:
    found = outcome(Session().user("Hi").other("result", subtype=subtype, is_error=failed).trace())
    assert (found or {}).get("success") is success


def test_a_turn_that_codex_aborted_is_interrupted() -> None:
    trace = codex(asked("Hi"), ("event_msg", {"type": "turn_aborted", "reason": "interrupted"}))
    assert outcome(trace) == {"terminal_state": "interrupted", **SURE}


def test_a_log_that_simply_ends_says_nothing() -> None:
    assert outcome(Session().user("Hi").say("Done.").trace()) is None


def snippets(trace: Trace) -> list[Any]:
    notes = registry.passes["enrich"].run(trace, lambda _: None).notes
    return [(note.target, note.value) for note in notes if note.key == "snippets"]


def test_what_a_call_wrote_stands_on_it_whole() -> None:
    text = "x = 1\n" * 5000
    patch = {"filePath": "/srv/b.rs", "structuredPatch": [{"newStart": 7, "lines": [" a", "-b", "+c", "+d", " e"]}]}
    trace = (
        Session()
        .user("Hi")
        .call("a", "Write", file_path="/srv/a.py", content=text)
        .result("a", "ok")
        .call("b", "Edit", file_path="/srv/b.rs", old_string="b", new_string="c\nd")
        .result("b", "ok", detail=patch)
        .call("c", "Write", file_path="/srv/c.py", content="lost")
        .result("c", "denied", error=True)
        .trace()
    )
    assert snippets(trace) == [
        ("2", [{"file_path": "/srv/a.py", "text": text, "start_line": 1, "end_line": 5000, "language": "python"}]),
        ("4", [{"file_path": "/srv/b.rs", "text": "c\nd", "start_line": 8, "end_line": 9, "language": "rust"}]),
    ]


def test_an_edit_whose_place_the_log_does_not_show_states_no_lines() -> None:
    patch = {"structuredPatch": [{"newStart": 7, "lines": ["+c", "+c"]}]}
    session = Session().user("Hi").call("b", "Edit", file_path="/srv/b", old_string="b", new_string="c")
    assert snippets(session.result("b", "ok", detail=patch).trace()) == [("2", [{"file_path": "/srv/b", "text": "c"}])]


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("README.md", "markdown"), ("package.json", "json"), (".github/workflows/ci.yml", "yaml"), ("a.toml", "toml"),
        ("Dockerfile", "dockerfile"), ("Makefile", "makefile"), ("a.py", "python"), ("notes.txt", None), ("rose", None),
    ],
)  # fmt: skip
def test_a_snippet_says_how_its_file_is_written(path: str, language: str | None) -> None:
    trace = Session().user("Hi").call("c", "Write", file_path=f"/srv/{path}", content="x").result("c", "ok").trace()
    notes = registry.passes["enrich"].run(trace, lambda _: None).notes
    (snippets,) = [note.value for note in notes if note.key == "snippets"]
    assert snippets[0].get("language") == language
    languages = [note.value for note in notes if note.key == "language_ecosystem"]
    assert languages == ([["python"]] if language == "python" else [])


def test_the_new_side_of_a_patch() -> None:
    patch = (
        "*** Begin Patch\n*** Update File: a.py\n@@ def f\n x\n-y\n+z\n@@\n+w\n"
        "*** Add File: b.txt\n+one\n+two\n*** Delete File: c.py\n*** End Patch"
    )
    tool: dict[str, object] = {
        "type": "custom_tool_call",
        "name": "apply_patch",
        "input": patch,
        "call_id": "c",
        "status": "completed",
    }
    back: dict[str, object] = {"type": "custom_tool_call_output", "call_id": "c", "output": "Success."}
    ((_, found),) = snippets(codex(asked("Hi"), ("response_item", tool), ("response_item", back)))
    assert found == [
        {"file_path": "a.py", "text": "x\nz", "language": "python"},
        {"file_path": "a.py", "text": "w", "language": "python"},
        {"file_path": "b.txt", "text": "one\ntwo", "start_line": 1, "end_line": 2},
    ]
