"""What the files of a task say: whose words are sent to the model, calls in markup, and what requests took."""

from __future__ import annotations

from pathlib import Path

import pytest

from steno.agents.cline.words import calls, human
from steno.model import Kind, Text, ToolCall, Trace
from steno.model.signs import LifecycleKind
from steno.usage import requests, sums
from tests.given.logs import FIXTURES, fixture
from tests.given.machine import steno


@pytest.fixture(scope="module")
def task() -> Trace:
    return fixture("cline", "task/main.json")


def test_the_humans_words_stand_apart_from_what_the_program_writes_around_them(task: Trace) -> None:
    said = [event.body.text for event in task.events if isinstance(event.body, Text) and event.actor == "human"]
    assert said == ["Paint the shed.", "Take green.", "Thanks, that is all.", "Bye."]
    whole = [event.body.text for event in task.events if isinstance(event.body, Text) and event.actor == "program"]
    assert "[read_file for 'paint.md'] Result:\nred, <feedback>green</feedback>" in whole


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<task>\nGo.\n</task>", "Go."),
        ("[ask_followup_question for 'Which?'] Result:\n<answer>\nThat.\n</answer>", "That."),
        ("[execute_command for 'x'] Result:\nThe user denied it.\n<feedback>\nNo.\n</feedback>\n", "No."),
        ("[read_file for 'a'] Result:\n<p>text</p> <feedback>b</feedback>", ""),
        ("[read_file for 'a'] Result:\n<feedback>of a file</feedback>", ""),
        ("The user has provided feedback on the results.\n<feedback>\nMore.\n</feedback>", "More."),
        ("<environment_details>\n</environment_details>", ""),
        ("[ask_followup_question for 'Which\n[x] one?'] Result:\n<answer>\nThat.\n</answer>", "That."),
        ("[read_file for 'a'] Result:\nb [c] Result:\nThe user said\n<feedback>d</feedback>", ""),
        ("New instructions for task continuation:\n<user_message>\nGo on.\n</user_message>", "Go on."),
        ("New message to respond to (in the <response> parameter):\n<user_message>\nOr?\n</user_message>", "Or?"),
        ("<task>never closed", "never closed"),
        ("a text without marks", "a text without marks"),
    ],
)
def test_where_a_human_speaks(text: str, said: str) -> None:
    start, end = human(text)
    assert text[start:end] == said


def test_what_stands_behind_the_head_of_a_result_is_what_the_tool_returned() -> None:
    trace = fixture("cline", "markup.json")
    said = {event.body.text: event.actor for event in trace.events if isinstance(event.body, Text)}
    assert (said["in the corner"], said["Sweep the floor."]) == ("program", "human")


def test_a_call_that_is_written_as_markup_is_a_call_and_one_that_is_not_closed_is_none() -> None:
    trace = fixture("cline", "markup.json")
    found = [event.body for event in trace.events if event.kind is Kind.TOOL_CALL]
    assert found == [
        ToolCall("read_file", {"path": "broom.md"}),
        ToolCall("write_to_file", {"path": "floor.md", "content": "clean", "line_count": "1"}),
    ]


def test_many_tags_that_are_never_closed_are_looked_at_once() -> None:
    assert list(calls("<read_file>\n<path>" * 20_000)) == []


def test_requests_state_their_tokens_in_their_turn(task: Trace) -> None:
    total = sums(requests(task))
    assert (total.requests, total.input, total.output, total.cache_read, total.cache_write) == (4, 26, 72, 1200, 620)
    turns = {event.uid: event.turn for event in task.events}
    assert [turns[each.event] for each in requests(task)] == [1, 1, 2, 4]


def test_files_beside_name_the_session_and_the_version(task: Trace) -> None:
    assert task.header.ids == {"session": ("1777885200000",), "parent": ("1777885100000",)}
    assert (task.header.versions, task.header.environment) == (("3.51.0",), {"cwd": ["/home/ana/shed"]})


def test_what_was_shown_is_a_session_of_its_own_where_nothing_else_is_there() -> None:
    trace = fixture("cline", "shown.json")
    assert [event.body.tool for event in trace.events if isinstance(event.body, ToolCall)] == [
        "readFile", "execute_command", "buy", "browser_action",
    ]  # fmt: skip
    assert max(event.turn for event in trace.events if isinstance(event.turn, int)) == 2
    assert [event.signs.lifecycle for event in trace.events][-1] is LifecycleKind.INTERRUPTION


def test_where_no_task_is_shown_the_first_text_is_the_humans() -> None:
    trace = fixture("cline", "shown_without_task.json")
    said = [(event.actor.partition(":")[0], event.body.text) for event in trace.events if isinstance(event.body, Text)]
    assert said == [("human", "Rake the path."), ("model", "I rake."), ("human", "More.")]


def test_tasks_are_found_in_the_folders_of_editors_under_each_agents_name(tmp_path: Path) -> None:
    for agent, extension in (("cline", "saoudrizwan.claude-dev"), ("roo-code", "rooveterinaryinc.roo-cline")):
        folder = tmp_path / f".config/Code/User/globalStorage/{extension}/tasks/{agent}-1"
        folder.mkdir(parents=True)
        for path in (FIXTURES / "cline/task").iterdir():
            name = "api_conversation_history.json" if path.name == "main.json" else path.name
            (folder / name).write_bytes(path.read_bytes())
    rows = steno("ls", "--json", home=tmp_path).json()
    assert {(row["agent"], row["id"], row["turns"]) for row in rows} == {
        ("cline", "cline-1", 4),
        ("roo-code", "roo-code-1", 4),
    }
