"""What Posit Assistant's messages say, and the tree that the file beside them says they form."""

from __future__ import annotations

from pathlib import Path

from steno import pipeline
from steno.diagnostics import Diagnostic, Place
from steno.model import Kind, Trace
from steno.usage import requests, sums
from tests.given.machine import steno

SESSION = Path(__file__).parents[2] / "fixtures" / "posit_assistant" / "session"


def read() -> Trace:
    found: list[Diagnostic] = []
    with (SESSION / "main.jsonl").open("rb") as stream:
        (trace,) = pipeline.read(stream, Place(str(SESSION / "main.jsonl")), found.append, "posit-assistant")
    assert found == []
    return trace


def test_a_message_names_the_one_that_it_follows() -> None:
    parents = {str(event.native): event.parent for event in read().events if isinstance(event.parent, str)}
    assert parents == {"1": "0", "2": "1", "3": "2", "4": "3", "5": "4", "6": "4", "7": "6"}


def test_the_leaf_is_the_end_of_the_active_branch() -> None:
    assert read().header.ids["leaf"] == ("7",)


def test_an_output_that_is_an_error_says_so() -> None:
    (result,) = [event for event in read().events if event.kind is Kind.TOOL_RESULT]
    assert (result.body.error, result.body.content) == (True, "no such bed")  # type: ignore[union-attr]


def test_tokens_of_abandoned_branches_count_too() -> None:
    total = sums(requests(read()))
    assert (total.requests, total.input, total.output, total.cache_read, total.cache_write) == (3, 67, 54, 100, 100)


def test_sub_agents_lie_below_their_conversation(tmp_path: Path) -> None:
    folder = tmp_path / ".posit/assistant/workspaces/w1/c-1"
    for each in (folder, folder / "subagents" / "c-2"):
        each.mkdir(parents=True)
        (each / "lm-messages.jsonl").write_bytes((SESSION / "main.jsonl").read_bytes())
    (folder / "conversation.json").write_bytes((SESSION / "conversation.json").read_bytes())
    (folder.parent / "workspace.json").write_text('{"path": "/home/ana/garden"}')
    (row,) = steno("ls", "--json", home=tmp_path).json()
    assert (row["agent"], row["id"], row["title"]) == ("posit-assistant", "c-1", "Dry beds")
    with (folder / "lm-messages.jsonl").open("rb") as stream:
        (trace,) = pipeline.read(stream, Place(str(folder / "lm-messages.jsonl")), lambda _: None, "posit-assistant")
    assert trace.header.environment["cwd"] == ["/home/ana/garden"]
