"""Measures reading, exporting and starting, as ratios in one run, and appends them to bench/results.md.

    python -m bench.run [--rounds N] [--note TEXT]

Reading is compared with `json.loads` per line over the same file, in CPU time, the best of interleaved rounds.
Memory is the peak of a process of its own, less that of one that only imports.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from bench.generate import one_line, session

ROOT = Path(__file__).parents[1]
FILES = ROOT / ".bench"
RESULTS = ROOT / "bench/results.md"
MB = 1_000_000
BARS = {"read": 1.2, "export": 3.0, "memory": 4.0, "help": 6.0, "start": 12.0}


def parse(path: Path) -> object:
    with path.open("rb") as stream:
        return [json.loads(line) for line in stream if line.strip()]


def read(path: Path) -> object:
    import steno

    return list(steno.read(path, format="claude-code"))


def export(path: Path) -> object:
    import steno

    with open(os.devnull, "wb") as out:
        steno.convert(steno.read(path, format="claude-code"), "open-token", out, options=["redact=none"])
    return None


def cpu(action: Callable[[Path], object], path: Path) -> float:
    gc.collect()
    start = time.process_time()
    kept = action(path)
    took = time.process_time() - start
    del kept
    return took


def ratios(path: Path, rounds: int) -> dict[str, float]:
    """CPU time of reading and of reading and exporting, as multiples of parsing."""
    best = {"parse": 9e9, "read": 9e9, "export": 9e9}
    for _ in range(rounds):
        for name, action in (("parse", parse), ("read", read), ("export", export)):
            best[name] = min(best[name], cpu(action, path))
    return {"read": best["read"] / best["parse"], "export": best["export"] / best["parse"]}


def peak(action: str, path: Path) -> float:
    """Peak memory of an action in a fresh process, in multiples of the file's size."""
    code = (
        "import pathlib, re, steno\nfrom bench import run\n%s\n"
        # Not getrusage: what it gives includes the parent's peak.
        "print(re.search(r'VmHWM:\\s+(\\d+)', pathlib.Path('/proc/self/status').read_text())[1])"
    )
    small = session(FILES / "tiny.jsonl", 1000)

    def measure(target: Path) -> int:
        body = f"kept = run.{action}(pathlib.Path({str(target)!r}))"
        done = subprocess.run([sys.executable, "-c", code % body], cwd=ROOT, capture_output=True, text=True, check=True)
        return int(done.stdout) * 1024

    return (measure(path) - measure(small)) / path.stat().st_size


STARTED = ("export", "check", "redact", "scan", "info")
"""The commands that are given a small file."""


def children(command: list[str], environ: dict[str, str]) -> float:
    """The CPU time of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run(command, check=False, env=environ, **streams)  # type: ignore[call-overload]
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def starts(rounds: int) -> dict[str, float]:
    """CPU time of commands on a small file as multiples of a Python that does nothing, the best of rounds in turns.

    And of the first redaction on a machine, which compiles the detectors.
    """
    steno, small = str(Path(sys.executable).with_name("steno")), str(session(FILES / "tiny.jsonl", 1000))
    commands = {
        "bare": [sys.executable, "-c", "pass"],
        "--help": [steno, "--help"],
        **{name: [steno, name, small] for name in STARTED},
    }
    with tempfile.TemporaryDirectory() as home:
        environ = {**os.environ, "HOME": home, "XDG_CACHE_HOME": f"{home}/cache"}
        first = children(commands["redact"], environ)
        best = dict.fromkeys(commands, 9e9)
        for _ in range(rounds * 8):
            for name, command in commands.items():
                best[name] = min(best[name], children(command, environ))
    bare = best.pop("bare")
    return {**{name: took / bare for name, took in best.items()}, "the first redact": first / bare}


def real() -> Path | None:
    """The real sessions of the corpus in one file, where there is a corpus."""
    corpus = Path(os.environ.get("STENO_CORPUS") or ROOT.parent / "shared/corpus")
    sessions = sorted(corpus.glob("claude-code/*/*.jsonl"))
    if not sessions:
        return None
    path = FILES / "real.jsonl"
    if not path.exists():
        with path.open("wb") as out:
            for each in sessions:
                for line in each.read_bytes().splitlines():
                    try:
                        json.loads(line)
                    except ValueError:
                        continue
                    out.write(line + b"\n")
    return path


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--note", default="")
    chosen = options.parse_args()
    FILES.mkdir(exist_ok=True)
    files = {
        "1 MB": session(FILES / "1.jsonl", 1 * MB),
        "10 MB": session(FILES / "10.jsonl", 10 * MB),
        "100 MB": session(FILES / "100.jsonl", 100 * MB),
        "one line of 50 MB": one_line(FILES / "line.jsonl", 50 * MB),
    }
    if found := real():
        files["real sessions"] = found
    rows = [(name, ratios(path, chosen.rounds), peak("export", path)) for name, path in files.items()]
    began = starts(chosen.rounds)
    about = f", {chosen.note}" if chosen.note else ""
    lines = [
        f"\n## {datetime.now(UTC):%Y-%m-%d}, Python {sys.version.split()[0]}{about}\n",
        "| file | read ÷ json.loads | read + export ÷ json.loads | peak memory ÷ file |",
        "|---|---|---|---|",
        *(f"| {name} | {each['read']:.2f} | {each['export']:.2f} | {memory:.2f} |" for name, each, memory in rows),
        "\nCPU time of commands on a small session ÷ that of `python -c pass`:\n",
        "| " + " | ".join(began) + " |",
        "|---" * len(began) + "|",
        "| " + " | ".join(f"{ratio:.1f}" for ratio in began.values()) + " |\n",
        f"Bars: read ≤ {BARS['read']}, export ≤ {BARS['export']}, memory ≤ {BARS['memory']}, --help ≤ {BARS['help']}.",
        f"The others on a small session ≤ {BARS['start']}, but for the first.",
    ]
    print("\n".join(lines))
    with RESULTS.open("a") as out:
        out.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
