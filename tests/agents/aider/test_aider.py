"""What Aider's histories say: who speaks is told by how a line begins, and every start is a session."""

from __future__ import annotations

from steno import registry
from steno.model import Kind, Lifecycle, Thought
from steno.testing.conformance import written_back
from tests.given.sessions import FIXTURES, of, said, sessions, spent


def printed(name: str) -> list[str]:
    events = [event for trace in sessions("aider", "history.md") for event in of(trace, Kind.LIFECYCLE)]
    return [str(e.body.text) for e in events if isinstance(e.body, Lifecycle) and e.body.name == name]


def test_every_start_of_the_program_is_a_session() -> None:
    first, second = sessions("aider", "history.md")
    assert [event.time for trace in (first, second) for event in trace.events if event.time] == [
        "2026-03-04 13:00:00",
        "2026-03-04 14:00:00",
    ]


def test_a_prompt_is_what_was_typed_and_a_blank_line_ends_it() -> None:
    first, _ = sessions("aider", "history.md")
    assert said(first, "human") == ["Paint the fence\nin green.", "/clear", "Again."]


def test_an_answer_may_hold_headings_and_edits() -> None:
    first, _ = sessions("aider", "history.md")
    (answer,) = said(first, "model")
    assert answer.startswith("# Fence\n") and ">>>>>>> REPLACE\n" in answer
    (thought,) = of(first, Kind.THOUGHT)
    assert isinstance(thought.body, Thought) and "Green is nice." in str(thought.body.text)


def test_edits_and_commits_are_records_of_their_own() -> None:
    assert printed("edit") == ["> Applied edit to fence.py  \n", "> Applied edit to gate.py  \n"]
    assert [text.split()[2] for text in printed("commit")] == ["1234abc"]


def test_tokens_are_those_that_are_printed_with_the_model_that_was_named_last() -> None:
    totals = [spent(trace) for trace in sessions("aider", "history.md")]
    assert [(each.input, each.cache_read, each.output) for each in totals] == [(9700, 1200, 85), (2_000_000, 0, 1500)]
    models = [event.model for trace in sessions("aider", "history.md") for event in trace.events if event.usage]
    assert models == ["oak/oak-2", "oak/oak-3"]


def test_a_history_is_written_back_byte_for_byte() -> None:
    written, losses = written_back(registry.formats["aider"], sessions("aider", "history.md"))
    assert (written, losses) == ((FIXTURES / "aider/history.md").read_bytes(), [])
