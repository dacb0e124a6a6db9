"""What the exit code and the output of a command line prove together."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.verdicts.commands import Grounds, Outcome, judge_exit

MISSING = "cat: bed: No such file or directory\n"


def judged(line: str, exit: int, output: str) -> tuple[bool, Grounds] | None:
    found = judge_exit(line, exit, output)
    return None if found is None else (found.worked, found.grounds)


@pytest.mark.parametrize(
    ("line", "exit", "worked"),
    [
        ("pytest", 0, True),
        ("pytest", 1, False),
        ("cd beds && pytest -q", 0, True),
        ("set -o pipefail; pytest | tail", 0, True),
        ("./dig", 127, False),
        ("grep rose beds", 2, False),
        ("", 0, True),
    ],
)
def test_an_exit_code_decides_where_it_is_that_of_the_command(line: str, exit: int, worked: bool) -> None:
    assert judged(line, exit, "whatever\n") == (worked, Grounds.EXIT)


@pytest.mark.parametrize(
    ("line", "output", "worked"),
    [
        ("pytest 2>&1 | tail -5", "3 passed in 0.1s\n", True),
        ("pytest 2>&1 | tail -5", "1 failed, 2 passed in 0.1s\n", False),
        ("npm test || true", "Tests:       1 failed, 2 total\n", False),
        ("pytest > log 2>&1; tail -3 log", "1 failed in 0.1s\n", False),
        ("npx tsc --noEmit 2>&1 | head -20", "", True),
        ("npx tsc --noEmit 2>&1 | head -20", "bed.ts(3,5): error TS2304: no tap\n", False),
        ("go test ./... | tail -3", "ok  \tbeds\t0.1s\n", True),
        ("go test ./... | grep -E 'ok|FAIL'", "ok  \tbeds\t0.1s\n", True),
        ("git diff > patch && pytest | tail -3", "3 passed in 0.1s\n", True),
    ],
)
def test_behind_a_filter_the_programs_own_words_decide(line: str, output: str, worked: bool) -> None:
    assert judged(line, 0, output) == (worked, Grounds.SUMMARY)


@pytest.mark.parametrize(
    ("line", "output"),
    [
        ("./dig 2>&1 | tail -5", "Digging\n"),
        ("./dig || true", ""),
        ("./dig; echo done", "done\n"),
        ("go test ./... | head -1", "ok  \tbeds\t0.1s\n"),
        ("go test ./... | grep ok", "ok  \tbeds\t0.1s\n"),
        ("npx tsc | grep error", ""),
        ("./dig; cat report.txt", "3 passed in 0.1s\n"),
        ("./dig; ./plant | tail", "3 passed in 0.1s\n"),
    ],
)
def test_where_nobody_says_how_it_went_nothing_is_said(line: str, output: str) -> None:
    assert judged(line, 0, output) is None


@pytest.mark.parametrize(
    ("line", "output"),
    [
        ("cat beds | head", "error: all roses failed\nFAILED (errors=3)\n"),
        ("git log --oneline | head -3", "1234abc fatal: fix the tap\n"),
        ("grep -rn error src | head", "src/bed.py:3: raise error\n"),
        ("ls; pwd", "roses\n/srv\n"),
        ("find . -name bed 2>/dev/null | head", "./bed\n"),
        ("ls beds 2>/dev/null || echo none", "none\n"),
        ("command -v dig || true", "/usr/bin/dig\n"),
    ],
)
def test_what_a_program_shows_is_not_its_verdict(line: str, output: str) -> None:
    assert judged(line, 0, output) == (True, Grounds.NO_COMPLAINT)


def test_a_program_that_names_itself_and_an_error_failed() -> None:
    assert judged("cat bed | head", 0, MISSING) == (False, Grounds.COMPLAINT)
    assert judged("grep a bed | head", 0, "ugrep: warning: bed: No such file or directory\n") == (
        False,
        Grounds.COMPLAINT,
    )
    assert judged("ls b* | head", 0, "zsh:1: no matches found: b*\n") == (False, Grounds.COMPLAINT)
    assert judged("./dig && cat b* | head", 0, "(eval):1: no matches found: b*\n") == (False, Grounds.COMPLAINT)
    assert judged("cat bed || true", 0, MISSING) is None
    assert judged("cat bed; ls", 0, MISSING) is None


def test_complaints_that_were_thrown_away_leave_it_open() -> None:
    assert judged("cat bed 2>/dev/null | head", 0, "") is None
    assert judged("curl -s localhost | head", 0, "") is None


@pytest.mark.parametrize(
    ("line", "output", "worked"),
    [
        ('./dig; echo "exit=$?"', "Digging\nexit=3\n", False),
        ('./dig; echo "exit=$?"', "Digging\nexit=0\n", True),
        ("./dig | tail; echo ${PIPESTATUS[0]}", "Digging\n2\n", False),
    ],
)
def test_an_exit_code_that_the_line_prints_decides(line: str, output: str, worked: bool) -> None:
    assert judged(line, 0, output) == (worked, Grounds.PRINTED)


def test_the_exit_code_of_a_pipe_is_not_that_of_its_first_command() -> None:
    assert judged("./dig | tail; echo $?", 0, "Digging\n0\n") is None


@pytest.mark.parametrize("line", ["grep rose beds", "cd beds && rg rose", "diff a b", "ls | grep rose", "test -f bed"])
def test_a_search_that_finds_nothing_worked(line: str) -> None:
    assert judged(line, 1, "") == (True, Grounds.ANSWER)


def test_an_exit_code_1_is_no_answer_where_something_else_may_have_failed() -> None:
    assert judged("./dig && grep rose beds", 1, "Digging\n") is None
    assert judged("pytest && grep rose beds", 1, "1 failed in 0.1s\n") == (False, Grounds.SUMMARY)
    assert judged("cat bed && grep rose beds", 1, MISSING) == (False, Grounds.EXIT)
    assert judged("which dig", 1, "") is None


def test_without_an_exit_code_only_the_output_decides() -> None:
    assert judge_exit("./dig", None, "Digging\n") is None
    assert judge_exit("cat bed", None, "") is None
    assert judge_exit("cat bed", None, "roses\n") == Outcome(True, Grounds.NO_COMPLAINT)
    assert judge_exit("cat bed", None, MISSING) == Outcome(False, Grounds.COMPLAINT)
    assert judge_exit("cargo check && cargo test", None, "test result: ok. 3 passed\n") == Outcome(
        True, Grounds.SUMMARY
    )
    assert judge_exit("cargo check && ./dig", None, "test result: ok. 3 passed\n") is None
    assert judge_exit("pytest -q", None, "1 failed in 0.1s\n") == Outcome(False, Grounds.SUMMARY)


LINES = st.text(alphabet=st.sampled_from("a;|&>2 $?\"'(){}\n-cdghinoprtx"), max_size=60)


@given(LINES, st.integers(-1, 255) | st.none(), st.text(max_size=80))
def test_no_line_and_no_output_is_too_strange(line: str, exit: int | None, output: str) -> None:
    found = judge_exit(line, exit, output)
    assert found is None or isinstance(found.worked, bool)


@pytest.mark.parametrize(
    "line", ["pytest | tail", "cat x | head", "git push | tail", "./x; echo $?", "gh pr view | cat"]
)
@pytest.mark.parametrize("piece", ["a", "a: ", "cat: ", "\n", "a\n", "error: "])
def test_a_megabyte_takes_a_moment(line: str, piece: str) -> None:
    begin = time.process_time()
    judge_exit(line, 0, piece * (1_000_000 // len(piece)))
    assert time.process_time() - begin < 10
