"""A process that is killed while eight threads record loses no event that it was told is recorded."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import steno
from steno.record import Recorder
from tests.given.effort import FULL

KILLS = 1000 if FULL else 30
THREADS = 8
LONGEST = 0.012
"""Seconds that a process lives at most after its first event: long enough for every thread to write a few."""

# The imports are done once: every life is a fork of a process that has one thread and no recorder.  An acknowledgement
# is one write of less than a pipe takes at once, so none is torn.
NURSERY = """
import os, sys, threading
from steno.record import Recorder
path, threads, size = sys.argv[1], int(sys.argv[2]), [10, 100, 300, 5000]
def write(target, life, thread):
    count = 0
    while True:
        payload = {"name": f"{life}-{thread}-{count}", "kind": "agent", "result": "x" * size[count % 4]}
        event = target.record(type="step.completed", payload=payload)
        os.write(1, f"{event.seq} {payload['name']}\\n".encode())
        count += 1
for line in sys.stdin:
    child = os.fork()
    if not child:
        os.write(1, f"{os.getpid()}\\n".encode())
        target = Recorder(path, run_id="r")
        for number in range(threads):
            threading.Thread(target=write, args=(target, line.strip(), number)).start()
        threading.Event().wait()
    os.waitpid(child, 0)
    os.write(1, b"dead\\n")
"""


def test_a_storm_of_kills_loses_no_acknowledged_event(tmp_path: Path) -> None:
    path, torn = tmp_path / "run.jsonl", tmp_path / "run.jsonl.torn"
    chance = random.Random(KILLS)  # noqa: S311
    acknowledged: dict[int, str] = {}
    command = [sys.executable, "-c", NURSERY, str(path), str(THREADS)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as nursery:
        assert nursery.stdin is not None
        assert nursery.stdout is not None
        for life in range(KILLS):
            nursery.stdin.write(f"{life}\n")
            nursery.stdin.flush()
            child = int(nursery.stdout.readline())
            first = nursery.stdout.readline()  # it records
            time.sleep(chance.uniform(0, LONGEST))
            os.kill(child, signal.SIGKILL)
            for line in (first, *iter(nursery.stdout.readline, "dead\n")):
                seq, name = line.split()
                assert int(seq) not in acknowledged
                acknowledged[int(seq)] = name
            with Recorder(path, run_id="r") as target:
                event = target.record(type="step.completed", payload={"name": f"{life}-after", "kind": "agent"})
                acknowledged[event.seq] = f"{life}-after"
    written = [json.loads(line) for line in path.read_bytes().splitlines()]
    assert [line["seq"] for line in written] == list(range(1, len(written) + 1))
    names = {line["seq"]: line["payload"]["name"] for line in written}
    assert acknowledged.items() <= names.items()
    assert len(written) - len(acknowledged) <= KILLS * THREADS  # at most the one that each thread was busy with
    # The run's id is no UUID, and steps begin and end as they please here: nothing else is to be said of the file.
    assert {found.code for found in steno.check(path)} <= {"AWF005", "AWF053", "AWF054"}
    assert [len(trace.events) for trace in steno.read(path)] == [len(written)]
    assert not torn.exists() or all(line.startswith(b'{"seq":') for line in torn.read_bytes().splitlines())
