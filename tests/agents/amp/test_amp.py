"""What Amp's threads say: results of its own kind, tokens by message or in a ledger."""

from __future__ import annotations

from pathlib import Path

import pytest

from steno.model import Kind, ToolResult, Trace
from steno.usage import requests, sums
from tests.given.logs import fixture
from tests.given.machine import steno

SAMPLE = Path(__file__).parents[2] / "fixtures" / "amp" / "thread.json"


@pytest.fixture(scope="module")
def thread() -> Trace:
    return fixture("amp", "thread.json")


def test_a_result_says_whether_its_call_failed_where_the_run_says_so(thread: Trace) -> None:
    results = [event.body for event in thread.events if isinstance(event.body, ToolResult)]
    assert [body.error for body in results[:2]] == [False, True]
    assert results[1].detail == {"message": "no such folder"}
    assert not isinstance(results[2].error, bool), "a call that was cancelled neither worked nor failed"


def test_what_another_provider_writes_to_its_cache_is_plain_input(thread: Trace) -> None:
    claude, other = requests(thread)
    assert (claude.input, claude.cache_write, claude.cache_read) == (5, 900, 4000)
    assert (other.input, other.cache_write, other.cache_read) == (310, 0, 2000)


def test_a_ledger_counts_where_no_message_states_tokens() -> None:
    total = sums(requests(fixture("amp", "ledger.json")))
    assert (total.requests, total.input, total.output, total.cache_read) == (2, 750, 7, 20)


def test_messages_say_when_they_were_sent_or_made(thread: Trace) -> None:
    times = [event.time for event in thread.events if event.kind is Kind.MESSAGE]
    assert times[:3] == ["2026-05-04T09:00:05.000Z", "2026-05-04T09:00:09.000Z", "2026-05-04T09:00:12.000Z"]


def test_a_folder_is_named_by_its_path_and_not_by_its_address(thread: Trace) -> None:
    assert thread.header.environment == {"cwd": ["/home/ana/my orchard"]}


def test_threads_are_found_in_the_agents_folder(tmp_path: Path) -> None:
    folder = tmp_path / ".local/share/amp/threads"
    folder.mkdir(parents=True)
    (folder / "T-0198c0de.json").write_bytes(SAMPLE.read_bytes())
    (row,) = steno("ls", "--json", home=tmp_path).json()
    assert (row["agent"], row["id"], row["turns"], row["title"]) == ("amp", "T-0198c0de", 2, "Ripe pears")
