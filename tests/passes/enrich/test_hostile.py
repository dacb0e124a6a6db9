"""Odd and hostile logs are enriched without a traceback, and in time that grows with their size alone."""

from __future__ import annotations

from typing import Any

import pytest

from steno import registry
from steno.model import Trace
from tests.given.derivation import Session
from tests.given.timing import quick
from tests.given.usage import answer, claude, codex, rollout, told

SIZE = 300_000


def enriched(trace: Trace) -> Trace:
    return registry.passes["enrich"].run(trace, lambda _: None)


@pytest.mark.parametrize(
    "usage",
    [
        {"output_tokens": None},
        {"output_tokens": "7"},
        {"output_tokens": 1.5},
        {"output_tokens": 10**400},
        {"input_tokens": -5},
        {"cache_creation": []},
        {"cache_creation": {"ephemeral_1h_input_tokens": 10**9}},
        {"server_tool_use": "x", "speed": {}, "service_tier": [], "inference_geo": 7},
    ],
)
def test_odd_usage_of_an_answer(usage: dict[str, Any]) -> None:
    assert enriched(claude([answer(0, "m", 1, usage=usage)])).notes


@pytest.mark.parametrize(
    "info",
    [
        {},
        {"total_token_usage": {}},
        {"total_token_usage": {"input_tokens": "7"}},
        {"total_token_usage": {"input_tokens": -7, "cached_input_tokens": 10**30}},
        {"total_token_usage": [], "last_token_usage": 7},
        {"total_token_usage": {"input_tokens": 7}, "last_token_usage": {"input_tokens": None}},
    ],
)
def test_odd_counts_of_a_thread(info: dict[str, Any]) -> None:
    record = told(None)
    record["payload"]["info"] = info
    assert enriched(codex(rollout("t", [record, told({"input_tokens": 5})]))).notes


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("Bash", {"command": ["bash", "-lc", 7]}),
        ("Bash", {"command": {"git": "commit"}}),
        ("Write", {"file_path": ["x"], "content": {}}),
        ("Write", {"file_path": "package.json", "content": "{"}),
        ("Write", {"file_path": "package.json", "content": '{"dependencies": ["x"]}'}),
        ("Write", {"file_path": "pyproject.toml", "content": "[project\ndependencies = 7"}),
        ("Write", {"file_path": "pyproject.toml", "content": "project = 7\n[tool]\npoetry = 7"}),
        ("MultiEdit", {"file_path": "x", "edits": [7, {"new_string": 7}, None]}),
        ("apply_patch", {"input": ["*** Begin Patch"]}),
    ],
)
def test_odd_arguments_of_a_call(tool: str, arguments: dict[str, Any]) -> None:
    session = Session().user("Hi").call("c", tool, **arguments)
    odd = {"structuredPatch": [7, {"newStart": "x", "lines": [7]}], "file": {"content": 7}}
    assert enriched(session.result("c", [7, {"type": "text", "text": None}], detail=odd).trace()).notes


HOSTILE = {
    "git": ("Bash", {"command": "git " * (SIZE // 4) + "commit"}),
    "install": ("Bash", {"command": "pip install " + "x " * (SIZE // 2)}),
    "remote": ("Bash", {"command": "git remote -v"}),
    "go.mod": ("Write", {"file_path": "go.mod", "content": "\n" * SIZE}),
    "Gemfile": ("Write", {"file_path": "Gemfile", "content": "\n" * SIZE}),
    "requirements": ("Write", {"file_path": "requirements.txt", "content": "a" + " " * SIZE + "[" * SIZE}),
    "edit": ("Edit", {"file_path": "x", "old_string": "", "new_string": "\n" * (SIZE // 4)}),
}


@pytest.mark.parametrize(("tool", "arguments"), HOSTILE.values(), ids=HOSTILE)
def test_a_long_text_costs_no_more_than_its_length(tool: str, arguments: dict[str, Any]) -> None:
    back = "a." * (SIZE // 2) + "\n[" + "x " * (SIZE // 2)
    detail = {"structuredPatch": [{"newStart": 1, "lines": ["+"] * (SIZE // 2)}]}
    trace = Session().user("Hi").call("c", tool, **arguments).result("c", back, detail=detail).trace()
    assert quick(lambda: enriched(trace), 5)  # a quadratic search would take minutes
