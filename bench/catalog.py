"""Measures the catalog beside another index of sessions and beside grep, on generated sessions.

    python -m bench.catalog [SESSIONS ...]

A session is 500 KB long.  The other index is `agentsview`, from the package index, in an environment of its own and
without its server.  CPU seconds are those of the whole process and of those that it started, its start included; of
searches, the best of three runs, and of what a search takes beside the start of Python, in this process.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from bench.generate import session
from steno.api.search import Wanted, search
from steno.api.world import World
from steno.base.time import system_clock

_SIZE = 500_000
_RARE, _COMMON = "zygomorphic", "return"
_PEER = ("agentsview", "agentsview==0.46.1")
_ROUNDS = 3


class Used(NamedTuple):
    cpu: float
    memory: int
    """Of the largest process, in MB."""
    out: str


def used(command: Sequence[str], environ: dict[str, str]) -> Used:
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(command, env=environ, stdout=out, stderr=subprocess.DEVNULL)
        _, status, rusage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read().decode("utf-8", "replace")
    return Used(rusage.ru_utime + rusage.ru_stime, rusage.ru_maxrss // 1024, text)


def machine(home: Path, count: int) -> int:
    """A home with so many sessions, in two of which a rare word stands; how many bytes they have."""
    folder = home / ".claude" / "projects" / "-srv-garden"
    for number in range(count):
        path = session(folder / f"{number:08x}-0000-4000-8000-000000000000.jsonl", _SIZE, seed=number + 1)
        if number in (count // 3, count // 2):
            data = path.read_bytes().replace(b'"content":"', b'"content":"' + _RARE.encode() + b" ", 1)
            path.write_bytes(data)
        os.utime(path, (1_780_000_000 + number * 60,) * 2)
    return sum(path.stat().st_size for path in folder.iterdir())


def peer(home: Path) -> str | None:
    """The other index, installed where it was not; None where it cannot be."""
    name, package = _PEER
    command = home / "bin" / name
    if not command.exists():
        subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
        pip = [str(home / "bin/pip"), "--disable-pip-version-check", "install", "--quiet", package]
        subprocess.run(pip, check=False)
    return str(command) if command.exists() else None


def inner(home: Path, word: str, *, fresh: bool) -> float:
    """CPU milliseconds of a search in a process that runs already."""
    world = World(environ={"HOME": str(home)}, home=home, clock=system_clock({}), stdin=io.BytesIO)
    best = float("inf")
    for _ in range(_ROUNDS):
        began = time.process_time()
        search(world, Wanted(text=word), fresh=fresh)
        best = min(best, time.process_time() - began)
    return best * 1000


def measure(home: Path, count: int, other: str | None) -> None:
    size = machine(home, count)
    environ = {"HOME": str(home), "PATH": os.environ["PATH"], "TZ": "UTC"}
    theirs = environ | {"AGENTSVIEW_DATA_DIR": str(home / "other"), "AGENTSVIEW_NO_DAEMON": "1"}
    steno = [sys.executable, "-m", "steno"]
    print(f"\n{count} sessions, {size / 1e6:.0f} MB; CPU seconds")
    first = used([*steno, "sync"], environ)
    catalog = home / ".local/share/steno/catalog/catalog.db"
    again = min(used([*steno, "sync"], environ).cpu for _ in range(_ROUNDS))
    print(f"first sync      {first.cpu:7.2f}  {size / 1e6 / first.cpu:5.1f} MB/s  {first.memory} MB of memory  "
          f"disk {catalog.stat().st_size / size:.0%} of the sessions")  # fmt: skip
    print(f"unchanged       {again:7.2f}")
    if other is not None:
        (home / "other").mkdir(exist_ok=True)
        one = used([other, "sync"], theirs)
        base = home / "other" / "sessions.db"
        disk = base.stat().st_size / size if base.exists() else 0
        print(
            f"{_PEER[0]}      {one.cpu:7.2f}  {one.cpu / first.cpu:.2f} times steno's  {one.memory} MB  disk {disk:.0%}"
        )
    for name, word in (("rare", _RARE), ("common", _COMMON)):
        mine = min(used([*steno, "search", word, "--json"], environ).cpu for _ in range(_ROUNDS))
        bare = min(used([*steno, "search", word, "--json", "--no-sync"], environ).cpu for _ in range(_ROUNDS))
        grep = used(["grep", "-rlw", word, str(home / ".claude")], environ).cpu
        print(f"{name + ' word':15} {mine:7.2f}  {bare:.2f} without a look for changes; in the process "
              f"{inner(home, word, fresh=False):.1f} ms; grep {grep:.2f}", end="")  # fmt: skip
        if other is not None:
            asked = [other, "session", "search", word, "--fts", "--limit", "20"]
            print(f"; {_PEER[0]} {min(used(asked, theirs).cpu for _ in range(_ROUNDS)):.2f}", end="")
        print()


def main() -> int:
    counts = [int(each) for each in sys.argv[1:]] or [100, 1000]
    other = peer(Path(".bench/catalog-peer").absolute())
    if other is None:
        print(f"{_PEER[0]} cannot be installed: measured without it")
    for count in counts:
        with tempfile.TemporaryDirectory() as folder:
            measure(Path(folder), count, other)
    return 0


if __name__ == "__main__":
    sys.exit(main())
