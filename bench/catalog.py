"""Measures the catalog beside another index of sessions and beside grep; writes the tables of docs/catalog.md.

    python -m bench.catalog [SESSIONS ...]

A session is 500 KB long, and 50 KB where there are 10,000: these are copies of a few, with ids of their own.  The other
index is `agentsview`, from the package index, in an environment of its own and without its server.  CPU seconds are
those of the whole process and of those that it started, its start included; of searches, the best of some runs.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from bench.generate import session

_SIZE, _SMALL = 500_000, 50_000
_MANY = 10_000
_MADE = 40
"""So many sessions are made; the others are copies of them."""
_PAGE = Path(__file__).parents[1] / "docs" / "catalog.md"
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
    size = _SIZE if count < _MANY else _SMALL
    made = [session(home / f"{seed}.jsonl", size, seed=seed + 1).read_bytes() for seed in range(min(count, _MADE))]
    folder.mkdir(parents=True)
    for number in range(count):
        id = f"{number:08x}-0000-4000-8000-000000000000"
        data = made[number % _MADE]
        data = re.sub(rb'"sessionId":"[^"]*"', b'"sessionId":"%s"' % id.encode(), data)
        data = data.replace(b'"msg_', b'"msg_%x_' % number).replace(b'"toolu_', b'"toolu_%x_' % number)
        if number in (count // 3, count // 2):
            data = data.replace(b'"content":"', b'"content":"' + _RARE.encode() + b" ", 1)
        path = folder / f"{id}.jsonl"
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


def best(command: Sequence[str], environ: dict[str, str]) -> float:
    return min(used(command, environ).cpu for _ in range(_ROUNDS))


def measure(home: Path, count: int, other: str | None) -> list[list[str]]:
    """A table: what was done, what it took here, there and with grep."""
    size = machine(home, count)
    environ = {"HOME": str(home), "PATH": os.environ["PATH"], "TZ": "UTC"}
    theirs = environ | {"AGENTSVIEW_DATA_DIR": str(home / "other"), "AGENTSVIEW_NO_DAEMON": "1"}
    (home / "other").mkdir(exist_ok=True)
    steno = [sys.executable, "-m", "steno"]
    asked = [other, "session", "search"] if other is not None else []
    grep = ["grep", "-rl"]
    here, there = str(home / ".claude"), home / "other" / "sessions.db"

    first = used([*steno, "sync"], environ)
    one = used([asked[0], "sync"], theirs) if asked else None
    catalog = home / ".local/share/steno/catalog/catalog.db"
    rows = [
        [f"**{count:,} sessions, {size / 1e6:,.0f} MB**", "", "", ""],
        ["first sync", f"{first.cpu:.1f} s", "-" if one is None else f"{one.cpu:.1f} s", ""],
        ["memory", f"{first.memory} MB", "-" if one is None else f"{one.memory} MB", ""],
        ["disk", f"{catalog.stat().st_size / size:.0%}", f"{there.stat().st_size / size:.0%}" if one else "-", ""],
        ["nothing new", f"{best([*steno, 'sync'], environ):.2f} s", "", ""],
    ]
    for name, word in (("a rare word", _RARE), ("a common word", _COMMON)):
        mine = best([*steno, "search", word, "--json"], environ)
        bare = best([*steno, "search", word, "--json", "--no-sync"], environ)
        peer = f"{best([*asked, word, '--fts', '--limit', '20'], theirs):.2f} s" if asked else "-"
        rows += [
            [name, f"{mine:.2f} s", peer, f"{best([*grep, '-w', word, here], environ):.2f} s"],
            [f"{name}, `--no-sync`", f"{bare:.2f} s", "", ""],
        ]
    for name, pattern in (("a regex of a rare word", "ygomorph[ia]"), ("a regex that nothing matches", "qqzz[0-9]")):
        used([*steno, "search", "--regex", pattern, "--json"], environ)
        mine = best([*steno, "search", "--regex", pattern, "--json", "--no-sync"], environ)
        rows.append([name, f"{mine:.2f} s", "", f"{best([*grep, '-E', pattern, here], environ):.2f} s"])
    return rows


def table(rows: list[list[str]]) -> str:
    heads = [["CPU time", "steno", _PEER[0], "grep"], ["---", "---:", "---:", "---:"]]
    return "\n".join("| " + " | ".join(row) + " |" for row in [*heads, *rows])


def main() -> int:
    counts = [int(each) for each in sys.argv[1:]] or [100, 1000, _MANY]
    other = peer(Path(".bench/catalog-peer").absolute())
    if other is None:
        print(f"{_PEER[0]} cannot be installed: measured without it")
    rows: list[list[str]] = []
    for count in counts:
        with tempfile.TemporaryDirectory() as folder:
            rows += measure(Path(folder), count, other)
        print(table(rows), flush=True)
    if not sys.argv[1:]:
        page = _PAGE.read_text("utf-8")
        marks = re.compile(r"(<!-- bench -->\n).*?(<!-- /bench -->)", re.DOTALL)
        _PAGE.write_text(marks.sub(lambda found: f"{found[1]}\n{table(rows)}\n\n{found[2]}", page), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
