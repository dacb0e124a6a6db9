"""What a masker takes out is written nowhere, and what it cannot take out is not recorded."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import string
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import steno
from steno.record import Event, Masker, Recorder, RecordError, redacting

TOKEN = "glpat-" + "aB3dE6gH9jK2mN5pQ8sT"
MARK = re.compile(r"\[REDACTED:([a-z_]+):[0-9a-f]{8}\]")


def call(**more: Any) -> dict[str, Any]:
    return {"name": "Bash", "call_id": "toolu_01HZX3Q9", "input": {"command": "ls"}, "fidelity": "router", **more}


def message(*texts: str) -> dict[str, Any]:
    blocks = [{"type": "text", "fidelity": "agent_emitted", "text": text} for text in texts]
    return {"role": "assistant", "blocks": blocks}


def written(path: Path, masker: Masker | None, *events: dict[str, Any]) -> list[dict[str, Any]]:
    with Recorder(path / "run.jsonl", run_id="r", masker=masker) as target:
        for event in events:
            target.record(**event)
    return [json.loads(line) for line in target.path.read_bytes().splitlines()]


def test_a_masker_sees_a_copy_and_the_file_and_subscribers_see_what_it_made(tmp_path: Path) -> None:
    # A10, MaskerHookApplied
    seen: list[Event] = []

    def masker(event: Event) -> Event:
        seen.append(event)
        event.payload["input"]["command"] = "***"
        return event

    payload = call(input={"command": "secret", "at": datetime(2026, 1, 1, tzinfo=UTC)})
    with Recorder(tmp_path / "run.jsonl", run_id="r", masker=masker) as target:
        live = target.subscribe()
        event = target.record(type="tool.call", path="p", payload=payload)
    assert payload["input"]["command"] == "secret"
    assert event.payload["input"] == {"command": "***", "at": "2026-01-01T00:00:00Z"}
    assert list(live) == [event]
    assert b"secret" not in target.path.read_bytes()
    assert [(each.seq, each.timestamp, each.run_id) for each in seen] == [(0, "", "r")]


def test_half_of_a_character_is_no_obstacle(tmp_path: Path) -> None:
    lines = written(tmp_path, lambda event: event, {"type": "tool.call", "payload": call(input="\ud83d")})
    assert lines[0]["payload"]["input"] == "\ud83d"


def fail(event: Event) -> Event:
    raise KeyError(event.payload["input"]["command"])


@pytest.mark.parametrize(
    ("masker", "reason"),
    [
        (fail, "the masker failed (KeyError), so the event was not recorded"),
        (lambda event: None, "the masker returned NoneType, expected an Event; the event was not recorded"),
        (lambda event: replace(event, seq=9), "the masker set seq or timestamp"),
        (lambda event: replace(event, type=""), "what the masker returned cannot be recorded: type is ''"),
        (
            lambda event: replace(event, payload=None),
            "what the masker returned cannot be recorded: payload is missing",
        ),
        (lambda event: replace(event, run_id=5), "what the masker returned cannot be recorded: run_id is of type int"),
        (lambda event: replace(event, payload={**event.payload, "input": float("nan")}), "not a number"),
    ],
)
def test_a_masker_that_fails_lets_nothing_through(tmp_path: Path, masker: Any, reason: str) -> None:  # A10
    with Recorder(tmp_path / "run.jsonl", masker=masker) as target:
        live = target.subscribe()
        with pytest.raises(RecordError, match=re.escape(reason)) as caught:
            target.record(type="tool.call", payload=call(input={"command": "secret"}))
    assert "secret" not in str(caught.value)
    assert list(live) == []
    assert not target.path.exists() or target.path.read_bytes() == b""


def test_nothing_is_masked_unless_it_is_asked_for(tmp_path: Path) -> None:
    assert written(tmp_path, None, {"type": "tool.call", "payload": call(input=TOKEN)})[0]["payload"]["input"] == TOKEN


def masked(text: str) -> str:
    return MARK.sub(r"<\1>", text)


@pytest.mark.parametrize(
    "event",
    [
        {"type": "tool.call", "payload": call(input={"command": f"curl -H 'Authorization: Bearer {TOKEN}'"})},
        {"type": "tool.result", "payload": call(output=[{"deep": [{"er": f"token {TOKEN} here"}]}])},
        {"type": "tool.call", "payload": call(input={TOKEN: "as a key"})},
        {"type": "tool.call", "payload": call(note=TOKEN)},
        {"type": "step.completed", "payload": {"name": "s", "kind": "agent", "error": f"bad {TOKEN}"}},
        {"type": "run.started", "path": f"a.{TOKEN}"},
        {"type": "message.assistant", "payload": message("it is " + TOKEN)},
        {"type": "message.assistant", "payload": message("it is " + TOKEN[:14], TOKEN[14:] + " as you see")},
        {"type": "tool.result", "payload": call(output=[{"type": "text", "text": TOKEN[:9]}, {"text": TOKEN[9:]}])},
    ],
)  # fmt: skip
def test_a_secret_is_masked_wherever_it_stands_in_an_event(tmp_path: Path, event: dict[str, Any]) -> None:
    line = json.dumps(written(tmp_path, redacting(), event))
    assert TOKEN[:14] not in line
    assert TOKEN[14:] not in line
    assert "<auth_token>" in masked(line)


def test_ids_and_the_formats_own_words_stay(tmp_path: Path) -> None:
    events = [
        {"type": "tool.call", "payload": call(input={"role": "Tr0ub4dor&3x", "password": "Tr0ub4dor&3x"})},
        {"type": "message.assistant", "payload": message("it was Tr0ub4dor&3x, assistant")},
        {"type": "tool.result", "payload": call(output="ok")},
    ]
    lines = written(tmp_path, redacting(), *events)
    assert [line["payload"].get("call_id") for line in lines] == ["toolu_01HZX3Q9", None, "toolu_01HZX3Q9"]
    assert lines[1]["payload"]["role"] == "assistant"
    assert MARK.search(lines[1]["payload"]["blocks"][0]["text"])  # what was found once is known from then on
    assert "Tr0ub4dor" not in json.dumps(lines)


def test_equal_values_get_equal_placeholders_under_one_key(tmp_path: Path) -> None:
    def marks(key: bytes, name: str) -> set[str]:
        event = {"type": "tool.call", "payload": call(input=TOKEN)}
        return set(
            re.findall(r"\[REDACTED:[^]]*\]", json.dumps(written(tmp_path / name, redacting(key=key), event, event)))
        )

    one, same, other = marks(b"k" * 32, "a"), marks(b"k" * 32, "b"), marks(b"l" * 32, "c")
    assert len(one) == 1
    assert one == same != other


def test_personal_data_is_masked_where_that_is_asked_for(tmp_path: Path) -> None:
    event = {"type": "message.assistant", "payload": message("write to jane.roe@corp-mail.com")}
    assert "jane.roe" in json.dumps(written(tmp_path / "a", redacting("secrets"), event))
    assert "jane.roe" not in json.dumps(written(tmp_path / "b", redacting("pii"), event))


def test_a_level_that_there_is_not_is_refused() -> None:
    make: Callable[..., Masker] = redacting
    with pytest.raises(ValueError, match="level is 'all', expected 'secrets' or 'pii'"):
        make("all")


def test_maskers_of_several_threads_do_not_stand_in_each_others_way(tmp_path: Path) -> None:
    said = message("key= token AKIA word " * 1000)
    failed: list[RecordError] = []

    def work(number: int) -> None:
        with Recorder(tmp_path / f"{number}.jsonl", masker=redacting()) as target:
            for _ in range(5):
                try:
                    target.record(type="message.assistant", payload=said)
                except RecordError as error:
                    failed.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")  # it is what is tried here
def test_a_fork_while_a_masker_works_leaves_the_child_a_masker_that_works(tmp_path: Path) -> None:
    masker, said, over = redacting(), message("key= token AKIA word " * 1000), threading.Event()

    def work() -> None:
        with Recorder(tmp_path / "parent.jsonl", masker=masker) as target:
            while not over.is_set():
                target.record(type="message.assistant", payload=said)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        for number in range(5):
            time.sleep(0.02)
            child = os.fork()
            if not child:
                signal.alarm(20)  # a child that waits for ever is one that failed
                with Recorder(tmp_path / f"{number}.jsonl", masker=masker) as target:
                    target.record(type="message.assistant", payload=message(TOKEN))
                os._exit(0)
            assert os.waitpid(child, 0)[1] == 0
    finally:
        over.set()
        thread.join()
    for number in range(5):
        assert TOKEN.encode() not in (tmp_path / f"{number}.jsonl").read_bytes()


@pytest.mark.parametrize("length", [100, 3_000, 100_000])
def test_a_value_of_any_length_is_masked_and_no_event_is_lost(tmp_path: Path, length: int) -> None:
    token = "".join(random.Random(3).choices(string.ascii_letters + string.digits, k=length))  # noqa: S311
    with steno.run("review", directory=tmp_path) as run:
        run.user(f"export API_TOKEN={token}")
        run.assistant(f"It is {token} here.")
    (transcript,) = tmp_path.glob("*.jsonl")
    assert (run.lost, token[:80] in transcript.read_text()) == (0, False)
    assert len(transcript.read_text().splitlines()) == 4
