"""Costs beside ccusage, on the same Claude Code sessions.

    python -m bench.cost [FOLDER]

FOLDER holds sessions as Claude Code lays them out; without it, those of the corpus.  Both programs see a copy of it in
a home of its own, and each takes prices from its own table.  Prints for each day and model what differs.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

PROGRAM = Path(".bench/ccusage/node_modules/.bin/ccusage")
CORPUS = Path(os.environ.get("STENO_CORPUS", "../shared/corpus")) / "claude-code"
CENT = 0.01
QUESTION = """
    SELECT substr(time, 1, 10) AS day, model, sum(input) AS input, sum(cache_write) AS cache_write,
        sum(cache_read) AS cache_read, sum(output) AS output, coalesce(sum(usd), 0) AS usd,
        coalesce(max(unpriced), '') AS unpriced, count(*) AS requests
    FROM costs WHERE time IS NOT NULL AND model IS NOT NULL GROUP BY 1, 2
"""
Place = tuple[str, str]
"""A day (UTC) and a model."""


class Sum(NamedTuple):
    tokens: tuple[int, int, int, int]
    """Input, written to the cache, read from it, output."""
    usd: float
    unpriced: str = ""


def theirs(environ: dict[str, str]) -> dict[Place, Sum]:
    """What ccusage says."""
    command = [str(PROGRAM.resolve()), "claude", "daily", "--json", "--offline", "--timezone", "UTC"]
    days = json.loads(subprocess.run(command, env=environ, capture_output=True, check=True).stdout)["daily"]
    names = ("inputTokens", "cacheCreationTokens", "cacheReadTokens", "outputTokens")
    return {
        (day["date"], each["modelName"]): Sum(
            (each[names[0]], each[names[1]], each[names[2]], each[names[3]]), each["cost"]
        )
        for day in days
        for each in day["modelBreakdowns"]
    }


def ours(environ: dict[str, str]) -> dict[Place, Sum]:
    """What Steno says."""
    command = [sys.executable, "-m", "steno", "sql", QUESTION, "--json"]
    rows = map(json.loads, subprocess.run(command, env=environ, capture_output=True, check=True).stdout.splitlines())
    return {
        (row["day"], row["model"]): Sum(
            (row["input"], row["cache_write"], row["cache_read"], row["output"]), row["usd"], row["unpriced"]
        )
        for row in rows
    }


def compare(peer: dict[Place, Sum], mine: dict[Place, Sum]) -> None:
    same = [place for place in peer if place in mine and mine[place].tokens == peer[place].tokens]
    both = [place for place in same if peer[place].usd and not mine[place].unpriced]
    cents = [place for place in both if abs(peer[place].usd - mine[place].usd) < CENT]
    print(f"days and models: {len(peer)} of ccusage, {len(mine)} of Steno; the same tokens in {len(same)}")
    print(f"of those, {len(both)} have a price in both, and {len(cents)} agree to the cent")
    print(
        f"sums: ccusage ${sum(each.usd for each in peer.values()):.2f}, Steno ${sum(e.usd for e in mine.values()):.2f}"
    )
    for place in sorted({*peer, *mine} - {*cents}):
        left, right = peer.get(place), mine.get(place)
        print(f"\n{place[0]} {place[1]}{f'  ({right.unpriced})' if right and right.unpriced else ''}")
        for name, each in (("ccusage", left), ("steno", right)):
            print(f"  {name:8}" + ("-" if each is None else f"{each.tokens} ${each.usd:.4f}"))


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else CORPUS
    if not PROGRAM.exists() or not folder.is_dir():
        sys.exit(f"{PROGRAM} (make bench-cost fetches it) and a folder of sessions ({folder}) are needed")
    with tempfile.TemporaryDirectory() as home:
        shutil.copytree(folder, Path(home, ".claude", "projects"))
        environ = {"HOME": home, "PATH": os.environ["PATH"], "TZ": "UTC", "XDG_DATA_HOME": f"{home}/data"}
        compare(theirs(environ), ours(environ))


if __name__ == "__main__":
    main()
