"""A recorder writes what it was given, in order, without gaps, and says what it cannot write."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import msgspec
import pytest

from steno.record import Event, Gap, NullRecorder, Recorder, RecordError, Stats

RUN = "550e8400-e29b-41d4-a716-446655440000"
STEP = {"name": "analyze", "kind": "agent"}
NOON = datetime(2026, 6, 8, 8, 14, 42, 123456, UTC)


def call(number: int = 0) -> dict[str, Any]:
    return {"name": "Read", "call_id": f"call-{number}", "input": {"path": "main.go"}, "fidelity": "router"}


def recorder(path: Path, **more: Any) -> Recorder:
    return Recorder(path, run_id=RUN, clock=lambda: NOON, **more)


def lines(path: Path) -> list[dict[str, Any]]:
    data = path.read_bytes()
    assert data == b"" or data.endswith(b"\n")
    return [json.loads(line) for line in data.splitlines()]


def seqs(path: Path) -> list[int]:
    return [line["seq"] for line in lines(path)]


# What is written


def test_an_event_is_one_line_in_the_order_of_the_specification(tmp_path: Path) -> None:
    with recorder(tmp_path / "run.jsonl") as target:
        event = target.record(type="tool.call", path="analyze", iteration=2, payload=call(), child_run_id="c")
    assert (tmp_path / "run.jsonl").read_bytes() == (
        b'{"seq":1,"run_id":"550e8400-e29b-41d4-a716-446655440000","child_run_id":"c","type":"tool.call",'
        b'"path":"analyze","iteration":2,"timestamp":"2026-06-08T08:14:42.123456Z","payload":{"name":"Read",'
        b'"call_id":"call-0","input":{"path":"main.go"},"output":null,"fidelity":"router"}}\n'
    )
    assert event == Event(
        seq=1, run_id=RUN, child_run_id="c", type="tool.call", path="analyze", iteration=2,
        timestamp="2026-06-08T08:14:42.123456Z", payload={**call(), "output": None},
    )  # fmt: skip


def test_a_canonical_life_is_read_back_as_it_was_recorded(tmp_path: Path) -> None:
    said = [
        ("run.started", "", None),
        ("step.started", "analyze", STEP),
        (
            "message.user",
            "analyze",
            {"role": "user", "blocks": [{"type": "text", "fidelity": "router", "text": "a\0b"}]},
        ),
        ("tool.call", "analyze", call(1)),
        ("tool.result", "analyze", {**call(1), "output": [1.0, 2**70, {"é": "\u2028"}]}),
        ("step.completed", "analyze", {**STEP, "result": False}),
        ("run.completed", "", {"name": "w", "kind": "workflow", "error": "no"}),
    ]
    with recorder(tmp_path / "run.jsonl") as target:
        for type, path, payload in said:
            target.record(type=type, path=path, payload=payload)
    got = [(line["type"], line["path"], line["payload"]) for line in lines(tmp_path / "run.jsonl")]
    assert got == [(type, path, {**payload, "output": None} if type == "tool.call" and payload else payload)
                   for type, path, payload in said]  # fmt: skip


def test_the_run_of_an_event_may_be_another_one(tmp_path: Path) -> None:
    with recorder(tmp_path / "run.jsonl") as target:
        target.record(type="run.started")
        target.record(type="run.started", run_id="child", parent_run_id=RUN)
    assert [(line["run_id"], line.get("parent_run_id")) for line in lines(target.path)] == [(RUN, None), ("child", RUN)]


def test_a_recorder_without_a_run_makes_one(tmp_path: Path) -> None:
    one, other = Recorder(tmp_path / "a.jsonl"), Recorder(tmp_path / "b.jsonl")
    assert one.run_id != other.run_id
    assert one.record(type="run.started").run_id == one.run_id
    one.close()


def test_the_time_is_utc_with_its_microseconds(tmp_path: Path) -> None:
    clock = iter([NOON, NOON.astimezone(timezone(timedelta(hours=5))) + timedelta(microseconds=1)])
    with Recorder(tmp_path / "run.jsonl", clock=lambda: next(clock)) as target:
        stamps = [target.record(type="run.started").timestamp for _ in range(2)]
    assert stamps == ["2026-06-08T08:14:42.123456Z", "2026-06-08T08:14:42.123457Z"]


def test_the_machines_time_is_the_time_between_two_looks_at_the_clock(tmp_path: Path) -> None:
    with Recorder(tmp_path / "run.jsonl") as target:
        before = datetime.now(UTC)
        stamps = [datetime.fromisoformat(target.record(type="run.started").timestamp) for _ in range(3000)]
        after = datetime.now(UTC)
    assert stamps == sorted(stamps)
    assert before - timedelta(milliseconds=1) <= stamps[0] <= stamps[-1] <= after


def test_half_of_a_character_is_recorded_as_its_escape(tmp_path: Path) -> None:
    with recorder(tmp_path / "run.jsonl") as target, target.subscribe() as live:
        target.record(type="tool.call", payload={**call(), "input": "\ud83d"})
        event = next(live)
    assert b'"input":"\\ud83d"' in target.path.read_bytes()
    assert isinstance(event, Event)
    assert event.payload["input"] == "\ud83d"


def test_a_line_may_be_longer_than_any_pipe(tmp_path: Path) -> None:  # PayloadBeyondPipeBuf
    text = "x" * 5_000_000
    with recorder(tmp_path / "run.jsonl") as target:
        target.record(type="tool.call", payload={**call(), "input": text})
        target.record(type="tool.call", payload=call())
    assert [line["payload"]["input"] for line in lines(target.path)] == [text, {"path": "main.go"}]


def test_what_the_caller_changes_later_changes_nothing(tmp_path: Path) -> None:
    payload = call()
    with recorder(tmp_path / "run.jsonl") as target, target.subscribe() as live:
        target.record(type="tool.call", payload=payload)
        payload["input"]["path"] = "other.go"
        event = next(live)
    assert isinstance(event, Event)
    assert event.payload["input"] == {"path": "main.go"} == lines(target.path)[0]["payload"]["input"]


# What is refused


CYCLE: dict[str, Any] = {}
CYCLE["again"] = CYCLE


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        ({"type": "run.paused"}, "type is 'run.paused', expected one of"),
        ({"type": ""}, "type is '', expected one of"),
        ({"type": None}, "type is None, expected one of"),
        ({"type": "step.started"}, "payload is missing, expected an object in step.started"),
        ({"type": "tool.call", "payload": {**call(), "fidelity": "guess"}}, "payload/fidelity is 'guess', expected"),
        ({"type": "message.user", "payload": {"role": "user", "blocks": [{"type": "image", "fidelity": "router"}]}},
         "payload/blocks/0/type is 'image', expected one of"),
        ({"type": "run.started", "path": 5}, "path is of type int, expected text"),
        ({"type": "run.started", "iteration": -1}, "iteration is -1, expected a whole number, 0 or more"),
        ({"type": "run.started", "iteration": True}, "iteration is True, expected a whole number, 0 or more"),
        ({"type": "run.started", "run_id": ""}, "run_id is empty"),
        ({"type": "run.started", "child_run_id": 7}, "child_run_id is of type int, expected text"),
        ({"type": "tool.call", "payload": {**call(), "input": object()}}, "cannot be written as JSON"),
        ({"type": "tool.call", "payload": {**call(), "input": float("nan")}}, "a number is infinite or not a number"),
        ({"type": "tool.call", "payload": {**call(), "output": [float("inf")]}}, "a number is infinite or not a numb"),
        ({"type": "tool.call", "payload": {**call(), "input": CYCLE}}, "cannot be written as JSON"),
        ({"type": "tool.call", "payload": {**call(), "input": msgspec.Raw(b"[1,\n2]")}}, "a raw value holds a line"),
    ],
)  # fmt: skip
def test_an_event_that_may_not_stand_there_is_refused_and_uses_no_seq(
    tmp_path: Path, event: dict[str, Any], reason: str
) -> None:  # InvalidEventRejected, RecordNilEventReturnsError, A03, A11
    with recorder(tmp_path / "run.jsonl") as target:
        live = target.subscribe()
        target.record(type="run.started")
        with pytest.raises(RecordError) as caught:
            target.record(**event)
        target.record(type="run.completed")
    assert reason in str(caught.value)
    assert seqs(target.path) == [1, 2]
    assert [each.seq for each in live if isinstance(each, Event)] == [1, 2]
    assert target.stats().last_error == str(caught.value)


def test_a_null_that_somebody_meant_is_written(tmp_path: Path) -> None:
    with recorder(tmp_path / "run.jsonl") as target:
        target.record(type="tool.result", payload={**call(), "input": None, "output": [None, "null", 1.5]})
    assert lines(target.path)[0]["payload"]["output"] == [None, "null", 1.5]


def test_a_caller_cannot_give_a_seq(tmp_path: Path) -> None:  # A12
    with recorder(tmp_path / "run.jsonl") as target, pytest.raises(TypeError):
        target.record(type="run.started", seq=7)  # type: ignore[call-arg]


@pytest.mark.parametrize("more", [{"fsync": "sometimes"}, {"buffer": 0}, {"buffer": -1}, {"run_id": ""}])
def test_a_recorder_that_cannot_be_is_refused_at_once(tmp_path: Path, more: dict[str, Any]) -> None:  # A20
    with pytest.raises(ValueError, match=next(iter(more))):
        Recorder(tmp_path / "run.jsonl", **more)


# The file


def test_nothing_is_touched_before_the_first_event(tmp_path: Path) -> None:  # NewRecorder_Success
    with recorder(tmp_path / "deep" / "run.jsonl") as target:
        target.subscribe()
        assert target.stats() == Stats(0, 0, 0, 0, target.stats().subscribers, 0, None)
    assert list(tmp_path.iterdir()) == []


def test_the_file_and_its_folders_are_for_their_owner(tmp_path: Path) -> None:  # A08, CreatesFileAt0600, ParentDirs
    old = os.umask(0)
    try:
        with recorder(tmp_path / "a" / "b" / "run.jsonl") as target:
            target.record(type="run.started")
            modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in (tmp_path / "a").rglob("*")}
    finally:
        os.umask(old)
    assert modes == {"b": 0o700, "run.jsonl": 0o600, "run.jsonl.lock": 0o600}
    assert [each.name for each in (tmp_path / "a" / "b").iterdir()] == ["run.jsonl"]


def test_a_file_that_others_may_read_is_made_private(tmp_path: Path) -> None:  # A08
    path = tmp_path / "run.jsonl"
    path.touch(mode=0o644)
    with recorder(path) as target:
        target.record(type="run.started")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda path: path.mkdir(), "is a directory"),
        (os.mkfifo, "not a regular file"),
        (lambda path: path.symlink_to("elsewhere"), "a symbolic link: name the file itself"),
    ],
)
def test_what_is_no_file_is_refused_and_left_alone(tmp_path: Path, make: Callable[[Path], None], reason: str) -> None:
    path = tmp_path / "run.jsonl"
    make(path)
    with recorder(path) as target, pytest.raises(RecordError, match=reason):
        target.record(type="run.started")
    assert [each.name for each in tmp_path.iterdir()] == ["run.jsonl"]


def test_a_device_is_refused_and_nothing_is_put_beside_it() -> None:
    with recorder(Path("/dev/full")) as target, pytest.raises(RecordError, match="not a regular file"):
        target.record(type="run.started")
    assert not Path("/dev/full.lock").exists()


def test_an_error_at_opening_does_not_stay(tmp_path: Path) -> None:  # A07
    folder = tmp_path / "later"
    folder.write_text("a file where the folder should be")
    with recorder(folder / "run.jsonl") as target:
        for _ in range(2):
            with pytest.raises(RecordError, match=r"later"):
                target.record(type="run.started")
        folder.unlink()
        assert target.record(type="run.started").seq == 1
    assert seqs(target.path) == [1]


def test_the_file_is_where_the_program_stood_when_it_made_the_recorder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with recorder(Path("run.jsonl")) as target:
        (tmp_path / "elsewhere").mkdir()
        monkeypatch.chdir("elsewhere")
        target.record(type="run.started")
    assert target.path == tmp_path / "run.jsonl"
    assert seqs(tmp_path / "run.jsonl") == [1]


# Continuing


def test_a_file_is_continued_after_its_highest_seq(tmp_path: Path) -> None:  # A04, AppendOnly_PreservesPriorLines
    path = tmp_path / "run.jsonl"
    for _ in range(3):
        with recorder(path) as target:
            target.record(type="run.started")
            target.record(type="run.completed")
    assert seqs(path) == [1, 2, 3, 4, 5, 6]


def event(seq: object, **more: object) -> bytes:
    fields = {"seq": seq, "run_id": RUN, "type": "run.started", "path": "", "iteration": 0, "timestamp": "t"}
    return json.dumps({**fields, "payload": None, **more}).encode()


@pytest.mark.parametrize(
    ("before", "highest"),
    [
        (b"", 0),
        (event(1) + b"\n" + event(7) + b"\n" + event(3) + b"\n", 7),
        (event(4, big="x" * 3_000_000) + b"\r\n" + b"not JSON\n\n" + event(2) + b"\n", 4),
        (b'{"seq":9,"run_id":"r"}\n{"seq":8,"run_id":"r"}\n', 9),
        (b'{"seq":9,"run_id":"r"}\n{ "run_id":"r","seq": 12}\n', 12),
        (b'{"seq":"99"}\n{"seq":-5}\n{"seq":1.5}\n{"seq":true}\n[]\n{}\n' + event(6) + b"\n", 6),
        (b'{"payload":{"seq":70},"seq":5}\n', 5),
        (event(2**64 - 2) + b"\n", 2**64 - 2),
    ],
)
def test_the_highest_seq_is_found_wherever_and_however_it_stands(tmp_path: Path, before: bytes, highest: int) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(before)
    with recorder(path) as target:
        assert target.record(type="run.started").seq == highest + 1
    assert path.read_bytes().startswith(before)


def test_a_seq_after_which_there_is_none_is_said(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(event(2**64 - 1) + b"\n")
    with (
        recorder(path) as target,
        pytest.raises(RecordError, match="its seq is 18446744073709551615, the highest there is"),
    ):
        target.record(type="run.started")
    assert path.read_bytes() == event(2**64 - 1) + b"\n"


@pytest.mark.parametrize(
    "tail", [event(3)[:-9], b"\0" * 5000, b'{"half":', b"[]", b'{"no":"event"}', "é".encode()[:1], b" "]
)
def test_a_torn_tail_is_kept_beside_the_file(tmp_path: Path, tail: bytes) -> None:  # A04
    path, torn = tmp_path / "run.jsonl", tmp_path / "run.jsonl.torn"
    path.write_bytes(event(1) + b"\n" + event(2) + b"\n" + tail)
    torn.write_bytes(b"earlier\n")
    with recorder(path) as target:
        assert target.record(type="run.started").seq == 3
    assert seqs(path) == [1, 2, 3]
    assert torn.read_bytes() == b"earlier\n" + tail + b"\n"


def test_a_new_side_file_is_private(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(b"torn")
    with recorder(path) as target:
        target.record(type="run.started")
    assert stat.S_IMODE((tmp_path / "run.jsonl.torn").stat().st_mode) == 0o600


def test_a_whole_event_without_its_line_end_gets_it(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(event(1) + b"\n" + event(2))
    with recorder(path) as target:
        target.record(type="run.started")
    assert seqs(path) == [1, 2, 3]
    assert [each.name for each in tmp_path.iterdir()] == ["run.jsonl"]


# Threads, tasks, closing


def test_the_order_of_lines_is_the_order_of_seqs_and_of_subscribers(tmp_path: Path) -> None:
    # A01, A02, SeqMonotonicConcurrent, ConcurrentWritesSerialized
    threads, each = 16, 250
    with recorder(tmp_path / "run.jsonl") as target, target.subscribe(threads * each) as live:
        begin = threading.Barrier(threads)

        def write(number: int) -> None:
            begin.wait()
            for count in range(each):
                target.record(type="tool.call", iteration=count, payload=call(number))

        writers = [threading.Thread(target=write, args=(number,)) for number in range(threads)]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
        target.close()
        seen = [event for event in live if isinstance(event, Event)]
    written = lines(tmp_path / "run.jsonl")
    assert [line["seq"] for line in written] == list(range(1, threads * each + 1))
    assert [msgspec.to_builtins(event) for event in seen] == written
    for number in range(threads):
        mine = [line["iteration"] for line in written if line["payload"]["call_id"] == f"call-{number}"]
        assert mine == list(range(each))


def test_what_a_cancelled_task_records_is_written(tmp_path: Path) -> None:  # A09, ContextCancellation
    async def work(target: Recorder) -> None:
        try:
            await asyncio.sleep(60)
        finally:
            target.record(type="step.completed", payload={**STEP, "error": "cancelled"})

    async def main(target: Recorder) -> None:
        task = asyncio.create_task(work(target))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with recorder(tmp_path / "run.jsonl") as target:
        asyncio.run(main(target))
    assert [line["payload"]["error"] for line in lines(target.path)] == ["cancelled"]


@pytest.mark.parametrize("opened", [True, False])
def test_a_closed_recorder_records_nothing(tmp_path: Path, opened: bool) -> None:  # A06
    target = recorder(tmp_path / "run.jsonl")
    if opened:
        target.record(type="run.started")
    target.close()
    with pytest.raises(RecordError, match="the recorder is closed"):
        target.record(type="run.completed")
    assert target.path.exists() is opened


def test_closing_again_is_nothing_and_any_thread_may_close(tmp_path: Path) -> None:  # IdempotentClose
    target = recorder(tmp_path / "run.jsonl")
    target.record(type="run.started")
    open_files = Path("/proc/self/fd")
    before = len(list(open_files.iterdir())) if open_files.exists() else None
    closers = [threading.Thread(target=target.close) for _ in range(8)]
    for closer in closers:
        closer.start()
    for closer in closers:
        closer.join()
    target.close()
    if before is not None:
        assert len(list(open_files.iterdir())) == before - 2  # the file and its lock
    assert seqs(target.path) == [1]


def test_a_forgotten_recorder_lets_go_of_its_file(tmp_path: Path) -> None:
    target = recorder(tmp_path / "run.jsonl")
    target.record(type="run.started")
    del target
    gc.collect()
    with recorder(tmp_path / "run.jsonl") as again:
        assert again.record(type="run.completed").seq == 2


@pytest.mark.parametrize("fsync", ["never", "interval", "always"])
def test_what_is_synced_is_in_the_figures(tmp_path: Path, fsync: Any) -> None:  # A19
    with recorder(tmp_path / "run.jsonl", fsync=fsync) as target:
        for _ in range(3):
            target.record(type="run.started")
        if fsync == "interval":
            deadline = threading.Event()
            for _ in range(100):
                if target.stats().synced_seq == 3:
                    break
                deadline.wait(0.05)
        assert target.stats().synced_seq == (0 if fsync == "never" else 3)
        if fsync == "interval":
            for thread in threading.enumerate():
                if thread.name == "steno-sync":
                    thread.join(5)  # it ends when there is nothing more to sync
            assert not [each for each in threading.enumerate() if each.name == "steno-sync"]
    assert target.stats().synced_seq == 3
    assert target.stats().bytes == target.path.stat().st_size


def test_threads_that_sync_every_event_share_syncs(tmp_path: Path) -> None:  # A19
    with recorder(tmp_path / "run.jsonl", fsync="always") as target:

        def write() -> None:
            for _ in range(10):
                seq = target.record(type="run.started").seq
                assert target.stats().synced_seq >= seq

        writers = [threading.Thread(target=write) for _ in range(8)]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
        assert target.stats().synced_seq == 80
    assert seqs(target.path) == list(range(1, 81))


# Nothing


def test_the_null_recorder_does_nothing(tmp_path: Path) -> None:  # the Nop group
    threads = threading.active_count()
    with NullRecorder(run_id=RUN) as target:
        assert target.record(type="no such type", payload=object()).seq == 0
        assert list(target.subscribe()) == []
        assert target.stats() == Stats(0, 0, 0, 0, (), 0, None)
        target.close()
    target.close()
    assert threading.active_count() == threads
    assert (target.run_id, target.path, list(tmp_path.iterdir())) == (RUN, Path(os.devnull), [])


def test_the_null_recorder_and_the_recorder_have_the_same_methods() -> None:
    import inspect

    for name in ("record", "subscribe", "stats", "close", "__enter__", "__exit__"):
        ours, theirs = (inspect.signature(getattr(each, name)) for each in (NullRecorder, Recorder))
        assert list(ours.parameters.values()) == list(theirs.parameters.values())
    assert {"run_id", "path"} <= set(dir(NullRecorder()))


def test_recording_is_imported_only_when_it_is_used() -> None:
    script = (
        "import sys, steno.record; steno.record.NullRecorder;assert not {'msgspec', 'logging', 'asyncio', "
        "'steno.record.recorder'} & set(sys.modules), 'null';steno.record.Recorder; print(sorted({'logging', "
        "'asyncio', 'steno.detect'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def test_the_public_names_are_these() -> None:
    import steno.record

    names = {name: getattr(steno.record, name) for name in steno.record.__all__}
    assert dir(steno.record) == sorted(names)
    assert names["Gap"] is Gap
    with pytest.raises(AttributeError, match="no attribute 'Writer'"):
        steno.record.Writer  # type: ignore[attr-defined]  # noqa: B018
