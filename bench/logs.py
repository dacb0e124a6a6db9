"""Measures `redact` on real logs of two agents: CPU for each megabyte, peak memory, and beside an earlier version.

    python -m bench.logs [--rounds N] [--base SRC] [--peer KINGFISHER]

`--base` is the `src` folder of another checkout, `--peer` the command of kingfisher: both take turns with this version.
Real sessions are not part of the repository; where there are none, nothing is measured.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from bench.redact import OWN, table
from bench.run import FILES, MB, ROOT, real

AGENTS = ("claude-code", "codex")
LEVELS = ("secrets", "pii")
SIZE = 10

_REDACT = """
import inspect, io, sys, time
from steno import pipeline
from steno.detect import Level, finders
from steno.diagnostics import Place
from steno.testing.fake import STILL
path, agent, level = sys.argv[1:]
data, key = open(path, "rb").read(), b"k" * 32
known = inspect.signature(pipeline.redacted).parameters
if "redaction" in known:
    from steno.redaction import Redaction
    masking = lambda: Redaction(level=level, key=key)
else:  # before there was one
    masking = lambda: pipeline.masking(level, key)
more = {"listed": False} if "listed" in known else {}
def redact(part):
    getattr(finders.finder(Level(level)), "_empty", set()).clear()
    begin = time.process_time()
    pipeline.redacted(io.BytesIO(part), Place("x"), lambda _: None, masking(), STILL, agent, **more)
    return time.process_time() - begin
redact(data)
print(redact(data))
"""
"""The second of two runs: what is compiled when it is first asked for is not counted; what the first run remembers of
the log is forgotten."""

_WATCH = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], capture_output=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
"""


def cut(path: Path) -> Path:
    """The first lines of a log, up to ten megabytes."""
    part = path.with_name(f"{path.stem}-{SIZE}.jsonl")
    with path.open("rb") as stream:
        part.write_bytes(b"".join(stream.readlines(SIZE * MB)))
    return part


def inside(source: Path, path: Path, agent: str, level: str) -> float:
    """CPU seconds of one redaction by the version whose sources these are."""
    done = subprocess.run(
        [sys.executable, "-c", _REDACT, str(path), agent, level],
        env={**os.environ, "PYTHONPATH": str(source)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return float(done.stdout)


def whole(command: list[str]) -> tuple[float, int]:
    """CPU seconds of a whole command, and the peak of its memory in bytes."""
    done = subprocess.run(
        [sys.executable, "-c", _WATCH, *command],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    seconds, peak = done.stdout.split()
    return float(seconds), int(peak) * 1024


def measured(agent: str, level: str, path: Path, rounds: int, base: Path | None, peer: str | None) -> list[str]:
    """A row: CPU here and there, the peak, and the whole commands."""
    sources = {"here": ROOT / "src", **({"base": base} if base else {})}
    own = [OWN, "redact", "--level", level, "--no-config", "--from", agent, "-o", str(FILES / "clean.out"), str(path)]
    theirs = [
        peer,
        "scan",
        "-j",
        "1",
        "--no-validate",
        "--no-update-check",
        "--no-dedup",
        "--format",
        "json",
        str(path),
    ]
    best = dict.fromkeys((*sources, "own", "peer"), float("inf"))
    peak = 0
    for _ in range(rounds):
        for name, source in sources.items():
            best[name] = min(best[name], inside(source, path, agent, level))
        seconds, peak = whole(own)
        best["own"] = min(best["own"], seconds)
        if peer:
            best["peer"] = min(best["peer"], whole([part for part in theirs if part])[0])
    size = path.stat().st_size
    return [
        agent, level, f"{size / MB:.1f}", f"{best['here'] / size * 1e9:.1f}",
        f"{best['base'] / best['here']:.2f}" if base else "", f"{peak / size:.1f}", f"{best['own']:.2f}",
        f"{best['peer'] / best['own']:.2f}" if peer else "",
    ]  # fmt: skip


HEAD = [
    "agent", "level", "MB", "CPU ms per MB", "times as fast as the base", "peak memory ÷ file",
    "CPU seconds, whole command",
    "kingfisher ÷ Steno",
]  # fmt: skip


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--base", type=Path)
    options.add_argument("--peer")
    chosen = options.parse_args()
    FILES.mkdir(exist_ok=True)
    rows = [
        measured(agent, level, cut(found), chosen.rounds, chosen.base, chosen.peer)
        for agent in AGENTS
        if (found := real(agent))
        for level in LEVELS
    ]
    print(table(HEAD, rows) if rows else "no real sessions here: nothing was measured")


if __name__ == "__main__":
    main()
