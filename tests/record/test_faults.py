"""Full disks, signals, forks, a second process: whatever goes wrong, the file stays whole and in order."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import textwrap
import threading
from pathlib import Path
from typing import Any

import pytest

from steno.record import Event, Recorder, RecordError

STEP = {"name": "s", "kind": "agent"}


def seqs(path: Path) -> list[int]:
    data = path.read_bytes()
    assert data.endswith(b"\n")
    return [json.loads(line)["seq"] for line in data.splitlines()]


def python(script: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    code = "import os, sys\nfrom pathlib import Path\nfrom steno.record import Recorder, RecordError\n"
    command = [sys.executable, "-W", "ignore", "-c", code + textwrap.dedent(script), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def big(size: int) -> dict[str, Any]:
    return {**STEP, "result": "x" * size}


# The disk


def test_a_limit_in_the_middle_of_a_line_leaves_no_part_of_it(tmp_path: Path) -> None:  # A05, RLIMIT_FSIZE
    script = """
        import resource
        target = Recorder(sys.argv[1], run_id="r")
        live = target.subscribe()
        target.record(type="step.started", payload={"name": "s", "kind": "agent"})
        size = target.path.stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 1000, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
        for _ in range(3):
            try:
                target.record(type="step.started", payload={"name": "s", "kind": "agent", "result": "x" * 5000})
            except RecordError as error:
                print(error)
            assert target.path.stat().st_size == size
        target.record(type="step.completed", payload={"name": "s", "kind": "agent"})
        assert target.stats().last_error
        target.close()
        print([each.seq for each in live])
    """
    path = tmp_path / "run.jsonl"
    run = python(script, path)
    message = f"{path}: file too large; the event was not recorded\n"
    assert (run.stdout, run.stderr) == (message * 3 + "[1, 2]\n", "")
    assert seqs(path) == [1, 2]
    assert [each.name for each in tmp_path.iterdir()] == ["run.jsonl"]


@pytest.fixture
def small_disk(tmp_path: Path) -> Any:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)], capture_output=True, text=True, check=False
    )
    if mounted.returncode:
        pytest.skip(f"a small disk cannot be mounted here: {mounted.stderr.strip()}")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def test_a_full_disk_is_said_and_recording_goes_on_when_there_is_room(small_disk: Path) -> None:  # A05, ENOSPC
    ballast = small_disk / "ballast"
    ballast.write_bytes(b"x" * 40_000)
    with Recorder(small_disk / "run.jsonl") as target:
        live = target.subscribe()
        target.record(type="step.started", payload=STEP)
        size = target.path.stat().st_size
        for _ in range(3):
            with pytest.raises(RecordError, match="no space left on device; the event was not recorded"):
                target.record(type="step.started", payload=big(50_000))
            assert target.path.stat().st_size == size
        ballast.unlink()
        target.record(type="step.completed", payload=big(50_000))
    assert seqs(target.path) == [1, 2]
    assert [each.seq for each in live if isinstance(each, Event)] == [1, 2]


def test_a_full_disk_under_many_threads_leaves_no_gap(small_disk: Path) -> None:  # A03
    with Recorder(small_disk / "run.jsonl") as target:
        done: list[int] = []
        failed: list[str] = []

        def write() -> None:
            for _ in range(200):
                try:
                    done.append(target.record(type="step.started", payload=big(700)).seq)
                except RecordError as error:
                    failed.append(str(error))

        writers = [threading.Thread(target=write) for _ in range(8)]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
    assert failed
    assert seqs(target.path) == sorted(done) == list(range(1, len(done) + 1))


def test_a_torn_line_that_cannot_be_taken_back_is_put_aside_before_the_next(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with Recorder(path) as target:
        target.record(type="step.started", payload=STEP)
        made = subprocess.run(["chattr", "+a", str(path)], capture_output=True, text=True, check=False)
        if made.returncode:
            pytest.skip(f"a file cannot be made append-only here: {made.stderr.strip()}")
        limit = resource.getrlimit(resource.RLIMIT_FSIZE)
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 100, limit[1]))
            with pytest.raises(RecordError, match="left a partial line, which will be set aside before the next"):
                target.record(type="step.started", payload=big(5000))
            resource.setrlimit(resource.RLIMIT_FSIZE, limit)
            with pytest.raises(RecordError, match="the partial line at its end cannot be set aside"):
                target.record(type="step.started", payload=STEP)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limit)
            subprocess.run(["chattr", "-a", str(path)], check=True)
        target.record(type="step.completed", payload=STEP)
    assert seqs(path) == [1, 2]
    assert (tmp_path / "run.jsonl.torn").read_bytes().count(b'{"seq":2,') == 2  # once for each try


# Signals


def test_a_signal_handler_in_the_middle_of_a_record_gets_an_error_and_no_deadlock(tmp_path: Path) -> None:
    with Recorder(tmp_path / "run.jsonl") as target:
        inside: list[str] = []
        outside = 0

        def handler(number: int, frame: object) -> None:
            nonlocal outside
            try:
                target.record(type="run.completed")
                outside += 1
            except RecordError as error:
                inside.append(str(error))

        before = signal.signal(signal.SIGALRM, handler)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)
            written = 0
            while written < 200_000 and not (inside and outside):
                target.record(type="run.started")
                written += 1
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
    assert set(inside) == {"record() was called in the middle of record(), by a signal handler or a finaliser"}
    assert seqs(target.path) == list(range(1, written + outside + 1))


def test_an_exception_out_of_a_signal_handler_leaves_the_file_in_order(tmp_path: Path) -> None:
    class Interrupt(BaseException):
        pass

    def handler(number: int, frame: object) -> None:
        raise Interrupt

    path = tmp_path / "run.jsonl"
    before = signal.signal(signal.SIGALRM, handler)
    interrupts = 0
    target = Recorder(path)
    live = target.subscribe(1_000_000)
    returned = [target.record(type="run.started").seq]
    try:
        while interrupts < 300:
            try:
                signal.setitimer(signal.ITIMER_REAL, 0.0002 + (interrupts % 17) * 0.00001)
                while True:
                    event = target.record(type="step.started", payload=STEP)
                    returned.append(event.seq)
            except Interrupt:
                interrupts += 1
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    target.close()
    written = seqs(path)
    assert written == list(range(1, len(written) + 1))
    assert set(returned) <= set(written)
    assert [item.seq for item in live if isinstance(item, Event)] == written


# Other processes


def test_a_second_recorder_is_told_who_writes_the_file(tmp_path: Path) -> None:  # A23
    path = tmp_path / "run.jsonl"
    with Recorder(path) as target:
        target.record(type="run.started")
        other = Recorder(path)
        with pytest.raises(RecordError, match="this process is recording to this file"):
            other.record(type="run.started")
        run = python('try: Recorder(sys.argv[1]).record(type="run.started")\nexcept RecordError as e: print(e)', path)
        assert run.stdout == (
            f"{path}: process {os.getpid()} is recording to this file; close it first, or open both with shared=True\n"
        )
    assert other.record(type="run.completed").seq == 2
    other.close()


def test_a_dead_process_holds_no_file(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    run = python('Recorder(sys.argv[1]).record(type="run.started")\nos.kill(os.getpid(), 9)', path)
    assert run.returncode == -9
    assert (tmp_path / "run.jsonl.lock").exists()
    with Recorder(path) as target:
        assert target.record(type="run.completed").seq == 2
    assert [each.name for each in tmp_path.iterdir()] == ["run.jsonl"]


def test_recorders_that_share_a_file_have_segments_of_their_own(tmp_path: Path) -> None:  # MultiProcessO_APPEND_Atomic
    script = """
        target = Recorder(sys.argv[1], run_id="r", shared=True)
        target.record(type="run.started")
        print("ready", flush=True)
        sys.stdin.readline()
        for _ in range(300):
            target.record(type="step.started", payload={"name": str(os.getpid()), "kind": "agent"})
        print(target.path.name)
    """
    code = "import os, sys\nfrom steno.record import Recorder\n" + textwrap.dedent(script)
    processes = [
        subprocess.Popen([sys.executable, "-c", code, str(tmp_path / "run.jsonl")],
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]  # fmt: skip
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    names = sorted(process.communicate("\n")[0].strip() for process in processes)
    assert names == ["run.1.jsonl", "run.2.jsonl", "run.jsonl"]
    assert [seqs(tmp_path / name) for name in names] == [list(range(1, 302))] * 3
    runs = {json.loads(line)["run_id"] for name in names for line in (tmp_path / name).read_bytes().splitlines()}
    assert runs == {"r"}
    with Recorder(tmp_path / "run.jsonl", shared=True) as target:
        assert target.record(type="run.completed").seq == 302  # a segment that nobody writes any more is continued


def test_the_child_of_a_fork_has_no_part_in_the_file(tmp_path: Path) -> None:  # A23
    script = """
        target = Recorder(sys.argv[1], run_id="r")
        live = target.subscribe()
        target.record(type="run.started")
        if os.fork() == 0:
            try:
                target.record(type="run.started")
            except RecordError as error:
                print(error)
            print(list(live), flush=True)
            target.close()
            own = Recorder(sys.argv[1])
            try:
                own.record(type="run.started")
            except RecordError as error:
                print(str(error).replace(str(os.getppid()), "PARENT"), flush=True)
            os._exit(0)
        os.wait()
        target.record(type="run.completed")
        target.close()
        print([each.seq for each in live])
    """
    path = tmp_path / "run.jsonl"
    run = python(script, path)
    said = (
        f"{path}: it was opened before the fork and belongs to the parent; open a new Recorder in the child\n[]\n"
        f"{path}: process PARENT is recording to this file; close it first, or open both with shared=True\n[1, 2]\n"
    )
    assert (run.stdout, run.stderr) == (said, "")
    assert seqs(path) == [1, 2]


def test_a_child_that_shares_gets_a_segment_and_one_that_opens_first_gets_the_file(tmp_path: Path) -> None:
    script = """
        target = Recorder(sys.argv[1], run_id="r", shared=True)
        target.record(type="run.started")
        unopened = Recorder(sys.argv[1] + ".later", run_id="r")
        if os.fork() == 0:
            print(target.record(type="run.started").seq, target.path.name)
            print(unopened.record(type="run.started").seq, flush=True)
            target.close()
            unopened.close()
            os._exit(0)
        os.wait()
        print(target.record(type="run.completed").seq, target.path.name)
    """
    run = python(script, tmp_path / "run.jsonl")
    assert (run.stdout, run.stderr) == ("1 run.1.jsonl\n1\n2 run.jsonl\n", "")


def test_a_fork_while_threads_write_does_not_hang_the_child(tmp_path: Path) -> None:
    script = """
        import threading
        target = Recorder(sys.argv[1], fsync="interval")
        target.record(type="run.started")  # the file is this process's before a child is there
        stop = threading.Event()
        def write():
            while not stop.is_set():
                target.record(type="run.started")
        writers = [threading.Thread(target=write) for _ in range(4)]
        for writer in writers: writer.start()
        for _ in range(20):
            child = os.fork()
            if child == 0:
                try: target.record(type="run.started")
                except RecordError: pass
                target.stats(); target.close()
                os._exit(0)
            assert os.waitpid(child, 0)[1] == 0
        stop.set()
        for writer in writers: writer.join()
        target.close()
        print("done")
    """
    run = python(script, tmp_path / "run.jsonl")
    assert (run.stdout, run.stderr) == ("done\n", "")
    written = seqs(tmp_path / "run.jsonl")
    assert written == list(range(1, len(written) + 1))


def test_recording_while_the_interpreter_ends_is_synced(tmp_path: Path) -> None:
    script = """
        import atexit
        target = Recorder(sys.argv[1], fsync="interval")
        atexit.register(lambda: target.record(type="run.completed"))
    """
    run = python(script, tmp_path / "run.jsonl")
    assert (run.stdout, run.stderr) == ("", "")
    assert seqs(tmp_path / "run.jsonl") == [1]
