"""What Mistral Vibe's messages say, and the file beside them."""

from __future__ import annotations

from pathlib import Path

from steno import pipeline
from steno.diagnostics import Diagnostic, Place
from steno.model import Kind, Text, Trace
from steno.usage import requests
from tests.given.machine import steno

SESSION = Path(__file__).parents[2] / "fixtures" / "vibe" / "session"


def read() -> Trace:
    found: list[Diagnostic] = []
    with (SESSION / "main.jsonl").open("rb") as stream:
        (trace,) = pipeline.read(stream, Place(str(SESSION / "main.jsonl")), found.append, "vibe")
    assert found == []
    return trace


def test_what_is_true_of_the_session_stands_beside_it() -> None:
    header = read().header
    assert (header.ids["session"], header.ids["parent"], header.title) == (("0f0f-1",), ("0f0f-0",), "Dry beds")
    assert header.environment == {"cwd": ["/home/ana/garden"], "branch": ["main"], "commit": ["abc"]}


def test_tokens_are_one_sum_that_includes_what_the_cache_gave() -> None:
    (only,) = requests(read())
    assert (only.input, only.cache_read, only.output) == (100, 20, 30)


def test_the_model_of_the_session_is_that_of_every_answer() -> None:
    said = [event for event in read().events if event.kind is Kind.THOUGHT]
    assert [event.model for event in said] == ["devstral-3"]


def test_words_that_the_program_injected_begin_no_turn() -> None:
    said = [(event.actor, event.turn) for event in read().events if isinstance(event.body, Text)]
    assert said[:2] == [("human", 1), ("program", 1)]


def test_sessions_are_found_by_their_folder(tmp_path: Path) -> None:
    folder = tmp_path / ".vibe/logs/session/session_20260613_0f0f"
    folder.mkdir(parents=True)
    (folder / "messages.jsonl").write_bytes((SESSION / "main.jsonl").read_bytes())
    (folder / "meta.json").write_bytes((SESSION / "meta.json").read_bytes())
    (row,) = steno("ls", "--json", home=tmp_path).json()
    assert (row["agent"], row["id"], row["title"], row["turns"]) == ("vibe", folder.name, "Dry beds", 1)
