"""Measures the recorder: CPU time per event, beside a bare `os.write` of the same bytes and beside its peers.

    python -m bench.record [--rounds N] [--events N]
    python -m bench.record --soak N

Every row writes the same event to a file on a real disk.  A round runs all rows one after another; a figure is the
median over the rounds of what a row took in a round, as a multiple of what `os.write` took in the same round with as
many threads.
A soak records N events through one recorder and checks the memory and the file afterwards.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import resource
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from bench.measured import put
from bench.run import FILES, ROOT
from steno.record import NullRecorder, Recorder

PAGE = ROOT / "docs/recording.md"
RUN = "550e8400-e29b-41d4-a716-446655440000"
EVENT: dict[str, Any] = {
    "type": "tool.call",
    "path": "analyze",
    "payload": {
        "name": "Read",
        "call_id": "toolu_01HZX3Q9",
        "input": {"path": "src/main.go", "limit": 200},
        "fidelity": "router",
    },
}
LINE = (
    b'{"seq":100000,"run_id":"550e8400-e29b-41d4-a716-446655440000","type":"tool.call","path":"analyze","iteration":0,'
    b'"timestamp":"2026-11-16T02:00:37.856831Z","payload":{"name":"Read","call_id":"toolu_01HZX3Q9","input":{"path":'
    b'"src/main.go","limit":200},"output":null,"fidelity":"router"}}\n'
)
Work = Callable[[int], object]
"""Records that many events."""
Made = Callable[[Path], Any]


class Row(NamedTuple):
    title: str
    make: Made
    """A context manager that gives what records."""
    threads: int = 1
    bar: float | None = None
    share: float = 1
    """How much of a round's events: a slow row needs fewer, one that starts many threads needs more."""
    base: str = ""
    """The row of which the bar is a multiple; that of `os.write` with as many threads where it is empty."""


@contextmanager
def bare(path: Path) -> Iterator[Work]:
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    write = os.write
    try:

        def work(count: int) -> None:
            for _ in range(count):
                write(descriptor, LINE)

        yield work
    finally:
        os.close(descriptor)


def recorder(*, stalled: int = 0, **more: Any) -> Made:
    @contextmanager
    def made(path: Path) -> Iterator[Work]:
        with Recorder(path, run_id=RUN, **more) as target:
            for _ in range(stalled):
                target.subscribe()
            yield recording(target)

    return made


def recording(target: Recorder | NullRecorder) -> Work:
    record, payload = target.record, EVENT["payload"]

    def work(count: int) -> None:
        for _ in range(count):
            record(type="tool.call", path="analyze", payload=payload)

    return work


@contextmanager
def null(path: Path) -> Iterator[Work]:
    yield recording(NullRecorder())


@contextmanager
def logged(path: Path) -> Iterator[Work]:
    logger = logging.Logger("bench")
    handler = logging.FileHandler(path)
    logger.addHandler(handler)
    try:

        def work(count: int) -> None:
            for _ in range(count):
                logger.info(json.dumps({"run_id": RUN, "time": time.time(), **EVENT}))

        yield work
    finally:
        handler.close()


@contextmanager
def spans(path: Path) -> Iterator[Work]:
    """A span for every event, which is what a trace of the same run would have."""
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor, ConsoleSpanExporter

    with path.open("w") as file:
        exporter = ConsoleSpanExporter(out=file, formatter=lambda span: span.to_json(indent=None) + "\n")
        processor = BatchSpanProcessor(exporter, max_queue_size=1 << 20)
        provider = TracerProvider(resource=Resource.create({"service.name": "bench"}))
        provider.add_span_processor(processor)
        tracer = provider.get_tracer("bench")
        attributes = {"gen_ai.tool.name": "Read", "gen_ai.tool.call.id": "toolu_01HZX3Q9", "path": "src/main.go"}

        def work(count: int) -> None:
            for _ in range(count):
                with tracer.start_as_current_span("execute_tool", attributes=attributes):
                    pass

        yield work
        provider.shutdown()


ONE = "Recorder, 1 thread"
FLOORS = {
    1: Row("`os.write` of the same bytes", bare),
    8: Row("`os.write`, 8 threads", bare, threads=8, share=2),
    32: Row("`os.write`, 32 threads", bare, threads=32, share=4),
}
"""By the number of threads, what any recorder has to do."""
ROWS = (
    *FLOORS.values(),
    Row(ONE, recorder(), bar=3.2),
    Row("Recorder, 8 threads", recorder(), threads=8, bar=4.5, share=2),
    Row("Recorder, 32 threads", recorder(), threads=32, bar=4.5, share=4),
    Row("Recorder, 1 stalled subscriber", recorder(stalled=1), bar=1.15, base=ONE),
    Row('Recorder, `fsync="interval"`', recorder(fsync="interval")),
    Row("NullRecorder", null),
    Row("`logging.FileHandler` and `json`", logged, share=0.25),
    Row("OpenTelemetry SDK, batch exporter to a file", spans, share=0.1),
)


def measured(row: Row, events: int, folder: Path) -> float:
    """CPU microseconds of the whole process for one event."""
    count = max(1, int(events * row.share) // row.threads)
    path = folder / "run.jsonl"

    before = time.process_time()
    with row.make(path) as work:
        if row.threads == 1:
            work(count)
        else:
            threads = [threading.Thread(target=work, args=(count,)) for _ in range(row.threads)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
    took = time.process_time() - before
    path.unlink(missing_ok=True)
    return took / (count * row.threads) * 1e6


def rounds(number: int, events: int, folder: Path) -> dict[str, list[float]]:
    took: dict[str, list[float]] = {row.title: [] for row in ROWS}
    for each in range(number):
        for row in ROWS:
            took[row.title].append(measured(row, events, folder))
        say(f"round {each + 1} of {number}: " + ", ".join(f"{took[row.title][-1]:.2f}" for row in ROWS))
    return took


def table(took: dict[str, list[float]]) -> Iterator[str]:
    yield "| | CPU µs per event | times `os.write`, same threads | bar |"
    yield "|---|---|---|---|"
    for row in ROWS:
        floor = FLOORS[row.threads].title
        bar = ""
        if row.bar:
            reached = times(took, row.title, row.base or floor)
            said = f"{row.bar:g} × {row.base or floor}"
            bar = f"{said}: {reached:.2f}, {'met' if reached <= row.bar else '**missed**'}"
        yield f"| {row.title} | {median(took[row.title]):.2f} | {times(took, row.title, floor):.2f} | {bar} |"


def times(took: dict[str, list[float]], title: str, base: str) -> float:
    """What a row takes as a multiple of another, each round for itself."""
    return median(one / other for one, other in zip(took[title], took[base], strict=True))


def soak(events: int, folder: Path) -> Iterator[str]:
    """Record, with a subscriber that keeps up and one that does not, and look at the memory and the file."""
    path = folder / "soak.jsonl"
    logging.getLogger("steno.record").setLevel(logging.ERROR)
    with Recorder(path, run_id=RUN, fsync="interval") as target:
        target.subscribe()
        live = target.subscribe()
        seen = 0

        def watch() -> None:
            nonlocal seen
            for _ in live:
                seen += 1

        watcher = threading.Thread(target=watch)
        watcher.start()
        for _ in range(events // 100):
            target.record(**EVENT)
        start = resident()
        begun = time.process_time()
        for number in range(events - events // 100):
            target.record(**EVENT)
            if not number % 1_000_000:
                say(f"{number} events, {resident():.1f} MB")
        took = time.process_time() - begun
        end = resident()
        stats = target.stats()
    watcher.join()
    yield f"- {events:,} events, {path.stat().st_size / 1e6:,.0f} MB, {took / events * 1e6:.2f} µs of CPU per event"
    yield f"- memory: {start:.1f} MB after the first hundredth, {end:.1f} MB at the end"
    yield f"- the file: {verified(path)}"
    yield f"- the stalled subscriber missed {stats.subscribers[0].dropped:,} events; the other one took {seen:,} items"
    path.unlink()


def resident() -> float:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def verified(path: Path) -> str:
    last = 0
    with path.open("rb", buffering=1 << 20) as file:
        for line in file:
            seq = json.loads(line)["seq"]
            if seq != last + 1:
                return f"seq {seq} after {last}"
            last = seq
    return f"every line is JSON, seq 1 to {last:,} without a gap"


def say(what: str) -> None:
    print(what, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--soak", type=int, metavar="N")
    options = parser.parse_args()
    logging.getLogger("steno.record").setLevel(logging.ERROR)
    FILES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FILES) as name:
        if options.soak:
            content = "\n".join(soak(options.soak, Path(name)))
        else:
            content = "\n".join(table(rounds(options.rounds, options.events, Path(name))))
    put(PAGE, "soak" if options.soak else "record", content)


if __name__ == "__main__":
    main()
