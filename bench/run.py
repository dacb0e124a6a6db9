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
from typing import NamedTuple

from bench.generate import Rollout, Session, one_line, session

ROOT = Path(__file__).parents[1]
FILES = ROOT / ".bench"
RESULTS = ROOT / "bench/results.md"
MB = 1_000_000
BARS = {"read": 1.2, "export": 2.5, "memory": 2.0, "line": 4.0, "help": 6.0, "start": 12.0}
AGENTS: dict[str, type[Session]] = {"claude-code": Session, "codex": Rollout}
SIZES = (1, 10, 100)


def parse(path: Path, agent: str) -> object:
    with path.open("rb") as stream:
        return [json.loads(line) for line in stream if line.strip()]


def read(path: Path, agent: str) -> object:
    import steno

    return list(steno.read(path, format=agent))


def export(path: Path, agent: str) -> object:
    import steno

    with open(os.devnull, "wb") as out:
        steno.convert(steno.read(path, format=agent), "open-token", out, options=["redact=none"])
    return None


def cpu(action: Callable[[Path, str], object], path: Path, agent: str) -> float:
    gc.collect()
    start = time.process_time()
    kept = action(path, agent)
    took = time.process_time() - start
    del kept
    return took


def times(path: Path, agent: str, rounds: int) -> dict[str, float]:
    """CPU seconds of parsing, of reading, and of reading and exporting, the best of interleaved rounds."""
    best = {"parse": 9e9, "read": 9e9, "export": 9e9}
    for _ in range(rounds):
        for name, action in (("parse", parse), ("read", read), ("export", export)):
            best[name] = min(best[name], cpu(action, path, agent))
    return best


def peak(action: str, path: Path, agent: str) -> float:
    """Peak memory of an action in a fresh process, in multiples of the file's size."""
    code = (
        "import pathlib, re, steno\nfrom bench import run\n%s\n"
        # Not getrusage: what it gives includes the parent's peak.
        "print(re.search(r'VmHWM:\\s+(\\d+)', pathlib.Path('/proc/self/status').read_text())[1])"
    )
    small = session(FILES / f"{agent}-tiny.jsonl", 1000, make=AGENTS[agent])

    def measure(target: Path) -> int:
        body = f"kept = run.{action}(pathlib.Path({str(target)!r}), {agent!r})"
        done = subprocess.run([sys.executable, "-c", code % body], cwd=ROOT, capture_output=True, text=True, check=True)
        return int(done.stdout) * 1024

    return (measure(path) - measure(small)) / path.stat().st_size


class Row(NamedTuple):
    """What was measured on one file."""

    agent: str
    file: str
    times: dict[str, float]
    size: int
    reading: float
    """Peak memory of reading, and of exporting, in multiples of the file."""
    exporting: float

    def ratio(self, name: str) -> float:
        return self.times[name] / self.times["parse"]

    def pace(self, name: str) -> float:
        """Milliseconds for each MB."""
        return self.times[name] / self.size * MB * 1000


def measured(agent: str, file: str, path: Path, rounds: int) -> Row:
    took = times(path, agent, rounds)
    return Row(agent, file, took, path.stat().st_size, peak("read", path, agent), peak("export", path, agent))


def tables(rows: list[Row]) -> list[str]:
    """The ratios of each file, and how they grow with it."""
    grown = {(each.agent, each.file): each for each in rows}
    return [
        "| agent | file | read ÷ json.loads | read + export ÷ json.loads | peak memory ÷ file: read | export |",
        "|---|---|---|---|---|---|",
        *(
            f"| {each.agent} | {each.file} | {each.ratio('read'):.2f} | {each.ratio('export'):.2f} "
            f"| {each.reading:.2f} | {each.exporting:.2f} |"
            for each in rows
        ),
        "\nCPU milliseconds for each MB as the file grows:\n",
        "| agent | work | " + " | ".join(f"{size} MB" for size in SIZES) + " |",
        "|---" * (2 + len(SIZES)) + "|",
        *(
            f"| {agent} | {name} | " + " | ".join(f"{grown[agent, f'{s} MB'].pace(name):.1f}" for s in SIZES) + " |"
            for agent in AGENTS
            for name in ("parse", "read", "export")
        ),
    ]


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


def real(agent: str = "claude-code") -> Path | None:
    """The real sessions of the corpus in one file, where there is a corpus."""
    corpus = Path(os.environ.get("STENO_CORPUS") or ROOT.parent / "shared/corpus")
    sessions = sorted(corpus.glob(f"{agent}/*/*.jsonl"))
    if not sessions:
        return None
    path = FILES / f"{agent}-real.jsonl"
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


def files(agent: str) -> dict[str, Path]:
    """The files to measure on, by name."""
    make = AGENTS[agent]
    found = {f"{size} MB": session(FILES / f"{agent}-{size}.jsonl", size * MB, make=make) for size in SIZES}
    found["one line of 50 MB"] = one_line(FILES / f"{agent}-line.jsonl", 50 * MB, make)
    if sessions := real(agent):
        found["real sessions"] = sessions
    return found


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--note", default="")
    chosen = options.parse_args()
    FILES.mkdir(exist_ok=True)
    rows = [measured(agent, *each, chosen.rounds) for agent in AGENTS for each in files(agent).items()]
    began = starts(chosen.rounds)
    about = f", {chosen.note}" if chosen.note else ""
    lines = [
        f"\n## {datetime.now(UTC):%Y-%m-%d}, Python {sys.version.split()[0]}{about}\n",
        *tables(rows),
        "\nCPU time of commands on a small session ÷ that of `python -c pass`:\n",
        "| " + " | ".join(began) + " |",
        "|---" * len(began) + "|",
        "| " + " | ".join(f"{ratio:.1f}" for ratio in began.values()) + " |\n",
        f"Bars: read ≤ {BARS['read']}, export ≤ {BARS['export']}, --help ≤ {BARS['help']}.",
        f"Memory of reading ≤ {BARS['memory']}, of one line ≤ {BARS['line']}.",
        f"The others on a small session ≤ {BARS['start']}, but for the first.",
    ]
    print("\n".join(lines))
    with RESULTS.open("a") as out:
        out.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
