"""Measures building a dataset: many sessions to redacted Parquet, with one process, two, and a Dask cluster of two.

    python -m bench.dataset [--sessions N] [--megabytes N] [--rounds N] [--only engines|growth|peer]

CPU seconds of the whole tree of processes, and wall time, which says little where others work on the machine: beside
the measured one stands the wall time that the CPU times of driver and workers come to on cores of one's own.  The
output of all three is compared byte for byte.  Growth is 100, 1,000 and 10,000 sessions of about one size; the peer is
the pipeline of `opentraces`.  Writes the tables of docs/scale.md.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import steno
from bench import opentraces
from bench.generate import Sources
from bench.measured import put
from bench.run import FILES, MB, ROOT
from steno import pipeline, registry
from steno.redaction import Redaction

PAGE = ROOT / "docs/scale.md"
BARS = {"speed-up": 0.85, "memory": 1000.0, "growth": 1.15, "dask": 1.3, "peer": 3.5}
TOML = """\
name = "bench"
[[sources]]
paths = ["{folder}"]
[workflow]
projection = "{projection}"
[security]
key_file = "key"
[output]
folder = "build"
"""
OWN = [sys.executable, "-m", "steno"]


class Took(NamedTuple):
    """What a build took."""

    wall: float
    cpu: float
    """Of all processes."""
    driver: float
    """Of that, the one that waits for the others."""
    memory: float
    """The most that all processes had at once, in megabytes; what they share counts once."""
    digest: str

    @property
    def alone(self) -> float:
        """The wall time of two workers on cores of their own: the driver's time, and half of the workers'."""
        return self.driver + (self.cpu - self.driver) / 2


class Uncut(Sources):
    """Sessions of which the other program cuts nothing: no text is longer than it keeps."""

    largest = 8000

    def _text(self, size: int) -> str:
        return super()._text(size)[:9000]


def sessions(folder: Path, count: int, size: int, kind: type[Sources] = Sources) -> Path:
    """So many sessions of so many bytes together, of sizes as sessions have them; kept where they were made before."""
    if folder.exists():
        return folder
    drawn = random.Random(7)  # noqa: S311
    weights = [drawn.lognormvariate(0, 1.2) for _ in range(count)]
    scale = size / sum(weights)
    made = folder.with_name(folder.name + ".making")
    made.mkdir(parents=True)
    source = kind(1)  # one pool of text for all
    for number, weight in enumerate(weights):
        source._random.seed(number)
        source._parent, source._id = None, source._uuid()
        written = 0
        with (made / f"{number:05}.jsonl").open("wb") as stream:
            for record in source.records():
                written += stream.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
                if written >= max(2000.0, weight * scale - 10_000):
                    break
    made.rename(folder)
    return folder


def build(place: Path, folder: Path, projection: str, *words: str) -> Took:
    """One build from nothing, in processes of its own."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    (place / "key").write_bytes(bytes(32))
    (place / "key").chmod(0o600)
    (place / "dataset.toml").write_text(TOML.format(folder=folder, projection=projection))
    # One home for all: what is compiled once on a machine is no part of a build.
    environ = {**os.environ, "HOME": str(FILES / "dataset-home"), "SOURCE_DATE_EPOCH": "1780000000"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    process = subprocess.Popen(
        [*OWN, "dataset", "build", str(place), *words], env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    with _watched(process.pid) as seen:
        said = process.communicate()[1]
    wall = time.perf_counter() - start
    if process.returncode:
        raise SystemExit(said.decode())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Took(wall, cpu, seen["driver"], seen["memory"] / 1000, digest(place / "build"))


def digest(folder: Path) -> str:
    found = hashlib.sha256()
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        found.update(str(path.relative_to(folder)).encode() + hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


@contextmanager
def _watched(pid: int) -> Iterator[dict[str, float]]:
    """The memory of a process and of all below it, and its own CPU time, looked at twenty times a second."""
    seen, ends = {"memory": 0.0, "driver": 0.0}, threading.Event()

    def watch() -> None:
        while not ends.wait(0.05):
            tree = [pid, *_below(pid)]
            seen["memory"] = max(seen["memory"], sum(map(_share, tree)))
            seen["driver"] = _own(pid) or seen["driver"]

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield seen
    finally:
        ends.set()
        thread.join()


def _below(pid: int) -> Iterator[int]:
    try:
        tasks = [*Path(f"/proc/{pid}/task").iterdir()]
        found = [each for task in tasks for each in (task / "children").read_text().split()]
    except OSError:
        return
    for each in map(int, found):
        yield each
        yield from _below(each)


def _share(pid: int) -> float:
    """Kilobytes: what a process shares counts by its part."""
    try:
        found = re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE)
    except OSError:
        return 0.0
    return float(found[1]) if found else 0.0


def _own(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def cluster() -> Iterator[tuple[str, list[int]]]:
    """A Dask scheduler and two workers on loopback: its address, and the processes that work."""
    code = (
        "import sys\nfrom distributed import LocalCluster\n"
        "if __name__ == '__main__':\n"
        "    made = LocalCluster(n_workers=2, threads_per_worker=1, host='127.0.0.1',"
        " dashboard_address='127.0.0.1:0', worker_dashboard_address='127.0.0.1:0', silence_logs=50)\n"
        "    print(made.scheduler_address, flush=True)\n    sys.stdin.read()\n    made.close()\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder, "cluster.py")
        script.write_text(code)
        process = subprocess.Popen(
            [sys.executable, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert process.stdout and process.stdin
        try:
            yield process.stdout.readline().strip(), [process.pid, *_below(process.pid)]
        finally:
            process.stdin.close()
            process.wait()


def clustered(place: Path, folder: Path, projection: str) -> Took:
    """The same on a cluster that runs already: its processes count from the beginning of the build to its end."""
    with cluster() as (address, pids):
        before = sum(map(_own, pids))
        took = build(place, folder, projection, "--cluster", address)
        memory = took.memory + sum(map(_share, pids)) / 1000  # of the cluster, as it is at the end
        return took._replace(cpu=took.cpu + sum(map(_own, pids)) - before, memory=memory)


# --- tables


def table(head: list[str], rows: list[list[str]]) -> str:
    return "".join("| " + " | ".join(row) + " |\n" for row in [head, ["---"] * len(head), *rows])


def verdict(name: str, value: float, *, least: bool) -> str:
    bar = BARS[name]
    holds = value >= bar if least else value <= bar
    return f"{'≥' if least else '≤'} {bar:g}{'' if holds else ': missed'}"


def engines(folder: Path, place: Path, projection: str, rounds: int, *, dask: bool) -> str:
    """One process, two, and a cluster, in turns; the best of each."""
    ways: dict[str, Any] = {
        "one process": lambda: build(place / "one", folder, projection, "--jobs", "1"),
        "two processes": lambda: build(place / "two", folder, projection, "--jobs", "2"),
    }
    if dask:
        ways["Dask, two workers"] = lambda: clustered(place / "dask", folder, projection)
    best: dict[str, Took] = {}
    for _ in range(rounds):
        for name, way in ways.items():
            took: Took = way()
            say(f"{name}: {took}")
            if name not in best or took.cpu < best[name].cpu:
                best[name] = took
    if len({each.digest for each in best.values()}) != 1:
        raise SystemExit("the bytes differ")
    size = sum(path.stat().st_size for path in folder.iterdir()) / MB
    rows = [
        [name, f"{took.wall:.1f}", f"{took.cpu:.1f}", f"{took.driver:.1f}", f"{size / took.cpu:.1f}",
         f"{took.memory:.0f}"]
        for name, took in best.items()
    ]  # fmt: skip
    one, two = best["one process"], best["two processes"]
    measured, alone = one.wall / two.wall / 2, one.cpu / two.alone / 2
    content = table(["", "wall, s", "CPU, s", "of that the driver", "MB per CPU s", "memory, MB"], rows)
    content += "\n" + table(
        ["", "measured", "bar"],
        [
            ["speed of two processes ÷ twice that of one, by wall time", f"{measured:.2f}",
             "says nothing on a machine that others use"],
            ["the same by CPU time, on cores of one's own", f"{alone:.2f}", verdict("speed-up", alone, least=True)],
            ["memory of all processes, MB", f"{two.memory:.0f}", verdict("memory", two.memory, least=False)],
            *([["CPU of Dask ÷ CPU of the pool", f"{best['Dask, two workers'].cpu / two.cpu:.2f}",
                verdict("dask", best["Dask, two workers"].cpu / two.cpu, least=False)]] if dask else []),
        ],
    )  # fmt: skip
    return content + "\nThe bytes of all outputs are the same.\n"


def growth(place: Path, projection: str, counts: tuple[int, ...]) -> str:
    """Sessions of one size, ten and a hundred times as many."""
    rows, slopes = [], list[float]()
    for count in counts:
        folder = sessions(FILES / f"dataset-even-{count}", count, count * 10_000)
        took = build(place / "growth", folder, projection, "--jobs", "2")
        say(f"{count}: {took}")
        slopes.append(took.cpu / count)
        each = [f"{1000 * seconds / count:.2f}" for seconds in (took.cpu, took.driver)]
        rows.append([f"{count:,}", f"{took.cpu:.1f}", *each, f"{took.memory:.0f}"])
    ratio = slopes[-1] / slopes[-2]
    head = ["sessions of 10 KB", "CPU, s", "CPU per session, ms", "of that the driver, ms", "memory, MB"]
    bar = verdict("growth", ratio, least=False)
    said = f"CPU per session at {counts[-1]:,} ÷ at {counts[-2]:,}: {ratio:.2f} ({bar})"
    return f"{table(head, rows)}\n{said}\n"


def floor(chosen: list[Path]) -> float:
    """CPU seconds of what no builder can do without: reading, enrichment and redaction, with nothing written."""
    target, redaction = registry.formats["opentraces"], Redaction(level="pii", key=bytes(32))
    begin = 0.0
    for number, path in enumerate([chosen[0], *chosen]):
        begin = time.process_time() if number == 1 else begin  # the first is for the imports
        redact = redaction.masking(bytes(32), style=target.placeholders, listed=False)
        for trace in steno.read(path, format="claude-code"):
            pipeline.prepared(trace, target, lambda each: None, redact)
    return time.process_time() - begin


def peer(folder: Path, place: Path) -> str:
    """`opentraces` on the same sessions: its parser, its enrichment and its local security tools, in one process."""
    python = opentraces.install()
    chosen = sorted(folder.iterdir())
    size = sum(path.stat().st_size for path in chosen) / MB
    with tempfile.TemporaryDirectory() as home:
        command = [str(python), "-P", str(ROOT / "bench/opentraces_peer.py")]
        worker = opentraces.Worker(command, home)
        worker.ask("whole", chosen[0])  # for the imports
        told = [worker.ask("whole", path) for path in chosen]
        worker.close()
    failed = sum("failed" in each for each in told)
    seconds = sum(each["seconds"] for each in told if "failed" not in each)
    kept = sum(each["size"] for each in told if "failed" not in each) / MB
    few = place / "few"
    shutil.rmtree(few, ignore_errors=True)
    few.mkdir(parents=True)
    for path in chosen:
        (few / path.name).symlink_to(path)
    one = place / "one"
    one.mkdir(exist_ok=True)
    (one / "s.jsonl").symlink_to(min(chosen, key=lambda path: path.stat().st_size))
    start = build(place / "start", one, "opentraces", "--jobs", "1")  # the imports of the other do not count either
    took = build(place / "own", few, "opentraces", "--jobs", "1")
    took = took._replace(cpu=took.cpu - start.cpu)
    made = json.loads((place / "own" / "build" / "manifest.json").read_text())
    own = sum(each["bytes"] for each in made["splits"].values()) / MB
    least = min(floor(chosen) for _ in range(2))
    again = json.loads((place / "own" / "build.private" / "runs.jsonl").read_text())["again"]
    say(f"floor {least:.1f}, shards made anew {again}")
    ratio = seconds / took.cpu
    by_kept = seconds / kept / (took.cpu / own)
    both = {
        "opentraces 0.4.13: parse, enrich, local tools, record": (seconds, kept),
        "Steno: the same, what any session taught, Parquet, card and manifest": (took.cpu, own),
        "Steno: reading, enrichment and redaction alone": (least, 0.0),
    }
    rows = [
        [name, f"{cpu:.1f}", f"{size / cpu:.1f}", f"{held:.0f}" if held else "—"] for name, (cpu, held) in both.items()
    ]
    said = f"Steno is {ratio:.2f} times as fast ({verdict('peer', ratio, least=True)}). "
    said += f"Reading, enrichment and redaction alone would be {seconds / least:.2f} times as fast. "
    said += f"Of each megabyte that is kept, {by_kept:.2f} times. "
    said += f"The other program dropped {failed} of {len(chosen)} sessions."
    head = [f"{len(chosen)} sessions, {size:.0f} MB", "CPU, s", "MB per CPU s", "MB of records"]
    return f"{table(head, rows)}\n{said}\n"


def say(what: str) -> None:
    print(what, file=sys.stderr, flush=True)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--sessions", type=int, default=2000)
    options.add_argument("--megabytes", type=int, default=1000)
    options.add_argument("--rounds", type=int, default=1)
    options.add_argument("--projection", default="chat")
    options.add_argument("--only", choices=["engines", "growth", "peer"])
    options.add_argument("--most", type=int, default=10_000, help="how many sessions the largest growth has")
    chosen = options.parse_args()
    (FILES / "dataset-home").mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FILES) as place:
        if chosen.only in (None, "engines"):
            count, size = chosen.sessions, chosen.megabytes
            folder = sessions(FILES / f"dataset-{count}-{size}", count, size * MB)
            title = f"{chosen.sessions:,} sessions, {chosen.megabytes:,} MB, `{chosen.projection}`, level `pii`:\n\n"
            put(PAGE, "engines", title + engines(folder, Path(place), chosen.projection, chosen.rounds, dask=True))
        if chosen.only in (None, "growth"):
            put(PAGE, "growth", growth(Path(place), chosen.projection, (100, 1000, chosen.most)))
        if chosen.only in (None, "peer"):
            folder = sessions(FILES / "dataset-uncut", 100, 40 * MB, Uncut)
            put(PAGE, "peer", peer(folder, Path(place)))


if __name__ == "__main__":
    main()
