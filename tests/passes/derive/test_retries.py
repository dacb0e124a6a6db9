"""Which call makes a failed one again."""

from __future__ import annotations

import time

import pytest

from steno.model import Derivation
from steno.model.steps import Step, steps
from tests.given.derivation import Session, asked, called, codex, returned


def retries(found: list[Step]) -> list[tuple[int, int, str]]:
    """The number of each retry, that of the failed step, and the rule."""
    numbers = {step.anchor.uid: step.number for step in found}
    return [
        (step.number, numbers[uid], author.rule.removeprefix("derive/"))
        for step in found
        if (uid := step.get("retry_of")) is not None and isinstance(author := step.notes["retry_of"].author, Derivation)
    ]


def bash(*lines: str, failed: int = 1) -> list[tuple[int, int, str]]:
    """The retries among these command lines, of which the first ones failed; step 2 is the first."""
    session = Session().user("Go")
    for number, line in enumerate(lines):
        session.call(f"c{number}", "Bash", command=line)
        session.result(f"c{number}", "no" if number < failed else "ok", error=number < failed)
    return retries(session.steps())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("git push", "git push --set-upstream origin roses"),
        ("go test ./beds", "go test ./beds -run TestWater"),
        ("go test ./...", "go test ./beds"),
        ("go test ./beds -run 'TestA|TestB'", "go test ./beds -run TestB -v | tail"),
        ("make lint && make test", "make test"),
        ("cd beds && npm install rose", "cd /srv/beds && npm install rose tulip"),
        ("git add a b && git commit -m x", "git add a && git commit -m y"),
        ("git rm --cached rose.txt", "git rm --cached -f rose.txt"),
        ("node beds/build.js", "cd beds && node build.js"),
        ("grep -n rose beds.txt", "grep -n tulip beds.txt"),
        ("pytest", "pytest tests/test_beds.py"),
        ("bed status --all", "bed status"),
        ("git rebase --continue", "git add a && git rebase --continue"),
        ("make beds && ./water --now > log", "make beds && ./water --help"),
        ("npm test", "npm pkg set type=module && npm test"),
        ("python3 -c 'import beds\nbeds.water()\nbeds.dig()'", "python3 -c 'import beds\nbeds.water()\nbeds.weed()'"),
    ],
)
def test_the_same_program_on_a_shared_target_is_a_retry(before: str, after: str) -> None:
    assert bash(before, after) == [(3, 2, "retry-command")]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("go test ./beds", "go test ./trees"),
        ("go test ./beds", "go vet ./beds"),
        ("go test ./beds -run TestA", "go test ./beds -run TestB"),
        ("make lint", "make test"),
        ("git rebase main", "git rebase --continue"),
        ("git show roses", "git show tulips"),
        ("gh pr view 3", "gh pr create"),
        ("bed close 3", "bed close 4"),
        ("python3 -c 'water()'", "python3 -c 'dig()'"),
        ("node - <<'E'\nwater()\nE", "node - <<'E'\ndig()\nE"),
        ("ls beds", "ls trees"),
        ("rm -rf out && make test", "rm -rf out && make docs"),
        ("cat beds.txt", "grep rose beds.txt"),
    ],
)
def test_another_target_another_subcommand_or_other_code_is_no_retry(before: str, after: str) -> None:
    assert bash(before, after) == []


def test_what_was_only_looked_at_is_looked_at_again_soon_or_not_at_all() -> None:
    assert bash("grep rose beds.txt", "date", "who", "grep tulip beds.txt") == [(5, 2, "retry-command")]
    assert bash("grep rose beds.txt", "date", "who", "pwd", "grep tulip beds.txt") == []
    assert bash("git log -5", "date", "who", "pwd", "git -C beds log -5") == [(6, 2, "retry-command")]
    assert bash("go test ./beds", "date", "who", "pwd", "go test -v ./beds") == [(6, 2, "retry-command")]


def test_a_failure_is_made_again_once_and_the_latest_is_meant() -> None:
    assert bash("go test", "go test", "go test", failed=2) == [(3, 2, "retry"), (4, 3, "retry")]
    assert bash("go test", "go test", "go test -v") == [(3, 2, "retry")]


def test_a_command_that_worked_is_not_retried() -> None:
    assert bash("go test ./beds", "go test ./beds -v", failed=0) == []


@pytest.mark.parametrize(("turns", "expected"), [(1, [(4, 2, "retry")]), (2, [])])
def test_a_retry_may_come_in_the_next_turn_and_no_later(turns: int, expected: object) -> None:
    session = Session().user("Go").call("c1", "Edit", file_path="/a").result("c1", "no", error=True)
    for _ in range(turns):
        session.user("On")
    session.call("c2", "Edit", file_path="/a").result("c2", "ok")
    assert retries(session.steps()) == expected


def edit(session: Session, id: str, old: str, new: str, *, error: bool | None = None) -> Session:
    session.call(id, "Edit", file_path="/srv/beds.py", old_string=old, new_string=new)
    return session.result(id, "no" if error else "ok", error=error)


def test_after_a_failed_edit_any_edit_of_the_file_is_a_retry() -> None:
    session = edit(Session().user("Go"), "c1", "a", "b", error=True)
    session.call("c2", "Write", file_path="/srv/trees.py", content="x").result("c2", "ok")
    session.call("c3", "Write", file_path="/srv/beds.py", content="x").result("c3", "ok")
    assert retries(session.steps()) == [(4, 2, "retry-edit")]
    session = edit(Session().user("Go"), "c1", "a", "b", error=True)
    session.call("c2", "Bash", command="cd /srv && sed -i s/a/b/ beds.py").result("c2", "ok")
    assert retries(session.steps()) == [(3, 2, "retry-edit")]


def test_of_several_failed_edits_that_with_the_same_text_is_meant() -> None:
    session = Session().user("Go")
    for id, old in (("c1", "a"), ("c2", "c")):
        session.call(id, "Edit", "r1", file_path="/srv/beds.py", old_string=old, new_string="x")
    session.result("c1", "no", error=True).result("c2", "no", error=True)
    edit(edit(session, "c3", "a", "B"), "c4", "C", "D")
    assert retries(session.steps()) == [(4, 2, "retry"), (5, 3, "retry")]


def test_an_edit_with_nothing_to_change_is_not_retried() -> None:
    session = edit(edit(Session().user("Go"), "c1", "a", "a", error=True), "c2", "a", "b")
    assert retries(session.steps()) == []


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/srv/deep/beds.py", [(3, 2, "retry")]),
        ("/srv/trees.py", [(3, 2, "retry")]),
        ("/srv/beds/all.py", []),
        ("/home/trees.py", []),
    ],
)
def test_a_file_that_was_not_there_is_looked_for_elsewhere_or_in_its_folder(path: str, expected: object) -> None:
    session = Session().user("Go").call("c1", "Read", file_path="/srv/beds.py").result("c1", "no", error=True)
    session.call("c2", "Read", file_path=path).result("c2", "ok")
    assert retries(session.steps()) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Let me try something else.", [(3, 2, "retry-said")]),
        ("Retrying with the other bed.", [(3, 2, "retry-said")]),
        ("I'll try again.", [(3, 2, "retry-said")]),
        ("Now the other bed.", []),
        ("The country is dry again.", []),
    ],
)
def test_the_agents_own_word_makes_a_retry_of_a_call_of_the_same_tool(words: str, expected: object) -> None:
    session = Session().user("Go").call("c1", "WebFetch", url="https://example.com/a").result("c1", "no", error=True)
    session.say(words, "r2").call("c2", "WebFetch", "r2", url="https://example.com/b").result("c2", "ok")
    assert retries(session.steps()) == expected


def test_the_agents_word_counts_only_right_after_the_failure_and_for_the_same_tool() -> None:
    session = Session().user("Go").call("c1", "WebFetch", url="https://example.com/a").result("c1", "no", error=True)
    session.say("Let me try this.", "r2").call("c2", "Grep", "r2", pattern="a").result("c2", "ok")
    session.say("Let me try this.", "r3").call("c3", "WebFetch", "r3", url="https://example.com/b").result("c3", "ok")
    assert retries(session.steps()) == []


def test_a_search_for_the_same_pattern_is_a_retry_whatever_tool_makes_it() -> None:
    session = Session().user("Go").call("c1", "Grep", pattern="ro.*se", path="/a").result("c1", "no", error=True)
    session.call("c2", "Bash", command="rg tulip /b").result("c2", "ok")
    session.call("c3", "Bash", command="rg 'ro.*se' /b | head").result("c3", "ok")
    session.call("c4", "Grep", pattern="ro.*se", path="/b").result("c4", "ok")
    assert retries(session.steps()) == [(4, 2, "retry-command")]


def test_a_plan_that_was_turned_down_is_made_again() -> None:
    session = Session().user("Go").call("c1", "ExitPlanMode", plan="Dig").result("c1", "no", error=True)
    session.call("c2", "ExitPlanMode", plan="Water").result("c2", "ok")
    assert retries(session.steps()) == [(3, 2, "retry")]


def patch(path: str, line: str) -> str:
    return f"*** Begin Patch\n*** Update File: {path}\n@@\n-{line}\n+wet\n*** End Patch"


def test_a_patch_of_codex_that_failed_is_made_again_on_the_same_file() -> None:
    failed = "Exit code: 1\nWall time: 0 seconds\nOutput:\nno such line"
    item = {"type": "custom_tool_call", "name": "apply_patch"}
    trace = codex(
        asked("Go"),
        ("response_item", {**item, "call_id": "c1", "input": patch("beds.txt", "dry")}),
        ("event_msg", {"type": "patch_apply_end", "call_id": "c1", "success": False, "changes": {}}),
        ("response_item", {"type": "custom_tool_call_output", "call_id": "c1", "output": "failed"}),
        ("response_item", {**item, "call_id": "c2", "input": patch("trees.txt", "dry")}),
        ("response_item", {"type": "custom_tool_call_output", "call_id": "c2", "output": "ok"}),
        ("response_item", {**item, "call_id": "c3", "input": patch("beds.txt", "very dry")}),
        ("response_item", {"type": "custom_tool_call_output", "call_id": "c3", "output": "ok"}),
        called("c4", "exec_command", cmd="cargo test beds"),
        returned("c4", failed),
        called("c5", "shell", command=["bash", "-lc", "cd /srv && cargo test beds -- --nocapture"]),
        returned("c5", "ok"),
    )
    assert retries(steps(trace)) == [(4, 2, "retry-edit"), (6, 5, "retry-command")]


def test_many_failures_cost_no_more_than_their_number() -> None:
    def seconds(count: int) -> float:
        session = Session().user("Go")
        for number in range(count):
            session.call(f"c{number}", "Bash", command=f"go test ./bed{number}")
            session.result(f"c{number}", "no", error=True)
        trace = session.records
        begin = time.process_time()
        assert len(session.steps()) == len(trace) // 2 + 1
        return time.process_time() - begin

    seconds(50)
    assert seconds(1600) < 24 * seconds(200) + 0.5
