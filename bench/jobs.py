"""Measures what a second process gains over many files: wall time and CPU time of commands with one job and with two.

    python -m bench.jobs [--rounds N] [FILE...]

Without files, 200 of the corpus, where there is one, or as many generated ones.  The best of rounds in turns.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from bench.generate import session
from bench.run import FILES, ROOT, children

COMMANDS = {
    "redact": ["redact", "-o", "OUT"],
    "redact --level pii": ["redact", "--level", "pii", "-o", "OUT"],
    "convert -t open-token": ["convert", "-t", "open-token", "-o", "OUT"],
    "check": ["check"],
    "scan": ["scan"],
    "bundle --dataset": ["bundle", "--dataset", "-o", "OUT"],
}
JOBS = (1, 2)
COUNT = 200


def files() -> list[str]:
    corpus = Path(os.environ.get("STENO_CORPUS") or ROOT.parent / "shared/corpus")
    found = sorted(path for path in corpus.rglob("*") if path.suffix in (".jsonl", ".json"))[:COUNT]
    if found:
        return list(map(str, found))
    FILES.mkdir(exist_ok=True)
    return [str(session(FILES / f"many-{number}.jsonl", 300_000)) for number in range(COUNT)]


def measured(words: list[str], given: list[str], jobs: int, environ: dict[str, str]) -> tuple[float, float]:
    """Wall and CPU time of a command over all files."""
    with tempfile.TemporaryDirectory() as folder:
        out = str(Path(folder, "out"))
        steno = str(Path(sys.executable).with_name("steno"))
        command = [steno, *(out if word == "OUT" else word for word in words), "--jobs", str(jobs), *given]
        start = time.perf_counter()
        cpu = children(command, environ)
        wall = time.perf_counter() - start
        shutil.rmtree(out, ignore_errors=True)
    return wall, cpu


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("files", nargs="*")
    chosen = options.parse_args()
    given = chosen.files or files()
    print(
        f"{len(given)} files, {sum(Path(each).stat().st_size for each in given) / 1e6:.0f} MB, {os.cpu_count()} cores"
    )
    print("\n| command | one job, s | two, s | times as fast | CPU of two ÷ one |\n|---|---|---|---|---|")
    for name, words in COMMANDS.items():
        best = dict.fromkeys(JOBS, (9e9, 9e9))
        for _ in range(chosen.rounds):
            for jobs in JOBS:
                best[jobs] = tuple(map(min, best[jobs], measured(words, given, jobs, dict(os.environ))))  # type: ignore[assignment]
        (one, cpu), (two, more) = best[1], best[2]
        print(f"| `{name}` | {one:.2f} | {two:.2f} | {one / two:.2f} | {more / cpu:.2f} |", flush=True)


if __name__ == "__main__":
    main()
