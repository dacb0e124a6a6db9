"""What Qwen Code's records say: a tree, the human's words apart from the program's, and tokens that count once."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from msgspec import UNSET

from steno import registry
from steno.diagnostics import Diagnostic, Place
from steno.model import Event, Text, Thought, ToolResult, Trace
from steno.model.signs import LifecycleKind
from steno.usage import requests, sums
from tests.given.machine import steno

FIXTURES = Path(__file__).parents[2] / "fixtures" / "qwen_code"


def read(name: str) -> Trace:
    found: list[Diagnostic] = []
    reader = registry.formats["qwen-code"].reader
    assert reader is not None
    (trace,) = reader.read(io.BytesIO((FIXTURES / name).read_bytes()), Place(), found.append)
    assert found == []
    return trace


@pytest.fixture(scope="module")
def tree() -> Trace:
    return read("tree.jsonl")


def of(trace: Trace, native: str) -> list[Event]:
    return [event for event in trace.events if event.native == native]


def test_a_prompt_is_told_apart_from_reminders_hooks_and_files(tree: Trace) -> None:
    said = [(event.actor, event.body.text) for event in of(tree, "r01") if isinstance(event.body, Text)]
    assert [text for actor, text in said if actor == "human"] == ["Grind the wheat in @bins.txt."]
    assert [actor for actor, _ in said] == ["program", "human", *["program"] * 4]


@pytest.mark.parametrize(
    ("native", "actor"), [("r09", "human"), ("r15", "program"), ("r16", "human"), ("r23", "program")]
)
def test_a_subtype_says_who_speaks_in_the_users_place(tree: Trace, native: str, actor: str) -> None:
    assert {event.actor for event in of(tree, native)} == {actor}


def test_records_of_one_id_are_one_answer(tree: Trace) -> None:
    found = of(tree, "r02")
    assert isinstance(found[0].body, Thought)
    assert {event.response for event in found} == {"r02"}


def test_tokens_that_the_program_reports_again_do_not_count(tree: Trace) -> None:
    total = sums(requests(tree))
    assert (total.requests, total.input, total.cache_read, total.output) == (2, 1100, 120, 45)


def test_the_tokens_of_a_branched_session_are_known_by_their_key_in_its_parent(tree: Trace) -> None:
    assert tree.header.ids["forked_from"] == ("0a9f0000-0000-7000-8000-000000000000",)
    assert [each.inherited for each in requests(tree)] == [
        ("0a9f0000-0000-7000-8000-000000000000", each.response) for each in requests(tree)
    ]


def test_results_have_words_flags_and_exit_codes(tree: Trace) -> None:
    results = {event.call: event for event in tree.events if isinstance(event.body, ToolResult)}
    assert [results[id].body.error for id in ("c1", "c2", "c3")] == [False, False, True]  # type: ignore[union-attr]
    assert (results["c1"].signs.exit, results["c3"].body.content) == (1, "No such file.")  # type: ignore[union-attr]
    assert results.keys() == {"c1", "c2", "c3", "c4"}


def test_a_rewind_begins_a_branch(tree: Trace) -> None:
    assert [of(tree, id)[0].parent for id in ("r02", "r14", "r16")] == ["r01", "r01", "r15"]


def test_what_happened_is_recognised(tree: Trace) -> None:
    assert [of(tree, id)[0].signs.lifecycle for id in ("r11", "r18", "r19", "r14")] == [
        LifecycleKind.INTERRUPTION,
        LifecycleKind.COMPACTION,
        LifecycleKind.TITLE,
        UNSET,
    ]
    assert tree.header.title == "Slow wheat"


def test_the_prompts_of_a_sub_agent_are_its_parents() -> None:
    trace = read("subagent.jsonl")
    assert [event.actor for event in trace.events if isinstance(event.body, Text)][::2] == ["parent", "parent"]
    assert trace.header.ids["agent"] == ("explore-7f3c",)


def test_sub_agents_are_folded_under_the_session_that_started_them(tmp_path: Path) -> None:
    project, id = tmp_path / ".qwen/projects/-home-io-mill", "0a9f0000-0000-7000-8000-000000000001"
    (project / "chats").mkdir(parents=True)
    (project / "subagents" / id).mkdir(parents=True)
    (project / "chats" / f"{id}.jsonl").write_bytes((FIXTURES / "tree.jsonl").read_bytes())
    (project / "subagents" / id / "agent-explore-7f3c.jsonl").write_bytes((FIXTURES / "subagent.jsonl").read_bytes())
    (row,) = steno("ls", "--json", home=tmp_path).json()
    assert (row["agent"], row["id"], row["title"], row["subagents"]) == ("qwen-code", id, "Slow wheat", 1)
