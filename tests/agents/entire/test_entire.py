"""What Entire's transcripts say: results inside of calls, and lines whose words are gone."""

from __future__ import annotations

import pytest

from steno.model import Kind, Trace
from tests.given.sessions import of, one, said, spent


@pytest.fixture(scope="module")
def trace() -> Trace:
    return one("entire", "transcript.jsonl")


def test_a_result_answers_the_call_that_it_stands_in(trace: Trace) -> None:
    calls, results = of(trace, Kind.TOOL_CALL), of(trace, Kind.TOOL_RESULT)
    assert [each.call for each in calls] == ["toolu_g1", "toolu_g2", "toolu_g3"]
    assert [(each.call, each.body.content, each.body.error) for each in results] == [  # type: ignore[union-attr]
        ("toolu_g1", "bed 3: dry", False),
        ("toolu_g3", "no rule", True),
    ]
    assert [trace.header.actors[each.actor].name for each in results] == ["Read", "Bash"]


def test_a_line_without_words_begins_no_turn(trace: Trace) -> None:
    assert said(trace, "human") == ["Which beds need water?", "Like this?"]
    assert said(trace, "program") == [""]


def test_tokens_of_a_response_count_once_and_the_last_statement_counts(trace: Trace) -> None:
    total = spent(trace)
    assert (total.requests, total.input, total.output) == (3, 17, 52)


def test_the_agent_whose_session_it_is_is_named(trace: Trace) -> None:
    assert (trace.header.agent, trace.header.environment) == ("entire", {"agent": ["Claude Code"]})
