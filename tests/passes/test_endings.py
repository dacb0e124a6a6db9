"""How a session ended and what it committed, in every format that asks: one place decides."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from steno.api.convert import convert
from steno.model import Trace
from steno.model.outcome import STATES
from tests.given.derivation import Session, asked, called, codex, returned


def stops(session: Session, reason: str | None) -> Session:
    session.records[-1]["message"]["stop_reason"] = reason
    return session


def committed(output: str, command: str = "git commit -m x") -> Session:
    return Session().user("Hi").call("c", "Bash", command=command).result("c", output, error=False)


ANSWER: dict[str, object] = {
    "type": "message",
    "role": "assistant",
    "content": [{"type": "output_text", "text": "Done."}],
}
MERGED = "Updating 1a2b3c4..5d6e7f8\nFast-forward\n"

ENDS: dict[str, tuple[Trace, str, bool | None, str | None]] = {
    "it simply stops": (Session().user("Hi").say("Done.").trace(), "other", None, None),
    "an answer": (stops(Session().user("Hi").say("Done."), "end_turn").trace(), "task_complete", None, None),
    "a command to the program after it": (
        stops(Session().user("Hi").say("Done."), "end_turn").user("<command-name>/exit</command-name>").trace(),
        "task_complete", None, None,
    ),
    "an interruption": (
        Session().user("Hi").say("I begin.").user("[Request interrupted by user]").trace(),
        "partial_then_stopped", None, None,
    ),
    "an error of the model": (
        Session().user("Hi").say("API Error: 400", isApiErrorMessage=True).trace(), "error_unrecoverable", None, None,
    ),
    "a result": (
        Session().user("Hi").say("Done.").other("result", subtype="success", is_error=False, result="Done.").trace(),
        "task_complete", True, None,
    ),
    "a result with an error": (
        Session().user("Hi").other("result", subtype="error_max_turns", is_error=True).trace(),
        "error_unrecoverable", False, None,
    ),
    "a commit": (committed("[main 1a2b3c4] x\n").trace(), "other", None, "1a2b3c4"),
    "a merge of it": (
        committed("[main 1a2b3c4] x\n").call("d", "Bash", command="git merge x").result("d", MERGED).trace(),
        "other", None, "5d6e7f8",
    ),
    "a merge alone": (committed(MERGED, "git merge x").trace(), "other", None, None),
    "a pull after a commit": (
        committed("[main 1a2b3c4] x\n").call("d", "Bash", command="git pull").result("d", MERGED).trace(),
        "other", None, "1a2b3c4",
    ),
    "a turn of codex": (
        codex(asked("Hi"), ("response_item", ANSWER), ("event_msg", {"type": "task_complete"})),
        "task_complete", None, None,
    ),
    "a turn of codex that was aborted": (
        codex(asked("Hi"), ("response_item", ANSWER), ("event_msg", {"type": "turn_aborted", "reason": "x"})),
        "partial_then_stopped", None, None,
    ),
    "a commit of codex": (
        codex(asked("Hi"), called("c", "exec_command", cmd="git commit -m x"), returned("c", "[main 1a2b3c4] x\n")),
        "other", None, "1a2b3c4",
    ),
}  # fmt: skip


def written(trace: Trace, to: str) -> Any:
    out = io.BytesIO()
    convert(trace, to, out, redact="none")
    return json.loads(out.getvalue())


@pytest.mark.parametrize(("trace", "reason", "success", "commit"), ENDS.values(), ids=ENDS)
def test_both_formats_say_the_same(trace: Trace, reason: str, success: bool | None, commit: str | None) -> None:
    forsy, record = written(trace, "forsy"), written(trace, "opentraces")
    assert (forsy["termination_reason"], record["outcome"]["terminal_state"]) == (reason, STATES[reason])
    assert (forsy["summary"]["goal_achieved"], record["outcome"]["success"]) == (success, success)
    config = forsy["agent_config"] or {}
    assert (config.get("commit_sha"), record["outcome"]["commit_sha"]) == (commit, commit)
    assert record["outcome"]["committed"] is (commit is not None)


def test_what_the_agent_only_believes_is_inferred() -> None:
    found = written(ENDS["an answer"][0], "opentraces")["outcome"]
    assert (found["terminal_state"], found["signal_confidence"]) == ("goal_reached", "inferred")
