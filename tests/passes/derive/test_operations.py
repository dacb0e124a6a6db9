"""What a call does: by the table of its agent's tools, and where it runs a command line, by the command."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from steno.model import Derivation
from steno.model.steps import Step, steps
from tests.given.derivation import Session, asked, called, codex, returned, values

LINES = (
    ("cat notes.md | head -5", "read"),
    ("cd web && npm run lint 2>&1 | tail -3", "verify"),
    ("grep -rn valve src", "search"),
    ("sed -i s/open/shut/ valve.conf", "edit"),
    ("cat > valve.conf <<'END'\nshut\nEND", "write"),
    ("pip install valve", "install"),
    ("curl -LO https://example.com/valve.tgz", "download"),
    ("./water --now", "execute"),
    ("git commit -qm shut", "execute"),
)


def rule_of(step: Step) -> str:
    author = step.notes["operation"].author
    assert isinstance(author, Derivation)
    return author.rule


def test_a_command_line_says_what_a_shell_call_of_claude_code_does() -> None:
    session = Session().user("Go")
    for number, (line, _) in enumerate(LINES):
        session.call(f"c{number}", "Bash", command=line).result(f"c{number}", "")
    done = [step for step in session.steps() if step.get("tool") == "Bash"]
    assert [step.get("operation") for step in done] == [operation for _, operation in LINES]
    assert {rule_of(step) for step in done} == {"derive/command-line"}
    assert {step.get("surface") for step in done} == {"cli"}


@pytest.mark.parametrize(
    ("tool", "spelled"),
    [
        ("shell", lambda line: {"command": ["bash", "-lc", line], "workdir": "/srv"}),
        ("shell_command", lambda line: {"command": line}),
        ("exec_command", lambda line: {"cmd": line}),
    ],
)
def test_a_command_line_says_what_a_shell_call_of_codex_does(
    tool: str, spelled: Callable[[str], dict[str, object]]
) -> None:
    calls = [
        part
        for number, (line, _) in enumerate(LINES)
        for part in (called(f"c{number}", tool, **spelled(line)), returned(f"c{number}", "ok"))
    ]
    trace = codex(asked("Go"), *calls)
    done = [step for step in steps(trace) if step.get("tool") == tool]
    assert [step.get("operation") for step in done] == [operation for _, operation in LINES]


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        (["read"], ("read", "derive/parsed-command")),
        (["read", "search"], ("search", "derive/parsed-command")),
        (["read", "unknown"], ("verify", "derive/command-line")),
        (["list_files"], ("verify", "derive/command-line")),
        ([], ("verify", "derive/command-line")),
        ([3], ("verify", "derive/command-line")),
    ],
)
def test_what_codex_parsed_itself_goes_first_where_it_knew_every_part(
    kinds: list[object], expected: tuple[str, str]
) -> None:
    report = {
        "type": "exec_command_end",
        "call_id": "c1",
        "exit_code": 0,
        "parsed_cmd": [{"type": each} for each in kinds],
    }
    trace = codex(asked("Go"), called("c1", "exec_command", cmd="go test"), ("event_msg", report), returned("c1", "ok"))
    (step,) = [step for step in steps(trace) if step.get("tool") == "exec_command"]
    assert (step.get("operation"), rule_of(step)) == expected


def test_a_call_without_its_command_is_what_the_table_says() -> None:
    trace = codex(asked("Go"), called("c1", "write_stdin", session_id=3, chars="y"), returned("c1", "ok"))
    assert values(steps(trace)[1:], "operation", "surface") == [("execute", "cli")]
