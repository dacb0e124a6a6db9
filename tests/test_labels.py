"""The labels that `make bench-derive` scores against hold positions and known words, and no text of a session."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pytest

from steno.model.steps import ACTIONS
from tests.given.corpus import BESIDE

FILES = sorted((Path(__file__).parent / "labels").glob("*.json"))
TOP = {"session", "sha256", "lines", "files", "commands", "human_lines", "steps"}
ROLES = {
    "direct_request", "answer_to_agent_question", "correction", "approval", "clarification", "selection",
    "status_update", "new_constraint", "other",
}  # fmt: skip
FEEDBACK = {"correction", "approval", "clarification", "new_instruction", "other"}
OPERATIONS = {
    "plan", "analyze", "search", "read", "write", "edit", "execute", "verify", "download", "install", "delegate",
    "ask_user", "answer", "select", "other",
}  # fmt: skip
VALUES: dict[str, set[object]] = {
    "action": set(ACTIONS),
    "message_role": ROLES | {None},
    "feedback_type": FEEDBACK | {None},
    "operation": OPERATIONS | {None},
    "success": {True, False, None},
    "eval": {-1, 0, 1},
    "directive": {True, False},
    "reasoning": {True, False},
}
"""What a field may be; a list of these is right, too."""
LINKS = ("refers_to", "caused_by", "retry_of", "eval_by")
OF_MESSAGES = {"words", "message_role", "feedback_type", "refers_to"}


def listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else [value]


def held(labels: dict[str, Any]) -> list[tuple[str, str]]:
    """What is wrong with a file of labels, by position."""
    wrong: list[tuple[str, str]] = []
    known = [step["at"] for step in labels["steps"]]
    if len(set(known)) < len(known):
        wrong.append(("", "two labels for one step"))
    for step in labels["steps"]:
        fields = set(step) - {"at"}
        if strange := fields - set(VALUES) - set(LINKS) - {"words", "saw_failure", "changed"}:
            wrong.append((step["at"], f"unknown: {strange}"))
        if step["action"] != "user_message" and fields & OF_MESSAGES:
            wrong.append((step["at"], "a field of messages"))
        judged = sorted(fields & set(VALUES))
        wrong += [(step["at"], key) for key in judged if not all(each in VALUES[key] for each in listed(step[key]))]
        pointed = [at for field in LINKS for at in listed(step.get(field)) if at is not None]
        pointed += [step["saw_failure"]["of"]] if "saw_failure" in step else []
        wrong += [(step["at"], f"points to {at}") for at in pointed if at not in known]
    return wrong


def texts(value: object) -> list[str]:
    if isinstance(value, dict):
        return [each for one in value.values() for each in texts(one)]
    if isinstance(value, list):
        return [each for one in value for each in texts(one)]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_of_labels_has_its_form(path: Path) -> None:
    labels = json.loads(path.read_bytes())
    assert set(labels) == TOP
    assert held(labels) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_labels_hold_no_text_of_the_session(path: Path) -> None:
    labels = json.loads(path.read_bytes())
    known = {str(word) for words in VALUES.values() for word in words} | {"repo"}
    said = [text for text in texts(labels["steps"]) if text not in known and not text.replace("/", "").isdigit()]
    assert said == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_labels_are_of_the_file_that_is_in_the_corpus(path: Path) -> None:
    labels = json.loads(path.read_bytes())
    session = Path(os.environ.get("STENO_CORPUS") or BESIDE) / labels["session"]
    if not session.is_file():
        pytest.skip("no corpus of real sessions: set STENO_CORPUS to its folder")
    data = session.read_bytes()
    assert hashlib.sha256(data).hexdigest() == labels["sha256"]
    lines = {int(step["at"].partition("/")[0]) for step in labels["steps"]} | set(labels["human_lines"])
    assert max(lines) <= len(data.splitlines())
    assert labels["lines"][0] <= labels["lines"][1]


def test_a_label_that_points_nowhere_or_says_something_unknown_is_seen() -> None:
    steps = [
        {"at": "1", "action": "user_message", "message_role": "wish"},
        {"at": "2", "action": "agent_step", "caused_by": ["1"], "retry_of": "9"},
    ]
    assert held({"steps": steps}) == [("1", "message_role"), ("2", "points to 9")]
